"""What searches and hints say: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "hint-twice": "{square} is visited twice: take a step back.",
    "hint-number": "{square} cannot have number {number} in this tour: take a step back.",
    "hint-done": "The tour is complete.",
    "hint-safe": "From here the tour can still be finished.",
    "hint-lost": "From here the tour can no longer be finished. {reason}",
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
    "hint-never": "This board has no such tour, whatever the first moves are. {reason}",
    "hint-never-here": (
        "This board has no such tour, whatever the first moves are. From here, this shows it: "
        "{reason}"
    ),
    "next-first": "A tour can begin at {square}.",
    "next-only": "{square} is the only square that the piece can go to.",
    "next-only-safe": "Only through {square} can the tour still be finished.",
    "next-fewest": (
        "Of the squares from which the tour can be finished, {square} has the fewest exits "
        "({exits})."
    ),
    "next-tie": (
        "Of the squares from which the tour can be finished, {squares} have the fewest exits "
        "({exits}): {square} is the first of them on the board."
    ),
    "next-found": "A tour goes on through {square}.",
    "next-undecided": "The search did not find out in time about {squares}.",
    "tour-ends": "The open tour ends at {square}: only a closed tour continues from there.",
    "start-not-constructed": (
        "No construction is known for a tour of {board} from {start}: leave the start out, "
        "or search with caballero.find_tour."
    ),
    "not-constructed": (
        "Constructions give knight's tours of rectangles without holes, with at most a "
        "chosen start: search for other tours with caballero.find_tour."
    ),
}
