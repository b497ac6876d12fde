"""What kernels of several wings share: hashes of states in tables, and random numbers.

The draws depend on the seed alone. The generator is that of D. H. Lehmer ("Mathematical methods in
large-scale computing units", 1951) with the modulus of S. K. Park and K. W. Miller ("Random number
generators: good ones are hard to find", Communications of the ACM 31, 1988) and the multiplier that
they came to prefer (CACM 36, 1993).

Invariant: a draw is at least 1 and less than `MODULUS`.
"""

from __future__ import annotations

from typing import Final

from caballero.machine.kernel import Counts

WORD: Final = 62  # bits of a count's ints: sums of two fit in 64 with a sign
LOW: Final = (1 << WORD) - 1
INNER: Final = -1  # in the place of a mate: the vertex has both edges
FACTOR: Final = 0x1E3779B97F4A7C15
OTHER_FACTOR: Final = 0x0F58476D1CE4E5B9

MULTIPLIER: Final = 48271
MODULUS: Final = 2**31 - 1  # prime; the product stays far below 2⁶³


def first_draw(seed: int) -> int:
    """Return the draw to begin with; neighbouring seeds differ much."""
    return (1 + seed % (MODULUS - 1)) * pow(MULTIPLIER, 64, MODULUS) % MODULUS


def next_draw(draw: int) -> int:
    """Return the draw after a draw."""
    return draw * MULTIPLIER % MODULUS


def home_of(keys: Counts, begin: int, key_words: int, height: int, salt: int) -> int:
    """Return the home of a key in a table of ``2**height`` places.

    Each layer needs its own `salt`: states are expanded in the order of their hash, and many have
    a successor with the same key, so with a fixed salt the table would fill from one end.
    """
    mixed = (salt * FACTOR) & LOW
    for w in range(begin, begin + key_words):
        mixed ^= keys[w]
        mixed = ((mixed ^ (mixed >> 32)) * FACTOR) & LOW
    mixed = ((mixed ^ (mixed >> 29)) * OTHER_FACTOR) & LOW
    return mixed >> (WORD - height)
