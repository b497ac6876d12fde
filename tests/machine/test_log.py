"""The log of searches."""

import logging
import subprocess
import sys

import pytest

from caballero import Graph, LimitReached, best_tour, count_tours, find_tour, solve


def test_methods_are_told_at_debug_and_answers_at_info(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "caballero"):
        outcome = solve(7)
    assert {record.name for record in caplog.records} == {"caballero"}
    told = [(record.levelname, record.getMessage()) for record in caplog.records]
    methods = [text.split()[1] for level, text in told if level == "DEBUG"]
    assert methods == [f"name={phase.method}" for phase in outcome.stats.phases]
    level, text = told[-1]
    assert level == "INFO"
    stats = outcome.stats
    start = f"answer task=solve kind=Found method={stats.method} nodes={stats.nodes} seconds="
    assert text.startswith(start)


def test_every_task_tells_its_answer(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "caballero"):
        count_tours("3x4")
        best_tour("3x4", "turns")
        best_tour(Graph.from_edges([(0, 1, 5), (1, 2, 5), (2, 0, 1)]), closed=True)
    told = [record.getMessage().split(" method=")[0] for record in caplog.records]
    assert [text for text in told if "task=solve" not in text] == [
        "answer task=count_tours kind=Count",
        "answer task=best_tour kind=Best",
        "answer task=best_tour kind=Best",
    ]
    assert {record.levelname for record in caplog.records} == {"INFO"}


def test_a_limit_is_told(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "caballero"), pytest.raises(LimitReached):
        find_tour(40, closed=True, limits=0)
    assert [r.getMessage() for r in caplog.records if "limit " in r.getMessage()] == [
        "limit limit=seconds method=theorems nodes=0"
    ]
    assert "kind=GaveUp" in caplog.records[-1].getMessage()


def test_nothing_is_loaded_for_a_log_that_nobody_reads() -> None:
    program = "import sys, caballero; caballero.find_tour(8); print('logging' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"
