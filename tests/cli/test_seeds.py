"""What the four texts print, printed by the command line.

``tests/kernels/test_backtracking_kernel.py`` has all their nodes, ``tests/proof/test_judge.py``
what they print and is no tour.

The sources: GeeksforGeeks, "The Knight's tour problem | Backtracking-1"; the class notes of
IIC1103, Pontificia Universidad Católica de Chile; the knight's tour of
trekhleb/javascript-algorithms and its tests; the fourth exercise of Algorítmica, Universidad de
Granada, 2016-2017.
"""

from __future__ import annotations

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


@pytest.mark.parametrize(
    ("board", "nodes", "printed"),
    [(6, 7_661_837, GRANADA_PLAIN_6), (7, 12_799_463, GRANADA_PLAIN_7)],
)
def test_granada(caballero: Terminal, board: int, nodes: int, printed: str) -> None:
    out, err = matrix(caballero, board, "granada", "2,2")
    assert out == printed
    assert f"{number(nodes)} nodes" in err


def cells(block: str) -> list[str]:
    return block.split("-----")[1].split()


def test_trace_places_as_printed(caballero: Terminal) -> None:
    """The exercise places 0 at (2,2), 1 at (0,1), 2 at (2,0), 3 at (1,2) and 4 at (0,0)."""
    reply = caballero("trace", 3, "--order", "granada", "--start", "2,2", "--lang", "es")
    assert reply.status == 1
    blocks = reply.out.split("\n\n")
    assert (
        blocks[0] == "Turno: 1 movimiento: 0\n-----\n -1  -1  -1\n -1  -1  -1\n -1  -1   0\n-----"
    )
    seen: list[list[str]] = []
    for block in blocks:
        if "backtracking" in block:
            break
        if cells(block) not in seen:
            seen.append(cells(block))
    assert [" ".join(board) for board in seen[:5]] == [
        "-1 -1 -1 -1 -1 -1 -1 -1 0",
        "-1 1 -1 -1 -1 -1 -1 -1 0",
        "-1 1 -1 -1 -1 -1 2 -1 0",
        "-1 1 -1 -1 -1 3 2 -1 0",
        "4 1 -1 -1 -1 3 2 -1 0",
    ]
    assert reply.out.splitlines()[-1].startswith("No hay recorrido: 15 nodos")


# With the fifth and the sixth move the other way round, Granada's printed trace comes out move by
# move; both orders, and a third, give its two printed tours.
AS_TRACED = "-2,-1;-2,1;2,-1;2,1;-1,-2;-1,2;1,-2;1,2"


def test_trace_move_by_move(caballero: Terminal) -> None:
    reply = caballero("trace", 3, "--order", AS_TRACED, "--start", "2,2", "--lang", "es")
    reported = [" ".join(block.split()) for block in reply.out.split("\n\n")]
    one, two = "-1 1 -1 -1 -1 -1 -1 -1 0", "-1 1 -1 -1 -1 -1 2 -1 0"
    three, four = "-1 1 -1 -1 -1 3 2 -1 0", "4 1 -1 -1 -1 3 2 -1 0"

    def blocks(turn: int, moves: range, board: str) -> list[str]:
        return [f"Turno: {turn} movimiento: {move} ----- {board} -----" for move in moves]

    begins = [
        *blocks(1, range(1), "-1 -1 -1 -1 -1 -1 -1 -1 0"),
        *blocks(2, range(3), one),
        *blocks(3, range(6), two),
        *blocks(4, range(2), three),
    ]
    assert reported[: len(begins)] == begins
    # Here the exercise leaves some out; then it goes on with these.
    ends = [*blocks(5, range(5, 8), four), "backtracking " + blocks(4, range(5, 6), three)[0]]
    at = reported.index(ends[0])
    assert reported[at : at + len(ends)] == ends
    assert reply.status == 1


@pytest.mark.parametrize(
    ("board", "nodes", "printed"),
    [(6, 3_494_341, GRANADA_PLAIN_6), (7, 12_799_463, GRANADA_PLAIN_7)],
)
def test_granada_as_traced(caballero: Terminal, board: int, nodes: int, printed: str) -> None:
    out, err = matrix(caballero, board, AS_TRACED, "2,2")
    assert out == printed
    assert f"{number(nodes)} nodes" in err
