"""The laboratory: searches step by step, forwards and backwards; and all of Learn in Spanish."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice, pairwise
from math import inf
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from caballero import Found, Problem
from caballero.model.piece import KNIGHT
from caballero.teaching import (
    ORDERS,
    Event,
    EventKind,
    order_text,
    solve_warnsdorff,
    trace,
)
from caballero.web import bounds
from seldom import mostly_nightly
from web.served import running, wait_until

from .conftest import OpenPage
from .learning import fits_a_phone, go, press, turn_to
from .playing import speak

pytestmark = pytest.mark.slow

Axe = Callable[[Page], None]

SHORT = "#learn/lab/5x5.sa5/b.puc/0/"
LONG = "#learn/lab/8x8.sa8/b.granada/0/"
PAIR = "#learn/lab/8x8.se6/w.geeksforgeeks.order~s.geeksforgeeks.order/0/"

SEEN = """() => [...document.querySelectorAll(".lane:not([hidden])")].map((lane) => ({
  cells: [...lane.querySelectorAll(".cell")].map((cell) => [cell.className, cell.textContent]),
  lines: [...lane.querySelectorAll("path")].map((path) => path.getAttribute("d")),
  piece: lane.querySelector(".piece[d]")?.style.transform,
  sentence: lane.querySelector(".sentence").textContent,
  counts: [...lane.querySelectorAll("dd")].slice(0, 3).map((one) => one.textContent),
  lit: [...lane.querySelectorAll("[aria-current]")].map((line) => line.textContent),
}))"""


def seen(page: Page) -> list[dict[str, Any]]:
    """All that is seen of each search, but for the time."""
    found: list[dict[str, Any]] = page.evaluate(SEEN)
    return found


def place(page: Page) -> Locator:
    return page.locator(".place")


def choosing(page: Page) -> None:
    """Show what there is to choose in the laboratory."""
    page.get_by_role("button", name="Examples, settings").click()


def at(page: Page, step: int, of: str = "") -> None:
    expect(place(page)).to_have_text(re.compile(f"^Step {step:,} of {of}"))


# -- the laboratory: forwards, backwards -----------------------------------------------------------


@pytest.mark.nightly
def test_back_is_where_it_was(open_page: OpenPage) -> None:
    """Steps forward and back lead to the same state as a jump."""
    page = open_page(SHORT + "0")
    at(page, 0, "293$")
    for goal, forward, back in ((7, 12, 5), (150, 3, 4)):
        fresh = open_page(SHORT + str(goal))
        at(fresh, goal, "293$")
        page.get_by_role("slider").fill(str(goal - forward + back))
        press(page, "One step forward", forward)
        press(page, "One step back", back)
        at(page, goal)
        assert seen(page) == seen(fresh)


def test_every_step_shows_what_the_search_does(open_page: OpenPage) -> None:
    """The counts and the squares are those of the library, at every step, in both directions."""
    page = open_page("#learn/lab/3x4.sa1/b.puc/0/0")
    events = list(trace(Problem("3x4", start="a1"), order="puc"))
    at(page, 0, f"{len(events)}$")
    slider = page.get_by_role("slider")
    for k in [*range(1, len(events) + 1, 3), *range(len(events), 0, -5)]:
        slider.fill(str(k))
        at(page, k)
        (lane,) = seen(page)
        event = events[k - 1]
        assert lane["counts"] == [str(event.nodes), str(event.dead_ends), str(event.depth)]
        visited = {
            (i // 4, i % 4) for i, (look, _) in enumerate(lane["cells"]) if "visited" in look
        }
        assert visited == set(event.path)
        follows = {(i // 4, i % 4) for i, (look, _) in enumerate(lane["cells"]) if "candid" in look}
        assert follows == could_follow(events[:k])


def could_follow(events: list[Event]) -> set[tuple[int, ...]]:
    """The free squares next to the last one, but for those that were tried from it."""
    last = events[-1]
    if last.kind in {EventKind.SOLUTION, EventKind.NO_SOLUTION}:
        return set()
    problem = Problem("3x4", start="a1")
    tried = set()
    for event in reversed(events):
        if event.path == last.path and event.kind is EventKind.STEP_BACK:
            tried.add(event.square)
        if event.path == last.path and event.kind is EventKind.PLACE:
            break
    free = set(problem.board) - set(last.path) - tried
    return {square for square in free if problem.is_move(last.path[-1], square)}


def test_the_slider_and_the_keyboard(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0")
    at(page, 0, "293$")
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    for key, goal in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", 293),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        at(page, goal)
        expect(slider).to_have_attribute("aria-valuetext", f"Step {goal} of 293")
    press(page, "To the end")
    at(page, 293)
    expect(page.locator(".sentence").first).to_have_text("A tour: all 25 squares, each once.")
    press(page, "To the beginning")
    at(page, 0)
    expect(page.locator(".sentence").first).to_have_text("The search has not started.")


def test_keys_step_wherever_the_focus_is(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0")
    at(page, 0, "293$")
    for key, goal in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 293)):
        page.keyboard.press(key)
        at(page, goal)
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Home")
    at(page, 0)
    # Where a key has a meaning of its own, it keeps it.
    choosing(page)
    page.get_by_label("Seed of random ties").fill("12")
    for key in ("Home", "ArrowRight", "End"):
        page.get_by_label("Seed of random ties").press(key)
    page.get_by_label("The algorithm").first.press("ArrowRight")
    page.keyboard.press("Control+ArrowRight")
    page.keyboard.press("?")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    at(page, 0)


CLEAR_OF_THE_PLAYER = """([one, share]) => {
  const { top, right, height } = one.getBoundingClientRect();
  const player = document.querySelector(".player").getBoundingClientRect();
  const foot = right <= player.left || player.bottom <= top ? innerHeight : player.top;
  return 0 < top && height > 0 && top + height * share <= foot + 1;
}"""

WINDOWS = [(1920, 1080), (1366, 768), (844, 390), (360, 640)]


@pytest.mark.parametrize("where", mostly_nightly([PAIR + "60", LONG + "80"], 2))
@pytest.mark.parametrize("locale", mostly_nightly(["es", "en"], 2))
def test_the_laboratory_in_one_window(open_page: OpenPage, where: str, locale: str) -> None:
    page = open_page(where, locale=locale, alone=True)  # its window changes
    expect(place(page)).to_have_text(re.compile(f" {where[-2:]} "))
    expect(page.locator(".lane:visible .state").first).to_have_text(re.compile(r"\d"))
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        parts = [".table .squares"]
        if width > 1000:
            parts += [".code", ".counts", ".sentence", ".state"]
        two = where.startswith(PAIR) and width > 400 and height > 480  # else one at a time
        for part in parts:
            found = page.locator(f".lane:visible {part}")
            expect(found).to_have_count(1 + two)
            for one in found.all():
                share = 0.85 if height < 700 else 1
                page.wait_for_function(CLEAR_OF_THE_PLAYER, arg=[one.element_handle(), share])
        assert page.evaluate("document.documentElement.scrollWidth") == width


WHOLE_CODE = """() => [...document.querySelectorAll(".lane:not([hidden]) .code")].every((code) => {
  const { top, bottom, left, right } = code.getBoundingClientRect();
  const lines = [...code.children];
  const whole = (one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight;
  return top > 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && lines.length > 8
    && [code, ...lines].every(whole);
})"""


@pytest.mark.nightly
@pytest.mark.parametrize("lang", ["es", "en"])
def test_code_is_whole_in_a_usual_window(open_page: OpenPage, lang: str) -> None:
    """That of every search, alone and beside another one."""
    page = open_page(f"?lang={lang}{SHORT}0", viewport={"width": 1366, "height": 768})
    expect(place(page)).to_have_text(re.compile(r"293$"))
    lines = {"n.puc": 11, "b.puc": 11, "w.puc.roth": 9, "s.puc.pohl-min": 11, "p.puc.least": 15}
    for lane, count in lines.items():
        for lanes in (lane, f"{lane}~{lane}"):
            go(page, f"#learn/lab/3x4.sa3/{lanes}/0/0")
            both = 1 + ("~" in lanes)
            expect(page.locator(".lane:visible .code li")).to_have_count(both * count)
            expect(page.locator(".lane:visible .state").first).to_have_text(re.compile(r"\d"))
            page.wait_for_function(WHOLE_CODE)


@pytest.mark.nightly
def test_on_a_phone_the_board_stays_above_the_code(open_page: OpenPage) -> None:
    page = open_page(PAIR + "60", viewport={"width": 360, "height": 640}, has_touch=True)
    at(page, 60)
    expect(page.locator(".lane:visible h3")).to_contain_text("Warnsdorff’s rule")
    page.get_by_role("button", name="Second search").click()
    expect(page.locator(".lane:visible h3")).to_contain_text("Warnsdorff with backtracking")
    page.locator(".lane:visible .code").evaluate("one => one.scrollIntoView({block: 'end'})")
    expect(page.locator(".lane:visible .squares")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".player")).to_be_in_viewport(ratio=1)


def test_play_and_pause(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0")
    at(page, 0, "293$")
    assert page.get_by_label("Speed").locator("option").count() == 5
    page.get_by_label("Speed").select_option("15 per second")
    press(page, "Play")
    expect(place(page)).not_to_have_text("Step 0 of 293")
    expect(page.locator(".board.rapid").first).to_be_visible()  # the piece has no time to glide
    press(page, "Pause")
    stopped = place(page).text_content()
    page.wait_for_timeout(250)
    assert place(page).text_content() == stopped
    # The space bar does the same, unless it has a meaning where the focus is.
    page.get_by_label("The algorithm").first.focus()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_label("Speed").select_option("600 per second")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press(" ")
    at(page, 293)
    rapid = page.locator(".lane .board.rapid")
    expect(rapid).to_have_count(1)  # so fast the piece does not glide, or it would come after
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator("#status")).to_contain_text("A tour: all 25 squares")
    # Played again, it begins at the beginning.
    page.get_by_label("Speed").select_option("4 per second")
    press(page, "Play")
    expect(place(page)).to_have_text(re.compile(r"^Step (?!293)\d+ of 293$"))
    expect(rapid).to_have_count(0)


def test_the_address_leads_to_the_step(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0")
    at(page, 0, "293$")
    press(page, "One step forward", 3)
    expect(page).to_have_url(re.compile(re.escape(SHORT) + "3$"))
    go(page, "#learn/lab/5x5.sa5/b.puc/0/40")
    at(page, 40, "293$")
    # Also one that follows another at once, before that one's search begins.
    page.evaluate("hash => (location.hash = hash)", "#learn/lab/5x5.sa1/b.puc/0/7")
    go(page, "#learn/lab/5x5.sa5/b.puc/0/41")
    at(page, 41, "293$")


def test_a_link_of_no_search_says_so(open_page: OpenPage) -> None:
    """It changes nothing, and does not stay in the address."""
    page = open_page(SHORT + "40")
    at(page, 40, "293$")
    sorry = page.get_by_text("This link does not lead to a search: nothing has changed.")
    for broken in ("nonsense/b.puc/0/40", "5x5.sa5/q.puc/0/40"):
        expect(sorry.first).to_be_hidden()
        go(page, f"#learn/lab/{broken}")
        expect(sorry.first).to_be_visible()
        expect(page.locator("#status")).to_contain_text("This link does not lead to a search")
        expect(page).to_have_url(re.compile(re.escape(SHORT) + "40$"))
        at(page, 40, "293$")
        speak(page, "es")
        expect(page.get_by_text("Este enlace no lleva a una búsqueda").first).to_be_visible()
        speak(page, "en")
        go(page, SHORT + "41")
        at(page, 41, "293$")
        expect(sorry.first).to_be_hidden()
        go(page, SHORT + "40")
        at(page, 40, "293$")
    # What is opened by such a link begins with the usual search.
    page = open_page("#learn/lab/5x5.sa5/q.puc/0/40")
    at(page, 0, "293$")
    expect(page.get_by_text("This link does not lead to a search").first).to_be_visible()
    expect(page).to_have_url(re.compile(re.escape(SHORT) + "0$"))
    # A board that is too large for a search stays chosen, too.
    go(page, "#learn/lab/40x40/b.puc/0/0")
    expect(page.get_by_text("The laboratory takes boards of at most 900 squares")).to_be_visible()
    go(page, "#learn/lab/40x40/q")
    expect(page.get_by_text("This link does not lead to a search").first).to_be_visible()
    expect(page.get_by_text("The laboratory takes boards of at most 900 squares")).to_be_visible()


@pytest.mark.nightly
def test_a_board_of_one_square_is_in_the_singular(open_page: OpenPage) -> None:
    page = open_page("#learn/lab/1x1.sa1/b.puc/0/9")
    expect(page.locator(".sentence").first).to_have_text("A tour: the only square.")
    name = "Board of 1 row and 1 column, 1 square on the path"
    expect(page.get_by_role("img", name=name).or_(page.get_by_label(name)).first).to_be_visible()
    speak(page, "es")
    expect(page.locator(".sentence").first).to_have_text("Un recorrido: la única casilla.")


def test_the_lit_line(open_page: OpenPage) -> None:
    """Each kind of step highlights its own line, also for screen readers."""
    lines = {
        "n": {"try": "for move in moves:", "dead-end": "if len(walk) == squares:"},
        "b": {"try": "for move in moves:", "dead-end": "return False"},
        "w": {"try": "target = min(free, key=exits)", "dead-end": "return False"},
        "s": {"try": "for target in sorted(free, key=exits):", "dead-end": "return False"},
    }
    add = {"n": "walk.append(target)", "b": "path.append(target)"}
    back = {"n": "walk.pop()", "b": "path.pop()", "s": "path.pop()"}
    page = open_page("#learn/lab")
    at(page, 0, "293$")
    for letter, method in zip("nbws", ("naive", "backtracking", "warnsdorff", ""), strict=True):
        go(page, f"#learn/lab/3x4.sa3/{letter}.geeksforgeeks.order/0/0")
        problem = Problem("3x4", start="a3")
        events = trace(problem, method or "warnsdorff", backtrack=letter != "w")
        kinds = [str(event.kind) for event in islice(events, 10_000)]
        at(page, 0, f"{len(kinds):,}$")
        for kind in dict.fromkeys(kinds):
            step = max(i for i, one in enumerate(kinds) if one == kind) + 1
            page.get_by_role("slider").fill(str(step))
            at(page, step)
            expected = {
                **lines[letter],
                "place": add.get(letter, "path.append(target)"),
                "step-back": back.get(letter),
                "no-solution": "return False",
                "solution": "if len(walk) == squares:" if letter == "n" else "return True",
            }[kind]
            lit = page.locator(".lane:visible [aria-current=step] code")
            assert lit.all_text_contents() != []
            assert [text.strip() for text in lit.all_text_contents()] == [expected]


def whole(page: Page) -> None:
    """Wait until both searches are there to their ends."""
    at(page, 0, "[1-9]")
    expect(page.locator(".state")).to_have_text([re.compile("the whole search")] * 2)


BOUNDED = "#learn/lab/3x4.sa3/p.geeksforgeeks."


@pytest.mark.parametrize(
    "how",
    [
        ("least", "made"),
        *(
            pytest.param(how, marks=pytest.mark.nightly)
            for how in [("lifo", "none"), ("fifo", "ahead")]
        ),
    ],
)
def test_branch_and_bound_step_by_step(open_page: OpenPage, how: tuple[str, str]) -> None:
    """Forwards and backwards: the path, which jumps, the best so far, the bound, the counts."""
    strategy, bounded = how
    page = open_page(f"{BOUNDED}{strategy}.{bounded}/0/0")
    problem = Problem("3x4", start="a3")
    events = list(trace(problem, "branch-and-bound", strategy=strategy, bounded=bounded))
    at(page, 0, f"{len(events)}$")
    lit = {
        EventKind.PLACE: "for target in free(path):",
        EventKind.DEAD_END: "for target in free(path):",
        EventKind.TRY: "longer = [*path, target]",
        EventKind.CUT: "continue",
        EventKind.IMPROVEMENT: "best = longer",
        EventKind.SOLUTION: "return best",
    }
    better = [k for k, event in enumerate(events, 1) if event.kind is EventKind.IMPROVEMENT]
    slider = page.get_by_role("slider")
    last = len(events)
    for k in [*range(1, last, 7), *better, last, *range(last - 1, 0, -11)]:
        slider.fill(str(k))
        at(page, k)
        event, (lane,) = events[k - 1], seen(page)
        visited = {
            (i // 4, i % 4) for i, (look, _) in enumerate(lane["cells"]) if "visited" in look
        }
        assert visited == set(event.path)
        now = event.standing
        assert now is not None
        best = "–" if now.best == inf else str(now.best)
        counts = {"best": best, "bound": str(now.bound), "made": str(now.made), "cut": str(now.cut)}
        for name, count in counts.items():
            assert page.locator(f".lane:visible dd.{name}").inner_text() == count
        if k > 1:
            assert [line.partition("#")[0].strip() for line in lane["lit"]] == [lit[event.kind]]
    press(page, "To the end")
    assert seen(page)[0]["sentence"] == "Proved: no tour has less than 10 turns."


@pytest.mark.nightly
def test_two_ways_to_the_fewest_turns(open_page: OpenPage, axe: Axe) -> None:
    """Backtracking through all tours beside branch and bound, on the same question."""
    page = open_page("#learn/lab/3x4.sa3/p.puc.lifo.none~p.puc.least.ahead.turns/0/0")
    whole(page)
    choosing(page)
    press(page, "To the end")
    made = page.locator(".lane:visible dd.made")
    expect(page.locator(".lane:visible dd.best")).to_have_text(["10", "10"])
    expect(page.locator(".lane:visible dd.bound")).to_have_text(["10", "10"])
    many, few = (int(text) for text in made.all_inner_texts())
    assert many > 2 * few
    axe(page)
    first = page.get_by_role("group", name="First search")
    first.get_by_label("Bound of a path").select_option("its cost so far")
    expect(page).to_have_url(
        re.compile(r"p\.puc\.lifo\.made\.turns~p\.puc\.least\.ahead\.turns/0/0$")
    )
    first.get_by_label("Next live node").select_option("the first one made")
    expect(page).to_have_url(re.compile(r"p\.puc\.fifo\.made\.turns~"))
    expect(first.get_by_label("Ties")).to_be_hidden()
    first.get_by_label("Method").select_option("backtracking")
    expect(first.get_by_label("Bound of a path")).to_be_hidden()
    expect(page.locator(".lane:visible dd.best").first).to_be_hidden()
    speak(page, "es")
    expect(page.get_by_label("Cota de un camino").last).to_be_visible()


@pytest.mark.nightly
def test_a_salesman_on_the_page(open_page: OpenPage) -> None:
    """Seven cities: two bounds on the same question; and climbs, so that the way back differs."""
    page = open_page("#learn/lab")
    at(page, 0, "293$")
    choosing(page)
    sentences = page.locator(".lane:visible .sentence")
    best, made = (page.locator(f".lane:visible dd.{name}") for name in ("best", "made"))
    page.get_by_role("link", name="A salesman of seven cities, by two bounds").click()
    expect(page.locator(".lane:visible h3").first).to_contain_text("distance: rows and columns")
    whole(page)
    press(page, "To the end")
    expect(sentences).to_have_text(["Proved: no tour has less than a distance of 10."] * 2)
    many, few = (int(text) for text in made.all_inner_texts())
    assert many > 20 * few
    page.get_by_role("link", name="The same cities, where climbs cost more").click()
    whole(page)
    press(page, "To the end")
    expect(best).to_have_text(["10", "12"])
    way, uphill = (lane["cells"] for lane in seen(page))
    assert way != uphill
    choices = page.get_by_role("group", name="First search")
    choices.get_by_label("Cost of a tour").select_option("turns")
    expect(page).to_have_url(re.compile(r"p\.usual\.least\.ahead\.turns~"))


def test_the_code_of_branch_and_bound_runs(open_page: OpenPage) -> None:
    """It finds the fewest turns, with the bound of the turns so far."""
    page = open_page(f"{BOUNDED}lifo.made/0/0")
    lines = page.locator(".lane:visible .code li")
    expect(lines.first).to_have_text("def search(start):")
    known = tools((3, 4))
    targets = known["targets"]

    def turns(path: list[tuple[int, int]] | None) -> float:
        if path is None:
            return inf
        steps = [(c - a, d - b) for (a, b), (c, d) in pairwise(path)]
        return sum(one != two for one, two in pairwise(steps))

    known |= {
        "cost": turns,
        "bound": turns,
        "take": list.pop,
        "free": lambda path: [t for t in targets(path[-1]) if t not in path],
    }
    exec("\n".join(lines.all_text_contents()), known)
    assert turns(known["search"]((0, 0))) == 10


def test_the_code_runs(open_page: OpenPage) -> None:
    """The code on the page is Python, and finds the tour of the search."""
    problem = Problem("3x4", start="a3")
    board = problem.board
    page = open_page("#learn/lab")
    at(page, 0, "293$")
    choosing(page)
    lines = page.locator(".lane:visible .code li")
    for letter, method in (("n", "naive"), ("b", "backtracking"), ("s", "warnsdorff")):
        page.get_by_label("Method").first.select_option(method + "-backtracking" * (letter == "s"))
        expect(lines.first).to_have_text(
            "def naive(walk):" if letter == "n" else "def search(path):"
        )
        *_, last = trace(problem, method)
        known = tools(board.shape)
        exec("\n".join(lines.all_text_contents()), known)
        path = known["path"]
        path.append((0, 0))
        assert known[{"n": "naive", "b": "search", "s": "search"}[letter]](path)
        assert tuple(path) == last.path
    go(page, "#learn/lab/6x6.sa6/w.geeksforgeeks.order/0/0")
    expect(lines.first).to_have_text("def rule(path):")
    known = tools((6, 6))
    exec("\n".join(lines.all_text_contents()), known)
    known["path"].append((0, 0))
    outcome = solve_warnsdorff(Problem(6, start="a6"))
    assert known["rule"](known["path"]) == isinstance(outcome, Found)
    assert len(known["path"]) == outcome.stats.nodes


def tools(shape: tuple[int, ...]) -> dict[str, Any]:
    """What the code on the page takes for granted."""
    rows, columns = shape
    path: list[tuple[int, int]] = []
    moves = ORDERS["geeksforgeeks"]
    assert set(moves) == set(KNIGHT.moves(2))

    def after(square: tuple[int, int], move: tuple[int, ...]) -> tuple[int, int] | None:
        r, c = square[0] + move[0], square[1] + move[1]
        return (r, c) if 0 <= r < rows and 0 <= c < columns else None

    def targets(square: tuple[int, int]) -> list[tuple[int, int]]:
        return [t for move in moves if (t := after(square, move)) is not None]

    return {
        "path": path,
        "moves": moves,
        "squares": rows * columns,
        "after": after,
        "targets": targets,
        "exits": lambda square: sum(t not in path for t in targets(square)),
        "is_tour": lambda walk: len(set(walk)) == len(walk) == rows * columns,
    }


# -- the laboratory: what is chosen ----------------------------------------------------------------


def test_two_side_by_side(open_page: OpenPage, axe: Axe) -> None:
    page = open_page(PAIR + "118")
    at(page, 118)
    choosing(page)
    assert page.locator(".lane:visible").count() == 2
    left, right = seen(page)
    assert left["cells"] == right["cells"]
    assert left["counts"] == right["counts"]
    press(page, "To the end")
    left, right = seen(page)
    assert left["sentence"] == "The rule is stuck. There may be tours all the same."
    assert right["sentence"] == "A tour: all 64 squares, each once."
    assert (left["counts"][0], right["counts"][0]) == ("60", "110")
    axe(page)
    page.get_by_label("Two searches side by side").uncheck()
    expect(page.locator(".lane:visible")).to_have_count(1)
    at(page, 0, "121$")
    page.get_by_label("Two searches side by side").check()
    expect(page.locator(".lane:visible")).to_have_count(2)


@pytest.mark.nightly
def test_the_same_seed(open_page: OpenPage) -> None:
    page = open_page("#learn/lab/6x6.sa6/w.puc.random~w.puc.random/1/60")
    at(page, 60)
    choosing(page)
    left, right = seen(page)
    assert left["cells"] == right["cells"]
    page.get_by_label("Seed of random ties").fill("2")
    page.get_by_label("Seed of random ties").press("Enter")
    at(page, 0)
    expect(page).to_have_url(re.compile("random/2/0$"))
    expect(place(page)).to_have_text(re.compile(r"of [1-9]"))
    page.get_by_role("slider").fill("60")
    at(page, 60)
    other, again = seen(page)
    assert other["cells"] == again["cells"] != left["cells"]


@pytest.mark.nightly
def test_every_method_order_and_tie_rule(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0")
    at(page, 0, "293$")
    choosing(page)
    choices = page.get_by_role("group", name="First search")

    def ends(nodes: int) -> None:
        press(page, "To the end")
        expect(page.locator("dd.nodes").first).to_have_text(f"{nodes:,}")

    problem = Problem("4x5", start="a1")
    go(page, "#learn/lab/4x5.sa1/b.puc/0/0")
    for order in ORDERS:
        choices.get_by_label("Order of the moves").select_option(order)
        expect(page).to_have_url(re.compile(f"b.{order}/0/0$"))
        events = list(islice(trace(problem, order=order), 10_000))
        expect(place(page)).to_have_text(f"Step 0 of {len(events):,}")
        ends(events[-1].nodes)
    choices.get_by_label("Method").select_option("Warnsdorff’s rule")
    for i, name in enumerate(("order", "random", "pohl-sum", "pohl-min", "roth")):
        choices.get_by_label("Ties").select_option(index=i)
        expect(page).to_have_url(re.compile(f"w.{order}.{name}/0/0$"))
        events = list(trace(problem, "warnsdorff", tie=name, order=order, backtrack=False))
        expect(place(page)).to_have_text(f"Step 0 of {len(events):,}")
        ends(events[-1].nodes)
    choices.get_by_label("Method").select_option("naive: every walk")
    expect(choices.get_by_label("Ties")).to_be_hidden()
    expect(page).to_have_url(re.compile(f"n.{order}/0/0$"))
    events = list(islice(trace(problem, "naive", order=order), 10_000))
    expect(place(page)).to_have_text(f"Step 0 of {len(events):,}")
    ends(events[-1].nodes)


def test_an_order_of_ones_own(open_page: OpenPage) -> None:
    """Any order of the moves of any piece; a bad one is explained, and not sent."""
    page = open_page("#learn/lab/3x4.sa1/b.puc/0/0")
    at(page, 0, "69$")
    choosing(page)
    names = page.get_by_label("Order of the moves").first
    moves = page.get_by_label("Its moves").first
    for name, order in ORDERS.items():
        names.select_option(name)
        expect(moves).to_have_value(order_text(order).replace(";", "; "))

    def ends(**more: Any) -> None:
        events = list(trace(Problem("3x4", start="a1", **more), order=order_text(own)))
        at(page, 0, f"{len(events):,}$")
        press(page, "To the end")
        expect(page.locator("dd.nodes").first).to_have_text(f"{events[-1].nodes:,}")

    own = ORDERS["puc"][::-1]
    moves.fill(" ".join(f"({down}, {right})" for down, right in own).replace("-", "\u2212"))
    moves.press("Enter")
    expect(names).to_have_value("own")
    ends()
    expect(page).to_have_url(re.compile(rf"b\.{order_text(own)}/0/[1-9]\d*$"))
    page.reload()
    choosing(page)
    expect(moves).to_have_value(order_text(own).replace(";", "; "))
    press(page, "To the beginning")
    ends()
    alert = page.get_by_role("group", name="First search").get_by_role("alert")
    for wrong in ("", "2,1", order_text(own[1:] + own[1:2]), order_text(own) + "x", "a1 b3"):
        moves.fill(wrong)
        moves.press("Enter")
        expect(alert).to_contain_text("Write each of the 8 moves of the piece once")
        expect(moves).to_have_attribute("aria-invalid", "true")
        expect(place(page)).to_have_text("Step 0 of 0")
    # Another piece has other moves; what is chosen then is an order of them.
    page.get_by_text("Board and start").click()
    page.get_by_label("Piece").select_option("wazir")
    expect(alert).to_be_hidden()
    expect(names).to_have_value("usual")
    own = ((0, 1), (1, 0), (0, -1), (-1, 0))
    moves.fill(order_text(own))
    moves.press("Enter")
    ends(piece="wazir")
    # A link with what is no order changes nothing.
    go(page, "#learn/lab/4x5.sa1/b.2,1;2,1/0/0")
    go(page, "#learn/lab/4x5.sa1/b.own/0/0")
    expect(page.locator(".lane:visible .cell")).to_have_count(12)
    page.get_by_label("Piece").select_option("knight")
    expect(names).to_have_value("geeksforgeeks")


def test_the_naive_method_shows_its_walks(open_page: OpenPage) -> None:
    page = open_page("#learn/lab/3x4.sa3/n.geeksforgeeks/0/0")
    expect(place(page)).to_have_text("Step 0 of 10,000")
    events = list(islice(trace(Problem("3x4", start="a3"), "naive"), 200))
    first = next(i for i, event in enumerate(events, 1) if event.kind is EventKind.DEAD_END)
    page.get_by_role("slider").fill(str(first))
    expect(page.locator(".sentence").first).to_have_text(
        "The walk of 12 squares is complete; the test says: not a tour."
    )
    # It looks at nothing, so that nothing is shown of what could follow.
    assert page.locator(".lane:visible .candidate").count() == 0


def test_another_board(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0")
    at(page, 0, "293$")
    choosing(page)
    page.get_by_text("Board and start").click()
    page.get_by_label("Rows", exact=True).fill("3")
    page.get_by_label("Rows", exact=True).press("Tab")
    page.get_by_label("Columns", exact=True).fill("4")
    page.get_by_label("Columns", exact=True).press("Tab")
    page.get_by_label("Start", exact=True).fill("a1")
    page.get_by_label("Start", exact=True).press("Tab")
    at(page, 0, "69$")
    assert page.locator(".lane:visible .cell").count() == 12
    page.get_by_label("Piece").select_option("wazir")
    expect(page.get_by_label("Order of the moves").first).to_have_value("usual")
    count = len(list(trace(Problem("3x4", start="a1", piece="wazir"))))
    at(page, 0, f"{count}$")
    # Too large a board is not even asked for.
    page.get_by_label("Rows", exact=True).fill("50")
    page.get_by_label("Rows", exact=True).press("Tab")
    page.get_by_label("Columns", exact=True).fill("50")
    page.get_by_label("Columns", exact=True).press("Tab")
    expect(page.get_by_text(f"at most {bounds.MOST_SQUARES['trace']} squares")).to_be_visible()
    expect(page.get_by_role("slider")).to_be_hidden()


@pytest.mark.nightly
def test_examples(open_page: OpenPage) -> None:
    page = open_page("#learn/lab")
    at(page, 0, "293$")
    choosing(page)
    links = page.locator(".examples a")
    for i in range(links.count()):
        links.nth(i).click()
        page.evaluate("new Promise(requestAnimationFrame)")  # until the address has been read
        expect(page.locator(".lane:visible")).to_have_count(2)
        expect(place(page)).to_have_text(re.compile(r"of [1-9]"))
        page.get_by_role("slider").fill("9")
        at(page, 9)


@pytest.mark.nightly
def test_more_steps(open_page: OpenPage) -> None:
    page = open_page(LONG + "12000")
    at(page, 12_000, "12,000$")
    expect(page.locator(".state").first).to_have_text(
        "The first 12,000 steps; the search continues."
    )
    go(page, LONG + "60000")
    at(page, 60_000, "60,000$")
    before = seen(page)
    press(page, "More steps")
    at(page, 60_000, f"{bounds.STEPS:,}$")
    assert seen(page) == before
    expect(page.get_by_role("button", name="More steps")).to_be_hidden()
    expect(page.locator(".state").first).to_have_text(
        "The first 100,000 steps: the laboratory shows no more."
    )
    press(page, "To the end")
    last = [*islice(trace(Problem(8, start="a8"), order="granada"), bounds.STEPS)][-1]
    (lane,) = seen(page)
    assert lane["counts"] == [f"{last.nodes:,}", f"{last.dead_ends:,}", str(last.depth)]


@pytest.mark.nightly
def test_a_step_back_has_a_sign(open_page: OpenPage) -> None:
    events = list(trace(Problem(5, start="a5"), order="puc"))
    step = next(i for i, e in enumerate(events, 1) if e.kind is EventKind.STEP_BACK)
    for motion, flashing in (("reduce", 0), ("no-preference", 1)):
        page = open_page(SHORT + str(step), reduced_motion=motion)
        at(page, step)
        expect(page.locator(".lane:visible .letter", has_text="←")).to_be_visible()
        expect(page.locator(".flashing")).to_have_count(flashing)
        name = page.locator(".lane:visible .cell.mark").evaluate(
            "(cell) => getComputedStyle(cell).animationName"
        )
        assert (name == "none") == (motion == "reduce")


@pytest.mark.nightly
def test_a_client_that_leaves_gets_no_more(open_page: OpenPage) -> None:
    """A stream ends when its reader goes to another view, though much is left of it."""
    with running() as served:
        page = open_page("#learn/lab", address=served.address)
        at(page, 0, "293$")
        go(page, "#learn/lab/30x30.sa1/n.puc~w.puc.pohl-sum/0/100000")
        wait_until(lambda: served.app.state.streams.occupied == 2)
        go(page, "#look")
        wait_until(lambda: served.app.state.streams.occupied == 0, 5)
        page.goto("about:blank")


def test_a_server_that_is_away(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0", noisy=True)
    at(page, 0, "293$")
    choosing(page)
    page.route("**/api/trace*", lambda route: route.abort())
    page.get_by_label("Order of the moves").first.select_option("granada")
    expect(page.locator(".state").first).to_have_text(
        "The server does not answer: is it still running?"
    )
    page.unroute("**/api/trace*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    expect(place(page)).to_have_text(re.compile("of 10,000$"))
    page.route("**/api/trace*", lambda route: route.abort())
    for number, button in ((5, "Check"), (7, "Run the rules")):
        turn_to(page, number)
        if number == 5:
            for name in ("trekhleb", "granada"):
                page.get_by_role("checkbox", name=name).check()
        press(page, button)
        expect(page.locator(".feedback")).to_contain_text("does not answer")


def test_to_the_next_dead_end(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0")
    kinds = [event.kind for event in trace(Problem(5, start="a5"), order="puc")]
    at(page, 0, f"{len(kinds)}$")
    for name, kind in (("dead end", EventKind.DEAD_END), ("step back", EventKind.STEP_BACK)):
        goals = [step for step, one in enumerate(kinds, 1) if one is kind]
        page.get_by_role("slider").fill(str(goals[-2] - 1))
        for goal in goals[-2:]:
            press(page, f"Next {name}")
            at(page, goal)
        expect(page.get_by_role("button", name=f"Next {name}")).to_be_disabled()
        expect(page.locator(".code").first).to_be_focused()


LINES = {
    EventKind.TRY: "for move in moves:",
    EventKind.PLACE: "path.append(target)",
    EventKind.STEP_BACK: "path.pop()",
    EventKind.DEAD_END: "return False",
}


@pytest.mark.nightly
def test_it_asks_which_line_comes_next(open_page: OpenPage, axe: Axe) -> None:
    page = open_page("#play", alone=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    events = list(trace(Problem(5, start="a5"), order="puc"))
    first = [event.kind for event in events].index(EventKind.DEAD_END) - 10
    go(page, f"{SHORT}{first}")
    at(page, first, "293$")
    assert not [url for url in asked if "ask" in url]  # it loads when it is wanted
    press(page, "Quiz")
    told = page.locator(".ask [role=status]").first
    assert {events[step].kind for step in range(first, first + 30)} == {*LINES}
    for step in range(first, first + 30):
        at(page, step)
        right = LINES[events[step].kind]
        lines = page.locator(".lane:visible .code button")
        if step in {first + 3, first + 10}:
            lines.filter(has_text="is_tour").click()
            expect(told).to_contain_text(re.compile(r"^No\. .* at the first try\."))
            at(page, step)
        lines.filter(has_text=right).click()
        at(page, step + 1)
        expect(told).to_contain_text("Right.")
    expect(told).to_have_text("Right. 28 of 30 at the first try.")
    axe(page)
    speak(page, "es")
    expect(page.locator(".ask").first).to_contain_text("¿Qué línea del código se ejecuta ahora?")
    page.get_by_role("button", name="Preguntas", exact=True).click()
    expect(page.locator(".ask:empty")).to_have_count(2)
    expect(page.locator(".code button")).to_have_count(0)
    expect(page.locator(".lane:visible .code li").first).to_have_text("def search(path):")


def test_which_square_follows_the_first(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0", viewport={"width": 360, "height": 640})
    at(page, 0, "293$")
    press(page, "Quiz")
    press(page, "Which square?")
    at(page, 1)
    expect(page.locator(".ask").first).to_contain_text("Where does the search go next?")


def test_it_asks_which_square_comes_next(open_page: OpenPage, axe: Axe) -> None:
    """By the buttons or on the board; what is right is what the library's search does."""
    page = open_page(SHORT + "2")
    events = list(trace(Problem(5, start="a5"), order="puc"))
    board = Problem(5).board
    at(page, 2, f"{len(events)}$")
    press(page, "Quiz")
    press(page, "Which square?")
    step, answers = 2, {EventKind.STEP_BACK: "a step back", EventKind.SOLUTION: "it ends"}
    for round_ in range(12):
        step = next(
            i for i in range(step, len(events)) if events[i].kind in {*answers, EventKind.PLACE}
        )
        event = events[step]
        if event.kind is EventKind.PLACE and round_ % 2:
            cells = page.locator(".lane:visible .cell")
            cells.nth(board.index(event.path[-1])).click()
        else:
            name = answers.get(event.kind) or board.square_name(event.path[-1])
            press(page, name)
        step += 1
        at(page, step)
    told = page.locator(".ask [role=status]").first
    expect(told).to_have_text("Right. 12 of 12 at the first try.")
    axe(page)
    page.get_by_role("slider").fill(str(len(events) - 1))
    press(page, "a step back")
    expect(told).to_contain_text("No. ")
    press(page, "it ends")
    at(page, len(events))
    expect(page.locator(".ask").first).to_contain_text("No step follows here")


@pytest.mark.nightly
def test_two_orders_of_ones_own_have_two_titles(open_page: OpenPage) -> None:
    first = "2,1;1,2;-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1"
    other = "1,2;2,1;-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1"
    page = open_page(f"#learn/lab/5x5.sa5/b.{first}~b.{other}/0/3")
    at(page, 3)
    titles = page.locator(".lane:visible h3").all_inner_texts()
    assert titles == [f"backtracking · {order.replace(';', ' ')}" for order in (first, other)]


# -- the tree --------------------------------------------------------------------------------------


def test_a_branch_of_the_tree_shows_its_board(open_page: OpenPage, axe: Axe) -> None:
    """By its step where there is one; a folded branch opens, with the keys too."""
    page = open_page(LONG.replace("8x8.sa8", "6x6.sa1") + "0", color_scheme="dark")
    at(page, 0)
    page.locator(".branches summary").first.click()
    rows = page.get_by_role("treeitem")
    expect(rows.first).to_contain_text("dead ends")
    dead = page.locator(".dead[aria-expanded=false]").first
    name = str(dead.locator("span").nth(2).inner_text()).split()[0]
    count = rows.count()
    dead.locator(".fold").click()
    wait_until(lambda: rows.count() > count)
    page.keyboard.press("Enter")
    expect(page.locator(".sentence").first).to_contain_text(f"The search enters {name}")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator(".sentence").first).to_contain_text("A branch of the tree: 36 squares")
    assert page.locator(".lane .visited").count() == 36
    press(page, "One step forward")
    expect(page.locator(".sentence").first).not_to_contain_text("tree")
    axe(page)


# -- everywhere ------------------------------------------------------------------------------------


def test_in_spanish_nothing_is_lost(open_page: OpenPage) -> None:
    page = open_page(PAIR + "30")
    at(page, 30)
    expect(page.locator(".state")).to_have_text([re.compile("the whole search")] * 2)
    counts = [lane["counts"] for lane in seen(page)]
    speak(page, "es")
    expect(place(page)).to_have_text(re.compile("Paso 30 de 278"))
    assert [lane["counts"] for lane in seen(page)] == counts
    expect(page.get_by_role("button", name="Reproducir")).to_be_visible()
    expect(page.get_by_role("button", name="Un paso atrás")).to_be_visible()
    expect(page.locator(".comment").first).to_contain_text("las candidatas")
    assert "Search" not in page.locator("#view").inner_text()
    turn_to(page, 3, "Página")
    page.get_by_label("10⁴⁸").check()
    press(page, "Comprobar")
    expect(page.locator(".feedback.good")).to_contain_text("Correcto.")
    speak(page, "en")
    expect(page.get_by_label("10⁴⁸")).to_be_checked()


@pytest.mark.nightly
@pytest.mark.parametrize("scene", mostly_nightly([PAIR, SHORT], 2))
def test_in_a_low_window_nothing_covers_the_board(open_page: OpenPage, scene: str) -> None:
    page = open_page(scene + "60", alone=True)  # its window changes
    at(page, 60)
    seen_of = """(cells) => cells.every((cell) => {
      const {left, top, width, height} = cell.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      return cell.contains(over);
    })"""
    cells = page.locator(".cell:visible")
    for width, height in ((568, 320), (667, 375), (683, 384), (740, 360), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert cells.evaluate_all(seen_of)
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert cells.evaluate_all(seen_of)
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.nightly
def test_everybody_can_use_it(open_page: OpenPage, axe: Axe) -> None:
    """As far as axe sees, in the dark; and on a small phone nothing is cut off."""
    page = open_page("#learn/lab/5x5.sa5/b.puc/0/122", color_scheme="dark")
    at(page, 122, "293$")
    for number in (0, 1, 4, 5, 8):
        if number:
            turn_to(page, number)
            expect(
                page.locator("#view .cell, #view fieldset, #view .panel button").first
            ).to_be_visible()
        axe(page)
        fits_a_phone(page)
