"""Build hook: compiles the translations (.po, which people write) to .mo (which gettext reads)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg,misc,unused-ignore]
    """Compile every ``locale/<language>/LC_MESSAGES/caballero.po`` next to itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the compiled catalogues before the files of the wheel are gathered."""
        for source in Path(self.root).glob("src/caballero/locale/*/LC_MESSAGES/*.po"):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(text))
