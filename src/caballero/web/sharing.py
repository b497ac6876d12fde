"""The picture of a link to the page: other sites want its whole address (ogp.me).

The server knows the address by the request, static files by ``caballero site --address``; where
none is known, the page names no picture.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

from caballero.machine.errors import InvalidInput
from caballero.machine.words import short

PICTURE: Final = re.compile(r'( *<meta property="og:image" content=")(static/[^"]+)(">\n)')
"""The line of the page that names the picture, by its place from there."""

ADDRESS: Final = re.compile(r"https?://[^\s?#]{1,2000}")


def with_picture(page: str, address: str | None) -> str:
    """Return the page with the address of its picture, if it has an address; refuse other texts."""
    if address is None:
        return PICTURE.sub("", page)
    if not ADDRESS.fullmatch(address):
        raise InvalidInput("web-address", address=short(address))
    place = escape(address.removesuffix("/"))
    return PICTURE.sub(lambda found: f"{found[1]}{place}/{found[2]}{found[3]}", page)
