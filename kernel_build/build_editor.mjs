// Bundle the editor and the QR codes of the page, a module each, with the licences of what is in them:
// node build_editor.mjs. It needs the packages of package.json.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const vendor = join(here, "..", "src", "caballero", "web", "static", "vendor");
const { metafile } = await build({
  entryPoints: [join(here, "editor.js"), join(here, "qr.js")],
  outdir: vendor,
  bundle: true,
  format: "esm",
  legalComments: "none", // they are in the file beside it
  metafile: true,
  minify: true,
  target: "es2022",
});

const packages = new Set();
for (const path of Object.keys(metafile.inputs)) {
  const found = path.match(/(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//);
  if (found) packages.add(found[1]);
}
const licences = [...packages].sort().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} has no licence`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8")}`;
});
writeFileSync(join(vendor, "LICENSES.txt"), licences.join(`\n${"-".repeat(72)}\n\n`));
