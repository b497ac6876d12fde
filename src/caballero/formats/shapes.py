"""What rows of cells may be: each shape says how well it fits, and reads the graph.

See :mod:`.tables`, which splits a text into cells, for the rule by which a shape is chosen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from itertools import chain, pairwise, repeat
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from caballero.core.errors import InvalidGraph, InvalidInput, TooLarge
from caballero.core.graph import Graph, graph_of_table
from caballero.core.matrix import (
    ACROSS,
    LATITUDES,
    NAMES,
    SOURCES,
    TARGETS,
    UP,
    WEIGHTS,
    read_table,
)
from caballero.core.words import Message, short

from .tables import (
    ABSENT,
    Row,
    Sheet,
    entries,
    is_entry,
    label_of,
    rough,
    sheet_of,
)
from .vertices import JOINED, MAX_EDGES, MAX_VERTICES, Reading

if TYPE_CHECKING:
    from caballero.core.graph import Number


NO_WEIGHT: Final = frozenset({"", "id", "label", "name", "type", "timeset", "key", "index"})

HEAD, SHAPE = 2, 1
"""The strength of evidence: a heading that names or counts what follows, or only its shape."""

_FOREIGN: Final = re.compile(r'[;{}\[\]<>"|]|[:=]$|^=')
"""Signs of other formats, which no label in a list of edges may have."""

_WEIGHT: Final = re.compile(r"""(['"]?)([\w-]+)\1\s*:\s*['"]?([0-9.eE+-]+)""")


# -- evidence --------------------------------------------------------------------------------------


class Fit(NamedTuple):
    """How well a shape fits: its name, the strength of its evidence, the share of the text."""

    name: str
    strength: int
    share: float
    read: Callable[[], Graph]


def read_sheet(text: str, how: Reading, among: Sequence[str] = ()) -> Graph:
    """Read the graph of a text of rows, in the shape that fits, or in one of those that are named.

    >>> read_sheet("a,b,2\\nb,c,3", Reading()).weights
    (2, 2, 3, 3)
    """
    sheet = sheet_of(text, how.pause)
    if not sheet.full:
        return _empty(text, how)
    fits = [fit for name, shape in SHAPES.items() if not among or name in among
            for fit in [shape(sheet, how)] if fit is not None]  # fmt: skip
    if among:
        if not fits:
            raise InvalidGraph(
                "graph-table" if how.form == "csv" else "graph-not-form", form=how.form
            )
        chosen = [max(fits, key=lambda fit: (fit.share, fit.strength))]
    else:
        strongest = max((fit.strength for fit in fits if fit.share > 0.5), default=0)
        strong = [fit for fit in fits if fit.strength == strongest and fit.share > 0.5]
        best = max((fit.share for fit in strong), default=0.0)
        chosen = [fit for fit in strong if fit.share == best]
        if best < 1:
            for near in chosen[:1]:
                near.read()  # it names what is wrong
            _refuse_unknown(sheet)
    graph = chosen[0].read() if len(chosen) == 1 else _only(chosen, sheet, how)
    if len(chosen) == 1:
        how.notation(chosen[0].name)
    marked = "." in text or ("," in text and (sheet.mark != "," or '"' in text))
    if marked and graph.weights and (cell := sheet.grouped()) is not None:
        number = sheet.number(Row(1, [cell]), 0)
        how.note(Message("read-thousands", {"value": cell, "number": float(number or 0)}))
    return graph


def _only(chosen: Sequence[Fit], sheet: Sheet, how: Reading) -> Graph:
    """Return the graph that all readings share; refuse a text that has several."""
    read: list[tuple[Fit, Graph]] = []
    errors: list[InvalidInput] = []
    for fit in chosen:
        before = len(how.notes)
        try:
            read.append((fit, fit.read()))
        except InvalidInput as error:
            errors.append(error)
        if fit is not chosen[0] or errors:
            del how.notes[before:]
    if not read:
        raise errors[0]
    (fit, graph), *others = read
    if any(_content(other) != _content(graph) for _, other in others):
        names = [Message(f"form-{each.name}") for each, _ in read[:2]]
        raise InvalidGraph(
            "graph-two-forms", **sheet.about(sheet.rows[0]), one=names[0], other=names[1],
            a=read[0][0].name, b=others[0][0].name,
        )  # fmt: skip
    how.notation(fit.name)
    return graph


def _content(graph: Graph) -> object:
    """Return what a graph says, in whatever order: its edges and their weights."""
    names = graph.vertices()
    kind: Callable[[tuple[Hashable, Hashable]], object] = tuple if graph.directed else frozenset
    edges = {kind((names[v], names[w])): graph.weight(v, w) for v, w in graph.edges()}
    return {*names}, graph.directed, edges


def _empty(text: str, how: Reading) -> Graph:
    if re.match(r"\s*#", text):
        how.notation("edges")
        return Graph.from_edges([], directed=how.directed)
    raise InvalidGraph("graph-empty")


def _refuse_unknown(sheet: Sheet) -> None:
    """Refuse a text that no shape fits, with its first line that a list of edges cannot have."""
    usual = Counter(len(row.cells) for row in sheet.rows).most_common(1)[0][0]
    row = next((row for row in sheet.rows if len(row.cells) != usual), sheet.rows[0])
    raise InvalidGraph("graph-unknown-format", **sheet.about(row), formats=Message("graph-formats"))


def _bounded(vertices: int, pairs: bool = True) -> None:
    """Refuse a table with too many edges."""
    if pairs and vertices * (vertices - 1) // 2 > MAX_EDGES:
        raise TooLarge("graph-too-many-edges", most=MAX_EDGES)
    if vertices > MAX_VERTICES:
        raise TooLarge("graph-too-large", count=vertices, most=MAX_VERTICES)


# -- lists of edges --------------------------------------------------------------------------------


class _Columns(NamedTuple):
    """The columns of a table of edges: the ends, the weight, the type; and its titles if any.

    `data` says that weights stand in the data that networkx adds.
    """

    titles: list[str]
    source: int = 0
    target: int = 1
    weight: int | None = None
    kind: int | None = None
    data: bool = False


def _edges(sheet: Sheet, how: Reading) -> Fit | None:
    """Two labels a line, perhaps a weight; a label alone is a vertex."""
    rows = sheet.full
    titles = _titles(sheet, how)
    if not titles and max(len(row.cells) for row in rows[:9]) > 3 and not sheet.arrows[0]:
        share = sum(len(row.cells) < 4 for row in rows) / len(rows)
        return (
            Fit("edges", SHAPE, min(0.9, share), partial(_read_edges, sheet, how, titles))
            if share
            else None
        )
    known = bool(titles) and _known(titles) is not None
    least = 1 + max(_known(titles) or _textual(rows[1:], titles)) if titles else 2
    good = near = 0
    regular = sheet.plain and {len(row.cells) for row in rows[bool(titles) :]} in ({2}, {3})
    if regular and (titles == [] or len(titles) >= least):
        good = len(rows) - bool(titles) if least <= len(rows[-1].cells) else 0
    for row in rows[bool(titles) :] if not good else ():
        cells = row.cells
        if len(cells) == 1:
            good += not _FOREIGN.search(cells[0])
            near += JOINED.search(cells[0]) is not None
        elif len(cells) >= least and (titles or len(cells) < 4):
            good += sheet.mark != " " or not any(map(_FOREIGN.search, cells[:2]))
    body = len(rows) - bool(titles)
    share = (good - near + 0.9 * near) / max(body, 1)
    if body == 3 and not titles and all(len(row.cells) == 3 for row in rows):
        pairs = {frozenset(row.cells[:2]) for row in rows if row.cells[0] != row.cells[1]}
        if len(pairs) < 3 or _is_bare(rows):
            share = min(share, 0.9)  # such lines are rather a matrix
    if body > 2 and share == 1 and not how.form and not _meet(rows[bool(titles) :], titles):
        return Fit("edges", SHAPE, 0.9, partial(_refuse_apart, sheet))
    if all(len(row.cells) == 1 for row in rows) and not near and len(rows) > 1:
        share = 0.4 if share == 1 else share
    return Fit("edges", HEAD if known else SHAPE, share, partial(_read_edges, sheet, how, titles))


def _refuse_apart(sheet: Sheet) -> Graph:
    """Refuse lines of two words of which none occurs twice: a list of names, or prose."""
    raise InvalidGraph("graph-apart", **sheet.about(sheet.full[0]))


def _meet(rows: Sequence[Row], titles: list[str]) -> bool:
    """Return whether some vertex is in two lines, as in every graph with a path of two edges."""
    source, target = _known(titles) or (0, 1)
    seen: set[str] = set()
    for row in rows:
        ends = (
            {row.cells[source], row.cells[target]} if len(row.cells) > target else {*row.cells[:1]}
        )
        if not seen.isdisjoint(ends):
            return True
        seen |= ends
    return False


def _known(titles: Sequence[str]) -> tuple[int, int] | None:
    """Return the columns of the ends of an edge, by their titles."""
    lower = [title.lower() for title in titles]
    source = next((i for i, title in enumerate(lower) if title in SOURCES), None)
    target = next((i for i, title in enumerate(lower) if title in TARGETS and i != source), None)
    return None if source is None or target is None else (source, target)


def _titles(sheet: Sheet, how: Reading) -> list[str]:
    """Return the titles of the columns of a table of edges, none if its first line is an edge.

    They are known words, or words above numbers, or they occur nowhere below.
    """
    rows = sheet.full
    head, body = rows[0].cells, rows[1:]
    width = len(head)
    if (
        width < 2
        or any(map(rough, head))
        or head[-1].startswith("{")
        or sheet.arrows[0] == rows[0].line
    ):
        return []
    if head[0] == "" and not all(row.cells[0].isdecimal() for row in body):
        return []  # names above a matrix; pandas' index has numbers
    known = _known(head)
    source, target = known or (0, 1)
    for i in (source, target):
        if not {head[source], head[target]}.isdisjoint(
            [row.cells[i] for row in body if len(row.cells) > i]
        ):
            return []
    if known or not body or how.form == "edges" or head[0] == head[1]:
        return head if known else []
    whole = [row for row in body if len(row.cells) == width]
    if 2 * len(whole) < len(body):
        return []
    above = [all(rough(row.cells[i]) for row in whole) for i in range(width)]
    if any(above):
        return head
    if width == 2 and len(body) > 2 and sheet.mark != " ":
        return head
    if width == 2 and len(body) > 2:
        counts = Counter(chain.from_iterable(row.cells for row in body))
        if min(counts.values()) > 1:
            raise InvalidGraph("graph-titles-line", **sheet.about(rows[0]))
    return head if width > 3 else []


def _columns(sheet: Sheet, titles: list[str], weight: str | None) -> _Columns:
    """Return the columns of a table of edges."""
    rows = sheet.full[bool(titles) :]
    if not titles:
        if weight is not None and not any(row.cells[-1].startswith("{") for row in rows):
            raise InvalidGraph("graph-no-titles", name=short(weight), names="")
        first = next((row.cells for row in rows if len(row.cells) > 1), [])
        heavy = len(first) == 3 and rough(first[2])
        data = not sheet.plain and any(row.cells[-1].startswith("{") for row in rows)
        return _Columns([], weight=2 if heavy or data else None, data=data)
    lower = [title.lower() for title in titles]
    source, target = _known(titles) or _textual(rows, titles)
    others = [i for i in range(len(titles)) if i not in (source, target)]
    if weight is not None:
        names = [titles[i] for i in others]
        if weight not in names:
            code = "graph-no-column" if names else "graph-no-titles"
            raise InvalidGraph(code, name=short(weight), names=", ".join(map(short, names)))
        heavy_at: int | None = titles.index(weight)
    else:
        named = [i for i in others if lower[i] in WEIGHTS]
        named += [i for i in others if lower[i].split("_")[0].split(" ")[0] in WEIGHTS]
        numbers = [
            i for i in others if lower[i] not in NO_WEIGHT
            and any(rough(row.cells[i]) for row in rows if len(row.cells) > i)
        ]  # fmt: skip
        heavy_at = next(iter(named + numbers), None)
    kinds = [i for i in others if {*(row.cells[i].lower() for row in rows if len(row.cells) > i)}
             <= {"directed", "undirected", "mutual"}]  # fmt: skip
    return _Columns(titles, source, target, heavy_at, next(iter(kinds), None) if rows else None)


def _textual(rows: Sequence[Row], titles: Sequence[str]) -> tuple[int, int]:
    """Return the two columns of labels of a table whose titles are unknown; not pandas' index."""
    whole = [row.cells for row in rows if len(row.cells) == len(titles)]
    index = titles[0] == "" and [cells[0] for cells in whole] == [*map(str, range(len(whole)))]
    columns = [*range(int(index and len(titles) > 2), len(titles))]
    words = [i for i in columns if not all(rough(cells[i]) for cells in whole)]
    first, second, *_ = words if len(words) > 1 else columns
    return first, second


def _read_edges(sheet: Sheet, how: Reading, titles: list[str]) -> Graph:
    """Read a list of edges; name the line that is none."""
    arrow, plain = sheet.arrows
    if arrow and plain:
        raise InvalidGraph("graph-arrow-line", line=max(arrow, plain), other=min(arrow, plain))
    columns = _columns(sheet, titles, how.weight)
    if titles:
        shown = ", ".join(short(titles[i]) for i in (columns.source, columns.target, columns.weight)
                          if i is not None)  # fmt: skip
        how.note(Message("read-titles", {"titles": shown}))
    width = len(titles) or (3 if columns.weight is not None else 2)
    least = 2 if columns.data else max(columns.source, columns.target, columns.weight or 0) + 1
    labels: dict[str, Hashable] = {}
    kinds: set[str] = set()
    edges = _regular_edges(sheet, columns, width, labels)
    for count, row in enumerate(sheet.full[bool(titles) :] if not edges else ()):
        if how.pause is not None and not count % 4096:
            how.pause()
        cells = row.cells
        if len(cells) == 1:
            if JOINED.search(cells[0]) and sheet.mark == " ":
                raise InvalidGraph("graph-joined-line", **_with_formats(sheet, row))
        elif not least <= len(cells) <= width:
            raise InvalidGraph("graph-edge-line", **_with_formats(sheet, row), count=len(cells))
        ends = [cells[columns.source], cells[columns.target]] if len(cells) > 1 else cells * 2
        for cell in ends:
            if cell not in labels:
                if (sheet.mark == " " and _FOREIGN.search(cell)) or not cell:
                    raise InvalidGraph("graph-unknown-format", **_with_formats(sheet, row))
                labels[cell] = label_of(cell)
        weight = None
        if len(cells) > 1 and columns.weight is not None:
            weight = _weight_in(sheet, row, columns, how)
        if columns.kind is not None and columns.kind < len(cells):
            kinds.add(cells[columns.kind].lower())
        edges.append((labels[ends[0]], labels[ends[1]], weight))
    directed = how.directed or arrow > 0 or kinds == {"directed"}
    numbers = sorted(name for name in labels.values() if isinstance(name, int))
    vertices = numbers if len(numbers) == len(labels) else labels.values()
    return Graph.from_edges(edges, vertices, directed=directed)


def _regular_edges(
    sheet: Sheet, columns: _Columns, width: int, labels: dict[str, Hashable]
) -> list[tuple[Hashable, Hashable, Any]]:
    """Return the edges of rows that are all alike, as in most large files; none for others."""
    rows = [row.cells for row in sheet.full[bool(columns.titles) :]]
    at = columns.weight
    if not sheet.plain or {*map(len, rows)} != {width} or columns.data or columns.kind is not None:
        return []
    sources, targets = ([cells[i] for cells in rows] for i in (columns.source, columns.target))
    heavy = [] if at is None else [cells[at] for cells in rows]
    if not all(map(str.isdecimal, heavy)) or max(map(len, heavy), default=0) > 29:
        return []
    names = dict.fromkeys(chain.from_iterable(zip(sources, targets, strict=True)))
    if "" in names:
        return []
    labels |= {name: label_of(name) for name in names}
    ends = map(labels.__getitem__, sources), map(labels.__getitem__, targets)
    return [*zip(*ends, map(int, heavy) if heavy else repeat(None))]  # noqa: B905 - endless


def _with_formats(sheet: Sheet, row: Row) -> dict[str, object]:
    return {**sheet.about(row), "formats": Message("graph-formats")}


def _weight_in(sheet: Sheet, row: Row, columns: _Columns, how: Reading) -> Number | None:
    """Return the weight of an edge: in its column, or among the data that networkx adds."""
    at = columns.weight
    assert at is not None  # the caller has asked
    if columns.data:
        found = {key: x for _, key, x in _WEIGHT.findall(row.cells[-1])}
        value = found.get(how.weight or "weight")
        return None if value is None else sheet.number(Row(row.line, [value]), 0)
    if row.cells[at] and not rough(row.cells[at]):
        title = columns.titles[at] if columns.titles else "3"
        what = {"value": short(row.cells[at]), "line": row.line, "title": short(title)}
        raise InvalidGraph("graph-cell", **what)
    return sheet.number(row, at, columns.titles[at] if columns.titles else "")


# -- counted lists of edges ------------------------------------------------------------------------


def _counted(sheet: Sheet, how: Reading) -> Fit | None:
    """A first line ``n m`` or ``n``, and then the edges, as programming contests write them."""
    head, body = sheet.rows[0].cells, sheet.rows[1:]
    if (
        len(head) > 2
        or not all(map(_is_count, head))
        or not body
        or len(body[0].cells) not in (2, 3)
    ):
        return None
    n, m = int(head[0]), int(head[-1]) if len(head) == 2 else len(body)
    width = len(body[0].cells)
    if {len(row.cells) for row in body} != {width}:
        return None
    ends = {row.cells[0] for row in body} | {row.cells[1] for row in body}
    if not all(map(_is_count, ends)):
        return None
    numbers = {*map(int, ends)}
    if not max(numbers) <= n or (0 in numbers and n in numbers) or n < 1:
        return None
    share = min(m, len(body)) / max(m, len(body), 1)
    if share < 1 and m in numbers:
        return None  # then the line may be an edge
    read = partial(_read_counted, sheet, how, range(1 - (0 in numbers), n + 1 - (0 in numbers)), m)
    return Fit("contest", HEAD, share, read)


def _is_count(cell: str) -> bool:
    return cell.isdecimal() and cell.isascii() and len(cell) < 8


def _read_counted(sheet: Sheet, how: Reading, vertices: range, m: int) -> Graph:
    body = sheet.rows[1:]
    if len(body) != m:
        raise InvalidGraph("graph-counted", **sheet.about(sheet.rows[0]), stated=m, count=len(body))
    _bounded(len(vertices), pairs=False)
    heavy = len(body[0].cells) == 3
    edges = [
        (int(row.cells[0]), int(row.cells[1]), sheet.number(row, 2) if heavy else None)
        for row in body
    ]
    return Graph.from_edges(edges, vertices, directed=how.directed)


def _metis(sheet: Sheet, how: Reading) -> Fit | None:
    """METIS: a line ``n m``, perhaps what has weights, and a line with the neighbours of each."""
    head = sheet.rows[0].cells
    if not 2 <= len(head) <= 4 or not all(map(_is_count, head)) or sheet.mark != " ":
        return None
    read = partial(_read_metis, sheet, how)
    if how.form == "metis":
        return Fit("metis", HEAD, 1, read)
    try:
        _read_metis(sheet, how)
    except InvalidInput:
        return None
    return Fit("metis", HEAD, 1, read)


def _read_metis(sheet: Sheet, how: Reading) -> Graph:
    head, first = sheet.rows[0].cells, sheet.rows[0].line
    n, m, form = int(head[0]), int(head[1]), head[2].zfill(3) if len(head) > 2 else "000"
    _bounded(n, pairs=False)
    weighted, skipped = (
        form[-1] == "1",
        (form[-3] == "1") + (form[-2] == "1") * int((head + ["1"] * 4)[3]),
    )
    lines = [(at, line) for at, line in enumerate(sheet.lines, start=1)
             if at > first and not line.lstrip().startswith("%")]  # fmt: skip
    while len(lines) > n and not lines[-1][1].strip():
        lines.pop()
    if len(lines) != n:
        raise InvalidGraph("graph-metis-count", count=len(lines), stated=n)
    found: dict[tuple[int, int], Any] = {}
    for v, (at, line) in enumerate(lines, start=1):
        words = line.split()[skipped:]
        for w in words[:: 2 if weighted else 1]:
            if not _is_count(w) or not 1 <= int(w) <= n:
                raise InvalidGraph("graph-vertex-line", value=short(w), line=at, count=n)
        ends = [int(w) for w in words[:: 2 if weighted else 1]]
        heavy = (
            [sheet.number(Row(at, [x]), 0) for x in words[1::2]] if weighted else [None] * len(ends)
        )
        if len(heavy) != len(ends):
            raise InvalidGraph("graph-half-edge-line", line=at, vertex=words[-1])
        found |= {(v, w): x for w, x in zip(ends, heavy, strict=True)}
    for (a, b), x in found.items():
        if found.get((b, a), "") != x:
            raise InvalidGraph("graph-metis-line", line=lines[b - 1][0], a=a, b=b)
    if len(found) != 2 * m:
        raise InvalidGraph("graph-too-few", count=len(found) // 2, announced=m)
    return Graph.from_edges(
        [(*e, x) for e, x in found.items()], range(1, n + 1), directed=how.directed
    )


# -- adjacency lists -------------------------------------------------------------------------------


def _adjacency(sheet: Sheet, how: Reading) -> Fit | None:
    """A vertex and its neighbours in each line, perhaps with a colon behind the vertex."""
    rows = [row.cells for row in sheet.full]
    read = partial(_read_adjacency, sheet, how)
    if sheet.mark == " " and all(cells[0].endswith(":") or cells[1:2] == [":"] for cells in rows):
        return Fit("adjlist", HEAD, 1, read)
    widths = {*map(len, rows)}
    if widths <= {1, 2} or sheet.arrows[0] or any(cells[-1].startswith("{") for cells in rows):
        return Fit("adjlist", SHAPE, 0.1, read) if how.form == "adjlist" else None
    first = {cells[0] for cells in rows}
    if len(first) < len(rows) or not all(cell for cells in rows for cell in cells[:-1]):
        return Fit("adjlist", SHAPE, 0.1, read) if how.form == "adjlist" else None
    rows = [[cell for cell in cells if cell] for cells in rows]
    others = sum(cell in first for cells in rows for cell in cells[1:])
    share = others / max(1, sum(len(cells) - 1 for cells in rows))
    simple = all(len({*cells}) == len(cells) for cells in rows)
    if widths == {3} and share == 1:
        pairs = {(cells[0], cell) for cells in rows for cell in cells[1:]}
        simple = simple and all((b, a) in pairs for a, b in pairs)
    return Fit("adjlist", SHAPE, share if simple else 0.1, read)


def _read_adjacency(sheet: Sheet, how: Reading) -> Graph:
    """Read lines of a vertex and its neighbours."""
    rows: list[list[Hashable]] = []
    first = {row.cells[0].removesuffix(":") for row in sheet.full}
    for row in sheet.full:
        cells = [cell for cell in row.cells if cell not in ("", ":")] or [row.cells[0]]
        head = cells.pop(0)
        rows.append([label_of(head.removesuffix(":")), *map(label_of, cells)])
        if how.form != "adjlist" and (strange := [cell for cell in cells if cell not in first]):
            raise InvalidGraph("graph-adjlist-line", **sheet.about(row), value=short(strange[0]))
    edges = [(row[0], label) for row in rows for label in row]  # the first one names the vertex
    return Graph.from_edges(edges, directed=how.directed)


def _multiline(sheet: Sheet, how: Reading) -> Fit | None:
    """A vertex and how many edges follow, and these in a line each: multiline adjacency lists."""
    rows, at, edges = sheet.full, 0, list[tuple[str, str, Row]]()
    alone: list[str] = []
    while at < len(rows):
        head = rows[at].cells
        if len(head) != 2 or not _is_count(head[1]):
            return None
        below = rows[at + 1 : at + 1 + int(head[1])]
        if len(below) != int(head[1]) or not all(
            len(row.cells) == 1 or (len(row.cells) == 2 and row.cells[1].startswith("{"))
            for row in below
        ):
            return None
        edges += [(head[0], row.cells[0], row) for row in below]
        alone.append(head[0])
        at += 1 + len(below)
    if not any(row.cells[-1].startswith("{") for _, _, row in edges):
        return None

    def read() -> Graph:
        triples = [
            (
                label_of(a),
                label_of(b),
                _weight_in(sheet, row, _Columns([], weight=2, data=True), how),
            )
            for a, b, row in edges
        ]
        return Graph.from_edges(triples, map(label_of, alone), directed=how.directed)

    return Fit("multiline", HEAD, 1, read)


# -- matrices --------------------------------------------------------------------------------------


class _Layout(NamedTuple):
    """The parts of a matrix: names above the columns and before the rows, and the cells of both."""

    columns: list[str]
    rows: list[str]
    body: list[Row]
    at: list[int]
    """Which columns of the text have the entries."""
    strength: int


def _layout(sheet: Sheet) -> _Layout | None:
    """Return the parts of a matrix, None if the rows have too few cells for one."""
    rows, head = sheet.rows, sheet.rows[0].cells
    counted = len(head) == 1 and _is_count(head[0]) and len(rows) == int(head[0]) + 1 > 2
    if counted and all(len(row.cells) == len(rows) - 1 for row in rows[1:]):
        return _Layout([], [], rows[1:], [*range(len(rows) - 1)], HEAD)
    width = max(len(row.cells) for row in rows)
    if (
        width < 2
        or (width < 4 and len(rows) > 5)
        or any(row.cells[-1:] and row.cells[-1].startswith("{") for row in rows[:3])
    ):
        return None
    body = rows[1:]
    for c in range(min(3, len(head) - 1)):
        titles = [*head[:c], *head[c + 1 :]]
        names = [row.cells[c] if len(row.cells) > c else "" for row in body]
        shared = {*filter(None, names)} & {*titles}
        if len(shared) < 2 or 2 * len(shared) < len(body) or rough(head[c]):
            continue
        words = any(not rough(name) for name in shared)
        ordered = titles == [*map(str, range(len(titles)))] or titles == [
            *map(str, range(1, len(titles) + 1))
        ]
        if (
            not words
            and not ordered
            and not any(row.cells[v + 1 : v + 2] != [""] for v, row in enumerate(body))
        ):
            continue  # the matrix has nothing on its diagonal
        at = [i for i, title in enumerate(head) if i != c and (title in names or title)]
        at = [i for i in at if head[i] in shared or _is_numeric(body, i)]
        return _Layout([head[i] for i in at], names, body, at, HEAD)
    titled = _known(head) or ({*map(str.lower, head)} & ACROSS and {*map(str.lower, head)} & UP)
    if (
        len(head) == width
        and not any(map(rough, head))
        and not all(map(is_entry, head))
        and not titled
        and width == len(body)
        and (width > 2 or _is_bare(body))
        and all(is_entry(c) for row in body for c in row.cells)
    ):
        return _Layout(head, head, body, [*range(width)], HEAD)
    before = [row.cells[0] for row in rows]
    if not any(map(rough, before)) and len({*before}) == len(rows) > 2 and width == len(rows) + 1:
        return _Layout(before, before, rows, [*range(1, width)], SHAPE)
    some = [cell for row in rows[:50] for cell in row.cells]
    if sum(map(is_entry, some)) * 2 < len(some):
        return None
    return _Layout([], [], rows, [*range(width)], SHAPE)


def _is_numeric(rows: Sequence[Row], column: int) -> bool:
    cells = [row.cells[column] for row in rows if len(row.cells) > column]
    return 2 * sum(map(is_entry, cells)) > len(cells)


def _matrix(sheet: Sheet, how: Reading) -> Fit | None:
    """A square table of numbers, with or without names; or the half of one."""
    layout = _layout(sheet)
    if layout is None:
        return None
    body, count = layout.body, len(layout.at)
    _bounded(min(len(body), count))
    read = partial(_read_matrix, sheet, layout, how)
    if not layout.at:
        return None
    skipped = layout.at[0]
    cells = [cell for row in body for cell in row.cells[skipped:]]
    share = entries(cells) / max(1, len(cells))
    if layout.strength == HEAD:
        square = len(body) >= count - 1
        share = share if share == 1 else max(share, 0.6)
        return Fit("matrix", HEAD, share if square else 0.9 * share, read)
    lengths = [len(row.cells) - skipped for row in body]
    if not _is_triangle(lengths) and {*lengths} != {len(body)}:
        uneven = min(len(body), count) / max(len(body), count)
        return Fit("matrix", SHAPE, 0.95 * share * uneven, read) if count > 3 or how.form else None
    if {*lengths} == {len(body)} and count < 4 and not how.form and not _is_bare(body, skipped):
        return None  # a list of edges with weights
    return Fit("matrix", SHAPE, share, read)


def _is_bare(rows: Sequence[Row], first: int = 0) -> bool:
    """Return whether a square matrix has nothing on its diagonal."""
    diagonal = [row.cells[first + v].lower() for v, row in enumerate(rows) if len(row.cells) > v]
    return all(cell in ABSENT or not cell.strip("0.,") for cell in diagonal)


def _is_triangle(lengths: list[int]) -> bool:
    """Return whether rows have 1, 2, 3, … cells, or 0, 1, 2, …, or the same backwards."""
    up, down = lengths[0] in (0, 1), lengths[-1] in (0, 1)
    steps = {b - a for a, b in pairwise(lengths)}
    return len(lengths) > 2 and ((up and steps == {1}) or (down and steps == {-1}))


def _read_matrix(sheet: Sheet, layout: _Layout, how: Reading) -> Graph:
    """Read a matrix; name the row or the cell that is wrong."""
    names = layout.rows or [*map(str, range(len(layout.body)))]
    wide = {len(row.cells) for row in layout.body} == {layout.at[-1] + 1}
    if wide and len({*names}) == len(layout.at) and layout.rows == layout.columns:
        _bounded(len(names))
        grid = [sheet.numbers(row, v, layout.at, names) for v, row in enumerate(layout.body)]
        return matrix_graph(grid, [*map(label_of, layout.rows)], how, half=False)
    separate = bool(layout.rows) and layout.rows is not layout.columns
    rows = _placed_by_name(layout) if separate else _placed_by_order(layout)
    places = list(dict.fromkeys(name for _, own, cells in rows for name in (own, *dict(cells))))
    if layout.columns:
        places = list(dict.fromkeys([*layout.columns, *places]))
    elif all(map(str.isdecimal, places)):
        places.sort(key=int)
    _bounded(len(places))
    entries: dict[tuple[str, str], Number | None] = {}
    for row, own, cells in rows:
        if how.pause is not None:
            how.pause()
        for name, i in cells:
            entries[own, name] = None if own == name else sheet.number(row, i, name)
    whole = len(entries) == len(places) ** 2
    if not whole and any(
        x is not None and entries.get((b, a)) is not None for (a, b), x in entries.items()
    ):
        what = {"count": len(layout.body), "wanted": len(layout.columns)}
        raise InvalidGraph("graph-table-rows", **what)
    grid = [[entries.get((a, b)) for b in places] for a in places]
    labels = [label_of(name) for name in places] if layout.rows else []
    return matrix_graph(grid, labels, how, half=not whole)


Placed = list[tuple[Row, str, list[tuple[str, int]]]]
"""The rows of a matrix: each with its name, and the names and places of its cells."""


def _placed_by_name(layout: _Layout) -> Placed:
    """Place the cells of a matrix with names above its columns and before its rows."""
    columns, names, body, at, _ = layout
    seen: set[str] = set()
    for row, name in zip(body, names, strict=True):
        if name in seen or (name not in columns and _missing(layout) > 1):
            raise InvalidGraph("graph-table-name", line=row.line, name=short(name))
        seen.add(name)
    if len({*columns}) < len(columns):
        twice = next(name for name, n in Counter(columns).items() if n > 1)
        raise InvalidGraph("graph-table-name", line=body[0].line - 1, name=short(twice))
    if _missing(layout) > 1:
        raise InvalidGraph("graph-table-rows", count=len(body), wanted=len(columns))
    rising = _is_triangle([len(row.cells) - at[0] for row in body])
    most = max(at[-1] + 1, len(body[0].cells))
    for row in body:
        if not rising and not at[-1] < len(row.cells) <= most:
            what = {"count": len(row.cells), "wanted": at[-1] + 1}
            raise InvalidGraph("graph-table-line", line=row.line, **what)
    return [
        (row, name, [(c, i) for c, i in zip(columns, at, strict=True) if i < len(row.cells)])
        for row, name in zip(body, names, strict=True)
    ]


def _placed_by_order(layout: _Layout) -> Placed:
    """Place the cells of a matrix whose rows and columns are in one order; it may be a half."""
    body, first = layout.body, layout.at[0]
    lengths = [len(row.cells) - first for row in body]
    names = layout.columns or [*map(str, range(len(body) + 1))]
    count, longest = len(body), max(lengths)
    shift = 0  # of the names of the rows: 1 if a lower half has no diagonal
    if {*lengths} != {count}:
        if not _is_triangle(lengths):
            row = next((row for row in body if len(row.cells) != len(body[0].cells)), None)
            if row is not None:
                what = {"count": len(row.cells), "wanted": len(body[0].cells)}
                raise InvalidGraph("graph-table-line", line=row.line, **what)
            raise InvalidGraph("graph-table-rows", count=count, wanted=longest)
        lower = lengths[0] < lengths[-1]
        ends = [row.cells[-1 if lower else first] for row in body if len(row.cells) > first]
        bare = any(end.lower() not in ABSENT and end.strip("0.,") for end in ends)
        count = longest + bare
        shift = int(bare and lower and lengths[0] == 1)
        names = layout.columns or [*map(str, range(count))]
        if len(names) < max(count, len(body) + shift):
            raise InvalidGraph("graph-table-rows", count=len(body), wanted=len(names))
    placed: Placed = []
    for v, row in enumerate(body):
        start = count - lengths[v] if lengths[0] > lengths[-1] else 0
        cells = [(names[start + k], first + k) for k in range(lengths[v])]
        placed.append((row, names[v + shift], cells))
    return placed


def _missing(layout: _Layout) -> int:
    """Return 1 if the first or last name is missing among the rows or columns, as in charts."""
    rows, columns = [*layout.rows], layout.columns
    if rows == columns or {*rows} == {*columns}:
        return 0
    chart = (
        rows[:-1] == columns[1:]
        or rows == columns[:-1]
        or rows == columns[1:]
        or rows[1:] == columns
        or rows[1:] == columns[:-1]
        or rows[:-1] == columns
    )
    return 1 if chart else 2


def matrix_graph(
    grid: Sequence[Sequence[Number | None]], labels: Sequence[Hashable], how: Reading, half: bool
) -> Graph:
    """Return the graph of a matrix, of which an empty half is filled from the other one."""
    if how.adjacency:
        grid = [[x or None for x in row] for row in grid]
    table = read_table(grid, how.weighted, mirrored=not how.directed)
    if (
        not how.adjacency
        and table.weighted
        and any(0 in row[:v] or 0 in row[v + 1 :] for v, row in enumerate(table.rows))
    ):
        how.note(Message("read-zeros"))
    if table.mirrored or (half and not how.directed):
        how.note(Message("read-mirrored"))
    directed = False if half and not how.directed else how.directed or None
    return graph_of_table(table.rows, labels, directed, weighted=table.weighted)


# -- points ----------------------------------------------------------------------------------------


def _points(sheet: Sheet, how: Reading) -> Fit | None:
    """Points: columns titled x and y, or latitude and longitude; or coordinates with decimals."""
    rows = sheet.full
    titles = [_parts(title) for title in rows[0].cells]
    across = next((i for i, parts in enumerate(titles) if parts & ACROSS), None)
    up = next((i for i, parts in enumerate(titles) if parts & UP and i != across), None)
    titled = across is not None and up is not None and not any(map(rough, rows[0].cells))
    if titled and len(rows) > 1:
        assert across is not None
        assert up is not None
        layout = _layout(sheet)
        if layout is not None and layout.strength == HEAD and layout.rows:
            return None
        body = rows[1:]
        good = sum(
            len(row.cells) > max(across, up) and all(rough(row.cells[i]) for i in (across, up))
            for row in body
        )
        read = partial(_read_points, sheet, body, across, up, how)
        return Fit("xy", HEAD, max(good / len(body), 0.6), read)
    counted = (
        len(rows[0].cells) == 1
        and _is_count(rows[0].cells[0])
        and int(rows[0].cells[0]) == len(rows) - 1 > 0
    )
    body = rows[counted:]
    width = len(body[0].cells)
    if width == 2 and not counted and how.form != "csv" and not any(map(_has_mark, sheet.lines)):
        return None
    if width not in (2, 3) or any(
        len(row.cells) != width or not all(map(rough, row.cells[-2:])) for row in body
    ):
        return None
    parted = any(set(".,") & {*cell} for row in body for cell in row.cells[-2:])
    named = width == 3 and len({row.cells[0] for row in body}) == len(body)
    middle = any(set(".,") & {*row.cells[-2]} for row in body)
    if (
        width == 3
        and (not named or (not middle and all(map(rough, (row.cells[0] for row in body)))))
        and how.form != "csv"
    ):
        return None
    if width == 2 and not parted and not counted and how.form != "csv":
        return None
    read = partial(_read_points, sheet, body, width - 2, width - 1, how)
    return Fit(
        "xy",
        HEAD if counted or (parted and middle) or (parted and width == 2) else SHAPE,
        1,
        read,
    )


def _has_mark(line: str) -> bool:
    return "." in line or "," in line


def _parts(title: str) -> set[str]:
    return {part for part in re.split(r"[^a-zäöüáéíóúñ]+", title.lower()) if part}


def _read_points(sheet: Sheet, rows: Sequence[Row], across: int, up: int, how: Reading) -> Graph:
    """Read points, whose distances are computed."""
    _bounded(len(rows))
    titles = sheet.full[0].cells if rows is not sheet.full and len(sheet.full[0].cells) > 1 else []
    width = len(titles) or len(rows[0].cells)
    points: list[tuple[float, float]] = []
    for row in rows:
        if len(row.cells) > width or len(row.cells) <= max(across, up):
            raise InvalidGraph(
                "graph-table-line", line=row.line, count=len(row.cells), wanted=width
            )
        found = []
        for i in (across, up):
            if (x := sheet.number(row, i, titles[i] if titles else "")) is None:
                what = {"value": short(row.cells[i]), "line": row.line}
                raise InvalidGraph(
                    "graph-cell", **what, title=short(titles[i] if titles else str(i + 1))
                )
            found.append(float(x))
        points.append((found[0], found[1]))
    names = _names_of(rows, [i for i in range(width) if i not in (across, up)], titles)
    if len({*names}) < len(names):
        raise InvalidGraph("graph-labels", count=len(names), labels=len({*names}))
    metric = "haversine" if titles and _parts(titles[up]) & LATITUDES else "euclidean"
    how.note(Message(f"read-{metric}"))
    placed = [(y, x) for x, y in points] if metric == "haversine" else points
    return Graph.from_points(dict(zip(names, placed, strict=True)) if names else placed, metric)


def _names_of(rows: Sequence[Row], columns: Sequence[int], titles: Sequence[str]) -> list[Hashable]:
    """Return the names of points: of the column with such a title, or with different words."""
    known = [i for i in columns if titles and titles[i].lower() in NAMES]
    cells = {i: [row.cells[i] if i < len(row.cells) else "" for row in rows] for i in columns}
    distinct = [i for i in columns if len({*cells[i]}) == len(rows) and "" not in cells[i]]
    words = [i for i in distinct if not all(map(rough, cells[i]))]
    if len(columns) == 1:
        known = [*columns]
    chosen = [i for i in known if i in words] + words + known + distinct
    return [label_of(cell) for cell in cells[chosen[0]]] if chosen else []


SHAPES: Final[dict[str, Callable[[Sheet, Reading], Fit | None]]] = {
    "xy": _points,
    "matrix": _matrix,
    "contest": _counted,
    "metis": _metis,
    "multiline": _multiline,
    "adjlist": _adjacency,
    "edges": _edges,
}
"""The shapes of rows, by the names of their notations."""
