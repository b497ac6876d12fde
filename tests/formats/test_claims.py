"""Claims as pupils and programs write them: spreadsheets, numbered lists, titles, several tours."""

from itertools import product
from typing import Any

import pytest

from caballero import InvalidInput, Tour, find_tour, iter_tours, verify
from caballero.formats import read_claim, to_matrix_text, to_moves_text
from seldom import each

TOUR = find_tour("3x4")
NAMES = TOUR.names()
ROWS: list[Any] = TOUR.matrix()


@pytest.mark.parametrize("mark", [",", ";", "\t", " , "])
@each("last", range(13))
def test_a_spreadsheet_with_empty_cells(mark: str, last: int) -> None:
    """The board of an unfinished tour, wherever its empty cells are."""
    cells = [["" if n is None or n > last else str(n) for n in row] for row in ROWS]
    text = "\n".join(mark.join(row) for row in cells) + "\n"
    if last == 0:
        with pytest.raises(InvalidInput):
            read_claim(text)
        return
    claim = read_claim(text)
    assert claim.shape == (3, 4)
    assert sorted(claim.numbered) == [*enumerate(TOUR.squares[:last], start=1)]


def test_an_empty_cell_is_no_traceback_and_no_false_length() -> None:
    text = "1,4,7,10\n8,11,2,5\n3,,9,12\n"
    assert read_claim(text) == read_claim("1 4 7 10\n8 11 2 5\n3 . 9 12")
    assert read_claim("Ana López 2.º A,,,\n" + text) == read_claim(text)
    assert read_claim(text.replace(",", ";")) == read_claim(text)
    with pytest.raises(InvalidInput) as caught:
        read_claim("1,4,7,10\n8,,2,5\n3,,9\n")
    assert caught.value.message.data == {"line": 3, "count": 3, "first": 4}


@pytest.mark.parametrize(
    "title", ["Fátima", "Fátima 2.º A", "Clase 3", "Solution 1:", "Tablero 3x4", "The tour is:"]
)
def test_a_name_line_first(title: str) -> None:
    for body in (to_matrix_text(TOUR), to_moves_text(TOUR), "\n".join(NAMES)):
        assert verify(read_claim(f"{title}\n{body}\n")).tour == TOUR
        assert verify(read_claim(f"{title}\n\n{body}\n")).tour == TOUR


def test_squares_in_a_line_of_words_are_not_lost() -> None:
    captioned = "My tour: " + " ".join(NAMES[:6]) + "\n" + " ".join(NAMES[6:])
    assert verify(read_claim(captioned)).tour == TOUR
    with pytest.raises(InvalidInput, match="“Start” in line 1"):
        read_claim(f"Start {NAMES[0]}\n" + "\n".join(NAMES[1:]))


def test_captions_bars_and_marks_of_free_squares() -> None:
    rows = to_matrix_text(TOUR).splitlines()
    assert verify(read_claim("row: column: " + "\n".join(rows))).tour == TOUR
    bars = ["|".join(row.split()) for row in rows]
    assert verify(read_claim("\n".join(bars))).tour == TOUR
    markdown = [f"| {row.replace('|', ' | ')} |" for row in bars]
    markdown.insert(1, "|---" * len(bars[0].split("|")) + "|")
    assert verify(read_claim("\n".join(markdown))).tour == TOUR
    for mark in ("_", "-", "--", "?"):
        assert read_claim(f"1 {mark} 3\n{mark} 2 4") == read_claim("1 . 3\n. 2 4")


def test_encodings() -> None:
    """With a mark, or of older programs of Windows."""
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        text = f"Fátima\n{to_matrix_text(TOUR)}"
        assert verify(read_claim(text.encode(encoding))).tour == TOUR
    with pytest.raises(InvalidInput, match="UTF-8"):
        read_claim("Fátima\n1 2\x02".encode("cp1252"))


@pytest.mark.parametrize("join", ["-", "–", "->", " - ", " → ", "=>"])
def test_moves_joined_by_signs(join: str) -> None:
    assert verify(read_claim(join.join(NAMES))).tour == TOUR
    if join not in "-–" and join != " - ":
        squares = [f"{r},{c}" for r, c in TOUR.squares]
        assert verify(read_claim(join.join(squares))).tour == TOUR
        assert verify(read_claim(join.join(f"({square})" for square in squares))).tour == TOUR


@each("form", ["{}. {}", "{}.{}", "{}) {}", "{}: {}", "{} {}", "{};{}", "{},{}"])
def test_numbered_lists_and_letters_of_pieces(form: str) -> None:
    for letter, between in product(("", "C", "N"), "\n "):
        text = between.join(form.format(n, letter + name) for n, name in enumerate(NAMES, start=1))
        assert verify(read_claim(text)).tour == TOUR
        assert verify(read_claim(" ".join(letter + name for name in NAMES))).tour == TOUR


def several(*tours: Tour) -> list[str]:
    """Tours after each other in each format that the project writes."""
    from caballero.render.text import tour_text

    lines = [str(tour.to_dict()).replace("'", '"').replace("False", "false") for tour in tours]
    blocks = (to_matrix_text, to_moves_text, tour_text)
    return ["\n".join(lines), *("\n\n".join(map(write, tours)) for write in blocks)]


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("board", ["3x4", "2x3x4"])
def test_several_tours_are_refused_by_their_number(board: str, count: int) -> None:
    piece = "knight" if board == "3x4" else "wazir"
    tours = [tour for tour, _ in zip(iter_tours(board, piece=piece), range(count), strict=False)]
    for text in several(*tours):
        with pytest.raises(InvalidInput) as caught:
            read_claim(text)
        assert (caught.value.code, caught.value.message.data) == ("claim-several", {"count": count})
    for text in several(tours[0]):
        assert verify(read_claim(text), piece=piece).tour == tours[0]
