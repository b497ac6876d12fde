"""Small worlds, all of them: nothing false about a graph of up to four vertices is accepted.

A fault may hide behind hundreds of random orders, so nothing here is random. For each kind of
claim, certificate and step there are all graphs and digraphs with all constraints of a kind, and
all orders, places and numbers that the format can say. What is true of them is told by
permutations. By night the graphs are larger, or constraints of several kinds are mixed. What is
left out, and why nothing is lost:

* worlds that are the same but for the names of their vertices, and so what is known of the edges
  of graphs of five: all names are tried in what is claimed. Where code begins at vertex 0, up to
  three vertices have all their names;
* forbidden moves: what the checker reads of a problem is the same without these edges;
* orders with a vertex between the two ends of a bond: they are refused before the edges are looked
  at, which `test_orders_with_bonds_apart` tries with all orders;
* in digraphs of four vertices, paths that are too short by more than they must be: more vertices
  are to spare then, so the sweep has at least the same states; and those that are the longest, in
  more than one order. By day, up to three vertices, all are tried.

Not tried are digraphs of four vertices with forced moves and ends, or clues, together (those of
three are), nor more than two forced moves or two clues.
"""

import io
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import (
    chain,
    combinations,
    combinations_with_replacement,
    islice,
    pairwise,
    permutations,
    product,
)
from typing import Any, get_args

import pytest

from caballero import Board, Graph, Piece, Problem, verify
from caballero.machine.errors import CaballeroError, InvalidProblem
from caballero.model.direction import undirected
from caballero.model.network import links_of
from caballero.model.piece import KING
from caballero.model.reduction import cycle_question
from caballero.proof import check_proof, proof_file
from caballero.proof.certificate import (
    Certificate,
    Imbalance,
    Theorem,
    TooFar,
    exclusion,
    split_of,
    too_far_of,
)
from caballero.proof.clauses import Clauses, Refused
from caballero.proof.cycle_clauses import CycleClauses
from caballero.proof.deduction import (
    Conclusion,
    Deduction,
    Kind,
    Replay,
    Step,
    TwoFactor,
    _concludes,
    _follows,
    _is_valid,
    deduction,
)
from caballero.proof.facts import is_path, is_tour
from caballero.proof.number_clauses import NumberClauses
from caballero.proof.one_trees import FREE, OUT, USED, OneTrees
from caballero.proof.proof_file import HEADING
from caballero.proof.stored import TYPES
from caballero.proof.sweep import has_no_cycle

Rows = tuple[tuple[int, ...], ...]
Order = tuple[int, ...]
Move = tuple[int, int]
Record = Callable[[str, object], None]

NIGHT = pytest.mark.nightly


@dataclass(frozen=True)
class World:
    """A graph with constraints, and what is true of it, told by permutations."""

    rows: Rows
    directed: bool = False
    closed: bool = False
    start: int | None = None
    end: int | None = None
    clues: tuple[tuple[int, int], ...] = ()
    forced: tuple[Move, ...] = ()
    waypoints: Order = ()

    @property
    def size(self) -> int:
        return len(self.rows)

    @property
    def data(self) -> dict[str, Any]:
        """The problem as a file has it."""
        ends = {"start": self.start, "end": self.end}
        given = {"clues": self.clues, "forced": self.forced, "waypoints": self.waypoints}
        return {
            "neighbours": self.rows, "directed": self.directed, "closed": self.closed,
            **{name: v for name, v in ends.items() if v is not None},
            **{name: some for name, some in given.items() if some},
        }  # fmt: skip

    def problem(self) -> Problem | None:
        """The problem; None if it contradicts itself."""
        graph = Graph.from_neighbours(self.rows, directed=self.directed)
        try:
            return Problem(
                graph, closed=self.closed, start=self.start, end=self.end, clues=self.clues,
                forced=self.forced, waypoints=self.waypoints,
            )  # fmt: skip
        except InvalidProblem:
            return None

    def _has(self, moves: set[Move], some: Sequence[Move]) -> bool:
        return all(m in moves or (not self.directed and m[::-1] in moves) for m in some)

    def _lines(self, count: int) -> Iterator[Order]:
        """Yield the paths, or closed ones, of some vertices with the forced moves."""
        least = (2 if self.directed else 3) if self.closed else 1
        for line in permutations(range(self.size), count) if count >= least else ():
            moves = {*pairwise((*line, line[0]) if self.closed else line)}
            if all(w in self.rows[v] for v, w in moves) and self._has(moves, self.forced):
                yield line

    @cache  # noqa: B019 - worlds live as long as a test
    def tours(self) -> list[Order]:
        """All tours, a closed one from each place that the numbers or else waypoints allow."""
        if self.closed and self.waypoints and self.start is self.end is None and not self.clues:
            return replace(self, start=self.waypoints[0]).tours()
        return [
            line
            for line in self._lines(self.size)
            if self.start in (None, line[0]) and self.end in (None, line[-1])
            if all(line[number - 1] == v for v, number in self.clues)
            if [*self.waypoints] == sorted(self.waypoints, key=line.index)
        ]

    def longest(self) -> int:
        """How many places the longest path visits, or closed one, between the ends."""
        given = {v for v in (self.start, self.end) if v is not None}
        for line in chain.from_iterable(map(self._lines, range(self.size, 0, -1))):
            if not self.closed:
                good = self.start in (None, line[0]) and self.end in (None, line[-1])
            elif self.start is None or self.end is None:
                good = given <= {*line}
            else:
                good = self._has({*pairwise((*line, line[0]))}, [(self.end, self.start)])
            if good:
                return len(line)
        return 0


@cache
def graphs(size: int, directed: bool = False, *, named: bool = False) -> list[Rows]:
    """All graphs, one of each isomorphism class or with all names of their vertices."""
    pairs = [*permutations(range(size), 2)] if directed else [*combinations(range(size), 2)]
    number = {pair: i for i, pair in enumerate(pairs)}
    if not directed:
        number |= {(b, a): i for (a, b), i in number.items()}
    images = [[1 << number[p[a], p[b]] for a, b in pairs] for p in permutations(range(size))]
    seen, found = set[int](), []
    for mask in range(1 << len(pairs)):
        if mask not in seen:
            edges = [i for i in range(len(pairs)) if mask >> i & 1]
            if not named:
                seen.update(sum(image[i] for i in edges) for image in images)
            here = {pair for pair, i in number.items() if mask >> i & 1}
            found.append(
                tuple(tuple(w for w in range(size) if (v, w) in here) for v in range(size))
            )
    return found


def edges_of(rows: Rows, directed: bool = False) -> list[tuple[int, int]]:
    return [(v, w) for v, row in enumerate(rows) for w in row if directed or v < w]


def subsets(items: Sequence[Any], most: int) -> Iterator[tuple[Any, ...]]:
    return chain.from_iterable(combinations(items, n) for n in range(most + 1))


def worlds(
    size: int, *, directed: bool, mixed: bool, forced: int = 0, clues: int = 0, named: bool = False
) -> Iterator[World]:
    """Yield all worlds with any ends, some forced moves (both, if `mixed`) or clues."""
    for rows in graphs(size, directed, named=named):
        same = [] if named else automorphisms(rows)
        for closed, moves in product((False, True), subsets(edges_of(rows, directed), forced)):
            for start, end in product((None, *range(size)), repeat=2):
                world = World(rows, directed, closed, start, end, (), moves)
                apart = not moves or start is end is None
                if (mixed or apart) and is_first(world, same) and world.problem() is not None:
                    yield world
        for closed, numbers in product((False, True), subsets([*range(1, size + 1)], clues)):
            for places in permutations(range(size), len(numbers)) if numbers else ():
                clued = World(rows, directed, closed, clues=(*zip(places, numbers, strict=True),))
                if is_first(clued, same):
                    yield clued


def automorphisms(rows: Rows) -> list[Order]:
    edges = {*edges_of(rows, directed=True)}
    some = permutations(range(len(rows)))
    return [p for p in some if all((p[v], p[w]) in edges for v, w in edges)]


def is_first(world: World, automorphisms: Sequence[Order]) -> bool:
    """Return whether a world is the first one of those that differ by names only."""

    def under(p: Order) -> list[list[int]]:
        ends = [-1 if v is None else p[v] for v in (world.start, world.end)]
        moves = [[p[v], p[w]] for v, w in world.forced]
        moves = moves if world.directed else [*map(sorted, moves)]
        return [ends, *sorted(moves), [p[v] for v, _ in world.clues]]

    own = under((*range(world.size),))
    return all(own <= under(p) for p in automorphisms)


def accepts(world: World, claim: dict[str, Any], *lines: str) -> bool:
    """Return whether a file is accepted; one that cannot be read is refused."""
    text = "\n".join([HEADING, json.dumps(world.data), json.dumps(claim), *lines, ""])
    try:
        return bool(check_proof(io.BytesIO(text.encode())))
    except CaballeroError:
        return False


def kinds(*pairs: tuple[int, bool], night: Sequence[tuple[int, ...]] = ()) -> pytest.MarkDecorator:
    """Parametrise a test by size, direction, and whether constraints of several kinds are mixed."""
    some = [pytest.param(*pair, pair[0] < 3) for pair in pairs]
    some += [pytest.param(*(*each, True)[:3], marks=NIGHT) for each in night]
    return pytest.mark.parametrize(("size", "directed", "mixed"), some)


SMALL = [(1, False), (2, False), (3, False), (4, False), (1, True), (2, True), (3, True)]


# -- sweeps ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, pytest.param(6, marks=NIGHT)])
def test_sweeps_in_all_orders(size: int, record_property: Record) -> None:
    """Without bonds the sweep tells exactly whether there is a cycle, in each order."""
    seen = 0
    for rows in graphs(size):
        none = not World(rows, closed=True).tours()
        for order in permutations(range(size)):
            assert has_no_cycle(rows, order) == none, (rows, order)
            seen += 1
    record_property("worlds", seen)


def test_orders_that_are_none() -> None:
    """No vertex is missing, there twice, or unknown."""
    for rows in chain.from_iterable(map(graphs, (1, 2, 3))):
        size = len(rows)
        for length in range(size + 2):
            for order in product(range(-1, size + 1), repeat=length):
                if sorted(order) != [*range(size)]:
                    assert not has_no_cycle(rows, order)


def together(network: int) -> Iterator[Order]:
    """Yield the orders in which each exit follows its entry; the vertex of the ends is anywhere."""
    units = [(v, v + 1) for v in range(0, network - 1, 2)] + [(network - 1,)] * (network % 2)
    return (tuple(chain.from_iterable(order)) for order in permutations(units))


@pytest.mark.parametrize(
    "network", [1, 2, 3, 4, 5, 6, 7, *(pytest.param(n, marks=NIGHT) for n in (8, 9))]
)
def test_orders_with_bonds_apart(network: int) -> None:
    """Without any edges there is no cycle: whether that is seen depends on the order alone."""
    bonds, good = [(v, v + 1) for v in range(0, network - 1, 2)], {*together(network)}
    for order in permutations(range(network)):
        found = has_no_cycle([()] * network, order, bonds=bonds)
        assert found == (order in good)


@pytest.mark.slow
@kinds(*SMALL, night=[(3, True), (4, False), (4, True, False)])
def test_longest_paths(
    size: int, directed: bool, mixed: bool, record_property: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All lengths that are not the longest, with all orders of all vertices of the network."""
    sweeps: list[tuple[Any, dict[str, Any]]] = []

    def swept(rows: Any, _order: Order, **more: Any) -> bool:
        sweeps.append((rows, more))
        return False

    monkeypatch.setattr(proof_file, "has_no_cycle", swept)
    seen = 0
    for world in worlds(size, directed=directed, mixed=mixed, forced=1):
        problem = world.problem()
        assert problem is not None
        longest, network = world.longest(), links_of(problem, problem.graph()).size
        for count in range(size, -1, -1):
            sweeps.clear()
            paths = permutations(range(size), count)
            path = next((p for p in paths if is_path(problem, p)), None)
            if path is None:
                continue
            verdict = proof_file.ProofVerdict(problem, accepted=False, lines=3)
            data = {"longest": [*path], "sweep": [*range(network)]}
            _, accepted = proof_file._longest(verdict, data)
            assert not accepted or count == longest, (world, path)
            assert not proof_file._longest(verdict, {**data, "sweep": [7]})[1]
            for rows, more in sweeps:
                orders: Iterator[Order] = permutations(range(network))
                orders = together(network) if directed else orders
                if count == longest and size > 3 and directed:
                    orders = islice(orders, 1)  # the claim is true
                for order in orders:
                    none = has_no_cycle(rows, order, **more)
                    assert none == (count == longest), (world, path, order)
                    seen += 1
            if count < longest and size > 3 and directed:
                break
    record_property("worlds", seen)


# -- certificates ---------------------------------------------------------------------------------


@cache
def certificates(size: int, given: Order) -> list[Certificate]:
    """Return all certificates without steps whose names are right, and numbers near given ones."""
    places, numbers, flags = range(size), range(size + 2), (False, True)
    values: dict[str, Sequence[Any]] = {
        "count": numbers, "others": numbers, "parts": numbers, "moves": range(-1, size + 1),
        "place": places, "origin": places, "places": [*subsets(places, size)],
        "number": (None, *numbers), "graph": (True,), "sizes": [*product(places, repeat=2)],
        "counts": [(first, size - first) for first in range(size + 1)],
        "numbers": [*product([*given, 0], repeat=2)] if len(given) > 1 else (),
        **dict.fromkeys(("alone", "both", "closed", "directed", "onward"), flags),
    }  # fmt: skip
    own: dict[type, dict[str, Sequence[Any]]] = {
        TooFar: {"places": [*product(places, repeat=2)]},
        Imbalance: {"place": (None, *places) if given else (None,)},
    }
    found = list[Certificate]()
    for kind in (kind for kind in TYPES.values() if kind not in (Deduction, Theorem)):
        named = [field.name for field in fields(kind)]
        asked = [name for name in named if name not in ("name", "names")]
        for some in product(*map((values | own.get(kind, {})).__getitem__, asked)):
            data = dict(zip(asked, some, strict=True))
            about = [data[key] for key in ("place", "origin") if key in data]
            names = tuple(map(str, data.get("places", about)))
            data |= {"names": names} if "names" in named else {}
            data |= {"name": names[0]} if "name" in named and about != [None] else {}
            found.append(kind(**data))
    return found


@pytest.mark.slow
@kinds(*SMALL, night=[(3, True), (4, False), (4, True, False)])
def test_certificates(size: int, directed: bool, mixed: bool, record_property: Record) -> None:
    """All of them, about all problems that have a tour; those that are found are accepted."""
    most, seen = 1 + mixed, 0
    for world in worlds(size, directed=directed, mixed=mixed, forced=most, clues=most):
        problem = world.problem()
        if problem is None:
            continue
        if world.tours():
            found = [exclusion(problem), too_far_of(problem), split_of(problem)]
            assert found == [None] * 3
            plain = undirected(problem)  # what `check` is about; the types of the fields are right
            for certificate in certificates(size, tuple(problem.numbered())):
                assert not certificate._holds(plain), (world, certificate)
                seen += 1
        else:
            assert (why := exclusion(problem)) is None or why.check(problem)
    record_property("worlds", seen)


@pytest.mark.slow
def test_theorems(record_property: Record) -> None:
    """All theorems about all leapers up to 4, on all boards up to 4×4, with a hole, and around.

    What is excluded is so by the sweep. Of larger boards `test_outcome` and `find.test_proofs`
    have all that the theorems are about; constraints only take tours away.
    """
    leaps = [leap for leap in combinations_with_replacement(range(5), 2) if any(leap)]
    pieces, seen = {*map(Piece, leaps), *(Piece([leap, (1, 2)]) for leap in leaps), KING}, 0
    boards = list[Board]()
    for shape in product(range(1, 5), repeat=2):
        boards += [Board(shape, wraps=around) for around in product((False, True), repeat=2)]
        boards += [Board(shape, [hole]) for hole in Board(shape) if shape != (1, 1)]
    for board, piece, closed in product(boards, sorted(pieces, key=str), (False, True)):
        problem, own = Problem(board, piece=piece, closed=closed), tuple(sorted(board.shape))
        for name in ("schwenk", "cull-de-curtins", "erde", "knuth"):
            for sides in {own, own[::-1], (4, 4), ()} if piece.changes_colour else {own}:
                if Theorem(name, sides).check(problem):
                    assert sides == own
                    assert not has_tour(problem)
                seen += 1
    record_property("worlds", seen)


def has_tour(problem: Problem) -> bool:
    question = cycle_question(problem)
    if question is None or problem.size == 1:
        return problem.size == 1 and not problem.closed
    return not has_no_cycle(question.neighbours, range(len(question.neighbours)))


@pytest.mark.slow
@kinds(*SMALL, night=[(4, True), (5, False)])
def test_questions(size: int, directed: bool, mixed: bool, record_property: Record) -> None:
    """The graphs that proofs are about have a cycle exactly if there is a tour."""
    seen = 0
    for world in worlds(size, directed=directed, mixed=mixed, forced=1 if directed else 2):
        problem = world.problem()
        assert problem is not None
        question, links = cycle_question(problem), links_of(problem, problem.graph())
        cycles = cycles_of(question.neighbours) if question else iter(())
        found = [tuple(question.tour(cycle)) for cycle in cycles if question]
        assert {*found} <= {*world.tours()}, world
        assert bool(found) == bool(world.tours()) or size < 2, world
        around: list[list[int]] = [[] for _ in range(links.size)]
        for a, b in links.edges:
            around[a].append(b)
            around[b].append(a)
        must = {frozenset(edge) for edge in links.forced}
        has = any(
            must <= {frozenset(e) for e in pairwise((*cycle, cycle[0]))}
            for cycle in cycles_of(around)
        )
        assert has == (world.longest() == size) or size < 2, world
        seen += 1
    record_property("worlds", seen)


def cycles_of(rows: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield the Hamiltonian cycles of a graph, from vertex 0, by plain recursion."""

    def extend(path: list[int]) -> Iterator[list[int]]:
        if len(path) == len(rows) > 2 and path[0] in rows[path[-1]]:
            yield path
        for w in rows[path[-1]]:
            if w not in path:
                yield from extend([*path, w])

    return extend([0]) if rows else iter(())


# -- steps ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("directed", [False, True])
def test_forbidden_moves(directed: bool) -> None:
    """All that a proof is about is the graph without them, and the tours and paths are its own."""
    for size, closed in product((2, 3), (False, True)):
        whole = graphs(size, directed)[-1]
        for rows in graphs(size, directed, named=True):
            own = Problem(Graph.from_neighbours(rows, directed=directed), closed=closed)
            barred = {*edges_of(whole, directed)}.difference(edges_of(rows, directed))
            ground = Graph.from_neighbours(whole, directed=directed)
            problem = Problem(ground, closed=closed, forbidden=barred)
            for one, other in ((own, problem), (undirected(own), undirected(problem))):
                assert one.directed == other.directed
                assert [*one.graph().edges()] == [*other.graph().edges()]
                for line in chain.from_iterable(permutations(range(size), n) for n in (2, 3)):
                    for judge in (is_tour, is_path):
                        assert judge(one, line) == judge(other, line), (rows, line)


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, pytest.param(5, marks=NIGHT)])
def test_deductions(size: int, record_property: Record) -> None:
    """All steps, two-factors and conclusions about all that can be known of each graph."""
    seen, places = 0, range(size)
    some = [*chain.from_iterable(permutations(places, n) for n in range(size + 1))]
    sets = [*subsets(places, size)]
    for rows in graphs(size):
        cycles = [{frozenset(e) for e in pairwise((*c, c[0]))} for c in cycles_of(rows)]
        if not cycles:
            continue
        edges = [frozenset(edge) for edge in edges_of(rows)]
        always, never = set.intersection(*cycles), {*edges}.difference(*cycles)
        problem = World(rows, closed=True).problem()
        assert problem is not None
        for used, out in product(subsets([*always], size), subsets([*never], len(never))):
            state = Replay(rows)
            for edge in (*used, *out):
                a, b = edge
                state.take(Step((a, b), edge in used, "two-left"))
            for a, b, yes in product(range(-1, size + 1), range(-1, size + 1), (True, False)):
                for rule in ("two-left", "two-used", "short-cycle", "two-factor"):
                    step = Step((a, b), yes, rule)
                    if _follows(step, state, None):
                        edge = frozenset((a, b))
                        assert edge in always if yes else edge in never, (rows, used, out, step)
                    seen += 1
            seen += _two_factors(state.left, always, never)
            for kind, about in product(get_args(Kind)[:-1], some):
                conclusion = Conclusion(kind, about)
                assert not _concludes(conclusion, state), (rows, used, out, conclusion)
                assert not deduction(problem, conclusion, rows).check(problem)
                seen += 1
            for about, suppliers in product(sets, sets):
                assert not _concludes(Conclusion("deficient", about, suppliers), state)
                seen += 1
    record_property("worlds", seen)


def _two_factors(left: Sequence[set[int]], always: set[Any], never: set[Any]) -> int:
    """Try all two-factors of a graph, with all heights: two are enough, one for each cut."""
    seen = 0
    for chosen in product(*(tuple(combinations(sorted(row), 2)) for row in left)):
        if any([*chain(*chosen)].count(v) != 2 for v in range(len(left))):
            continue
        for heights in product((0, 1), repeat=2 * len(left)):
            factor = TwoFactor(0, chosen, heights[: len(left)], heights[len(left) :])
            seen += 1
            if _is_valid(factor, [*left]):
                for v, row in enumerate(left):
                    for w in row:
                        if factor.tails[v] != factor.heads[w]:
                            known = always if w in chosen[v] else never
                            assert frozenset((v, w)) in known, (left, factor)
    return seen


Answers = list[set[int]]


def refutes(proof: Clauses, literals: Sequence[int], reason: str, answers: Answers) -> bool:
    """Return whether a reason excludes an answer that has some literals."""
    agreeing = [a for a in answers if all((x > 0) == (abs(x) in a) for x in literals)]
    value = proof._value
    for x in literals:
        value[x], value[-x] = 1, -1
    try:
        return any(
            not any((x > 0) == (abs(x) in answer) for x in clause)
            for clause in proof._meaning(reason)
            for answer in agreeing
        )
    except (Refused, ValueError, KeyError, IndexError):
        return False
    finally:
        for x in literals:
            value[x] = value[-x] = 0


def known_parts(answers: Answers, variables: Sequence[int]) -> set[Order]:
    """Return all that can be known of some variables while an answer is possible."""
    whole = {tuple(x if x in answer else -x for x in variables) for answer in answers}
    return {some for answer in whole for some in subsets(answer, len(answer))}


def apart(parts: set[Order], images: Sequence[Order]) -> Iterator[Order]:
    """Yield one of all parts that are the same but for the names of their variables."""
    while parts:
        one = parts.pop()
        yield one
        parts.difference_update(
            tuple(sorted((image[abs(x) - 1] * (1 if x > 0 else -1) for x in one), key=abs))
            for image in images
        )


def saturate(proof: Clauses, variables: int, reasons: Sequence[str], answers: Answers) -> int:
    """Try each clause of up to two literals with all reasons: only what is true is accepted."""
    literals = [x for v in range(1, variables + 1) for x in (v, -v)]
    every, lines = " ".join([*reasons, *reasons]), 0
    for clause in [*((x,) for x in literals), *combinations(literals, 2), ()]:
        known = " ".join(f"c{n}" for n in [*proof._clauses][-20:])
        try:
            proof.read(f"{' '.join(map(str, clause))} : {every} {known} {every}")
        except Refused:
            assert clause or answers
        else:
            true = all(any((x > 0) == (abs(x) in a) for x in clause) for a in answers)
            assert true, (clause, every)
        lines += 1
    return lines


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, pytest.param(5, marks=NIGHT)])
def test_reasons_about_edges(size: int, record_property: Record) -> None:
    """All reasons, whatever is known of the edges of a graph that has a cycle."""
    seen, sets = 0, [",".join(map(str, some)) for some in subsets(range(size), size)]
    for rows in graphs(size):
        edges = edges_of(rows)
        number = {frozenset(edge): e for e, edge in enumerate(edges, 1)}
        cycles = [{number[frozenset(e)] for e in pairwise((*c, c[0]))} for c in cycles_of(rows)]
        if not cycles:
            continue
        proof, count = CycleClauses(size, edges), len(edges)
        single = [f"v{v}" for v in range(-1, size + 1)] + [f"p{e}" for e in range(-1, count + 2)]
        reasons = [f"{k}{e},{s}" for k, e, s in product("io", range(1, count + 1), sets)]
        reasons += [f"s{some}/{side}" for some, side in product(sets, sets)]
        for least, cuts in (-1, [""]), (0, [f"/1:{some}" for some in sets[1:-1]]):
            for prices, cut in product(product(range(least, 2), repeat=size), cuts):
                reasons.append(f"w{','.join(f'{v}:{x}' for v, x in enumerate(prices))}{cut}")
        same = automorphisms(rows) if size > 4 else [range(size)]
        images = [tuple(number[frozenset((p[v], p[w]))] for v, w in edges) for p in same]
        for known in apart(known_parts(cycles, range(1, count + 1)), images):
            for reason in chain(single, reasons):
                assert not refutes(proof, known, reason, cycles), (rows, known, reason)
                seen += 1
        seen += saturate(proof, count, single[1:-1] + reasons[: 2 * count * len(sets)], cycles)
        assert not proof.done
    record_property("worlds", seen)


@pytest.mark.slow
@kinds(*SMALL[:-1], night=[(3, True, False), (3, True), (4, True, False)])
def test_reasons_about_numbers(
    size: int, directed: bool, mixed: bool, record_property: Record
) -> None:
    """All reasons and lines, in all states that lines about many numbers lead to."""
    seen = 0
    for world in worlds(
        size, directed=directed, mixed=mixed, forced=size < 4, clues=size < 4 or directed,
        named=size < 4,
    ):  # fmt: skip
        free = world == World(world.rows, directed, world.closed)
        for waypoints in ((), *(permutations(range(size), min(size, 3)) if free else ())):
            asked = replace(world, waypoints=waypoints if len(waypoints) > 1 else ())
            if (problem := asked.problem()) is not None and asked.tours():
                seen += _check_numbers(asked, undirected(problem))
    record_property("worlds", seen)


def _check_numbers(world: World, problem: Problem) -> int:
    size, seen = world.size, 0
    edges = [] if problem.directed else sorted(edges_of(world.rows))
    number = {frozenset(edge): size * size + i for i, edge in enumerate(edges, 1)}
    tours = world.tours()
    if world.closed and not problem.numbered():
        tours = [tour for tour in tours if tour[0] == 0]
    answers = [
        {v * size + t + 1 for t, v in enumerate(tour)}
        | {number.get(frozenset(e), 0) for e in pairwise((*tour, tour[0])[: size + world.closed])}
        for tour in tours
    ]
    places, squares = range(-1, size + 1), range(size * size + 2)
    fixed = [f"{k}{v}" for k in "vtx" for v in places] + [
        f"{k}{x}" for k in "abmf" for x in squares
    ]
    fixed += [f"r{x},{y}" for x, y in combinations(squares, 2)]
    lines = [f"n {v}" for v in range(size)]
    lines += [f"k {v} {' '.join(map(str, s))}" for v in range(size) for s in subsets(places, size)]
    lines = [line for line in lines if _is_read(problem, line)]
    states, waiting = set[Order](), [list[str]()]
    while waiting:
        history = waiting.pop()
        proof = NumberClauses(problem)
        for line in history:
            proof.read(line)
        if tuple(proof._domains) in states:
            continue
        states.add(tuple(proof._domains))
        assert all(proof._may(v, t) for tour in tours for t, v in enumerate(tour)), (world, history)
        for reason in fixed:
            assert not refutes(proof, (), reason, answers), (world, history, reason)
            seen += 1
        for v in range(size) if edges else ():
            for known in known_parts(answers, [*proof._used_at(v)]):
                assert not refutes(proof, known, f"g{v}", answers), (world, history, known)
                seen += 1
        waiting += [[*history, line] for line in lines]
    return seen


def _is_read(problem: Problem, line: str) -> bool:
    try:
        NumberClauses(problem).read(line)
    except Refused:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize(("size", "most"), [(3, 2), (4, 1), pytest.param(4, 2, marks=NIGHT)])
def test_bounds_of_costs(size: int, most: int, record_property: Record) -> None:
    """All costs and prices that are small: no line loses a cycle that is cheaper than claimed.

    Two edges are decided by cases first, or none.
    """
    seen = 0
    for rows in graphs(size):
        edges = edges_of(rows)
        cycles = [
            {edges.index((min(e), max(e))) for e in pairwise((*c, c[0]))} for c in cycles_of(rows)
        ]
        for costs in product(range(most + 1), repeat=len(edges)) if cycles else ():
            cheapest = min(sum(costs[e] for e in cycle) for cycle in cycles)
            cheap = [c for c in cycles if sum(costs[e] for e in c) == cheapest]
            lines = ["b {} {}".format(*edge) for edge in edges]
            for first, unit in product(subsets(lines, 2), (1, 2)):
                for root, prices in product(range(size), product(range(-1, 2), repeat=size)):
                    proof = OneTrees(size, edges, costs, [], cost=cheapest + 1, unit=unit)
                    price = f"p {root} {' '.join(map(str, prices))}"
                    for line in (*first, price):
                        try:
                            proof.read(line)
                        except Refused:
                            break
                        assert _is_left(proof, cheap), (edges, costs, first, price)
                        seen += 1
                    if unit > 1 or (size > 3 and first):
                        break  # the other prices are those of fewer decisions
    record_property("worlds", seen)


def _is_left(proof: OneTrees, cheap: Sequence[set[int]]) -> bool:
    """Return whether one of some cycles is possible in this case, or in one that waits."""
    status, trail = proof.status, proof._trail
    cases = [dict(enumerate(status))]
    for e, length in proof._cases:
        cases.append(cases[0] | dict.fromkeys(trail[length:], FREE) | {e: OUT})
    return not proof.done and any(
        all(known == FREE or (known == USED) == (e in cycle) for e, known in case.items())
        for case in cases
        for cycle in cheap
    )


# -- whole files ----------------------------------------------------------------------------------


@pytest.mark.slow
@kinds(*SMALL[2:3], *SMALL[5:], night=[(4, False)])
def test_best_tours(size: int, directed: bool, mixed: bool, record_property: Record) -> None:
    """Each tour that is not the best one, with all costs of 0 and 1 and the plainest steps."""
    seen = 0
    for rows, closed in product(graphs(size, directed), (False, True)):
        world, edges = World(rows, directed, closed), edges_of(rows, directed)
        for costs, most in product(product((0, 1), repeat=len(edges)), (False, True)):
            price = dict(zip(edges, costs, strict=True))
            price |= {} if directed else {(b, a): cost for (a, b), cost in price.items()}
            moves = {t: [*pairwise((*t, t[0]))][: size - 1 + closed] for t in world.tours()}
            total = {tour: sum(map(price.__getitem__, some)) for tour, some in moves.items()}
            best = (max if most else min)(total.values(), default=0)
            for tour in (t for t in [*total][:6] if total[t] != best):
                claim = {"best": tour, "scale": 1, "unit": 1, "most": most}
                claim["costs"] = [[*edge, cost] for edge, cost in zip(edges, costs, strict=True)]
                network = size * (1 + directed) + (not closed)
                for root in {0, network - 1}:
                    assert not accepts(world, claim, f"p {root}" + " 0" * network), (world, claim)
                    seen += 1
    record_property("worlds", seen)


@pytest.mark.slow
@kinds(*SMALL[:-1], night=[(3, True), (4, True)])
def test_what_is_said_of_tours(
    size: int, directed: bool, mixed: bool, record_property: Record
) -> None:
    """All lines of places, as tours and as paths, and as the only tour with all simple reasons."""
    seen = 0
    for world in worlds(
        size, directed=directed, mixed=mixed, forced=size < 4, clues=size < 4 or directed
    ):
        problem, tours = world.problem(), world.tours()
        assert problem is not None
        for line in chain.from_iterable(product(range(size), repeat=n) for n in (size - 1, size)):
            assert is_tour(problem, line) == (line in tours), (world, line)
            seen += 1
        for line in permutations(range(size)) if size < 4 else ():
            places = list(map(problem.place, line))
            assert verify(places, problem).valid == (line in tours), (world, line)
        both = (-1, 1) if not directed and (not world.closed or size > 2) else (1,)
        for tour in tours[:3]:
            alike = {tour[::way] for way in both}
            if world.closed:
                alike = {t[i:] + t[:i] for t in alike for i in range(size)}
            if not alike.issuperset(tours):
                data = {"numbers": True, "only": tour}
                verdict = proof_file.ProofVerdict(problem, accepted=False, lines=3)
                _, steps = proof_file._numbers(verdict, data, None)
                assert steps is not None
                simple = [f"{k}{v}" for k in "vtg" for v in range(size)][: size * (3 - directed)]
                simple += [f"{k}{x}" for k in "abf" for x in range(1, size * size + 1)]
                known = " ".join([*simple, "x1", "x2"])
                for v in (*range(size), "x"):
                    with suppress(Refused):
                        steps.read(f"n {v}")
                for x in (*range(1, size * size + 1), ""):
                    for sign in ("", "-")[: 1 + bool(x)]:
                        with suppress(Refused):
                            steps.read(f"{sign}{x} : {known} {known}")
                        assert not steps.done, (world, tour)
                        seen += 1
    record_property("worlds", seen)
