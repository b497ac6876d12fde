"""Graphs: simple, stored flat.

Every engine works on the same two flat sequences (compressed rows): the neighbours of vertex ``v``
are ``indices[indptr[v]:indptr[v + 1]]``. A board and a piece become such a graph
(:meth:`caballero.Problem.graph`), and so does a list of edges, a matrix (:mod:`.matrix`) or a graph
of networkx. networkx is not imported: its graphs are read, and can be built, as mappings from a
vertex to its neighbours. In a directed graph, the neighbours of a vertex are the heads of its
edges.

Invariants: ``indptr`` starts at 0, never falls, and ends at ``len(indices)``; no vertex is its
own neighbour; none is listed twice; unless the graph is directed, ``w`` is a neighbour of ``v`` if
and only if ``v`` is one of ``w``; labels, if there are any, are all different. The *order* of the
neighbours is kept, because backtracking tries them in that order.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, compress, repeat
from math import isfinite
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, cast, overload

from caballero.machine.arguments import as_whole, flag, listed, shown, whole
from caballero.machine.errors import InvalidGraph, InvalidVertex
from caballero.machine.limits import PAUSE, pause
from caballero.machine.values import derived, frozen, later, replace, saying
from caballero.machine.words import Message

from .board import LONGEST_REPR

if TYPE_CHECKING:
    from fractions import Fraction  # its import takes milliseconds

    from typing_extensions import TypeVar  # only for types: with a default

    from .matrix import Point

    P = TypeVar("P", bound=Hashable)
    P_co = TypeVar("P_co", bound=Hashable, covariant=True, default=Any)

    Number: TypeAlias = int | Fraction | float
    Metric: TypeAlias = str | Callable[[Point, Point], Number | None]
else:
    from typing import TypeVar

    P, P_co = TypeVar("P"), TypeVar("P_co")
    """The places of a graph or a tour: labels, or squares."""


class NetworkxGraph(Protocol[P_co]):
    """The part of networkx's graphs that this package uses."""

    def adjacency(self) -> Iterator[tuple[P_co, Any]]:
        """Yield each vertex with its neighbours."""

    def is_directed(self) -> bool:
        """Return whether the edges have directions."""


class RustworkxGraph(Protocol):
    """The part of rustworkx's graphs that this package uses."""

    def weighted_edge_list(self) -> Iterable[Any]:
        """Return the ends of each edge, and the object that it holds."""

    def node_indices(self) -> Iterable[int]:
        """Return the numbers of the vertices, which may leave gaps."""


class IgraphGraph(Protocol):
    """The part of igraph's graphs that this package uses."""

    @property
    def es(self) -> Any:
        """The edges, with their attributes."""

    def get_edgelist(self) -> list[tuple[int, int]]:
        """Return the ends of each edge."""

    def vcount(self) -> int:
        """Return the number of vertices."""

    def is_directed(self) -> bool:
        """Return whether the edges have directions."""


@frozen
class Graph(Generic[P_co]):
    """A simple graph, directed or not, its vertices numbered from 0.

    Parameters
    ----------
    indptr : array of int
        Where the neighbours of each vertex begin in `indices`; an entry more than vertices.
    indices : array of int
        The neighbours of all vertices, vertex after vertex.
    labels : tuple of hashable, optional
        The label of each vertex; empty if the labels are the numbers.
    directed : bool
        Whether each edge leads only from a vertex to its neighbour.
    weights : tuple of numbers or None, optional
        The weight of the edge to each neighbour, as many as `indices`; empty if none has a weight.
    positions : tuple of (float, float), optional
        Where each vertex is on a map: to the right, and upwards.

    Raises
    ------
    InvalidGraph
        If labels, weights or positions are too few or too many, equal, or not finite.

    See Also
    --------
    from_edges : the usual way to make a graph.
    from_networkx : from a graph of networkx.
    caballero.formats.read_graph : from text.

    Examples
    --------
    >>> from caballero import Graph
    >>> square = Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0)])
    >>> len(square), square.edge_count
    (4, 4)
    >>> square.neighbours(0)
    (1, 3)
    """

    indptr: array[int]
    indices: array[int] = cast("array[int]", None)  # left out, an error names the constructor
    labels: tuple[P_co, ...] = ()
    directed: bool = False
    weights: tuple[Number | None, ...] = ()
    positions: tuple[tuple[float, float], ...] = ()
    _numbers: Mapping[Hashable, int] = derived()
    _reading: tuple[Message, ...] = later()

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        if getattr(self, "indices", None) is None:
            raise InvalidGraph("graph-one-value", kind=type(self.indptr).__name__)
        for name in ("indptr", "indices"):
            if not isinstance(part := getattr(self, name), array):
                put(name, array("i", [whole(name, x, 0) for x in listed(name, part)]))
        for name in ("labels", "weights", "positions"):
            if type(part := getattr(self, name)) is not tuple:
                put(name, tuple(listed(name, part)))
        put("directed", flag("directed", self.directed))
        read = _Labels()
        numbers = {read[label]: vertex for vertex, label in enumerate(self.labels)}
        if self.labels and not len(numbers) == len(self.labels) == len(self):
            raise InvalidGraph("graph-labels", count=len(self), labels=len(numbers))
        for part, size in ((self.weights, len(self.indices)), (self.positions, len(self))):
            if len(part) not in {0, size}:
                raise InvalidGraph("graph-parts", count=len(part), size=size)
        for vertex, position in enumerate(self.positions):
            if not all(map(isfinite, position)):
                raise InvalidGraph("graph-position", vertex=self.label(vertex), value=position)
        put("_numbers", numbers)

    @overload
    @classmethod
    def from_edges(
        cls,
        edges: Iterable[tuple[P, P] | tuple[P, P, Any]],
        vertices: Iterable[P] = (),
        *,
        directed: bool = False,
    ) -> Graph[P]: ...
    @overload
    @classmethod
    def from_edges(
        cls, edges: Iterable[Iterable[Any]], vertices: Iterable[Any] = (), *, directed: bool = False
    ) -> Graph: ...
    @classmethod
    def from_edges(
        cls, edges: Iterable[Any], vertices: Iterable[Any] = (), *, directed: bool = False
    ) -> Graph:
        """Make a graph from pairs of labels.

        Parameters
        ----------
        edges : iterable of pairs or triples
            Each edge once or more often, in either direction unless the graph is directed; an edge
            from a vertex to itself is left out, for no tour can use it. The third entry of a
            triple is the edge's weight.
        vertices : iterable of hashable, optional
            Vertices to number first, and vertices without edges. The others follow in the
            order in which the edges name them.
        directed : bool
            Whether each edge leads only from its first vertex to its second.

        Returns
        -------
        Graph
            Its labels are empty if the vertices are 0, 1, 2, …, in whatever order.

        Raises
        ------
        InvalidGraph
            If an edge has two weights.

        Notes
        -----
        Time and memory grow with the number of edges.

        Examples
        --------
        >>> from caballero import Graph
        >>> path = Graph.from_edges([("a", "b"), ("b", "c"), ("c", "b"), ("c", "c")])
        >>> path.labels, path.edge_count
        (('a', 'b', 'c'), 2)
        >>> list(Graph.from_edges([(0, 1), (1, 0), (1, 2)], directed=True).edges())
        [(0, 1), (1, 0), (1, 2)]
        """
        directed = flag("directed", directed)
        read = _Labels()
        first = [read[name] for name in listed("vertices", vertices)]
        given = listed("edges", edges)
        triples = given if _are_plain(given) else [_read_edge(edge, read) for edge in given]
        return graph_of_columns(first, ([e[i] for e in triples] for i in range(3)), directed)

    @classmethod
    def from_networkx(cls, graph: NetworkxGraph[P], weight: str | None = "weight") -> Graph[P]:
        """Take over a graph of networkx, directed or not.

        Parameters
        ----------
        graph : networkx.Graph, DiGraph, MultiGraph or MultiDiGraph
            Several edges between the same vertices count once, with the smallest weight; edges
            from a vertex to itself are left out, for no tour can use them.
        weight : str, optional
            The attribute of the edges that is their weight, where they have it; None for none.

        Returns
        -------
        Graph
            Its vertices and their neighbours keep their order; its labels are empty if the
            vertices are 0, 1, 2, … in that order.

        Raises
        ------
        InvalidGraph
            If it is no graph of networkx.

        Notes
        -----
        Time and memory grow with the number of edges.

        Examples
        --------
        >>> import networkx
        >>> from caballero import Graph, find_tour
        >>> cube = Graph.from_networkx(networkx.hypercube_graph(3))
        >>> tour = find_tour(cube, closed=True)
        >>> len(tour), tour[0]
        (8, (0, 0, 0))
        """
        if not hasattr(graph, "adjacency") or not hasattr(graph, "is_directed"):
            raise InvalidGraph("graph-unknown", kind=type(graph).__name__)
        directed = graph.is_directed()
        # `adjacency` has the rows of `adj` without its views, which take most of the time.
        adj: dict[Any, Any] = dict(graph.adjacency())
        if weight is None or not all(isinstance(row, Mapping) for row in adj.values()):
            rows = {v: [*row] for v, row in _paced(adj)}
            return cls.from_dict(rows, directed=directed)
        number = {name: v for v, name in enumerate(adj)}
        many = getattr(graph, "is_multigraph", bool)()
        weigh: Callable[..., Any] = _least_weight if many else Mapping.get
        indptr, indices, weights = array("i", [0]), array("i"), list[Any]()
        for v, row in _paced(adj):
            indices.extend([number[w] for w in row if w != v])
            weights += [weigh(data, weight) for w, data in row.items() if w != v]
            indptr.append(len(indices))
        found: Graph[Any] = cls(indptr, indices, _labels(list(number)), directed, _weights(weights))
        extra = sum(len(data) - 1 for row in adj.values() for data in row.values()) if many else 0
        count = extra if directed else extra // 2
        return saying(found, Message("read-parallel", {"count": count})) if count else found

    @classmethod
    def from_dict(
        cls,
        neighbours: Mapping[P, Iterable[P]],
        *,
        directed: bool = False,
        weight: str | None = "weight",
    ) -> Graph[P]:
        """Make a graph from a mapping of each vertex to its neighbours.

        Parameters
        ----------
        neighbours : mapping of hashable to iterable of hashable
            An edge may be listed at either end or at both; an edge from a vertex to itself is left
            out, because no tour can use it. Where the neighbours are a mapping, too, it has the
            weights of the edges, or a mapping of their attributes.
        directed : bool
            Whether each edge leads only from the vertex to its neighbour.
        weight : str, optional
            The attribute of the edges that is their weight, where they have it; None for none.

        Returns
        -------
        Graph
            Its vertices and their neighbours keep their order; its labels are empty if the vertices
            are 0, 1, 2, … in that order.

        Raises
        ------
        InvalidGraph
            If an edge has two weights.

        See Also
        --------
        to_dict : the inverse.

        Examples
        --------
        >>> from caballero import Graph
        >>> Graph.from_dict({"a": ["b", "c"], "b": ["c"]}).to_dict()
        {'a': ['b', 'c'], 'b': ['c', 'a'], 'c': ['a', 'b']}
        >>> Graph.from_dict({"a": {"b": 5}}).weights
        (5, 5)
        >>> Graph.from_dict({"a": {"b": {"weight": 5}}}).weights
        (5, 5)
        """
        directed = flag("directed", directed)
        if not isinstance(neighbours, Mapping):
            raise InvalidGraph("graph-unknown", kind=type(neighbours).__name__)
        read = _Labels()
        rows: dict[Any, dict[Any, Number | None]] = {
            read[v]: _read_row(row, read, weight) for v, row in _paced(neighbours)
        }
        for v, row in _paced({**rows}):
            row.pop(v, None)
            for w, x in row.items():
                back = rows.setdefault(w, {})
                if not directed and back.setdefault(v, x) is not x and back[v] != x:
                    raise InvalidGraph("graph-two-weights", a=v, b=w, one=x, two=back[v])
        number = {name: v for v, name in enumerate(rows)}
        numbered = ([number[w] for w in row] for _, row in _paced(rows))
        weights = _weights(chain.from_iterable(row.values() for row in rows.values()))
        graph = cls._from_rows(numbered, _labels(list(number)), directed, weights)
        count = parallels(neighbours, weight or "")
        return saying(graph, Message("read-parallel", {"count": count})) if count else graph

    @overload
    @classmethod
    def from_neighbours(
        cls, neighbours: Iterable[Iterable[int]], *, directed: bool = False
    ) -> Graph[int]: ...
    @overload
    @classmethod
    def from_neighbours(
        cls, neighbours: Iterable[Iterable[int]], labels: Iterable[P], *, directed: bool = False
    ) -> Graph[P]: ...
    @classmethod
    def from_neighbours(
        cls,
        neighbours: Iterable[Iterable[int]],
        labels: Iterable[Any] = (),
        *,
        directed: bool = False,
    ) -> Graph:
        """Make a graph from each vertex's neighbours, keeping their order.

        Parameters
        ----------
        neighbours : iterable of iterables of int
            The neighbours of vertex 0, of vertex 1, ….
        labels : iterable of hashable, optional
            The names of the vertices.
        directed : bool
            Whether each edge leads only from the vertex to its neighbour.

        Raises
        ------
        InvalidGraph
            If a neighbour is no vertex, is the vertex itself, is listed twice, or, unless the graph
            is directed, does not point back.

        Examples
        --------
        >>> from caballero import Graph
        >>> Graph.from_neighbours([[1], [2, 0], [1]]).neighbours(1)
        (2, 0)
        """
        directed = flag("directed", directed)
        rows = [listed("neighbours", row) for row in listed("neighbours", neighbours)]
        sets = [set(map(as_whole, row)) for row in rows]
        for v, row in enumerate(rows):
            for w in row:
                if (
                    (number := as_whole(w)) is None
                    or not (0 <= number < len(sets))
                    or number == v
                    or not (directed or v in sets[number])
                    or len(row) != len(sets[v])
                ):
                    raise InvalidGraph("graph-not-simple", vertex=v, neighbour=shown(w))
        read = _Labels()
        names = tuple([read[name] for name in listed("labels", labels)])
        return cls._from_rows(rows, names, directed)

    @overload
    @classmethod
    def from_matrix(
        cls, matrix: Any, directed: bool | None = None, *, weighted: bool | None = None,
        labels: Iterable[P],
    ) -> Graph[P]: ...  # fmt: skip
    @overload
    @classmethod
    def from_matrix(
        cls, matrix: Iterable[list[Any] | tuple[Any, ...]], directed: bool | None = None, *,
        weighted: bool | None = None,
    ) -> Graph[int]: ...  # fmt: skip
    @overload
    @classmethod
    def from_matrix(
        cls, matrix: Any, directed: bool | None = None, *, weighted: bool | None = None
    ) -> Graph: ...
    @classmethod
    def from_matrix(
        cls, matrix: Any, directed: bool | None = None, *, weighted: bool | None = None,
        labels: Iterable[Any] = (),
    ) -> Graph:  # fmt: skip
        """Make a graph from a matrix of weights, such as distances.

        Parameters
        ----------
        matrix : nested lists, numpy array, scipy sparse matrix or pandas DataFrame
            The entry in row a and column b is the weight of the edge from a to b. There is no edge
            where it is None, infinite or NaN, and where a sparse matrix stores nothing. 0 is a
            weight, too; but if all entries are 0 or 1, 1 is an edge without a weight, and 0 is
            none. The diagonal does not count. The names of a DataFrame become the labels. A half
            of distances, as ``numpy.triu`` leaves, stands for both, and so do floats that differ
            in their last digits only.
        directed : bool, optional
            Whether edges have a direction; by default if the matrix is not symmetric. With False,
            an entry on either side of the diagonal is enough.
        weighted : bool, optional
            Whether the entries are weights, even if all are 0 or 1; False if each but 0 is an edge.
        labels : iterable of hashable, optional
            The names of the vertices, in the order of the rows.

        Returns
        -------
        Graph
            The vertices keep the order of the rows, or of a DataFrame's columns.

        Raises
        ------
        InvalidGraph
            If the matrix is not square, an entry is no number, rows and columns have different
            names, or, with ``directed=False``, an edge has two weights.
        TooLarge
            If there are more than 2^24 entries, as of 4096 vertices, or stored entries of a sparse
            matrix.

        See Also
        --------
        from_points : from the places of the vertices.
        caballero.formats.read_graph : from a file, such as CSV.

        Examples
        --------
        >>> from caballero import Graph, best_tour
        >>> distances = [[0, 3, 5, 4], [3, 0, 2, 6], [5, 2, 0, 1], [4, 6, 1, 0]]
        >>> best_tour(Graph.from_matrix(distances), closed=True).cost
        10
        >>> Graph.from_matrix([[0, 3], [None, 0]]).directed
        True
        """
        from .matrix import is_half, is_sparse, read_sparse, read_table

        directed = None if directed is None else flag("directed", directed)
        if is_sparse(matrix):
            found = read_sparse(matrix, weighted)
            half = directed is None and is_half(found)
            if directed is None:
                directed = not half and any(
                    found.get((w, v), found) != x for (v, w), x in found.items()
                )
            edges: Any = ((v, w, x) for (v, w), x in found.items())
            graph = cls.from_edges(edges, range(matrix.shape[0]), directed=directed)
            graph = replace(graph, labels=tuple(listed("labels", labels)))
            return saying(graph, Message("read-mirrored")) if half else graph
        table = read_table(matrix, weighted, mirrored=directed is not True)
        read = _Labels()
        names = [read[x] for x in listed("labels", labels) or table.labels]
        graph = graph_of_table(table.rows, names, directed, weighted=table.weighted)
        return saying(graph, table.note) if table.note else graph

    @overload
    @classmethod
    def from_points(  # type: ignore[overload-overlap]  # a mapping is iterable, too
        cls,
        points: Mapping[P, Sequence[float]],
        metric: Metric | None = None,
        *,
        round: int | None = None,
    ) -> Graph[P]: ...
    @overload
    @classmethod
    def from_points(
        cls,
        points: Iterable[list[float] | tuple[float, ...]],
        metric: Metric | None = None,
        *,
        round: int | None = None,
    ) -> Graph[int]: ...
    @overload
    @classmethod
    def from_points(
        cls, points: Any, metric: Metric | None = None, *, round: int | None = None
    ) -> Graph: ...
    @classmethod
    def from_points(
        cls,
        points: Any,
        metric: Metric | None = None,
        *,
        round: int | None = None,  # noqa: A002 - the word for it
    ) -> Graph:
        """Make a graph in which an edge joins any two points; its weight is their distance.

        Parameters
        ----------
        points : iterable of pairs, mapping of name to pair, numpy array or pandas DataFrame
            The coordinates of each point: to the right, and upwards; for ``haversine`` its latitude
            and longitude in degrees. A DataFrame has two columns, or titles such as x and y, or
            lat and lon.
        metric : str or callable, optional
            ``"euclidean"``, ``"manhattan"``, ``"haversine"`` (kilometres on the earth), or a
            function of two points that returns their distance, or None for no edge. By default
            ``haversine`` for a DataFrame with latitudes, else ``euclidean``.
        round : int, optional
            The decimals to which distances are rounded, 0 for whole numbers; by default they are
            not.

        Returns
        -------
        Graph
            Its vertices have the names of the points, or their numbers, and their positions.

        Raises
        ------
        InvalidGraph
            If a point is not two finite numbers, or a distance no number.
        UnknownName
            If there is no such metric.
        TooLarge
            If there are more than 4096 points.

        Examples
        --------
        >>> from caballero import Graph, best_tour
        >>> square = Graph.from_points([(0, 0), (3, 4), (3, 0), (0, 4)])
        >>> best_tour(square, closed=True).cost
        14
        >>> cities = {"Madrid": (40.4168, -3.7038), "Barcelona": (41.3874, 2.1686)}
        >>> Graph.from_points(cities, "haversine", round=0).weights
        (505, 505)
        """
        from .matrix import distances, read_points

        labels, places, on_earth = read_points(points)
        metric = metric or ("haversine" if on_earth else "euclidean")
        decimals = None if round is None else whole("round", round)
        read = _Labels()
        rows = distances(places, metric, decimals)
        if metric == "haversine":  # a map has the longitude to the right
            places = [(longitude, latitude) for latitude, longitude in places]
        return graph_of_table(rows, [read[x] for x in labels], False, places)

    @classmethod
    def _from_rows(
        cls,
        rows: Iterable[Iterable[int]],
        labels: tuple[Any, ...],
        directed: bool,
        weights: tuple[Number | None, ...] = (),
        positions: tuple[tuple[float, float], ...] = (),
    ) -> Graph[Any]:
        indptr, indices = array("i", [0]), array("i")
        for row in rows:
            indices.extend(row)
            indptr.append(len(indices))
        return cls(indptr, indices, labels, directed, weights, positions)

    def __len__(self) -> int:
        """Return the number of vertices."""
        return len(self.indptr) - 1

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self)

    def __repr__(self) -> str:
        if self.edge_count > LONGEST_REPR:
            kind = "directed graph" if self.directed else "graph"
            return f"<{kind}, {len(self)} vertices, {self.edge_count} edges>"
        directed = ", directed=True" if self.directed else ""
        if self.weights:
            names = self.vertices()
            rows = {
                name: {names[w]: self.weight(v, w) for w in self.neighbours(v)}
                for v, name in enumerate(names)
            }
            return f"Graph.from_dict({rows!r}{directed})"
        return f"Graph.from_dict({self.to_dict()!r}{directed})"

    def __hash__(self) -> int:
        flat = self.indptr.tobytes(), self.indices.tobytes()
        return hash((*flat, self.labels, self.directed, self.weights))

    @property
    def reading(self) -> tuple[Message, ...]:
        """How the graph was read: its notation, and what was changed; empty if it was made.

        Examples
        --------
        >>> from caballero.formats import read_graph
        >>> [str(message) for message in read_graph("a b\\nb c").reading]
        ['a list of edges']
        """
        return getattr(self, "_reading", ())

    @property
    def edge_count(self) -> int:
        """The number of edges."""
        return len(self.indices) if self.directed else len(self.indices) // 2

    def vertices(self) -> Sequence[P_co]:
        """Return the labels of the vertices, or their numbers.

        Examples
        --------
        >>> from caballero import Graph
        >>> list(Graph.from_edges([(0, 1)]).vertices())
        [0, 1]
        """
        return self.labels or cast("Sequence[P_co]", range(len(self)))

    def neighbours(self, vertex: int) -> tuple[int, ...]:
        """Return the neighbours of a vertex, in their order; where its directed edges lead to.

        Examples
        --------
        >>> from caballero import Graph
        >>> Graph.from_edges([(0, 1), (0, 2)]).neighbours(0)
        (1, 2)
        """
        return tuple(self.indices[self.indptr[vertex] : self.indptr[vertex + 1]])

    def predecessors(self, vertex: int) -> list[int]:
        """Return the vertices from which an edge leads to a vertex; linear in the edges.

        Examples
        --------
        >>> from caballero import Graph
        >>> Graph.from_edges([(0, 2), (1, 2), (2, 0)], directed=True).predecessors(2)
        [0, 1]
        """
        if not self.directed:
            return list(self.neighbours(vertex))
        return [v for v in range(len(self)) if self.has_edge(v, vertex)]

    def has_edge(self, a: int, b: int) -> bool:
        """Return whether an edge leads from a vertex to another.

        Examples
        --------
        >>> from caballero import Graph
        >>> Graph.from_edges([(0, 1), (1, 2)]).has_edge(0, 2)
        False
        >>> Graph.from_edges([(0, 1)], directed=True).has_edge(1, 0)
        False
        """
        return b in self.indices[self.indptr[a] : self.indptr[a + 1]]

    def weight(self, a: int, b: int) -> Number | None:
        """Return the weight of an edge between two vertices; None if it has none.

        Raises
        ------
        KeyError
            If there is no such edge.

        Examples
        --------
        >>> from caballero import Graph
        >>> Graph.from_edges([(0, 1, 5), (1, 2, 7)]).weight(2, 1)
        7
        """
        begin, end = self.indptr[a], self.indptr[a + 1]
        try:
            at = self.indices.index(b, begin, end)
        except ValueError:
            raise KeyError((a, b)) from None
        return self.weights[at] if self.weights else None

    def edges(self) -> Iterator[tuple[int, int]]:
        """Yield every edge once, in the order of the first vertex.

        The smaller vertex comes first; of a directed edge, its tail.

        Examples
        --------
        >>> from caballero import Graph
        >>> list(Graph.from_edges([(2, 1), (1, 0)]).edges())
        [(0, 1), (1, 2)]
        """
        for v in range(len(self)):
            for w in self.indices[self.indptr[v] : self.indptr[v + 1]]:
                if v < w or self.directed:
                    yield v, w

    def label(self, vertex: int) -> P_co:
        """Return the label of a vertex; without labels, its number.

        Raises
        ------
        InvalidVertex
            If there is no such vertex.

        Examples
        --------
        >>> from caballero import Graph
        >>> Graph.from_edges([("x", "y")]).label(1)
        'y'
        """
        if not 0 <= vertex < len(self):
            raise InvalidVertex("vertex-unknown", vertex=vertex, count=len(self))
        return self.labels[vertex] if self.labels else cast("P_co", vertex)

    def vertex(self, label: Hashable) -> int | None:
        """Return the number of the vertex with a label, or None.

        Examples
        --------
        >>> from caballero import Graph
        >>> graph = Graph.from_edges([("x", "y")])
        >>> graph.vertex("y"), graph.vertex("z")
        (1, None)
        """
        if self.labels:
            try:
                return self._numbers.get(label)
            except TypeError:  # it has no hash
                return None
        number = as_whole(label)
        return number if number is not None and 0 <= number < len(self) else None

    def to_dict(self) -> dict[P_co, list[P_co]]:
        """Return the labels of each vertex's neighbours, as ``networkx.Graph`` takes them.

        For a directed graph, ``networkx.DiGraph`` takes them.

        Examples
        --------
        >>> import networkx
        >>> from caballero import Graph, Problem
        >>> Graph.from_edges([("x", "y"), ("y", "z")]).to_dict()
        {'x': ['y'], 'y': ['x', 'z'], 'z': ['y']}
        >>> networkx.is_bipartite(networkx.Graph(Problem("8x8").graph().to_dict()))
        True
        """
        names = self.vertices()
        return {name: [names[w] for w in self.neighbours(v)] for v, name in enumerate(names)}

    def without(self, edges: Iterable[tuple[int, int]]) -> Graph[P_co]:
        """Return the graph without some of its edges; the order of the others is kept.

        Examples
        --------
        >>> from caballero import Graph
        >>> Graph.from_edges([(0, 1), (1, 2)]).without([(2, 1)]).edge_count
        1
        """
        gone = {*edges}
        if not self.directed:
            gone |= {(b, a) for a, b in gone}
        touched = {a for a, _ in gone}
        rows, weights = list[list[int]](), list[Any]()
        for v in range(len(self)):
            begin, end = self.indptr[v], self.indptr[v + 1]
            row, weighed = self.indices[begin:end], self.weights[begin:end]
            kept = [(v, w) not in gone for w in row] if v in touched else repeat(True)
            rows.append([*compress(row, kept)])
            weights += compress(weighed, kept)
        return Graph._from_rows(rows, self.labels, self.directed, tuple(weights), self.positions)


def graph_of_columns(
    first: Iterable[Any], columns: Iterable[Sequence[Any]], directed: bool
) -> Graph[Any]:
    """Return the graph of the sources, targets and weights of edges, and vertices before these."""
    sources, targets, weights = columns
    joined = chain.from_iterable(zip(sources, targets, strict=True))
    names = list(dict.fromkeys(chain(first, joined)))
    if set(names) == set(range(len(names))):
        names = list(range(len(names)))
    number = {name: v for v, name in enumerate(names)}
    rows: list[dict[int, Number | None]] = [{} for _ in names]
    ends = (map(number.__getitem__, column) for column in (sources, targets))
    for v, w, weight in zip(*ends, weights, strict=True):
        if v != w:
            known = rows[v].setdefault(w, weight)
            if known is not weight and known != weight:  # NaN does not differ from itself
                a, b = names[v], names[w]
                raise InvalidGraph("graph-two-weights", a=a, b=b, one=known, two=weight)
            if not directed:
                rows[w].setdefault(v, weight)
    costs = _weights(chain.from_iterable(row.values() for row in rows))
    return Graph._from_rows(rows, _labels(names), directed, costs)


def graph_of_table(
    rows: Sequence[Sequence[Number | None]],
    labels: Sequence[Hashable],
    directed: bool | None,
    positions: Iterable[Point] = (),
    *,
    weighted: bool = True,
) -> Graph:
    """Return the graph of a square table: the weight of each edge, None where there is none.

    If `directed` is None, the graph is directed if the table is not symmetric. The diagonal does
    not count. Only a table that is `weighted` gives weights.
    """
    columns = ([row[v] for row in rows] for v in range(len(rows)))
    if directed is None:
        directed = any([*row] != column for row, column in zip(rows, columns, strict=True))
    elif not directed:
        rows = [_mirrored(v, row, next(columns), labels) for v, row in enumerate(rows)]
    indptr, indices, weights = array("i", [0]), array("i"), list[Any]()
    for v, row in enumerate(rows):
        kept = [w for w, x in enumerate(row) if x is not None and w != v]
        indices.extend(kept)
        indptr.append(len(indices))
        weights += [row[w] for w in kept] if weighted else []
    names = _labels([*labels])
    return Graph(indptr, indices, names, directed, tuple(weights), tuple(positions))


def _mirrored(
    v: int,
    row: Sequence[Number | None],
    column: Sequence[Number | None],
    labels: Sequence[Hashable],
) -> Sequence[Number | None]:
    """Return a row with the entries of the column where it has none; refuse two that differ."""
    if row == column:
        return row
    for w, (there, two) in enumerate(zip(row, column, strict=True)):
        if there is not None and two is not None and there != two:
            a, b = (labels[v], labels[w]) if labels else (v, w)
            raise InvalidGraph("graph-two-weights", a=a, b=b, there=there, two=two)
    return [two if there is None else there for there, two in zip(row, column, strict=True)]


def _weights(given: Iterable[Number | None]) -> tuple[Number | None, ...]:
    """Return the weights of all neighbours, vertex after vertex; empty if there are none."""
    weights = tuple(given)
    return () if weights.count(None) == len(weights) else weights


def _paced(rows: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the vertices and their rows; pause after about `PAUSE` neighbours."""
    passed = 0
    for v, row in rows.items():
        yield v, row
        passed += 1 + (len(row) if hasattr(row, "__len__") else 0)
        if passed > PAUSE:
            passed = 0
            pause()


class _Labels(dict[Any, Any]):
    """The labels that were read, with plain Python in place of numpy's whole numbers."""

    def __getitem__(self, label: Any) -> Any:
        try:
            return super().__getitem__(label)
        except TypeError:  # it has no hash, such as a list
            raise InvalidGraph("label-unreadable", value=shown(label)) from None

    def __missing__(self, label: Any) -> Any:
        number = as_whole(label)
        self[label] = found = label if number is None else number
        return found


def _are_plain(edges: Sequence[Any]) -> bool:
    """Return whether all edges are tuples of two plain labels and a weight, as the readers make."""
    alike = {*map(type, edges)} == {tuple} and {*map(len, edges)} == {3}
    return alike and {type(label) for edge in edges for label in edge[:2]} <= {int, str}


def _read_edge(edge: Any, read: _Labels) -> tuple[Hashable, Hashable, Number | None]:
    """Return the two labels of an edge, and its weight; two letters are an edge, too."""
    try:
        a, b, *rest = edge
        hash(edge if isinstance(edge, tuple) else tuple(rest))
    except (TypeError, ValueError):
        raise InvalidGraph("edge-unreadable", value=shown(edge)) from None
    if len(rest) > 1 or (rest and isinstance(edge, str)) or isinstance(edge, (set, frozenset)):
        raise InvalidGraph("edge-unreadable", value=shown(edge))
    return read[a], read[b], rest[0] if rest else None


def _read_row(row: Any, read: _Labels, weight: str | None) -> dict[Hashable, Number | None]:
    """Return the neighbours in a row, with their weights."""
    if weight is None or not isinstance(row, Mapping):
        return {read[label]: None for label in listed("neighbours", row)}
    return {
        read[label]: _least_weight(data, weight) if is_keyed(data, weight)
        else data.get(weight) if isinstance(data, Mapping) else data
        for label, data in row.items()
    }  # fmt: skip


def is_keyed(data: Any, weight: str) -> bool:
    """Return whether data maps keys to parallel edges, as a MultiGraph of networkx does."""
    inner = data.items() if isinstance(data, Mapping) and weight not in data else ()
    keyed = [str(key).isdecimal() and isinstance(x, Mapping) for key, x in inner]
    return keyed != [] and all(keyed)


def parallels(rows: Mapping[Any, Any], weight: str) -> int:
    """Return how many edges of an adjacency are parallel to others."""
    data = {frozenset((v, w)): x for v, row in rows.items() if isinstance(row, Mapping)
            for w, x in row.items() if is_keyed(x, weight)}  # fmt: skip
    return sum(len(edges) - 1 for edges in data.values())


def _least_weight(data: Any, name: str) -> Any:
    """Return the smallest attribute of parallel edges, if all have it."""
    weights = [edge.get(name) for edge in data.values()]
    return None if None in weights else min(weights, default=None)


def _labels(names: list[Any]) -> tuple[Any, ...]:
    """Return the names as labels; an empty tuple if they are the vertices' numbers."""
    return () if names == list(range(len(names))) else tuple(names)
