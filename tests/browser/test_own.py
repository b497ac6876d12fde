"""A page of one's own puzzles: opened from a folder and from a server, framed in another page."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from caballero.puzzles import Puzzle, make_puzzle
from caballero.web.own import Look, write_own
from check_release import serving

pytestmark = pytest.mark.slow

KINDS = [
    (4, {"piece": "king"}), (5, {"kind": "zip"}), ("hex3", {"kind": "rikudo"}), (5, {}),
    ("tri4", {"piece": "king"}), ("4x4 torus", {"piece": "wazir"}),
    ("4x5", {"piece": "king", "closed": True}), ("5x5", {"piece": "wazir"}),
    ("# . .\n. . .\n. . .", {"piece": "king"}), (5, {"piece": "king+dabbaba"}),
]  # fmt: skip
"""What is on the page, three times with other seeds."""


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return [make_puzzle(board, seed=seed, **how) for seed in range(3) for board, how in KINDS]  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def places(puzzles: list[Puzzle], tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """The addresses of a folder with the page and one that frames it: a file's, and a server's."""
    folder = tmp_path_factory.mktemp("own")
    write_own(folder / "mine", puzzles, Look("Mine & “yours”", "#0a6b3d", "#ffffff"))
    frame = '<h1>A blog</h1><iframe src="mine/index.html#3" width="480" height="740"></iframe>'
    (folder / "blog.html").write_text(frame)
    with serving(folder) as place:
        yield [f"file://{folder}", place]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[[str], Page]]:
    wrong: list[str] = []
    context = browser.new_context(locale="en-GB")

    def go(address: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        return page

    yield go
    context.close()
    assert wrong == []


def framed(page: Page | FrameLocator) -> FrameLocator:
    return page.frame_locator("#one iframe")


@pytest.mark.parametrize("at", [0, 1])
def test_thirty_puzzles_in_a_folder_and_on_a_server(
    at: int, places: list[str], puzzles: list[Puzzle], opened: Callable[[str], Page]
) -> None:
    page = opened(f"{places[at]}/mine/index.html")
    expect(page).to_have_title("Mine & “yours”")
    expect(page.locator("main a:visible")).to_have_count(30)
    expect(page.locator("a").first).to_have_css("color", "rgb(10, 107, 61)")
    for number, puzzle in enumerate(puzzles, 1):
        page.evaluate(f"location.hash = '{number}'")
        frame = framed(page)
        problem = puzzle.problem
        names = [problem.place_name(place) for place in problem.waypoints]
        names = names or [problem.place_name(problem.place(v)) for v in problem.numbered().values()]
        for name in names:
            word = "waypoint" if problem.waypoints else "clue"
            expect(frame.get_by_label(re.compile(rf"^{name}, {word} "))).to_be_visible()
        expect(frame.locator(".table .given")).to_have_count(len(names))
    page.locator("#back a").click()
    expect(page.locator("main")).to_be_visible()


@pytest.mark.parametrize("at", [0, 1])
def test_a_page_that_frames_a_puzzle(
    at: int, places: list[str], puzzles: list[Puzzle], opened: Callable[[str], Page]
) -> None:
    page = opened(f"{places[at]}/mine/index.html#3")
    page.locator("summary").click()
    line = page.locator("textarea").input_value()
    assert line.startswith(f'<iframe src="{places[at]}/mine/index.html#3" title="Mine &amp; “')
    blog = opened(f"{places[at]}/blog.html")
    outer = blog.frame_locator("iframe")
    expect(outer.locator("header")).to_be_hidden()
    inner = framed(outer)
    clues = len(puzzles[2].problem.numbered())
    expect(inner.locator(".table .given")).to_have_count(clues)
    expect(inner.locator("header")).to_be_hidden()
    inner.get_by_role("button", name="Hint").click()
    expect(inner.locator(".message")).to_contain_text(re.compile(r"\d+ (is )?at \w\d"))


def test_a_puzzle_a_day(
    puzzles: list[Puzzle], tmp_path: Path, opened: Callable[[str], Page]
) -> None:
    for days, shown in ((-3, 0), (0, 1), (2, 3), (90, 5)):
        first = date.today() - timedelta(days=days)
        write_own(tmp_path, puzzles[:5], Look(first=first.isoformat(), language="es"))
        page = opened(f"file://{tmp_path}/index.html")
        expect(page.locator("main a:visible")).to_have_count(shown)
        expect(page.locator("#note")).to_be_visible(visible=not shown)
        said = "Aquí no hay" if shown else f"se abre el {first.day} de "
        expect(page.locator("#note")).to_contain_text(said)
        expect(page.locator("#one")).to_be_visible(visible=bool(shown))
        if shown:
            place = page.locator("#one iframe").get_attribute("src") or ""
            texts = (tmp_path / "index.html").read_text().split('["')[1].split('"]')[0]
            assert place.partition("#puzzles/")[2] == texts.split('", "')[shown - 1]
