"""Draw the pictures of the documentation into docs/img: ``python docs/make_gallery.py``.

One version of the package always makes equal files. With ``--page`` it makes the photographs of the
page, which need Chromium and the extras of the tests; those are not equal to the last byte.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from contextlib import chdir
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from caballero import (
    Best,
    Found,
    Graph,
    Impossible,
    Problem,
    Tour,
    best_tour,
    find_tour,
    solve,
)
from caballero.best import longest_uncrossed
from caballero.cli.commands import run
from caballero.formats import read_graph, with_positions
from caballero.puzzles import Puzzle, hint, make_puzzle
from caballero.render.certificate import certificate_svg
from caballero.render.position import (
    is_plain,
    move_shapes,
    position_scene,
    puzzle_labels,
    puzzle_scene,
)
from caballero.render.scene import Scene, Squares, ground_shapes
from caballero.render.svg import scene_svg, tour_svg
from caballero.render.themes import THEMES
from caballero.teaching import solve_warnsdorff

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "img"
TOWN = ROOT / "examples" / "town"
CITIES = ROOT / "tests" / "data" / "tsplib" / "berlin52.tsp"
GALLERY = ROOT / "docs" / "en" / "gallery.md"
WALL = re.compile(r"gallery-([\w-]+)\.svg\)\n[^`]*(?:`\w+`[^`]*)*?`(caballero [^`]+)`")
"""The name of a picture, and the command that makes it."""


def pictures() -> dict[str, str]:
    """Return every picture of the gallery by the name of its file: what its command writes."""
    found = dict(WALL.findall(GALLERY.read_text(encoding="utf-8")))
    with TemporaryDirectory() as folder, chdir(ROOT):
        for name, commands in found.items():
            piped = f"{folder}/{name}.txt"
            made = {f"{name}.svg": f"{folder}/{name}.svg", "-": piped}
            for command in commands.split(" | "):
                words = [made.get(word, word) for word in command.split()[1:]]
                assert run([*words, "-q", *([] if "-o" in words else ["-o", piped])]) == 0, command
        return {name: Path(folder, f"{name}.svg").read_text(encoding="utf-8") for name in found}


def figures() -> dict[str, str]:
    """Return pictures of tours in the other chapters by the name of their files."""
    rule = solve_warnsdorff(Problem(8, start="a1"), tie="roth")
    assert isinstance(rule, Found)
    tours = {
        "closed-6x6": find_tour(6, closed=True),
        "closed-8x8": find_tour(8, closed=True),
        "uncrossed-4x9": longest_uncrossed("4x9").tour,
        "warnsdorff-8x8": rule.tour,
    }
    drawn = {name: tour.to_svg(coordinates=True) for name, tour in tours.items()}
    giraffe = Problem(11, piece="giraffe")
    none = solve(giraffe)
    assert isinstance(none, Impossible)
    drawn["giraffe-11x11"] = certificate_svg(giraffe, none.certificate)
    return drawn | maps() | puzzles() | rules()


def puzzles() -> dict[str, str]:
    """Return a puzzle and its solution, by the name of their files."""
    puzzle = make_puzzle(Problem(5, piece="king"), level="medium", seed=4)
    assert isinstance(puzzle, Puzzle)
    problem, theme = puzzle.problem, THEMES["light"]
    return {
        name: scene_svg(puzzle_scene(problem, theme, solution=tour), theme, "Hidato", None, True)
        for name, tour in (("hidato", None), ("hidato-solved", puzzle.tour))
    }


RULES = {
    "next": ("1 . .\n2 5 .\n. . 9", "wazir"),
    "reach": (". 8 9\n6 . .\n1 2 .", "wazir"),
    "direction": ("1 . .\n. . .\n. . .\n. . .", "wazir"),
    "square": (". . .\n8 . 2\n. 4 .", "wazir"),
    "dead-end": (". . 9\n4 . 7\n. 6 .", "king"),
    "narrow": (". . .\n. 3 1\n9 8 .", "king"),
    "colour": (". . 7\n. 5 .\n. 4 .", "wazir"),
    "gap": ("9 . .\n. 5 1\n. . .", "king"),
    "marks": ("1 2 .\n. . 4\n. . .", "wazir"),
    "groups": (". . . 5\n9 1 2 .\n. . . .", "king"),
    "trial": (". . 5\n9 . .\n. 7 .", "king"),
}
"""For each rule a small puzzle, and its piece; the tour of the rule of directions is closed."""


def rules() -> dict[str, str]:
    """Return the step of each rule: its place, number and reason, by the name of their files."""
    return {f"rule-{rule}": step_svg(rule, *puzzle) for rule, puzzle in RULES.items()}


def step_svg(rule: str, drawing: str, piece: str) -> str:
    """Return a puzzle with a step: its place is green, what its reason names is yellow."""
    problem = Problem(drawing, piece, rule == "direction")
    steps = hint(problem)
    at = next(i for i, step in enumerate(steps) if step.rule == rule)
    step, board, theme = steps[at], problem.board, THEMES["light"]
    assert step.place is not None
    labels = dict(puzzle_labels(problem))
    told = f"≠{step.excluded[0] if len(step.excluded) == 1 else ''}"
    told = str(step.number) if step.number else told
    names = set(re.findall(r"\b[a-d][1-4]\b", str(step)))
    reason = sorted({board.parse_square(name) for name in names} - {step.place})
    moves = [move for one in steps[: at + 1] for move in one.used]
    ground = ground_shapes(board, theme, is_plain=is_plain(problem))
    shapes = position_scene(
        board, theme, (labels | {step.place: told}).items(), given=labels, marked=[step.place]
    ).shapes[len(position_scene(board, theme).shapes) :]
    named = Squares(tuple(reason), theme.marks[4], theme.grid)
    lines = move_shapes(problem, moves, theme, used=True)
    scene = Scene(board, (*ground, named, *lines, *shapes))
    return scene_svg(scene, theme, board.name, coordinates=True)


def maps() -> dict[str, str]:
    """Return the best routes through a town, and through Berlin, by the name of their files."""

    def best(graph: Graph, **ends: str | bool) -> Tour:
        outcome = best_tour(graph, **ends)  # type: ignore[arg-type]
        assert isinstance(outcome, Best)
        assert outcome.optimal
        return outcome.tour

    drawn = {"berlin52": best(read_graph(CITIES), closed=True).to_svg()}
    for language, roads, places, start, end in (
        ("en", "roads", "places", "home", "work"),
        ("es", "calles", "lugares", "casa", "trabajo"),
    ):
        where = (TOWN / f"{places}.csv").read_bytes()
        for hour in ("h08", "h22"):
            town = with_positions(read_graph(TOWN / f"{roads}.csv", weight=hour), where)
            tour = best(town, start=start, end=end)
            drawn[f"town-{hour}-{language}"] = tour_svg(tour, language=language)
    return drawn


VIEWS = {
    "laboratory": "#learn/lab/8x8.sa8/b.geeksforgeeks~w.geeksforgeeks.roth/0/60",
    "puzzle": "#puzzles/hex4.pstep.fwgAAAAAgAAAIAAAg/a1.DrZCqAiDDKLbtSKlbpg/kQspJIw/medium",
}
"""Backtracking beside Warnsdorff's rule, after 60 steps; and a Rikudo."""


def photographs() -> dict[str, bytes]:
    """Return photographs of the page in each language, by the name of its file."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("CABALLERO_CHROMIUM") or shutil.which("chromium")
    command = [sys.executable, "-m", "caballero", "serve", "--no-open", "--port", "0"]
    made: dict[str, bytes] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox"]
                )
                for language, (view, there) in product(("en", "es"), VIEWS.items()):
                    page = browser.new_page(
                        viewport={"width": 1366, "height": 900},
                        locale=language,
                        color_scheme="light",
                    )
                    page.goto(address + there)
                    stage = page.locator("main")
                    stage.locator(".squares").first.wait_for()
                    page.wait_for_timeout(1500)
                    shown = Image.open(io.BytesIO(stage.screenshot())).quantize(256)
                    file = io.BytesIO()
                    shown.save(file, "PNG", optimize=True)
                    made[f"{view}-{language}.png"] = file.getvalue()
                browser.close()
        finally:
            server.terminate()
    return made


if __name__ == "__main__" and "--page" in sys.argv:
    for name, png in photographs().items():
        (IMAGES / name).write_bytes(png)
elif __name__ == "__main__":
    drawn = {f"gallery-{name}": svg for name, svg in pictures().items()}
    drawn |= {name: svg + "\n" for name, svg in figures().items()}
    for name, svg in drawn.items():
        (IMAGES / f"{name}.svg").write_text(svg, encoding="utf-8")
