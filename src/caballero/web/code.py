"""An address as a QR code, for the telephones of a class; the package segno makes it."""

from __future__ import annotations

import io

import segno


def code_text(address: str) -> str:
    """Return the QR code of an address, in characters.

    >>> "█" in code_text("http://10.0.0.7:8000/")
    True
    """
    text = io.StringIO()
    segno.make_qr(address).terminal(text, compact=True)
    return text.getvalue().rstrip("\n")
