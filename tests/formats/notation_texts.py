"""The same graphs and boards in the notations that people hand over."""

from typing import Any

import networkx
import numpy

from caballero import Graph

D = [[0, 3, 5, 4], [3, 0, 2, 6], [5, 2, 0, 1], [4, 6, 1, 0]]
NAMES = ["A", "New York", "Paris, TX", "Zug"]
FOUR = Graph.from_matrix(D)


def csv(mark: str, rows: list[list[Any]]) -> str:
    quoted = [[f'"{x}"' if mark in str(x) else str(x) for x in row] for row in rows]
    return "\n".join(mark.join(row) for row in quoted)


def half(upper: bool, empty: str) -> str:
    rows = [
        [x if (w > v) == upper else empty for w, x in enumerate(row)] for v, row in enumerate(D)
    ]
    return csv(",", [["", *"ABCD"], *([n, *row] for n, row in zip("ABCD", rows, strict=True))])


MATRICES = {
    "blanks": "\n".join(" ".join(map(str, row)) for row in D),
    "exponents": "\n".join(" ".join(f"{x:.18e}" for x in row) for row in D),
    "counted": "4\n" + "\n".join(" ".join(map(str, row)) for row in D), "python": f"D = {D}",
    "C": f"int d[4][4] = {str(D).translate(str.maketrans('[]', '{}'))};",
    "MATLAB": "D = [" + "; ".join(" ".join(map(str, row)) for row in D) + "];",
    "numpy": "[[0. 3. 5. 4.]\n [3. 0. 2. 6.]\n [5. 2. 0. 1.]\n [4. 6. 1. 0.]]",
    "lower": "0\n3 0\n5 2 0\n4 6 1 0", "lower without its diagonal": "3\n5 2\n4 6 1",
    "upper": "0 3 5 4\n0 2 6\n0 1\n0",
    "named": csv(",", [["", *NAMES], *([n, *row] for n, row in zip(NAMES, D, strict=True))]),
    "semicolons": csv(";", [["", *NAMES], *([n, *row] for n, row in zip(NAMES, D, strict=True))]),
    "tabs": csv("\t", [["", *NAMES], *([n, *row] for n, row in zip(NAMES, D, strict=True))]),
    "commas at the end": "\n".join(",".join(map(str, row)) + "," for row in D),
    "upper half": half(True, ""), "upper half with zeros": half(True, "0"),
    "lower half": half(False, ""), "chart": ",A\nB,3\nC,5,2\nD,4,6,1".replace(",A", ",A,B,C"),
    "Markdown": "| |A|B|C|D|\n|--|--|--|--|--|\n"
    + "\n".join(f"|{n}|{'|'.join(map(str, r))}|" for n, r in zip("ABCD", D, strict=True)),
    "MATLAB's entries": "\nD =\n\n" + "\n".join(
        f"   ({v + 1},{w + 1})        {D[v][w]}" for w in range(4) for v in range(4) if v != w),
    "Octave's entries": "D =\n\nCompressed Column Sparse (rows = 4, cols = 4, nnz = 12 [75%])\n\n"
    + "\n".join(f"  ({v + 1}, {w + 1}) -> {D[v][w]}" for w in range(4) for v in range(4) if v != w),
    "Julia's entries": "4×4 SparseMatrixCSC{Int64, Int64} with 12 stored entries:\n" + "\n".join(
        f"  [{v + 1}, {w + 1}]  =  {D[v][w]}" for w in range(4) for v in range(4) if v != w),
    "scipy's entries": "<Compressed Sparse Row sparse array of dtype 'int64'\n"
    "\twith 12 stored elements and shape (4, 4)>\n  Coords\tValues\n" + "\n".join(
        f"  ({v}, {w})\t{D[v][w]}" for v in range(4) for w in range(v)),
    "MATLAB's print": "D =\n\n" + "\n".join("  ".join(f"{x:5}" for x in row) for row in D),
    "Julia's print": "4×4 Matrix{Int64}:\n" + "\n".join(" " + "  ".join(map(str, r)) for r in D),
    "R's print": "     [,1] [,2] [,3] [,4]\n" + "\n".join(
        f"[{v + 1},]" + "".join(f"{x:5}" for x in row) for v, row in enumerate(D)),
    "R's CSV": '"","V1","V2","V3","V4"\n' + "\n".join(
        f'"{v + 1}",' + ",".join(map(str, row)) for v, row in enumerate(D)),
    "Fortran": "\n".join("  ".join(f"{x}.0D+00" for x in row) for row in D),
    "Mathematica": str(D).translate(str.maketrans("[]", "{}")), "np.array": f"D = np.array({D})",
    "Matrix Market": "%%MatrixMarket matrix array integer general\n4 4\n"
    + "\n".join(str(D[v][w]) for w in range(4) for v in range(4)),
    "JSON of pandas": '{"columns": ["A","B","C","D"], "index": [0,1,2,3], "data": ' + f"{D}" + "}",
    "edges with data": "\n".join(networkx.generate_edgelist(networkx.from_numpy_array(
        numpy.array(D)))),
    "multiline": "\n".join(networkx.generate_multiline_adjlist(networkx.from_numpy_array(
        numpy.array(D)))),
    "n and m": "4 6\n1 2 3\n1 3 5\n1 4 4\n2 3 2\n2 4 6\n3 4 1",
    "shortest paths": "c\np sp 4 12\n" + "".join(
        f"a {v + 1} {w + 1} {D[v][w]}\n" for v in range(4) for w in range(4) if v != w),
    "TSPLIB": "name : d\ntype : tsp\ndimension : 4\nedge_weight_type : explicit\n"
    "edge_weight_format : full_matrix\nedge_weight_section\n"
    + "\n".join(" ".join(map(str, row)) for row in D) + "\neof",
    "without colons": "NAME d\nTYPE TSP\nDIMENSION 4\nEDGE_WEIGHT_TYPE EXPLICIT\n"
    "EDGE_WEIGHT_FORMAT UPPER_ROW\nEDGE_WEIGHT_SECTION\n3 5 4\n2 6\n1\nEOF",
    "titles": "origin,destination,km\n" + "\n".join(
        f"{v},{w},{D[v][w]}" for v in range(4) for w in range(v)),
    "Gephi": "Source,Target,Type,Id,Label,timeset,Weight\n" + "\n".join(
        f"{v},{w},Undirected,{v},,,{D[v][w]}.0" for v in range(4) for w in range(v)),
    "records": str([{"from": f"{v}", "to": f"{w}", "weight": D[v][w]}
                    for v in range(4) for w in range(v)]).replace("'", '"'),
}  # fmt: skip
"""The same four places in many notations."""


TRIANGLE = {
    "contest": "3 3\nA B 3\nB C 4\nC A 5",
    "tabs": "A\tB\t3\nB\tC\t4\nC\tA\t5",
    "arrays": "A,B,3\nB,C,4\nC,A,5", "commas and blanks": "A, B, 3\nB, C, 4\nC, A, 5",
    "data": "A B {'weight': 3, 'color': 'red'}\nB C {'weight': 4}\nC A {'weight': 5}",
    "decimal commas": "from;to;km\nA;B;3,0\nB;C;4\nC;A;5,00",
    "French": "Départ;Arrivée;Distance (km)\nA;B;3\nB;C;4\nC;A;5",
    "Italian": "da;a;distanza\nA;B;3\nB;C;4\nC;A;5",
    "a mark of bytes": "\ufefforigen;destino;distancia\nA;B;3\nB;C;4\nC;A;5",
    "sep": "sep=;\nfrom;to;km\nA;B;3\nB;C;4\nC;A;5",
    "pandas": ",source,target,weight\n0,A,B,3\n1,B,C,4\n2,C,A,5",
    "R": '"","from","to","weight"\n"1","A","B",3\n"2","B","C",4\n"3","C","A",5',
    "single quotes": "from,to,km\n'A','B',3\n'B','C',4\n'C','A',5",
    "further columns": "id,source,target,distance,duration\n1,A,B,3,9\n2,B,C,4,8\n3,C,A,5,7",
    "text behind": "from,to,km,remark\nA,B,3,toll\nB,C,4,\nC,A,5,ferry",
    "the weight first": "coste,ciudad1,ciudad2\n3,A,B\n4,B,C\n5,C,A",
    "blank rows": "from,to,km\n\nA,B,3\n,,\nB,C,4\n\nC,A,5\n,,",
    "commas at the end": "from,to,km,\nA,B,3,\nB,C,4,\nC,A,5,",
    "padded": "from , to , km\nA , B , 3\nB , C , 4\nC , A , 5",
    "no-break spaces": "from,to,km\nA,B,\u00a03\nB,C,4\u00a0\nC,A,5",
    "Markdown": "| from | to | km |\n|---|---|---:|\n| A | B | 3 |\n| B | C | 4 |\n| C | A | 5 |",
    "every pair": "I,T,Distance\nA,A,0\nA,B,3\nA,C,5\nB,A,3\nB,B,0\nB,C,4\nC,A,5\nC,B,4\nC,C,0",
    "a corner": "km;A;B;C\nA;0;3;5\nB;3;0;4\nC;5;4;0",
    "en dashes": "km,A,B,C\nA,–,3,5\nB,3,–,4\nC,5,4,–",
    "no corner": "A B C\nA 0 3 5\nB 3 0 4\nC 5 4 0",
    "R's distances": "  A B\nB 3  \nC 5 4",
    "rows in another order": ",A,B,C\nC,5,4,0\nA,0,3,5\nB,3,0,4",
    "names of rows and numbers": ",Name,A,B,C\n0,A,0,3,5\n1,B,3,0,4\n2,C,5,4,0",
    "no index": "A,B,C\n0,3,5\n3,0,4\n5,4,0", "NaN": ",A,B,C\nA,NaN,3,5\nB,3,NaN,4\nC,5,4,NaN",
    "named JSON": '{"names": ["A","B","C"], "matrix": [[0,3,5],[3,0,4],[5,4,0]]}',
    "columns of JSON":
    '{"A": {"A":0,"B":3,"C":5}, "B": {"A":3,"B":0,"C":4}, "C": {"A":5,"B":4,"C":0}}',
    "half of JSON": '{"A": {"B": 3, "C": 5}, "B": {"C": 4}, "C": {}}',
    "edges of JSON": '{"edges": [["A","B",3], ["B","C",4], ["C","A",5]]}',
    "networkx 1":
    '{"directed": false, "graph": [], "nodes": [{"id":"A"},{"id":"B"},{"id":"C"}], "links": ['
    '{"source":0,"target":1,"weight":3}, {"source":1,"target":2,"weight":4}, '
    '{"source":2,"target":0,"weight":5}]}',
    "Sigma": '{"nodes": [{"key":"A"},{"key":"B"},{"key":"C"}], "edges": ['
    + ", ".join(f'{{"source":"{a}","target":"{b}","attributes":{{"weight":{x}}}}}'
                for a, b, x in ("AB3", "BC4", "CA5")) + "]}",
    "parallel": '{"multigraph": true, "nodes": [{"id":"A"},{"id":"B"},{"id":"C"}], "links": ['
    + ", ".join(f'{{"source":"{a}","target":"{b}","weight":{x}}}'
                for a, b, x in ("AB9", "AB3", "BC4", "CA5")) + "]}",
    "igraph": '<graphml><key id="n" for="node" attr.name="name" attr.type="string"/>'
    '<key id="w" for="edge" attr.name="weight" attr.type="double"><default>5</default></key>'
    '<graph edgedefault="undirected">'
    + "".join(f'<node id="n{v}"><data key="n">{v}</data></node>' for v in "ABC")
    + '<edge source="nA" target="nB"><data key="w">3</data></edge>'
    '<edge source="nB" target="nC"><data key="w">4</data></edge><edge source="nC" target="nA"/>'
    "</graph></graphml>",
    "igraph's GML": 'Creator "igraph"\nVersion 1\ngraph\n[\n directed 0\n'
    + "".join(f' node\n [\n id {v}\n name "{n}"\n ]\n' for v, n in enumerate("ABC"))
    + "".join(f" edge\n [\n source {a}\n target {b}\n weight {x}\n ]\n"
              for a, b, x in ("013", "124", "205"))
    + "]",
    "Pajek": '*vertices 3\n1 "A" 0.1 0.2\n2 "B"\n3 "C"\n*edges :1 "road"\n1 2 3\n2 3 4\n3 1 5',
    "half of it": "*Vertices 3\n1 B\n2 A\n3 C\n*Matrix\n0 3 4\n0 0 5\n0 0 0",
    "Pajek's matrix": '*Vertices 3\n1 A\n2 B\n3 C\n*Matrix\n0 3 5\n3 0 4\n5 4 0',
    "R's table": '"from" "to" "km"\n"1" "A" "B" 3\n"2" "B" "C" 4\n"3" "C" "A" 5',
    "pandas prints": "  from to  km\n0    A  B   3\n1    B  C   4\n2    C  A   5",
    "bars": "A|B|3\nB|C|4\nC|A|5", "titles and bars": "src|dst|km\nA|B|3\nB|C|4\nC|A|5",
    "psql": " src | dst | km \n-----+-----+----\n A   | B   |  3\n B   | C   |  4\n"
    " C   | A   |  5\n(3 rows)",
    "Cytoscape": '"SUID","interaction","name","weight"\n"87","pp","A (pp) B","3"\n'
    '"88","pp","B (pp) C","4"\n"89","pd","C (pd) A","5"',
    "Fortran": "A B 3.0D0\nB C 4.0D+00\nC A 0.5D+01", "Ds": "A B 3D0\nB C 4d+000\nC A 5e+000",
    "columns": "from,to,km\nA,B,3D0\nB,C,4\nC,A,.5D1",
    "lines of JSON": '{"from":"A","to":"B","km":3}\n{"from":"B","to":"C","km":4}\n'
    '{"from":"C","to":"A","km":5}',
    "columns of pandas": '{"from":{"0":"A","1":"B","2":"C"},"to":{"0":"B","1":"C","2":"A"},'
    '"km":{"0":3,"1":4,"2":5}}',
    "lists of pandas": '{"from":["A","B","C"],"to":["B","C","A"],"km":[3,4,5]}',
    "rows of pandas": '{"0":{"from":"A","to":"B","km":3},"1":{"from":"B","to":"C","km":4},'
    '"2":{"from":"C","to":"A","km":5}}',
    "rustworkx": '{"directed":false,"multigraph":true,"nodes":[{"id":"A"},{"id":"B"},{"id":"C"}],'
    '"links":[' + ", ".join(f'{{"source":"{a}","target":"{b}","id":0,"data":{{"weight":"{x}"}}}}'
                            for a, b, x in ("AB3", "BC4", "CA5")) + "]}",
    "points": "id,x,y\nA,0,0\nB,3,0\nC,3,4", "points first": "x;y;name\n0;0;A\n3;0;B\n3;4;C",
    "points with titles": "name,address,X_UTM,Y_UTM\nA,Main 1,0.5,0\nB,Oak 2,3.5,0\nC,Elm 3,3.5,4",
    "points of JSON":
    '[{"name":"A","x":0,"y":0}, {"name":"B","x":3,"y":0}, {"name":"C","x":3,"y":4}]',
}  # fmt: skip
"""A–B 3, B–C 4, C–A 5 in many notations."""

RING = {
    "n and m": "5 6\n1 2\n2 3\n3 4\n4 5\n5 1\n1 3", "n, m": "5,6\n1,2\n2,3\n3,4\n4,5\n5,1\n1,3",
    "two lines": "5\n6\n1 2\n2 3\n3 4\n4 5\n5 1\n1 3", "n": "5\n1 2\n2 3\n3 4\n4 5\n5 1\n1 3",
    "a line of zeros": "5 6\n\n1 2\n2 3\n3 4\n4 5\n5 1\n1 3\n0 0\n",
    "degrees": "5\n3 2 5 3\n2 1 3\n3 2 4 1\n2 3 5\n2 4 1",
    "degrees below n and m": "5 6\n3 2 5 3\n2 1 3\n3 2 4 1\n2 3 5\n2 4 1",
    "METIS": "% KaHIP\n5 6\n2 5 3\n1 3\n2 4 1\n3 5\n4 1",
    "colons": "1: 2 5 3\n2: 1 3\n3: 2 4 1\n4: 3 5\n5: 4 1",
    "colons and commas": "1: 2, 5, 3,\n2: 1, 3,\n3: 2, 4, 1,\n4: 3, 5,\n5: 4, 1,",
    "colons and semicolons": "  1 : 2 5 3;\n  2 : 1 3;\n  3 : 2 4 1;\n  4 : 3 5;\n  5 : 4 1;",
    "lists": "1 : [2, 5, 3]\n2 : [1, 3]\n3 : [2, 4, 1]\n4 : [3, 5]\n5 : [4, 1]",
    "commas": "1,2,5,3\n2,1,3\n3,2,4,1\n4,3,5\n5,4,1",
    "networkx": "#x.py\n# GMT\n# \n1 2 5 3\n2 3\n3 4\n4 5\n5",
    "coordinates":
    "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n5 5 6\n2 1\n3 2\n4 3\n5 4\n5 1\n3 1",
    "colours": "c\np col 5 6\nn 1 2\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\ne 1 3",
    "PACE": "p tw 5 6\n1 2\n2 3\n3 4\n4 5\n5 1\n1 3",
    "SNAP": "# Nodes: 5\n1\t2\n2\t3\n3\t4\n4\t5\n5\t1\n1\t3",
    "titles": "person,friend\n1,2\n2,3\n3,4\n4,5\n5,1\n1,3",
    "psql": " a | b \n---+---\n 1 | 2\n 2 | 3\n 3 | 4\n 4 | 5\n 5 | 1\n 1 | 3\n(6 rows)",
    "SIF": "1 (pp) 2\n2 (pp) 3\n3 (pd) 4\n4 (pp) 5\n5 (pp) 1\n1 (pp) 3",
    "SIF with lists": "1\tpp\t2\t5\t3\n2\tpp\t3\n3\tpp\t4\n4\tpd\t5",
    "Mathematica": "{1 <-> 2, 2 <-> 3, 3 <-> 4, 4 <-> 5, 5 <-> 1, 1 <-> 3}",
    "a set": "{(1, 2), (2, 3), (3, 4), (4, 5), (5, 1), (1, 3)}",
    "JSON": '{"1": [2, 5, 3], "2": [1, 3], "3": [2, 4, 1], "4": [3, 5], "5": [4, 1]}',
    "Pajek": "*Vertices 5\n*Edgeslist\n1 2 5 3\n2 3\n3 4\n4 5",
    "DOT": "// x\nstrict graph { 1 -- 2 -- 3 -- 4 -- 5 -- 1; 1 -- 3 }",
}  # fmt: skip
"""The ring 1 2 3 4 5 and the edge 1–3 in many notations."""

ARCS = {
    "flows": "p max 3 3\nn 1 s\nn 3 t\na 1 2 3\na 2 3 4\na 3 1 5",
    "arrows": "A -> B 3\nB -> C 4\nC -> A 5", "both ways": "A -> B 3\nB -> C 4\nC -> A 5",
    "shortest paths": "p sp 3 3\na 1 2 3\na 2 3 4\na 3 1 5",
    "Matrix Market":
    "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 3\n2 3 4.0\n3 1 5e0",
    "Gephi": "Source,Target,Type,Id,Weight\nA,B,Directed,0,3.0\nB,C,Directed,1,4\nC,A,Directed,2,5",
    "DOT": "digraph { A -> B [weight=3]; B -> C [weight=4]; C -> A [weight=5] }",
    "Pajek": "*Vertices 3\n1 A\n2 B\n3 C\n*Arcs\n1 2 3\n2 3 4\n3 1 5",
}  # fmt: skip
"""A→B 3, B→C 4, C→A 5 in many notations."""

ROWS = [[1, 0, 3], [0, 0, 0], [7, 0, 9]]
CELLS = "1 . 3\n. . .\n7 . 9"


def marked(mark: str) -> str:
    return "\n".join(" ".join(str(n) if n else mark for n in row) for row in ROWS)


BOARDS = {
    **{f"marks {mark}": marked(mark) for mark in (".", "_", "?", "*", "-", "--", "0", "-1", "x")},
    "brackets": "\n".join("".join(f"[{n or ' '}]" for n in row) for row in ROWS),
    "padded": "\n".join(" ".join(f"{n:03}" for n in row) for row in ROWS),
    "size": "3\n" + marked("0"), "two sizes": "3 3\n" + marked("0"), "5x5": "3x3\n" + marked("."),
    "n=": "n=3\n" + marked("0"), "size:": "size: 3\n" + marked("0"), "Python": f"board = {ROWS}",
    "a final comma": str(ROWS)[:-1] + ",]", "None": f"board = {ROWS}".replace("0", "None"),
    "C": "int g[3][3] = {\n {1,0,3},\n {0,0,0},\n {7,0,9},\n};",
    "MATLAB": "b = [1 0 3; 0 0 0; 7 0 9];", "one line": "1 0 3; 0 0 0; 7 0 9",
    "numpy": "[[1 0 3]\n [0 0 0]\n [7 0 9]]",
    "array": "array([[1, 0, 3],\n [0, 0, 0],\n [7, 0, 9]])",
    "MiniZinc": "g = [| 1, 0, 3\n | 0, 0, 0\n | 7, 0, 9 |];", "tabs": "1\t\t3\n\t\t\n7\t\t9",
    "semicolons": "1;;3\n;;\n7;;9", "commas": "1,,3\n,,\n7,,9",
    "a frame": "+--+--+--+\n| 1|  | 3|\n+--+--+--+\n"
    "|  |  |  |\n+--+--+--+\n| 7|  | 9|\n+--+--+--+",
    "lines": "┌─┬─┬─┐\n│1│ │3│\n├─┼─┼─┤\n│ │ │ │\n├─┼─┼─┤\n│7│ │9│\n└─┴─┴─┘",
    "Markdown": "|1| |3|\n|-|-|-|\n| | | |\n|7| |9|",
    "letters": "|a|b|c|\n|---|---|---|\n|1| |3|\n| | | |\n|7| |9|",
    "a double frame": "╔═╦═╦═╗\n║1║ ║3║\n╠═╬═╬═╣\n║ ║ ║ ║\n╠═╬═╬═╣\n║7║ ║9║\n╚═╩═╩═╝",
    "an outer frame": "+-------+\n| 1 . 3 |\n| . . . |\n| 7 . 9 |\n+-------+",
    "bars within": " 1 |   | 3 \n---+---+---\n   |   |   \n---+---+---\n 7 |   | 9 ",
    "titles": "|c1|c2|c3|\n|--|--|--|\n|1|.|3|\n|.|.|.|\n|7|.|9|",
    "JavaScript": "const g = [[1,null,3],[null,null,null],[7,null,9]];",
    "Java": "int[][] b = new int[][] {{1,0,3},{0,0,0},{7,0,9}};",
    "Prolog": "[[1,_,3],[_,_,_],[7,_,9]].", "Mathematica": "{{1,_,3},{_,_,_},{7,_,9}}",
    "numpy's wide": "[[ 1  0  3]\n [ 0  0  0]\n [ 7  0  9]]",
    "dtype": "array([[1, 0, 3],\n [0, 0, 0],\n [7, 0, 9]], dtype=int8)",
    "quotes": '"1","","3"\n"","",""\n"7","","9"',
    "carriage returns": marked(".").replace("\n", "\r\n"),
    "no-break spaces": marked(".").replace(" ", "\u00a0"), "dots": marked(".."),
    "middle dots": marked("·"), "Spanish size": "tamaño: 3\n" + marked("0"),
    "×": "3×3\n" + marked("."), "pair": "(3, 3)\n" + marked("."), "packed": "1.3\n...\n7.9",
    "rows in quotes": "['1.3', '...', '7.9']",
}  # fmt: skip
"""The same board in many notations."""


GRAPHS = [*MATRICES.values(), *TRIANGLE.values(), *RING.values(), *ARCS.values()]
