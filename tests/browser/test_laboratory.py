"""The laboratory: searches step by step, forwards and backwards; and all of Learn in Spanish."""

import re
from collections.abc import Callable
from itertools import islice
from math import inf
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from caballero import Problem
from caballero.teaching import (
    ORDERS,
    Event,
    EventKind,
    order_text,
    trace,
)
from caballero.web import bounds
from seldom import mostly_nightly
from web.served import wait_until

from .conftest import OpenPage
from .learning import go, press, turn_to
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
        assert visited_of(lane) == set(event.path)
        follows = {(i // 4, i % 4) for i, (look, _) in enumerate(lane["cells"]) if "candid" in look}
        assert follows == could_follow(events[:k])


def visited_of(lane: dict[str, Any]) -> set[tuple[int, ...]]:
    """The visited squares of a search on 3×4."""
    return {(i // 4, i % 4) for i, (look, _) in enumerate(lane["cells"]) if "visited" in look}


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


def whole(page: Page) -> None:
    """Wait until both searches are there to their ends."""
    at(page, 0, "[1-9]")
    expect(page.locator(".state")).to_have_text([re.compile("the whole search")] * 2)


def test_steps_by_the_slider_and_the_keyboard(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0")
    at(page, 0, "293$")
    slider = page.get_by_role("slider", name="Step")
    for focus in ("", "slider", "button"):
        if focus:
            (slider if focus == "slider" else page.locator(".player button").nth(1)).focus()
        for key, goal in (("ArrowRight", 1), ("ArrowLeft", 0), ("End", 293), ("Home", 0)):
            page.keyboard.press(key)
            at(page, goal)
            expect(slider).to_have_attribute("aria-valuetext", f"Step {goal} of 293")
    press(page, "To the end")
    expect(page.locator(".sentence").first).to_have_text("A tour: all 25 squares, each once.")
    press(page, "To the beginning")
    expect(page.locator(".sentence").first).to_have_text("The search has not started.")
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


@pytest.mark.nightly
@pytest.mark.parametrize("lang", ["es", "en"])
def test_code_is_whole_in_a_usual_window(open_page: OpenPage, lang: str) -> None:
    """That of every search, alone and beside another one."""
    page = open_page(f"?lang={lang}{SHORT}0", viewport={"width": 1366, "height": 768})
    expect(place(page)).to_have_text(re.compile(r"293$"))
    for lane in ("n.puc", "b.puc", "w.puc.roth", "s.puc.pohl-min", "p.puc.least"):
        for lanes in (lane, f"{lane}~{lane}"):
            go(page, f"#learn/lab/3x4.sa3/{lanes}/0/0")
            expect(page.locator(".lane:visible")).to_have_count(1 + ("~" in lanes))
            expect(page.locator(".lane:visible .state").first).to_have_text(re.compile(r"\d"))
            page.wait_for_function(WHOLE_CODE)


def test_play_and_pause(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0")
    at(page, 0, "293$")
    speed, playing = page.get_by_label("Speed"), page.get_by_role("button", name="Pause")
    speed.select_option("15 per second")
    press(page, "Play")
    expect(place(page)).not_to_have_text("Step 0 of 293")
    expect(page.locator(".board.rapid").first).to_be_visible()  # the piece has no time to glide
    press(page, "Pause")
    stopped = place(page).text_content()
    page.wait_for_timeout(250)
    assert place(page).text_content() == stopped
    # The space bar does the same, unless it has a meaning where the focus is.
    page.get_by_label("The algorithm").first.press(" ")
    expect(playing).to_be_visible()
    page.keyboard.press(" ")
    speed.select_option("600 per second")
    page.get_by_role("button", name="Play", exact=True).press(" ")
    at(page, 293)
    expect(playing).to_have_count(0)
    expect(page.locator("#status")).to_contain_text("A tour: all 25 squares")
    # Played again, it begins at the beginning.
    speed.select_option("4 per second")
    press(page, "Play")
    expect(place(page)).to_have_text(re.compile(r"^Step (?!293)\d+ of 293$"))
    expect(page.locator(".lane .board.rapid")).to_have_count(0)


def test_the_address_leads_to_the_step(open_page: OpenPage) -> None:
    """What is no search says so, changes nothing, and does not stay in the address."""
    page = open_page("#learn/lab/5x5.sa5/q.puc/0/40")
    at(page, 0, "293$")
    sorry = page.get_by_text("This link does not lead to a search: it is torn, or of another")
    expect(sorry.first).to_be_visible()
    expect(page).to_have_url(re.compile(re.escape(SHORT) + "0$"))
    press(page, "One step forward", times=3)
    expect(page).to_have_url(re.compile(re.escape(SHORT) + "3$"))
    # Also one that follows another at once, before that one's search begins.
    page.evaluate("hash => (location.hash = hash)", "#learn/lab/5x5.sa1/b.puc/0/7")
    go(page, SHORT + "41")
    at(page, 41, "293$")
    expect(sorry.first).to_be_hidden()
    go(page, "#learn/lab/nonsense/b.puc/0/40")
    expect(page.locator("#status")).to_contain_text("This link does not lead to a search")
    expect(page).to_have_url(re.compile(re.escape(SHORT) + "41$"))
    at(page, 41, "293$")
    speak(page, "es")
    expect(page.get_by_text("Este enlace no lleva a una búsqueda").first).to_be_visible()
    speak(page, "en")
    # A board that is too large for a search is not even asked for, and stays chosen.
    too_large = page.get_by_text(f"at most {bounds.MOST_SQUARES['trace']} squares")
    go(page, "#learn/lab/40x40/b.puc/0/0")
    expect(too_large).to_be_visible()
    expect(page.get_by_role("slider")).to_be_hidden()
    go(page, "#learn/lab/40x40/q")
    expect(sorry.first).to_be_visible()
    expect(too_large).to_be_visible()
    first = "2,1;1,2;-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1"
    other = "1,2;2,1;-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1"
    go(page, f"#learn/lab/5x5.sa5/b.{first}~b.{other}/0/3")
    titles = [f"backtracking · {order.replace(';', ' ')}" for order in (first, other)]
    expect(page.locator(".lane:visible h3")).to_have_text(titles)


LIT = {
    "n": {"dead-end": "if len(walk) == squares:", "place": "walk.append(target)"},
    "b": {"try": "for move in moves:"},
    "w": {"try": "target = min(free, key=exits)"},
    "s": {"try": "for target in sorted(free, key=exits):"},
}


def test_the_lit_line(open_page: OpenPage) -> None:
    """Each kind of step highlights its own line, also for screen readers."""
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
                "try": "for move in moves:",
                "dead-end": "return False",
                "place": "path.append(target)",
                "step-back": "walk.pop()" if letter == "n" else "path.pop()",
                "no-solution": "return False",
                "solution": "if len(walk) == squares:" if letter == "n" else "return True",
                **LIT[letter],
            }[kind]
            lit = page.locator(".lane:visible [aria-current=step] code")
            assert [text.strip() for text in lit.all_text_contents()] == [expected]
            if (letter, kind) == ("n", "dead-end"):
                said = "The walk of 12 squares is complete; the test says: not a tour."
                expect(page.locator(".sentence").first).to_have_text(said)
                # It looks at nothing, so that nothing is shown of what could follow.
                assert page.locator(".lane:visible .candidate").count() == 0


def test_branch_and_bound_step_by_step(open_page: OpenPage) -> None:
    """Forwards and backwards: the path, which jumps, the best so far, the bound, the counts."""
    page = open_page("#learn/lab/3x4.sa3/p.geeksforgeeks.least.made/0/0")
    problem = Problem("3x4", start="a3")
    events = list(trace(problem, "branch-and-bound", strategy="least", bounded="made"))
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
    last = len(events)
    for k in [*range(1, last, 9), *better, last, *range(last - 1, 0, -17)]:
        page.get_by_role("slider").fill(str(k))
        at(page, k)
        event, (lane,) = events[k - 1], seen(page)
        assert visited_of(lane) == set(event.path)
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


# -- the laboratory: what is chosen ----------------------------------------------------------------


def test_two_side_by_side(open_page: OpenPage, axe: Axe) -> None:
    page = open_page(PAIR + "118")
    at(page, 118)
    choosing(page)
    left, right = seen(page)
    assert left["cells"] == right["cells"]
    assert left["counts"] == right["counts"]
    press(page, "To the end")
    left, right = seen(page)
    assert left["sentence"] == "The rule is stuck. There may be tours all the same."
    assert right["sentence"] == "A tour: all 64 squares, each once."
    assert (left["counts"][0], right["counts"][0]) == ("60", "110")
    axe(page)
    speak(page, "es")
    expect(place(page)).to_have_text(re.compile("^Paso 278 de 278"))
    assert [lane["counts"] for lane in seen(page)] == [left["counts"], right["counts"]]
    expect(page.get_by_role("button", name="Un paso atrás")).to_be_visible()
    expect(page.locator(".comment").first).to_contain_text("las candidatas")
    assert "Search" not in page.locator("#view").inner_text()
    speak(page, "en")
    page.get_by_label("Two searches side by side").uncheck()
    expect(page.locator(".lane:visible")).to_have_count(1)
    at(page, 0, "121$")
    page.get_by_label("Two searches side by side").check()
    expect(page.locator(".lane:visible")).to_have_count(2)


def test_methods_orders_and_ties_are_chosen(open_page: OpenPage) -> None:
    page = open_page("#learn/lab/3x4.sa1/b.puc/0/0")
    choosing(page)
    choices = page.get_by_role("group", name="First search")
    problem = Problem("3x4", start="a1")

    def ends(address: str, *how: Any, **more: Any) -> None:
        expect(page).to_have_url(re.compile(re.escape(address)))
        events = list(islice(trace(problem, *how, **more), 10_000))
        at(page, 0, f"{len(events):,}$")
        press(page, "To the end")
        expect(page.locator("dd.nodes").first).to_have_text(f"{events[-1].nodes:,}")

    choices.get_by_label("Order of the moves").select_option("granada")
    ends("b.granada/0/", order="granada")
    choices.get_by_label("Method").select_option("Warnsdorff’s rule")
    choices.get_by_label("Ties").select_option(index=4)
    ends("w.granada.roth/0/", "warnsdorff", tie="roth", order="granada", backtrack=False)
    choices.get_by_label("Ties").select_option(index=1)
    seed = page.get_by_label("Seed of random ties")
    seed.fill("2")
    seed.press("Enter")
    expect(page).to_have_url(re.compile("w.granada.random/2/0$"))
    choices.get_by_label("Method").select_option("naive: every walk")
    expect(choices.get_by_label("Ties")).to_be_hidden()
    expect(page).to_have_url(re.compile("n.granada/2/0$"))


def test_an_order_of_ones_own(open_page: OpenPage) -> None:
    """Any order of the moves of any piece; a bad one is explained, and not sent."""
    page = open_page("#learn/lab/3x4.sa1/b.puc/0/0")
    at(page, 0, "69$")
    choosing(page)
    names = page.get_by_label("Order of the moves").first
    moves = page.get_by_label("Its moves").first

    def ends(text: str, **more: Any) -> None:
        moves.fill(text)
        moves.press("Enter")
        events = list(trace(Problem("3x4", start="a1", **more), order=order_text(own)))
        at(page, 0, f"{len(events):,}$")
        press(page, "To the end")
        expect(page.locator("dd.nodes").first).to_have_text(f"{events[-1].nodes:,}")

    own = ORDERS["puc"][::-1]
    ends(" ".join(f"({down}, {right})" for down, right in own).replace("-", "\u2212"))
    expect(names).to_have_value("own")
    expect(page).to_have_url(re.compile(rf"b\.{order_text(own)}/0/[1-9]\d*$"))
    page.reload()
    expect(place(page)).to_have_text(re.compile("^Step [1-9]"))
    choosing(page)
    expect(moves).to_have_value(order_text(own).replace(";", "; "))
    alert = page.get_by_role("group", name="First search").get_by_role("alert")
    moves.fill("2,1")
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
    ends(order_text(own), piece="wazir")
    page.get_by_label("Piece").select_option("knight")
    expect(names).to_have_value("geeksforgeeks")
    page.get_by_label("Rows", exact=True).fill("4")
    page.get_by_label("Rows", exact=True).press("Tab")
    expect(page.locator(".lane:visible .cell")).to_have_count(16)


def test_to_the_next_dead_end(open_page: OpenPage) -> None:
    page = open_page(SHORT + "0", reduced_motion="no-preference")
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
    # A step back has a sign, which flashes where motion is welcome.
    expect(page.locator(".lane:visible .letter", has_text="←")).to_be_visible()
    expect(page.locator(".flashing")).to_have_count(1)


def test_it_asks_what_comes_next(open_page: OpenPage, axe: Axe) -> None:
    """Which square, by the buttons or on the board, as the library's search; and which line."""
    page = open_page(SHORT + "0", viewport={"width": 360, "height": 640})
    events = list(trace(Problem(5, start="a5"), order="puc"))
    board = Problem(5).board
    at(page, 0, f"{len(events)}$")
    press(page, "Quiz")
    press(page, "Which square?")
    at(page, 1)
    expect(page.locator(".ask").first).to_contain_text("Where does the search go next?")
    page.set_viewport_size({"width": 1280, "height": 900})
    step, answers = 2, {EventKind.STEP_BACK: "a step back", EventKind.SOLUTION: "it ends"}
    page.get_by_role("slider").fill("2")
    for round_ in range(12):
        step = next(
            i for i in range(step, len(events)) if events[i].kind in {*answers, EventKind.PLACE}
        )
        event = events[step]
        if event.kind is EventKind.PLACE and round_ % 2:
            page.locator(".lane:visible .cell").nth(board.index(event.path[-1])).click()
        else:
            press(page, answers.get(event.kind) or board.square_name(event.path[-1]))
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
    press(page, "Which line?")
    page.get_by_role("slider").fill("1")
    lines = page.locator(".lane:visible .code button")
    for text, reply, goal in (("is_tour", "No. ", 1), ("for move in moves", "Right. ", 2)):
        lines.filter(has_text=text).click()
        expect(told).to_contain_text(reply)
        at(page, goal)
    press(page, "Quiz")
    expect(page.locator(".ask:empty")).to_have_count(2)
    expect(page.locator(".code button")).to_have_count(0)


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
    page = open_page(LONG + "60000")
    at(page, 60_000, "60,000$")
    before = seen(page)
    press(page, "More steps")
    at(page, 60_000, f"{bounds.STEPS:,}$")
    assert seen(page) == before
    expect(page.get_by_role("button", name="More steps")).to_be_hidden()
    told = "The first 100,000 steps: the laboratory shows no more."
    expect(page.locator(".state").first).to_have_text(told)
    press(page, "To the end")
    last = [*islice(trace(Problem(8, start="a8"), order="granada"), bounds.STEPS)][-1]
    counts = [f"{last.nodes:,}", f"{last.dead_ends:,}", str(last.depth)]
    assert seen(page)[0]["counts"] == counts


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
            for name in ("order C", "order D"):
                page.get_by_role("checkbox", name=name).check()
        press(page, button)
        expect(page.locator(".feedback")).to_contain_text("does not answer")


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
