"""What the four texts print, printed by the command line.

``tests/kernels/test_backtracking_kernel.py`` has all their nodes, ``tests/proof/test_judge.py``
what they print and is no tour.

The sources: GeeksforGeeks, "The Knight's tour problem | Backtracking-1"; the class notes of
IIC1103, Pontificia Universidad Católica de Chile; the knight's tour of
trekhleb/javascript-algorithms and its tests; the fourth exercise of Algorítmica, Universidad de
Granada, 2016-2017.
"""

import pytest

from caballero.machine.words import number
from cli.terminal import Terminal
from seeds import GEEKSFORGEEKS_8, GRANADA_PLAIN_6, GRANADA_PLAIN_7


def matrix(caballero: Terminal, board: int, order: str, start: str) -> tuple[str, str]:
    reply = caballero(
        "tour", board, "--method", "backtracking", "--order", order, "--start", start,
        "--format", "matrix", "--first", 0,
    )  # fmt: skip
    assert reply.status == 0, reply.err
    return reply.out, reply.err


def test_geeksforgeeks(caballero: Terminal) -> None:
    out, err = matrix(caballero, 8, "geeksforgeeks", "0,0")
    assert out == GEEKSFORGEEKS_8
    assert "8\xa0250\xa0733 nodes" in err


# With the fifth and the sixth move the other way round, Granada's printed trace comes out move by
# move, as the documents show; both orders give its two printed tours.
AS_TRACED = "-2,-1;-2,1;2,-1;2,1;-1,-2;-1,2;1,-2;1,2"


@pytest.mark.parametrize(
    ("order", "board", "nodes", "printed"),
    [
        ("granada", 6, 7_661_837, GRANADA_PLAIN_6), ("granada", 7, 12_799_463, GRANADA_PLAIN_7),
        (AS_TRACED, 6, 3_494_341, GRANADA_PLAIN_6), (AS_TRACED, 7, 12_799_463, GRANADA_PLAIN_7),
    ],
)  # fmt: skip
def test_granada(caballero: Terminal, order: str, board: int, nodes: int, printed: str) -> None:
    out, err = matrix(caballero, board, order, "2,2")
    assert out == printed
    assert f"{number(nodes)} nodes" in err
