"""A teacher's notes on an answer: whose it is, how far it is right, and its likely slip.

The judge lists what is wrong. A slip is a small change after which the answer is a tour: nothing
is called a slip that was not tried.

An answer belongs to a pupil by the number, or by the words of a name, in any order: all words of
the file are in the name, or else all of the name in the file; or the name is written in one word.
Invariants: an answer that may be of several pupils is of none, and so are several different answers
of one pupil; the order of answers and pupils changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, cast

from caballero.machine.words import Message, without_accents
from caballero.model.board import Board
from caballero.model.problem import Place, Problem, mover, restated

from .claim import Claim
from .facts import is_tour
from .judge import Verdict, exchanged, order_of, places_of


def right_up_to(claim: Claim, verdict: Verdict) -> int:
    """Return how many squares of a claim, from its first number on, are the beginning of a tour.

    They follow each other by moves, on squares not visited before, and keep start and clues.
    """
    problem = verdict.problem
    if verdict.valid:
        return problem.size
    if isinstance(problem.ground, Board) and claim.shape not in (None, problem.ground.shape):
        return 0
    is_move, known = mover(problem), problem.numbered()
    places = {problem.place(v): v for v in range(len(problem))}
    numbers = {vertex: number for number, vertex in known.items()}
    listed = sorted(
        zip(
            (number for number, _ in claim.numbered), places_of(claim, problem.ground), strict=True
        ),
        key=lambda pair: pair[0],
    )
    repeated = {number for number, count in Counter(n for n, _ in listed).items() if count > 1}
    line: list[Place] = []
    for number, place in listed:
        step = len(line) + 1
        vertex = places.get(place, -1)
        right = (
            vertex >= 0 and place not in line[-1:] and number == listed[0][0] + len(line)
            and number not in repeated and (not line or is_move(line[-1], place))
            and known.get(step, vertex) == vertex and numbers.get(vertex, step) == step
        )  # fmt: skip
        if not right:
            break
        del places[place]
        line.append(place)
    return len(line)


def likely_slip(claim: Claim, verdict: Verdict) -> Message | None:
    """Return the small change that makes a tour of a wrong claim; None if none was found.

    Two numbers exchanged, a number miswritten, the tour numbered from its end, rows and columns
    exchanged, or the board turned around; or it is a tour, but starts elsewhere.

    >>> from caballero import verify
    >>> from caballero.formats.claims import read_claim
    >>> claim = read_claim("1 4 7 10\\n12 9 2 5\\n3 6 13 8")
    >>> print(likely_slip(claim, verify(claim)))
    c1 should probably have number 11, not 13.
    """
    problem = verdict.problem
    if verdict.valid:
        return None
    order = order_of(claim, problem)
    first = min((number for number, _place in claim.numbered), default=1)
    complete = order is not None and -1 not in order
    if complete and order and is_tour(problem, order[::-1]):
        return Message("slip-reversed")
    if code := _turned(claim, problem):
        return Message(code)
    if not complete or order is None:
        return _miswritten(claim, verdict, first) if claim.shape else None
    if fault := exchanged(order, problem, first):
        return Message("slip-exchanged", {**fault.message.data})
    free = restated(problem, start=None, end=None, clues=(), waypoints=())
    if free is not problem and is_tour(free, order):
        place = problem.place_name(problem.place(order[0]))
        return Message("slip-elsewhere", {"place": place})
    return None


def _turned(claim: Claim, problem: Problem) -> str | None:
    """Return how the board was turned if the claim is a tour on the board as it should be."""
    ground = problem.ground
    if not isinstance(ground, Board) or ground.grid or len(ground.shape) != 2:
        return None
    rows, columns = ground.shape
    if claim.shape not in (None, (rows, columns), (columns, rows)):
        return None
    places = places_of(claim, ground)
    if any(not isinstance(place, tuple) or len(place) != 2 for place in places):
        return None
    high, wide = claim.shape or (rows, columns)
    shape = claim.shape and ground.shape
    for code, flip, mirror, turn in TURNED:
        numbered = []
        for (number, _), place in zip(claim.numbered, places, strict=True):
            r, c = cast("tuple[int, int]", place)
            r, c = (high - 1 - r if flip else r), (wide - 1 - c if mirror else c)
            numbered.append((number, (c, r) if turn else (r, c)))
        order = order_of(replace(claim, numbered=tuple(numbered), shape=shape), problem)
        if order and -1 not in order and is_tour(problem, order):
            return code
    return None


def _miswritten(claim: Claim, verdict: Verdict, first: int) -> Message | None:
    """Return the only number that should be another, which is missing."""
    problem = verdict.problem
    numbers = [number for number, _place in claim.numbered]
    for start in {first, 1}:
        wanted = range(start, start + problem.size)
        missing = {*wanted} - {*numbers}
        if len(numbers) != problem.size or len(missing) != 1:
            continue
        (right,) = missing
        counts = Counter(numbers)
        for i, number in enumerate(numbers):
            if counts[number] == 1 and number in wanted:
                continue
            order = order_of(_with_number(claim, i, right), problem)
            if order is not None and is_tour(problem, order):
                place = problem.place_name(claim.numbered[i][1])
                data = {"place": place, "number": number, "right": right}
                return Message("slip-number", data)
    return None


def _with_number(claim: Claim, at: int, number: int) -> Claim:
    """Return a claim with another number at a place."""
    numbered = [*claim.numbered]
    numbered[at] = number, numbered[at][1]
    return replace(claim, numbered=tuple(numbered))


TURNED: Final = (
    ("slip-turned", False, False, True),
    ("slip-upside", True, False, False),
    ("slip-mirrored", False, True, False),
    ("slip-around", True, True, False),
    ("slip-around", True, False, True),
    ("slip-around", False, True, True),
    ("slip-around", True, True, True),
)
"""How a board may be turned: from below, from the right, rows and columns exchanged."""

PARTICLES: Final = frozenset(
    ("da", "das", "de", "del", "den", "der", "do", "dos", "la", "las", "los", "van", "von")
)
"""Words of a name that are often left out."""

MOODLE: Final = re.compile(r"(.+?)_(\d+)_assignsubmission_(?:file_|onlinetext_)?")
"""What Moodle writes before the name of a file that was handed in: a name and a number."""


PIECES: Final = frozenset(("knight", "knights", "king", "caballo", "rey", "reina", "torre", "tour"))
"""Words of the task that are also names: a file with no other word has no owner."""


class Paper(NamedTuple):
    """What is known of an answer: its path, its first line of words, and its first line."""

    path: str
    title: str
    line: str = ""


def owners(
    papers: Sequence[Paper],
    names: Sequence[str],
    codes: Sequence[str],
    moodle: Sequence[str] = (),
) -> list[list[int]]:
    """Return the places of the pupils whom each answer fits; if only one fits, it is the owner.

    >>> class_list = ["Vázquez, Martín", "Martín, Pau", "García López, Ana"]
    >>> papers = [Paper(f"{name}.txt", "") for name in ("martin", "pau", "ana-garcia", "AnaGarcia")]
    >>> owners(papers, class_list, "123")
    [[0, 1], [1], [2], [2]]
    >>> owners([Paper("3.txt", ""), Paper("S-1007 tarea.txt", "")], class_list, ["3", "4", "S1007"])
    [[0], [2]]
    """
    known = [_words(name) for name in names]
    numbered = {number: i for i, number in enumerate(moodle) if number}
    coded = {spelled(code): {i} for i, code in enumerate(codes) if len(code) >= LEAST_CODE}
    in_one: dict[str, set[int]] = {}
    for i, name in enumerate(names):
        for word in _in_one(name):
            in_one.setdefault(word, set()).add(i)
    return [_owners(paper, known, codes, numbered, coded, in_one) for paper in papers]


def _in_one(name: str) -> set[str]:
    """Return a name as it is written in one word: first names and surnames, or the first of each.

    >>> sorted(_in_one("García López, Ana"))
    ['anagarcia', 'anagarcialopez', 'garciaana', 'garcialopezana']
    """
    family, _comma, given = (spelled(part, " ").split() for part in name.partition(","))
    if not family or not given:
        return {spelled(name)}
    pairs = [("".join(f), "".join(g)) for f in (family, family[:1]) for g in (given, given[:1])]
    return {word for f, g in pairs for word in (f + g, g + f)}


def _owners(
    paper: Paper,
    known: Sequence[set[str]],
    codes: Sequence[str],
    numbered: Mapping[str, int],
    coded: Mapping[str, set[int]],
    in_one: Mapping[str, set[int]],
) -> list[int]:
    *folders, file = re.split(r"[/\\]", paper.path)
    stem = file.rpartition(".")[0] or file
    found = [match for part in (*folders, file) if (match := MOODLE.match(part))]
    official = [match[1] for match in found]
    inner = [MOODLE.sub("", part) for part in (*folders, stem)]
    parts = official or inner
    fitting = [_fitting(_words(part), known, not official) for part in parts]
    vocabulary = set[str]().union(*known)
    fitting = [
        in_one.get(spelled(part), fits) if _words(part) - vocabulary else fits
        for part, fits in zip(parts, fitting, strict=True)
    ]
    number = spelled(inner[-1]).lstrip("0")
    of_code = {i for i, code in enumerate(codes) if number and spelled(code).lstrip("0") == number}
    if found:
        own = numbered.get(found[0][2])
        fitting = [_among(fitting if own is None else [{own}], inner, known, of_code)]
    elif stem.isdigit():
        fitting[-1] = of_code
    said = [word for part in inner for word in (part, *_tokens(part))]
    said += [paper.line, *(word for word in _tokens(paper.line) if not word.isdigit())]
    fitting += [coded.get(spelled(word), set()) for word in said]
    return sorted(_common([*fitting, _fitting(_words(paper.title), known)]))


def _common(fitting: Sequence[set[int]]) -> set[int]:
    """Return the pupils whom all evidence fits; all whom some fits if it contradicts itself."""
    every = set[int]().union(*fitting)
    return every.intersection(*filter(None, fitting)) or every


def _among(
    fitting: Sequence[set[int]], inner: Sequence[str], known: Sequence[set[str]], of_code: set[int]
) -> set[int]:
    """Return whom a folder of Moodle fits; the names in it choose among several.

    A folder that fits no pupil may have a file with the whole name.
    """
    fits, words = _common(fitting), [_words(part) for part in inner]
    if not fits:
        return {i for i, name in enumerate(known) if len(name) > 1 and name in words}
    chosen = [*(_fitting(some, known) for some in words), of_code]
    return fits if len(fits) == 1 else _common([some & fits for some in chosen]) or fits


LEAST_CODE: Final = 4
"""The fewest signs of a number of a pupil that may stand between words."""


def _tokens(text: str) -> list[str]:
    """Return the parts of a name of a file that may be a number, such as ``S-1007``."""
    return [word for word in re.findall(r"[^\W_]+(?:-\d+)?", text) if re.search(r"\d", word)]


def spelled(text: str, between: str = "") -> str:
    """Return a text in lower case, without accents and signs.

    >>> spelled("Łukasiewicz, Đorđe", "-"), spelled("Strauß_Ærø")
    ('lukasiewicz-dorde', 'straussaero')
    """
    return re.sub(r"[\W_]+", between, without_accents(text).casefold().translate(_LETTERS))


_LETTERS: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe",
                                 "þ": "th", "ı": "i"} | dict.fromkeys("'’`´", ""))  # fmt: skip
"""Letters that lose no accent, as people write them without."""

ABOUT: Final = frozenset(re.findall(r"\w+", """
answer answers attempt board copy draft exercise exit file final good homework kings knight
last lesson matrix new numbers output path programme program puzzle result sheet solution
solved task test tour try version work actividad alumna alumno archivo bien bueno caballo
caballos camino casa clase copia curso deberes definitiva definitivo documento ejercicio
entrega entregas ficha fichero grupo hidato hoja intento lengua mates matematicas matriz
nombre nueva nuevo numeros para pasatiempo practica problema programa prueba recorrido reina
respuesta respuestas resultado rey salida solucion tablero tarea texto trabajo ultima ultimo
vuelta
"""))  # fmt: skip
"""Words of the names of files that are about the task, and not of a name."""

FEW: Final = 3
"""A word in the names of this number of files is about the task, too."""


def strange_words(
    papers: Sequence[Paper], names: Sequence[str], codes: Sequence[str] = ()
) -> list[set[str]]:
    """Return the words of each file that may be of a name which the list does not have.

    A file that has the whole name of a pupil elsewhere, in a folder or its first line, has none,
    and neither has one that a number names.

    >>> class_list = ["García López, Ana", "Pérez Gil, Pau"]
    >>> files = "tarea ana.txt", "pepe_perez.txt", "Ana García López/pepe.txt"
    >>> strange_words([Paper(file, "") for file in files], class_list)
    [set(), {'pepe'}, set()]
    """
    known = [_words(name) for name in names]
    in_one = set[str]().union(*map(_in_one, names))
    coded = {spelled(code) for code in codes if len(code) >= LEAST_CODE}
    vocabulary = set[str]().union(*known, in_one)
    counts = Counter(word for paper in papers for word in {*_words(paper.path)})
    common = ABOUT | {word for word, count in counts.items() if count >= FEW}
    found = []
    for paper in papers:
        *folders, file = re.split(r"[/\\]", paper.path)
        official = [match[1] for part in (*folders, file) if (match := MOODLE.match(part))]
        stem = file.rpartition(".")[0] or file
        parts = [_words(part) for part in official or [*folders, stem]]
        fitting = [words for words in parts if words & vocabulary]
        strange = [words - vocabulary - (frozenset() if official else common) for words in fitting]
        kept = [{word for word in some if len(word) > 2 and word.isalpha()} for some in strange]
        said = (*parts, _words(stem), _words(paper.title))
        whole = any(len(name) > 1 and name <= words for name in known for words in said)
        whole = whole or any(spelled(part) in in_one for part in official or [*folders, stem])
        whole = whole or bool({spelled(stem), spelled(paper.line)} & coded)
        found.append(set[str]() if whole or not all(kept) else set[str]().union(*kept))
    return found


def _words(text: str) -> set[str]:
    """Return the words of a name, in lower case, without accents, apostrophes and particles."""
    found = {*spelled(text, " ").split()}
    return found - PARTICLES or found


def _fitting(words: set[str], known: Sequence[set[str]], parts: bool = True) -> set[int]:
    """Return the pupils whom words fit: with `parts`, those of a part of a name suffice."""
    same = {i for i, name in enumerate(known) if name == words}
    if not words or (same and not parts):
        return same
    # Words that no name has say nothing, such as “homework”; a number may count tries, unless names
    # have numbers. Without them a short form may fit others, too.
    vocabulary = set[str]().union(*known)
    with_numbers = any(word.isdigit() for word in vocabulary)
    core = {
        word
        for word in words
        if word in vocabulary or (with_numbers if word.isdigit() else len(word) == 1)
    }
    within = {i for i, name in enumerate(known) if _are_in(core, name)}
    beyond = {i for i, name in enumerate(known) if _are_in(name, words)}
    return same | (within or beyond)


def _are_in(words: set[str], name: set[str]) -> bool:
    """Return whether a name has all words, some as initials, but not all."""
    left = name - words
    if not any(len(word) > 1 for word in (words & name) - PIECES) and words != name:
        return False
    for word in sorted(words - name):
        fits = [known for known in left if 1 in (len(known), len(word)) and known[0] == word[0]]
        if not fits and not (len(word) == 1 and any(known[0] == word for known in name)):
            return False
        left -= {min(fits, default="")}
    return True
