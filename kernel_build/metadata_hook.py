"""Metadata hook: the README as a package index shows it, without the files around it.

The environment variable ``CABALLERO_SOURCES``, which a release sets, is the address of the
repository, and the only place where an address of the project is set. Links and pictures then lead
to its files at the tag of the version; without it they would lead nowhere, so the text of the links
stays, and the pictures go.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?![a-z]+:|#)(?P<file>[^)\s]+)\)")
"""A link to a file, or its picture."""


class MetadataHook(MetadataHookInterface):  # type: ignore[misc,unused-ignore]
    """Set the README and the addresses of the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set ``readme``, and ``urls`` if the repository has an address."""
        sources = os.environ.get("CABALLERO_SOURCES", "").rstrip("/")
        tag = f"v{metadata['version']}"
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": alone(text, sources, tag)}
        if sources:
            metadata["urls"] = {
                "Homepage": sources,
                "Documentation": f"{sources}/blob/{tag}/docs/en/index.md",
                "Source": f"{sources}/tree/{tag}",
                "Issues": f"{sources}/issues",
                "Changelog": f"{sources}/blob/{tag}/CHANGELOG.md",
            }


def alone(text: str, sources: str, tag: str) -> str:
    """Return a document with addresses instead of the names of files.

    >>> alone("See [more](docs/more.md). ![A board](a.svg)", "https://x.test/y", "v1")
    'See [more](https://x.test/y/blob/v1/docs/more.md). ![A board](https://x.test/y/raw/v1/a.svg)'
    >>> alone("See [more](docs/more.md). ![A board](a.svg)", "", "v1")
    'See more. '
    """

    def address(found: re.Match[str]) -> str:
        if not sources:
            return "" if found["picture"] else found["text"]
        kind = "raw" if found["picture"] else "blob"
        return f"{found['picture']}[{found['text']}]({sources}/{kind}/{tag}/{found['file']})"

    return LINK.sub(address, text)
