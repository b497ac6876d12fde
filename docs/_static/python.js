// Python in a web worker, for the examples of a chapter: the files that `caballero site` wrote.

const PROGRAM = `
import ast, io, json, sys, traceback
from contextlib import redirect_stderr, redirect_stdout

import caballero

names = {"__name__": "__main__"}

def run(code):
    """Return the output of code, as a console shows it, and the pictures of its values."""
    said, pictures = io.StringIO(), []

    def show(value):
        if value is not None:
            print(repr(value))
            pictures.extend(filter(None, [getattr(value, "_repr_svg_", str)()]))

    sys.displayhook = show
    with redirect_stdout(said), redirect_stderr(said):
        try:
            for part in ast.parse(code).body:
                exec(compile(ast.Interactive([part]), "example", "single"), names)
        except BaseException as error:
            print(*traceback.format_exception_only(error), sep="", end="")
    return json.dumps([said.getvalue(), [one for one in pictures if one.startswith("<svg")]])

caballero.language(language)
run
`;

/** @type {Promise<(code: string) => string>} */
let starting;

/** @param {{home: string, spanish: boolean}} told */
async function start({ home, spanish }) {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(`${home}pyodide.mjs`),
    fetch(`${home}caballero.zip`).then((response) => response.arrayBuffer()),
  ]);
  const python = await loadPyodide({ indexURL: home });
  python.unpackArchive(archive, "zip");
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
    postMessage(JSON.parse(data.codes.map((code) => run(code)).at(-1)));
  } catch (error) {
    postMessage([String(error), []]);
  }
});
