"""Files in the folders of the package: complete or absent, and never through a link."""

import secrets
from pathlib import Path

import pytest

from caballero import CaballeroError
from caballero.machine.folders import lock, make_below, open_append, replacing


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    path = tmp_path / "victim"
    path.write_text("precious")
    return path


def test_a_link_in_place_of_a_file_is_refused(victim: Path) -> None:
    link = victim.with_name("lock")
    link.symlink_to(victim)
    with pytest.raises(CaballeroError, match="symbolic link"), replacing(link):
        raise AssertionError("it was opened")
    with pytest.raises(CaballeroError, match="symbolic link"):
        open_append(link)
    with pytest.raises(CaballeroError, match="symbolic link"):
        lock(link.parent, lambda: CaballeroError("checkpoint-taken"))
    assert victim.read_text() == "precious"
    assert link.is_symlink()


def test_a_link_in_place_of_a_new_file_is_not_followed(
    victim: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda _bytes: "guessed")
    victim.with_name(".file.guessed.part").symlink_to(victim)
    with pytest.raises(FileExistsError), replacing(victim.with_name("file")):
        raise AssertionError("it was opened")
    assert victim.read_text() == "precious"


def test_a_link_in_place_of_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "folder" / "below").symlink_to(tmp_path / "other")
    with pytest.raises(CaballeroError, match="symbolic link"):
        make_below(tmp_path / "folder", tmp_path / "folder" / "below" / "deeper")
    (tmp_path / "link").symlink_to(tmp_path / "other")  # the user may name a link
    make_below(tmp_path / "link", tmp_path / "link" / "a" / "b")
    assert (tmp_path / "other" / "a" / "b").is_dir()


def test_an_error_leaves_the_old_file(victim: Path) -> None:
    with pytest.raises(TypeError), replacing(victim) as file:
        file.writelines([b"half", "of it"])  # type: ignore[list-item]
    assert victim.read_text() == "precious"
    assert list(victim.parent.iterdir()) == [victim]
