"""The configuration of Sphinx, which builds one language at a time; see ``docs/build.py``.

The chapters can also be read as files: links between the languages are paths between the folders,
and each chapter begins with a link to its translation. Here that link becomes the language switch,
and other links to another folder become plain links. On the first page, a board to play on takes
the place of the picture. An example that a Spanish chapter takes from the English one stands in its
place (``blocks.py``). A notebook becomes a chapter whose cells run (``_static/try.js``).
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from sphinx.locale import _

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from blocks import whole  # noqa: E402 - beside this file
from sphinx.pycode import ModuleAnalyzer  # noqa: E402

import caballero  # noqa: E402 - of this checkout, even if another one is installed
from caballero.render.themes import DAY, NIGHT  # noqa: E402

project = "Caballero"
author = "The Caballero authors"
copyright = author  # noqa: A001 - the name that Sphinx requires
release = version = caballero.__version__
language = "en"
locale_dirs = [str(HERE / "locale")]  # Spanish texts that Sphinx lacks

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
templates_path = ["_templates"]
source_suffix = {".md": "markdown", ".ipynb": "markdown"}
suppress_warnings: list[str] = []

myst_heading_anchors = 3  # links to #a-heading work as between the files
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
# A signature with every keyword, as help() shows it, and not the overloads for type checkers.
ModuleAnalyzer.overloads = property(lambda self: {}, lambda self, found: None)
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "imported-members": True, "undoc-members": True}
napoleon_google_docstring = False
napoleon_use_param = False  # types are plain words, not links to any object of that name
napoleon_use_rtype = False
napoleon_use_ivar = True
add_module_names = False

html_theme = "furo"
html_title = f"{project} {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"}), ("try.js", {"type": "module"})]
html_favicon = "../src/caballero/web/static/icon.svg"
html_logo = html_favicon
html_copy_source = False
html_show_copyright = False
COLOURS = {
    "brand-primary": "strong",
    "brand-content": "strong",
    "brand-visited": "strong",
    "foreground-primary": "ink",
    "foreground-secondary": "quiet",
    "foreground-muted": "quiet",
    "foreground-border": "line",
    "background-primary": "page",
    "background-secondary": "card",
    "background-hover": "hair",
    "background-border": "hair",
}
"""The colours of the theme by those of the page."""
html_theme_options = {
    f"{kind}_css_variables": {"paper": DAY["page"]}  # below pictures, at any time
    | {f"color-{name}": ours[own] for name, own in COLOURS.items()}
    for kind, ours in (("light", DAY), ("dark", NIGHT))
}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/language.html",
        "sidebar/try.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}

LANGUAGES = {"en": "English", "es": "Español"}
TWIN = re.compile(
    r"^\*[^*\n]*\[[^\]\n]+\]\((?:\.\./)+(?P<language>e[ns])/(?P<page>[\w/-]+)\.(?:md|ipynb)\)\.?\*\n"
)
ABROAD = re.compile(
    r"\[(?P<text>[^\]\n]+)\]\((?P<page>(?:\.\./)+e[ns]/[\w/-]+)\.md(?P<rest>#[^)]*)?\)"
)

WORDS = re.compile(r"^<!-- words: (.+) -->$", re.MULTILINE)
"""Words that the search finds here, though the text does not say them: entries of the index."""

PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n", re.MULTILINE)
BOARD = (
    '<iframe class="door" src="../board.html?lang={language}" title="{title}" loading="lazy">'
    "</iframe>\n"
)
TITLES = {"en": "A board to play on", "es": "Un tablero para jugar"}
NOTEBOOK = {
    "en": "*Run* below a cell runs it in your browser, after those above it, and you can change "
    "it. Boards are pictures here; in Jupyter one plays on them: {{download}}`{file} <{file}>`.",
    "es": "*Ejecutar*, debajo de una celda, la ejecuta en su navegador, después de las anteriores, "
    "y usted puede cambiarla. Aquí los tableros son imágenes; en Jupyter se juega en ellos: "
    "{{download}}`{file} <{file}>`.",
}


def chapter(file: Path, language: str) -> str:
    """Return a notebook as the text of a chapter."""
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells]
    for i, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            texts[i] = f"```{{code-block}} python\n:class: cell\n\n{texts[i]}\n```"
    texts.insert(1, NOTEBOOK[language].format(file=file.name))
    return "\n\n".join(texts)


def read(app: Any, name: str, source: list[str]) -> None:
    """Remove the link to the translation, make links to that language plain, and add the board."""
    file = Path(app.env.doc2path(name))
    text = chapter(file, app.config.language) if file.suffix == ".ipynb" else whole(file, source[0])
    head, _, rest = text.partition("\n\n")
    if found := TWIN.match(rest):
        app.env.metadata[name]["twin"] = f"{found['page']}.html"
        rest = rest[found.end() :]
    if name == "index":
        language = app.config.language
        rest = PICTURE.sub(BOARD.format(language=language, title=TITLES[language]), rest, 1)
    rest = WORDS.sub(lambda words: f"```{{index}} ! {words[1].replace(', ', ', ! ')}\n```", rest)
    source[0] = ABROAD.sub(r'<a href="\g<page>.html\g<rest>">\g<text></a>', f"{head}\n\n{rest}")


def skip_member(
    app: Any, what: str, name: str, value: object, skip: bool, options: object
) -> bool | None:
    """Skip the names of a package that ``caballero`` exports: each is documented once."""
    module = app.env.current_document.autodoc_module
    if what == "module" and module != "caballero" and name in caballero.__all__:
        return True if getattr(caballero, name) is value else None
    return None


def add_twin(app: Any, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Pass the way up and the page in the other language, or its first one, to the templates."""
    developing = Path(app.srcdir) == HERE  # these pages stand beside the languages
    here = None if developing else app.config.language
    twin = app.env.metadata.get(page, {}).get("twin", "index.html")
    up = context["up"] = "../" * (page.count("/") + (not developing))
    context["languages"] = [
        (code, name, None if code == here else f"{up}{code}/{twin}")
        for code, name in LANGUAGES.items()
    ]


# Texts of the theme that cannot be translated otherwise: names of buttons, titles of pictures, and
# the credits.
FIXED = re.compile(
    r'(?<=aria-label=")Toggle [^"]+'
    r"|(?<=<title>)(?:Contents|Menu|Expand|(?:Light|Dark) mode|Auto light/dark, [^<]+)(?=</title>)"
)
MAKER = re.compile(r"(<a [^>]+>@pradyunsg</a>)'s\s+(<a [^>]+>Furo</a>)")


def translate(app: Any, error: Exception | None) -> None:
    """Translate texts that the theme has in English only."""
    for path in Path(app.outdir).rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        translated = FIXED.sub(lambda found: _(found[0]), text)
        translated = MAKER.sub(
            lambda found: _("{maker}'s {theme}").format(maker=found[1], theme=found[2]), translated
        )
        if translated != text:
            path.write_text(translated, encoding="utf-8")


def setup(app: Any) -> dict[str, bool]:
    """Register the functions above with Sphinx."""
    app.connect("source-read", read)
    app.connect("autodoc-skip-member", skip_member)
    app.connect("html-page-context", add_twin)
    app.connect("build-finished", translate)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
