"""Follows the pen of an SVG path."""

import re


def pen_lines(path: str) -> list[list[tuple[float, float]]]:
    """Return the lines that a path of M, m, l, h and v draws, in absolute coordinates."""
    lines: list[list[tuple[float, float]]] = []
    x = y = 0.0
    commands = re.findall(r"([A-Za-z])([^A-Za-z]*)", path)
    assert "".join(map("".join, commands)) == path
    for command, written in commands:
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", written)]
        match command, numbers:
            case "M", (across, down):
                x, y = across, down
            case "m" | "l", (across, down):
                x, y = x + across, y + down
            case "h", (across,):
                x += across
            case "v", (down,):
                y += down
            case _:
                raise AssertionError(f"{command}{written}")
        if command in "Mm":
            lines.append([])
        lines[-1].append((x, y))
    return lines
