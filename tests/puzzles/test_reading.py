"""Printed boards of letters are read by a list of words."""

import re
from itertools import chain

import pytest

from caballero import InvalidInput, LimitReached, verify
from caballero.puzzles import Reading, cut_text, read_along, text_puzzle
from caballero.puzzles.reading import printed_text
from caballero.render.text import framed

PROVERBS = (
    "The knights never sleep", "A bird in the hand is worth two in the bush",
    "All that glitters is not gold", "Too many cooks spoil the broth",
    "Actions speak louder than words and the night is young",
    "Where there is smoke there is fire", "The early bird catches the worm",
    "When in Rome do as the Romans do", "Better late than never said the tortoise to the hare",
    "Every cloud has a silver lining and every dog has its day",
)  # fmt: skip

MORE = (
    "about above again all also am an another any are as at back be because been before being "
    "below between both but by can could did does down each end even ever few first five for "
    "found four from get give go good great had have he head heart help her here him his home "
    "house how if into it just keep kind know land last left life light like line little long "
    "look made make man many may me mean men might mind more most much must my name near new "
    "next no now of off often old on one only open or other our out over own part place play "
    "put rain read right round run sea see seen set she should show side small so some soon "
    "stand star still such sun take tell ten than their them then these they thing think this "
    "those three time told tree turn under until up us use very was water way we well went were "
    "what which while white who why will wind wish with woman word work world would year you "
    "your tin her hen rose tone tear net den has ash "
)

WORDS = {*chain.from_iterable(map(str.split, [*PROVERBS, MORE]))}


@pytest.mark.parametrize("proverb", PROVERBS)
def test_ten_proverbs_are_read(proverb: str) -> None:
    """As they are printed: a board of letters, and its first square."""
    puzzle = text_puzzle(proverb, by="letter")
    cells = puzzle.labels
    cells[puzzle.first] = f"[{cells[puzzle.first]}]"
    board, labels, first = printed_text(framed(puzzle.tour.board, cells))
    assert (board, labels, first) == (puzzle.tour.board, puzzle.labels, puzzle.first)
    readings = read_along(board, labels, WORDS, first=first)
    assert proverb.upper() in map(str, readings)
    reading: Reading
    for reading in readings:
        assert verify(reading.tour, board)
        said = "".join(labels[square] for square in reading.tour.squares)
        assert said == "".join(reading.words)
        assert {word.lower() for word in reading.words} <= {word.lower() for word in WORDS}


def test_syllables_and_no_first_square() -> None:
    proverb = "A mal tiempo, buena cara; a buen hambre no hay pan duro"
    puzzle = text_puzzle(proverb, language="es")
    words = re.findall(r"\w+", proverb)
    found = read_along(puzzle.tour.board, puzzle.labels, words)
    assert str(found[0]).replace(" ", "") == "".join(cut_text(proverb, "letter"))
    assert read_along(puzzle.tour.board, puzzle.labels, ["mal"]) == []


@pytest.mark.parametrize("text", ["", "A B\nC", "┌──┐\n└──┘"])
def test_what_is_no_board(text: str) -> None:
    with pytest.raises(InvalidInput, match="no board of texts"):
        printed_text(text)


def test_limits() -> None:
    puzzle = text_puzzle(PROVERBS[0], by="letter")
    with pytest.raises(LimitReached):
        read_along(puzzle.tour.board, puzzle.labels, WORDS, limits=0)
    with pytest.raises(InvalidInput, match="no text"):
        read_along(puzzle.tour.board, {}, WORDS)
