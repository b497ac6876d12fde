// Python in a web worker, for the examples of a chapter, or the cells of a notebook: the files that
// `caballero site` wrote.

const PROGRAM = `
import ast, io, json, sys, traceback
from contextlib import redirect_stderr, redirect_stdout

import caballero

names = {"__name__": "__main__"}

def run(code, cell):
    """Return the output of code, as a console or a cell shows it, and the pictures of its values."""
    said, pictures = io.StringIO(), []

    def show(value):
        if value is None:
            return
        drawn = getattr(value, "_repr_html_", str)() if cell else ""
        drawn = drawn or getattr(value, "_repr_svg_", str)() or ""
        pictures.extend([drawn] if drawn.startswith("<") else [])
        if not (cell and drawn):
            print(repr(value))

    def run_part(part, shows):
        tree = ast.Interactive([part]) if shows else ast.Module([part], [])
        exec(compile(tree, "example", "single" if shows else "exec"), names)

    sys.displayhook = show
    with redirect_stdout(said), redirect_stderr(said):
        try:
            parts = ast.parse(code).body
            quiet = code.rstrip().endswith(";")
            for part in parts:
                run_part(part, not cell or part is parts[-1] and not quiet)
        except BaseException as error:
            print(*traceback.format_exception_only(error), sep="", end="")
    return json.dumps([said.getvalue(), pictures])

caballero.language(language)
run
`;

// What a notebook has of Jupyter: widgets, which are pictures here, and the picture of a text.
const JUPYTER = `
import sys
from types import SimpleNamespace

import traitlets

class AnyWidget(traitlets.HasTraits):
    def on_msg(self, handler):
        pass

    def _repr_svg_(self):
        return self._walk().to_svg()

class SVG(SimpleNamespace):
    def __init__(self, data):
        super().__init__(data=data)

    def _repr_svg_(self):
        return self.data

sys.modules["anywidget"] = SimpleNamespace(AnyWidget=AnyWidget)
sys.modules["IPython"] = sys.modules["IPython.display"] = SimpleNamespace(SVG=SVG)
`;

/** @type {Promise<(code: string, cell: boolean) => string>} */
let starting;
let cells = false;

/** @param {string} address */
const fetchArchive = (address) => fetch(address).then((response) => response.arrayBuffer());

/** @param {{home: string, spanish: boolean, notebook: string}} told */
async function start({ home, spanish, notebook }) {
  cells = notebook !== "";
  const archives = [`${home}caballero.zip`, ...(cells ? [notebook] : [])];
  const [{ loadPyodide }, ...fetched] = await Promise.all([
    import(`${home}pyodide.mjs`),
    ...archives.map(fetchArchive),
  ]);
  const python = await loadPyodide({ indexURL: home });
  for (const archive of fetched) python.unpackArchive(archive, "zip");
  if (cells) python.runPython(JUPYTER);
  python.globals.set("language", spanish ? "es" : "en");
  return python.runPython(PROGRAM);
}

addEventListener("message", async ({ data }) => {
  if (data.home) {
    starting = start(data);
    return;
  }
  try {
    const run = await starting;
    postMessage(JSON.parse(data.codes.map((code) => run(code, cells)).at(-1)));
  } catch (error) {
    postMessage([String(error), []]);
  }
});
