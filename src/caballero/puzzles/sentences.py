"""What puzzles say: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "another-no-tour": "This tour does not answer the problem, so there is no other one. {fault}",
}
