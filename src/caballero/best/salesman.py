"""The traveling salesman problem in the form of networkx: the answer is a list of nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from caballero.machine.errors import NoTour
from caballero.machine.values import replace
from caballero.model.given import graph_of
from caballero.model.graph import Graph
from caballero.model.problem import Ground
from caballero.proof.asking import asking, verb

from .best import best_tour

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.graph import P
    from caballero.model.problem import LabelledGround, Unweighted


@overload
def traveling_salesman(
    graph: LabelledGround[P], weight: str | None = "weight", **how: Unpack[Unweighted]
) -> list[P] | None: ...
@overload
def traveling_salesman(
    graph: Ground, weight: str | None = "weight", **how: Unpack[Unweighted]
) -> list[Any] | None: ...
@verb(closed=True)
def traveling_salesman(
    graph: Ground, weight: str | None = "weight", **asked: Unpack[Unweighted]
) -> list[Any] | None:
    """Return the shortest cycle, or path, that visits every node of a graph once.

    Parameters
    ----------
    graph : matrix of distances, graph of networkx, rustworkx or igraph, or other graph
        What :class:`Problem` takes, except for boards. Edges without a weight cost 1, as in
        networkx.
    weight : str, optional
        The attribute of the edges that is their weight; None if every edge costs 1.
    closed : bool
        Whether the last node leads back to the first; otherwise a path is returned.
    start, end : node, optional
        The first node, and the last.
    limits, timeout, seed, callback, and other constraints
        As for :func:`best_tour`. At a limit the best so far is returned; by default the search goes
        on until none is shorter.

    Returns
    -------
    list of nodes, or None
        The nodes in their order, the first again at the end of a cycle; None if it is proved
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
    with asking(graph, {**asked, "weight": weight}, _weighted) as (problem, _, seed):
        try:
            tour = best_tour(problem, seed=seed).tour
        except NoTour:
            return None
        return [*tour, tour[0]] if problem.closed else [*tour]


def _weighted(given: Any, weight: str | None) -> Graph:
    """Return the graph of a value; each edge without a weight costs 1."""
    graph = graph_of(given, weight)
    weights = graph.weights or (None,) * len(graph.indices)
    return replace(graph, weights=tuple([1 if x is None or not weight else x for x in weights]))
