"""Lists of a class, as schools export them: a line for each pupil, or a table with any columns.

The titles of a table say where the names are, in English or Spanish. Without titles, a column of
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

_TITLES: Final[Mapping[str, str]] = {
    "code": "no|n|num|numero|number|nr|#|orden|no orden|no lista|codigo|code|id|id number|"
    "numero de id|no id|expediente|no expediente|nia|nie|student id|student number",
    "moodle": "identificador|identifier",
    "family": "apellidos|apellido|apellido s|primer apellido|1er apellido|apellido 1|apellido1|"
    "segundo apellido|2o apellido|apellido 2|apellido2|surname|surnames|last name|lastname|"
    "family name",
    "given": "first name|firstname|given name|nombre de pila|nombres",
    "name": "nombre|name|nombre completo|full name|fullname|nombre y apellidos|"
    "apellidos y nombre|apellidos nombre|nombre apellidos|alumno|alumna|alumno a|alumno/a|"
    "alumnado|alumnos|alumnos as|alumno a s|estudiante|estudiantes|student|students|pupil|pupils|"
    "names|nombre del alumno|nombre del alumno a",
}
"""The titles of the columns that matter, without accents and signs."""

_ROLES: Final = {title: role for role, some in _TITLES.items() for title in some.split("|")}

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
    found = _titled(lines, marks) or _table(lines, marks) or ClassList(tuple(_listed(lines)))
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


def _role(cell: str) -> str:
    """Return the role of a column with this title; nothing if it does not matter.

    >>> _role("N.º"), _role("Apellido(s)"), _role("Alumno/a:"), _role("Grupo")
    ('code', 'family', 'name', '')
    """
    plain = without_accents(cell).casefold().replace("º", "o").replace("ª", "a")
    plain = " ".join(re.sub(r"[^\w#/]+", " ", plain.replace(".", "")).split())
    return _ROLES.get(plain, "")


def _titled(lines: Sequence[str], marks: Sequence[str]) -> ClassList | None:
    """Read a table with titles; None if no line near the top has them."""
    for top, line in enumerate(lines[:MOST_ABOVE]):
        for mark in [mark for mark in marks if mark in line] or [","]:
            titles, rest = _rows([line], mark)[0], lines[top + 1 :]
            roles = [*map(_role, titles)]
            if not {"name", "family"} & {*roles} or any(map(str.isdigit, titles)):
                continue
            rows = _rows(rest, mark)
            if mark == "," and len(titles) < 3 and {len(row) for row in rows} != {len(titles)}:
                return ClassList(tuple(_listed(rest)))  # “Apellidos, Nombre” is a single column
            return _of_columns(rows, titles, roles)
    return None


def _of_columns(
    rows: Sequence[Sequence[str]], titles: Sequence[str], roles: Sequence[str]
) -> ClassList:
    """Read the rows of a table whose columns are known."""

    def cells(row: Sequence[str], *wanted: str) -> list[str]:
        return [cell for cell, role in zip(row, roles, strict=False) if cell and role in wanted]

    pupils: list[Pupil] = []
    with_family = "family" in roles
    for row in rows:
        family, given = " ".join(cells(row, "family")), " ".join(cells(row, "given", "name"))
        name = ", ".join(filter(None, (family, given))) if with_family else " ".join(
            cells(row, "name", "given")[:1] if "given" not in roles else cells(row, "given", "name")
        )  # fmt: skip
        if not name:
            continue
        code = next(iter(cells(row, "code")), "") or str(len(pupils) + 1)
        moodle = re.findall(r"\d+", " ".join(cells(row, "moodle")))
        pupils.append(Pupil(code, name, moodle[0] if moodle else "", (*row,)))
    return ClassList(tuple(pupils), tuple(titles))


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


def _listed(lines: Sequence[str]) -> list[Pupil]:
    """Read a line for each pupil, perhaps with a number before the name."""
    found = []
    for number, line in enumerate((line.strip(' "') for line in lines), start=1):
        code, _mark, name = re.sub("[,\t]", ";", line, count=1).partition(";")
        spaced = re.fullmatch(r"(\d+)\s*[.):ºo°-]{0,3}\s+(.+)", line)
        if not (code.strip().isdigit() and name.strip()) and spaced:
            code, name = spaced[1], spaced[2]
        written = code.strip().isdigit() and name.strip()
        name = name.strip() if written else line
        code = code.strip() if written else str(number)
        found.append(Pupil(code, re.sub(r"\s*;+\s*", ", ", name.strip(';", '))))
    return found
