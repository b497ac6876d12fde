"""What a class hands in: files, folders and archives such as Moodle's, read within bounds.

Nothing is unpacked to the disk; an archive in another one is read, but none in that. Of a member of
an archive only as many bytes are read as an answer may have. Links, members that lead out of the
archive, encrypted ones, and what is no text have a reason instead of a text.

Invariants: what is read of one archive is bounded, whatever it says of itself; each file has a text
or a reason.
"""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from html.parser import HTMLParser
from io import BytesIO
from itertools import islice
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Final, NamedTuple

from caballero.machine.errors import InvalidInput
from caballero.model.texts import bounded_text

MOST_ANSWER: Final = 4 * 1024 * 1024
"""The most bytes of an answer."""

MOST_ALL: Final = 32 * MOST_ANSWER
"""The most bytes of all answers together."""

MOST_FILES: Final = 2_000
"""The most files: each is compared with the others."""

MOST_LISTED: Final = 4 * 1024 * 1024
"""The most bytes of the list of an archive's members."""

PROGRAMS: Final = (
    ".py .pyw .ipynb .js .mjs .ts .java .c .cpp .cc .cxx .h .hpp .cs .go .rs .rb .kt .swift .php "
    ".adb .ads .pas .hs .r .jl .class .exe .o .jar"
)
_ENDS: Final[Mapping[str, str]] = MappingProxyType({
    "document": ".docx .doc .odt .xlsx .xls .ods .pptx .odp .pages .numbers",
    "photo": ".jpg .jpeg .png .gif .heic .heif .webp .bmp .tif .tiff",
})  # fmt: skip
"""The endings of files that are no answers to read, and what these are."""

_MAGIC: Final[Mapping[str, tuple[bytes, ...]]] = MappingProxyType({
    "photo": (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF", b"II*\0", b"MM\0*"),
    "pdf": (b"%PDF",),
    "archive": (b"PK\3\4", b"7z\xbc\xaf", b"Rar!", b"\x1f\x8b", b"\xfd7zXZ"),
})  # fmt: skip
"""How files begin that are no text, and what they are."""


class Answer(NamedTuple):
    """A file that was handed in: its name, its path below what was named, its text or a reason."""

    file: str
    path: str
    text: bytes = b""
    refusal: InvalidInput | None = None

    @property
    def is_program(self) -> bool:
        """Whether its name is that of a program, whose words claim nothing."""
        return PurePosixPath(self.path).suffix.lower() in PROGRAMS.split()


def handed_in(names: Iterable[str], read: Callable[[str, int], bytes]) -> Iterator[Answer]:
    """Yield what is in files, folders and archives, in order; `read` reads a file of the disk.

    Raises InvalidInput if a folder or an archive is empty, or an archive cannot be read; OSError if
    there is no file of a name.
    """
    left, count = _Left(MOST_ALL), 0
    for name in names:
        if name != "-" and Path(name).is_dir():
            inside = _in_folder(name, read, left)
        elif name.lower().endswith(".zip") and Path(name).is_file():
            inside = _in_archive(name, left)
        else:
            inside = iter([_answer(name, Path(name).name, partial(read, name), left)])
        found = [*islice(inside, MOST_FILES + 1)]
        count += len(found)
        if not found:
            raise InvalidInput("answers-none", folder=name)
        if count > MOST_FILES:
            raise InvalidInput("answers-many", most=MOST_FILES)
        yield from found


class _Left:
    """How many bytes may still be read."""

    def __init__(self, most: int) -> None:
        self.most = most

    def read(self, load: Callable[[int], bytes]) -> bytes:
        """Return the bytes of a file; refuse a large one, and what is too much of all."""
        if self.most <= 0:
            raise InvalidInput("answers-much", most=MOST_ALL // 2**20)
        data = load(MOST_ANSWER)
        self.most -= len(data)
        if len(data) > MOST_ANSWER:
            raise InvalidInput("answer-large", most=MOST_ANSWER // 2**20)
        return data


def _answer(file: str, path: str, load: Callable[[int], bytes], left: _Left) -> Answer:
    """Return an answer with its text, or the reason why it has none."""
    try:
        return Answer(file, path, _text(PurePosixPath(path).suffix.lower(), load, left))
    except InvalidInput as refusal:
        return Answer(file, path, refusal=refusal)
    except PermissionError:
        return Answer(file, path, refusal=InvalidInput("answer-permission"))


def _text(end: str, load: Callable[[int], bytes], left: _Left) -> bytes:
    """Return the text of an answer; HTML, such as Moodle's online texts, without its tags."""
    for kind, ends in _ENDS.items():
        if end in ends.split():
            raise InvalidInput(f"answer-{kind}")
    data = left.read(load)
    for kind, beginnings in _MAGIC.items():
        if data.startswith(beginnings) or (kind == "photo" and data[4:8] == b"ftyp"):
            raise InvalidInput(f"answer-{kind}")
    return _untagged(bounded_text(data)).encode() if end in {".html", ".htm"} else data


def _in_folder(name: str, read: Callable[[str, int], bytes], left: _Left) -> Iterator[Answer]:
    """Yield the files of a folder and its folders; links are not followed."""
    inside: list[Path] = []
    for folder, folders, files in os.walk(name):
        folders[:] = [one for one in folders if one[0] not in "._"]
        links = [one for one in folders if Path(folder, one).is_symlink()]
        inside += [Path(folder, one) for one in (*files, *links) if one[0] != "."]
    for file in sorted(inside, key=str):
        is_plain = file.is_file() and not file.is_symlink()
        load = partial(read, str(file)) if is_plain else _refusing("answer-link")
        yield from _answers(str(file), str(file.relative_to(name)), load, left)


_BROKEN: Final = (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError)


def _in_archive(name: str, left: _Left) -> Iterator[Answer]:
    """Yield the members of a zip archive."""
    _refuse_long_list(name)
    try:
        with zipfile.ZipFile(name) as archive:
            yield from _members(archive, name, "", left)
    except _BROKEN as error:
        raise InvalidInput("archive-broken", file=name) from error


def _members(archive: zipfile.ZipFile, name: str, above: str, left: _Left) -> Iterator[Answer]:
    """Yield the members of an archive; `above` is where it is in another one."""
    for member in sorted(archive.infolist(), key=lambda one: one.filename):
        path = _name_of(member)
        parts = PurePosixPath(path).parts
        hidden = not parts or "__MACOSX" in parts or parts[-1].startswith(".")
        if member.is_dir() or hidden:
            continue
        load, answers = _loading(archive, member, parts), _alone if above else _answers
        yield from answers(f"{name}/{path}", f"{above}{path}", load, left)


def _alone(file: str, path: str, load: Callable[[int], bytes], left: _Left) -> Iterator[Answer]:
    yield _answer(file, path, load, left)


def _answers(file: str, path: str, load: Callable[[int], bytes], left: _Left) -> Iterator[Answer]:
    """Yield an answer, or those in an archive, whose name is that of a folder then."""
    if not path.lower().endswith(".zip"):
        yield _answer(file, path, load, left)
        return
    try:
        with zipfile.ZipFile(BytesIO(left.read(load))) as archive:
            inside = [*islice(_members(archive, file, f"{path[:-4]}/", left), MOST_FILES + 1)]
    except InvalidInput as refusal:
        inside = [Answer(file, path, refusal=refusal)]
    except _BROKEN:
        inside = []
    yield from inside or [Answer(file, path, refusal=InvalidInput("answer-archive"))]


def _refuse_long_list(name: str) -> None:
    """Refuse an archive whose list of members is long, before it is read into memory."""
    with Path(name).open("rb") as file:
        file.seek(max(0, Path(name).stat().st_size - 2**16 - 22))
        end = file.read()
    at = end.rfind(b"PK\5\6")
    if at >= 0 and int.from_bytes(end[at + 12 : at + 16], "little") > MOST_LISTED:
        raise InvalidInput("archive-long", file=name, most=MOST_LISTED // 2**20)


def _name_of(member: zipfile.ZipInfo) -> str:
    """Return the name of a member; old programs of Windows wrote letters of code page 850."""
    name = member.filename.replace("\\", "/")
    if member.flag_bits & 0x800 or name.isascii():
        return name
    try:
        return name.encode("cp437").decode("cp850")
    except UnicodeError:
        return name


def _loading(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, parts: tuple[str, ...]
) -> Callable[[int], bytes]:
    """Return what reads a member: one byte more than the most at most."""
    if ".." in parts or parts[0].startswith("/") or ":" in parts[0]:
        return _refusing("answer-outside")
    if stat.S_ISLNK(member.external_attr >> 16):
        return _refusing("answer-link")
    if member.flag_bits & 1:
        return _refusing("answer-encrypted")

    def load(most: int) -> bytes:
        try:
            with archive.open(member) as file:
                return file.read(most + 1)
        except Exception as error:  # zipfile, zlib, lzma and bz2 have their own
            raise InvalidInput("answer-broken") from error

    return load


def _refusing(code: str) -> Callable[[int], bytes]:
    def refuse(_most: int) -> bytes:
        raise InvalidInput(code)

    return refuse


class _Untagging(HTMLParser):
    """Collects the text of HTML: a line for each paragraph and row, a blank between cells."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data.replace("\xa0", " "))

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in {"p", "br", "div", "tr", "li", "pre", "h1", "h2", "h3"}:
            self.parts.append("\n")
        elif tag in {"td", "th"}:
            self.parts.append(" ")


def _untagged(text: str) -> str:
    """Return the text of HTML.

    >>> _untagged("<table><tr><td>1</td><td>4</td></tr><tr><td>3</td></tr></table>").split("\\n")
    ['', ' 1 4', ' 3']
    """
    parser = _Untagging()
    parser.feed(text)
    parser.close()
    return "".join(parser.parts)
