"""The messages of ranks and samples: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "sample-too-large": (
        "Uniform sampling of these tours takes at least {need} GB of memory, and {room} GB "
        "are free. It reaches about 7x7, or 8x8 for closed tours. Beyond, each N finds another "
        "tour, some more likely than others: caballero tour --seed N."
    ),
    "rank-outside": "There is no rank {rank}: choose one from 0 to {last} ({total} tours).",
    "rank-no-tour": "This tour does not answer the problem, so it has no rank. {fault}",
    "sample-clues": (
        "Ranks and samples take a start and an end, but no clues inside the tour: leave the "
        "clues out."
    ),
}
