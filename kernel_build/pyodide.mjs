// Install Caballero in Pyodide from an index, as a page does, and run it:
// node pyodide.mjs FOLDER_OF_PYODIDE ADDRESS_OF_THE_INDEX WHEELS_OF_MICROPIP...
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, index, ...wheels] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: folder });
  for (const wheel of wheels) {
    python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel"); // a Buffer is refused
  }
  await python.runPythonAsync(`
import micropip
await micropip.install("caballero", index_urls="${index}/{package_name}/")
import caballero
print(caballero.find_tour(8))
assert caballero.count_tours("3x8").value == 396
print("compiled" if caballero.compiled else "plain")
`);
} catch (error) {
  console.error(String(error.message)); // without the code of Pyodide, which is a line of a megabyte
  process.exit(1);
}
