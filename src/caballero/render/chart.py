"""A comparison as a table, as a chart in characters, and in JSON.

The bars are logarithmic: one character more is a constant factor more nodes, as befits numbers
between dozens and thousands of millions. The profile shows the nodes at each depth, likewise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from caballero.formats.write import problem_json, stats_json
from caballero.teach.comparison import Row
from caballero.words import Message

BLOCKS: Final = "▁▂▃▄▅▆▇█"
COLUMNS: Final = (
    "column-board", "column-method", "column-result", "column-nodes", "column-dead-ends",
    "column-steps-back", "column-depth", "column-seconds", "column-bound",
)  # fmt: skip


def rows_table(rows: Sequence[Row], language: str = "en") -> str:
    """Return a comparison as a table in text.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.render.chart import rows_table
    >>> from caballero.teach import compare, contenders
    >>> rows = list(compare([Problem.of(5, start="0,0")], contenders(["backtracking"], ["puc"])))
    >>> print(rows_table(rows).splitlines()[0].split()[:4])
    ['board', 'method', 'result', 'nodes']
    """
    head = [Message(code).text(language) for code in COLUMNS]
    cells = [head] + [_cells(row, language) for row in rows]
    widths = [max(len(line[i]) for line in cells) for i in range(len(head))]
    left = 3  # board, method and result are words
    lines = [
        "  ".join(
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    ]
    lines.insert(1, "─" * max(map(len, lines)))
    return "\n".join([*lines, "", Message("bound-explained").text(language)])


def rows_chart(rows: Sequence[Row], language: str = "en") -> str:
    """Return a comparison as bars and profiles in characters.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.render.chart import rows_chart
    >>> from caballero.teach import compare, contenders
    >>> rows = list(compare([Problem.of(5, start="0,0")], contenders(["backtracking"], ["puc"])))
    >>> print(rows_chart(rows).splitlines()[0])
    5x5 backtracking puc  █████████████████████████████████████████ 41
    """
    labels = [f"{row.problem.board} {row.contender.name}" for row in rows]
    width = max(map(len, labels), default=0)
    most = max((math.log10(row.stats.nodes + 1) for row in rows), default=1)
    scale = 40 / max(most, 1)
    lines = []
    for label, row in zip(labels, rows, strict=True):
        bar = "█" * (1 + round(scale * math.log10(row.stats.nodes + 1)))
        mark = "" if row.result == "found" else f" ({_result(row, language)})"
        lines.append(f"{label:{width}}  {bar} {_grouped(row.stats.nodes)}{mark}")
        if row.stats.profile:
            lines.append(f"{'':{width}}  {_profile(row.stats.profile)}")
    told = "chart-explained" if any(row.stats.profile for row in rows) else "bars-explained"
    return "\n".join([*lines, "", Message(told).text(language)])


def rows_json(rows: Sequence[Row]) -> dict[str, object]:
    """Return a comparison as JSON, with the nodes at each depth; the bound is a string."""
    return {
        "caballero": 1,
        "rows": [
            {
                **problem_json(row.problem),
                "method": row.contender.method,
                "order": row.contender.order,
                "tie": row.contender.tie,
                "status": row.result,
                "stats": stats_json(row.stats),
                "profile": list(row.stats.profile),
                "bound": str(row.bound),
            }
            for row in rows
        ],
    }


def _cells(row: Row, language: str) -> list[str]:
    stats = row.stats
    deepest = max((d for d, nodes in enumerate(stats.profile, start=1) if nodes), default=0)
    moves = len(row.problem.piece.moves(len(row.problem.board.shape)))
    return [
        row.problem.board.name,
        row.contender.name,
        _result(row, language),
        _grouped(stats.nodes),
        _grouped(stats.dead_ends),
        _grouped(stats.steps_back),
        str(deepest or stats.nodes),
        f"{stats.seconds:.3f}",
        f"{moves}^{len(row.problem)} ≈ 10^{len(row.problem) * math.log10(moves):.0f}",
    ]


def _result(row: Row, language: str) -> str:
    return Message(f"result-{row.result}").text(language)


def _grouped(number: int | None) -> str:
    return "–" if number is None else f"{number:,}".replace(",", " ")


def _profile(profile: Sequence[int]) -> str:
    most = math.log10(max(profile) + 1)
    steps = (round(7 * math.log10(nodes + 1) / most) for nodes in profile)
    return "".join(BLOCKS[step] for step in steps)
