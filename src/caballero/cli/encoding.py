"""Output in an encoding that has no box characters, such as cp1252: plain ASCII instead.

On Windows, a redirected output often has such an encoding; a character that it lacks would end the
command with a traceback.
"""

from __future__ import annotations

import codecs
import io
import unicodedata
from typing import Final, TextIO

GROUPS: Final = (("─│┌┐└┘", "-|++++"), ("▁▂▃▄▅▆▇█", ".:-=+*%#"))
"""Characters that are replaced together, so that a picture is all of one kind."""

SUBSTITUTES: Final = {
    "“": '"', "”": '"', "«": '"', "»": '"', "…": "...", "–": "-", "—": "-", "−": "-",
    "·": ".", "×": "x", "∘": "o", "±": "+-", "≈": "~", "≤": "<=", "≥": ">=", "━": "=", "╌": "-",
    "²": "^2", "³": "^3", "⁶": "^6", "¿": "", "¡": "", "\xa0": " ", "\u202f": " ",
}  # fmt: skip
"""What replaces a character outside ASCII; letters lose their accents, the rest becomes ?."""


class _Substitutes(dict[int, str]):
    """What replaces each character in an encoding, by code point, for ``str.translate``."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        for characters, plain in GROUPS:
            if not _has(encoding, characters):
                self.update(str.maketrans(characters, plain))  # type: ignore[arg-type]

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if not _has(self._encoding, character):
            letters = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
            character = SUBSTITUTES.get(character, letters or "?")
        self[code] = character
        return character


def _has(encoding: str, characters: str) -> bool:
    try:
        characters.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


class _Plain(io.TextIOWrapper):
    """A stream that replaces the characters that its encoding lacks."""

    def __init__(self, stream: TextIO) -> None:
        # click writes UTF-8 where the encoding says ASCII, so the name is that of a wider encoding.
        name = codecs.lookup(stream.encoding).name
        self._substitutes = _Substitutes(name)
        super().__init__(
            stream.buffer, "latin-1" if name == "ascii" else name, line_buffering=stream.isatty()
        )

    def write(self, text: str) -> int:
        return super().write(text.translate(self._substitutes))


def printable(stream: TextIO) -> TextIO:
    """Return a stream that can write any text, whatever its encoding."""
    needed = "".join([characters for characters, _plain in GROUPS] + [*SUBSTITUTES])
    if _has(stream.encoding, needed):
        return stream
    stream.flush()
    return _Plain(stream)
