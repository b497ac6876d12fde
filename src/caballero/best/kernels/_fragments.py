"""Fragments of a line, and the keys of states, which the sweeps for the best lines share.

Step ``t`` of a sweep chooses the moves of square ``t`` to later squares. The *fragments* are the
paths of the chosen moves. What can follow depends on how they end among the squares that are left
(the mate array of Knuth's Simpath, The Art of Computer Programming 4A, section 7.1.4), and on some
of the moves.

**Keys.** The squares from ``t`` on that matter are fewer than `window`, so the label of a square is
its number modulo `window`. A key has `set_words` ints with a bit for each move that matters, and
then a digit for each label: 0 if no fragment ends there; 1 + the label of the other end of the
fragment that ends there; or 1 + `window` if the other end is an end of the line. A sweep may use
larger digits for more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from caballero.machine.kernel import Counts, Marks, array_of, zeros
from caballero.machine.kernels._shared import WORD

from ._layers import Layer

# What becomes of a line when a move is chosen, or an end.
ALIVE: Final = 0
DEAD: Final = 1  # nothing follows
WHOLE: Final = 2  # it is complete: it has both ends
CYCLE: Final = 3  # the move closes a cycle

# Whether a square may be an end of the line.
NEVER: Final = 0
MAYBE: Final = 1
ALWAYS: Final = 2


@dataclass(frozen=True, slots=True)
class Keys:
    """How keys are laid out."""

    words: Marks  # the place of each move's bit in a key: the int
    shifts: Marks  # and the bit in it
    window: int
    set_words: int
    key_words: int
    digit_bits: int
    in_word: int  # digits in an int


@dataclass(slots=True)
class Fragments:
    """The state that is being made, and the state before the step."""

    key: Counts
    mate: Marks  # the digit of each label
    source: Marks  # the digits of the state before
    before: Counts  # its moves
    ended: int = 0  # fragments with an end of the line
    ended_before: int = 0


def new_keys(bits: Sequence[int], window: int, width: int, largest: int) -> Keys:
    """Lay out keys with `width` bits, `bits` of moves, and a digit, at most `largest`, a label."""
    set_words = max(1, -(-window * width // WORD))
    digit_bits = largest.bit_length()
    return Keys(
        words=array_of(Marks, [at // WORD for at in bits]),
        shifts=array_of(Marks, [at % WORD for at in bits]),
        window=window,
        set_words=set_words,
        key_words=set_words - (-window // (WORD // digit_bits)),
        digit_bits=digit_bits,
        in_word=WORD // digit_bits,
    )


def new_fragments(keys: Keys) -> Fragments:
    """Return memory for the functions here."""
    return Fragments(
        key=zeros(Counts, keys.key_words),
        mate=zeros(Marks, keys.window),
        source=zeros(Marks, keys.window),
        before=zeros(Counts, keys.set_words),
    )


def first_moves(size: int, moves: Sequence[tuple[int, int]]) -> list[int]:
    """Return where the moves of each square to later squares begin, and the number of moves.

    >>> first_moves(3, [(0, 1), (0, 2), (1, 2)])
    [0, 2, 3, 3]
    """
    counts = [0] * size
    for a, _ in moves:
        counts[a] += 1
    return list(accumulate(counts, initial=0))


# -- keys ------------------------------------------------------------------------------------------


def has_move(keys: Keys, words: Counts, move: int) -> bool:
    """Return whether the bit of a move is set."""
    return words[keys.words[move]] >> keys.shifts[move] & 1 != 0


def add_move(keys: Keys, words: Counts, move: int) -> None:
    """Set the bit of a move."""
    words[keys.words[move]] |= 1 << keys.shifts[move]


def drop_move(keys: Keys, words: Counts, move: int) -> None:
    """Clear the bit of a move."""
    words[keys.words[move]] &= ~(1 << keys.shifts[move])


def read(keys: Keys, layer: Layer, state: Fragments) -> int:
    """Read the next state of a layer; return how many digits are not 0."""
    at = layer.next * (keys.key_words + 1)
    ended = 0
    used = 0
    for w in range(keys.set_words):
        state.before[w] = layer.states[at + w]
    label = 0
    for w in range(keys.set_words, keys.key_words):
        digits = layer.states[at + w]
        for i in range(min(keys.in_word, keys.window - label)):
            digit = digits >> (i * keys.digit_bits) & ((1 << keys.digit_bits) - 1)
            state.source[label] = digit
            ended += digit == keys.window + 1
            used += digit != 0
            label += 1
    state.ended_before = ended
    return used


def restart(keys: Keys, state: Fragments) -> None:
    """Begin with the state before the step."""
    state.ended = state.ended_before
    for label in range(keys.window):
        state.mate[label] = state.source[label]
    for w in range(keys.set_words):
        state.key[w] = state.before[w]


def write(keys: Keys, state: Fragments) -> int:
    """Write the digits of the state to its key; return how many are not 0."""
    label = 0
    used = 0
    for w in range(keys.set_words, keys.key_words):
        digits = 0
        for i in range(min(keys.in_word, keys.window - label)):
            digits |= state.mate[label] << (i * keys.digit_bits)
            used += state.mate[label] != 0
            label += 1
        state.key[w] = digits
    return used


# -- choices ---------------------------------------------------------------------------------------


def join(keys: Keys, state: Fragments, own: int, other: int) -> int:
    """Choose the move between two labels, which are squares without moves or ends of fragments."""
    mate = state.mate
    a = mate[own]
    b = mate[other]
    mate[own] = 0
    mate[other] = 0
    if a == other + 1:
        return CYCLE
    if a == 0:
        a = own + 1
    if b == 0:
        b = other + 1
    if a > keys.window and b > keys.window:
        return WHOLE
    if a <= keys.window:
        mate[a - 1] = b
    if b <= keys.window:
        mate[b - 1] = a
    return ALIVE


def end(keys: Keys, state: Fragments, label: int) -> int:
    """Make the end of a fragment an end of the line."""
    other = state.mate[label]
    state.mate[label] = 0
    if other > keys.window:
        return WHOLE
    state.mate[other - 1] = keys.window + 1
    state.ended += 1
    return DEAD if state.ended > 2 else ALIVE
