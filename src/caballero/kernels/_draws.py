"""Random numbers for the searches: the draws depend on the seed alone.

The generator is that of D. H. Lehmer ("Mathematical methods in large-scale computing units", 1951)
with the modulus of S. K. Park and K. W. Miller ("Random number generators: good ones are hard to
find", Communications of the ACM 31, 1988) and the multiplier that they came to prefer
(CACM 36, 1993).

Invariant: a draw is at least 1 and less than `MODULUS`.
"""

from __future__ import annotations

from typing import Final

MULTIPLIER: Final = 48271
MODULUS: Final = 2**31 - 1  # prime; the product stays far below 2⁶³


def first_draw(seed: int) -> int:
    """Return the draw to begin with; neighbouring seeds have very different ones."""
    return (1 + seed % (MODULUS - 1)) * pow(MULTIPLIER, 64, MODULUS) % MODULUS


def next_draw(draw: int) -> int:
    """Return the draw after a draw."""
    return draw * MULTIPLIER % MODULUS
