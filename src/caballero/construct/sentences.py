"""What constructions say: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
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
