# ruff: noqa: E501  - pupils write long lines
"""Programs for queens, sudokus and sums: right ones of many forms, and the same with one mistake."""

from collections.abc import Iterator
from typing import Final

from .forms_of_pupils import PUZZLES

GRID: Final = "[[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]"

QUEENS_BOARD: Final = """n = 6
t = [[0] * n for _ in range(n)]
def libre(f, c):
    for i in range(f):
        for j in range(n):
            if t[i][j] == 1 and (j == c or i - j == f - c or i + j == f + c):
                return False
    return True
def poner(f):
    if f == n:
        return True
    for c in range(n):
        if libre(f, c):
            t[f][c] = 1
            if poner(f + 1):
                return True
            t[f][c] = 0
    return False
if poner(0):
    for fila in t: print(fila)
else:
    print("no hay solución")
"""

QUEENS_ALL: Final = """n = 6
todas = []
def reinas(cols):
    if len(cols) == n:
        todas.append(cols[:])
        return
    for c in range(n):
        if all(c != d and abs(c - d) != len(cols) - i for i, d in enumerate(cols)):
            cols.append(c)
            reinas(cols)
            cols.pop()
reinas([])
print(len(todas), todas)
"""

QUEENS_SETS: Final = """N = 6
cols, up, down, where = set(), set(), set(), []
def go(r):
    if r == N: return True
    for c in range(N):
        if c in cols or r + c in up or r - c in down: continue
        cols.add(c); up.add(r + c); down.add(r - c); where.append((r, c))
        if go(r + 1): return True
        cols.discard(c); up.discard(r + c); down.discard(r - c); where.pop()
    return False
go(0)
print(where)
"""

QUEENS_HANDED: Final = """N = 6
def solve(q):
    if len(q) == N: return q
    for c in range(N):
        if all(c != d and abs(c - d) != len(q) - i for i, d in enumerate(q)):
            r = solve(q + [c])
            if r: return r
    return None
print(solve([]))
"""

SUDOKU: Final = f"""g = {GRID}
def ok(r, c, v):
    for k in range(4):
        if g[r][k] == v: return False
        if g[k][c] == v: return False
    a, b = r // 2 * 2, c // 2 * 2
    for i in range(a, a + 2):
        for j in range(b, b + 2):
            if g[i][j] == v: return False
    return True
def solve():
    for r in range(4):
        for c in range(4):
            if g[r][c] == 0:
                for v in range(1, 5):
                    if ok(r, c, v):
                        g[r][c] = v
                        if solve(): return True
                        g[r][c] = 0
                return False
    return True
print(solve())
for row in g: print(row)
"""

SUDOKU_COUNTED: Final = f"""g = {GRID}
def puede(f, c, x):
    return all(g[f][k] != x and g[k][c] != x and g[f // 2 * 2 + k // 2][c // 2 * 2 + k % 2] != x for k in range(4))
def rellenar(k):
    if k == 16:
        return True
    f, c = k // 4, k % 4
    if g[f][c] != 0:
        return rellenar(k + 1)
    for x in 1, 2, 3, 4:
        if puede(f, c, x):
            g[f][c] = x
            if rellenar(k + 1):
                return True
            g[f][c] = 0
    return False
print(rellenar(0), g)
"""

SUM: Final = """numeros = [8, 5, 3, 9, 12, 7]
meta = 24
elegidos = []
def buscar(i, suma):
    if suma == meta:
        return True
    if i == len(numeros) or suma > meta:
        return False
    elegidos.append(numeros[i])
    if buscar(i + 1, suma + numeros[i]):
        return True
    elegidos.pop()
    return buscar(i + 1, suma)
if buscar(0, 0):
    print(elegidos)
else:
    print("imposible")
"""

SUM_LOOP: Final = """a, goal, found, chosen = [11, 6, 5, 1, 7, 13, 12], 31, [], []
def go(start, total):
    if total == goal:
        found.append(chosen[:])
        return
    for j in range(start, len(a)):
        if total + a[j] <= goal:
            chosen.append(a[j])
            go(j + 1, total + a[j])
            chosen.pop()
go(0, 0)
print(found)
"""

RIGHT: Final = PUZZLES | {
    "queens on a board": QUEENS_BOARD,
    "queens, three": QUEENS_BOARD.replace("n = 6", "n = 3"),
    "queens, every one": QUEENS_ALL,
    "queens in sets": QUEENS_SETS,
    "queens, handed on": QUEENS_HANDED,
    "queens, generated": """N = 6
def queens(cols=()):
    if len(cols) == N:
        yield cols
    else:
        for c in range(N):
            if all(c != d and abs(c - d) != len(cols) - i for i, d in enumerate(cols)):
                yield from queens(cols + (c,))
print(next(queens()))
""",
    "queens, all generated": """N = 5
def queens(q):
    if len(q) == N:
        yield list(q)
        return
    for c in range(N):
        if not any(c == d or abs(c - d) == len(q) - i for i, d in enumerate(q)):
            q.append(c)
            yield from queens(q)
            q.pop()
for one in queens([]):
    print(one)
""",
    "queens, a stack": """N = 6
pila = [[]]
while pila:
    q = pila.pop()
    if len(q) == N:
        print(q)
        break
    for c in reversed(range(N)):
        if all(c != d and abs(c - d) != len(q) - i for i, d in enumerate(q)):
            pila.append(q + [c])
""",
    "queens, without recursion": """n = 6
x = [-1] * n
k = 0
while 0 <= k < n:
    x[k] += 1
    while x[k] < n and any(x[i] == x[k] or abs(x[i] - x[k]) == k - i for i in range(k)):
        x[k] += 1
    if x[k] == n:
        x[k] = -1
        k -= 1
    else:
        k += 1
print(x if k == n else "none")
""",
    "queens in bits": """N = 6
def count(r, cols, up, down):
    if r == N: return 1
    total = 0
    for c in range(N):
        if not (cols >> c & 1 or up >> (r + c) & 1 or down >> (r - c + N) & 1):
            total += count(r + 1, cols | 1 << c, up | 1 << (r + c), down | 1 << (r - c + N))
    return total
print(count(0, 0, 0, 0))
""",
    "queens, permuted": """from itertools import permutations
N = 6
todas = list(permutations(range(N)))
buenas = []
for p in todas:
    if len({p[i] + i for i in range(N)}) == N == len({p[i] - i for i in range(N)}):
        buenas.append(p)
print(len(buenas))
""",
    "queens, tested at the end": """n = 4
q = []
def bien():
    return all(q[i] != q[j] and abs(q[i] - q[j]) != j - i for i in range(n) for j in range(i + 1, n))
def todo():
    if len(q) == n:
        return bien()
    for c in range(n):
        q.append(c)
        if todo(): return True
        q.pop()
    return False
print(todo(), q)
""",
    "queens, counted": """n = 6
x = [0] * n
total = 0
def go(k):
    global total
    if k == n:
        total += 1
        return
    for c in range(n):
        x[k] = c
        if all(x[i] != c and abs(x[i] - c) != k - i for i in range(k)):
            go(k + 1)
go(0)
print(total)
""",
    "queens, the last row not written": """n = 6
q = []
def cuenta(f):
    total = 0
    for c in range(n):
        if all(c != d and abs(c - d) != f - i for i, d in enumerate(q)):
            if f == n - 1:
                total += 1
            else:
                q.append(c)
                total += cuenta(f + 1)
                q.pop()
    return total
print(cuenta(0))
""",
    "queens, the attacked squares counted": """n = 6
malas = [[0] * n for _ in range(n)]
sitio = {}
def marca(f, c, d):
    for i in range(n):
        for j in range(n):
            if i == f or j == c or abs(i - f) == abs(j - c): malas[i][j] += d
def go(f):
    if f == n: return True
    for c in range(n):
        if malas[f][c] == 0:
            sitio[f] = c
            marca(f, c, 1)
            if go(f + 1): return True
            marca(f, c, -1)
            del sitio[f]
    return False
print(go(0), sitio)
""",
    "queens, a class": """class Tablero:
    def __init__(self, n):
        self.n = n
        self.reinas = []
    def ataca(self, f, c):
        return any(c == y or abs(f - x) == abs(c - y) for x, y in self.reinas)
    def resolver(self, f=0):
        if f == self.n: return True
        for c in range(self.n):
            if not self.ataca(f, c):
                self.reinas.append((f, c))
                if self.resolver(f + 1): return True
                self.reinas.pop()
        return False
t = Tablero(6)
print(t.resolver(), t.reinas)
""",
    "queens, letters": QUEENS_BOARD.replace("[[0] * n", "[['.'] * n").replace("== 1", "== 'R'").replace("] = 1", "] = 'R'").replace("] = 0", "] = '.'"),
    "queens, printed when found": """n = 5
q = []
def go():
    if len(q) == n:
        print(*q)
        return
    for c in range(n):
        if all(c != d and abs(c - d) != len(q) - i for i, d in enumerate(q)):
            q.append(c); go(); q.pop()
go()
""",
    "sudoku, cell by cell": SUDOKU_COUNTED,
    "sudoku, the fewest first": f"""g = {GRID}
def ways(r, c):
    a, b = r // 2 * 2, c // 2 * 2
    busy = set(g[r]) | {{g[i][c] for i in range(4)}} | {{g[i][j] for i in (a, a + 1) for j in (b, b + 1)}}
    return [v for v in range(1, 5) if v not in busy]
def solve():
    free = [(len(ways(r, c)), r, c) for r in range(4) for c in range(4) if not g[r][c]]
    if not free: return True
    _, r, c = min(free)
    for v in ways(r, c):
        g[r][c] = v
        if solve(): return True
    g[r][c] = 0
    return False
print(solve(), g)
""",
    "sudoku, copies": f"""from copy import deepcopy
def solve(g):
    for k in range(16):
        r, c = divmod(k, 4)
        if g[r][c] == 0:
            for v in range(1, 5):
                if v not in g[r] and all(g[i][c] != v for i in range(4)) and all(g[r // 2 * 2 + i // 2][c // 2 * 2 + i % 2] != v for i in range(4)):
                    h = deepcopy(g)
                    h[r][c] = v
                    done = solve(h)
                    if done: return done
            return None
    return g
print(solve({GRID}))
""",
    "sudoku, a text": """s = "1.....3..4.....2"
def solve(s):
    if "." not in s: return s
    k = s.index(".")
    for v in "1234":
        if all(s[j] != v for j in range(16) if j // 4 == k // 4 or j % 4 == k % 4 or (j // 8 == k // 8 and j % 4 // 2 == k % 4 // 2)):
            t = solve(s[:k] + v + s[k + 1:])
            if t: return t
print(solve(s))
""",
    "sudoku, impossible": SUDOKU.replace("[1, 0, 0, 0], [0, 0, 3, 0]", "[1, 2, 3, 0], [0, 0, 0, 4]"),
    "sum, taken or not": SUM,
    "sum, none": SUM.replace("meta = 24", "meta = 2"),
    "sum, all of them": SUM_LOOP,
    "sum, marks": """v = [4, 9, 2, 7, 11, 6]
S = 22
x = [0] * 6
def suma():
    return sum(v[i] for i in range(6) if x[i] == 1)
def prueba(k):
    if k == 6:
        if suma() == S:
            print([v[i] for i in range(6) if x[i]])
        return
    for d in (0, 1):
        x[k] = d
        prueba(k + 1)
prueba(0)
""",
    "sum, places": """v, meta, sitios = [4, 9, 2, 7, 11, 6], 22, []
def go(i, falta):
    if falta == 0: return True
    for j in range(i, len(v)):
        if v[j] <= falta:
            sitios.append(j)
            if go(j + 1, falta - v[j]): return True
            sitios.pop()
    return False
print(go(0, meta), [v[j] for j in sitios])
""",
    "sum, a stack": """v, meta = [4, 9, 2, 7, 11, 6], 22
stack = [(0, [])]
while stack:
    i, some = stack.pop()
    if sum(some) == meta:
        print(some)
        break
    if i < len(v):
        stack.append((i + 1, some))
        stack.append((i + 1, some + [v[i]]))
""",
    "sum, in bits": """v, meta = [4, 9, 2, 7, 11, 6], 22
for m in range(1 << len(v)):
    if sum(x for i, x in enumerate(v) if m >> i & 1) == meta:
        print([x for i, x in enumerate(v) if m >> i & 1])
        break
""",
    "sum, only yes or no": """v, meta = [4, 9, 2, 7, 11, 6], 22
def hay(i, falta):
    if falta == 0: return True
    if i == len(v) or falta < 0: return False
    return hay(i + 1, falta - v[i]) or hay(i + 1, falta)
print(hay(0, meta))
""",
    "sum, generated": """def sums(numbers, goal, chosen=()):
    if goal == 0:
        yield chosen
    for i, x in enumerate(numbers):
        if x <= goal:
            yield from sums(numbers[i + 1:], goal - x, chosen + (x,))
print(list(sums([4, 9, 2, 7, 11, 6], 22)))
""",
}  # fmt: skip

MISTAKES: Final = {
    "queens, no step back": (QUEENS_BOARD, "            t[f][c] = 0\n", "", {"put-kept"}),
    "queens, one diagonal": (QUEENS_BOARD, " or i + j == f + c", "", {"attack-diagonal"}),
    "queens, no diagonal": (QUEENS_BOARD, " or i - j == f - c or i + j == f + c", "", {"attack-diagonal"}),
    "queens, no column": (QUEENS_BOARD, "j == c or ", "", {"attack-column"}),
    "queens, a row before": (QUEENS_BOARD, "range(f):", "range(f - 1):", {"attack-column", "attack-diagonal"}),
    "queens, the last column": (QUEENS_BOARD, "for c in range(n)", "for c in range(n - 2)", {"put-untried", "put-untried-first"}),
    "queens, no return": (QUEENS_BOARD, "            if poner(f + 1):\n                return True\n", "            poner(f + 1)\n", {"put-lost"}),
    "queens, one row too few": (QUEENS_BOARD, "if f == n:", "if f == n - 1:", {"put-few"}),
    "queens, gives up at once": (QUEENS_BOARD, "            t[f][c] = 0\n", "            t[f][c] = 0\n            return False\n", {"put-untried", "put-untried-first"}),
    "queens, returns the call": (QUEENS_BOARD, "            if poner(f + 1):\n                return True\n", "            return poner(f + 1)\n", {"put-few"}),
    "queens, back too early": (QUEENS_BOARD, "            if poner", "            t[f][c] = 0\n            if poner", {"put-early"}),
    "queens, the same row": (QUEENS_BOARD, "[[0] * n for _ in range(n)]", "[[0] * n] * n", {"one-row"}),
    "queens, for ever": (QUEENS_BOARD, "poner(f + 1)", "poner(f)", {"endless-calls", "too-deep"}),
    "queens, a shared list": (QUEENS_ALL, "cols[:]", "cols", {"put-shared"}),
    "queens, all without diagonal": (QUEENS_ALL, " and abs(c - d) != len(cols) - i", "", {"attack-diagonal"}),
    "queens, no abs": (QUEENS_ALL, "abs(c - d)", "c - d", {"attack-diagonal"}),
    "queens, no pop": (QUEENS_HANDED, "solve(q + [c])", "solve(q.append(c) or q)", {"put-kept", "put-few"}),
    "queens, a set not cleared": (QUEENS_SETS, "cols.discard(c); ", "", {"put-untried", "put-untried-first"}),
    "queens, handed on, no return": (QUEENS_HANDED, "            if r: return r\n", "", {"put-lost"}),
    "sudoku, no step back": (SUDOKU, "                        g[r][c] = 0\n", "", {"put-kept"}),
    "sudoku, no box": (SUDOKU, "            if g[i][j] == v: return False\n", "            pass\n", {"twice-box"}),
    "sudoku, no row": (SUDOKU, "        if g[r][k] == v: return False\n", "", {"twice-row"}),
    "sudoku, no column": (SUDOKU, "        if g[k][c] == v: return False\n", "", {"twice-column"}),
    "sudoku, another box": (SUDOKU, "r // 2 * 2, c // 2 * 2", "r // 2, c // 2", {"twice-box", "put-untried"}),
    "sudoku, no last number": (SUDOKU, "range(1, 5)", "range(1, 4)", {"put-untried", "put-untried-first"}),
    "sudoku, no return": (SUDOKU, "if solve(): return True", "solve()", {"put-lost"}),
    "sudoku, gives up at once": (SUDOKU, "                        g[r][c] = 0\n", "                        g[r][c] = 0\n                        return False\n", {"put-untried", "put-untried-first"}),
    "sudoku, written over": (SUDOKU_COUNTED, "    if g[f][c] != 0:\n        return rellenar(k + 1)\n", "", {"put-given"}),
    "sudoku, ends too soon": (SUDOKU_COUNTED, "if k == 16:", "if k == 12:", {"put-few"}),
    "sudoku, a row is forgotten": (SUDOKU_COUNTED, "g[f][k] != x and ", "", {"twice-row"}),
    "sum, no step back": (SUM, "    elegidos.pop()\n", "", {"put-kept"}),
    "sum, at least": (SUM, "suma == meta", "suma >= meta", {"sum-other"}),
    "sum, no second way": (SUM, "    return buscar(i + 1, suma)\n", "    return False\n", {"put-untried", "put-untried-first"}),
    "sum, the same again": (SUM_LOOP, "go(j + 1, total", "go(j, total", {"taken-again"}),
    "sum, no return": (SUM, "    if buscar(i + 1, suma + numeros[i]):\n        return True\n", "    buscar(i + 1, suma + numeros[i])\n", {"put-lost"}),
    "sum, the first left out": (SUM.replace("meta = 24", "meta = 13"), "buscar(0, 0)", "buscar(1, 0)", {"put-untried", "put-untried-first"}),
    "sum, a shared list": (SUM_LOOP, "chosen[:]", "chosen", {"put-shared"}),
    "sum, not added": (SUM, "suma + numeros[i]", "suma + i", {"sum-other", "put-lost"}),
    "sum, gives up at once": (SUM_LOOP, "            chosen.pop()\n", "            chosen.pop()\n            return\n", {"put-untried", "put-untried-first"}),
    "sum, the last left out": (SUM_LOOP.replace("31", "25"), "len(a)", "len(a) - 1", {"some"}),
}  # fmt: skip
"""A right program, the text that is wrong in it, and what may be said."""


def aim_of(name: str) -> str:
    """Return what a program looks for."""
    return next(aim for aim in ("queens", "sudoku", "sum") if aim in name)


def wrong_programs() -> Iterator[tuple[str, str, set[str]]]:
    """Yield the name of each mistake, the program that makes it, and what may be said of it."""
    for name, (program, right, wrong, verdicts) in MISTAKES.items():
        assert right in program, name
        yield name, program.replace(right, wrong), verdicts
