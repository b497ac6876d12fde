"""Boards, puzzles and tours as people have them: each is read as it is meant, or refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

from caballero import InvalidInput, find_tour, verify
from caballero.formats import read_claim, read_puzzles
from caballero.machine.words import LANGUAGES
from cli.terminal import Terminal

TOUR = find_tour("5x5", start="a5")
ROWS = [[TOUR.index((row, column)) + 1 for column in range(5)] for row in range(5)]
SQUARES = [*map(tuple, TOUR.squares)]
NAMES = TOUR.names()
CLOSED = find_tour("6x6", closed=True)
RING: list[list[int | None]] = [[1, 4, 7], [6, None, 2], [3, 8, 5]]


def wide(first: int = 1, before: Callable[[int], str] = lambda _row: "") -> str:
    """The rows as C++ prints them by ``setw(3)``."""
    rows = ["".join(f"{n - 1 + first:3}" for n in row) for row in ROWS]
    return "\n".join(before(i) + row for i, row in enumerate(rows))


def each(form: str, between: str = "\n", shift: int = 0) -> str:
    """The squares in order, each with its number from 1 (n) or 0 (i), and its name."""
    return between.join(
        form.format(n=i + 1, i=i, r=r + shift, c=c + shift, name=NAMES[i])
        for i, (r, c) in enumerate(SQUARES)
    )


def moves(form: str, between: str = " ") -> str:
    ends = zip(NAMES, NAMES[1:], SQUARES, SQUARES[1:], strict=False)
    return between.join(form.format(a=a, b=b, p=p, q=q) for a, b, p, q in ends)


CLAIMS = {
    "from 0": wide(0), "words around": f"Solution found!\n{wide(0)}\n\nSteps: 8250732\nTime: 0.3 s",
    "words above": f"Tiempo: 0.3 s\nNodos: 36\n{wide()}",
    "an exit code": f"{wide()}\nProcess returned 0 (0x0)   execution time : 0.012 s\nPress a key.",
    "answers to prompts": f"Enter the size of the board: 5\nEnter the row: 0\n{wide(0)}",
    "a shell": f"$ ./knight 5\n{wide()}\n\nreal\t0m0.1s", "a caption": f"Tour found: {ROWS}",
    "lists": "Solution:\n" + "\n".join(map(str, ROWS)), "tuples": str(tuple(map(tuple, ROWS))),
    "names around": f"    a  b  c  d  e\n{wide(1, lambda i: f'{5 - i} ')}\n    a  b  c  d  e",
    "names below": f"{wide()}\n  a  b  c  d  e",
    "indices": f"     0  1  2  3  4\n   -------------\n{wide(1, lambda i: f'{i} |')}",
    "R": f"   [,1] [,2] [,3] [,4] [,5]\n{wide(1, lambda i: f'[{i + 1},]')}",
    "floats": "\n".join(" ".join(f"{n}.0" for n in row) for row in ROWS),
    "full width": wide().translate({ord("0") + d: 0xFF10 + d for d in range(10)}),
    "double spaced": wide().replace("\n", "\n\n"), "a fence": f"```text\n{wide()}\n```",
    "mail": "> " + wide().replace("\n", "\n> "),
    "LaTeX": " \\\\\n".join(" & ".join(map(str, row)) for row in ROWS) + " \\\\ \\hline",
    "holes as blanks": "\n".join("".join(f"{n or '':3}" for n in row) for row in RING),
    "coordinates from 1": each("({r},{c})", " ", 1), "lines from 1": each("{r} {c}", "\n", 1),
    "lists from 1": f"[{each('[{r}, {c}]', ', ', 1)}]", "arrows": each("({r}, {c})", " -> "),
    "arrows from 1": each("({r}, {c})", " -> ", 1), "steps": each("Step {n}: ({r}, {c})"),
    "pasos": each("Paso {n}: ({r}, {c})"), "numbers and arrows": each("{i} -> ({r}, {c})"),
    "moves": each("Move {n}: {name}"), "parentheses": each("{n}) ({r},{c})"),
    "colons": each("{n}: {r},{c}"), "CSV": "step,row,col\n" + each("{n},{r},{c}"),
    "tabs": each("{i}\t{r}\t{c}"), "braces": each("{{{r},{c}}}", ", "),
    "angles": each("<{r},{c}>", " "), "semicolons": each("({r};{c})", " "),
    "a chain": "-".join(NAMES), "a knight": each("N{name}", " "), "dots": each("{n}. N{name}", " "),
    "pairs of a score": " ".join(f"{i // 2 + 1}. " * (i % 2 == 0) + n for i, n in enumerate(NAMES)),
    "figurines": each("♘{name}", " "), "both ends": moves("{a}{b}"), "ends": moves("{a}-{b}", ", "),
    "lines of ends": moves("{a} -> {b}", "\n"), "squares of ends": moves("{p}->{q}"),
    "a path": "Path: " + " -> ".join(NAMES) + "\nTotal moves: 24",
    "another order": "\n".join(sorted(each("{n}. {name}").split("\n"), key=lambda x: x[-2:])),
    "closed": " ".join([*CLOSED.names(), CLOSED.names()[0]]),
}  # fmt: skip
"""Valid tours."""


@pytest.mark.parametrize("name", CLAIMS)
def test_a_tour_is_read_as_it_is_meant(name: str) -> None:
    verdict = verify(CLAIMS[name])
    assert verdict.valid, verdict
    assert verdict.tour is not None
    if name not in {"holes as blanks", "closed"}:
        assert verdict.tour.squares == TOUR.squares
        assert verify(CLAIMS[name], 5).valid
        broken = CLAIMS[name].replace("24", "23").replace(NAMES[9], NAMES[8])
        assert "(" in name or broken == CLAIMS[name] or not _valid(broken)


def _valid(text: str) -> bool:
    try:
        return verify(text, 5).valid
    except InvalidInput:
        return False


GRID = "1 . 3\n. . .\n7 . 9"

PUZZLES = {
    "double spaced": "1 . 3\r\n\r\n. . .\r\n\r\n7 . 9\r\n",
    "full width": "１　０　３\n０　０　０\n７　０　９",
    "full stops": "１ ． ３\n． ． ．\n７ ． ９", "zero width": "1 .\u200b 3\n. . .\n7 . 9",
    "tuples": "((1, 0, 3), (0, 0, 0), (7, 0, 9))",
    "lines of tuples": "(1, 0, 3)\n(0, 0, 0)\n(7, 0, 9)",
    "dashes": "1 – 3\n– – –\n7 – 9", "long dashes": "1 — 3\n— — —\n7 — 9",
    "squares": "1 □ 3\n□ □ □\n7 □ 9", "a fence": "```\n1 . 3\n. . .\n7 . 9\n```",
    "LaTeX": "1 & & 3 \\\\ \\hline\n& & \\\\\n7 & & 9 \\\\", "digits": "103\n000\n709",
    "bars": "1| |3\n | | \n7| |9", "names": "  a b c\n3 1 . 3\n2 . . .\n1 7 . 9",
    "pandas": "   0  1  2\n0  1  0  3\n1  0  0  0\n2  7  0  9",
    "R": "     [,1] [,2] [,3]\n[1,]    1   NA    3\n[2,]   NA   NA   NA\n[3,]    7   NA    9",
    "NaN": "[[ 1. nan  3.]\n [nan nan nan]\n [ 7. nan  9.]]",
    "Rust": "let b: [[i32; 3]; 3] = [[1, 0, 3], [0, 0, 0], [7, 0, 9]];",
    "Go": "var b = [3][3]int{\n\t{1, 0, 3},\n\t{0, 0, 0},\n\t{7, 0, 9},\n}",
    "Swift": "let g: [[Int?]] = [[1, nil, 3], [nil, nil, nil], [7, nil, 9]]",
    "semicolons at the end": "1 0 3;\n0 0 0;\n7 0 9;",
    "a double frame": "╔═══╤═══╤═══╗\n║ 1 │   │ 3 ║\n╟───┼───┼───╢\n║   │   │   ║\n"
    "╟───┼───┼───╢\n║ 7 │   │ 9 ║\n╚═══╧═══╧═══╝",
}  # fmt: skip
"""The same puzzle."""


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_is_read_as_it_is_meant(name: str, caballero: Terminal) -> None:
    text = f"numbrix\n{PUZZLES[name]}"
    (puzzle,) = read_puzzles(text)
    assert (puzzle.piece.name, puzzle.to_drawing()) == ("wazir", GRID)
    assert "1 . 3" in caballero("draw", "-", "--format", "text", stdin=text).out
    assert {n for n, _ in read_claim(PUZZLES[name]).numbered} - {0} == {1, 3, 7, 9}


@pytest.mark.parametrize(
    ("text", "piece"), [("3x3mRdnS:1a3c7a9", "king"), ("3x3mOEdh:1a3c7a9", "wazir")]
)
def test_game_ids_of_ascent(text: str, piece: str) -> None:
    puzzle, again = read_puzzles(f"{text}\n{text}")
    assert (puzzle.piece.name, puzzle.to_drawing()) == (piece, GRID)
    assert again == puzzle
    assert read_puzzles("3x3mR:A1_2c_5B")[0].to_drawing() == "# 1 2\n. . .\n5 # #"
    for refused in ("3x3mHdn:1a3c7a9", "3x3mRdn:1a3c7a"):
        with pytest.raises(InvalidInput, match="game id"):
            read_puzzles(refused)


@pytest.mark.parametrize(("text", "code"), [
    ("No solution", "claim-none"), ("[]", "claim-none"), (f"{wide()}\n\n{wide()}", "claim-several"),
    ("1 4 7 10\n12 9 2\n3 6 11 8", "matrix-ragged-line"), ("1. a1\n3. b3", "claim-numbers"),
    ("a1 b3 then c5", "name-unreadable-line"), ("<table><tr><td>1</td>", "not-a-number-line"),
    ("[1, 6, 5, 2]", "grid-flat"), ("int t[] = {1, 6, 5, 2};", "grid-flat"),
])  # fmt: skip
def test_what_is_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        verify(text, 5)
    assert caught.value.code == code
    assert len({caught.value.message.text(language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(("text", "code"), [
    (each("({r},{c})", " ", 1), "read-from-1"), (CLAIMS["closed"], "read-closed"),
    (CLAIMS["double spaced"], "read-spaced"), ("1 6 5 2 9 4 7 8 3", "read-one-row"),
    ("1\n6\n5\n2\n9\n4\n7\n8\n3", "read-one-row"),
])  # fmt: skip
def test_what_changes_the_question_is_said(text: str, code: str) -> None:
    claim = read_claim(text)
    shape = (5, 5) if claim.shape is None else claim.shape
    assert code in [message.code for message in claim.on(shape).reading]


def test_a_claim_of_no_tour_is_judged_among_others(caballero: Terminal, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Solution does not exist")
    (tmp_path / "b.txt").write_text(wide())
    assert caballero("verify", tmp_path / "a.txt", "--board", 4).out == "Valid: there is no tour.\n"
    wrong = caballero("verify", tmp_path / "a.txt", "--board", 5)
    assert (wrong.status, "There is a tour: a1" in wrong.out) == (1, True)
    both = caballero("class", "mark", tmp_path, "--board", 5)
    assert (both.status, "There is a tour" in both.out) == (1, True)
    assert "name its board with --board" in caballero("verify", tmp_path / "a.txt").err
