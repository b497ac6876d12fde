// Compile the Python of the page with Python of the page: node pack.mjs FOLDER. The folder has the
// files of Pyodide and the package, caballero.zip; both archives are replaced.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const ARCHIVES = ["caballero.zip", "python_stdlib.zip"].map((name) => join(folder, name));

const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: folder });
const sources = ARCHIVES.map((path) => new Uint8Array(readFileSync(path)));
python.unpackArchive(sources[0], "zip");
const { pack } = python.pyimport("caballero.web.packing");
const packed = pack(...sources.map((bytes) => python.toPy(bytes).tobytes())).toJs();
for (const [i, path] of ARCHIVES.entries()) writeFileSync(path, packed[i]);
