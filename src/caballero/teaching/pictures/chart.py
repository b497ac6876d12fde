"""A comparison as a table, as a chart in characters, and in JSON.

The bars are logarithmic, because the numbers range from dozens to billions: each further character
is a constant factor. The profile shows the nodes at each depth on such a scale, too.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from caballero.formats.write import stats_json
from caballero.machine.words import Message, number
from caballero.model.adjacency import moves_on
from caballero.model.interchange import problem_json
from caballero.render.text import table_text
from caballero.teaching.comparison import Row
from caballero.teaching.knuth import Estimate

BLOCKS: Final = "▁▂▃▄▅▆▇█"
COLUMNS: Final = (
    "column-result", "column-nodes", "column-dead-ends", "column-steps-back", "column-depth",
    "column-seconds",
)  # fmt: skip
BEFORE: Final = ("column-board", "column-start", "method", "column-settings")
"""The columns of a sheet before those."""

WIDTH: Final = 80
"""The width of most terminals."""


def rows_table(rows: Sequence[Row], language: str | None = None) -> str:
    """Return a comparison as a table in text, with a group for each board and method.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching.pictures.chart import rows_table
    >>> from caballero.teaching import compare, contenders
    >>> rows = list(compare([Problem(5, start="0,0")], contenders(["backtracking"], ["puc"])))
    >>> for line in rows_table(rows).splitlines()[:4]:
    ...     print(line)  # doctest: +ELLIPSIS
           result  nodes  dead ends  steps back  depth  seconds
    ───────────────────────────────────────────────────────────
    5x5 backtracking
      puc  found      41          5          16     25    ...
    """
    head = ["", *(Message(code).text(language) for code in COLUMNS)]
    table = table_text([head, *(_cells(row, language) for row in rows)], left=2).split("\n")
    lines = [table[0], "─" * max(map(len, table))]
    group = ""
    for row, line in zip(rows, table[1:], strict=True):
        if group != (group := f"{board_name(row)} {row.contender.method}"):
            lines.append(group)
        lines.append(line)
    bounds = dict.fromkeys(_bound_text(row, language) for row in rows)
    end = " ".join([*bounds, Message("bound-explained").text(language)])
    return "\n".join([*lines, "", *textwrap.wrap(end, WIDTH)])


def rows_chart(rows: Sequence[Row], language: str | None = None) -> str:
    """Return a comparison as bars and profiles in characters.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching.pictures.chart import rows_chart
    >>> from caballero.teaching import compare, contenders
    >>> rows = list(compare([Problem(5, start="0,0")], contenders(["backtracking"], ["puc"])))
    >>> print(rows_chart(rows).splitlines()[0])
    5x5 backtracking puc  █████████████████████████████████████████ 41
    """
    labels = [row_name(row) for row in rows]
    width = max(map(len, labels), default=0)
    most = max((math.log10(row.stats.nodes + 1) for row in rows), default=1)
    costs = [cost_text(row, language) for row in rows]
    longest = min(40, WIDTH - 4 - width - max(map(len, costs), default=0))
    scale = max(longest, 10) / max(most, 1)
    lines = []
    for label, row, cost in zip(labels, rows, costs, strict=True):
        bar = "█" * (1 + round(scale * math.log10(row.stats.nodes + 1)))
        lines.append(f"{label:{width}}  {bar} {cost}")
        if row.stats.profile:
            lines.append(f"{'':{width}}  {_profile(row.stats.profile)}")
    legend = "chart-explained" if any(row.stats.profile for row in rows) else "bars-explained"
    return "\n".join([*lines, "", Message(legend).text(language)])


def rows_cells(rows: Sequence[Row], language: str | None = None) -> list[list[str]]:
    """Return a comparison as the cells of a sheet, with their titles, for a spreadsheet.

    Examples
    --------
    >>> from caballero.teaching import Contender, compare, rows_cells
    >>> rows_cells([*compare("5x5", [Contender("warnsdorff")])])[1][:5]
    ['5x5', 'a5', 'warnsdorff', '', 'found']
    """
    titles = [Message(code) for code in BEFORE] + [Message(code) for code in COLUMNS]
    cells = [[title.text(language) for title in (*titles, Message("column-fatal"))]]
    for row in rows:
        start = row.problem.place_name(row.problem.board.square(row.problem.numbered().get(1, 0)))
        numbers = row.stats.nodes, row.stats.dead_ends, row.stats.steps_back, _deepest(row)
        cells.append([
            str(row.problem.board), start, row.contender.method, row.contender.settings,
            row_result(row, language), *("" if n is None else str(n) for n in numbers),
            number(row.stats.seconds, language, ".3f"), row.fatal.square if row.fatal else "",
        ])  # fmt: skip
    return cells


def rows_json(rows: Sequence[Row]) -> dict[str, object]:
    """Return a comparison as JSON, with the nodes at each depth; the bound is a string.

    Examples
    --------
    >>> from caballero.teaching import rows_json
    >>> from caballero.teaching import Contender, compare
    >>> rows_json([*compare("5x5", [Contender("warnsdorff")])])["rows"][0]["status"]
    'found'
    """
    return {
        "caballero": 1,
        "rows": [
            {
                **problem_json(row.problem),
                "method": row.contender.method,
                "order": row.contender.order,
                "tie": row.contender.tie,
                "strategy": row.contender.strategy,
                "bounded": row.contender.bounded,
                "status": row.result,
                "stats": stats_json(row.stats),
                "profile": list(row.stats.profile),
                "bound": str(row.bound),
                **({"fatal": asdict(row.fatal)} if row.fatal else {}),
            }
            for row in rows
        ],
    }


def estimate_text(board: str, found: Estimate, language: str | None = None) -> str:
    """Return an estimate in two sentences."""
    data = {
        "board": board,
        "nodes": _rounded(found.nodes, language),
        "error": _rounded(found.error, language),
        "base": number(found.base, language, ".2f"),
        "probes": found.probes,
    }
    reached = max((i for i, mean in enumerate(found.branching, start=1) if mean), default=0)
    counts = " ".join(number(mean, language, ".1f") for mean in found.branching[:reached])
    lines = Message("estimate", data), Message("estimate-branching", {"counts": counts})
    return "\n".join(textwrap.fill(line.text(language), WIDTH) for line in lines)


def _rounded(count: float, language: str | None) -> str:
    """Return a whole number, or a large one with a power of ten."""
    if count < 1e9:
        return number(round(count), language)
    power = int(math.log10(count))
    digits = count / 10**power if power < 300 else int(count) // 10 ** (power - 3) / 1000
    return f"{number(digits, language, '.1f')}·10^{power}"


def _cells(row: Row, language: str | None) -> list[str]:
    stats = row.stats
    return [
        f"  {row.contender.settings or '–'}",
        row_result(row, language),
        number(stats.nodes, language),
        _count_text(stats.dead_ends, language),
        _count_text(stats.steps_back, language),
        number(_deepest(row), language),
        number(stats.seconds, language, ".3f"),
    ]


def _deepest(row: Row) -> int:
    """Return the most squares of a path of the search."""
    deepest = max((d for d, nodes in enumerate(row.stats.profile, start=1) if nodes), default=0)
    return deepest or row.stats.nodes


def _bound_text(row: Row, language: str | None) -> str:
    moves, squares = len(moves_on(row.problem.board, row.problem.piece)), len(row.problem)
    data = {
        "board": row.problem.board.name,
        "bound": f"{moves}^{squares}",
        "power": round(squares * math.log10(moves)),
    }
    return Message("bound-of-board", data).text(language)


def cost_text(row: Row, language: str | None) -> str:
    """Return the nodes of a row, and how it ended if it found no tour."""
    mark = "" if row.result == "found" else f" ({row_result(row, language)})"
    return number(row.stats.nodes, language) + mark


def row_name(row: Row) -> str:
    """Return the board and the contender of a row."""
    return f"{board_name(row)} {row.contender.name}"


def board_name(row: Row) -> str:
    """Return the board of a row, and the start if it is not the first square."""
    start = row.problem.numbered().get(1)
    named = "" if not start else f" {row.problem.place_name(row.problem.board.square(start))}"
    return f"{row.problem.board}{named}"


def row_result(row: Row, language: str | None) -> str:
    """Return how a row ended, in words."""
    return Message(f"result-{row.result}").text(language)


def _count_text(count: int | None, language: str | None) -> str:
    return "–" if count is None else number(count, language)


def _profile(profile: Sequence[int]) -> str:
    most = math.log10(max(profile) + 1)
    steps = (round(7 * math.log10(nodes + 1) / most) for nodes in profile)
    return "".join(BLOCKS[step] for step in steps)
