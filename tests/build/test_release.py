"""What the documents of a release say agrees; ``make release-check`` rehearses the rest."""

from collections.abc import Callable
from pathlib import Path

import pytest

import check_release


@pytest.mark.parametrize("step", [check_release.check_version, check_release.check_recipe])
def test_the_documents_agree(step: Callable[[], None]) -> None:
    step()


VERSION, RECIPE = check_release.check_version, check_release.check_recipe


@pytest.mark.parametrize(
    ("step", "name", "old", "new"),
    [
        (VERSION, "CITATION.cff", "\nversion: ", "\nversion: 9"),
        (VERSION, "recipe/recipe.yaml", '  version: "', '  version: "9'),
        (RECIPE, "recipe/recipe.yaml", "    - click >=", "    - click >=9"),
        (RECIPE, "recipe/recipe.yaml", "license_file: LICENSE", "license_file: L"),
        (RECIPE, "recipe/recipe.yaml", "\n  url: ", "\n  path: "),
        (RECIPE, "recipe/recipe.yaml", '  sha256: "0', '  sha256: "'),
    ],
)
def test_a_difference_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    step: Callable[[], None],
    name: str,
    old: str,
    new: str,
) -> None:
    names = ["pyproject.toml", "CHANGELOG.md", "CITATION.cff", "recipe/recipe.yaml"]
    for file in (*names, ".github/workflows/release.yml", "src/caballero/__init__.py"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        text = check_release.text(file)
        (tmp_path / file).write_text(text.replace(old, new) if file == name else text, "utf-8")
    monkeypatch.setattr(check_release, "ROOT", tmp_path)
    with pytest.raises(AssertionError):
        step()


def test_a_release_has_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"CHANGELOG.md": "## 1.2.0 (2027-01-31)", "CITATION.cff": "date-released: 2027-01-31"}
    said |= {"src/caballero/__init__.py": '__version__ = "1.2.0"', "README.md": ""}
    monkeypatch.setattr(check_release, "text", said.__getitem__)
    check_release.check_date("v1.2.0")
    with pytest.raises(AssertionError, match=r"v1\.3\.0 is not v1\.2\.0"):
        check_release.check_date("v1.3.0")
    said["README.md"] = "Caballero is not released yet."
    with pytest.raises(AssertionError, match="not released yet"):
        check_release.check_date("v1.2.0")
    said["CHANGELOG.md"] = "## 1.2.0 (unreleased)"
    with pytest.raises(AssertionError, match="CHANGELOG"):
        check_release.check_date("v1.2.0")
