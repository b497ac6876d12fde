"""Hamiltonian paths and cycles of graphs, as lists of their nodes.

These are the names and the form of networkx, which has ``hamiltonian_path`` for tournaments only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caballero.core.errors import LimitReached
from caballero.core.problem import Ground, Place
from caballero.proof.asking import verb
from caballero.proof.outcome import Found, GaveUp, Outcome

from .portfolio import solve

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.core.problem import Searched


@verb(without=("closed", "start", "end"))
def hamiltonian_path(
    graph: Ground,
    source: Place | None = None,
    target: Place | None = None,
    **asked: Unpack[Searched],
) -> list[Any] | None:
    """Return a Hamiltonian path of a graph, which visits every node once, or None.

    Parameters
    ----------
    graph : graph of networkx, rustworkx or igraph, or what :class:`Problem` takes
        The graph, directed or not.
    source, target : node, optional
        The first and the last node.
    limits, seed, on_event, and other constraints
        As for :func:`solve`.

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
    asked["start"], asked["end"] = source, target
    return _nodes(solve(graph, **asked))


@verb(without=("closed",))
def hamiltonian_cycle(graph: Ground, **asked: Unpack[Searched]) -> list[Any] | None:
    """Return a Hamiltonian cycle of a graph, which visits every node once and returns, or None.

    Parameters
    ----------
    graph, limits, seed, on_event, and other constraints
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
    asked["closed"] = True
    return _nodes(solve(graph, **asked))


def _nodes(outcome: Outcome) -> list[Any] | None:
    """Return the places of a tour, or None; raise LimitReached."""
    if isinstance(outcome, GaveUp):
        raise LimitReached(outcome)
    return [*outcome.tour] if isinstance(outcome, Found) else None
