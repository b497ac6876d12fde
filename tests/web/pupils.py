"""Programs that look for knight's tours, each right in its own way."""

MOVES = "MOVES = [(2,-1),(2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2)]\n"

GEEKS = """n = 5
def isSafe(x, y, board):
    if(x >= 0 and y >= 0 and x < n and y < n and board[x][y] == -1):
        return True
    return False
def printSolution(n, board):
    for i in range(n):
        for j in range(n):
            print(board[i][j], end=' ')
        print()
def solveKT(n):
    board = [[-1 for i in range(n)]for i in range(n)]
    move_x = [2, 1, -1, -2, -2, -1, 1, 2]
    move_y = [1, 2, 2, 1, -1, -2, -2, -1]
    board[0][0] = 0
    pos = 1
    if(not solveKTUtil(n, board, 0, 0, move_x, move_y, pos)):
        print("Solution does not exist")
    else:
        printSolution(n, board)
def solveKTUtil(n, board, curr_x, curr_y, move_x, move_y, pos):
    if(pos == n**2):
        return True
    for i in range(8):
        new_x = curr_x + move_x[i]
        new_y = curr_y + move_y[i]
        if(isSafe(new_x, new_y, board)):
            board[new_x][new_y] = pos
            if(solveKTUtil(n, board, new_x, new_y, move_x, move_y, pos+1)):
                return True
            board[new_x][new_y] = -1
    return False
solveKT(n)
"""

GEEKS_NAIVE = """from itertools import product
n = 3
MOVES = [(2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2),(2,-1)]
found = False
for moves in product(MOVES, repeat=4):  # all would take for ever
    board = [[-1] * n for _ in range(n)]
    x = y = 0
    board[x][y] = 0
    for i, (dx, dy) in enumerate(moves, 1):
        x, y = x + dx, y + dy
        if not (0 <= x < n and 0 <= y < n):
            break
        board[x][y] = i
    else:
        if all(cell >= 0 for row in board for cell in row):
            found = True
print(found)
"""

PUC_GENERIC = """
class Tablero:
    dimension = 0
    pos_inicial = []
    recorrido = [[]]
    def __init__(self, dimension=8, f_inicial=0, c_inicial=0):
        self.dimension = dimension
        self.pos_inicial = [f_inicial, c_inicial]
        self.recorrido = []
    def DentroTablero(self, f, c):
        return f >= 0 and f < self.dimension and c >= 0 and c < self.dimension
    def YaVisitado(self, f, c):
        return [f, c] in self.recorrido
    def AgregarSalto(self, f, c):
        self.recorrido.append([f, c])
    def EliminarSalto(self):
        self.recorrido.pop()
    def MovimientosPosibles(self, f, c):
        movimientos = []
        movimientos.append([f+2,c-1])
        movimientos.append([f+2,c+1])
        movimientos.append([f+1,c+2])
        movimientos.append([f-1,c+2])
        movimientos.append([f-2,c+1])
        movimientos.append([f-2,c-1])
        movimientos.append([f-1,c-2])
        movimientos.append([f+1,c-2])
        return movimientos
    def MovimientosValidos(self, f, c):
        movimientos = self.MovimientosPosibles(f, c)
        validos = []
        for mov in movimientos:
            if self.DentroTablero(mov[0], mov[1]) and \\
                not self.YaVisitado(mov[0], mov[1]):
                validos.append(mov)
        return validos
    def SirveComoSolucionParcial(self, solucion_candidata):
        f = solucion_candidata[-1][0]
        c = solucion_candidata[-1][1]
        return not self.YaVisitado(f, c)
    def SirveComoSolucionFinal(self, solucion_candidata):
        if len(solucion_candidata) < self.dimension * self.dimension:
            return False
        else:
            return self.SirveComoSolucionParcial(solucion_candidata)
    def MostrarSolucionFinal(self, solucion_candidata):
        tablero = []
        for i in range(0, self.dimension):
            f = []
            for j in range(0, self.dimension):
                f.append(' ')
            tablero.append(f)
        num = 1
        for mov in solucion_candidata:
            f = mov[0]; c = mov[1]
            tablero[f][c] = str(num).center(4)
            num += 1
        for f in tablero:
            print(f)
    def ObtenerSolucionesCandidatas(self, solucion_candidata):
        f = solucion_candidata[-1][0]
        c = solucion_candidata[-1][1]
        listaCandidatas = []
        for mov in self.MovimientosValidos(f, c):
            listaCandidatas.append(solucion_candidata + [mov])
        return listaCandidatas
    def SolucionInicial(self):
        return [self.pos_inicial]
"""
PUC = (
    PUC_GENERIC
    + """
    def Backtracking(self, solucion_candidata):
        if not self.SirveComoSolucionParcial(solucion_candidata):
            return False
        if self.SirveComoSolucionFinal(solucion_candidata):
            self.MostrarSolucionFinal(solucion_candidata)
            return True
        f = solucion_candidata[-1][0]
        c = solucion_candidata[-1][1]
        self.AgregarSalto(f, c)
        lista_candidatas = self.ObtenerSolucionesCandidatas(solucion_candidata)
        for solucion in lista_candidatas:
            if self.Backtracking(solucion):
                return True
        self.EliminarSalto()
        return False

t = Tablero(SIDE, 0, 0)
if t.Backtracking(t.SolucionInicial()):
    print("Felicitaciones; encontramos una solución")
else:
    print("Ups!, no hay solución")
"""
)

BITCUCO = """
def get_possible_moves(chessboard, position):
    possible = [
        [position[0] - 1, position[1] - 2], [position[0] - 2, position[1] - 1],
        [position[0] + 1, position[1] - 2], [position[0] + 2, position[1] - 1],
        [position[0] - 2, position[1] + 1], [position[0] - 1, position[1] + 2],
        [position[0] + 1, position[1] + 2], [position[0] + 2, position[1] + 1],
    ]
    size = len(chessboard)
    return [m for m in possible if m[0] >= 0 and m[1] >= 0 and m[0] < size and m[1] < size]

def is_move_allowed(chessboard, move):
    return chessboard[move[0]][move[1]] != 1

def is_board_completely_visited(chessboard, moves):
    return len(chessboard) ** 2 == len(moves)

def knight_tour_recursive(chessboard, moves):
    if is_board_completely_visited(chessboard, moves):
        return True
    for move in get_possible_moves(chessboard, moves[-1]):
        if is_move_allowed(chessboard, move):
            moves.append(move)
            chessboard[move[0]][move[1]] = 1
            if knight_tour_recursive(chessboard, moves):
                return True
            moves.pop()
            chessboard[move[0]][move[1]] = 0
    return False

def knight_tour(size):
    chessboard = [[0] * size for _ in range(size)]
    moves = []
    first = [0, 0]
    moves.append(first)
    chessboard[first[0]][first[0]] = 1
    return moves if knight_tour_recursive(chessboard, moves) else []

print(knight_tour(SIDE))
"""

GRANADA = """
n = SIDE
MOVS = [(-2,-1),(-2,1),(2,-1),(2,1),(-1,2),(-1,-2),(1,-2),(1,2)]
T = [[EMPTY] * n for _ in range(n)]
def esValido(u, v):
    return 0 <= u < n and 0 <= v < n and T[u][v] == EMPTY
def Ensayar(i, x, y):
    k, q = 0, False
    while not q and k < 8:
        u, v = x + MOVS[k][0], y + MOVS[k][1]
        k += 1
        if esValido(u, v):
            T[u][v] = i
            if i < LAST:
                q = Ensayar(i + 1, u, v)
                if not q:
                    T[u][v] = EMPTY
            else:
                q = True
    return q
T[X][Y] = FIRST
if Ensayar(FIRST + 1, X, Y):
    for fila in T:
        print(fila)
else:
    print("No se ha encontrado la solución")
"""


def granada(side: int, empty: int, first: int, x: int, y: int, last: str = "") -> str:
    program = GRANADA.replace("LAST", last or f"{side * side - 1 + first}")
    for name, value in (("SIDE", side), ("EMPTY", empty), ("FIRST", first), ("X", x), ("Y", y)):
        program = program.replace(name, str(value))
    return program


# The search of most pupils; many others differ from it in a line or two.
PLAIN = """
board = [[0] * N for _ in range(N)]
def go(r, c, k):
    board[r][c] = k
    if k == N * N:
        return True
    for a, d in MOVES:
        x, y = r + a, c + d
        if 0 <= x < N and 0 <= y < N and board[x][y] == 0 and go(x, y, k + 1):
            return True
    board[r][c] = 0
    return False
print(go(0, 0, 1))
"""
NESTED = " and go(x, y, k + 1):\n            return True\n"
"""The call, and what follows it."""

NEAR = """
def near(r, c):
    return [(r + a, c + b) for a, b in MOVES
            if 0 <= r + a < N and 0 <= c + b < N and board[r + a][c + b] == 0]
"""


def plain(*changes: tuple[str, str]) -> str:
    """Return the plain search with parts replaced."""
    program = PLAIN
    for before, after in changes:
        assert before in program, before
        program = program.replace(before, after)
    return program


def searching(squares: str) -> str:
    """Return a search over some squares near r, c."""
    return (
        PLAIN[PLAIN.index("def") :]
        .replace("for a, d in MOVES:", f"for x, y in {squares}:")
        .replace(
            "        x, y = r + a, c + d\n        if 0 <= x < N and 0 <= y < N and", "        if"
        )
    )


# Each visits and frees in another kind of structure, or order; SIDE is the length of a side.
MADE = {
    "marks-true": """
seen = [[False] * N for _ in range(N)]
order = []
def go(r, c):
    seen[r][c] = True
    order.append((r, c))
    if len(order) == N * N:
        return True
    for a, d in MOVES:
        x, y = r + a, c + d
        if 0 <= x < N and 0 <= y < N and not seen[x][y]:
            if go(x, y):
                return True
    order.pop()
    seen[r][c] = False
    return False
print(order if go(0, 0) else "none")
""",
    "strings": plain(
        ("[[0]", '[["."]'), ("= k\n", "= str(k)\n"), ("board[x][y] == 0", 'board[x][y] == "."'),
        ("[c] = 0", '[c] = "."'), ("print(go(0, 0, 1))", "go(0, 0, 1)\nprint(board)"),
    ),
    "handed-on": """
def busca(camino):
    if len(camino) == N * N:
        return camino
    r, c = camino[-1]
    for a, d in MOVES:
        s = (r + a, c + d)
        if 0 <= s[0] < N and 0 <= s[1] < N and s not in camino:
            found = busca(camino + [s])
            if found:
                return found
    return None
print(busca([(0, 0)]))
""",
    "generator": """
def tours(path, seen):
    if len(path) == N * N:
        yield list(path)
        return
    r, c = path[-1]
    for a, d in MOVES:
        s = r + a, c + d
        if 0 <= s[0] < N and 0 <= s[1] < N and s not in seen:
            path.append(s)
            seen.add(s)
            yield from tours(path, seen)
            seen.remove(s)
            path.pop()
print(next(tours([(0, 0)], {(0, 0)}), None))
""",
    "explicit-stack": """
stack = [[(0, 0)]]
answer = None
while stack:
    path = stack.pop()
    if len(path) == N * N:
        answer = path
        break
    r, c = path[-1]
    for a, d in MOVES:
        s = (r + a, c + d)
        if 0 <= s[0] < N and 0 <= s[1] < N and s not in path:
            stack.append(path + [s])
print(answer)
""",
    "directions-on-the-board": """
board = [[-1] * N for _ in range(N)]
def go(r, c, left):
    if left == 0:
        board[r][c] = 8
        return True
    for k, (a, d) in enumerate(MOVES):
        x, y = r + a, c + d
        if 0 <= x < N and 0 <= y < N and board[x][y] == -1:
            board[r][c] = k
            if go(x, y, left - 1):
                return True
    board[r][c] = -1
    return False
print(go(0, 0, N * N - 1))
""",
    "class": """
class Knight:
    def __init__(self, n):
        self.n = n
        self.board = [[0] * n for _ in range(n)]
    def free(self, r, c):
        return 0 <= r < self.n and 0 <= c < self.n and not self.board[r][c]
    def search(self, r, c, k):
        self.board[r][c] = k
        if k == self.n ** 2:
            return True
        for a, d in MOVES:
            if self.free(r + a, c + d) and self.search(r + a, c + d, k + 1):
                return True
        self.board[r][c] = 0
        return False
k = Knight(N)
print(k.search(0, 0, 1), k.board)
""",
    "no-return-value": plain(
        ("def go", "done = False\ndef go"), ("r, c, k):", "r, c, k):\n    global done"),
        ("        return True\n    for", "        done = True\n        return\n    for"),
        (NESTED, ":\n            go(x, y, k + 1)\n            if done:\n                return\n"),
        ("    return False\n", ""), ("print(go(0, 0, 1))", "go(0, 0, 1)\nprint(board)"),
    ),
    "exception": plain(
        ("def go", "class Done(Exception):\n    pass\ndef go"),
        ("        return True\n    for", "        raise Done\n    for"),
        (NESTED, ":\n            go(x, y, k + 1)\n"), ("    return False\n", ""),
        ("print(go(0, 0, 1))", "try:\n    go(0, 0, 1)\nexcept Done:\n    print(board)"),
    ),
    "index-errors": """
board = [[0] * N for _ in range(N)]
def go(r, c, k):
    if r < 0 or c < 0:
        return False
    try:
        if board[r][c]:
            return False
    except IndexError:
        return False
    board[r][c] = k
    if k == N * N or any(go(r + a, c + d, k + 1) for a, d in MOVES):
        return True
    board[r][c] = 0
    return False
print(go(0, 0, 1))
""",
    "count-all": """
board = [[0] * N for _ in range(N)]
count = 0
def go(r, c, k):
    global count
    if k == N * N:
        count += 1
        return
    for a, d in MOVES:
        x, y = r + a, c + d
        if 0 <= x < N and 0 <= y < N and board[x][y] == 0:
            board[x][y] = k + 1
            go(x, y, k + 1)
            board[x][y] = 0
board[0][0] = 1
go(0, 0, 1)
print(count)
""",
    "count-by-value": plain(
        ("return True\n    for", "return 1\n    total = 0\n    for"),
        ("    board[r][c] = k\n    if k == N * N:\n        return 1\n",
         "    if k == N * N:\n        return 1\n    board[r][c] = k\n"),
        (NESTED, ":\n            total += go(x, y, k + 1)\n"), ("return False", "return total"),
    ),
    "closed": plain(("k == N * N:", "k == N * N and (r, c) in MOVES:")),
    "pruned": """
board = [[0] * N for _ in range(N)]
def near(r, c):
    return [(r + a, c + b) for a, b in MOVES
            if 0 <= r + a < N and 0 <= c + b < N and board[r + a][c + b] == 0]
def hopeless(r, c):
    lone = 0
    for i in range(N):
        for j in range(N):
            if board[i][j] == 0:
                ways = len(near(i, j)) + ((i - r, j - c) in MOVES)
                if ways == 0:
                    return True
                lone += ways == 1
    return lone > 1
def go(r, c, k):
    board[r][c] = k
    if k == N * N:
        return True
    if not hopeless(r, c):
        for x, y in near(r, c):
            if go(x, y, k + 1):
                return True
    board[r][c] = 0
    return False
print(go(0, 0, 1))
""",
    "looking-ahead": "board = [[0] * N for _ in range(N)]" + NEAR + """
def exits(r, c, k):
    board[r][c] = k
    n = len(near(r, c))
    board[r][c] = 0
    return n
""" + searching("sorted(near(r, c), key=lambda s: exits(*s, k + 1))"),
    "old-numbers-stay": plain(
        ("def go", "seen = set()\ndef go"), ("[c] = k", "[c] = k\n    seen.add((r, c))"),
        ("board[x][y] == 0", "(x, y) not in seen"),
        ("board[r][c] = 0", "seen.remove((r, c))"), ("0, 0, 1)", "0, 0, 1), board"),
    ),
    "exits-table": """
exits = [[0] * N for _ in range(N)]
for r in range(N):
    for c in range(N):
        for a, d in MOVES:
            if 0 <= r + a < N and 0 <= c + d < N:
                exits[r][c] += 1
path = [(0, 0)]
def go():
    if len(path) == N * N:
        return True
    r, c = path[-1]
    near = [(r + a, c + d) for a, d in MOVES
            if 0 <= r + a < N and 0 <= c + d < N and (r + a, c + d) not in path]
    for s in sorted(near, key=lambda s: exits[s[0]][s[1]]):
        path.append(s)
        if go():
            return True
        path.pop()
    return False
print(go(), path)
""",
    "dict": """
board = {(r, c): 0 for r in range(N) for c in range(N)}
def go(s, k):
    board[s] = k
    if k == N * N:
        return True
    for a, d in MOVES:
        t = s[0] + a, s[1] + d
        if board.get(t) == 0 and go(t, k + 1):
            return True
    board[s] = 0
    return False
print(go((0, 0), 1), board)
""",
    "set": """
def go(s, seen):
    if len(seen) == N * N:
        print("found")
        return True
    for a, d in MOVES:
        t = s[0] + a, s[1] + d
        if 0 <= t[0] < N and 0 <= t[1] < N and t not in seen:
            seen.add(t)
            if go(t, seen):
                return True
            seen.discard(t)
    return False
go((0, 0), {(0, 0)})
""",
    "flat": """
board = [0] * (N * N)
def go(at, k):
    board[at] = k
    if k == N * N:
        return True
    r, c = divmod(at, N)
    for a, d in MOVES:
        if 0 <= r + a < N and 0 <= c + d < N and board[(r + a) * N + c + d] == 0:
            if go((r + a) * N + c + d, k + 1):
                return True
    board[at] = 0
    return False
print(go(0, 1), board)
""",
    "first-written-then-copied": """
import copy
start = [[0] * N for _ in range(N)]
start[0][0] = 1
def go(board, r, c, k):
    if k == N * N:
        print(board)
        return True
    for a, d in MOVES:
        x, y = r + a, c + d
        if 0 <= x < N and 0 <= y < N and board[x][y] == 0:
            other = copy.deepcopy(board)
            other[x][y] = k + 1
            if go(other, x, y, k + 1):
                return True
    return False
go(start, 0, 0, 1)
""",
    "backwards": plain(("k == N * N", "k == 1"), ("k + 1", "k - 1"), ("0, 0, 1)", "0, 0, N * N)")),
    "frame": plain(
        ("board = [[0] * N for _ in range(N)]", "W = N + 4\nboard = [[-1] * W for _ in range(W)]\n"
         "for r in range(2, N + 2):\n    for c in range(2, N + 2):\n        board[r][c] = 0"),
        ("0 <= x < N and 0 <= y < N and ", ""), ("0, 0, 1", "2, 2, 1"),
    ),
    "filled-first": plain(
        ("[[0] * N for _ in range(N)]", "[[None] * N for _ in range(N)]\n"
         "for r in range(N):\n    for c in range(N):\n        board[r][c] = -1"),
        ("== 0", "== -1"), ("[c] = 0", "[c] = -1"), ("N * N:", "N * N - 1:"),
        ("0, 0, 1", "0, 0, 0"),
    ),
    "restarts": """
import random
random.seed(3)
board = [[0] * N for _ in range(N)]
def clear():
    for r in range(N):
        for c in range(N):
            board[r][c] = 0
""" + NEAR + """
def attempt():
    clear()
    r = c = 0
    for k in range(1, N * N + 1):
        board[r][c] = k
        ways = near(r, c)
        if not ways:
            return k == N * N
        random.shuffle(ways)
        r, c = min(ways, key=lambda s: len(near(*s)))
print(any(attempt() for _ in range(2000)), board)
""",
    "every-start": plain(("go(0, 0, 1)", "any(go(r, c, 1) for r in range(N) for c in range(N))")),
    "king": plain(("in MOVES", "in [(a, d) for a in (-1, 0, 1) for d in (-1, 0, 1) if a or d]")),
    "torus": plain(
        ("0 <= x < N and 0 <= y < N and ", ""), ("r + a, c + d", "(r + a) % N, (c + d) % N"),
    ),
    "sides-freed-by-the-caller-too": plain(
        (NESTED, ":\n            if go(x, y, k + 1):\n                return True\n"
         "            board[x][y] = 0\n"),
    ),
}  # fmt: skip

RIGHT = {
    "geeks": GEEKS,
    "geeks-naive": GEEKS_NAIVE,
    "puc": PUC.replace("SIDE", "5"),
    "puc-none": PUC.replace("SIDE", "4"),
    "bitcuco": BITCUCO.replace("SIDE", "5"),
    "bitcuco-none": BITCUCO.replace("SIDE", "3"),
    "granada": granada(5, -1, 0, 2, 2),
    "granada-from-one": granada(5, 0, 1, 2, 2),
    "granada-none": granada(3, -1, 0, 0, 0),
    "warnsdorff": f"N = 6\n{MOVES}board = [[0] * N for _ in range(N)]{NEAR}"
    + searching("sorted(near(r, c), key=lambda s: len(near(*s)))"),
    **{
        f"{name}-{side}": f"N = {side}\n{MOVES}{program}"
        for name, program in MADE.items()
        for side in (4, 5, 6)
    },
}  # fmt: skip
