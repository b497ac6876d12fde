"""Cities of TSPLIB: read, and solved to the published optimum with a proof."""

from pathlib import Path

import pytest

from best.test_best import best_of
from caballero import verify
from caballero.best.tuning import Tuning
from caballero.formats import read_graph
from caballero.formats.tsplib import DISTANCES
from caballero.machine.limits import Budget

FOLDER = Path(__file__).parents[1] / "data" / "tsplib"

# The optima that TSPLIB publishes.
OPTIMA = {
    "burma14.tsp": 3323, "gr17.tsp": 2085, "gr21.tsp": 2707, "gr24.tsp": 1272, "fri26.tsp": 937,
    "bayg29.tsp": 1610, "bays29.tsp": 2020, "dantzig42.tsp": 699, "att48.tsp": 10628,
    "eil51.tsp": 426, "berlin52.tsp": 7542, "st70.tsp": 675, "eil76.tsp": 538, "kroA100.tsp": 21282,
    "br17.atsp": 39, "ftv33.atsp": 1286,
}  # fmt: skip
LONG = {"kroA100.tsp"}


@pytest.mark.long_plain
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.nightly) if n in LONG else n for n in OPTIMA]
)
def test_the_optimum_is_found_and_proved(name: str) -> None:
    graph = read_graph(FOLDER / name)
    assert graph.directed == name.endswith(".atsp")
    with Budget(tuning=[Tuning(inequalities=False)]):
        outcome = best_of(graph, closed=True)
    assert verify(outcome.tour)
    assert (outcome.cost, outcome.optimal) == (OPTIMA[name], True)


def test_distances() -> None:
    # The examples of the formulas in the documentation of TSPLIB, by hand.
    assert DISTANCES["EUC_2D"]((0, 0), (3, 4)) == 5
    assert DISTANCES["EUC_2D"]((0, 0), (1, 1)) == 1
    assert DISTANCES["CEIL_2D"]((0, 0), (1, 1)) == 2
    assert DISTANCES["MAN_2D"]((0, 0), (1, 2)) == 3
    assert DISTANCES["MAX_2D"]((0, 0), (1, 2)) == 2
    assert DISTANCES["ATT"]((0, 0), (10, 0)) == 4
    # A quarter of the equator, and the same place.
    assert DISTANCES["GEO"]((0.0, 0.0), (0.0, 90.0)) == 10020
    assert DISTANCES["GEO"]((38.24, 20.42), (38.24, 20.42)) == 1


def test_the_halves_of_a_matrix_are_the_same() -> None:
    head = "TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: {}\n"
    texts = {
        "FULL_MATRIX": "0 1 2 1 0 3 2 3 0", "UPPER_ROW": "1 2 3", "LOWER_ROW": "1 2 3",
        "UPPER_COL": "1 2 3", "LOWER_COL": "1 2 3", "UPPER_DIAG_ROW": "0 1 2 0 3 0",
        "LOWER_DIAG_ROW": "0 1 0 2 3 0", "UPPER_DIAG_COL": "0 1 0 2 3 0",
        "LOWER_DIAG_COL": "0 1 2 0 3 0",
    }  # fmt: skip
    graphs = [
        read_graph(f"{head.format(form)}EDGE_WEIGHT_SECTION\n{text}\nEOF")
        for form, text in texts.items()
    ]
    assert all(graph == graphs[0] for graph in graphs)
    assert graphs[0].weights == (1, 2, 1, 3, 2, 3)
