"""The messages of readers and writers: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "format": "format",
    "format-text": "text",
    "format-matrix": "matrix",
    "format-moves": "moves",
    "format-chart": "chart",
    "format-edges": "edges",
    "drawing-not-text": "This file is not text in UTF-8: give a drawing of a board.",
    "drawing-too-long": "The text is larger than {most} MB: give smaller boards, or fewer.",
    "link-unknown": (
        "“{link}” is no link that can be read: give one to a Hidoku of Kudamono (G=hidoku) or to a "
        "Simple Loop of puzz.link (p?simpleloop/…)."
    ),
    "link-kudamono": (
        "A link to Kudamono shows a king's open tour with clues on squares in rows and columns: "
        "choose another format."
    ),
    "link-puzzlink": (
        "A link to puzz.link shows a board of squares in rows and columns for a wazir's closed "
        "tour without clues: choose another format."
    ),
    "link-penpa": (
        "A link to Penpa+ shows clues, or waypoints with walls between neighbours, on squares in "
        "rows and columns: choose another format."
    ),
    "puzzle-number": "Puzzle {number}: {reason}",
    "json-no-puzzle": (
        'The JSON in line {line} is no puzzle: give "board", "piece", "closed" and "clues", as '
        "caballero puzzle make --json writes them."
    ),
    "grid-unclear": (
        "It is unclear which of {marks} are squares: write . for a square and # for none."
    ),
    "grid-box": "A plain grid has rows and columns only: write the puzzle on {board} as a drawing.",
    "puzzle-waypoints": (
        "A drawing shows waypoints without clues, of which the first and the last are the ends: "
        "write the problem as JSON, or name the ends."
    ),
    "grid-waypoints": (
        "A plain grid shows numbers only, no waypoints and no forced or forbidden moves: write the "
        "puzzle as a drawing."
    ),
    "puzzle-one-layer": (
        "The drawing of one layer, as {board} has, is that of a rectangle: leave out the first "
        "side, or write the problem as JSON."
    ),
    "puzzle-mixed": "The surface of the board {board} has no name: choose flat, cylinder or torus.",
    "json-no-vertices": 'The JSON has no tour: add "tour", a list of vertices.',
    "graph-empty": "The text is empty: write one edge per line, as two labels.",
    "graph-formats": (
        "a list of edges (two labels per line), TSPLIB, DIMACS, DOT, GraphML, JSON, Pajek, graph6, "
        "sparse6, an adjacency list or matrix, or CSV with distances or points"
    ),
    "graph-unknown-format": (
        "Line {line}, “{text}”, is not the line of a list of edges, nor of another format: give "
        "{formats}."
    ),
    "graph-edge-line": (
        "Line {line}, “{text}”, has {count} words: write two labels for an edge, with a weight "
        "for all edges or for none, one for an isolated vertex, or choose the format (such as "
        "adjlist). The formats are {formats}."
    ),
    "graph-joined-line": (
        "Line {line}, “{text}”, is one label: write a blank or a comma between two (and the "
        "label twice, if it is a vertex without edges). The formats are {formats}."
    ),
    "graph-arrow-line": (
        "One of the lines {other} and {line} has an arrow, the other has none: write a -> b for "
        "every edge, or for none."
    ),
    "graph-form-directed": (
        "The format {form} has no directed edges: choose edges, which writes a -> b."
    ),
    "graph-too-many-edges": "The graph has more than {most} edges: give a smaller one.",
    "graph-not-form": "This is not {form}: check the file, or choose another format.",
    "graph-several": "The file has {count} graphs: give one graph per file.",
    "graph-dot": "This is not DOT, from “{text}” on: write graph {{ a -- b; b -- c; }}.",
    "graph-dot-cut-off": "The DOT text ends too soon: check that the file is complete.",
    "graph-json": (
        'This JSON is no graph: give {{"nodes": [{{"id": 1}}, …], "links": [{{"source": 1, '
        '"target": 2}}, …]}}, or each vertex with its neighbours, {{"a": ["b", "c"], …}}.'
    ),
    "graph-json-vertex": "“{value}” is an end of an edge, but not a node: add it to the nodes.",
    "graph-xml-entities": (
        "This XML has a DOCTYPE or entities, which are not read: delete their lines."
    ),
    "graph-matrix-row": (
        "Row {row} of the adjacency matrix is not {rows} numbers, as many as there are rows: "
        "write 1 for an edge, else 0."
    ),
    "graph-pajek-line": (
        "Line {line}, “{text}”, is not Pajek: write *Vertices and their number, then *Edges and "
        "a line 1 2 for each edge."
    ),
    "graph-count-line": (
        "“{value}” in line {line} is not a number of vertices: write a whole number up to {most}."
    ),
    "graph-too-large": "The text announces {count} vertices: give a graph of at most {most}.",
    "graph-vertex-line": (
        "“{value}” in line {line} is not a vertex: write a number from 1 to {count}."
    ),
    "graph-value-line": ("{key} is “{value}” in line {line}: give a file with one of {allowed}."),
    "graph-value": "{key} is “{value}”: give a file with one of {allowed}.",
    "graph-number-line": "“{value}” in line {line} is not a number: write digits, like 12 or 2.5.",
    "graph-matrix-count": (
        "The matrix {form} has {count} numbers instead of {wanted}: check that the file is "
        "complete."
    ),
    "graph-table": (
        "This is no table of distances or points: write names above the columns and before the "
        "rows, and numbers in the cells; or the titles name,x,y, and a line for each point."
    ),
    "graph-table-line": (
        "Line {line} has {count} cells, but the first line needs {wanted}: leave a cell empty "
        "where there is no edge."
    ),
    "graph-table-rows": (
        "The table has {count} rows for {wanted} columns: give one row for each column."
    ),
    "graph-table-name": (
        "The row “{name}” in line {line} has no column of its own: name the rows like the columns, "
        "each once."
    ),
    "graph-place-line": (
        "Line {line}, “{text}”, is not the position of a vertex: write its label, x and y."
    ),
    "graph-no-place": "The vertex {vertex} has no position: add a line with its label, x and y.",
    "graph-no-column": "No column with weights has the title “{name}”: choose one of {names}.",
    "graph-no-titles": (
        "The columns have no titles, so none is “{name}”: name no column, to use the third one, or "
        "write titles above the columns, like from,to,weight."
    ),
    "graph-tsplib-line": (
        "“{text}” in line {line} is not TSPLIB: write lines KEY : VALUE, then a section, such as "
        "EDGE_DATA_SECTION, the edges, and -1."
    ),
    "graph-no-count": (
        "The edges begin in line {line}, but the number of vertices is missing: write "
        "DIMENSION and the number above them."
    ),
    "graph-half-edge-line": (
        "The list in line {line} ends with half an edge, {vertex}: write both ends."
    ),
    "graph-cut-off": (
        "The text ends before its edges do: check that the file is complete "
        "(EDGE_DATA_SECTION, the edges, -1)."
    ),
    "graph-dimacs-line": (
        "Line {line}, “{text}”, is not DIMACS: write one line p edge VERTICES EDGES, then a "
        "line e 1 2 for each edge; c begins a comment."
    ),
    "graph-too-few": (
        "The line p announces {announced} edges, but the file has {count}: complete the "
        "file, or correct the number."
    ),
    "graph-label": (
        "An edge list cannot hold the label “{label}”: choose the format hcp or dimacs, "
        "which number the vertices."
    ),
}
