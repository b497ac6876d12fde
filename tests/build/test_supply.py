"""What builds a release is named exactly: actions by commit, packages by version and hash."""

import json
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LOCK = (ROOT / "kernel_build" / "requirements.txt").read_text("utf-8")
LOCKED = dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", LOCK, re.MULTILINE))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GROUP = {r.name: r for r in map(Requirement, PYPROJECT["dependency-groups"]["wheels"])}


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_named_by_commit(workflow: Path) -> None:
    text = workflow.read_text("utf-8")
    used = re.findall(r"uses: *(.+)", text)
    assert used
    assert [u for u in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", u)] == []
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_only_the_job_that_publishes_may_do_more_than_read(workflow: Path) -> None:
    text = workflow.read_text("utf-8")
    assert re.search(r"^permissions:\n  contents: read\n\n", text, re.MULTILINE)
    jobs = re.split(r"^  (?=\w+:$)", text.partition("\njobs:\n")[2], flags=re.MULTILINE)
    granting = {
        job.partition(":")[0]: job for job in jobs if re.search(r"permissions:|: write", job)
    }
    assert granting.keys() <= {"publish"}
    for job in granting.values():
        assert "    permissions:\n      id-token: write\n    steps:" in job
        assert "run:" not in job
        assert "checkout" not in job


def test_every_action_has_one_version() -> None:
    used = [u for path in WORKFLOWS for u in re.findall(r"uses: *(.+)", path.read_text("utf-8"))]
    assert len({*used}) == len({u.partition("@")[0] for u in used})


def test_the_lock_has_all_that_builds_and_hashes() -> None:
    assert LOCKED.keys() >= GROUP.keys()
    assert [n for n, r in GROUP.items() if not r.specifier.contains(LOCKED[n])] == []
    for entry in re.split(r"\n(?=[a-z])", LOCK)[1:]:
        assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", entry)) >= 1, entry
    assert not re.search(r"https?:|file:|://|--index|--find", LOCK)


def test_the_locked_group_asks_for_what_the_package_asks_for() -> None:
    build = [*map(Requirement, PYPROJECT["build-system"]["requires"])]
    dev = map(Requirement, PYPROJECT["project"]["optional-dependencies"]["dev"])
    same = [r for r in dev if r.name in GROUP]
    assert {r.name for r in build} <= GROUP.keys()
    assert [r for r in (*build, *same) if r.specifier != GROUP[r.name].specifier] == []


def test_the_packages_of_npm_are_locked() -> None:
    asked = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert packages.pop("")["devDependencies"] == asked
    assert {n: packages[f"node_modules/{n}"]["version"] for n in asked} == asked
    assert [n for n, p in packages.items() if not p["integrity"].startswith("sha512-")] == []
    assert {p.get("resolved", "https://registry.npmjs.org/")[:27] for p in packages.values()} == {
        "https://registry.npmjs.org/"
    }


def test_make_fetches_by_the_locks() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    fetches = re.findall(r"^.*bin/pip install.*$", text, re.MULTILINE)
    own = [f for f in fetches if "$(RUN)/pip" in f]  # people's own environment
    assert [f for f in fetches if f not in own and "--require-hashes" not in f] == []
    assert not re.search(r"npm.*install(?!.*--package-lock-only)", text.replace("\\\n", ""))


def test_the_hooks_run_what_make_runs_in_the_pinned_versions() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    lint = re.search(
        r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE
    )
    assert lint
    made = re.findall(r"\$\(RUN\)/(ruff check|ruff format|mypy)", lint[1])
    assert sorted(re.findall(r"entry: \.venv/bin/(.+)", hooks)) == sorted(made)
    dev = {
        r.name: r for r in map(Requirement, PYPROJECT["project"]["optional-dependencies"]["dev"])
    }
    for name in ("mypy", "ruff"):
        assert str(dev[name].specifier) == f"=={version(name)}"


def test_whatever_is_fetched_is_watched() -> None:
    text = (ROOT / ".github" / "dependabot.yml").read_text("utf-8")
    watched = {*re.findall(r"package-ecosystem: (\S+)", text)}
    assert watched == {"pip", "npm", "github-actions"}
    assert 'directories: ["/", "/kernel_build"]' in text


def test_every_package_that_is_bundled_has_its_licence() -> None:
    vendor = ROOT / "src" / "caballero" / "web" / "static" / "vendor"
    if not vendor.exists():
        pytest.skip("the editor is not bundled: make src/caballero/web/static/vendor/editor.js")
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    texts = (vendor / "LICENSES.txt").read_text("utf-8").split("-" * 72)
    named = dict(text.split(maxsplit=2)[:2] for text in texts)
    assert named == {name: packages[f"node_modules/{name}"]["version"] for name in named}
    assert [text for text in texts if "opyright" not in text or "WARRANTY" not in text] == []
    ours = [(ROOT / "kernel_build" / name).read_text("utf-8") for name in ("editor.js", "qr.js")]
    imported = re.findall(r'from "((?:@[\w-]+/)?[\w-]+)', "".join(ours))
    assert imported
    assert {*imported} <= named.keys()
