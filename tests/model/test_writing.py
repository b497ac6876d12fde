"""Files that a user names: as ``>`` writes them, but whole or as they were."""

import ast
import os
import stat
import threading
from contextlib import suppress
from pathlib import Path

import pytest

import caballero
from caballero.machine.folders import new_folder, together, writing
from read_only import read_only

SOURCES = Path(caballero.__file__).parent


def write(path: Path | str, data: bytes = b"new") -> None:
    with writing(path) as file:
        file.write(data)


def test_no_other_module_opens_a_file_to_write_it() -> None:
    """A walk through all calls: open with a mode, write_text, write_bytes, and so on."""
    calls = [
        (path.relative_to(SOURCES).as_posix(), call)
        for path in sorted(SOURCES.rglob("*.py"))
        if path.name != "folders.py"
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
    ]
    assert [(name, call.lineno) for name, call in calls if writes(call)] == []


def writes(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    name = call.func.id if isinstance(call.func, ast.Name) else name
    given = (*call.args, *(key.value for key in call.keywords if key.arg == "mode"))
    modes = [str(arg.value) for arg in given if isinstance(arg, ast.Constant)]
    if name == "open":
        return any({*"wax+"} & {*mode} and len(mode) < 4 for mode in modes)
    if name == "write_text" and isinstance(call.func, ast.Attribute):
        return ast.unparse(call.func.value) != "formatter"
    return name in {"write_bytes", "NamedTemporaryFile", "mkstemp", "savefig"}


def test_modes_are_those_of_a_shell(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"a long old text")
    old.chmod(0o604)
    before = os.umask(0o027)
    try:
        write(old)
        write(new)
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (old, new)] == [0o604, 0o640]
    assert [path.read_bytes() for path in (old, new)] == [b"new", b"new"]
    assert {*tmp_path.iterdir()} == {old, new}


def test_links_stay(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    real, link, chain = tmp_path / "folder" / "real", tmp_path / "link", tmp_path / "chain"
    link.symlink_to("folder/real")  # to nothing yet
    chain.symlink_to(link)
    write(chain, b"one")
    assert (real.read_bytes(), link.is_symlink(), chain.is_symlink()) == (b"one", True, True)
    other = tmp_path / "other"
    other.hardlink_to(real)
    write(link, b"2")
    assert (other.read_bytes(), other.samefile(real)) == (b"2", True)
    link.unlink()
    link.symlink_to(link.name)
    with pytest.raises(OSError, match="symbolic links"):
        write(link)
    assert {path.name for path in tmp_path.iterdir()} == {"folder", "link", "chain", "other"}


def test_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for error in (ValueError, KeyboardInterrupt, SystemExit):
        for old in (None, b"old"):
            if old:
                path.write_bytes(old)
            with pytest.raises(error), writing(path) as file:  # noqa: PT012
                file.write(b"half")
                raise error
            assert [one.read_bytes() for one in tmp_path.iterdir()] == ([old] if old else [])
            path.unlink(missing_ok=True)


def test_a_second_interrupt_leaves_nothing_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = Path.unlink, 0

    def interrupted(self: Path, missing_ok: bool = False) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise KeyboardInterrupt
        real(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", interrupted)
    with pytest.raises(KeyboardInterrupt), writing(tmp_path / "file"):
        raise KeyboardInterrupt
    assert (calls, [*tmp_path.iterdir()]) == (2, [])


@pytest.mark.parametrize("old", [b"old", None])
def test_the_whole_part_of_a_new_file_stays(old: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "file"
    if old:
        path.write_bytes(old)
    with pytest.raises(KeyboardInterrupt), writing(path, lambda: 4) as file:  # noqa: PT012
        file.write(b"whole, and a half")
        assert path.exists() is bool(old)
        raise KeyboardInterrupt
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [old or b"whol"]


def test_devices_and_pipes_are_written_to(tmp_path: Path) -> None:
    write("/dev/null")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    for at_once in (False, True):
        reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
        reader.start()
        with writing(pipe, at_once=at_once) as file:
            file.write(b"through")
        reader.join(60)
    assert (read, stat.S_ISFIFO(pipe.stat().st_mode)) == ([b"through"] * 2, True)
    with pytest.raises(IsADirectoryError):
        write(tmp_path)


def test_a_file_in_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    outside = tmp_path / "outside"
    outside.write_bytes(b"a long old text")
    (folder / "link").symlink_to(outside)
    with read_only(folder):
        write(folder / "link")
        with pytest.raises(OSError, match=r"denied|[Rr]ead-only"):
            write(folder / "new")
    assert outside.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_what_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        write(path)
    assert path.read_bytes() == b"old"


def test_an_old_file_in_a_folder_without_permission_is_written_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"a long old text")
    real = Path.open

    def refused(self: Path, mode: str = "r", *more: object) -> object:
        if "x" in mode:
            raise PermissionError(13, "Permission denied", str(self))
        return real(self, mode)

    monkeypatch.setattr(Path, "open", refused)
    number = path.stat().st_ino
    write(path)
    assert (path.read_bytes(), path.stat().st_ino) == (b"new", number)


def test_a_full_disk_leaves_the_old_file(small_disk: Path) -> None:
    path = small_disk / "file"
    path.write_bytes(b"old")
    with pytest.raises(OSError, match="space"):
        write(path, b"much" * 100_000)
    assert (path.read_bytes(), [*small_disk.iterdir()]) == (b"old", [path])


@pytest.mark.parametrize("old", [b"old", None])
def test_several_files_are_written_together(small_disk: Path, old: bytes | None) -> None:
    paths = [small_disk / "one", small_disk / "two"]
    for path in paths if old else ():
        path.write_bytes(old or b"")
    for data, ended in ((b"much" * 100_000, OSError), (b"more", KeyboardInterrupt)):
        with pytest.raises(ended), together():  # noqa: PT012
            write(paths[0])
            write(paths[1], data)
            raise KeyboardInterrupt
        assert [one.read_bytes() for one in small_disk.iterdir()] == ([old] * 2 if old else [])
    with together():
        write(paths[0])
        write(paths[1])
        assert [path.exists() for path in paths] == [bool(old)] * 2
    assert [one.read_bytes() for one in small_disk.iterdir()] == [b"new"] * 2


@pytest.mark.parametrize("error", [KeyboardInterrupt, None])
def test_a_new_folder_is_whole(error: type[BaseException] | None, tmp_path: Path) -> None:
    place = tmp_path / "a" / "b"
    with suppress(KeyboardInterrupt), new_folder(place) as folder:
        folder.mkdir(parents=True)
        (folder / "file").write_bytes(b"new")
        assert not place.exists()
        if error:
            raise error
    found = [path.relative_to(tmp_path).as_posix() for path in sorted(tmp_path.rglob("*"))]
    assert found == ([] if error else ["a", "a/b", "a/b/file"])
    with new_folder(tmp_path) as folder:
        assert folder == tmp_path
