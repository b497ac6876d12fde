"""Lists of a class, as schools export them: a line for each pupil, or a table with any columns.

The words of the titles of a table say where the names are, in the languages of Spain and its
neighbours; titles that are not known are no pupils, but refused. Without titles, a column of
different numbers has the codes, and columns of words the names; text with one comma is a name, as
in ``García López, Ana``. Lines above the titles are passed over.

Invariants: no pupil is lost and none is joined with another; the code of each is unique; what could
be read in two ways is refused.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from caballero.machine.errors import InvalidInput
from caballero.machine.words import short, without_accents
from caballero.model.texts import bounded_text

_WORDS: Final[Mapping[str, str]] = {
    "family": "surname surnames apellido apellidos apellido1 apellido2 cognom cognoms apelido "
    "apelidos abizena abizenak sobrenome nachname familienname cognome last",
    "given": "forename forenames prenom vorname first given",
    "name": "name names fullname nombre nom noms nome izena",
    "person": "student students pupil pupils learner learners participant participants alumno "
    "alumna alumnos alumnas alumnado alumne alumnes alumnat aluno estudiante estudiantes estudiant "
    "ikaslea ikasleak",
    "code": "no n num numero number nr # orden ordre codigo code codi id expediente nia nie upn",
    "other": "email mail correo group grup grupo class clase curso curs date fecha birth "
    "nacimiento dni phone telefono gender sexo",
    "": "s a as o os y e i eta and the of de del la full complete completo complet legal official "
    "preferred chosen known primer segundo primeiro segon second paterno materno 1 2 1er 1o 2o 1r "
    "2n lista list roll admission",
}
"""The words of titles, without accents and signs; the last ones only add."""

_KINDS: Final = {word: kind for kind, some in _WORDS.items() for word in some.split()}

_PHRASES: Final = (
    (r"\bfirst (surname|last name)\b", "surname"),
    (r"\b(last|family) ?names?\b", "surname"),
    (r"\b(first|given|middle) ?names?\b|\bnombres? de pila\b|^nombres$", "forename"),
)
"""Words that are one part of a name together."""

_NAMES: Final = frozenset(("whole", "name", "family", "given"))
"""The roles of columns with names, or parts of them."""

_MARKS: Final = ("\t", ";", "|")
"""What parts the cells of a table, other than the comma."""

MOST_ABOVE: Final = 12
"""The most lines above the titles."""


class Pupil(NamedTuple):
    """A pupil of a list: the number, the name, the number in Moodle, and the cells of the line."""

    code: str
    name: str
    moodle: str = ""
    cells: tuple[str, ...] = ()


class ClassList(NamedTuple):
    """The pupils of a list in their order, and the titles of its columns, if it has any."""

    pupils: tuple[Pupil, ...]
    titles: tuple[str, ...] = ()

    @property
    def twins(self) -> list[list[Pupil]]:
        """The pupils who have the same name: only their numbers differ."""
        same: dict[str, list[Pupil]] = {}
        for pupil in self.pupils:
            key = " ".join(without_accents(pupil.name).casefold().replace(",", " ").split())
            same.setdefault(key, []).append(pupil)
        return [some for some in same.values() if len(some) > 1]


def read_class(text: str | bytes) -> ClassList:
    """Read the list of a class.

    Raises :class:`InvalidInput` if it is no text, has no names, if two pupils have the same number,
    or a table does not say which column has the names.

    >>> text = "Curso: 2.º A\\n\\nNº;Apellidos;Nombre\\n1;García López;Ana\\n2;O'Connor;Sean\\n"
    >>> [(pupil.code, pupil.name) for pupil in read_class(text).pupils]
    [('1', 'García López, Ana'), ('2', "O'Connor, Sean")]
    >>> [pupil.name for pupil in read_class("Vázquez, Martín\\nMartín, Pau").pupils]
    ['Vázquez, Martín', 'Martín, Pau']
    """
    if isinstance(text, bytes) and text.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF")):
        raise InvalidInput("class-not-text")
    written = bounded_text(text, InvalidInput("class-not-text"))
    if re.match(r"\s*<(!doctype|html|table|\?xml)", written, re.I):
        raise InvalidInput("class-not-text")
    lines = [line.strip("\r\ufeff") for line in written.splitlines()]
    lines = [line for line in lines if re.search(r"[^\s;,|\t\"]", line)]
    marks: tuple[str, ...] = (*_MARKS, ",")
    if lines and (said := re.fullmatch(r"\"?sep=(.)\"?", lines[0].strip())):
        lines, marks = lines[1:], (said[1],)
    found = _titled(lines, marks) or _table(lines, marks) or _listed(lines)
    seen: dict[str, str] = {}
    for pupil in found.pupils:
        if (other := seen.setdefault(_plain(pupil.code), pupil.name)) is not pupil.name:
            raise InvalidInput("pupils-twice", number=pupil.code, a=other, b=pupil.name)
    return found


def _plain(code: str) -> str:
    return code.lstrip("0").casefold()


def _rows(lines: Sequence[str], mark: str) -> list[list[str]]:
    """Return the cells of lines; quotation marks may enclose a cell."""
    try:
        rows = [*csv.reader(lines, delimiter=mark)]
    except csv.Error as error:  # of a cell without an end
        raise InvalidInput("class-not-text") from error
    return [[" ".join(cell.split()) for cell in row] for row in rows]


def _words(title: str) -> str:
    plain = without_accents(title).casefold().replace("º", "o").replace("ª", "a")
    return " ".join(re.sub(r"[^\w#]+", " ", plain.replace(".", "")).split())


def _role(title: str) -> str:
    """Return the role of a column by the words of its title; nothing if it does not matter.

    >>> [_role(title) for title in ("N.º", "Student number", "Apellido(s)", "Legal first name")]
    ['code', 'code', 'family', 'given']
    >>> [_role(title) for title in ("Nombre", "Alumno/a:", "Surname, First name", "Parent's name")]
    ['name', 'whole', 'whole', '']
    """
    words = _words(title)
    if words in {"identificador", "identifier"}:
        return "moodle"
    for phrase, word in _PHRASES:
        words = re.sub(phrase, word, words)
    kinds = {_KINDS.get(word, "other") for word in words.split()} - {""}
    parts = kinds - {"person"}
    if not kinds or "other" in kinds or ("code" in parts and len(parts) > 1):
        return ""
    is_whole = len(parts) != 1 or ("name" in parts and re.search("full|comple", words))
    return "whole" if is_whole else parts.pop()


def _roles(titles: Sequence[str]) -> list[str]:
    """Return the roles of columns: of a preferred name only if no other has the role."""
    found = [
        (_role(word), bool(re.search("preferred|chosen|known", _words(word)))) for word in titles
    ]
    return ["" if is_other and (role, False) in found else role for role, is_other in found]


def _titled(lines: Sequence[str], marks: Sequence[str]) -> ClassList | None:
    """Read a table with titles; None if no line near the top has them."""
    found = [
        (sum(map(bool, roles)), -top, mark, titles)
        for top, line in enumerate(lines[:MOST_ABOVE])
        for mark in [mark for mark in marks if mark in line] or [","]
        for titles in _rows([line], mark)
        for roles in [_roles(titles)]
        if _NAMES & {*roles}
        and not any(map(str.isdigit, titles))
        and (sum(map(bool, roles)) > 1 or not {"first", "last", "given"} & {*map(_words, titles)})
    ]
    if not found:
        return None
    _count, top, mark, titles = max(found, key=lambda row: row[:2])
    rest = lines[1 - top :]
    rows = _rows(rest, mark)
    wide = {*map(len, rows)}
    if mark == "," and len(titles) < 3 and wide != {len(titles)}:
        return _listed(rest)  # “Apellidos, Nombre” is a single column
    if mark == "," and wide == {len(titles) - 1}:  # “1,"García, Ana",2A”
        for i in range(len(titles) - 1):
            both = ", ".join(titles[i : i + 2])
            if _role(both) == "whole" and all("," in row[i] for row in rows):
                titles[i : i + 2] = [both]
    beyond = [any(row[len(titles) :]) for row in rows]
    if any(beyond) and (mark == "," or all(beyond)):
        raise InvalidInput("class-columns", row=short(lines[-top]))
    return _of_columns(rows, titles, _roles(titles))


def _of_columns(
    rows: Sequence[Sequence[str]], titles: Sequence[str], roles: Sequence[str]
) -> ClassList:
    """Read the rows of a table whose columns are known."""

    def cells(row: Sequence[str], wanted: str) -> list[str]:
        return [cell for cell, role in zip(row, roles, strict=False) if cell and role == wanted]

    family = "name" if {"name", "given"} <= {*roles} and "family" not in roles else "family"
    order = ("given", "name", "whole") if family in roles else ("whole", "name", "given")
    given = next((role for role in order if role in roles and role != family), "")
    if "whole" in roles and "family" not in roles:
        family, given = "", "whole"
    if not (family in roles and given) and given != "whole":
        _refuse_other_names(rows, titles, roles)
    pupils: list[Pupil] = []
    for row in rows:
        parts = (cells(row, family) if family else []), cells(row, given) if given else []
        name = ", ".join(filter(None, map(" ".join, parts)))
        if not name:
            continue
        code = next(iter(cells(row, "code")), "") or str(len(pupils) + 1)
        moodle = re.findall(r"\d+", " ".join(cells(row, "moodle")))
        pupils.append(Pupil(code, name, moodle[0] if moodle else "", (*row,)))
    return ClassList(tuple(pupils), tuple(titles))


def _refuse_other_names(
    rows: Sequence[Sequence[str]], titles: Sequence[str], roles: Sequence[str]
) -> None:
    """Refuse a table with half of the names if another column may have the other half."""
    known = [cell for row in rows for cell, role in zip(row, roles, strict=False) if role in _NAMES]
    are_whole = any(("," if "family" in roles else " ") in cell for cell in known)
    for i, title in enumerate(titles):
        column = [row[i] for row in rows if len(row) > i]
        other = {_KINDS.get(word) for word in _words(title).split()}
        if not (roles[i] or are_whole or "other" in other) and _kind(column, False) == "name":
            raise InvalidInput("class-columns", row=short("; ".join(titles)))


def _table(lines: Sequence[str], marks: Sequence[str]) -> ClassList | None:
    """Read a table without titles; None if the lines are no table."""
    for mark in marks:
        if not lines or not all(mark in line for line in lines):
            continue
        rows = _rows(lines, mark)
        wide = len(rows[0]) if rows else 0
        if any(len(row) != wide for row in rows) or (
            mark == "," and wide < 3 and not any('"' in line for line in lines)
        ):
            continue
        columns = [[row[i] for row in rows] for i in range(wide)]
        if any(map(_is_title, columns)):
            raise InvalidInput("class-columns", row=short(lines[0]))
        roles = [_kind(column, i == 0) for i, column in enumerate(columns)]
        names = [i for i, role in enumerate(roles) if role == "name"]
        if not names:  # such as “Pupil 1”
            distinct = [i for i, column in enumerate(columns) if len({*column}) == len(column)]
            worded = [i for i in distinct if re.search(r"[^\W\d_]{2}", columns[i][0])]
            names = [i for i in worded if "@" not in columns[i][0]]
            names = names if len(names) == 1 else []
        commas = [i for i in names if all("," in cell for cell in columns[i])]
        if not names or (len(names) > 3 and not commas):
            raise InvalidInput("class-columns", row=short(lines[0]))
        family = names[:-1] if not commas else []
        kept = commas[:1] or names
        codes = [i for i, role in enumerate(roles) if role == "code"][:1]
        roles = ["code" if i in codes else "family" if i in family else "name" if i in kept else ""
                 for i in range(wide)]  # fmt: skip
        return _of_columns(rows, (), roles)
    return None


def _kind(column: Sequence[str], is_first: bool) -> str:
    """Return the likely role of a column without a title: codes, names, or neither."""
    if all(map(str.isdigit, column)) and (is_first or len({*column}) == len(column)):
        return "code"
    words = [cell for cell in column if re.search(r"[^\W\d_]{2}", cell)]
    same = len(column) > 2 and len({*column}) == 1
    if same or len(words) * 2 < len(column) or any(re.search(r"[\d@]", cell) for cell in column):
        return ""
    return "name"


def _is_title(column: Sequence[str]) -> bool:
    """Return whether the first cell is a word of titles, or a word above numbers or addresses."""
    first, *rest = column
    kinds = {_KINDS.get(word, "") for word in _words(first).split() if len(word) > 3}
    filled = [cell for cell in rest if cell]
    numbers = [cell for cell in filled if re.search(r"[\d@]", cell)]
    return (
        re.search(r"[^\W\d_]{2}", first) is not None
        and not re.search(r"[\d@]", first)
        and (bool(kinds - {""}) or filled == numbers != [])
    )


def _listed(lines: Sequence[str]) -> ClassList:
    """Read a line for each pupil, perhaps with a number before the name; refuse more columns."""
    found = []
    for number, line in enumerate((line.strip(' "') for line in lines), start=1):
        code, _mark, name = re.sub("[,\t]", ";", line, count=1).partition(";")
        spaced = re.fullmatch(r"(\d+)\s*[.):ºo°-]{0,3}\s+(.+)", line)
        if not (code.strip().isdigit() and name.strip()) and spaced:
            code, name = spaced[1], spaced[2]
        written = code.strip().isdigit() and name.strip()
        name = name.strip() if written else line
        code = code.strip() if written else str(number)
        if len([*filter(str.strip, re.split("[;,|\t]", name))]) > 2 or "@" in name:
            raise InvalidInput("class-columns", row=short(line))
        found.append(Pupil(code, re.sub(r"\s*;+\s*", ", ", name.strip(';", '))))
    return ClassList(tuple(found))
