"""Texts along tours: boards of the right size, syllables, and other readings by brute force."""

import random
from contextlib import suppress
from functools import cache
from itertools import takewhile

import pytest

import naive
from caballero import (
    Board,
    Graph,
    InvalidInput,
    LimitReached,
    Limits,
    NoTour,
    Problem,
    TooLarge,
    verify,
)
from caballero.model import InvalidProblem, UnknownName
from caballero.puzzles import TextPuzzle, cut_text, text_puzzle
from caballero.puzzles.shapes import boards_of
from seldom import each, mostly_nightly

WITHOUT_BOARD = {*range(2, 8), 9}
"""The numbers of squares up to 400 for which no board with a knight's tour is found."""

SPANISH = """
    a-é-re-o ciu-dad hue-vo a-hín-co trans-por-te cons-truc-ción pin-güi-no que-so gue-rra pa-ís
    rí-o hé-ro-e Ma-rí-a a-ve-ri-guáis Pa-ra-guay le-yes ins-tan-te pers-pec-ti-va al-co-hol bú-ho
    ex-tra-ño ca-ba-llo pe-rro mu-cha-cho ac-ción a-bra-zo a-pli-car rit-mo psi-co-lo-gí-a te-a-tro
    o-cé-a-no le-er rey muy y hoy ver-güen-za ci-güe-ña mur-cié-la-go ba-úl ma-íz
    prohi-bir ahi-ja-do cruel viu-da ce-nit i-tem e-xa-men Mé-xi-co es-drú-ju-lo
    ju-nio guión náu-se-a in-hi-bir
"""

ENGLISH = "knight jour-ney wa-ter let-ter ta-ble mu-sic puz-zle syl-la-ble some-thing over don't"


def made(text: str, **how: object) -> TextPuzzle:
    """A puzzle whose tour is a tour that reads the text."""
    puzzle = text_puzzle(text, **how)  # type: ignore[arg-type]
    assert isinstance(puzzle, TextPuzzle)
    tour = puzzle.tour
    assert verify(tour, Problem(tour.board, tour.piece, tour.closed))
    assert puzzle.read(tour) == puzzle.parts
    assert len(tour) == tour.board.size == len(puzzle.parts)
    return puzzle


# -- parts -----------------------------------------------------------------------------------------


@each("word", SPANISH.split())
def test_spanish_syllables(word: str) -> None:
    assert cut_text(word.replace("-", ""), language="es") == tuple(word.upper().split("-"))


@each("word", ENGLISH.split())
def test_english_syllables(word: str) -> None:
    assert cut_text(word.replace("-", "")) == tuple(word.upper().split("-"))


def test_parts_are_the_letters() -> None:
    text = "«¿Qué ves?» —dijo Núñez, 3 veces—: ‘l’eau’ est d'Ouro…"
    letters = "QUÉVESDIJONÚÑEZ3VECESLEAUESTDOURO"
    assert "".join(cut_text(text, by="letter")) == letters
    assert cut_text(text, by="word")[-3:] == ("L’EAU", "EST", "D'OURO")
    for language in ("en", "es"):
        joined = "".join(cut_text(text, language=language))
        assert joined.replace("’", "").replace("'", "") == letters


@pytest.mark.parametrize(
    ("text", "shown"), [("I ♥ tours", "♥"), ("50%", "%"), ("a\x00b", "U+0000"), ("1+1", "+")]
)
def test_characters_without_a_place(text: str, shown: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        cut_text(text, by="letter")
    assert caught.value.code == "parts-character"
    assert f"“{shown}”" in str(caught.value)


def test_texts_that_cannot_be_cut() -> None:
    for empty in ("", " \n ", "¡…!"):
        with pytest.raises(InvalidInput, match="no letters"):
            cut_text(empty)
    with pytest.raises(TooLarge, match="at most 10"):
        cut_text("a" * 10_001)
    with pytest.raises(TooLarge, match="41 letters"):
        cut_text("a" * 41)
    assert len(cut_text("a" * 41, by="letter")) == 41
    with pytest.raises(UnknownName, match="did you mean “syllable”"):
        cut_text("a", by="syllables")
    with pytest.raises(UnknownName, match="Choose one of: en, es"):
        cut_text("a", language="fr")


# -- boards ----------------------------------------------------------------------------------------


@each("count", range(1, 401))
def test_boards_have_so_many_squares(count: int) -> None:
    boards = boards_of(count)
    assert boards
    assert {board.size for board in boards} == {count}
    assert len({*boards}) == len(boards)
    missing = [len(board.holes) for board in boards]
    assert missing[0] == 0 or not any(
        rows * columns == count for rows in range(1, 21) for columns in range(rows, 2 * rows + 1)
    )


@pytest.mark.slow
@each("count", range(1, 101))
def test_texts_of_all_lengths(count: int) -> None:
    text = "".join(random.Random(count).choices("ABCDEFGHIJKLMNÑOPQRSTUVWXYZ", k=count))
    if count in WITHOUT_BOARD:
        following = min({*range(count, 20)} - WITHOUT_BOARD)
        with pytest.raises(InvalidProblem, match=f"next size is {following}:"):
            text_puzzle(text, by="letter")
    else:
        made(text, by="letter")


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("piece", ["king", "wazir", "knight", "zebra"])
def test_other_pieces(piece: str, closed: bool) -> None:
    puzzle = made("a" * 100, by="letter", piece=piece, closed=closed)
    assert (puzzle.tour.closed, puzzle.tour.piece.name) == (closed, piece)


def test_boards_of_your_own() -> None:
    ring = "a . .\n. # .\n. . .".replace("a", ".")
    assert made("caballos", by="letter", board=ring).tour.board == Board((3, 3), holes=[(1, 1)])
    puzzle = made("a" * 25, by="letter", board=Problem("5", start="a1", end="e5"))
    assert (puzzle.first, puzzle.tour.squares[-1]) == ((4, 0), (0, 4))
    assert made("salto del rey", by="letter", board="11x1", piece="king").alike is None
    with pytest.raises(NoTour):
        text_puzzle("a" * 16, by="letter", board=4)
    with pytest.raises(InvalidProblem, match="needs 16 squares, and the board 5x5 has 25"):
        text_puzzle("a" * 16, by="letter", board=5)
    with pytest.raises(InvalidProblem, match="leave the clues and waypoints out"):
        text_puzzle("a" * 25, by="letter", board=Problem("5", clues={"a1": 3}))
    with pytest.raises(InvalidInput, match="needs a board"):
        text_puzzle("abc", by="letter", board=Graph.from_edges([("a", "b"), ("b", "c")]))
    with pytest.raises(TooLarge, match="at most 400"):
        text_puzzle("a" * 401, by="letter")


# -- other readings --------------------------------------------------------------------------------


@cache
def all_tours(problem: Problem, closed: bool, start: int) -> list[list[int]]:
    graph = problem.graph()
    neighbours = [graph.neighbours(v) for v in range(len(graph))]
    return [*naive.all_tours(neighbours, closed=closed, start=start)]


def most_alike(puzzle: TextPuzzle) -> int | None:
    """The most parts that another tour reads before it reads something else, by listing all."""
    tour = puzzle.tour
    labels = dict(zip(tour.order, puzzle.parts, strict=True))
    lines = all_tours(Problem(tour.board, tour.piece), tour.closed, tour.order[0])
    texts = {tuple(labels[v] for v in line) for line in lines}
    assert puzzle.parts in texts
    return max(
        (
            sum(
                1
                for _ in takewhile(
                    lambda pair: pair[0] == pair[1], zip(text, puzzle.parts, strict=True)
                )
            )
            for text in texts - {puzzle.parts}
        ),
        default=None,
    )


BOARDS = {
    "knight": ("3x4", "3x7", "5x5", "4x5", ".....\n.....\n#...#"),
    "king": ("3x3", "2x5", "...\n.#.\n...\n..#"),
    "wazir": ("4x4", "3x5", "1x6"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "letters", mostly_nightly(["AB", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "A", "ABC"], 2)
)
@pytest.mark.parametrize("seed", mostly_nightly(range(4), every=4))
@pytest.mark.parametrize(("piece", "board"), [(p, b) for p, bs in BOARDS.items() for b in bs])
def test_other_readings_by_brute_force(piece: str, board: str, seed: int, letters: str) -> None:
    size = Board(board).size if "\n" not in board else Board.from_drawing(board).size
    rng = random.Random(f"{board}{seed}{letters}")
    text = "".join(rng.choices(letters, k=size))
    puzzle = made(text, by="letter", piece=piece, board=board, seed=seed)
    assert puzzle.alike == most_alike(puzzle)
    assert puzzle.limit is None
    if puzzle.other is not None:
        assert verify(puzzle.other, Problem(puzzle.tour.board, piece))
        assert puzzle.other.squares[0] == puzzle.first
        assert puzzle.read(puzzle.other) != puzzle.parts


@pytest.mark.long_plain
def test_limits() -> None:
    text = "a" * 16 + "bcdefghij"
    with pytest.raises(LimitReached):
        text_puzzle(text, by="letter", limits=0)
    whole = made(text, by="letter")
    spent, seen = whole.stats.nodes, set()
    for nodes in range(0, spent, max(1, spent // 40)):
        with suppress(LimitReached):
            puzzle = text_puzzle(text, by="letter", limits=Limits(nodes=nodes))
            seen.add((puzzle.limit, puzzle.readings.code))
            assert (puzzle.alike or 0) <= (whole.alike or 0)
    assert (None, "readings-other") in seen | {(whole.limit, whole.readings.code)}
    assert ("nodes", "readings-unknown") in seen
    assert {code for limit, code in seen if limit} <= {"readings-unknown", "readings-more"}
