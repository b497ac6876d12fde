"""What searches and hints say: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "hint-twice": "{square} is visited twice: take a step back.",
    "hint-number": "{square} cannot have number {number} in this tour: take a step back.",
    "hint-done": "The tour is complete.",
    "hint-safe": "From here the tour can still be finished.",
    "hint-lost": "From here the tour can no longer be finished.",
    "hint-none": "There is no such tour.",
    "hint-unknown": "The search did not find out in time whether it can be finished.",
    "hint-unproved": "That proves nothing.",
    "hint-next-safe": "{square} (exits: {exits}): the tour can still be finished from there.",
    "hint-next-lost": (
        "{square} (exits: {exits}): the tour can no longer be finished from there. {reason}"
    ),
    "hint-next-unknown": (
        "{square} (exits: {exits}): the search did not find out in time whether the tour can "
        "be finished from there."
    ),
    "hint-never": "This board has no such tour, whatever the first moves are.",
    "hint-never-here": "From here, this shows it: {reason}",
    "next-first": "Try {square}. A tour can begin there.",
    "next-only": "Go to {square}. The piece can go nowhere else.",
    "next-only-safe": "Go to {square}. Only through it can the tour still be finished.",
    "next-fewest": (
        "Try {square}. Of the squares from which the tour can be finished, it has the fewest "
        "exits ({exits})."
    ),
    "next-tie": (
        "Try {square}. Of the squares from which the tour can be finished, it has the fewest "
        "exits ({exits}), like {others}."
    ),
    "next-found": "Try {square}. A tour goes on through it.",
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
