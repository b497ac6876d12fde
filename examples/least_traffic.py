"""The route with least traffic, hour by hour: ``python examples/least_traffic.py [FOLDER]``.

The files of the folder ``town`` have the minutes that each road takes at 8, at 13 and at 22, and
where the places are. The route from home to work stops at all of them. A map of each is written to
the folder given, or to the current one.
"""

from __future__ import annotations

import sys
from pathlib import Path

from caballero import Best, best_tour
from caballero.formats import read_graph, with_positions

TOWN = Path(__file__).parent / "town"
HOURS = ("h08", "h13", "h22")


def best_route(file: str, hour: str) -> Best:
    """Return the quickest route from home to work at an hour."""
    roads = read_graph(TOWN / file, weight=hour)
    town = with_positions(roads, (TOWN / "places.csv").read_bytes())
    best = best_tour(town, start="home", end="work")
    assert isinstance(best, Best)
    assert best.optimal
    return best


def main() -> None:
    """Print the routes, with and without the one-way street, and draw them."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    for file in ("roads.csv", "one_way.csv"):
        for hour in HOURS:
            best = best_route(file, hour)
            print(f"{file} {hour}: {best.cost} minutes, {' '.join(best.tour.names())}")
            map_file = folder / f"{Path(file).stem}_{hour}.svg"
            map_file.write_text(best.tour.to_svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
