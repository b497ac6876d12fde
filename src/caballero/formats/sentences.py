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
    "link-torn": (
        "“{link}” is torn, or has parts that only a newer version knows: copy it again, whole."
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
    "pupils-twice": (
        "Two pupils have the number {number}, {a} and {b}: number all pupils differently, or none."
    ),
    "class-not-text": "The list is no text: save it as CSV in the spreadsheet, and name that file.",
    "class-columns": (
        "Cannot tell which column has the names, in “{row}”: write titles above, such as "
        "Surname;First name."
    ),
    "claim-words": "It has words and no table: read it yourself.",
    "answers-none": "{folder} has no files: name another folder, or a file.",
    "answers-many": "There are more than {most} answers: mark fewer at once.",
    "answers-much": "The answers have more than {most} MB together: mark fewer at once.",
    "archive-broken": "{file} is damaged, or no zip archive: download it again.",
    "archive-long": "The list of files in {file} has more than {most} MB: unpack what is needed.",
    "answer-large": "It has more than {most} MB: no answer is as long.",
    "answer-permission": "It cannot be read: check its permissions.",
    "answer-link": "This is a link or no file: put the file itself here.",
    "answer-outside": "Its path leads out of the archive: it is not read.",
    "answer-encrypted": "It is encrypted: unpack it with its password.",
    "answer-broken": "It is damaged in the archive: ask for it again.",
    "answer-photo": "It is a picture: ask for the numbers as text.",
    "answer-pdf": "It is a PDF: ask for the numbers as text.",
    "answer-document": "It is a document of an office program: ask for the numbers as text.",
    "answer-archive": "It is an archive: unpack it.",
    "answer-program": "It is a program: ask for what it prints.",
    "puzzle-number": "Puzzle {number}: {reason}",
    "json-no-puzzle": (
        'The JSON in line {line} is no puzzle: give "board", "piece", "closed" and "clues", as '
        "caballero puzzle make --json writes them."
    ),
    "grid-unclear": (
        "It is unclear which of {marks} are squares: write . for a square and # for none."
    ),
    "grid-size": (
        "The first line, “{text}”, may be the size of the board or its first row: delete the size, "
        "or write it as 5x5."
    ),
    "grid-flat": (
        "The list has {count} numbers, but no rows: write each row of the board in a line, or in "
        "brackets of its own."
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
    "puzzle-one-row": (
        "The layers of {board} have one row each, which a drawing shows as the rows of a "
        "rectangle: write the problem as JSON."
    ),
    "puzzle-game": (
        "The game id “{text}” is cut off, or not that of a rectangle of squares: copy all of it, "
        "or write the puzzle as a drawing."
    ),
    "puzzle-mixed": "The surface of the board {board} has no name: choose flat, cylinder or torus.",
    "json-no-vertices": 'The JSON has no tour: add "tour", a list of vertices.',
    "graph-empty": "The text is empty: write one edge per line, as two labels.",
    "graph-formats": (
        "a list of edges (two labels per line), a matrix, points, CSV, JSON, TSPLIB, DIMACS, "
        "METIS, DOT, GraphML, GEXF, GML, Pajek, Matrix Market, GPX, graph6, or an adjacency list"
    ),
    "form-dot": "DOT",
    "form-graphml": "GraphML",
    "form-gexf": "GEXF",
    "form-gml": "GML",
    "form-gpx": "the points of GPX",
    "form-geojson": "the points of GeoJSON",
    "form-json": "JSON",
    "form-pajek": "Pajek",
    "form-graph6": "graph6",
    "form-sparse6": "sparse6",
    "form-digraph6": "digraph6",
    "form-mtx": "Matrix Market",
    "form-hcp": "TSPLIB",
    "form-dimacs": "DIMACS",
    "form-metis": "METIS",
    "form-adjlist": "an adjacency list",
    "form-multiline": "a multiline adjacency list",
    "form-matrix": "a matrix",
    "form-xy": "points",
    "form-contest": "a list of edges below their number",
    "form-csv": "CSV",
    "form-sif": "SIF",
    "form-entries": "the entries of a matrix",
    "form-edges": "a list of edges",
    "read-from-0": "The numbers begin with 0; here each is one more.",
    "read-one-row": (
        "The {count} numbers were read as one row or column: for a board of {side}x{side}, write "
        "its rows in {side} lines."
    ),
    "read-spaced": "The empty lines between the rows were passed over.",
    "read-closed": "The list ends with its first square, so the tour is closed.",
    "read-packed": "Each character was read as a cell.",
    "read-zeros": (
        "{value} was read as a distance: leave a cell empty where there is no edge; with 0, "
        "choose {argument:format matrix}."
    ),
    "read-titles": "The first line was read as titles: {titles}.",
    "read-thousands": "“{value}” was read as {number}: the marks are those of thousands.",
    "read-two": "The text may be a {a} or a {b}: say which as format.",
    "read-left-out": "These columns were left out: {titles}.",
    "read-euclidean": "The distances are straight lines between x and y.",
    "read-haversine": "The distances are kilometres on the earth.",
    "read-rounded": "The distances {kind} are whole numbers, as TSPLIB defines them.",
    "graph-two-forms": (
        "Line {line}, “{text}”, and all others are {one}, or {other}: say which with "
        "{argument:format {a}} or {argument:format {b}}."
    ),
    "graph-foreign": "Files .{end} are not read: save the graph as CSV, or as one of {formats}.",
    "graph-quotes": "Line {line} begins a quoted cell that does not end: add the second quote.",
    "graph-cell": (
        "“{value}” in line {line}, column {title}, is not a number: write digits, such as 12 or "
        "2.5, without a unit, and nothing where there is no edge."
    ),
    "graph-cell-marks": (
        "“{value}” in line {line}, column {title}, may have a decimal mark or a mark of thousands: "
        "write 1203 or 1203.0 instead of 1,203."
    ),
    "graph-titles-line": (
        "Line {line}, “{text}”, may be titles or an edge: write # before titles, or source target "
        "as titles."
    ),
    "claim-moves": (
        "The move to {a} is followed by one from {b}: write each square once, in the order of the "
        "tour."
    ),
    "graph-apart": (
        "Line {line}, “{text}”, and the others have no word in common, as edges of a path would: "
        "choose {argument:format edges} if they are edges."
    ),
    "graph-counted": (
        "Line {line}, “{text}”, announces {stated} edges, but {count} follow: complete the text, "
        "or choose {argument:format edges} if the line is an edge itself."
    ),
    "graph-metis-count": (
        "METIS has a line for each of {stated} vertices, but {count} lines follow: complete the "
        "file."
    ),
    "graph-metis-line": (
        "Vertex {a} has the neighbour {b}, but line {line} does not have {a} with the same weight: "
        "write both."
    ),
    "graph-adjlist-line": (
        "Line {line}, “{text}”, has the neighbour “{value}”, which begins no line: give each "
        "vertex a line, or choose {argument:format adjlist}."
    ),
    "graph-mtx-head": (
        "“{text}” is no head of Matrix Market that is read: give a matrix that is coordinate or "
        "array, real, integer or pattern, general or symmetric."
    ),
    "graph-mtx-size": (
        "Line {line} of the Matrix Market file has other numbers than its head says: give rows, "
        "columns (equal) and the number of entries, then an entry a line."
    ),
    "graph-geojson": (
        "The GeoJSON has the geometry {kind}: give points, each with its longitude and latitude."
    ),
    "graph-weight-text": (
        "The weight “{value}” is not a number: write digits, or choose another attribute with "
        "{argument:weight=}."
    ),
    "graph-no-attribute": (
        "No edge has a weight named “{name}”: choose another one with {argument:weight=}, or "
        "leave it out."
    ),
    "graph-tsplib-atsp": (
        "The edge between {a} and {b} has the weights {one} and {two}: write TYPE : ATSP, or add "
        "{argument:directed}."
    ),
    "graph-unknown-format": (
        "Line {line}, “{text}”, is not the line of a list of edges, nor of another format: give "
        "{formats}, or name the format with {argument:format=}."
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
    "graph-points-z": (
        "The points have a third coordinate, z: write TSPLIB with EUC_3D, or delete the column."
    ),
    "graph-place-line": (
        "Line {line}, “{text}”, is not the position of a vertex: write its label, x and y."
    ),
    "graph-no-place": "The vertex {vertex} has no position: add a line with its label, x and y.",
    "graph-which-weight": (
        "Several columns may be the weight: choose one with {argument:weight=}: {names}."
    ),
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
