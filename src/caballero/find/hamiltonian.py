"""Hamiltonian paths and cycles of graphs, as lists of their nodes.

The names follow networkx, which has ``hamiltonian_path`` for tournaments only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from caballero.model.problem import Ground
from caballero.proof.asking import verb
from caballero.proof.outcome import Impossible, Outcome

from .portfolio import solve

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.graph import P
    from caballero.model.problem import LabelledGround, Searched


@overload
def hamiltonian_path(graph: LabelledGround[P], **how: Unpack[Searched]) -> list[P] | None: ...
@overload
def hamiltonian_path(graph: Ground, **how: Unpack[Searched]) -> list[Any] | None: ...
@verb(without=("closed",))
def hamiltonian_path(graph: Ground, **asked: Unpack[Searched]) -> list[Any] | None:
    """Return a Hamiltonian path of a graph, which visits every node once, or None.

    Parameters
    ----------
    graph : graph of networkx, rustworkx or igraph, or what :class:`Problem` takes
        The graph, directed or not.
    start, end : node, optional
        The first and the last node.
    limits, timeout, seed, callback, and other constraints
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
    >>> hamiltonian_path(ladder, start="a", end="c")
    ['a', 'b', 'd', 'c']
    >>> hamiltonian_path(ladder, start="a", end="d") is None
    True
    """
    return _nodes(solve(graph, **asked))


@overload
def hamiltonian_cycle(graph: LabelledGround[P], **how: Unpack[Searched]) -> list[P] | None: ...
@overload
def hamiltonian_cycle(graph: Ground, **how: Unpack[Searched]) -> list[Any] | None: ...
@verb(without=("closed",))
def hamiltonian_cycle(graph: Ground, **asked: Unpack[Searched]) -> list[Any] | None:
    """Return a Hamiltonian cycle of a graph, which visits every node once and returns, or None.

    Parameters
    ----------
    graph, limits, timeout, seed, callback, and other constraints
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
    return None if isinstance(outcome, Impossible) else [*outcome.tour]
