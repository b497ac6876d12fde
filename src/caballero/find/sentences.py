"""What searches and hints say: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "sat-missing": (
        "The method sat needs a SAT solver: install it with {python} -m pip install "
        "python-sat, or choose the method exact."
    ),
    "hint-twice": "{square} is visited twice: take a step back.",
    "hint-number": "{square} cannot have number {number} in this tour: take a step back.",
    "hint-done": "The tour is complete.",
    "hint-safe": "From here the tour can still be finished.",
    "hint-lost": "From here the tour can no longer be finished. {reason}",
    "hint-rest": "For the squares that are left, from {square} (number {number}) on: {reason}",
    "hint-rest-closed": (
        "For the squares that are left, from {square} (number {number}) back to {first} (number "
        "1): {reason}"
    ),
    "hint-unknown": (
        "The search did not find out in time whether the tour can still be finished; that "
        "proves nothing."
    ),
    "hint-next-safe": "{square} (exits: {exits}): the tour can still be finished from there.",
    "hint-next-lost": (
        "{square} (exits: {exits}): the tour can no longer be finished from there. {reason}"
    ),
    "hint-next-unknown": (
        "{square} (exits: {exits}): the search did not find out in time whether the tour can "
        "be finished from there."
    ),
}
