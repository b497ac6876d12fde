"""What a text says of powers, costs, moves, and boards without a tour, judged.

A line is first brought to one notation, in which ``5¹⁶``, ``$5^{16}$``, ``5**16`` and ``5 elevado a
16`` are ``5^16``. Its expressions are calculated exactly; how fast one grows is seen by its values
for two n. Where a text says that a board has no tour, one is searched.

Invariants: what can be read in two ways is right if one of them is; a sentence with a condition or
a doubt, or about another puzzle, is passed over.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import factorial, log2
from typing import Final, NamedTuple

from caballero.find import solve
from caballero.machine.errors import CaballeroError
from caballero.machine.words import Message
from caballero.model.problem import Problem
from caballero.proof.outcome import Found, GaveUp

from .orders import ORDERS

MOST_BITS: Final = 10_000
"""The most binary digits of a number that is calculated."""

MOST_WORDS: Final = 6
"""The longest sentence without a board that says there is no tour."""

NEAR: Final = 5
"""How many lines above a claim of no tour may name its board."""

SECONDS: Final = 2.0
"""How long to look for a tour where a text says that there is none."""

MOST_SEARCHES: Final = 40
"""The most boards that are searched for one text."""

LARGEST: Final = 8
"""The largest side in a claim about all smaller boards."""

CODE: Final = re.compile(r"[<>(){};\"=#]|^\s*(?:def|if|for|while|return|class|else)\b")
"""What a line of a program has, and prose has not."""


class Statement(NamedTuple):
    """A statement of a line: its kind, what is to be said of it, and whether it is right."""

    kind: str
    message: Message
    fits: bool = True


# -- one notation ------------------------------------------------------------------------------

_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵏ⁺⁻", "0123456789nk+-")
_WRITTEN: Final = [(re.compile(pattern, re.I), sign) for pattern, sign in (
    (r"\\(?:left|right|displaystyle|[,;!])", ""), (r"\{,\}", ","),
    (r"\\math\w+\{(\w)\}|\\text\{(\w)\}", r"\1\2"),
    (r"\*\*", "^"), (r"\\(?:times|cdot|ast)\b|[×·∙⋅∗]|(?<=\d)\s*x\s*(?=10\s*\^)", "*"),
    (r"\\(?:approx|simeq|sim)\b|[≈≃≅∼~]", "≈"), (r"[\\$]", ""), (r"\{", "("), (r"\}", ")"),
    (r"\b(?:elevad[oa]s?\s+a(?:\s+la)?|(?:raised\s+)?to\s+the(?:\s+power(?:\s+of)?)?(?=\s+\d)"
     r"|raised\s+to)\s", "^"),
    (r"\s+(?:al\s+cuadrado|squared)\b", "^2"),
    (r"\b(?:math\.)?pow\(\s*(\w+)\s*,\s*(\w+)\s*\)", r"\1^\2"),
    (r"[ΘΩ]|\btheta(?=\()", "O"), (r"\s*([\^*])\s*", r"\1"),
)]  # fmt: skip


def in_one_notation(line: str) -> str:
    """Return a line with its mathematics in one notation.

    >>> in_one_notation(r"$8^{64} \\approx 6,3 \\times 10^{57}$"), in_one_notation("O(8ⁿ²)")
    ('8^64 ≈ 6,3*10^57', 'O(8^(n^2))')
    """
    line = re.sub(r"([\w)])²", r"\1^2", line)
    line = re.sub(
        "[⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵏ⁺⁻]+(?:\\^2)?",
        lambda m: "^(" + re.sub(r"n(?=\d)", "n^", m[0].translate(_RAISED)) + ")", line,
    )  # fmt: skip
    for pattern, sign in _WRITTEN:
        line = pattern.sub(sign, line)
    line = re.sub(r"\^\((\d+|[a-z])\)", r"^\1", line)
    return re.sub(r"(?<![A-Za-z])[NK](?![A-Za-z])", lambda m: m[0].lower(), line)


_RUN: Final = r"[\dnkb(][\dnkb^*()+!-]{1,40}"


def _within(run: str) -> str:
    """Return an expression without the parentheses and signs at its ends that are not its own.

    >>> _within("(8^8"), _within("5^(16))"), _within("(5^n)^2+")
    ('8^8', '5^(16)', '(5^n)^2')
    """
    run = run.rstrip("+-*^(")
    while run.count("(") != run.count(")"):
        more = run.count("(") > run.count(")")
        run = run.replace("(", "", 1) if more else run[: run.rindex(")")]
    return run


def _value(expression: str, n: int) -> int | None:
    """Return the value of an expression for an n; None if it is none, or is too large.

    >>> _value("2^(2n)", 2), _value("2^n^2", 3), _value("(n^2)!", 2), _value("n^", 1)
    (16, 512, 24, None)
    """
    signs = re.sub(r"(?<=[\dnkb)!])(?=[nkb(])", "*", expression).replace("^", "**")
    signs = re.sub(r"(\w+|\([^()]*\))!", r"f(\1)", signs)
    try:
        return _calculated(ast.parse(signs, mode="eval").body, {"n": n, "k": 7, "b": 7})
    except (SyntaxError, ValueError, RecursionError):
        return None


def _calculated(node: ast.expr, names: dict[str, int]) -> int:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.Call(args=[inside]):
            value = _calculated(inside, names)
            if 0 <= value <= 1000:
                return factorial(value)
        case ast.BinOp(left=left, right=right, op=sign):
            a, b = _calculated(left, names), _calculated(right, names)
            match sign:
                case ast.Mult():
                    return a * b
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Pow() if b >= 0 and a.bit_length() * b <= MOST_BITS:
                    return int(a**b)
    raise ValueError(ast.dump(node))


# -- powers ------------------------------------------------------------------------------------

_SCALES: Final = {"mil millones": 9, "mil": 3, "thousand": 3, "millones": 6, "millón": 6,
                  "million": 6, "billones": 12, "billón": 12, "billion": 9,
                  "trillion": 12}  # fmt: skip
_NUMBER: Final = (
    r"(?P<digits>\d{1,3}(?:[ .,'\u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)(?:(?:\*10\^\(?|[eE]\+?)"
    rf"(?P<tens>\d{{1,3}})\)?|\s+(?P<scale>{'|'.join(_SCALES)})\b)?(?![\d*^]|[.,]\d)"
)
_IS: Final = (
    r"\s*(?:=|≈|=≈)\s*(?!=)|\s+(?:es|son|is|are|equals|da|gives|makes|hace)\s+(?:igual a\s+)?"
    r"|(?:\s+[^\W\d_]+){0,2},?\s+(?=unos|unas|about|aprox|o sea|es decir|that is|casi|nearly)"
)
_NEARLY: Final = (
    r"(?:≈|(?:unos|unas|about|aproximadamente|approximately|casi|nearly|roughly|o sea|es decir|"
    r"that is)\b,?)?\s*"
)
_EQUATION: Final = re.compile(
    rf"(?<![\w^*+!./-])(?P<run>{_RUN})(?P<is>{_IS})(?P<nearly>{_NEARLY})"
    rf"(?:{_NUMBER}|(?P<other>{_RUN}))", re.I,
)  # fmt: skip


def _fits(found: re.Match[str], right: int) -> bool:
    """Return whether a written number is the right one, to as many digits as it has."""
    digits, scale = found["digits"], found["scale"]
    tens = int(found["tens"] or 0) + (_SCALES[scale.lower()] if scale else 0)
    rough = bool(tens or found["nearly"].strip() or "≈" in found["is"])
    whole = re.sub(r"\D", "", digits)
    readings = [(int(whole), 0)] if len(re.findall(r"\d+", digits)[-1]) == 3 else []
    if (parts := re.fullmatch(r"(\d+)[.,](\d+)", digits)) is not None:
        readings.append((int(parts[1] + parts[2]), len(parts[2])))
    for value, decimals in readings or [(int(whole), 0)]:
        shift = tens - decimals
        if shift > MOST_BITS // 3:
            continue
        zeros = len(str(value)) - len(str(value).rstrip("0")) if rough and not decimals else 0
        written, wanted = value * 10 ** max(shift, 0), right * 10 ** max(-shift, 0)
        one = 10 ** max(shift + zeros, 0) if rough or decimals else 0
        if -one < 2 * (written - wanted) <= one or 0 <= wanted - written < one or written == wanted:
            return True  # rounded, or cut off
    return False


def powers(line: str) -> Iterator[Statement]:
    """Yield the equations of powers in a line.

    >>> [one.fits for one in powers("5^16 = 152587890625, 8¹⁶ ≈ 2,8·10^14 y 5^(n²) = 5^(2n)")]
    [True, True, False]
    """
    line, at = in_one_notation(line), 0
    while found := _EQUATION.search(line, at):
        at = max(found.start() + 1, found.end("run"))
        one, other = _within(found["run"]), _within(found["other"] or "")
        values = [_value(one, n) for n in (3, 5, 8)]
        right = values[0]
        if "^" not in one or right is None or None in values:
            continue
        if found["digits"]:
            if values == [right] * 3:
                yield _power(one, right, _fits(found, right))
        elif "≈" in found[0] and (tens := re.fullmatch(r"10\^\(?(\d+)\)?", other)):
            yield _power(one, right, abs(log2(right or 1) / log2(10) - int(tens[1])) < 1)
        elif "^" in other and {*re.findall("[a-z]", one)} == {*re.findall("[a-z]", other)}:
            others = [_value(other, n) for n in (3, 5, 8)]
            if None not in others:
                data = {"one": one, "other": other}
                fits = others == values
                code = "power-same" if fits else "power-other" if "n" in one else "power-differ"
                if code == "power-other":
                    data |= {"a": str(right), "b": str(others[0])}
                yield Statement("power", Message(code, data), fits)
    if re.search(r"\b8\^\(?8\b", line) and _SEARCHED.search(line) and not _EIGHT.search(line):
        yield Statement("order", Message("order-eight"), fits=False)
    if re.search(r"(?:[<!=]=?)\s*n\^n\b", line):
        yield Statement("order", Message("order-squares"), fits=False)


def _power(one: str, right: int, fits: bool) -> Statement:
    data = {"one": one, "right": str(right), "digits": len(str(right))}
    return Statement("power", Message("power-right" if fits else "power-wrong", data), fits)


def _any(text: str, *, words: bool = False) -> re.Pattern[str]:
    """Return a pattern of the parts of a text, between which are blanks; perhaps as whole words."""
    parts = "|".join(text.split())
    return re.compile(rf"\b(?:{parts})\b" if words else parts, re.I)


_SEARCHED: Final = _any(
    "opci camino nodo posibilidad combinaci configuraci option path node tree árbol possibilit"
)
_EIGHT: Final = _any(r"(?:ocho|8)\s+casillas (?:eight|8)\s+squares", words=True)

# -- the cost of a search ----------------------------------------------------------------------

_ORDER: Final = re.compile(
    r"\bO\s?(?=\()|\b(?:orden|order|complejidad|complexity|eficiencia)\s+"
    r"(?:(?:es|de|of|is|exponen[ct]ial|temporal|time)\s+)*"
    rf"(?P<run>{_RUN})", re.I,
)  # fmt: skip
_SPACE: Final = _any(r"espacio memoria space memory stack \bpila profundidad depth")
_RULE: Final = _any("warnsdor wansdor heur[ií]stic")
_CHECKED: Final = _any(
    r"comprob verific \bcheck juez judge imprim print \b(?:per|cada|each)\b "
    r"\bpor\s(?:movimiento|paso|nodo)"
)
_TRIED: Final = _any(
    r"backtrack vuelta\satr marcha\satr retroce fuerza\sbruta brute ingenu naive exhausti "
    r"b[uú]squeda search todos\slos all\s(?:paths|tours)"
)
_COUNTED: Final = _any(
    r"\bn\b[^.\n]{0,25}\b(?:n[uú]mero|number|total)\b[^.\n]{0,12}\b"
    r"(?:casillas|celdas|v[eé]rtices|squares|cells|vertices) "
    r"(?:n[uú]mero|number)\s+(?:de|of)\s+(?:casillas|squares|cells)[^.\n]{0,6}\bn\b "
    r"\bn\s*=\s*\d+\s+(?:casillas|squares|cells)"
)


def orders(line: str, near: str = "") -> Iterator[Statement]:
    """Yield what a line says of the order of growth of a search, where that can be judged.

    >>> [one.fits for one in orders("O(8^(n²)), O(n!) y O(8 N ^ 2); espacio O(N²), O(n³)")]
    [True, False, False, True]
    """
    line, end = in_one_notation(line), 0
    for found in _ORDER.finditer(line):
        order = found["run"] or _enclosed(line[found.end() :])
        if order is None:
            continue
        before, after = line[end : found.start()], line[found.end() :].partition(order)[2]
        end = len(line) - len(after)
        words = before + re.split("[,;.]", after)[0]
        shown = order if found["run"] else f"O({order})"
        kind = _judged(_within(re.sub(r"\s", "", order)), words, near + words)
        if kind:
            yield Statement("order", Message(f"order-{kind}", {"order": shown}), kind != "lost")


def _enclosed(text: str) -> str | None:
    """Return what the parenthesis encloses that a text begins with."""
    depth = 0
    for at, sign in enumerate(text[:60]):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if not depth:
            return text[1:at].strip()
    return None


def _judged(order: str, words: str, near: str) -> str | None:
    """Return what is to be said of an order of growth; None if that depends on what it is of."""
    few, many = _value(order, 8), _value(order, 16)
    if not re.fullmatch(_RUN, order) or few is None or many is None or min(few, many) < 2:
        return None
    growth = log2(log2(many) / log2(few))  # the degree of the exponent
    square = growth < 0.8 and 3.5 < many / few < 4.5
    if growth < 0.8 and re.match(r"[8kb]\*?n\^\(?2|\d+\^", order):
        return "lost"
    if _SPACE.search(words):
        return "space" if square else None
    if _RULE.search(words):
        return "rule" if square else None
    if growth >= 1.75:
        return "right"
    if growth >= 0.8:
        return "right-squares" if growth < 1.2 and _COUNTED.search(near) else "lost"
    return "lost" if "n" in order and _TRIED.search(words) and not _CHECKED.search(words) else None


# -- the moves of a program --------------------------------------------------------------------

_STEP: Final = r"(?:[A-Za-z_][\w.\[\]]*\s*)?([+-]?)\s*([0-3])\b"
_PAIR: Final = re.compile(rf"[\[({{]\s*{_STEP}\s*,\s*{_STEP}\s*[\])}}]")
_LIST: Final = re.compile(r"[\[({]\s*(-?[0-3](?:\s*,\s*-?[0-3]){5,9})\s*,?\s*[\])}]")
MOST_BETWEEN: Final = 60
"""How many signs may part two moves of a table, or its two lists."""


def tables(text: str) -> Iterator[tuple[int, int, Statement]]:
    """Yield the tables of a program's moves: the places where each begins and ends, and its order.

    >>> lists = "dx = [2,1,-1,-2,-2,-1,1,2]; dy = [1,2,2,1,-1,-2,-2,-1]"
    >>> [one.message.data for *_at, one in tables(lists)]
    [{'order': 'geeksforgeeks'}]
    >>> pairs = "(1,2) (2,1) (2,-1) (1,-2) (-1,-2) (-2,-1) (-2,1) (1,2)"
    >>> [one.message.text() for *_at, one in tables(pairs)]
    ["These are not the knight's eight moves: (-1, 2) is missing."]
    """
    tables: list[list[tuple[re.Match[str], tuple[int, int]]]] = [[]]
    for found in _PAIR.finditer(text):
        if tables[-1] and found.start() - tables[-1][-1][0].end() > MOST_BETWEEN:
            tables.append([])
        step = int(found[1] + found[2]), int(found[3] + found[4])
        tables[-1].append((found, step))
    lists = [*_LIST.finditer(text)]
    for one, other in pairwise(lists):
        rows = [[*map(int, re.findall(r"-?\d", part[1]))] for part in (one, other)]
        if len(rows[0]) == len(rows[1]) and other.start() - one.end() <= MOST_BETWEEN:
            steps = [*zip(*rows, strict=True)]
            tables.append([(one, steps[0]), *((other, step) for step in steps[1:])])
    knight = {*ORDERS["geeksforgeeks"]}
    for table in tables:
        steps = [step for _found, step in table]
        if not 6 <= len(steps) <= 10 or len(knight & {*steps}) < 5 or min(map(min, steps)) >= 0:
            continue
        missing = sorted(knight - {*steps})
        names = [name for name, order in ORDERS.items() if [*order] == steps]
        if missing or len(steps) != 8:
            moves = ", ".join(map(str, missing or sorted({*steps} - knight) or steps[8:]))
            code = "moves-missing" if missing else "moves-more"
            said = Statement("moves", Message(code, {"moves": moves}), fits=False)
        elif names:
            said = Statement("moves", Message("moves-named", {"order": names[0]}))
        else:
            order = ";".join(f"{a},{b}" for a, b in steps)
            said = Statement("moves", Message("moves-own", {"order": order}))
        yield table[0][0].start(), table[-1][0].end(), said


# -- boards without a tour ---------------------------------------------------------------------

_SIDES: Final = re.compile(r"\b(\d{1,2})\s?(?:[x×*]|por\b|by\b)\s?(\d{1,2})\b", re.I)
_SIZE: Final = re.compile(
    r"(?:\b(?:si|if|when|para|for|con|with|cuando)\s+)?(?:\bn\s*(?:[=:]|es|vale|is)\s*|"
    r"\b(?:lado|side|size|tama[nñ]o|dimensi[oó]n)\b[^\d\n.;]{0,40}?)(\d{1,2})\b", re.I,
)  # fmt: skip
_SMALLER: Final = re.compile(
    r"(?:\b(?:si|if|when|para|for|cuando)\s+)?(?:\b(?:menor(?:es)?\s+(?:de|que|a)l?|smaller\s+than|"
    r"less\s+than|below|inferior(?:es)?\s+a|m[aá]s\s+peque[nñ]os?\s+(?:de|que))|\bn\s*(?:<=?|≤))\s*"
    r"(?:un\s+|a\s+)?(?=(\d{1,2})(?!\d))", re.I,
)  # fmt: skip
_START: Final = re.compile(
    r"\b(?:desde|from|en|in|at|empezando|starting|inicio|start)"
    r"(?:\s+(?:la\s+)?(?:casilla|square|posici[oó]n|en|at|in|from|the|el|la))*[\s:=]+"
    r"(?:([a-z]\d{1,2})\b|[(\[]?\s*(\d{1,2})\s*,\s*(\d{1,2})\s*[)\]]?)", re.I,
)  # fmt: skip
_ROW: Final = re.compile(r"\b(?:fila|row)\s*[:=]?\s*(\d{1,2})\b", re.I)
_COLUMN: Final = re.compile(r"\b(?:columna|column|col)\s*[:=]?\s*(\d{1,2})\b", re.I)
_CLOSED: Final = _any(r"cerrad closed \bciclo \bcycle circuit")
_OPEN: Final = _any(r"abiert \bopen")
_ODD: Final = _any("impar(?:es)? odd", words=True)
_NUMERAL: Final = re.compile(r"\b\d{1,2}\b")
_TOUR: Final = r"(?:soluci[oó]n(?:es)?|recorridos?|caminos?|giras?|solutions?|tours?|paths?)\b"
_NO_TOUR: Final = _any(
    r"\b(?:no|sin|without)\s+(?:hay|existen?|tienen?|se\s+(?:ha\s+)?(?:encontr\w+|halla\w*))?\s*"
    r"(?:(?:ning[uú]n|ninguna|un|una|la|el|any|a|such|tal|possible|posible|open|closed|knight'?s?)\s+)*"
    rf"{_TOUR}(?!\s+(?:que|that|which|whose|con|with|mejor|iguales|m[aá]s)) "
    rf"{_TOUR}(?:\s+\w+)?\s+(?:does\s+not|doesn't|do\s+not|don't|no)\s+exist "
    r"\bning[uú]n\s+recorrido \bimpos+ible unsolvable unsatisfiable infeasible irresoluble "
    r"insoluble \bno\s+se\s+puede[n]?\s+(?:recorrer|resolver) "
    r"\b(?:cannot|can't|can\snot)\s+be\s+(?:solved|toured) not\s+solvable"
)
"""What says that there is no tour, and no less: not that there are no others, or none was found."""

_OTHER: Final = _any(
    "reinas? dama rey torres? alfil pe[oó]n queens? king rooks? bishop sudoku mochila knapsack "
    "jirafa giraffe camello camel cebra zebra toro torus cilindro cylinder", words=True,
)  # fmt: skip
_UNSURE: Final = _any(
    r"\?|\| \b(?:queda|left|nodos?|nodes?|tras|after|si|if|whether|unless|sí|pero|but)\b "
    r"\b(?:aunque|though)\b (?<!no\sse\s)\bpuede "
    r"\b(?:podr[ií]a|may|might|could|quiz[aá]s?|perhaps|creo|think|a\sveces)\b "
    r"\b(?:sometimes|siempre|always|todas|cada|every|each|cualquiera?|algun[ao]s?|some|any)\b "
    r"\b(?:es|is|it\sis)\spos+ible falso false no\ses no\sexiste\sun not\simpossible "
    r"\b(?:otr[ao]s?|other|[uú]nic[ao]|unique|m[aá]s\sde|more\sthan|better|mejor)\b "
    r"m[aá]gico magic sim[eé]tric symmetric crossing cruces"
)


def nones(lines: Sequence[str]) -> Iterator[tuple[int, Statement]]:
    """Yield the lines, from 1, that say there is no tour, and what is to be said of it.

    >>> [(at, one.fits) for at, one in nones(["En 4×4 no hay solución.", "No closed tour on 6x6"])]
    [(1, True), (2, False)]
    """
    known: dict[tuple[str, bool, str | None], bool | None] = {}
    for at, line in enumerate(lines, start=1):
        for sentence in re.split(r"(?<=[.;!?])\s+", line[:2000]):
            said = _SMALLER.sub(" ", sentence)
            for pattern in (_SIDES, _START, _SIZE, _NUMERAL):
                said = pattern.sub(" ", said)
            before = line[: line.find(sentence)]
            boards = (_SIDES, _SIZE, _SMALLER, _ODD)
            aside = bool(_SIZE.search(before))
            named = aside or any(pattern.search(sentence) for pattern in boards)
            if (
                len(said.split()) > (4 * MOST_WORDS if named else MOST_WORDS)
                or (not named and (sentence != line or _continues(lines[max(0, at - 2) : at])))
                or CODE.search(said) or _OTHER.search(said) or _UNSURE.search(said)
                or not _NO_TOUR.search(said)
            ):  # fmt: skip
                continue
            near = [sentence, *[before] * aside, *reversed(lines[max(0, at - 1 - NEAR) : at - 1])]
            yield at, _none(near, known)
            break


def _continues(lines: Sequence[str]) -> bool:
    """Return whether the last line goes on with a sentence of prose."""
    return lines[-1].lstrip()[:1].islower() and len(lines[0].split()) > MOST_WORDS


def _none(near: Sequence[str], known: dict[tuple[str, bool, str | None], bool | None]) -> Statement:
    """Judge a sentence that says there is no tour; the lines above may name board and start."""
    sentence = near[0]
    closed = bool(_CLOSED.search(sentence)) and not _OPEN.search(sentence)
    if _ODD.search(sentence) and not (_SIDES.search(sentence) or _SIZE.search(sentence)):
        if closed:
            return Statement("none", Message("none-odd"))
        return _searched(["5x5"], closed, None, known)
    if limit := _SMALLER.search(sentence):
        most = int(limit[1]) + limit[0].rstrip().endswith(("=", "≤"))
        return _smaller(most, sentence, closed, known)
    for line in near:
        line = re.sub(r"\([^)]*\b(?:más|more)\b[^)]*\)", "", line)
        boards = [f"{a}x{b}" for a, b in _SIDES.findall(line)]
        if boards := boards or [f"{n}x{n}" for n in _SIZE.findall(line)]:
            boards = boards if line == sentence else boards[-1:]
            return _searched(boards, closed, _start(near), known)
    return Statement("none", Message("none-board"))


def _start(near: Sequence[str]) -> str | None:
    """Return the start that a sentence names, or what a program asked for above it."""
    if found := _START.search(near[0]):
        return found[1] or f"{found[2]},{found[3]}"
    if re.search(r"\besquinas?\b|\bcorners?\b", near[0], re.I):
        return "0,0"
    asked = "\n".join(near)
    row, column = _ROW.search(asked), _COLUMN.search(asked)
    return f"{row[1]},{column[1]}" if row and column else None


def _smaller(
    limit: int, sentence: str, closed: bool, known: dict[tuple[str, bool, str | None], bool | None]
) -> Statement:
    """Judge a claim about all boards below a limit: squares if it names n, else rectangles, too."""
    if not 3 <= limit <= LARGEST:
        return Statement("none", Message("none-board"))
    if _SIDES.search(sentence):
        sizes = [(a, b) for a, b in product(range(2, limit + 1), repeat=2) if a <= b and a < limit]
    else:
        sizes = [(side, side) for side in range(2, limit)]
    return _searched([f"{a}x{b}" for a, b in sizes], closed, None, known)


def _searched(
    boards: Sequence[str], closed: bool, start: str | None,
    known: dict[tuple[str, bool, str | None], bool | None],
) -> Statement:  # fmt: skip
    """Search boards for a tour, and say what was found of the claim that there is none."""
    found: list[bool | None] = []
    for board in boards:
        key = board, closed, start
        if key not in known:
            known[key] = _has_tour(*key) if len(known) < MOST_SEARCHES else None
        found.append(known[key])
        if known[key]:
            boards = [board]
            break
    kind = "-closed" if closed else "-start" if start else ""
    data = {"board": ", ".join(boards)} | ({"start": start} if start and not closed else {})
    if any(found):
        return Statement("none", Message(f"none-wrong{kind}", data), fits=False)
    if None in found:
        return Statement("none", Message("none-open", {"board": data["board"]}))
    return Statement("none", Message(f"none-right{kind}", data))


def _has_tour(board: str, closed: bool, start: str | None) -> bool | None:
    """Return whether a tour is found; None if that takes too long, or there is no such problem."""
    try:
        outcome = solve(Problem(board, closed=closed, start=start), limits=SECONDS)
    except CaballeroError:
        return None
    return None if isinstance(outcome, GaveUp) else isinstance(outcome, Found)
