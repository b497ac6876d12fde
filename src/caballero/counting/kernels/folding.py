"""Join two planar half sweeps, whose states are words of parentheses.

Where the halves meet, each vertex has at most an edge from either half. The *word* of a state has
a parenthesis for each end in the middle, along the line; the ends of the two halves must be at the
same vertices, the *set*. Two words make a single cycle or several (a meander: S. K. Lando and A. K.
Zvonkin, "Plane and projective meanders", 1993). To sum over all pairs of a set, the right words are
taken in lexicographic order, from the first pair without ends inside to the last: each pair
joins two ends of all left words at once, so words that become equal are added, and right words that
begin with the same pairs share the work. That takes about ``2.9**k`` steps for words of ``k``
pairs, of which there are nearly ``4**k``.

Sums are numbers modulo a prime below ``2**31``; :mod:`caballero.counting.sweeps.folded` takes
enough primes.

Invariant: the words of k pairs are ranked in lexicographic order, opening parentheses first.
"""

from __future__ import annotations

from dataclasses import dataclass

from caballero.machine.kernel import Counts, Marks, Places, kernel
from caballero.machine.kernels._shared import WORD

from ._states import BOTH, FIRST, SECOND


@dataclass(slots=True)
class Words:
    """The words of parentheses of few enough pairs."""

    most: int  # pairs
    ways: Marks  # how many words end with ``r`` more at depth ``d``: ``ways[r * (most + 2) + d]``
    starts: Marks  # where the words of k pairs begin, if all are listed by the number of pairs
    # The word after its ends ``i`` and ``i + 1``, of which at least one belongs to the first k, are
    # joined: its rank is ``joined[joined_at[k] + rank * k + i]``, or -1 if a cycle closes too soon.
    joined: Marks
    joined_at: Marks


@dataclass(slots=True)
class Half:
    """The states of a half in the middle, each representing its image under the flip too."""

    states: Counts  # as in a layer: planar keys, and counts
    count_words: int
    values: Marks  # the count of each word of each set, modulo the prime


@dataclass(slots=True)
class Fold:
    """Two halves that meet."""

    width: int  # vertices of the middle
    words: Words
    starts: Places  # where the words of each set begin in `values`
    left: Half
    right: Half
    vectors: Marks  # the sums of words, by the number of pairs that are left
    peaks: Marks  # the end that was joined with the next end, for each number of pairs
    prime: int = 2
    total: int = 0  # modulo the prime


@kernel
def mark(fold: Fold, half: Half, begin: int, stop: int) -> None:
    """Write the number of words of each set that occurs in some states: ``starts[set + 1]``."""
    words = fold.words
    for i in range(begin, stop):
        ends = _set_of(fold, half.states[i * (1 + half.count_words)])
        k = _pairs(ends)
        fold.starts[ends + 1] = words.starts[k + 1] - words.starts[k]


@kernel
def place(fold: Fold, half: Half, begin: int, stop: int) -> None:
    """Write the counts of some states, and of their images in the same set, to `values`."""
    stride = 1 + half.count_words
    shift = (1 << WORD) % fold.prime
    for i in range(begin, stop):
        key = half.states[i * stride]
        value = 0
        for w in range(half.count_words, 0, -1):
            value = (value * shift + half.states[i * stride + w]) % fold.prime
        ends = _set_of(fold, key)
        image = _image(fold, key)
        at = fold.starts[ends]
        if image != key:
            value = (value + (value & 1) * fold.prime) // 2
            if _set_of(fold, image) == ends:
                rank = _rank(fold, image)
                half.values[at + rank] = value
        rank = _rank(fold, key)
        half.values[at + rank] = value


@kernel
def join(fold: Fold, begin: int, stop: int) -> None:
    """Add the cycles of some sets to the total."""
    for ends in range(begin, stop):
        if fold.starts[ends] < fold.starts[ends + 1]:
            image = 0
            for s in range(fold.width):
                image |= (ends >> s & 1) << (fold.width - 1 - s)
            pairs = _pairs(ends)
            cycles = _sum(fold, fold.starts[ends], pairs)
            fold.total = (fold.total + cycles * (1 if image == ends else 2)) % fold.prime


def _sum(fold: Fold, at: int, pairs: int) -> int:
    """Return the sum over all words of a set that begin at `at`, of this number of pairs."""
    words, vectors, peaks, prime = fold.words, fold.vectors, fold.peaks, fold.prime
    top = words.starts[pairs]
    for rank in range(words.starts[pairs + 1] - top):
        vectors[top + rank] = fold.left.values[at + rank]
    total = 0
    k = pairs
    peaks[k] = k
    while k <= pairs:
        peaks[k] -= 1
        if peaks[k] < 0 or (k < pairs and peaks[k] < peaks[k + 1] - 1):
            k += 1
            continue
        _join_ends(fold, k, peaks[k])
        k -= 1
        peaks[k] = k
        if k == 0:
            total = (total + vectors[0] * fold.right.values[at]) % prime
            at += 1
            k = 1
    return total


def _join_ends(fold: Fold, k: int, peak: int) -> None:
    """Join the ends `peak` and ``peak + 1`` of the words of k pairs."""
    words, vectors, prime = fold.words, fold.vectors, fold.prime
    here = words.starts[k]
    there = words.starts[k - 1]
    for at in range(there, here):
        vectors[at] = 0
    size = words.starts[k + 1] - here
    for rank in range(size):
        to = words.joined[words.joined_at[k] + rank * k + peak]
        if to >= 0:
            value = vectors[there + to] + vectors[here + rank]
            vectors[there + to] = value - prime if value >= prime else value


def _set_of(fold: Fold, key: int) -> int:
    ends = 0
    for s in range(fold.width):
        ends |= (key >> 2 * s & BOTH != 0) << s
    return ends


def _pairs(ends: int) -> int:
    count = 0
    while ends:
        ends &= ends - 1
        count += 1
    return count // 2


def _image(fold: Fold, key: int) -> int:
    """Return the image of a planar key under the flip that reverses the line."""
    image = key >> 2 * fold.width << 2 * fold.width
    for s in range(fold.width):
        value = key >> 2 * s & BOTH
        image |= (value >> 1 | (value & 1) << 1) << 2 * (fold.width - 1 - s)
    return image


def _rank(fold: Fold, key: int) -> int:
    """Return the rank of a state's word among the words with its number of pairs."""
    words = fold.words
    ends = _set_of(fold, key)
    left = 2 * _pairs(ends)
    rank = 0
    depth = 0
    for s in range(fold.width):
        value = key >> 2 * s & BOTH
        if value:
            left -= 1
            if value == SECOND:
                rank += words.ways[left * (words.most + 2) + depth + 1]
            depth += 1 if value == FIRST else -1
    return rank
