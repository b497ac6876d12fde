"""Puzzles that were published, with their solutions counted."""

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Published:
    """A puzzle as it is written elsewhere, under a line with its kind.

    `grade` is how hard the program finds it; empty if it has several solutions.
    """

    source: str
    text: str
    grade: str = ""


PUZZLES: Final = {
    "hidato": Published("Rosetta Code", "hidato\n" + HIDATO, "hard"),
    "numbrix": Published("Rosetta Code", "numbrix\n" + NUMBRIX, "medium"),
    "numbrix-2": Published("Rosetta Code", "numbrix\n" + NUMBRIX_2, "hard"),
    "hopido": Published("Rosetta Code", "hopido\n" + HOPIDO),
    "holy": Published("Rosetta Code", "knight\n" + HOLY),
    "holy-13": Published("Rosetta Code", "knight\n" + HOLY_13),
    "hakank-3": Published(
        "hakank/hakank, minizinc/hidato.mzn",
        """\
hidato
6,0,9,
0,2,8,
1,0,0""",
        "easy",
    ),
    "hakank-7": Published(
        "hakank/hakank, minizinc/hidato.mzn",
        """\
hidato
0,44,41, 0, 0, 0, 0,
 0,43, 0,28,29, 0, 0,
 0, 1, 0, 0, 0,33, 0,
 0, 2,25, 4,34, 0,36,
49,16, 0,23, 0, 0, 0,
 0,19, 0, 0,12, 7, 0,
 0, 0, 0,14, 0, 0, 0""",
        "hard",
    ),
    "benedek-1": Published(
        "G. Benedek, Hidato: 2000 Pure Logic Puzzles, practice; in the same file",
        """\
hidato
0, 0,20, 0, 0,
 0, 0, 0,16,18,
22, 0,15, 0, 0,
23, 0, 1,14,11,
 0,25, 0, 0,12,""",
        "hard",
    ),
    "benedek-3": Published(
        "The same book, in the same file, beginner",
        """\
hidato
0, 26,0,0,0,18,
0,0,27,0,0,19,
31,23,0,0,14,0,
0,33,8,0,15,1,
0,0,0,5,0,0,
35,36,0,10,0,0""",
        "medium",
    ),
    "benedek-15": Published(
        "The same book, in the same file, intermediate",
        """\
hidato
64, 0, 0, 0, 0, 0, 0, 0,
 1,63, 0,59,15,57,53, 0,
 0, 4, 0,14, 0, 0, 0, 0,
 3, 0,11, 0,20,19, 0,50,
 0, 0, 0, 0,22, 0,48,40,
 9, 0, 0,32,23, 0, 0,41,
27, 0, 0, 0,36, 0,46, 0,
28,30, 0,35, 0, 0, 0, 0,""",
        "hard",
    ),
    "benedek-156": Published(
        "The same book, in the same file, master",
        """\
hidato
88, 0, 0,100, 0, 0,37,0, 0,34,
 0,86, 0,96,41, 0, 0,36, 0, 0,
 0,93,95,83, 0, 0, 0,31,47, 0,
 0,91, 0, 0, 0, 0, 0,29, 0, 0,
 11,0, 0, 0, 0, 0, 0,45,51, 0,
 0, 9, 5, 3, 1, 0, 0, 0, 0, 0,
 0,13, 4, 0, 0, 0, 0, 0, 0, 0,
 15,0, 0,25, 0, 0,54,67, 0, 0,
 0,17, 0,23, 0,60,59, 0,69, 0,
 19,0,21,62,63, 0, 0, 0, 0, 0,""",
        "hard",
    ),
    "benedek-188": Published(
        "The same book, in the same file, genius",
        """\
hidato
  0,  0,134,  2,  4,  0,  0,  0,  0,  0,  0,  0,
136,  0,  0,  1,  0,  5,  6, 10,115,106,  0,  0,
139,  0,  0,124,  0,122,117,  0,  0,107,  0,  0,
  0,131,126,  0,123,  0,  0, 12,  0,  0,  0,103,
  0,  0,144,  0,  0,  0,  0,  0, 14,  0, 99,101,
  0,  0,129,  0, 23, 21,  0, 16, 65, 97, 96,  0,
 30, 29, 25,  0,  0, 19,  0,  0,  0, 66, 94,  0,
 32,  0,  0, 27, 57, 59, 60,  0,  0,  0,  0, 92,
  0, 40, 42,  0, 56, 58,  0,  0, 72,  0,  0,  0,
  0, 39,  0,  0,  0,  0, 78, 73, 71, 85, 69,  0,
 35,  0,  0, 46, 53,  0,  0,  0, 80, 84,  0,  0,
 36,  0, 45,  0,  0, 52, 51,  0,  0,  0,  0, 88,""",
        "hard",
    ),
    "evil": Published(
        "acmeism/RosettaCodeData, Solve-a-Hidato-puzzle, D, the second one",
        """\
hidato
. 4 .
_ 7 _
1 _ _""",
        "medium",
    ),
    "snake": Published(
        "acmeism/RosettaCodeData, Solve-a-Hidato-puzzle, D, the third one",
        """\
hidato
1 _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . 74
 . . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ . _ .
 . . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ . . _ _ .
""",
        "hard",
    ),
    "genius-200": Published(
        "stefanerwinmayer/Hidato_Solver, Puzzles/genius_200.txt, its [XXX] as #, [???] as _",
        """\
hidato
#  #  _  _  080  079  _  _  _  073  #  #
#  086  _  082  _  _  _  _  072  _  070  #
089  _  085  _  _  055  054  053  _  069  068  067
088  _  _  #  #  _  _  #  #  _  _  065
_  _  _  #  #  012  001  #  #  _  061  _
_  _  092  _  _  013  _  _  _  004  062  _
#  093  _  045  044  _  _  _  007  _  _  #
#  #  _  _  _  _  019  020  _  _  #  #
#  101  100  _  042  112  _  021  _  _  _  #
_  102  _  110  _  _  040  _  034  _  _  _
_  _  107  #  #  _  _  #  #  024  026  _
#  _  _  #  #  _  038  #  #  027  _  #""",
        "hard",
    ),
    "parade-16": Published(
        "Parade of 2020-09-16; in EdLogg/Numbrix, Puzzles/20_09_16.txt, one number a line",
        """\
numbrix
0 0 0 0 0 0 0 0 0
0 0 26 25 0 21 18 0 0
0 32 0 0 0 0 0 6 0
0 35 0 0 0 0 0 7 0
0 0 0 0 0 0 0 0 0
0 63 0 0 0 0 0 9 0
0 74 0 0 0 0 0 44 0
0 0 78 71 0 53 50 0 0
0 0 0 0 0 0 0 0 0""",
        "medium",
    ),
    "parade-20": Published(
        "Parade of 2020-09-20; in EdLogg/Numbrix, Puzzles/20_09_20.txt, one number a line",
        """\
numbrix
43 0 45 0 47 0 63 0 65
0 0 0 0 0 0 0 0 0
37 0 0 0 0 0 0 0 69
0 0 0 0 0 0 0 0 0
23 0 0 0 0 0 0 0 71
0 0 0 0 0 0 0 0 0
13 0 0 0 0 0 0 0 75
0 0 0 0 0 0 0 0 0
11 0 7 0 3 0 81 0 77""",
        "hard",
    ),
    "tabs": Published(
        "TomasPhilippart/NumbrixSolver, tests/input11.txt, without its first line",
        """\
numbrix
0\t0\t0\t0\t0\t0\t0\t0\t0\t0
0\t0\t0\t0\t0\t0\t16\t79\t0\t0
0\t0\t0\t0\t25\t0\t0\t78\t77\t0
0\t9\t0\t29\t0\t0\t0\t0\t70\t0
91\t8\t0\t0\t0\t0\t0\t0\t0\t0
92\t0\t0\t0\t0\t51\t0\t0\t0\t0
93\t0\t0\t0\t0\t50\t49\t0\t65\t0
0\t0\t0\t0\t0\t43\t48\t0\t0\t0
0\t0\t39\t40\t0\t0\t0\t0\t0\t0
0\t0\t0\t99\t100\t45\t0\t0\t0\t0""",
    ),
    "clojure": Published(
        "jkndrkn/numbrix-clj, src/com/github/jkndrkn/numbrix.clj, hints-5x5",
        """\
numbrix
3 0 0 0 15
 0 0 0 0 0
 0 0 0 0 0
 0 9 0 0 0
 0 0 0 0 0""",
    ),
    "tarek": Published(
        "tarek, 2012-01-19, forum.enjoysudoku.com, thread 30443",
        """\
knight closed
.. .. .. .. .. .. .. ..
.. .. .. 01 18 .. .. ..
.. .. 15 .. .. 64 .. ..
.. 29 .. .. .. .. 04 ..
.. 20 .. .. .. .. 33 ..
.. .. 22 .. .. 57 .. ..
.. .. .. 36 53 .. .. ..
.. .. .. .. .. .. .. ..""",
        "expert",
    ),
}
"""Public puzzles; what their sources say about their solutions is not relied on."""
