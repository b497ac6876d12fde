"""Formats: tours and graphs in and out of text.

``claims`` reads whatever a person or a program may have written; ``write`` writes the formats
that it reads back: matrix, moves, JSON. ``graphs`` reads and writes graphs, and tours of them.
"""

from .claims import read_claim
from .graphs import read_graph, read_vertices, to_graph_text, to_tsplib_tour
from .write import outcome_json, problem_json, to_matrix_text, to_moves_text

__all__ = [
    "outcome_json",
    "problem_json",
    "read_claim",
    "read_graph",
    "read_vertices",
    "to_graph_text",
    "to_matrix_text",
    "to_moves_text",
    "to_tsplib_tour",
]
