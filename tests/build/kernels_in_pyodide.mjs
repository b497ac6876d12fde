// Run tests of the kernels in Pyodide, whose packages are those of the caller's Python:
// node kernels_in_pyodide.mjs FOLDER_OF_PYODIDE KERNELS PACKAGES FILES_AND_OPTIONS_OF_PYTEST...
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [folder, kernels, packages, ...options] = process.argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url));
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: folder, env: { CABALLERO_KERNELS: "/kernels.so", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" } });
python.FS.writeFile("/kernels.so", new Uint8Array(readFileSync(kernels)));
for (const [place, name] of Object.entries({ "/sources": root, "/packages": packages })) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, name);
}
try {
  process.exitCode = python.runPython(`
import os, sys
sys.path += ["/packages"]
sys.path[:0] = ["/sources/src", "/sources/tests", "/sources/kernel_build"]
sys.dont_write_bytecode = True
os.chdir("/sources")
import caballero
assert caballero.compiled
import pytest
pytest.main(["-q", "-o", "addopts=", "--import-mode=importlib", "-p", "no:cacheprovider", "--confcutdir=tests", *${JSON.stringify(options)}])
`);
} catch (error) {
  console.error(String(error.message).slice(-2000)); // without the code of Pyodide
  process.exit(1);
}
