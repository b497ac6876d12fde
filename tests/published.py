"""Puzzles that were published, with their solutions counted."""

from __future__ import annotations

from typing import Final

HIDATO: Final = """\
 .  33 35  .  .  #  #  #
 .   . 24 22  .  #  #  #
 .   .  . 21  .  .  #  #
 .  26  . 13 40 11  #  #
 27  .  .  .  9  .  1  #
 #   #  .  . 18  .  .  #
 #   #  #  #  .  7  .  .
 #   #  #  #  #  #  5  ."""
"""Rosetta Code, "Solve a Hidato puzzle"."""

HIDATO_SOLVED: Final = """\
 32 33 35 36 37
 31 34 24 22 38
 30 25 23 21 12 39
 29 26 20 13 40 11
 27 28 14 19  9 10  1
       15 16 18  8  2
             17  7  6  3
                    5  4"""

NUMBRIX: Final = """\
 .  .  .  .  .  .  .  .  .
 .  . 46 45  . 55 74  .  .
 . 38  .  . 43  .  . 78  .
 . 35  .  .  .  .  . 71  .
 .  . 33  .  .  . 59  .  .
 . 17  .  .  .  .  . 67  .
 . 18  .  . 11  .  . 64  .
 .  . 24 21  .  1  2  .  .
 .  .  .  .  .  .  .  .  ."""
"""Rosetta Code, "Solve a Numbrix puzzle", the first one."""

NUMBRIX_2: Final = """\
 .  .  .  .  .  .  .  .  .
 . 11 12 15 18 21 62 61  .
 .  6  .  .  .  .  . 60  .
 . 33  .  .  .  .  . 57  .
 . 32  .  .  .  .  . 56  .
 . 37  .  1  .  .  . 73  .
 . 38  .  .  .  .  . 72  .
 . 43 44 47 48 51 76 77  .
 .  .  .  .  .  .  .  .  ."""
"""Rosetta Code, the same, the second one."""

HOPIDO: Final = """\
# . . # . . #
. . . . . . .
. . . . . . .
# . . . . . #
# # . . . # #
# # # . # # #"""
"""Rosetta Code, "Solve a Hopido puzzle": jumps over two squares, or over one diagonally."""

HOLY: Final = """\
# . . . # # # #
# . # . . # # #
# . . . . . . .
. . . # # . # .
. # . # # . . .
S . . . . . . #
# # . . # . # #
# # # . . . # #"""
"""Rosetta Code, "Solve a Holy Knight's tour"."""

HOLY_13: Final = """\
# # # # # S # . # # # # #
# # # # # . # . # # # # #
# # # # . . . . . # # # #
# # # # # . . . # # # # #
# # . # # . # . # # . # #
. . . . . # # # . . . . .
# # . . # # # # # . . # #
. . . . . # # # . . . . .
# # . # # . # . # # . # #
# # # # # . . . # # # # #
# # # # . . . . . # # # #
# # # # # . # . # # # # #
# # # # # . # . # # # # #"""
"""Rosetta Code, the same, of another shape."""
