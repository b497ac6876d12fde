"""The traveling salesman problem in the form of networkx: the answer is a list of nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caballero.core.arguments import flag
from caballero.core.errors import LimitReached
from caballero.core.given import graph_of
from caballero.core.problem import Ground, Place
from caballero.core.values import replace
from caballero.proof.asking import verb
from caballero.proof.best import Best
from caballero.proof.outcome import GaveUp

from .best import best_tour

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.core.problem import Searched


@verb(without=("closed", "start", "end"))
def traveling_salesman(
    graph: Ground,
    weight: str | None = "weight",
    *,
    cycle: bool = True,
    source: Place | None = None,
    target: Place | None = None,
    **asked: Unpack[Searched],
) -> list[Any] | None:
    """Return the shortest cycle, or path, that visits every node of a graph once.

    Parameters
    ----------
    graph : matrix of distances, graph of networkx, rustworkx or igraph, or other graph
        What :class:`Problem` takes, except for boards. Edges without a weight cost 1, as in
        networkx.
    weight : str, optional
        The attribute of the edges that is their weight; None if every edge costs 1.
    cycle : bool
        Whether the last node leads back to the first; otherwise a path is returned.
    source, target : node, optional
        The first node, and the last one.
    limits, seed, on_event, and other constraints
        As for :func:`best_tour`. At a limit
        the best so far is returned; by default the search goes on until none is shorter.

    Returns
    -------
    list of nodes, or None
        The nodes in their order, the first one again at the end of a cycle; None if it is proved
        that there is no such cycle or path. A salesman between two nodes goes there and back.

    Raises
    ------
    LimitReached
        If a limit came before the first cycle; its ``outcome.limit`` says which.
    TooLarge
        If there are more than 4 000 nodes (directed: 2 000).

    See Also
    --------
    best_tour : with the length, its bound and a proof.
    networkx.approximation.traveling_salesman_problem : takes this function as its ``method``; then
        nodes may be left out, or visited more than once on the shortest ways between them.

    Examples
    --------
    >>> from caballero import traveling_salesman
    >>> traveling_salesman([[0, 3, 5, 4], [3, 0, 2, 6], [5, 2, 0, 1], [4, 6, 1, 0]])
    [0, 1, 2, 3, 0]
    >>> import networkx
    >>> star = networkx.star_graph("abc")
    >>> traveling_salesman(star) is None
    True
    >>> networkx.approximation.traveling_salesman_problem(star, method=traveling_salesman)
    ['a', 'b', 'a', 'c', 'a']
    """
    ground, cycle = graph_of(graph, weight), flag("cycle", cycle)
    size = len(ground)
    weights = ground.weights or (None,) * len(ground.indices)
    ground = replace(
        ground,
        weights=tuple(1 if x is None or weight is None else x for x in weights),
        directed=ground.directed or (cycle and size == 2),  # there and back
    )
    closed = cycle and size > 1
    asked["closed"], asked["start"], asked["end"] = closed, source, target
    answer = best_tour(ground, **asked)
    match answer:
        case Best():
            return [*answer.tour, answer.tour[0]] if cycle else [*answer.tour]
        case GaveUp():
            raise LimitReached(answer)
    return None
