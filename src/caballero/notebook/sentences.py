"""The messages of the notebook board: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "hint-no-next": "No move is left from here: take a step back.",
    "hint-too-large": "Hints are for boards of at most {most} squares.",
    "notebook-board": (
        "The notebook board takes a board of squares, flat, a cylinder or a torus, with two sides "
        "of at most {most}, or a named grid such as hex5, without clues or waypoints and without "
        "forced or forbidden moves."
    ),
}
