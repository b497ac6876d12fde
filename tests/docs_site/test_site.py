"""The documentation is a site in both languages, built without a warning; without other sites."""

import os
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Literal
from urllib.parse import quote, unquote, urldefrag, urljoin

import pytest
from axe_playwright_python.sync_playwright import Axe
from docs.blocks import whole
from playwright.sync_api import expect, sync_playwright

import caballero
from browsers import CHROMIUM
from check_release import serving
from seldom import mostly_nightly

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "counting", "find", "formats", "model", "proof", "teaching", "teaching.puzzles",
    "web.notebook",
)  # fmt: skip
LANGUAGES = ("en", "es")
TEXTS = (".md", ".ipynb")
TRY = "page/index.html"
SECTIONS = {
    "en": ["I learn or teach", "I play or make puzzles", "I have a graph", "Reference and theory"],
    "es": ["Aprendo o enseño", "Juego o creo pasatiempos", "Tengo un grafo", "Referencia y teoría"],
}
FIRST = {
    "en/(from-naive-to-warnsdorff|geeksforgeeks|granada)": [
        "knight's tour", "solveKTUtil", "wansdorff",
    ],
    "en/best": ["travelling salesman", "TSP"],
    "en/puzzles": ["hidato"],
    "es/(de-lo-ingenuo-a-warnsdorff|geeksforgeeks|iic1103|bitcuco|granada|guia-docente)": [
        "recorrido del caballo", "salto de caballo", "Ensayar", "solveKTUtil", "isSafe", "NuevoMov",
        "ViajeDelCaballo", "wansdorff", "8^8", "marcha atrás",
    ],
    "es/el-mejor-recorrido": ["viajante"],
}  # fmt: skip
"""The page that the search finds first, or one of several: the four texts have pages, too."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("documentation") / "site"
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "build.py", target],
        capture_output=True,
        encoding="utf-8",
        timeout=3000,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return target


class Reader(HTMLParser):
    """What a page is called, names, links to, and loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.language = ""
        self.names: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.pictures_without_text = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = has.get("lang", "")
        self.names |= {has[name] for name in ("id", "name") if name in has}
        if tag == "a" and "href" in has:
            self.links.append(has["href"])
        if tag == "link" and has.get("rel") not in {"index", "search", "next", "prev"}:
            self.loads.append(has["href"])
        if "src" in has:
            self.loads.append(has["src"])
        if tag == "img":
            self.pictures_without_text += "alt" not in has


@cache
def page(path: Path) -> Reader:
    return Reader(path.read_text(encoding="utf-8"))


def pages(site: Path) -> list[Path]:
    """The pages but for those to play on, whose links are those of their views."""
    chapters = (path for path in site.rglob("*.html") if path.parent != site / "page")
    return sorted(path for path in chapters if path.name != "board.html")


def test_both_languages_are_there(site: Path) -> None:
    for language in LANGUAGES:
        sources = [path for path in (ROOT / "docs" / language).rglob("*.*") if path.suffix in TEXTS]
        written = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in sources}
        assert len(written) > 20
        assert written <= {path.relative_to(site) for path in (site / language).rglob("*.html")}
        assert {page(path).language for path in (site / language).rglob("*.html")} == {language}
    links = [*page(site / "index.html").links]
    assert [link for link in links if link != TRY] == ["en/index.html", "es/index.html"]


def test_the_pages_for_developers_stand_beside_the_languages(site: Path) -> None:
    for source in (ROOT / "docs").glob("de*/*.md"):
        assert (site / source.parent.name / f"{source.stem}.html").is_file()
    for language in LANGUAGES:
        assert "../developer/index.html" in page(site / language / "index.html").links
    assert any("architecture" in address for address in page(site / "developer/index.html").loads)


def need_python(site: Path) -> None:
    if not (site / TRY).exists() and not os.environ.get("CI"):
        pytest.skip("Pyodide could not be fetched")


def test_every_page_leads_to_the_one_to_play(site: Path) -> None:
    need_python(site)
    for path in pages(site):
        assert [beside(path, link).resolve() for link in page(path).links if TRY in link] == [
            (site / TRY).resolve()
        ]


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    """And pictures say what they show."""
    assert sum(page(path).pictures_without_text for path in pages(site)) == 0
    for path in pages(site):
        for address in page(path).loads:
            assert not re.match(r"(?:[a-z]+:)?//", address), f"{path}: {address}"
            assert address.startswith("data:") or beside(path, address).exists(), (path, address)
    for path in site.rglob("*.css"):
        loaded = re.findall(r"(?:@import|url\()\s*[\"']?([^\"')\s;]+)", path.read_text("utf-8"))
        assert not [address for address in loaded if re.match(r"(?:https?:)?//", address)], path


def beside(path: Path, address: str) -> Path:
    return path.parent / unquote(re.sub(r"[?#].*", "", address))


def test_every_link_leads_somewhere(site: Path) -> None:
    lost = []
    for path in pages(site):
        for link in page(path).links:
            address, name = urldefrag(link)
            if re.match(r"[a-z]+:", address):
                continue
            target = beside(path, address) if address else path
            found = target.is_file()
            if found and name and target.suffix == ".html":
                found = unquote(name) in page(target.resolve()).names | {"top"}
            if not found:
                lost.append((str(path.relative_to(site)), link))
    assert lost == []


def test_every_chapter_leads_to_its_twin(site: Path) -> None:
    def twin(path: Path) -> Path:
        other = "es" if path.parts[len(site.parts)] == "en" else "en"
        links = [link for link in page(path).links if re.match(rf"(\.\./)+{other}/", link)]
        return beside(path, links[0]).resolve()

    for language in LANGUAGES:
        for source in (ROOT / "docs" / language).glob("*.md"):
            path = (site / language / source.name).with_suffix(".html")
            assert twin(twin(path)) == path.resolve(), path
            assert twin(path).stem != "index" or path.stem == "index"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sections_are_named(site: Path, language: str) -> None:
    text = (site / language / "index.html").read_text(encoding="utf-8")
    found = re.findall(r'<p class="caption"[^>]*><span class="caption-text">([^<]+)</span>', text)
    assert found == SECTIONS[language]


def test_the_theme_speaks_the_language_of_the_page(site: Path) -> None:
    english = (
        "Skip to content", "Back to top", "Next", "Previous", "On this page", "Made with", "Menu",
        "Contents", "Expand", "Light mode", "Dark mode", "Auto light/dark", "Link to this heading",
        "Toggle site", "Toggle table", "Toggle Light",
    )  # fmt: skip
    for language in LANGUAGES:
        text = (site / language / "tutorial.html").read_text(encoding="utf-8")
        found = [word for word in english if re.search(rf"""[>"]\s*{word}\b""", text)]
        assert found == (list(english) if language == "en" else [])
    assert "activate JavaScript" not in (site / "es" / "search.html").read_text(encoding="utf-8")
    output = (site / "es" / "_static" / "translations.js").read_text(encoding="utf-8")
    searching = (site / "es" / "_static" / "searchtools.js").read_text(encoding="utf-8")
    wanted = re.findall(r"""(?:\b_|\.gettext|\.ngettext)\(\s*"([^"]+)\"""", searching)
    assert len(wanted) > 4
    assert [words for words in wanted if words not in output and f"{words}:" not in output] == []


def test_every_name_is_in_the_reference(site: Path) -> None:
    """The public ones, and those that a chapter imports."""
    pages = (site / "en" / "reference").glob("*.html")
    names = {name for path in pages for name in page(path).names}
    expected = {("caballero", name) for name in caballero.__all__ if not name.startswith("__")}
    for package in PACKAGES:
        module = import_module(f"caballero.{package}")
        own = set(module.__all__) - set(caballero.__all__)
        expected |= {(f"caballero.{package}", name) for name in own}
    taught = {
        (found[1], name)
        for language in LANGUAGES
        for path in (ROOT / "docs" / language).glob("*.md")
        for found in re.finditer(r">>> from (caballero\S*) import (.+)", path.read_text("utf-8"))
        for name in re.findall(r"\w+", found[2])
    }
    assert len(taught) > 50
    lost = {
        (module, name)
        for module, name in taught | expected
        if not names & {f"{module}.{name}", f"caballero.{name}"}
    }
    assert lost == set()


@pytest.mark.parametrize("page", ["en/api", "es/interfaz"])
def test_the_api_on_one_page_has_every_name(page: str) -> None:
    text = whole(ROOT / "docs" / f"{page}.md")
    reported = set(re.findall(r"\w+", text))
    assert {name for name in caballero.__all__ if not name.startswith("__")} - reported == set()


def test_examples_are_coloured_and_lines_abroad_are_gone(site: Path) -> None:
    text = (site / "en" / "tutorial.html").read_text(encoding="utf-8")
    assert '<span class="gp">&gt;&gt;&gt; </span>' in text
    assert "The same page in Spanish" not in text


@pytest.mark.skipif(CHROMIUM is None, reason="there is no browser here")
@pytest.mark.parametrize(
    ("scheme", "names"),
    [("light", ["en/index", "es/tutorial"]), ("dark", ["en/gallery", "en/reference/notebook"])],
)
def test_the_pages_do_not_disturb_the_answer(
    site: Path, scheme: Literal["light", "dark"], names: list[str]
) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(color_scheme=scheme, viewport={"width": 360, "height": 800})
        for name in names:
            page.goto((site / f"{name}.html").as_uri())
            found = Axe().run(page).response["violations"]
            assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], name
            # A long line scrolls in its own box, and never the page.
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
        browser.close()


@pytest.mark.skipif(CHROMIUM is None, reason="there is no browser here")
@pytest.mark.parametrize(
    "book",
    mostly_nightly(
        [
            ("es/cuadernos/un-primer-recorrido", 9, ""),
            ("en/notebooks/from-backtracking-to-warnsdorff", 4, "864 - Open tours"),
        ],
        2,
    ),
)
def test_notebooks_run_in_the_browser(site: Path, book: tuple[str, int, str]) -> None:
    need_python(site)
    name, pictures, last = book
    with serving(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(urljoin(address, f"/{name}.html"))
        run, shown = page.locator(".run"), page.locator("output")
        for cell in range(run.count()):
            run.nth(cell).click()
            expect(run.nth(cell)).to_have_text(re.compile("Run|Ejecutar"), timeout=600_000)
        assert not re.search("Error|Traceback", " ".join(shown.all_text_contents()))
        assert shown.locator("img, figure").count() == pictures
        expect(shown.last).to_contain_text(last)
        browser.close()


@pytest.mark.skipif(CHROMIUM is None, reason="there is no browser here")
def test_examples_run_in_the_browser(site: Path) -> None:
    need_python(site)
    with serving(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(urljoin(address, "/en/tutorial.html"))
        run, shown = page.locator(".run").nth(1), page.locator("output").nth(1)
        run.click()  # it uses a name of the first one
        expect(shown).to_contain_text("True\nThe numbers 2, at a1", timeout=600_000)
        for code, answer in (("1 / 0", "ZeroDivisionError"), ("tour", "Tour.from_squares")):
            page.locator("textarea").fill(code)
            run.click()
            expect(shown).to_contain_text(answer)
        expect(shown.locator("img")).to_be_visible()
        page.locator("textarea").fill("while True: pass")
        run.click()
        expect(run).to_have_text("Stop")
        run.click()
        expect(run).to_have_text("Run")
        page.goto(urljoin(address, "/en/index.html"))
        door = page.frame_locator("iframe.door")
        expect(door.get_by_role("heading", name=re.compile("of the day")).first).to_be_visible()
        browser.close()


@pytest.mark.skipif(CHROMIUM is None, reason="there is no browser here")
def test_the_search_finds_the_words_of_readers(site: Path) -> None:
    with serving(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        for target, words in FIRST.items():
            for word in words:
                page.goto(urljoin(address, f"/{target[:2]}/search.html?q={quote(word)}"))
                first = page.locator("#search-results li a").first
                expect(first).to_have_attribute("href", re.compile(rf"^{target[3:]}\.html"))
        browser.close()
