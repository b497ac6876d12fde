"""What listings say: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "count-symmetric-clues": (
        "Symmetric tours cannot be counted with clues inside the tour: leave the clues out, "
        "or count all tours."
    ),
    "count-kinds-flat": (
        "Kinds of symmetry are for flat boards of two dimensions, not for {board}: count the "
        "tours of one symmetry, or all tours up to symmetry."
    ),
    "token-unreadable": (
        "“{text}” is not a resume token: copy it as printed, or leave --resume out to start again."
    ),
    "token-other": (
        "The token {text} belongs to another problem or version: give the problem that it "
        "was printed for, or start again."
    ),
    "list-classes-directed": (
        "A listing up to symmetry ignores direction: leave out directed, or up_to_symmetry."
    ),
    "list-classes-clues": (
        "Clues inside the tour distinguish it from its images: leave the clues out, or list "
        "all tours."
    ),
    "list-both-symmetries": "Choose up_to_symmetry, or one kind of symmetry, not both.",
    "list-symmetry-seed": "Tours of one kind of symmetry have a fixed order: leave out the seed.",
    "run-rest": "The ledger refers to an unknown subtree: restore a copy, or start again.",
    "tables-clues": (
        "Tables take no clues inside the tour: leave out all but start and end, or use iter_tours."
    ),
    "magic-kind": "kind of magic tours",
    "magic-kind-rows": "rows",
    "magic-kind-columns": "columns",
    "magic-kind-semi-magic": "semi-magic",
    "magic-kind-magic": "magic",
    "magic-board": (
        "Sums are for a full rectangle of squares, not for {ground}: choose one, such as 8."
    ),
    "magic-constraints": ("Tours with equal sums take no {what}: leave out all but start and end."),
    "magic-square": "The board {board} has no two diagonals from side to side: choose a square.",
}
