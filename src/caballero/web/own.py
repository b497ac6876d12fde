"""Your own puzzles as a page: ``caballero site --puzzles``.

The page is a list, or a puzzle a day from a date; each puzzle has an address, and a line that
frames it in another page. It is the page without Python in a file (:mod:`.onefile`), of which
only the puzzle is left, in a frame of ``own.html``. It works at any path, and without a server.

Invariant: nothing is loaded from elsewhere; the same puzzles make the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Sequence
from datetime import date
from html import escape
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

from caballero.machine.errors import InvalidInput
from caballero.machine.words import Message, short
from caballero.puzzles.addresses import puzzle_address
from caballero.puzzles.make import Puzzle
from caballero.render.position import puzzle_scene
from caballero.render.svg import scene_svg
from caballero.render.themes import THEMES

from .site import Written, page_in_one_file, write_files

MOST_PUZZLES: Final = 2000
"""The most puzzles of a page."""

LEFT: Final = """\
header, .another, details:has(> summary[data-say=kept]), .more > .buttons, .answer,
#status { display: none !important; }
.actions button:has([data-say=why]), button[data-say=like] { display: none !important; }
body { padding: 0.5rem; }
"""
"""The parts of the page that are dropped around the puzzle."""

COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


class Look(NamedTuple):
    """The title of a page of puzzles, its colours as ``#rrggbb``, its language and first day."""

    title: str = "Caballero"
    colour: str | None = None
    ground: str | None = None
    language: str = "en"
    first: str | None = None

    def checked(self) -> Look:
        """Return it; refuse a colour or a day that is none."""
        for colour in filter(None, (self.colour, self.ground)):
            if not COLOUR.fullmatch(colour):
                raise InvalidInput("own-colour", colour=short(colour))
        if self.first is not None:
            try:
                day = date.fromisoformat(self.first).isoformat()
            except ValueError:
                raise InvalidInput("own-day", day=short(self.first)) from None
            return self._replace(first=day)
        return self

    @property
    def colours(self) -> str:
        """The colours as properties of a style."""
        named = ("strong", self.colour), ("page", self.ground)
        style = " ".join(f"--{name}: {colour};" for name, colour in named if colour)
        return style + (" color-scheme: light !important;" if style else "")


def write_own(folder: Path, puzzles: Sequence[Puzzle], look: Look) -> Written:
    """Write a page of puzzles to a folder.

    Raises :class:`InvalidInput` for what the page cannot show: it names the puzzle by its number.
    """
    look = look.checked()
    if not 0 < len(puzzles) <= MOST_PUZZLES:
        raise InvalidInput("own-count", count=len(puzzles), most=MOST_PUZZLES)
    addresses = []
    for number, puzzle in enumerate(puzzles, 1):
        try:
            addresses.append(puzzle_address(puzzle))
        except InvalidInput as error:
            raise InvalidInput("own-puzzle", number=number, why=error.message) from None
    pictures = {f"pictures/{n}.svg": _picture(puzzle) for n, puzzle in enumerate(puzzles, 1)}
    style = f"{LEFT}:root {{ {look.colours} }}"
    page = page_in_one_file().replace("</head>", f"<style>{style}</style>\n</head>", 1)
    files = {
        "index.html": _index(addresses, puzzles, look).encode(),
        "play.html": page.encode(),
        **pictures,
    }
    write_files(folder, files)
    return Written(len(files), sum(map(len, files.values())), True)


def _picture(puzzle: Puzzle) -> bytes:
    """Return the picture of a puzzle on the list."""
    theme = THEMES["print"]
    title = puzzle.problem.board.name
    return scene_svg(puzzle_scene(puzzle.problem, theme), theme, title, 160).encode()


def _index(addresses: Sequence[str], puzzles: Sequence[Puzzle], look: Look) -> str:
    """Return the list, which also frames each puzzle."""
    folder = Path(__file__).parent

    def said(message: Message) -> str:
        return escape(message.text(look.language))

    cards = []
    for number, puzzle in enumerate(puzzles, 1):
        level = Message(f"level-{puzzle.grade}").text(look.language) if puzzle.grade else ""
        name = " · ".join(filter(None, [str(number), level]))
        cards.append(
            f'<a href="#{number}"><img src="pictures/{number}.svg" alt="" loading="lazy">{name}</a>'
        )
    script = (folder / "own.js").read_text("utf-8")
    script = script.replace('["$addresses"]', json.dumps(addresses))
    script = script.replace('"$from"', json.dumps(look.first or ""))
    early = Message("own-early", {"day": "{day}"})
    script = script.replace('"$early"', json.dumps(said(early), ensure_ascii=False))
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    listed = Message("own-list", {"count": len(puzzles)})
    about = said(Message("own-daily") if look.first else listed)
    return Template((folder / "own.html").read_text("utf-8")).substitute(
        lang=look.language, title=escape(look.title), colours=look.colours, about=about,
        none=said(Message("own-none")), embed=said(Message("own-embed")),
        all=said(Message("own-all")),
        cards="".join(cards), hash=f"sha256-{digest}", script=script,
    )  # fmt: skip
