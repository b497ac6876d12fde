"""Values that show themselves in a notebook: what they show, and that it stays small."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from caballero import (
    Board,
    Count,
    Found,
    GaveUp,
    Graph,
    Impossible,
    Limits,
    Problem,
    Stats,
    Tour,
    count_tours,
    find_tour,
    language,
    solve,
)
from caballero.model.problem import Place
from caballero.proof import Exhausted, Imbalance
from caballero.proof.certificate import Certificate
from caballero.render.certificate import certificate_html, certificate_svg
from caballero.render.showing import (
    MOST_NUMBERED,
    MOST_SHOWN,
    board_picture,
    problem_picture,
    tour_picture,
)

CROSS = Board((4, 4), holes=((0, 0), (0, 3), (3, 0), (3, 3)))
STATS = Stats("none", nodes=0, seconds=0.0)


def parsed(picture: str | None) -> ElementTree.Element:
    assert picture is not None
    return ElementTree.fromstring(picture)


def title(picture: str | None) -> str:
    found = parsed(picture).find("{http://www.w3.org/2000/svg}title")
    assert found is not None
    return str(found.text)


def texts(html: str) -> str:
    return re.sub(r"<svg.*?</svg>|<[^>]+>", " ", html, flags=re.DOTALL)


# -- boards, problems, tours -------------------------------------------------------------------


def test_a_board_shows_its_squares_and_no_holes() -> None:
    for board in (Board((3, 4)), CROSS, Board((2, 3, 3)), Board((1, 1)), Board((5, 5)).on("torus")):
        picture = board._repr_svg_()
        assert picture == board_picture(board)
        assert picture is not None
        assert picture.count("h40v40h-40z") == len(board)
        assert board.name in title(picture)


def test_a_problem_shows_its_constraints() -> None:
    plain = problem_picture(Problem(CROSS, piece="king"))
    assert plain is not None
    assert plain.count("<path") == 2  # the squares, and the border
    wanted = Problem(
        6, start="a1", end="b1", clues={"c3": 7}, forced=[("d4", "e6")], forbidden=[("d4", "f5")]
    )
    picture = wanted._repr_svg_()
    assert picture is not None
    assert picture.count("<polyline") == 2
    assert re.findall("<text[^>]*>(.*?)</text>", picture) == ["7", "S", "E"]
    assert picture.count("stroke-dasharray") == 1
    assert title(picture) == "knight, open tour, 6x6"
    assert title(Problem(6, closed=True)._repr_svg_()) == "knight, closed tour, 6x6"


def test_a_move_over_an_edge_is_drawn_in_two_lines() -> None:
    def lines(forced: list[tuple[Place, Place]]) -> int:
        problem = Problem("1x5 cylinder", piece="wazir", forced=forced)
        return (problem_picture(problem) or "").count("<polyline")

    # Between neighbours there is a diamond, which is no line.
    assert (lines([]), lines([("b1", "c1")]), lines([("a1", "e1")])) == (0, 0, 2)


def test_a_tour_shows_itself_as_its_outcome_does() -> None:
    outcome = solve(Problem(6))
    assert isinstance(outcome, Found)
    assert outcome._repr_svg_() == outcome.tour._repr_svg_() == outcome.tour.to_svg()


def test_a_large_tour_is_a_line_without_numbers() -> None:
    side = 20
    assert side * side == MOST_NUMBERED
    small, large = find_tour(side), find_tour(f"{side}x{side + 1}")
    assert tour_picture(small) == small.to_svg()
    assert tour_picture(large) == large.to_svg(numbers=False)


@pytest.mark.parametrize(
    "board", [Board((51, 50)), Board((10**9, 10**9)), Board((60, 60), holes=((0, 0),))], ids=repr
)
def test_large_values_show_their_size_instead(board: Board) -> None:
    assert board.size > MOST_SHOWN
    assert board._repr_svg_() is None
    assert Problem(board)._repr_svg_() is None
    assert Tour(board, (0, 1))._repr_svg_() is None
    assert str(board.shape[0]) in repr(board)


def test_nothing_that_shows_itself_is_huge() -> None:
    largest = find_tour(50)
    assert len(largest) == MOST_SHOWN
    assert len(largest._repr_svg_() or "") < 250_000
    assert len(largest.board._repr_svg_() or "") < 100_000


def test_graphs_have_no_picture() -> None:
    graph = Graph.from_edges([("a", "b"), ("b", "c")])
    assert Problem(graph)._repr_svg_() is None
    assert find_tour(graph)._repr_svg_() is None


# -- outcomes and certificates -----------------------------------------------------------------


def impossible(problem: Problem) -> Impossible:
    outcome = solve(problem)
    assert isinstance(outcome, Impossible)
    return outcome


def test_an_impossible_draws_its_reason_on_the_board() -> None:
    problem = Problem("5x5", start="b1")
    outcome = impossible(problem)
    assert outcome.problem == problem
    html = outcome._repr_html_()
    assert certificate_svg(problem, outcome.certificate) in html
    assert outcome.certificate.reason.text() in texts(html)
    assert "<b>O</b>: where number 1 can be; <b>X</b>: where the clue" in html
    assert "problem" not in repr(outcome)


def test_a_deduction_tells_its_steps() -> None:
    forced: list[tuple[Place, Place]] = [("a1", "b3"), ("b3", "c5"), ("b3", "d4")]
    html = impossible(Problem(8, closed=True, forced=forced))._repr_html_()
    assert html.count("<li>") == 4
    assert "so no tour uses b3–∘" in html
    assert "<svg" in html


def test_the_figure_speaks_other_languages() -> None:
    problem = Problem("5x5", start="b1")
    html = certificate_html(problem, impossible(problem).certificate, "es")
    assert "No existe tal recorrido." in html
    assert "wrong" not in html


def test_labels_of_graphs_are_escaped() -> None:
    edges = [("<b>", "x"), ("x", "y"), ("x", "z")]
    html = impossible(Problem(Graph.from_edges(edges)))._repr_html_()
    assert "<b>" not in html


@pytest.mark.parametrize(
    "certificate", [Imbalance((5, 3)), Exhausted("naive", 7), impossible(Problem(4)).certificate]
)
def test_a_certificate_shows_its_reason(certificate: Certificate) -> None:
    html = certificate._repr_html_()
    assert html == Impossible(certificate, STATS)._repr_html_()
    assert texts(html).strip() == certificate.reason.text()


def test_giving_up_says_what_ended_it() -> None:
    outcome = solve(Problem("3x10", closed=True), limits=Limits(seconds=0))
    assert isinstance(outcome, GaveUp)
    assert "No answer within the time limit" in outcome._repr_html_()


# -- counts ------------------------------------------------------------------------------------


def test_a_count_shows_its_convention() -> None:
    count = count_tours("5x6")
    html = count._repr_html_()
    assert "<strong>18\xa0784</strong> open knight tours, 5x6" in html
    assert count.convention.text() in html
    assert "counted as two" in count.as_directed()._repr_html_()


def test_a_long_number_shows_its_first_digits() -> None:
    count = Count(12345 * 10**9996, Problem(5), "frontier", STATS)
    assert "about 1.2345 × 10<sup>10000</sup>" in count._repr_html_()
    edge = Count(2**400 - 1, Problem(5), "frontier", STATS)
    assert "about" not in edge._repr_html_()


# -- other languages ---------------------------------------------------------------------------


def test_the_reader_s_language_decides_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem("5x5", start="b1", end="a1")
    graph = Problem(Graph.from_edges([("a", "b")]))
    paths = Count(123456, graph, "frontier", STATS)
    cycles = Count(12345 * 10**9996, replace(graph, closed=True), "frontier", STATS)
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setenv("LC_ALL", "es_CL.UTF-8")
    assert title(problem._repr_svg_()) == "caballo, recorrido abierto, 5x5"
    group = parsed(problem._repr_svg_()).find("{http://www.w3.org/2000/svg}g")
    assert group is not None
    assert [text.text for text in group] == ["F", "I"]
    assert group.get("font-weight") == "bold"
    assert title(problem.board._repr_svg_()) == "tablero 5x5"
    assert title(find_tour(6)._repr_svg_()) == "recorrido de caballo en 6x6"
    assert "donde puede estar" in impossible(problem)._repr_html_()
    assert "todas las posibilidades" in Exhausted("naive", 7)._repr_html_()
    assert "límite de tiempo" in GaveUp("seconds", STATS)._repr_html_()
    assert "<strong>123\xa0456</strong> caminos, 2 vértices" in paths._repr_html_()
    assert "aproximadamente 1,2345 × 10<sup>10000</sup>" in cycles._repr_html_()
    assert repr(paths) == "<123456 paths, 2 vertices>"
    assert str(impossible(problem)).startswith("No existe tal recorrido. Los colores")
    assert language("en") == "en"
    assert str(impossible(problem)).startswith("There is no")
    assert title(problem.board._repr_svg_()) == "board 5x5"
