"""Random calls of the public functions, each with one argument that may be nonsense.

``python tests/fuzz_api.py 20000 [SEED]`` runs that many calls, and prints what went wrong. A call
must end with an answer, or with a :class:`~caballero.CaballeroError`: no other exception, and no
flag or whole number that is none. Tours are judged.
"""

import inspect
import random
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

import caballero
from caballero import (
    Board,
    CaballeroError,
    Found,
    Graph,
    Limits,
    Piece,
    Problem,
    Tour,
    counting as count,
    formats,
    puzzles,
    render,
    symmetries,
    teaching as teach,
    tour_space,
    verify,
)

SECONDS: Final = 30
"""The longest call; every ground is small."""

TOUR: Final = caballero.find_tour("3x4")
RING: Final = Graph.from_edges([("a", "b", 1), ("b", "c", 2), ("c", "a", 3)])
ONE_WAY: Final = Graph.from_edges([(0, 1), (1, 2), (2, 0)], directed=True)
SPACE: Final = tour_space("3x4")


def odd(rng: random.Random) -> Any:
    """Return a value that may fit nothing; iterators are new each time."""
    return rng.choice(
        [
            None, True, False, 0, 1, -1, 2, 7, 2.0, 2.5, float("nan"), float("inf"), 10**30,
            -(10**30), 2**63, 1 << 20_000, "", "no", "3", "a1", "a1-b3", "z9", "8x", "é\x00", "0,0",
            b"", b"a1", bytearray(b"x"), np.int64(3), np.int8(-1), np.uint64(2**63),
            np.float64(2.0), np.float32("nan"), np.True_, np.array([1, 2]),
            np.array([[1, 2], [4, 3]]), np.array([]), np.array(["a1", "b3"]), np.str_("a1"), [],
            [1], [[1], [0]], (), (1, 2),
            (0, 0), ((0, 0), (1, 2)), ["a1", "b3"], [None], [[]], [("a1", 1)], {}, {"a": 1},
            {"a1": 1}, {("a1", "b3"): 2.5}, {0: {1: "x"}}, {1, 2}, frozenset(), iter([1, 2]),
            iter(()), iter(["a1"]), (x for x in ("a1", "c2")), range(3), range(10_000),
            Fraction(1, 2), Decimal(3), 1j, object(), Ellipsis, Path("no such"),
            Board(3), Piece("king"), RING, ONE_WAY, Problem("3x4"), TOUR, Limits(1),
            ValueError("x"),
        ]
    )  # fmt: skip


DISTANCES: Final = [[0, 3, 5, 4.5], [3, 0, None, 6], [5, float("nan"), 0, 1], [4.5, 6, 1, 0]]
GROUNDS: Final[list[Any]] = [
    3, "3x4", (3, 4), 4, "....\n.#..\n....", RING, ONE_WAY, Board((3, 4)), DISTANCES,
    np.array([[0, 1.5], [1.5, 0]]), [("a", "b"), ("b", "c", 2)], {"a": {"b": {"weight": 3}}},
]  # fmt: skip
TEXTS: Final = [
    ",a,b\na,0,2\nb,2,0", "0;1,5;2;3\n1,5;0;2;2\n2;2;0;1\n3;2;1;0", "name,x,y\na,1,2\nb,3,4",
    "a b 3", 'graph { a -- "b" + "c" [weight=2] }', "DIMENSION : 3\nFIXED_EDGES_SECTION\n1 2\n-1",
]  # fmt: skip
SANE: Final[dict[str, list[Any]]] = {
    "ground": GROUNDS,
    "problem": [Problem("3x4"), Problem(4, "wazir", closed=True), Problem(RING, closed=True)],
    "problems": GROUNDS,
    "question": GROUNDS,
    "board": [3, "3x4", Board((3, 4))],
    "shape": [3, "3x4", (3, 4)],
    "rows": [3, 6, "6x6", Board(6)],
    "columns": [None, 6],
    "tour": [TOUR],
    "claimed": [TOUR, [[1, 2], [4, 3]], ["a1", "b3"], [(0, 0), (2, 1)]],
    "piece": ["knight", "king", (1, 2), Piece("wazir")],
    "leaps": ["knight", (1, 2), [(1, 2), (0, 1)]],
    "closed": [True, False],
    "start": [None, "a1", (0, 0)],
    "end": [None, "b1"],
    "clues": [None, {"a1": 1}, [("c2", 5)]],
    "forced": [(), ["a1-c2"]],
    "forbidden": [(), ["a1-b3"]],
    "waypoints": [(), ["a1", "b3"], ["a1"], ["c1", "a2", "c1"], ["b1", "a1", "c2"]],
    "kind": ["numbers", "zip"],
    "surface": [None, "flat", "torus"],
    "holes": [(), ["a1"]],
    "limits": [Limits(seconds=0.3, nodes=3_000)],
    "seed": [None, 0, 5],
    "method": [None],
    "callback": [None, lambda event: None],
    "cost": [None, "turns", "length", "weight", lambda a, b: 1, {("a", "b"): 4}],
    "turn_cost": [None, lambda a, b, c: 2],
    "maximize": [True, False],
    "measure": ["turns", "crossings"],
    "most": [None, 3],
    "every": [1, 2],
    "k": [1, 3],
    "rank": [0, 1],
    "task": ["find", "count"],
    "more": [0, 2],
    "level": [None, "easy"],
    "text": ["a mal tiempo", "abc"],
    "by": ["syllable", "letter"],
    "language": ["en", "es"],
    "tie": ["order", "random"],
    "order": [None, "granada"],
    "strategy": ["least"],
    "bounded": ["ahead"],
    "graph": [RING, ONE_WAY, DISTANCES, [("a", "b"), ("b", "c")], {"a": ["b"]}],
    "matrix": [DISTANCES, np.array([[0, 1], [1, 0]]), [[0, 7], [2, 0]]],
    "points": [[(0, 0), (3, 4)], {"a": (0.5, 1), "b": (2, 2)}, np.array([[0, 0], [1, 2]])],
    "metric": ["euclidean", "manhattan", "haversine", lambda a, b: a[0] + b[1]],
    "round": [None, 0, 2],
    "weight": [None, "weight"],
    "cycle": [True, False],
    "source": [None, "a", 0],
    "target": [None, "b", 1],
    "written": TEXTS,
    "form": [None, "csv", "edges", "dot", "hcp"],
    "edges": [[("a", "b"), ("b", "c")], [(0, 1, 2.5)], ["ab", "bc"]],
    "vertices": [(), ["a"]],
    "neighbours": [[[1], [0]], {0: [1]}],
    "labels": [(), ("x", "y")],
    "squares": ["a1 b3", [(0, 0), (1, 2)]],
    "square": ["a1", (0, 0)],
    "place": ["a1", (0, 0)],
    "label": ["a", 0],
    "index": [0, 5],
    "text_of_square": ["a1"],
    "data": [formats.problem_data(Problem("3x4"))],
    "first": [None, 1],
    "moves": [[(1, 2)]],
}
"""What each parameter may sensibly be; a parameter that is not here keeps its default."""

FLAGS: Final = frozenset(
    {"closed", "cycle", "directed", "up_to_symmetry", "maximize", "ends", "symmetric", "backtrack"}
)
WHOLE: Final = frozenset({"k", "rank", "every", "more", "seed"})


def is_flag(value: object) -> bool:
    """Return whether a value is true or false."""
    return isinstance(value, (bool, np.bool_, int, float, np.number)) and value in (0, 1)


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def read_written(
    written: object, form: str | None = None, directed: bool = False, weight: str | None = None
) -> Graph:
    """Read a graph from a text, or from how any other value is written."""
    text = written if isinstance(written, (str, bytes)) else str_of(written)
    return formats.read_graph(text, form, directed=directed, weight=weight)


CALLS: Final[list[Callable[..., Any]]] = [
    Board, Piece, Problem, Problem.from_drawing, Tour, Tour.from_squares,
    Graph.from_edges, Graph.from_dict, Graph.from_neighbours, Graph.from_networkx,
    Graph.from_matrix, Graph.from_points, caballero.hamiltonian_path, caballero.hamiltonian_cycle,
    caballero.traveling_salesman, read_written,
    Board.from_drawing, Board(3).on, Limits, caballero.solve, caballero.find_tour,
    caballero.count_tours, caballero.iter_tours, caballero.best_tour, caballero.verify,
    caballero.is_unique, caballero.puzzles.another_tour, caballero.puzzles.explain,
    caballero.puzzles.hint, caballero.sample_tours, caballero.tour_space,
    caballero.known_counts, caballero.methods, caballero.best.longest_uncrossed,
    caballero.find_longest, symmetries,
    caballero.structured_tour,
    puzzles.make_puzzle, puzzles.text_puzzle, puzzles.cut_text,
    count.count_by, count.count_by_symmetry, count.estimate_count, count.estimate_list,
    count.strip_recurrence,
    teach.solve_backtracking, teach.solve_warnsdorff, teach.solve_branch_and_bound, teach.trace,
    teach.move_order,
    teach.compare, formats.problem_data, formats.read_problem, formats.to_moves_text,
    formats.to_matrix_text, formats.problem_json, formats.to_puzzle_text, formats.to_grid_text,
    formats.read_puzzle, formats.to_graph_text, render.tour_text,
    Board(4).index, Board(4).square, Board(4).square_name, Board(4).parse_square,
    Board(4, ["a1"]).__contains__, RING.vertex, TOUR.index, TOUR.starting_at, TOUR.matrix,
    TOUR.__contains__, TOUR.statistics, Problem(4).vertex, Problem(4).is_move, Problem(RING).vertex,
    Problem(4).place_name, SPACE.unrank, SPACE.sample, SPACE.rank, SPACE.__contains__,
]  # fmt: skip


class Call(NamedTuple):
    """A call: a function and its arguments, one of which may be nonsense."""

    function: Callable[..., Any]
    arguments: dict[str, Any]
    strange: str

    def __str__(self) -> str:
        name = getattr(self.function, "__qualname__", repr(self.function))
        parts = (f"{key}={str_of(value)}" for key, value in self.arguments.items())
        return f"{name}({', '.join(parts)})"

    @property
    def must_fail(self) -> bool:
        """Whether the strange argument can only be refused."""
        value = self.arguments.get(self.strange)
        if value is None:
            return False
        return (self.strange in FLAGS and not is_flag(value)) or (
            self.strange in WHOLE and self.function is not SPACE.rank and not is_whole(value)
        )


def str_of(value: object) -> str:
    """Return a value for the report."""
    try:
        return repr(value)[:60]
    except ValueError:
        return "a huge whole number"


def random_call(rng: random.Random) -> Call:
    """Return a call with sane arguments, one of which is odd."""
    function = rng.choice(CALLS)
    parameters = inspect.signature(function).parameters.values()
    arguments: dict[str, Any] = {}
    for parameter in parameters:
        sane = SANE.get(parameter.name)
        needed = parameter.default is parameter.empty
        always = needed or parameter.name == "limits"
        if parameter.kind in {parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL}:
            continue
        if sane is not None and (always or rng.random() < 0.15):
            arguments[parameter.name] = rng.choice(sane)
        elif needed:
            arguments[parameter.name] = odd(rng)
    paths = {"proof", "folder", "resume"}
    names = [p.name for p in parameters if p.name not in paths and p.kind != p.VAR_KEYWORD]
    strange = rng.choice(names) if names else ""
    if names:
        arguments[strange] = odd(rng)
    return Call(function, arguments, strange)


def fault_of(call: Call) -> str | None:
    """Make a call; return what is wrong with its end, or None."""
    positional = [
        call.arguments.pop(p.name)
        for p in inspect.signature(call.function).parameters.values()
        if p.kind == p.POSITIONAL_ONLY and p.name in call.arguments
    ]
    told = str(call)
    try:
        with ending_after(SECONDS):
            answer = call.function(*positional, **call.arguments)
            if isinstance(answer, Iterator) and not isinstance(answer, (str, bytes)):
                answer = list(islice(answer, 5))
            str(answer), repr(answer)
    except CaballeroError as error:
        str(error)
        return None
    except Exception as error:
        import traceback

        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{told}: {type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"
    if call.must_fail:
        return f"{told}: {call.strange} was taken: {str_of(answer)}"
    match answer:
        case Found(tour) if call.function not in {
            caballero.best.longest_uncrossed,
            caballero.find_longest,
        }:
            if not verify(tour).valid:
                return f"{told}: no tour: {str_of(answer)}"
    return None


@contextmanager
def ending_after(seconds: int) -> Iterator[None]:
    """Raise TimeoutError if the work takes longer."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"no answer in {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def fuzz(calls: int, seed: int = 0) -> Iterator[str]:
    """Yield what is wrong with random calls."""
    rng = random.Random(seed)
    for _ in range(calls):
        if (fault := fault_of(random_call(rng))) is not None:
            yield fault


if __name__ == "__main__":
    faults = 0
    for fault in fuzz(int(sys.argv[1]), *map(int, sys.argv[2:])):
        print(fault, flush=True)
        faults += 1
    print(f"{faults} faults")
    raise SystemExit(faults > 0)
