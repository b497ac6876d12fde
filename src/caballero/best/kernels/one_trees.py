"""Branch and bound for the cheapest Hamiltonian cycle, with 1-trees as bounds.

A *1-tree* is a spanning tree of all vertices but one, the *root*, and two edges at the root. Every
Hamiltonian cycle is a 1-tree, so the cheapest 1-tree costs no more than the cheapest cycle. Each
vertex has a *price*, which is added to the cost of its edges: that makes every cycle dearer by
twice the sum of the prices, and changes which 1-tree is cheapest. *Ascent* looks for prices that
give the best bound: it raises the price of vertices with more than two edges in the 1-tree, and
lowers it where there is one (M. Held and R. M. Karp, "The traveling-salesman problem and
minimum spanning trees", Operations Research 18, 1970, and Mathematical Programming 1, 1971).

An edge whose exchange into the 1-tree would raise the bound above the limit is in no better cycle;
an edge whose exchange out of it would do so is in all of them (T. Volgenant and R. Jonker, "A
branch and bound algorithm for the symmetric traveling salesman problem based on the 1-tree
relaxation", European Journal of Operational Research 9, 1982). What follows from such decisions
is decided too: two forced edges at a vertex forbid the others, two usable edges are forced, and
an edge that would close a cycle too early is forbidden. The search then decides an edge at a vertex
with three edges or more in the 1-tree, in both ways, depth first. Both ways are tried with a few
edges, in short ascents; the edge is taken whose decisions raise the bound most (D. Applegate, R.
Bixby, V. Chvátal and W. Cook, "Finding cuts in the TSP", DIMACS Technical Report 95-05, 1995).

*Rows* are inequalities that hold for every cycle: it uses at most N edges of a set. Each row has a
*weight*, which is added to the costs of its edges, and taken from the bound as often as a cycle
may use them; the ascent finds the weights along with the prices (A. Lucena, "Non delayed relax-and-
cut algorithms", Annals of Operations Research 140, 2005). Then a 1-tree that is a cycle may cost
more than its bound, and the search goes on below it.

All numbers are whole, so every bound is exact; the caller scales the costs up to make room for
prices between two costs. A **node** is a set of decisions that was looked at.

The numbers fit: n costs are below ``2**52`` together (:mod:`caballero.best.scale`), n prices at
most `PRICES`, the weights of 150 rows on n edges below ``2**60``. So a bound is below `INFINITE`,
and the costs of two edges with prices and weights differ by less than `FIRST`, from n = 3 on. Any
prices and weights give true bounds, so the ascent cuts those off that would be larger.

Invariants between calls: the trail lists the decided edges in their order; `forced` and `usable`
count the forced edges and those not forbidden at each vertex; if a vertex ends a path of forced
edges, its `mate` is the other end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NamedTuple

from caballero.machine.kernel import Counts, Flags, Ints, Marks, Places, array_of, kernel, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # `tour` is a better cycle; call again for a better cycle
EXHAUSTED: Final = 2  # there is no better cycle

FREE: Final = 0
FORCED: Final = 1
FORBIDDEN: Final = -1

INFINITE: Final = 2**61
"""More than any bound."""

FIRST: Final = 2**59
"""What makes forced edges the cheapest."""

PRICES: Final = 2**57
"""The most of all prices together: of one, its part."""

WEIGHTS: Final = 2**51
"""The most that the weight of a row may be, times the vertices."""

GAP: Final = 2**47
"""The most by which a bound may miss the limit for the length of a step."""

ROUNDS: Final = 30  # the 1-trees of a node
SPLITS: Final = 8  # the edges of a node whose both decisions are tried before one is chosen
TRIAL: Final = 8  # the 1-trees of a trial
TRIED: Final = 5_000  # with more edges, nothing is tried, which would take too long without a pause
PATIENCE: Final = 5  # 1-trees without a better bound before the steps of the ascent are halved
PORTIONS: Final = 1024  # the length of the steps of the ascent is measured in these


class Row(NamedTuple):
    """Any cycle uses at most `most` of the edges."""

    most: int
    edges: Sequence[int]
    weight: int = 0


@dataclass(slots=True)
class State:
    """The state of a search."""

    indptr: Places  # the neighbours of v are indices[indptr[v]:indptr[v + 1]], by edges[...]
    indices: Places
    edges: Places
    tails: Places  # the ends of each edge
    heads: Places
    costs: Counts  # and the weights of the rows
    real: Counts  # the costs that were given
    row_begins: Places  # the edges of row k are row_edges[row_begins[k]:row_begins[k + 1]]
    row_edges: Places
    most: Marks  # the edges of each row that a cycle may use
    excess: Marks  # of the 1-tree beyond
    weights: Counts  # of the rows; of the best bound; of each depth
    status: Flags  # of each edge: FREE, FORCED or FORBIDDEN
    forced: Places
    usable: Places
    mate: Places
    trail: Places
    queue: Places  # the vertices where something was decided
    queued: Flags
    prices: Counts
    best_prices: Counts  # prices of the best bound of the node
    last: Marks  # the edges of each vertex in the 1-tree before, less two
    degree: Marks
    parent: Places  # in the tree, which begins at a neighbour of the root
    link: Places  # the edge to the parent
    level: Marks  # -1 for a vertex outside the tree
    heap: Places  # the vertices that the tree does not have yet, the nearest first
    place: Marks  # the place of each vertex in the heap, or -1
    key: Counts  # how near it is
    chosen: Flags  # 1 for each edge of the 1-tree
    relief: Counts  # by how much the bound rises if the edge is forbidden; of edges of the 1-tree
    scores: Counts  # of the edges of a node
    choices: Places  # the edge decided at each depth
    sides: Flags  # 1 if its second decision is being tried
    begins: Places  # the length of the trail before
    bounds: Counts  # the bound before
    kept: Counts  # the prices at each depth
    tour: Places  # the edges of the best cycle
    shares: Places  # the lengths of the steps from the 1-trees of an ascent with each edge
    limit: int  # a cycle is better if it costs at most this
    unit: int  # all costs are multiples of this
    root: int
    room: int  # for rows
    decided: int = 0  # the length of the trail
    waiting: int = 0  # the length of the queue
    size: int = 0  # the length of the heap
    closed: int = 0  # forced edges
    depth: int = 0
    fresh: int = 1  # 1 if the node was not looked at yet
    portion: int = PORTIONS  # the length of the steps of the ascent
    length: int = PORTIONS  # that of the first steps of a node
    bound: int = -INFINITE  # of the node
    nodes: int = 0
    trees: int = 0
    shared: int = 0  # the lengths of all steps, and 1, while `shares` are counted; else 0
    cut: int = 0  # nodes whose bound was above the limit


def new_state(
    size: int,
    ends: Sequence[tuple[int, int]],
    costs: Sequence[int],
    *,
    limit: int,
    unit: int,
    prices: Sequence[int] | None = None,
    room: int = 0,
) -> State:
    """Return the state of a search on a graph of `size` vertices, three at least.

    `ends` are the two vertices of each edge, `costs` its cost, a multiple of `unit`. Only cycles
    that cost at most `limit` are looked for. `prices` are those to begin with; `room` is for rows.

    >>> square = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
    >>> state = new_state(4, square, [1, 1, 1, 1, 5, 5], limit=10, unit=1)
    >>> search(state, 100) == FOUND, sorted(state.tour), search(state, 100) == EXHAUSTED
    (True, [0, 1, 2, 3], True)
    """
    sides: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for edge, (a, b) in enumerate(ends):
        sides[a].append((b, edge))
        sides[b].append((a, edge))
    count = len(ends)
    return State(
        indptr=array_of(Places, accumulate(map(len, sides), initial=0)),
        indices=array_of(Places, [w for side in sides for w, _ in side]),
        edges=array_of(Places, [edge for side in sides for _, edge in side]),
        tails=array_of(Places, [a for a, _ in ends]),
        heads=array_of(Places, [b for _, b in ends]),
        costs=array_of(Counts, costs),
        real=array_of(Counts, costs),
        row_begins=zeros(Places, 1),
        row_edges=zeros(Places, 0),
        most=zeros(Marks, 0),
        excess=zeros(Marks, room),
        weights=zeros(Counts, room * (2 + min(count + 1, 4 * size))),
        status=zeros(Flags, count),
        forced=zeros(Places, size),
        usable=array_of(Places, map(len, sides)),
        mate=array_of(Places, range(size)),
        trail=zeros(Places, count),
        queue=array_of(Places, range(size)),
        queued=array_of(Flags, [1] * size),
        prices=zeros(Counts, size) if prices is None else array_of(Counts, prices),
        best_prices=zeros(Counts, size),
        last=zeros(Marks, size),
        degree=zeros(Marks, size),
        parent=zeros(Places, size),
        link=zeros(Places, size),
        level=zeros(Marks, size),
        heap=zeros(Places, size),
        place=zeros(Marks, size),
        key=zeros(Counts, size),
        chosen=zeros(Flags, count),
        relief=zeros(Counts, count),
        scores=zeros(Counts, count),
        choices=zeros(Places, count + 1),
        sides=zeros(Flags, count + 1),
        begins=zeros(Places, count + 1),
        bounds=zeros(Counts, count + 1),
        kept=zeros(Counts, size * min(count + 1, 4 * size)),
        tour=zeros(Places, size),
        shares=zeros(Places, count),
        limit=limit,
        unit=unit,
        root=max(range(size), key=lambda v: len(sides[v]), default=0),
        room=room,
        waiting=size,
    )


def set_rows(state: State, rows: Sequence[Row]) -> None:
    """Replace the rows of a state; it keeps as many as it has room for.

    >>> state = new_state(3, [(0, 1), (1, 2), (2, 0)], [1, 1, 1], limit=10, unit=1, room=2)
    >>> set_rows(state, [Row(2, [0, 1, 2], weight=1)])
    >>> climb(state, 1), list(state.costs)
    (4, [2, 2, 2])
    """
    rows = rows[: state.room]
    for at in range(len(state.most)):
        _reweigh(state, at, 0)
    state.row_begins = array_of(Places, accumulate((len(row.edges) for row in rows), initial=0))
    state.row_edges = array_of(Places, [edge for row in rows for edge in row.edges])
    state.most = array_of(Marks, [row.most for row in rows])
    for at, row in enumerate(rows):
        _reweigh(state, at, row.weight)


# -- decisions -------------------------------------------------------------------------------------


def _decide(state: State, edge: int, status: int) -> bool:
    """Force or forbid a free edge; return whether a cycle may still exist."""
    a, b = state.tails[edge], state.heads[edge]
    first, last = state.mate[a], state.mate[b]
    closes = first == b
    if status == FORCED:
        if state.forced[a] == 2 or state.forced[b] == 2:
            return False
        if closes and state.closed < len(state.mate) - 1:
            return False
    state.status[edge] = status
    state.trail[state.decided] = edge
    state.decided += 1
    _wait(state, a)
    _wait(state, b)
    if status == FORBIDDEN:
        state.usable[a] -= 1
        state.usable[b] -= 1
        return state.usable[a] >= 2 and state.usable[b] >= 2
    state.forced[a] += 1
    state.forced[b] += 1
    state.closed += 1
    if not closes:
        state.mate[first] = last
        state.mate[last] = first
        _wait(state, first)  # an edge between the ends would close the path too early
    return True


def _wait(state: State, v: int) -> None:
    if not state.queued[v]:
        state.queued[v] = 1
        state.queue[state.waiting] = v
        state.waiting += 1


def _undo(state: State, length: int) -> None:
    """Take back the decisions beyond a length of the trail."""
    while state.decided > length:
        state.decided -= 1
        edge = state.trail[state.decided]
        a, b = state.tails[edge], state.heads[edge]
        if state.status[edge] == FORBIDDEN:
            state.usable[a] += 1
            state.usable[b] += 1
        else:
            state.forced[a] -= 1
            state.forced[b] -= 1
            state.closed -= 1
            # The ends of the path through this edge: a vertex without forced edges is its own mate.
            first = state.mate[a] if state.forced[a] else a
            last = state.mate[b] if state.forced[b] else b
            if first != b:  # else this edge closed the cycle
                state.mate[first] = a
                state.mate[last] = b
        state.status[edge] = FREE
    while state.waiting:
        state.waiting -= 1
        state.queued[state.queue[state.waiting]] = 0


def _follow(state: State) -> bool:
    """Decide all that follows from the decisions; return whether a cycle may still exist."""
    size = len(state.mate)
    while state.waiting:
        state.waiting -= 1
        v = state.queue[state.waiting]
        state.queued[v] = 0
        if state.usable[v] < 2:
            return False
        all_forced = state.usable[v] == 2
        for at in range(state.indptr[v], state.indptr[v + 1]):
            edge = state.edges[at]
            if state.status[edge] != FREE:
                continue
            early = (
                state.forced[v] == 1
                and state.indices[at] == state.mate[v]
                and state.closed < size - 1
            )
            if state.forced[v] == 2 or early:
                if not _decide(state, edge, FORBIDDEN):
                    return False
            elif all_forced and not _decide(state, edge, FORCED):
                return False
    return True


@kernel
def force(state: State, edge: int) -> bool:
    """Force an edge before the search begins; return whether a cycle may still exist."""
    return _decide(state, edge, FORCED)


# -- the cheapest 1-tree ---------------------------------------------------------------------------


def _rise(state: State, v: int) -> None:
    """Move a vertex of the heap up to its place."""
    heap, place, key = state.heap, state.place, state.key
    at = place[v]
    near = key[v]
    while at > 0:
        above = (at - 1) >> 1
        w = heap[above]
        if key[w] <= near:
            break
        heap[at] = w
        place[w] = at
        at = above
    heap[at] = v
    place[v] = at


def _nearest(state: State) -> int:
    """Take the first vertex out of the heap."""
    heap, place, key = state.heap, state.place, state.key
    first = heap[0]
    place[first] = -1
    state.size -= 1
    size = state.size
    if size:
        v = heap[size]
        near = key[v]
        at = 0
        below = 1
        while below < size:
            if below + 1 < size and key[heap[below + 1]] < key[heap[below]]:
                below += 1
            w = heap[below]
            if key[w] >= near:
                break
            heap[at] = w
            place[w] = at
            at = below
            below = 2 * at + 1
        heap[at] = v
        place[v] = at
    return first


def _tree(state: State) -> int:
    """Make the cheapest 1-tree at these prices (Prim); return its bound, or `INFINITE`."""
    indptr, indices, edges = state.indptr, state.indices, state.edges
    status, costs, prices = state.status, state.costs, state.prices
    level, key, place = state.level, state.key, state.place
    size = len(level)
    root = state.root
    state.trees += 1
    for edge in range(len(costs)):
        state.chosen[edge] = 0
    bound = 0
    for v in range(size):
        level[v] = -1
        place[v] = -1
        key[v] = INFINITE
        state.degree[v] = 0
        bound -= 2 * prices[v]
    for row in range(len(state.most)):
        bound -= state.weights[row] * state.most[row]
    v = 0 if root else 1
    state.size = 0
    level[v] = 0
    state.parent[v] = v
    count = 1
    while True:
        for at in range(indptr[v], indptr[v + 1]):
            w = indices[at]
            edge = edges[at]
            if level[w] >= 0 or w == root or status[edge] == FORBIDDEN:
                continue
            near = costs[edge] + prices[v] + prices[w]
            if status[edge] == FORCED:
                near -= FIRST
            if near < key[w]:
                key[w] = near
                state.parent[w] = v
                state.link[w] = edge
                if place[w] < 0:
                    place[w] = state.size
                    state.size += 1
                _rise(state, w)
        if not state.size:
            break
        v = _nearest(state)
        edge = state.link[v]
        w = state.parent[v]
        level[v] = level[w] + 1
        state.degree[v] += 1
        state.degree[w] += 1
        state.chosen[edge] = 1
        bound += costs[edge] + prices[v] + prices[w]
        count += 1
    if count < size - 1:
        return INFINITE
    return bound + _join_root(state)


def _join_root(state: State) -> int:
    """Add the two cheapest edges at the root; return their cost."""
    root = state.root
    total = 0
    for _ in range(2):
        best = INFINITE
        choice = 0
        for at in range(state.indptr[root], state.indptr[root + 1]):
            edge = state.edges[at]
            if state.status[edge] == FORBIDDEN or state.chosen[edge]:
                continue
            near = state.costs[edge] + state.prices[root] + state.prices[state.indices[at]]
            if state.status[edge] == FORCED:
                near -= FIRST
            if near < best:
                best = near
                choice = edge
        if best == INFINITE:
            return INFINITE
        state.chosen[choice] = 1
        state.degree[state.tails[choice]] += 1
        state.degree[state.heads[choice]] += 1
        total += best
        if state.status[choice] == FORCED:
            total += FIRST
    return total


@kernel
def climb(state: State, rounds: int) -> int:
    """Look for better prices with at most `rounds` 1-trees, before a search; return the bound."""
    _climb(state, rounds)
    return state.bound


def _climb(state: State, rounds: int) -> None:
    """Look for better prices from the best so far; stop above the limit, or at a cycle."""
    prices, best_prices, degree, last = (state.prices, state.best_prices, state.degree, state.last)
    size = len(prices)
    most = PRICES // size
    state.bound = -INFINITE
    worse = 0
    done = 0
    is_best = False
    while True:
        bound = _tree(state)
        done += 1
        if state.shared:
            for edge in range(len(state.shares)):
                state.shares[edge] += state.chosen[edge] * state.portion
            state.shared += state.portion
        if bound > state.bound:
            state.bound = bound
            is_best = True
            worse = 0
            for v in range(size):
                best_prices[v] = prices[v]
            _keep_weights(state, 1)
        else:
            is_best = False
            worse += 1
            if worse >= PATIENCE:
                worse = 0
                state.portion = max(1, state.portion * 7 // 10)
        if bound > state.limit or done >= rounds:
            break
        norm = 0
        for v in range(size):
            excess = degree[v] - 2
            norm += excess * excess
        for row in range(len(state.most)):
            excess = _excess(state, row)
            state.excess[row] = excess
            norm += excess * excess
        if not norm:
            break
        gap = min(state.limit + state.unit - bound, GAP)
        step = gap * state.portion // (PORTIONS * norm)
        for row in range(len(state.most)):
            if state.excess[row]:
                weight = state.weights[row] + step * state.excess[row]
                _reweigh(state, row, max(0, min(WEIGHTS // size, weight)))
        for v in range(size):
            excess = degree[v] - 2
            price = prices[v] + step * (7 * excess + 3 * last[v]) // 10
            prices[v] = max(-most, min(most, price))
            last[v] = excess
    if not is_best:
        for v in range(size):
            prices[v] = best_prices[v]
        _take_weights(state, 1)
        state.bound = _tree(state)


def _excess(state: State, row: int) -> int:
    """Return how many edges of a row the 1-tree has too many; 0 if too few and the weight is 0."""
    count = 0
    for at in range(state.row_begins[row], state.row_begins[row + 1]):
        count += state.chosen[state.row_edges[at]]
    excess = count - state.most[row]
    return excess if excess > 0 or state.weights[row] else 0


def _reweigh(state: State, row: int, weight: int) -> None:
    """Give a row another weight."""
    more = weight - state.weights[row]
    if more:
        state.weights[row] = weight
        for at in range(state.row_begins[row], state.row_begins[row + 1]):
            state.costs[state.row_edges[at]] += more


def _keep_weights(state: State, place: int) -> None:
    """Keep the weights: of the best bound at place 1, of each depth beyond."""
    begin = place * state.room
    if begin + state.room <= len(state.weights):
        for row in range(len(state.most)):
            state.weights[begin + row] = state.weights[row]


def _take_weights(state: State, place: int) -> None:
    """Take the weights of a place again."""
    begin = place * state.room
    if begin + state.room <= len(state.weights):
        for row in range(len(state.most)):
            _reweigh(state, row, state.weights[begin + row])


# -- edges that are in all better cycles, and in none ----------------------------------------------


def _weigh(state: State) -> int:
    """Find what each edge of the 1-tree would cost to leave out; forbid edges that cost too much.

    Returns how many were forbidden, or -1 if no better cycle exists.
    """
    status, chosen, relief = state.status, state.chosen, state.relief
    tails, heads, root = state.tails, state.heads, state.root
    before = state.decided
    for edge in range(len(status)):
        relief[edge] = INFINITE
    for edge in range(len(status)):
        if status[edge] != FREE or chosen[edge]:
            continue
        a, b = tails[edge], heads[edge]
        near = state.costs[edge] + state.prices[a] + state.prices[b]
        largest = -INFINITE
        if a == root or b == root:
            largest = _relieve_root(state, near)
        else:
            largest = _relieve_path(state, a, b, near)
        if (
            near - largest > state.limit - state.bound
            and status[edge] == FREE
            and not _decide(state, edge, FORBIDDEN)
        ):
            return -1
    return state.decided - before


def _relieve_root(state: State, near: int) -> int:
    """Offer an edge at the root in place of either that is chosen; return their higher cost."""
    root = state.root
    largest = -INFINITE
    for at in range(state.indptr[root], state.indptr[root + 1]):
        edge = state.edges[at]
        if state.chosen[edge] and state.status[edge] == FREE:
            cost = state.costs[edge] + state.prices[root] + state.prices[state.indices[at]]
            largest = max(largest, cost)
            state.relief[edge] = min(state.relief[edge], near - cost)
    return largest


def _relieve_path(state: State, a: int, b: int, near: int) -> int:
    """Offer an edge in place of those between its ends in the tree; return the largest cost."""
    largest = -INFINITE
    while a != b:
        if state.level[a] < state.level[b]:
            swap = a
            a = b
            b = swap
        edge = state.link[a]
        above = state.parent[a]
        if state.status[edge] == FREE:
            cost = state.costs[edge] + state.prices[a] + state.prices[above]
            largest = max(largest, cost)
            state.relief[edge] = min(state.relief[edge], near - cost)
        a = above
    return largest


def _force_needed(state: State) -> int:
    """Force the free edges of the 1-tree that cost too much to leave out; -1 if none can be."""
    before = state.decided
    for edge in range(len(state.status)):
        if (
            state.chosen[edge]
            and state.status[edge] == FREE
            and state.relief[edge] > state.limit - state.bound
            and not _decide(state, edge, FORCED)
        ):
            return -1
    return state.decided - before


def _choice(state: State) -> int:
    """Return the free edge that raises both bounds most, of a few that are tried, or -1."""
    _score(state)
    first = _best_score(state)
    if first < 0 or not _has_room(state, state.depth) or len(state.status) > TRIED:
        return first
    bound = state.bound
    gap = state.limit - bound + 1
    choice = edge = first
    best = -1
    for _ in range(SPLITS):
        state.scores[edge] = -1
        without = _trial(state, edge, FORBIDDEN, bound)
        with_it = _trial(state, edge, FORCED, bound)
        score = _product(without, with_it, gap)
        if score > best:
            best = score
            choice = edge
        edge = _best_score(state)
        if edge < 0 or without == gap or with_it == gap:
            break  # one decision is enough: nothing is better
    state.bound = bound
    return choice


def _score(state: State) -> None:
    """Estimate how well each edge at a crowded vertex divides the node; -1 for the others."""
    gap = state.limit - state.bound + 1
    is_cycle = _is_cycle(state)
    for edge in range(len(state.status)):
        state.scores[edge] = -1
        if state.chosen[edge] and state.status[edge] == FREE:
            a, b = state.tails[edge], state.heads[edge]
            if is_cycle or state.degree[a] > 2 or state.degree[b] > 2:
                with_it = _relief_if_forced(state, a, edge)
                other = _relief_if_forced(state, b, edge)
                state.scores[edge] = _product(state.relief[edge], max(with_it, other), gap)


def _product(without: int, with_it: int, gap: int) -> int:
    """Return the product of two rises of the bound, in 1024ths of the gap to keep it small."""
    gap = min(gap, GAP)
    return (1 + (min(without, gap) << 10) // gap) * (1 + (min(with_it, gap) << 10) // gap)


def _best_score(state: State) -> int:
    """Return the edge with the best score, or -1."""
    best = -1
    choice = -1
    for edge in range(len(state.scores)):
        if state.scores[edge] > best:
            best = state.scores[edge]
            choice = edge
    return choice


def _trial(state: State, edge: int, side: int, bound: int) -> int:
    """Return by how much a decision raises a bound, up to the gap; take it back."""
    gap = state.limit - bound + 1
    length = state.decided
    rise = gap
    if _decide(state, edge, side) and _follow(state):
        state.portion = state.length
        _climb(state, TRIAL)
        rise = min(gap, max(0, state.bound - bound))
    _undo(state, length)
    _take_prices(state, state.depth)
    return rise


def _relief_if_forced(state: State, v: int, edge: int) -> int:
    """Return by how much the bound rises, at least, if one more edge is forced at a vertex."""
    if state.forced[v] != 1:
        return 0
    most = 0
    for at in range(state.indptr[v], state.indptr[v + 1]):
        other = state.edges[at]
        if other != edge and state.chosen[other] and state.status[other] == FREE:
            most = max(most, state.relief[other])
    return most


# -- the search ------------------------------------------------------------------------------------


@kernel
def search(state: State, steps: int) -> int:
    """Continue to the next better `tour`; after `FOUND`, `limit` is just below its cost."""
    goal = state.trees + steps
    while state.trees < goal:
        if not state.fresh:
            if not _next(state):
                return EXHAUSTED
            state.fresh = 1
        state.fresh = 0
        status = _look(state)
        if status == FOUND:
            return FOUND
    return RUNNING


def _look(state: State) -> int:
    """Look at a node: cut it, take its cycle, or decide an edge."""
    state.nodes += 1
    state.portion = state.length
    while True:
        if not _follow(state):
            return RUNNING
        _climb(state, ROUNDS)
        if state.bound > state.limit:
            state.cut += 1
            return RUNNING
        if _is_cycle(state) and _take(state):
            state.fresh = 1 if state.bound <= state.limit else 0
            return FOUND
        found = _weigh(state)
        if found < 0:
            return RUNNING
        more = _force_needed(state)
        if more < 0:
            return RUNNING
        if not found + more:
            break
        if found + more < 3:
            if not _follow(state):
                return RUNNING
            break
    depth = state.depth
    _keep_prices(state, depth)
    edge = _choice(state)
    if edge < 0:
        # All of its edges were decided since the 1-tree was made; a cycle is the only one then.
        state.fresh = 0 if _is_cycle(state) else 1
        return RUNNING
    state.choices[depth] = edge
    state.sides[depth] = 0
    state.begins[depth] = state.decided
    state.bounds[depth] = state.bound
    state.depth += 1
    if _decide(state, edge, FORBIDDEN):
        state.fresh = 1
    return RUNNING


def _has_room(state: State, depth: int) -> bool:
    """Return whether there is room for the prices of a depth."""
    return (depth + 1) * len(state.prices) <= len(state.kept)


def _keep_prices(state: State, depth: int) -> None:
    """Keep the prices and weights of a depth."""
    size = len(state.prices)
    if _has_room(state, depth):
        for v in range(size):
            state.kept[depth * size + v] = state.prices[v]
        _keep_weights(state, depth + 2)


def _take_prices(state: State, depth: int) -> None:
    """Take the prices and weights of a depth again."""
    size = len(state.prices)
    if _has_room(state, depth):
        for v in range(size):
            state.prices[v] = state.kept[depth * size + v]
        _take_weights(state, depth + 2)


def _next(state: State) -> bool:
    """Go back to a node whose second decision is open, and make it; False if there is none."""
    while state.depth:
        depth = state.depth - 1
        _undo(state, state.begins[depth])
        if state.sides[depth] or state.bounds[depth] > state.limit:
            state.depth = depth
            continue
        state.sides[depth] = 1
        _take_prices(state, depth)
        if _decide(state, state.choices[depth], FORCED):
            return True
    return False


def _is_cycle(state: State) -> bool:
    """Return whether the 1-tree is a cycle through all vertices: it has two edges at each."""
    excess = 0
    for v in range(len(state.degree)):
        excess += abs(state.degree[v] - 2)
    return excess == 0


def _take(state: State) -> bool:
    """Keep the cycle if it is better, and look only for better cycles."""
    at = 0
    cost = 0
    for edge in range(len(state.chosen)):
        if state.chosen[edge]:
            cost += state.real[edge]
    if cost > state.limit:
        return False
    for edge in range(len(state.chosen)):
        if state.chosen[edge]:
            state.tour[at] = edge
            at += 1
    state.limit = cost - state.unit
    return True


# -- graphs with very many edges -------------------------------------------------------------------


@dataclass(slots=True)
class Sieve:
    """A complete graph, most of whose edges are in no better cycle.

    It is too large for a `State`; its edges are the edges that pass the sieve.
    """

    costs: Counts  # of each pair: a * n + b
    prices: Counts
    order: Places  # the vertices of the tree, each after its parent
    parent: Places
    key: Counts  # the cost of the edge to the parent
    reached: Flags
    largest: Counts  # the largest edge of the tree between a vertex and that of the row
    above: Places  # n + the row whose way to the beginning of the tree leads through a vertex
    tails: Places  # the edges that passed
    heads: Places
    partners: Places  # two for each vertex: the other ends of its forced edges, or itself
    missing: int  # pairs that cost at least this are no edges
    unit: int  # what prices count as 1 for
    root: int = 0
    limit: int = 0
    bound: int = 0
    second: int = 0  # the cost of the dearer edge at the root
    row: int = 0  # the rows before were sifted
    count: int = 0  # the edges that passed


def new_sieve(
    costs: Ints,
    prices: Sequence[int],
    *,
    missing: int,
    unit: int,
    room: int,
    forced: Iterable[tuple[int, int]] = (),
) -> Sieve:
    """Return a sieve for a graph whose `costs` have a row for each vertex.

    At most `room` edges are kept; every cycle has the `forced` edges.

    >>> costs = array_of(Counts, [9, 1, 5, 1, 1, 9, 1, 5, 5, 1, 9, 1, 1, 5, 1, 9])
    >>> sieve = new_sieve(costs, [0] * 4, missing=9, unit=1, room=9)
    >>> span(sieve), sift(sieve, 4, 100), sieve.count
    (4, 4, 4)
    """
    size = len(prices)
    partners = array_of(Places, [at // 2 for at in range(2 * size)])
    for pair in forced:
        for a, b in (pair, pair[::-1]):
            partners[2 * a + (partners[2 * a] != a)] = b
    return Sieve(
        costs=costs,
        prices=array_of(Counts, prices),
        order=zeros(Places, size),
        parent=zeros(Places, size),
        key=zeros(Counts, size),
        reached=zeros(Flags, size),
        largest=zeros(Counts, size),
        above=zeros(Places, size),
        tails=zeros(Places, room),
        heads=zeros(Places, room),
        partners=partners,
        missing=missing,
        unit=unit,
    )


def _cost(sieve: Sieve, a: int, b: int) -> int:
    """Return the cost of an edge with prices, less `FIRST` if forced; `INFINITE` if missing."""
    cost = sieve.costs[a * len(sieve.prices) + b]
    if cost >= sieve.missing:
        return INFINITE
    cost = cost * sieve.unit + sieve.prices[a] + sieve.prices[b]
    is_forced = sieve.partners[2 * a] == b or sieve.partners[2 * a + 1] == b
    return cost - FIRST if is_forced else cost


def _paid(cost: int) -> int:
    """Return the cost of an edge that was chosen, which may be forced."""
    return cost + FIRST if 2 * cost < -FIRST else cost


@kernel
def span(sieve: Sieve) -> int:
    """Return the bound of the cheapest 1-tree, `INFINITE` if there is none: O(n^2)."""
    key, reached, parent = sieve.key, sieve.reached, sieve.parent
    size = len(key)
    root = sieve.root
    bound = 0
    for v in range(size):
        key[v] = INFINITE
        reached[v] = 0
        bound -= 2 * sieve.prices[v]
    v = 0 if root else 1
    parent[v] = v
    key[v] = -INFINITE
    for at in range(size - 1):
        reached[v] = 1
        sieve.order[at] = v
        best = INFINITE
        following = v
        for w in range(size):
            if reached[w] or w == root:
                continue
            cost = _cost(sieve, v, w)
            if cost < key[w]:
                key[w] = cost
                parent[w] = v
            if key[w] < best:
                best = key[w]
                following = w
        if at < size - 2:
            if best == INFINITE:
                return INFINITE
            bound += _paid(best)
            v = following
    first = INFINITE
    second = INFINITE
    for w in range(size):
        if w != root:
            cost = _cost(sieve, root, w)
            if cost < first:
                second = first
                first = cost
            elif cost < second:
                second = cost
    if second == INFINITE:
        return INFINITE
    sieve.second = second
    bound += _paid(first)
    bound += _paid(second)
    sieve.bound = bound
    return sieve.bound


@kernel
def sift(sieve: Sieve, limit: int, rows: int) -> int:
    """Keep edges of the next rows for cycles within `limit`; return the rows sifted."""
    size = len(sieve.prices)
    slack = limit - sieve.bound
    done = 0
    while done < rows and sieve.row < size:
        v = sieve.row
        if sieve.count + size > len(sieve.tails):
            break
        if v == sieve.root:
            _sift_root(sieve, slack)
        else:
            _sift_row(sieve, slack)
        sieve.row += 1
        done += 1
    return done


def _sift_root(sieve: Sieve, slack: int) -> None:
    root = sieve.root
    for w in range(len(sieve.prices)):
        if w != root:
            cost = _cost(sieve, root, w)
            if cost - sieve.second <= slack:
                _keep(sieve, root, w)


def _sift_row(sieve: Sieve, slack: int) -> None:
    """Sift the edges from a vertex to those with larger numbers."""
    largest, above, parent = sieve.largest, sieve.above, sieve.parent
    size = len(largest)
    v = sieve.row
    mark = size + v
    # The way up to the beginning of the tree.
    w = v
    largest[v] = -INFINITE
    above[v] = mark
    while parent[w] != w:
        up = parent[w]
        largest[up] = max(largest[w], sieve.key[w])
        above[up] = mark
        w = up
    for at in range(size - 1):
        w = sieve.order[at]
        if above[w] != mark:
            largest[w] = max(largest[parent[w]], sieve.key[w])
        if w > v:
            cost = _cost(sieve, v, w)
            if cost - largest[w] <= slack:
                _keep(sieve, v, w)


def _keep(sieve: Sieve, a: int, b: int) -> None:
    sieve.tails[sieve.count] = a
    sieve.heads[sieve.count] = b
    sieve.count += 1
