"""What the search for the best says: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "uncrossed-flat": (
        "Moves cross on flat boards of two dimensions only, not on {ground}: choose such a board."
    ),
    "turns-nowhere": ("Tours have turns on boards only, not on {ground}: choose a board."),
    "crossings-nowhere": (
        "Tours have crossings on flat boards of two dimensions only, not on {ground}: choose such "
        "a board."
    ),
    "measure": "measure",
    "uncrossed-constraints": (
        "The longest uncrossed path takes no constraints, but the problem has {what}: leave them "
        "out."
    ),
    "best-too-large": (
        "There are {count} vertices; the search for the best tour takes at most {most}. Choose a "
        "smaller board or graph."
    ),
    "best-clues": (
        "The search for the best tour takes a first and a last number, but none inside: leave the "
        "others out."
    ),
    "cost-no-weights": (
        "The edges have no weights: give them in the file or as weight, or another cost, such as "
        "“length”."
    ),
    "cost-no-pair": (
        '“{text}” is not a move: use pairs of places as the keys of the costs, like ("a1", "b3").'
    ),
    "cost-no-move": "A cost is given for {a} – {b}, which is no move: leave it out.",
    "cost-missing": "The move {a} – {b} has no cost: give it one, or forbid it.",
    "cost-no-number": (
        "The cost of {a} – {b} is {value}: use a whole number, a fraction or a finite float."
    ),
    "cost-two-ways": (
        "The cost of {a} – {b} is {one}, but {two} the other way: make them equal, or the graph "
        "directed."
    ),
    "cost-too-large": (
        "With their common denominator, the costs exceed {most}: use smaller numbers, or floats, "
        "which are rounded."
    ),
    "cost-length-wraps": (
        "Moves have no length on a board that wraps: choose a flat board, or give a cost for each "
        "move."
    ),
    "cost-no-positions": (
        "The vertices have no positions, so the edges have no length: give positions, or weights."
    ),
    "cost": "cost",
}
