"""A Hamiltonian cycle by a SAT solver, with cuts made only when they are needed.

A Boolean for every edge says whether the cycle uses it, and clauses ask for two edges at every
vertex. That alone describes a *two-factor*: cycles that cover the graph. So the solver is asked
again and again; as long as its answer falls into several cycles, clauses are added which say
that the cycle must leave each of those sets of vertices (the cuts of Dantzig, Fulkerson and
Johnson 1954; lazily in SAT: Soh, Le Berre, Roussel, Banbara and Tamura 2014).

Two things save most of the rounds. The cycles of an answer are first merged by exchanging a few
edges, as in :mod:`.two_factor`: often that leaves one. And if it leaves some, they are cut, too,
and the solver is told to prefer their edges, so that it goes on from there.

The solver is CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt 2024) through PySAT
(Ignatiev, Morgado, Marques-Silva 2018), an optional extra: :func:`available` says whether it is
installed.

Complete: ``None`` proves that there is no cycle. The clauses only ever exclude what no
Hamiltonian cycle can be, and the solver says that they contradict each other.

Invariants: the edge variables are 1, 2, …; ``edge[v]`` gives for every neighbour of ``v`` the
variable of that edge; ``chosen[v]`` holds the two neighbours of ``v`` in a two-factor.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import combinations, product
from typing import TYPE_CHECKING

from caballero.limits import Budget

if TYPE_CHECKING:
    from pysat.solvers import Cadical195

DIRECT = 6
SLICE = 500
FEW = 5
MANY = 12
OPTS: dict = {}
M3 = True
TRACE = None


def available() -> bool:
    return find_spec("pysat") is not None


def sat_cycle(neighbours, budget, *, seed=0):
    from pysat.solvers import Cadical195

    if any(len(row) < 2 for row in neighbours):
        return None
    edge = [{} for _ in neighbours]
    ends = [(0, 0)]
    for v, row in enumerate(neighbours):
        for w in row:
            if v < w:
                edge[v][w] = edge[w][v] = len(ends)
                ends.append((v, w))
    rng = random.Random(seed)
    known = set()
    preferred = [0] * len(ends)
    with Cadical195() as solver, ThreadPoolExecutor(1) as pool:
        solver.configure(OPTS)
        top = len(ends)
        for row in edge:
            for clause in two_of(list(row.values()), top):
                solver.add_clause(clause)
            top += 2 * len(row) if len(row) > DIRECT else 0
        if HUB:
            solver.set_phases([-x for x in range(1,len(ends)) if max(len(edge[ends[x][0]]),len(edge[ends[x][1]]))>12])
        quiet=0; best=10**9
        before = 0
        while True:
            solver.conf_budget(SLICE)
            answer = pool.submit(solver.solve_limited).result()
            conflicts = solver.accum_stats()["conflicts"]
            budget.spend(1 + conflicts - before)
            before = conflicts
            if answer is None:
                continue
            if not answer:
                return None
            chosen = [[] for _ in neighbours]
            on = [x for x in solver.get_model()[: len(ends) - 1] if x > 0]
            for x in on:
                v, w = ends[x]
                chosen[v].append(w)
                chosen[w].append(v)
            cycles = _cycles(chosen)
            k0 = len(cycles)
            if len(cycles) > 1:
                cut = cycles[:]
                if merge(edge, chosen, cycles):
                    cycles = _cycles(chosen)
                    cut += cycles
            if TRACE:
                print(k0, len(cycles), round(budget.seconds, 2))
            if len(cycles) == 1:
                return cycles[0]
            for part in cut:
                if len(part) > len(edge) // 2:
                    inside = set(part)
                    part = [v for v in range(len(edge)) if v not in inside]
                key = frozenset(part)
                if key in known:
                    continue
                known.add(key)
                for clause in _cut(edge, key):
                    solver.add_clause(clause)
            want = [0] * len(ends)
            for v, row in enumerate(chosen):
                for w in row:
                    want[edge[v][w]] = 1
            solver.set_phases(
                [x if want[x] else -x for x in range(1, len(ends)) if want[x] != preferred[x]]
            )
            preferred = want


def two_of(xs, top):
    if len(xs) <= DIRECT:
        yield from ([-x for x in three] for three in combinations(xs, 3))
        yield from (list(most) for most in combinations(xs, len(xs) - 1))
        return
    # one, two: whether at least one, two of the variables so far
    one, two = xs[0], None
    for x in xs[1:]:
        new_one, new_two = top, top + 1
        top += 2
        yield from ([-one, new_one], [-x, new_one], [-new_one, one, x])
        yield from ([-one, -x, new_two], [-new_two, one])
        if two is None:
            yield [-new_two, x]
        else:
            yield from ([-new_two, two, x], [-two, new_two], [-two, -x])
        one, two = new_one, new_two
    yield [two]


def _cut(edge, inside):
    leaving = [x for v in inside for w, x in edge[v].items() if w not in inside]
    if len(leaving) <= FEW:
        for signs in product((1, -1), repeat=len(leaving)):
            if signs.count(-1) % 2:
                yield [s * x for s, x in zip(signs, leaving)]
        yield leaving
    elif len(leaving) <= MANY:
        yield from map(list, combinations(leaving, len(leaving) - 1))
    else:
        yield leaving


def _cycles(chosen):
    cycles = []
    fresh = bytearray(b"\1") * len(chosen)
    for root in range(len(chosen)):
        if fresh[root]:
            cycle, before, here = [root], root, chosen[root][0]
            fresh[root] = 0
            while here != root:
                cycle.append(here)
                fresh[here] = 0
                x, y = chosen[here]
                before, here = here, (y if x == before else x)
            cycles.append(cycle)
    cycles.sort(key=len)
    return cycles


def exchange(chosen, walk):
    for i, v in enumerate(walk):
        after, before = walk[(i + 1) % len(walk)], walk[i - 1]
        out, into = (after, before) if i % 2 == 0 else (before, after)
        row = chosen[v]
        row[row.index(out)] = into


def merge(edge, chosen, cycles):
    merged = False
    while len(cycles) > 1:
        if merge_pairs(edge, chosen, cycles):
            merged = True
            cycles = _cycles(chosen)
        if len(cycles) == 1 or not M3:
            return merged
        walk = merge_three(edge, chosen, cycles)
        if not walk:
            return merged
        exchange(chosen, walk)
        merged = True
        cycles = _cycles(chosen)
    return merged


def merge_pairs(edge, chosen, cycles):
    number = [0] * len(chosen)
    for i, c in enumerate(cycles):
        for v in c:
            number[v] = i
    parent = list(range(len(cycles)))

    def root(i):
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    merged = False
    for c in cycles[:-1]:
        for a in c:
            mine = root(number[a])
            for d in edge[a]:
                if number[d] == mine:
                    continue
                other = root(number[d])
                if other != mine:
                    for c2 in chosen[d]:
                        near = edge[c2]
                        b = next((b for b in chosen[a] if b in near), None)
                        if b is not None:
                            exchange(chosen, (a, b, c2, d))
                            parent[other] = mine
                            merged = True
                            break
    return merged


def merge_three(edge, chosen, cycles):
    number = [0] * len(chosen)
    place = [0] * len(chosen)
    for i, c in enumerate(cycles):
        for j, v in enumerate(c):
            number[v] = i
            place[v] = j
    for cyc in cycles[:-1]:
        size = len(cyc)
        A = number[cyc[0]]
        for a in cyc:
            near = edge[a]
            for b in chosen[a]:
                ab = 1 if (place[b] - place[a]) % size == 1 else -1
                for c in edge[b]:
                    D = number[c]
                    if D == A:
                        continue
                    ld = len(cycles[D])
                    for d in chosen[c]:
                        cd = 1 if (place[d] - place[c]) % ld == 1 else -1
                        for e in edge[d]:
                            if e == a or e == b or e == c:
                                continue
                            E = number[e]
                            for f in chosen[e]:
                                if f not in near or f == b:
                                    continue
                                if E == A:
                                    if f in chosen[a]:
                                        continue
                                    if (place[f] - place[b]) * ab % size < (
                                        place[e] - place[b]
                                    ) * ab % size:
                                        return [a, b, c, d, e, f]
                                elif E == D:
                                    if f == c or f == d:
                                        continue
                                    if (place[f] - place[d]) * cd % ld < (
                                        place[e] - place[d]
                                    ) * cd % ld:
                                        return [a, b, c, d, e, f]
                                else:
                                    return [a, b, c, d, e, f]
    return None
