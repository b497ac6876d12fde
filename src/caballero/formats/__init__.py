"""Formats: tours and graphs in and out of text.

``read`` reads a graph, a puzzle or a tour, whichever a text is.
``read_claim`` reads tours that people or programs wrote, and what ``write`` writes: matrices, moves
and JSON. ``puzzles`` reads and writes puzzles, ``graphs`` graphs and their
tours.
"""

from caballero.machine.lazy import lazily as _lazily

TYPE_CHECKING = False  # typing takes most of the time of this import

if TYPE_CHECKING:
    __all__: list[str]

    from caballero.model.interchange import (
        problem_data as problem_data,
        problem_json as problem_json,
        read_problem as read_problem,
    )

    from .claims import read_claim as read_claim
    from .graphs import (
        read_fixed_edges as read_fixed_edges,
        read_graph as read_graph,
        read_vertices as read_vertices,
        to_graph_text as to_graph_text,
        to_tsplib_tour as to_tsplib_tour,
        with_positions as with_positions,
    )
    from .links import read_link as read_link, to_link as to_link
    from .puzzles import (
        read_puzzle as read_puzzle,
        read_puzzles as read_puzzles,
        to_grid_text as to_grid_text,
        to_puzzle_text as to_puzzle_text,
    )
    from .reading import read as read
    from .write import (
        outcome_json as outcome_json,
        to_matrix_text as to_matrix_text,
        to_moves_text as to_moves_text,
    )
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            ".model.interchange": "problem_data problem_json read_problem",
            "claims": "read_claim",
            "graphs": (
                "read_fixed_edges read_graph read_vertices to_graph_text to_tsplib_tour "
                "with_positions"
            ),
            "links": "read_link to_link",
            "puzzles": "read_puzzle read_puzzles to_grid_text to_puzzle_text",
            "reading": "read",
            "write": "outcome_json to_matrix_text to_moves_text",
        },
    )
