# ruff: noqa: E501  - pupils write long lines
"""Programs as pupils write them: right ones of many forms, and the same with one mistake each.

A program is a *form* (how it searches) in a *notation* (how it keeps what was visited) with *names*
(of a language). The form says NEW, FREE, MARK and UNDO; the notation says what they are. A mistake
is a change of the text of a right program.
"""

import re
from collections.abc import Iterator
from itertools import cycle, product
from typing import Final

LEAPS: Final = "[(2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2)]"

NOTATIONS: Final = {
    "zero": ("[[0] * N for _ in range(N)]", "B[R][C] == 0", "B[R][C] = K", "B[R][C] = 0"),
    "minus": ("[[-1] * N for _ in range(N)]", "B[R][C] == -1", "B[R][C] = K - 1", "B[R][C] = -1"),
    "none": ("[[None] * N for _ in range(N)]", "B[R][C] is None", "B[R][C] = K", "B[R][C] = None"),
    "bool": ("[[False] * N for _ in range(N)]", "not B[R][C]", "B[R][C] = True", "B[R][C] = False"),
    "dot": ("[['.'] * N for _ in range(N)]", "B[R][C] == '.'", "B[R][C] = '#'", "B[R][C] = '.'"),
    "free": ("[[True] * N for _ in range(N)]", "B[R][C]", "B[R][C] = False", "B[R][C] = True"),
    "set": ("set()", "(R, C) not in B", "B.add((R, C))", "B.remove((R, C))"),
    "dict": ("{}", "(R, C) not in B", "B[R, C] = K", "del B[R, C]"),
    "flags": (
        "{(i, j): False for i in range(N) for j in range(N)}",
        "not B[R, C]",
        "B[R, C] = True",
        "B[R, C] = False",
    ),
    "flat": ("[0] * (N * N)", "B[(R) * N + C] == 0", "B[(R) * N + C] = K", "B[(R) * N + C] = 0"),
    "unvisited": (
        "{(i, j) for i in range(N) for j in range(N)}",
        "(R, C) in B",
        "B.remove((R, C))",
        "B.add((R, C))",
    ),
    "moves": ("[]", "(R, C) not in B", "B.append((R, C))", "B.pop()"),
    "pairs": ("[]", "[R, C] not in B", "B.append([R, C])", "B.pop()"),
    "bytes": ("[bytearray(N) for _ in range(N)]", "B[R][C] == 0", "B[R][C] = K", "B[R][C] = 0"),
    "text": (
        "[[' '] * N for _ in range(N)]",
        "B[R][C] == ' '",
        "B[R][C] = str(K)",
        "B[R][C] = ' '",
    ),
}
"""How a board is made, tested, marked and freed; R, C and K are the row, column and number."""

HEAD: Final = "N = 5\nleaps = " + LEAPS + "\n"

FORMS: Final = {
    "enter": HEAD
    + """B = NEW
def safe(r, c):
    return INSIDE<r, c>
def search(r, c, k):
    MARK<r, c, k>
    if k == N * N:
        return True
    for dr, dc in leaps:
        if safe(r + dr, c + dc):
            if search(r + dr, c + dc, k + 1):
                return True
    UNDO<r, c>
    return False
print(search(0, 0, 1))
print(B)
""",
    "before": HEAD
    + """def search(B, r, c, k):
    if k == N * N:
        return True
    for dr, dc in leaps:
        a, b = r + dr, c + dc
        if INSIDE<a, b>:
            MARK<a, b, k + 1>
            if search(B, a, b, k + 1):
                return True
            UNDO<a, b>
    return False
def solve():
    B = NEW
    MARK<0, 0, 1>
    if search(B, 0, 0, 1):
        print(B)
    else:
        print('no')
solve()
""",
    "tested": HEAD
    + """B = NEW
def search(r, c, k):
    if r < 0 or c < 0 or r >= N or c >= N or not (FREE<r, c>):
        return False
    MARK<r, c, k>
    if k == N * N:
        return True
    for dr, dc in leaps:
        if search(r + dr, c + dc, k + 1):
            return True
    UNDO<r, c>
    return False
if search(0, 0, 1):
    print('found', B)
""",
    "nested": HEAD
    + """def tour(n):
    N = n
    B = NEW
    done = False
    def visit(r, c, k):
        nonlocal done
        MARK<r, c, k>
        if k == N * N:
            done = True
            return
        for dr, dc in leaps:
            a, b = r + dr, c + dc
            if not done and INSIDE<a, b>:
                visit(a, b, k + 1)
        if not done:
            UNDO<r, c>
    visit(0, 0, 1)
    return B if done else None
print(tour(N))
""",
    "class": HEAD
    + """class Board:
    def __init__(self, size):
        N = self.size = size
        self.cells = NEW
    def ok(self, r, c):
        N = self.size
        B = self.cells
        return INSIDE<r, c>
    def visit(self, r, c, k):
        N = self.size
        B = self.cells
        MARK<r, c, k>
        if k == N * N:
            return True
        for dr, dc in leaps:
            if self.ok(r + dr, c + dc) and self.visit(r + dr, c + dc, k + 1):
                return True
        UNDO<r, c>
        return False
one = Board(N)
print('yes' if one.visit(0, 0, 1) else 'no')
""",
    "generator": HEAD
    + """B = NEW
def tours(r, c, k):
    MARK<r, c, k>
    if k == N * N:
        yield [B]
    for dr, dc in leaps:
        a, b = r + dr, c + dc
        if INSIDE<a, b>:
            yield from tours(a, b, k + 1)
    UNDO<r, c>
print(next(tours(0, 0, 1), None))
""",
    "loop": HEAD
    + """B = NEW
MARK<0, 0, 1>
stack = [[0, 0, 0]]
while stack and len(stack) < N * N:
    r, c, at = stack[-1]
    if at == 8:
        stack.pop()
        UNDO<r, c>
        continue
    stack[-1][2] += 1
    a, b = r + leaps[at][0], c + leaps[at][1]
    if INSIDE<a, b>:
        stack.append([a, b, 0])
        MARK<a, b, len(stack)>
print('yes' if stack else 'no')
""",
    "raise": HEAD
    + """class Found(Exception):
    pass
B = NEW
def go(place, k=1):
    r, c = place
    MARK<r, c, k>
    if k == N * N:
        raise Found
    for leap in leaps:
        a, b = r + leap[0], c + leap[1]
        if INSIDE<a, b>:
            go((a, b), k + 1)
    UNDO<r, c>
try:
    go((0, 0))
    print('none')
except Found:
    print(B)
""",
    "listed": HEAD
    + """B = NEW
path = []
def near(r, c):
    found = []
    for dr, dc in leaps:
        a, b = r + dr, c + dc
        if INSIDE<a, b>:
            found.append((a, b))
    return found
def search(r, c):
    path.append((r, c))
    MARK<r, c, len(path)>
    if len(path) == N * N:
        return True
    for a, b in near(r, c):
        if search(a, b):
            return True
    path.pop()
    UNDO<r, c>
    return False
if search(0, 0):
    print(path)
else:
    print('no solution')
""",
    "least": HEAD
    + """B = NEW
def exits(r, c):
    return sum(1 for dr, dc in leaps if inside(r + dr, c + dc))
def inside(r, c):
    return INSIDE<r, c>
def search(r, c, k):
    MARK<r, c, k>
    if k >= N * N:
        return True
    ways = [(r + dr, c + dc) for dr, dc in leaps if inside(r + dr, c + dc)]
    ways.sort(key=lambda way: exits(*way))
    for a, b in ways:
        if search(a, b, k + 1):
            return True
    UNDO<r, c>
    return False
print(search(0, 0, 1))
""",
}

NAMES: Final[tuple[dict[str, str], ...]] = (
    {},
    {
        "search": "buscar",
        "B": "tablero",
        "N": "LADO",
        "leaps": "saltos",
        "path": "camino",
        "k": "num",
    },
    {"search": "chercher", "B": "echiquier", "N": "taille", "leaps": "sauts", "visit": "aller"},
    {"search": "f", "B": "t", "N": "m", "leaps": "d", "path": "p", "k": "q", "stack": "z"},
    {"search": "suche", "B": "brett", "N": "groesse", "leaps": "spruenge", "path": "weg"},
)


def write(
    form: str, notation: str, names: dict[str, str], old: str = "", new: str = ""
) -> str | None:
    """Return a program, with a mistake if one is given; None if there is no place for it."""
    made, *parts = NOTATIONS[notation]
    text = FORMS[form].replace("NEW", made)
    text = re.sub(r"INSIDE<(.*?), (.*?)>", r"0 <= \1 < N and 0 <= \2 < N and FREE<\1, \2>", text)
    if old:
        text, times = re.subn(old, new, text)
        if not times:
            return None

    def said(match: re.Match[str]) -> str:
        said = dict(zip(("FREE", "MARK", "UNDO"), parts, strict=True))[match.group(1)]
        values = dict(zip("RCK", match.group(2).split(", "), strict=False))
        return re.sub(r"\b[RCK]\b", lambda one: values[one.group()], said)

    text = re.sub(r"(FREE|MARK|UNDO)<(.*?)>", said, text)
    return re.sub(r"\b\w+\b", lambda one: names.get(one.group(), one.group()), text)


def right_programs() -> Iterator[tuple[str, str]]:
    """Yield the names and the texts of right programs."""
    names = cycle(NAMES)
    for form, notation in product(FORMS, NOTATIONS):
        text = write(form, notation, next(names))
        assert text
        yield f"{form}-{notation}", text


STEP: Final = {"unfinished", "stuck", "untried"}
AGAIN: Final = {"occupied", "endless-calls"}
LEFT: Final = r"0 <= ([\w +]+) < N and 0 <= ([\w +]+) < N and"
CALL: Final = r"( +)if (\S*search\(.*\)):\n +return True\n"

MISTAKES: Final = {
    "never undone": (r"UNDO<.*>", "pass", {"still", "kept"}),
    "undone at once": (
        r"( *)(MARK<(.*), [^,>]*>\n)(?=.*(?: if| for).*)",
        r"\1\2\1UNDO<\3>\n",
        {"early", "occupied"},
    ),
    "undone in the loop": (
        r"\n( +)(?:if not done:\n +)?UNDO<r",
        r"\n\1    UNDO<r",
        {"early", "occupied"},
    ),
    "never marked": (r"MARK<.*>", "pass", AGAIN | {"nothing", "stuck", "error"}),
    "start not marked": (r"MARK<0, 0, 1>", "leaps.insert(0, (-2, -1))", {"occupied"}),
    "negative": (
        LEFT,
        r"\1 < N and \2 < N and",
        {"negative", "outside", "index", "error", "no-move"},
    ),
    "too small": (LEFT, r"0 <= \1 < N and 0 <= \2 < N - 1 and", {"untried"}),
    "too small twice": (LEFT, r"0 <= \1 < N - 1 and 0 <= \2 < N - 1 and", {"untried"}),
    "from 1": (LEFT, r"0 < \1 < N and 0 <= \2 < N and", {"untried"}),
    "too large": (
        LEFT,
        r"0 <= \1 < N and 0 <= \2 <= N and",
        {"index", "outside", "error", "no-move"},
    ),
    "wrong leap": (r"\(2, 1\)", "(2, 2)", {"no-move"}),
    "wrong leap later": (r"\(-2, 1\)", "(-1, 1)", {"no-move"}),
    "leap twice": (r"\(2, 1\)", "(2, -1)", {"untried"}),
    "leap left out": (r"\(2, 1\), ", "", {"untried", "index", "error"}),
    "counts by two": (r"k \+ 1\)", "k + 2)", {"skips", *STEP}),
    "counts not": (r"k \+ 1\)", "k)", {"skips", "tour-lost", "still"}),
    "stops early": (r"(==|>=|<) N \* N\b", r"\1 N * N - 1", STEP),
    "stops late": (r"(==|>=|<) N \* N\b", r"\1 N * N + 1", {"tour-lost", "error"}),
    "power": (r"(==|>=|<) N \* N\b", r"\1 N ** N", {"tour-lost"}),
    "answer thrown away": (CALL, r"\1\2\n", {"tour-lost"}),
    "answer not used": (CALL, r"\1ok = \2\n", {"tour-lost"}),
    "first answer returned": (CALL, r"\1return \2\n", STEP),
    "true too early": (r"(UNDO<.*>\n *)return False", r"\1return True", STEP | {"wiped"}),
    "false in the loop": (
        r"\n( +)(UNDO<.*>\n) +return False",
        r"\n\1    \2\1    return False",
        STEP | {"early", "still", "kept"},
    ),
    "no end": (
        r"( +)if (?:k|len\(path\)) (?:==|>=) N \* N:\n.*\n(?: +return\n)?",
        "",
        {"tour-lost"},
    ),
    "visited not tested": (r" and FREE<.*?>", "", {"occupied", "error"}),
    "visited tested inverted": (r"and FREE<(.*?)>", r"and not (FREE<\1>)", STEP | {"occupied"}),
    "swapped": (r"FREE<(.*?), (.*?)>", r"FREE<\2, \1>", {"occupied", "untried", "error"}),
    "calls itself": (
        r"(\n( +)for dr, dc in leaps:\n)(?= *if safe)",
        r"\n\2search(r, c, k)\1",
        {"endless-calls"},
    ),
    "one row for all": (r"\[(\[.*\]) \* N for _ in range\(N\)\]", r"[\1 * N] * N", {"one-row"}),
}
"""Of each mistake: what it changes in the form, and the verdicts that name it."""


def _compiles(program: str) -> bool:
    try:
        compile(program, "<program>", "exec")
    except SyntaxError:
        return False
    return True


def wrong_programs(most: int = 1000) -> Iterator[tuple[str, str, str, set[str]]]:
    """Yield the mistake, the names and the texts of wrong programs, and what names the mistake.

    The form "least" is left out: it seldom comes to its mistake.
    """
    names = cycle(NAMES)
    for mistake, (old, new, verdicts) in MISTAKES.items():
        made = 0
        for notation, form in product(NOTATIONS, FORMS):
            text = write(form, notation, next(names), old, new)
            if text and made < most and form != "least" and _compiles(text):
                made += 1
                yield mistake, f"{form}-{notation}", text, verdicts


OTHERS: Final = {
    "handed": """
N=5
def saltos(r,c): return [(r+a,c+b) for a,b in ((2,-1),(2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2)) if 0<=r+a<N and 0<=c+b<N]
def busca(camino):
    if len(camino)==N*N: return camino
    for s in saltos(*camino[-1]):
        if s not in camino:
            fin = busca(camino+[s])
            if fin: return fin
    return None
print(busca([(0,0)]))
""",
    "tuple-handed": """
N=5
def saltos(r,c): return [(r+a,c+b) for a,b in ((2,-1),(2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2)) if 0<=r+a<N and 0<=c+b<N]
def busca(camino):
    if len(camino)==N*N: return camino
    for s in saltos(*camino[-1]):
        if s not in camino:
            fin = busca(camino+(s,))
            if fin: return fin
    return None
print(busca(((0,0),)))
""",
    "stack-paths": """
n=5
todo=[[(0,0)]]
LEAPS
sol=None
while todo:
    p=todo.pop()
    if len(p)==n*n:
        sol=p
        break
    r,c=p[-1]
    for a,b in reversed(D):
        q=(r+a,c+b)
        if 0<=q[0]<n and 0<=q[1]<n and q not in p:
            todo.append(p+[q])
print(sol)
""",
    "bfs-3x4": """
R,C=3,4
cola=[[(0,0)]]
LEAPS
sols=[]
while cola:
    p=cola.pop(0)
    if len(p)==R*C:
        sols.append(p)
        continue
    r,c=p[-1]
    for a,b in D:
        q=(r+a,c+b)
        if 0<=q[0]<R and 0<=q[1]<C and q not in p:
            cola.append(p+[q])
print(len(sols))
""",
    "bfs-4": """
R,C=3,3
cola=[[(0,0)]]
LEAPS
sols=[]
while cola:
    p=cola.pop(0)
    if len(p)==R*C:
        sols.append(p)
        continue
    r,c=p[-1]
    for a,b in D:
        q=(r+a,c+b)
        if 0<=q[0]<R and 0<=q[1]<C and q not in p:
            cola.append(p+[q])
print(len(sols))
""",
    "count-3x4": """
FILAS=3
COLS=4
t=[[0]*COLS for _ in range(FILAS)]
LEAPS
total=0
def ir(f,c,k):
    global total
    t[f][c]=k
    if k==FILAS*COLS: total+=1
    else:
        for a,b in D:
            if 0<=f+a<FILAS and 0<=c+b<COLS and t[f+a][c+b]==0: ir(f+a,c+b,k+1)
    t[f][c]=0
ir(0,0,1)
print(total)
""",
    "count-ret": """
FILAS=3
COLS=4
LEAPS
def ir(f,c,v):
    if len(v)==FILAS*COLS: return 1
    return sum(ir(f+a,c+b,v|{(f+a,c+b)}) for a,b in D if 0<=f+a<FILAS and 0<=c+b<COLS and (f+a,c+b) not in v)
print(ir(0,0,{(0,0)}))
""",
    "exists-wipes": """
N=5
LEAPS
b=[[0]*N for _ in range(N)]
def f(r,c,k):
    if k==N*N: return True
    b[r][c]=1
    ok=False
    for a,d in D:
        if 0<=r+a<N and 0<=c+d<N and b[r+a][c+d]==0:
            if f(r+a,c+d,k+1):
                ok=True
                break
    b[r][c]=0
    return ok
print("hay" if f(0,0,1) else "no hay")
""",
    "names": """
N=5
letras="abcde"[:N]
def vecinos(casilla):
    x=letras.index(casilla[0]); y=int(casilla[1])
    res=[]
    for dx,dy in [(1,2),(2,1),(2,-1),(1,-2),(-1,-2),(-2,-1),(-2,1),(-1,2)]:
        if 0<=x+dx<N and 1<=y+dy<=N: res.append(letras[x+dx]+str(y+dy))
    return res
camino=["a1"]
def buscar():
    if len(camino)==N*N: return True
    for v in vecinos(camino[-1]):
        if v not in camino:
            camino.append(v)
            if buscar(): return True
            camino.pop()
    return False
print(buscar(),camino)
""",
    "graph": """
N=5
g={i:[j for j in range(N*N) if {abs(i//N-j//N),abs(i%N-j%N)}=={1,2}] for i in range(N*N)}
def ham(v,vis,cam):
    vis.add(v); cam.append(v)
    if len(cam)==N*N: return True
    for w in g[v]:
        if w not in vis and ham(w,vis,cam): return True
    vis.discard(v); cam.pop()
    return False
cam=[]
print(ham(0,set(),cam),cam)
""",
    "complex": """
N=5
D=[2+1j,1+2j,-1+2j,-2+1j,-2-1j,-1-2j,1-2j,2-1j]
cells={x+1j*y for x in range(N) for y in range(N)}
def go(path):
    if len(path)==N*N: return path
    for d in D:
        q=path[-1]+d
        if q in cells and q not in path:
            path.append(q)
            if go(path): return path
            path.pop()
print(go([0j]))
""",
    "onebased": """
n=5
T=[[0]*(n+1) for _ in range(n+1)]
LEAPS
def ensayar(i,x,y):
    k=0
    q=False
    while True:
        u,v=x+D[k][0],y+D[k][1]
        k+=1
        q=False
        if 1<=u<=n and 1<=v<=n and T[u][v]==0:
            T[u][v]=i
            if i<n*n:
                q=ensayar(i+1,u,v)
                if not q: T[u][v]=0
            else: q=True
        if q or k==8: break
    return q
T[1][1]=1
print(ensayar(2,1,1))
for f in T[1:]: print(f[1:])
""",
    "max": """
n=5
MAX=10
T=[[0]*MAX for _ in range(MAX)]
LEAPS
def ensayar(i,x,y):
    k=0
    q=False
    while True:
        u,v=x+D[k][0],y+D[k][1]
        k+=1
        q=False
        if 1<=u<=n and 1<=v<=n and T[u][v]==0:
            T[u][v]=i
            if i<n*n:
                q=ensayar(i+1,u,v)
                if not q: T[u][v]=0
            else: q=True
        if q or k==8: break
    return q
T[1][1]=1
print(ensayar(2,1,1))
for f in T[1:]: print(f[1:])
""",
    "max0": """
MAX=10
N=5
T=[[-1 for j in range(MAX)] for i in range(MAX)]
LEAPS
def f(x,y,k):
    T[x][y]=k
    if k==N*N-1: return True
    for a,b in D:
        if x+a>=0 and y+b>=0 and x+a<N and y+b<N and T[x+a][y+b]==-1:
            if f(x+a,y+b,k+1): return True
    T[x][y]=-1
    return False
print(f(0,0,0))
""",
    "greedy": """
N=8
LEAPS
b=[[0]*N for _ in range(N)]
def libres(r,c): return [(r+x,c+y) for x,y in D if 0<=r+x<N and 0<=c+y<N and not b[r+x][c+y]]
r,c=0,0
b[0][0]=1
for k in range(2,N*N+1):
    op=libres(r,c)
    if not op: break
    r,c=min(op,key=lambda p:len(libres(*p)))
    b[r][c]=k
print(b)
""",
    "two-sizes": """
LEAPS
def resolver(n):
    b=[[0]*n for _ in range(n)]
    def ir(r,c,k):
        b[r][c]=k
        if k==n*n: return True
        for x,y in D:
            if 0<=r+x<n and 0<=c+y<n and not b[r+x][c+y]:
                if ir(r+x,c+y,k+1): return True
        b[r][c]=0
        return False
    return b if ir(0,0,1) else None
for n in 3,5:
    print(n,resolver(n))
""",
    "closed-5": """
N=5
LEAPS
p=[(0,0)]
def cerrado():
    if len(p)==N*N:
        return (p[-1][0]-p[0][0],p[-1][1]-p[0][1]) in D
    for a,b in D:
        s=(p[-1][0]+a,p[-1][1]+b)
        if 0<=s[0]<N and 0<=s[1]<N and s not in p:
            p.append(s)
            if cerrado(): return True
            p.pop()
    return False
print(cerrado())
""",
    "gen-handed": """
N=5
LEAPS
def rec(p):
    if len(p)==N*N:
        yield p
        return
    for a,b in D:
        s=p[-1][0]+a,p[-1][1]+b
        if 0<=s[0]<N and 0<=s[1]<N and s not in p:
            yield from rec(p+[s])
for i,t in enumerate(rec([(0,0)])):
    print(t)
    if i==2: break
""",
    "overwrite": """
N=5
LEAPS
b=[[0]*N for _ in range(N)]
def ok(r,c,k): return 0<=r<N and 0<=c<N and not (0<b[r][c]<k and act[b[r][c]]==(r,c))
act=[None]*(N*N+2)
def f(r,c,k):
    b[r][c]=k
    act[k]=(r,c)
    if k==N*N: return True
    for x,y in D:
        if ok(r+x,c+y,k+1):
            if f(r+x,c+y,k+1): return True
    return False
print(f(0,0,1))
""",
    "lookahead": """
N=5
LEAPS
b=[[0]*N for _ in range(N)]
def salidas(r,c):
    b[r][c]=-1
    k=sum(1 for x,y in D if 0<=r+x<N and 0<=c+y<N and b[r+x][c+y]==0)
    b[r][c]=0
    return k
def f(r,c,k):
    b[r][c]=k
    if k==N*N: return True
    ops=[]
    for x,y in D:
        u,v=r+x,c+y
        if 0<=u<N and 0<=v<N and b[u][v]==0: ops.append((salidas(u,v),u,v))
    for s,u,v in sorted(ops):
        if s==0 and k<N*N-1: continue
        if f(u,v,k+1): return True
    b[r][c]=0
    return False
print(f(0,2,1))
print(f)
""",
    "ensayar": """
n = 5
T = [[0] * (n + 1) for _ in range(n + 1)]
DX = [-2,-1,1,2,2,1,-1,-2]
DY = [1,2,2,1,-1,-2,-2,-1]
def nuevoMov(x, y, k): return x + DX[k-1], y + DY[k-1]
def valido(u, v): return 1 <= u <= n and 1 <= v <= n
def ensayar(i, x, y, exito):
    k = 0
    while True:
        k = k + 1
        q = [False]
        u, v = nuevoMov(x, y, k)
        if valido(u, v) and T[u][v] == 0:
            T[u][v] = i
            if i < n * n:
                ensayar(i + 1, u, v, q)
                if not q[0]:
                    T[u][v] = 0
            else:
                q[0] = True
        if q[0] or k == 8:
            break
    exito[0] = q[0]
exito = [False]
T[3][3] = 1
ensayar(2, 3, 3, exito)
print(T if exito[0] else "No se ha encontrado")
""",
    "fixed-end": """
N=5
LEAPS
b=[[0]*N for _ in range(N)]
def f(r,c,k):
    b[r][c]=k
    if k==N*N and (r,c)==(2,2): return True
    for x,y in D:
        if 0<=r+x<N and 0<=c+y<N and not b[r+x][c+y]:
            if f(r+x,c+y,k+1): return True
    b[r][c]=0
    return False
print(f(0,0,1))
""",
    "iter-k": """
N=5
LEAPS
xs=[0]*(N*N); ys=[0]*(N*N); nx=[0]*(N*N)
used=[[False]*N for _ in range(N)]
used[0][0]=True
k=0
while 0<=k<N*N-1:
    if nx[k]==8:
        nx[k]=0
        used[xs[k]][ys[k]]=False
        k-=1
        continue
    a,b=D[nx[k]]
    nx[k]+=1
    u,v=xs[k]+a,ys[k]+b
    if 0<=u<N and 0<=v<N and not used[u][v]:
        k+=1
        xs[k]=u; ys[k]=v; used[u][v]=True
print(k, list(zip(xs,ys)))
""",
    "bitmask": """
N=5
LEAPS
def f(r,c,mask):
    if mask==(1<<N*N)-1: return [(r,c)]
    for x,y in D:
        u,v=r+x,c+y
        if 0<=u<N and 0<=v<N and not mask>>(u*N+v)&1:
            t=f(u,v,mask|1<<(u*N+v))
            if t: return [(r,c)]+t
    return None
print(f(0,0,1))
""",
    "collect": """
FILAS,COLUMNAS=3,4
LEAPS
soluciones=[]
def f(p):
    if len(p)==FILAS*COLUMNAS:
        soluciones.append(p[:])
        return
    for x,y in D:
        s=(p[-1][0]+x,p[-1][1]+y)
        if 0<=s[0]<FILAS and 0<=s[1]<COLUMNAS and s not in p:
            p.append(s)
            f(p)
            p.pop()
f([(0,0)])
print(len(soluciones))
""",
    "multi-start": """
FILAS,COLUMNAS=3,4
LEAPS
v=[[False]*COLUMNAS for _ in range(FILAS)]
def f(r,c,k):
    v[r][c]=True
    n=0
    if k==FILAS*COLUMNAS: n=1
    else:
        for x,y in D:
            if 0<=r+x<FILAS and 0<=c+y<COLUMNAS and not v[r+x][c+y]: n+=f(r+x,c+y,k+1)
    v[r][c]=False
    return n
for i in range(FILAS):
    for j in range(COLUMNAS):
        print(i,j,f(i,j,1))
""",
    "3x3-multi": """
FILAS,COLUMNAS=3,3
LEAPS
v=[[False]*COLUMNAS for _ in range(FILAS)]
def f(r,c,k):
    v[r][c]=True
    n=0
    if k==FILAS*COLUMNAS: n=1
    else:
        for x,y in D:
            if 0<=r+x<FILAS and 0<=c+y<COLUMNAS and not v[r+x][c+y]: n+=f(r+x,c+y,k+1)
    v[r][c]=False
    return n
for i in range(FILAS):
    for j in range(COLUMNAS):
        print(i,j,f(i,j,1))
""",
    "random-restart": """
import random
random.seed(3)
N=5
LEAPS
while True:
    p=[(0,0)]
    while True:
        ops=[(p[-1][0]+x,p[-1][1]+y) for x,y in D]
        ops=[q for q in ops if 0<=q[0]<N and 0<=q[1]<N and q not in p]
        if not ops: break
        p.append(random.choice(ops))
    if len(p)==N*N: break
print(p)
""",
    "visited-log": """
N=5
LEAPS
b=[[0]*N for _ in range(N)]
registro=[]
def f(r,c,k):
    registro.append((r,c))
    b[r][c]=k
    if k==N*N: return True
    for x,y in D:
        if 0<=r+x<N and 0<=c+y<N and not b[r+x][c+y]:
            if f(r+x,c+y,k+1): return True
    b[r][c]=0
    return False
print(f(0,0,1), len(registro))
""",
}

"""Programs of which each is unlike all others; LEAPS stands for the moves."""


def _others() -> dict[str, str]:
    """Return them on a board with a tour, and on one without."""
    found = {}
    for name, text in OTHERS.items():
        whole = text.replace("LEAPS", f"D = {LEAPS}")
        found[name] = whole
        if re.search(r"\b[Nn] ?= ?5\b", whole):
            found[f"{name}, 4"] = re.sub(r"\b([Nn]) ?= ?5\b", r"\1 = 4", whole)
    return found


RIGHT: Final = _others()


PUZZLES: Final = {
    "queens by columns": """N = 6
cols = []
def ok(c):
    return all(q != c and abs(q - c) != len(cols) - i for i, q in enumerate(cols))
def put():
    if len(cols) == N: return True
    for c in range(N):
        if ok(c):
            cols.append(c)
            if put(): return True
            cols.pop()
    return False
put(); print(cols)
""",
    "queens by array": """n = 8
x = [0] * (n + 1)
def place(k):
    return all(x[i] != x[k] and abs(x[i] - x[k]) != k - i for i in range(1, k))
def queens(k):
    for c in range(1, n + 1):
        x[k] = c
        if place(k):
            if k == n: return True
            if queens(k + 1): return True
    return False
queens(1); print(x[1:])
""",
    "queens handed on": """N = 5
def solve(q):
    if len(q) == N: return q
    for c in range(N):
        if all(c != d and abs(c - d) != len(q) - i for i, d in enumerate(q)):
            r = solve(q + [c])
            if r: return r
print(solve([]))
""",
    "queens with sets": """N = 6
cols, up, down, where = set(), set(), set(), []
def go(r):
    if r == N: return True
    for c in range(N):
        if c in cols or r + c in up or r - c in down: continue
        cols.add(c); up.add(r + c); down.add(r - c); where.append((r, c))
        if go(r + 1): return True
        cols.discard(c); up.discard(r + c); down.discard(r - c); where.pop()
    return False
go(0); print(where)
""",
    "all queens": """N = 5
sols = []
def go(q):
    if len(q) == N:
        sols.append(q[:]); return
    for c in range(N):
        if all(c != d and abs(c - d) != len(q) - i for i, d in enumerate(q)):
            q.append(c); go(q); q.pop()
go([]); print(len(sols))
""",
    "sudoku": """g = [[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]
def ok(r, c, v):
    if v in g[r] or v in [g[i][c] for i in range(4)]: return False
    a, b = r // 2 * 2, c // 2 * 2
    return all(g[i][j] != v for i in range(a, a + 2) for j in range(b, b + 2))
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
solve(); print(g)
""",
    "sudoku of 9": """G = [[int(x) for x in row] for row in "530070000 600195000 098000060 800060003 400803001 700020006 060000280 000419005 000080079".split()]
def ok(r, c, v):
    return all(G[r][k] != v and G[k][c] != v and G[r//3*3 + k//3][c//3*3 + k%3] != v for k in range(9))
def go(k):
    if k == 81: return True
    r, c = divmod(k, 9)
    if G[r][c]: return go(k + 1)
    for v in range(1, 10):
        if ok(r, c, v):
            G[r][c] = v
            if go(k + 1): return True
            G[r][c] = 0
    return False
print(go(0)); print(G)
""",
    "sudoku with sets": """g = [0, 2, 0, 4, 3, 0, 1, 0, 0, 1, 0, 3, 4, 0, 2, 0]
rows = [set(g[4*i:4*i+4]) - {0} for i in range(4)]
cols = [set(g[i::4]) - {0} for i in range(4)]
def go(k):
    if k == 16: return True
    if g[k]: return go(k + 1)
    r, c = divmod(k, 4)
    for v in (1, 2, 3, 4):
        if v not in rows[r] and v not in cols[c]:
            g[k] = v; rows[r].add(v); cols[c].add(v)
            if go(k + 1): return True
            g[k] = 0; rows[r].discard(v); cols[c].discard(v)
    return False
go(0); print(g)
""",
    "sums by a mask": """a, goal = [5, 8, 3, 9, 12, 7], 24
use = [False] * len(a)
def go(i, left):
    if left == 0: return True
    if i == len(a) or left < 0: return False
    use[i] = True
    if go(i + 1, left - a[i]): return True
    use[i] = False
    return go(i + 1, left)
print(go(0, goal), [x for x, u in zip(a, use) if u])
""",
    "sums handed on": """def sums(a, goal, taken=()):
    if goal == 0: return taken
    if not a or goal < 0: return None
    return sums(a[1:], goal - a[0], taken + (a[0],)) or sums(a[1:], goal, taken)
print(sums([3, 34, 4, 12, 5, 2], 9))
""",
    "all sums": """a, goal, found, chosen = [1, 2, 3, 4, 5, 6, 7], 10, [], []
def go(i, total):
    if total == goal: found.append(chosen[:])
    for j in range(i, len(a)):
        if total + a[j] <= goal:
            chosen.append(a[j]); go(j + 1, total + a[j]); chosen.pop()
go(0, 0); print(found)
""",
    "no sum": """a, goal, chosen = [4, 6, 8, 10], 7, []
def go(i, total):
    if total == goal: return True
    if i == len(a): return False
    chosen.append(a[i])
    if go(i + 1, total + a[i]): return True
    chosen.pop()
    return go(i + 1, total)
print(go(0, 0))
""",
}
"""Right programs for queens, sudokus and sums of numbers."""
