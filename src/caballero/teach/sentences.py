"""The messages of the textbook: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "order": "order of moves",
    "tie": "tie rule",
    "step": "step",
    "naive-power": "{digits}·10^{power}",
    "naive-too-large": (
        "Generating and testing every walk would take {walks} walks of {count} squares, more "
        "than {most}. Choose a smaller board, or the method backtracking."
    ),
    "naive-far-too-large": (
        "Generating and testing every walk of {count} squares would outlast the universe. "
        "Choose a smaller board, or the method backtracking."
    ),
    "naive-needs": (
        "The naive method takes no clues and no forced or forbidden moves: leave them out, "
        "or choose backtracking."
    ),
    "order-not-moves": (
        "The order {order} must hold each of the piece's {count} moves once: write them as "
        "row,column steps."
    ),
    "order-unreadable": (
        "“{text}” is not an order of moves: write a name, or steps like 2,1;1,2;-1,2."
    ),
    "rule-with-constraints": (
        "Warnsdorff's rule without backtracking takes a start and an end, but no clues and "
        "no forced or forbidden moves: allow backtracking."
    ),
    "trace-forced": "A trace takes no forced moves: leave them out.",
    "tie-needs-board": (
        "The tie rule {tie} measures distances and needs a board: choose another rule."
    ),
}
