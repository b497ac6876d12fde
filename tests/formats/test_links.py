"""Links to the pages of others: what is written reads back; public ones are judged."""

import base64
import json
import random
import zlib

import pytest

from caballero import Board, InvalidInput, Problem, TooLarge, find_tour, is_unique
from caballero.formats import read_link, read_puzzles, to_link
from seldom import each

HIDOKU = "https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku"
LOOP = "https://puzz.link/p?simpleloop/"

PUBLIC = {
    # T0nyX1ang/noqx, solver/simpleloop.py and its first list of examples
    "15/15/124000400000a0004g0002008h12000482008400004i1": "unique",
    # swaroopg92/penpa-edit, TESTING.md
    "12/12/40860g10m0kc0o0m3480q0g0008h2": "unique",
    "6/6/1g1g06o0": "unique",
    "10/10/ovof472311ggo8s4u0v0": "unique",
    # robx/pzprjs, test/script/simpleloop.js
    "5/5/sg020": "unique",
    # semiexp/cspuz_core, puzzle/simpleloop.rs
    "8/7/200200a42000": "unique",
    # three programs that solve Simple Loops; two of the last ones they name as no puzzles
    "5/5/o2c1v": "unique",
    "12/12/02000984b880g110o2g0g2id000gg": "unique",
    "10/10/08004g4g6400147sg0g0": "unique",
    "15/15/44800030hg8148g020400g114100c010kg01h0000024c": "unique",
    "20/20/7493441004hg1054j00400020002o002400404002000i00300000g000001g48001000h204008400o":
        "unique",
    "7/6/000c1g000": "several",
    "12/8/00000fu20gnk55000000": "several",
    "11/11/00083vo8g48fv08041vs10000": "none",
    # the notes of the last of these programs
    "43/20/000000000000000003vvvvvvvo8v3vu7ov0000000002ga00k2g3rnevutrng2ga40k2g0000g0001u7oifhu4"
    "7vvucvvvgvvvo3vvu3vvv6fvvofvvsjvvv1vvv6fvvs7vvs1vvvgvvvj7vvu3vvv4vvvo0000g000000020000":
        "unique",
    # an example of a site that solves them; a test of a decoder
    "20/20/124000044004i000200120018l001000000200000084000080220000o00g000080020h224008400p":
        "unique",
    "6/4/gg022": "several",
}  # fmt: skip
"""Public links to Simple Loops, what follows ``simpleloop/``, and whether each is a puzzle."""


LONG = "20/20/124"
"""How the loop begins whose solution takes a minute to prove."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=[pytest.mark.nightly] * case[0].startswith(LONG))
        for case in PUBLIC.items()
    ],
)
def test_public_loops_are_judged(case: tuple[str, str]) -> None:
    link, verdict = LOOP + case[0], case[1]
    loop = read_link(link)
    assert to_link(loop, "puzzlink") == link
    assert (loop.piece.name, loop.closed, is_unique(loop).status) == (
        "wazir", True, verdict,
    )  # fmt: skip


def test_a_public_hidoku_is_judged() -> None:
    """From the tests of semiexp/cspuz_core, puzzle/hidato.rs."""
    puzzle = read_link(HIDOKU)
    assert puzzle == Problem("4 . . 11\n. . . .\n. 6 # 1", "king")
    assert to_link(puzzle, "kudamono") == HIDOKU
    assert is_unique(puzzle)


def test_older_links_have_rows_and_columns_in_the_order_of_texts() -> None:
    """A side of 12 has the order 0, 1, 10, 11, 2, …, 9, from the bottom and from the left."""
    link = "https://pedros.works/paper-puzzle-player.html?W=11&H=11&L=(5)2x12&G=hidoku"
    puzzle = read_link(link)
    assert puzzle.board.shape == (12, 12)
    assert puzzle.board.gaps == ((1, 1),)
    assert puzzle.clues == (((1, 0), 5),)


def test_random_boards_read_back() -> None:
    rng = random.Random(7)
    for seed in range(40):
        shape = rng.randint(2, 12), rng.randint(2, 12)
        squares = [(r, c) for r in range(shape[0]) for c in range(shape[1])]
        holes = rng.sample(squares, rng.randrange(len(squares) // 2))
        board = Board(shape, tuple(holes))
        free = [*board]
        numbers = rng.sample(range(1, len(free) + 1), len(free) // 2)
        hidato = Problem(board, "king", clues=[*zip(free, numbers, strict=False)])
        loop = Problem(board, "wazir", closed=True)
        for problem, site in ((hidato, "kudamono"), (loop, "puzzlink")):
            link = to_link(problem, site)
            assert read_link(link) == problem, (seed, link)
            assert to_link(read_link(link), site) == link


def penpa(problem: Problem) -> tuple[list[str], dict[str, object], list[int]]:
    """Unpack a link to Penpa+: the head, the layer of the puzzle, the indices of its squares."""
    packed = to_link(problem, "penpa").partition("&p=")[2]
    lines = zlib.decompress(base64.b64decode(packed), -15).decode().split("\n")
    steps = json.loads(lines[5])
    squares = [sum(steps[: i + 1]) for i in range(len(steps))]
    return lines[0].split(","), json.loads(lines[3]), squares


def test_penpa_has_squares_clues_waypoints_and_walls() -> None:
    head, layer, squares = penpa(Problem("1 . #\n. 7 .\n. . .", "king"))
    assert head[:3] == ["square", "3", "3"]
    assert squares == [16, 17, 23, 24, 25, 30, 31, 32]
    assert layer["number"] == {"16": ["1", 1, "1"], "24": ["7", 1, "1"]}
    _head, layer, _squares = penpa(Problem("zip\n1 . .\n. 2 .\nwalls: a1-a2 b1-c1"))
    numbers = layer["number"]
    assert isinstance(numbers, dict)
    assert [mark[:2] for mark in numbers.values()] == [["1", 7], ["2", 7]]
    # Corners follow the 7 times 6 squares: the wall below a2, and the one at the right of b1.
    assert layer["lineE"] == {"57,58": 2, "59,66": 2}


@each(
    "case",
    [
        (Problem(5), "kudamono"), (Problem(5, "king", closed=True), "kudamono"),
        (Problem("hex3", "king"), "kudamono"), (Problem("5x5 torus", "king"), "kudamono"),
        (Problem(5, "wazir"), "puzzlink"), (Problem("2x2x2", "wazir", closed=True), "puzzlink"),
        (Problem(4, "wazir", closed=True, clues={"a1": 1}), "puzzlink"),
        (Problem(5, forced=["a1-b3"]), "penpa"), (Problem(5, forbidden=["a1-b3"]), "penpa"),
        (Problem(5), "nikoli"),
    ],
)  # fmt: skip
def test_what_a_site_cannot_show(case: tuple[Problem, str]) -> None:
    with pytest.raises(InvalidInput):
        to_link(*case)


@each(
    "link",
    [
        "https://puzz.link/p?slither/5/5/sg020", "https://puzz.link/p?simpleloop/5/5/sgZ20",
        LOOP + "v:/11/11/0408080080k400g014000024g",  # other rules; from the tests of penpa-edit
        "https://example.org",
        HIDOKU.replace("hidoku", "akari"), HIDOKU.replace("W=4x3", "W=4"),
        HIDOKU.replace("x3", "y3"), HIDOKU.replace("(11)2", "(11)9"),
        HIDOKU.replace("(11)", "(4)"), LOOP + "0/0/", LOOP + "5/1/v", "https://" + "x" * 5000,
    ],
)  # fmt: skip
def test_links_that_are_none(link: str) -> None:
    with pytest.raises(InvalidInput):
        read_link(link)


def test_a_link_that_is_torn_or_of_a_newer_version() -> None:
    """No beginning of a link is read as another puzzle; parts that are unknown are not ignored."""
    for link, first in ((LOOP + "5/5/sg020", len(LOOP + "5/5/") + 1), (HIDOKU, 1)):
        for n in range(first, len(link)):
            with pytest.raises(InvalidInput):
                read_link(link[:n])
    for link in (HIDOKU + "&V=2", HIDOKU + "&G=hidoku", LOOP + "5/5/sg0200", LOOP + "5/5/sg02/"):
        with pytest.raises(InvalidInput, match="newer version"):
            read_link(link)


def test_large_boards_are_refused_at_once() -> None:
    for link in (LOOP + "99999/99999/", HIDOKU.replace("4x3", "99999x99999")):
        with pytest.raises(TooLarge):
            read_link(link)


def test_a_file_may_have_several_links() -> None:
    first, second = read_puzzles(f"{HIDOKU}\n{LOOP}5/5/sg020\n")
    assert (first.piece.name, second.piece.name) == ("king", "wazir")
    assert find_tour(second).closed
    with pytest.raises(InvalidInput, match="Puzzle 2"):
        read_puzzles(f"{HIDOKU}\nhttps://example.org")
