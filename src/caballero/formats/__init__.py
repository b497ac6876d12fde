"""Formats: tours in and out of text.

``claims`` reads whatever a person or a program may have written; ``write`` writes the formats
that it reads back: matrix, moves, JSON.
"""

from .claims import read_claim
from .write import outcome_json, problem_json, to_matrix_text, to_moves_text

__all__ = [
    "outcome_json",
    "problem_json",
    "read_claim",
    "to_matrix_text",
    "to_moves_text",
]
