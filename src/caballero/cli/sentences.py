"""The messages of the command line: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "board-unreadable-file": (
        "“{text}” is not a board: write its side (8), its sides (5x9, 4x4x4), a name such as hex5 "
        "or tri6, or the name of a file with a drawing."
    ),
    "claim-none-board": "The text claims that there is no tour: name its board with --board.",
    "clue-unreadable": "“{text}” is not a clue: write a square and its number, like c3=17.",
    "figure-unreadable": (
        "“{text}” is no figure: write squares and numbers, like a1-h1=1,4,9,16,25,36,49,64 or "
        "a1,c3=1,8."
    ),
    "phase-found": "found a tour",
    "phase-none": "proved that no tour exists",
    "phase-nothing": "found nothing, which proves nothing",
    "phase-slice-over": "used up its slice",
    "phase-limit": "stopped at a limit",
}
