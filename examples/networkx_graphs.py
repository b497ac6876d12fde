"""Hamiltonian cycles of networkx graphs: ``python examples/networkx_graphs.py``.

It needs networkx, which is the extra ``graph``.
"""

from __future__ import annotations

import networkx as nx

from caballero import Found, GaveUp, Impossible, Problem, solve


def main() -> None:
    """Find a cycle of Hamilton's own graph, and prove that Petersen's has none."""
    graphs = {
        "dodecahedron": nx.dodecahedral_graph(),
        "Petersen": nx.petersen_graph(),
        "two triangles": nx.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e")]),
    }
    for name, graph in graphs.items():
        match solve(Problem(graph, closed=True), limits=10):
            case Found(tour):
                print(f"{name}: {' '.join(map(str, tour.names()))}")
            case Impossible(certificate):
                print(f"{name}: none. {certificate.reason}")
            case GaveUp(limit):
                print(f"{name}: no answer within the {limit}")


if __name__ == "__main__":
    main()
