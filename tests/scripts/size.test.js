// How long the scripts of the page are: modules of at most 500 lines, functions of at most 60.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";

const PAGE = new URL("../../src/caballero/web/static/", import.meta.url);
/** How many are longer; these figures only go down. */
const LONG = { modules: 1, functions: 25 };

/** The functions of a module that are too long, with all that is in them. */
function longIn(name) {
  const text = readFileSync(new URL(name, PAGE), "utf8");
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const line = (at) => file.getLineAndCharacterOfPosition(at).line;
  const long = [];
  const look = (node) => {
    const lines = ts.isFunctionLike(node) ? line(node.end) - line(node.getStart()) + 1 : 0;
    if (lines > 60) long.push(`${name} ${(node.name ?? node.parent.name)?.text}`);
    ts.forEachChild(node, look);
  };
  look(file);
  return { name, lines: text.split("\n").length - 1, long };
}

test("modules and functions are short", () => {
  const names = readdirSync(PAGE, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  const scripts = names.filter((name) => name.endsWith(".js") && !name.startsWith("vendor/"));
  const found = scripts.map(longIn);
  const modules = found.filter(({ lines }) => lines > 500).map(({ name }) => name);
  const functions = found.flatMap(({ long }) => long);
  assert.ok(modules.length <= LONG.modules, `modules: ${modules}`);
  assert.ok(functions.length <= LONG.functions, `functions: ${functions.join(", ")}`);
});
