"""Answers on a terminal: colour, boards that are too wide, and traces that are too long."""

import pytest

from caballero import find_tour
from caballero.render import tour_text
from cli.screen import Screen
from cli.terminal import process

BOLD = "\x1b[36m\x1b[1m"


def ended(*arguments: str, columns: int = 80) -> tuple[Screen, int, str]:
    """Run a program on a terminal to its end."""
    screen = Screen(*arguments, columns=columns)
    screen.until()
    return screen, *screen.end()


def test_the_first_and_the_last_number_stand_out() -> None:
    screen, status, _err = ended("tour", "5x6", "--closed", "--start", "a1")
    tour = find_tour("5x6", closed=True, start="a1")
    assert status == 0
    assert f"{BOLD} 1\x1b[0m" in screen.text
    assert f"{BOLD}30\x1b[0m" in screen.text
    assert screen.text.count(BOLD) == 2
    assert screen.plain() == tour_text(tour) + "\n"


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_off(variables: dict[str, str]) -> None:
    screen = Screen("tour", "5", variables=variables)
    screen.until()
    assert screen.end()[0] == 0
    assert "\x1b" not in screen.text
    assert "25" in screen.text


@pytest.mark.slow
@pytest.mark.parametrize("command", [("tour",), ("list", "--count", "2"), ("sample",)])
def test_a_board_that_is_too_wide_is_not_drawn(command: tuple[str, ...]) -> None:
    screen, status, err = ended(*command, "3x10", columns=30)
    assert status == 0
    assert set(screen.plain().split("\n")) == {
        "This board is 35 columns wide and the terminal 30: draw it with -o tour.svg, or list its"
        " moves with --format moves.",
        "",
    }
    assert "Verified" in err
    assert "┌" in process(*command, "3x10").out
    assert "a1" in ended(*command, "3x10", "--format", "moves", columns=30)[0].text


@pytest.mark.slow
def test_a_long_trace_is_cut_on_a_terminal() -> None:
    screen, status, err = ended("trace", "4", "--only", "try")
    assert status == 0
    assert screen.text.count("Turn:") == 500
    for way in ("--watch", "--only place,back", "caballero compare"):
        assert way in err
    assert process("trace", 4, "--only", "try").out.count("Turn:") > 10_000
    more, _status, err = ended("trace", "4", "--count", "600", "--only", "try")
    assert more.text.count("Turn:") == 600
    assert "raise --count" in err
    whole, status, err = ended("trace", "3")
    assert (status, err) == (1, "")
    assert "No tour" in whole.text
