"""Twelve tours on one sheet, to print: ``python examples/picture_sheet.py FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from caballero import find_tour
from caballero.render import tours_sheet


def main(folder: Path) -> None:
    """Write the sheet: each seed has its own tour."""
    tours = [find_tour("6x6", closed=True, seed=seed) for seed in range(12)]
    sheet = tours_sheet(tours, style="mosaic", theme="print")
    (folder / "sheet.svg").write_text(sheet, encoding="utf-8")
    print(f"{len(set(tours))} different tours")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
