"""Write the chapter *How input is read* in both languages, from the table of notations.

``python docs/make_reading.py`` writes ``docs/en/reading.md`` and ``docs/es/lectura.md``; a test
compares them with what it would write, and reads every example.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from caballero.formats.notations import NOTATIONS

SIGNS: Final = {
    "dot": ("`graph {` or `digraph {`", "`graph {` o `digraph {`"),
    "graphml": ("an element `graphml`", "un elemento `graphml`"),
    "gexf": ("an element `gexf`", "un elemento `gexf`"),
    "gpx": ("an element `gpx`; its waypoints, route or track", "un elemento `gpx`; sus puntos"),
    "gml": ("`graph [`", "`graph [`"),
    "json": (
        "a bracket, perhaps after a name: node-link, weighted adjacencies, a matrix, records, "
        "GeoJSON, arrays of Python, C, MATLAB or numpy",
        "un corchete, quizá tras un nombre: node-link, adyacencias con pesos, una matriz, "
        "registros, GeoJSON, listas de Python, C, MATLAB o numpy",
    ),
    "pajek": ("`*Vertices` or `*Network`", "`*Vertices` o `*Network`"),
    "graph6": (
        "`>>graph6<<`, or one word of just the right length",
        "`>>graph6<<`, o una palabra de la longitud exacta",
    ),
    "sparse6": ("`>>sparse6<<` or `:`", "`>>sparse6<<` o `:`"),
    "digraph6": ("`>>digraph6<<` or `&`", "`>>digraph6<<` o `&`"),
    "mtx": ("`%%MatrixMarket`", "`%%MatrixMarket`"),
    "hcp": (
        "a keyword such as `DIMENSION`, in either case, with or without a colon",
        "una palabra clave como `DIMENSION`, en mayúsculas o minúsculas, con o sin dos puntos",
    ),
    "dimacs": ("a line `p edge`, `p col` or `p sp`", "una línea `p edge`, `p col` o `p sp`"),
    "metis": (
        "a first line `n m`, and neighbours that are mutual; another list of edges is refused",
        "una primera línea `n m` y vecinos mutuos; si puede ser otra lista, se rechaza",
    ),
    "adjlist": (
        "a colon behind each first word; or each neighbour begins a line, and lines differ in "
        "length; or below a line `n` each vertex has its number of neighbours, and these",
        "dos puntos tras cada primera palabra; o cada vecino empieza una línea, y las líneas "
        "tienen distinta longitud; o, bajo una línea `n`, cada vértice tiene su número de vecinos "
        "y luego estos",
    ),
    "multiline": (
        "a vertex and a number, then as many lines with data",
        "un vértice y un número, y luego otras tantas líneas con datos",
    ),
    "matrix": (
        "as many rows as columns, with or without names, or the half of a matrix",
        "tantas filas como columnas, con o sin nombres, o la mitad de una matriz",
    ),
    "xy": (
        "titles x and y, or lat and lon; or coordinates with decimals",
        "títulos x e y, o lat y lon; o coordenadas con decimales",
    ),
    "entries": (
        "a row and a column in brackets and a number in each line, as MATLAB, Octave, Julia and "
        "scipy print sparse matrices",
        "una fila y una columna entre paréntesis y un número en cada línea, como MATLAB, Octave, "
        "Julia y scipy muestran matrices dispersas",
    ),
    "sif": (
        "a kind of edge between two vertices, such as `pp` or `(interacts)`, as in Cytoscape",
        "un tipo de arista entre dos vértices, como `pp` o `(interacts)`, como en Cytoscape",
    ),
    "contest": (
        "a first line `n m` above m edges among n vertices",
        "una primera línea `n m` sobre m aristas entre n vértices",
    ),
    "csv": (
        "titles, known by what stands below them; or a matrix or points in cells",
        "títulos, que se conocen por lo que hay debajo; o una matriz o puntos en celdas",
    ),
    "edges": (
        "two words or cells in each line, perhaps a weight, and a vertex in two lines",
        "dos palabras o celdas en cada línea, quizá un peso, y un vértice en dos líneas",
    ),
}
"""The evidence for each notation, in English and Spanish."""

BOARDS: Final = (
    ("marks between blanks", "signos entre espacios", "1 . 3\n. . .\n7 . 9"),
    ("other marks of empty squares", "otros signos de casillas vacías", "1 _ 3\n_ _ _\n7 _ 9"),
    ("numbers of one width", "números de un mismo ancho", "001 000 003\n000 000 000\n007 000 009"),
    ("a line with the size", "una línea con el tamaño", "3 3\n1 0 3\n0 0 0\n7 0 9"),
    ("a spreadsheet", "una hoja de cálculo", "1;;3\n;;\n7;;9"),
    ("Python, JSON, numpy", "Python, JSON, numpy", "board = [[1, 0, 3], [0, 0, 0], [7, 0, 9],]"),
    ("C, Java", "C, Java", "int g[3][3] = {{1, 0, 3}, {0, 0, 0}, {7, 0, 9}};"),
    ("MATLAB", "MATLAB", "b = [1 0 3; 0 0 0; 7 0 9];"),
    ("MiniZinc", "MiniZinc", "g = [| 1, 0, 3 | 0, 0, 0 | 7, 0, 9 |];"),
    ("a frame, or Markdown", "un marco, o Markdown", "|1| |3|\n|-|-|-|\n| | | |\n|7| |9|"),
    ("cells in brackets", "celdas entre corchetes", "[1][ ][3]\n[ ][ ][ ]\n[7][ ][9]"),
    ("a character a cell", "un carácter por casilla", "1.3\n...\n7.9"),
)
"""The same board in the notations of boards: English, Spanish, and the text."""

TEXTS: Final = {
    "en": (
        "# How input is read",
        "Every command and every `read_…` uses the same reader. `--from` names the notation; "
        "otherwise the file's extension does, or the strongest evidence in the text: a signature, "
        "then a heading, then the shape of all lines. A text that fits two notations equally, or "
        "none, is refused: the message names the line and the option that decides. The reader "
        "reports what it read on standard error, with the size and the first "
        'edge, and in `--json` as `"read"`; in Python, `graph.reading` and `problem.reading` have '
        "it.",
        "## Graphs",
        "| `--from` | extensions | evidence |",
        "Decimal and thousands marks are found from the whole text. A cell that could mean two "
        "numbers, such as `1,203` between commas, is refused, and so are units and `N/A`. An "
        "empty half of a matrix is filled from the other half, and the cheapest of parallel edges "
        "counts; both are reported.",
        "An example of each:",
        "## Boards",
        "These texts are the same board:",
        "Besides `_`, `?` or several `0`, the marks `.`, `x`, `*`, `-` and `-1` are no squares; "
        "alone, one of them is an empty square. If a single `0` stands among other empty squares, "
        "the numbers begin with 0, which is reported.",
    ),
    "es": (
        "# Cómo se lee la entrada",
        "Todos los comandos y todas las funciones `read_…` usan el mismo lector. La notación la "
        "indica `--from`; si no, la extensión del archivo o el indicio más claro del texto: una "
        "firma, después un encabezado, después la forma de todas las líneas. Un texto en el que "
        "encajan igual dos notaciones, o ninguna, se rechaza: el mensaje indica la línea y la "
        "opción que decide. Lo que se ha leído aparece en la salida de "
        'errores, con su tamaño y su primera arista, y en `--json` como `"read"`; en Python, en '
        "`graph.reading` y `problem.reading`.",
        "## Grafos",
        "| `--from` | extensiones | indicios |",
        "Los signos de decimales y de millares se deducen de todo el texto. Una celda que puede "
        "ser dos números, como `1,203` entre comas, se rechaza, igual que las unidades y `N/A`. "
        "La mitad vacía de una matriz se completa con la otra, y de las aristas paralelas cuenta "
        "la más barata; ambas cosas se dicen.",
        "Un ejemplo de cada una:",
        "## Tableros",
        "Estos textos son el mismo tablero:",
        "Junto a `_`, `?` o varios `0`, los signos `.`, `x`, `*`, `-` y `-1` no son casillas; "
        "solos, uno de ellos es una casilla vacía. Si un único `0` está junto a otras casillas "
        "vacías, los números empiezan por 0, y se dice.",
    ),
}
FILES: Final = {"en": "en/reading.md", "es": "es/lectura.md"}


TWIN: Final = "*El mismo capítulo en inglés: [How input is read](../en/reading.md).*"


def shown(example: str, language: str, section: str) -> str:
    """Return an example; in Spanish one of several lines is that of the English chapter."""
    if language == "es" and "\n" in example:
        return f"[Ejemplo](../en/reading.md#{section})"
    return f"```text\n{example}\n```"


def chapter(language: str) -> str:
    """Return the chapter in a language."""
    title, begin, graphs, head, marks, example, boards, same, holes = TEXTS[language]
    place = list(TEXTS).index(language)
    rows = [
        f"| `{row.name}` | {' '.join(f'`.{end}`' for end in row.ends)} | {SIGNS[row.name][place]} |"
        for row in NOTATIONS
    ]
    blocks = [f"`{row.name}`\n\n{shown(row.example, language, 'graphs')}" for row in NOTATIONS]
    drawn = [f"{board[place]}\n\n{shown(board[2], language, 'boards')}" for board in BOARDS]
    table = "\n".join([head, "|---|---|---|", *rows])
    there = "[Cómo se lee la entrada](../es/lectura.md)"
    twin = f"*The same chapter in Spanish: {there}.*" if language == "en" else TWIN
    parts = [
        title,
        twin,
        begin,
        graphs,
        table,
        marks,
        example,
        *blocks,
        boards,
        same,
        *drawn,
        holes,
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    for language, name in FILES.items():
        (Path(__file__).parent / name).write_text(chapter(language), encoding="utf-8")
