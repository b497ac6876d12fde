"""What the search for the best says: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "uncrossed-flat": (
        "Moves cross on flat boards of two dimensions only, not on {ground}: choose such a board."
    ),
    "uncrossed-constraints": (
        "The longest uncrossed path takes no constraints, but the problem has {what}: leave them "
        "out."
    ),
}
