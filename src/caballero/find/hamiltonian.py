"""Hamiltonian paths and cycles of graphs, as lists of their nodes.

These are the names and the form of networkx, which has ``hamiltonian_path`` for tournaments only.
"""

from __future__ import annotations

from typing import Any

from caballero.core.errors import LimitReached
from caballero.core.limits import Limits
from caballero.core.problem import Ground, Place
from caballero.proof.outcome import Found, GaveUp, Outcome

from .portfolio import solve


def hamiltonian_path(
    graph: Ground,
    source: Place | None = None,
    target: Place | None = None,
    *,
    limits: Limits | float | None = None,
    seed: int = 0,
) -> list[Any] | None:
    """Return a Hamiltonian path of a graph, which visits every node once, or None.

    Parameters
    ----------
    graph : graph of networkx, rustworkx or igraph, or what :class:`Problem` takes
        The graph, directed or not.
    source, target : node, optional
        The first and the last node.
    limits : Limits or float, optional
        When to give up; a number means seconds. Never by default.
    seed : int, optional
        Each seed gives a path of its own, where there are several, and always the same one.

    Returns
    -------
    list of nodes, or None
        The nodes in their order; None if it is proved that there is no such path.

    Raises
    ------
    LimitReached
        If a limit came first; its ``outcome.limit`` says which.

    See Also
    --------
    hamiltonian_cycle : if the last node must lead back to the first.
    solve : with the reason why there is none.
    networkx.algorithms.tournament.hamiltonian_path : networkx's own, for tournaments only.

    Examples
    --------
    >>> import networkx
    >>> from caballero import hamiltonian_path
    >>> ladder = networkx.Graph(["ab", "cd", "ac", "bd"])
    >>> hamiltonian_path(ladder, source="a", target="c")
    ['a', 'b', 'd', 'c']
    >>> hamiltonian_path(ladder, source="a", target="d") is None
    True
    """
    return _nodes(solve(graph, start=source, end=target, limits=limits, seed=seed))


def hamiltonian_cycle(
    graph: Ground, *, limits: Limits | float | None = None, seed: int = 0
) -> list[Any] | None:
    """Return a Hamiltonian cycle of a graph, which visits every node once and returns, or None.

    Parameters
    ----------
    graph, limits, seed
        As in :func:`hamiltonian_path`.

    Returns
    -------
    list of nodes, or None
        Each node once: the last leads back to the first. None if it is proved that there is no
        such cycle.

    Raises
    ------
    LimitReached
        If a limit came first; its ``outcome.limit`` says which.

    Examples
    --------
    >>> import networkx
    >>> from caballero import hamiltonian_cycle
    >>> hamiltonian_cycle(networkx.cycle_graph("abc"))
    ['a', 'b', 'c']
    >>> hamiltonian_cycle(networkx.petersen_graph()) is None
    True
    """
    return _nodes(solve(graph, closed=True, limits=limits, seed=seed))


def _nodes(outcome: Outcome) -> list[Any] | None:
    """Return the places of a tour, or None; raise LimitReached."""
    if isinstance(outcome, GaveUp):
        raise LimitReached(outcome)
    return [*outcome.tour] if isinstance(outcome, Found) else None
