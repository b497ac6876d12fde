"""Formats: tours and graphs in and out of text.

``claims`` reads tours that people or programs wrote; ``write`` writes matrices, moves and JSON,
which ``claims`` reads back. ``puzzles`` reads and writes puzzles, ``graphs`` graphs and their
tours.
"""

from caballero.core.interchange import problem_json

from .claims import read_claim
from .graphs import read_graph, read_vertices, to_graph_text, to_tsplib_tour, with_positions
from .puzzles import read_puzzle, to_grid_text, to_puzzle_text
from .write import outcome_json, to_matrix_text, to_moves_text

__all__ = [
    "outcome_json",
    "problem_json",
    "read_claim",
    "read_graph",
    "read_puzzle",
    "read_vertices",
    "to_graph_text",
    "to_grid_text",
    "to_matrix_text",
    "to_moves_text",
    "to_puzzle_text",
    "to_tsplib_tour",
    "with_positions",
]
