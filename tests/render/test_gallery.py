"""The pictures of the gallery are those that its script makes, and small."""

import importlib.util
from pathlib import Path

import pytest

from caballero import Problem
from caballero.puzzles import hint
from caballero.puzzles.rules import RULES

DOCS = Path(__file__).parent.parent.parent / "docs"
SCRIPT = DOCS / "make_gallery.py"


def test_the_gallery_is_what_its_script_draws() -> None:
    if not SCRIPT.exists():
        pytest.skip("the documentation is not here")
    found = importlib.util.spec_from_file_location("make_gallery", SCRIPT)
    assert found is not None
    assert found.loader is not None
    gallery = importlib.util.module_from_spec(found)
    found.loader.exec_module(gallery)
    drawn = gallery.pictures()
    spanish = (DOCS / "es" / "galeria.md").read_text("utf-8")
    assert gallery.WALL.findall(spanish) == gallery.WALL.findall(gallery.GALLERY.read_text("utf-8"))
    on_disk = {path.stem.removeprefix("gallery-"): path for path in DOCS.glob("img/gallery-*.svg")}
    assert on_disk.keys() == drawn.keys()
    for name, path in on_disk.items():
        assert path.read_text("utf-8") == drawn[name], f"run {SCRIPT.name} again: {name}"
    for name, svg in gallery.figures().items():
        assert (DOCS / "img" / f"{name}.svg").read_text("utf-8") == svg + "\n", name
    for language, page in (("en", "puzzles"), ("es", "pasatiempos")):
        text = (DOCS / language / f"{page}.md").read_text("utf-8")
        for rule, (drawing, piece) in gallery.RULES.items():
            steps = hint(Problem(drawing, piece, rule == "direction"))
            told = next(step.text(language) for step in steps if step.rule == rule)
            assert f"img/rule-{rule}.svg) {told} |\n" in text
    assert gallery.RULES.keys() == RULES.keys()
    assert sum(path.stat().st_size for path in on_disk.values()) < 150_000
