// The messages of the page: their format, and the files of all languages, which say the same.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { amountIn, format, parse } from "#page/messages.js";

const FOLDER = new URL("../../src/caballero/web/static/words/", import.meta.url);
const FIRST = "en";

/** @param {string} text */
const in_ = (text, values = {}, language = "en") => format(text, values, language);

test("values are filled in, and numbers written as the language does", () => {
  assert.equal(in_("{name} is number {n}.", { name: "b3", n: 1234 }), "b3 is number 1,234.");
  assert.equal(in_("{n} casillas", { n: 1234 }, "es"), "1234 casillas");
  assert.equal(in_("{n} casillas", { n: 15407545 }, "es"), "15\u00a0407\u00a0545 casillas");
  assert.equal(
    amountIn(2n ** 64n, "es"),
    "18\u00a0446\u00a0744\u00a0073\u00a0709\u00a0551\u00a0616",
  );
  assert.equal(in_("{n}", { n: -1234 }), "−1,234");
  assert.equal(in_("{text}, {absent}, {nothing}", { text: "12345", nothing: null }), "12345, , ");
  assert.equal(in_("don't: a # is a #"), "don't: a # is a #");
});

test("a plural takes its exact number first, then the rule of the language", () => {
  const text = "{n, plural, =0 {none} one {# move} other {# moves}}";
  assert.deepEqual([0, 1, 2, 1000].map((n) => in_(text, { n })), [
    "none", "1 move", "2 moves", "1,000 moves",
  ]); // biome-ignore format: short
  const polish = "{n, plural, one {# pole} few {# pola} other {# pól}}";
  assert.deepEqual([1, 3, 5, 22].map((n) => in_(polish, { n }, "pl")), [
    "1 pole", "3 pola", "5 pól", "22 pola",
  ]); // biome-ignore format: short
});

test("a select takes its case, “none” without a value, or the other one", () => {
  const text = "{closed, select, true {closed} none {unknown} other {open}}";
  const values = [true, false, undefined, null, "", 0];
  assert.deepEqual(values.map((closed) => in_(text, { closed })), [
    "closed", "open", "unknown", "unknown", "unknown", "open",
  ]); // biome-ignore format: short
  assert.equal(in_("{a, select, other {no case}}", { a: "toString" }), "no case");
});

test("cases hold messages, and # is the number of the plural around", () => {
  const text = "{n, plural, one {#} other {{more, select, true {#+} other {{n} of {all}}}}}!";
  assert.equal(in_(text, { n: 3, more: true }), "3+!");
  assert.equal(in_(text, { n: 3, all: 9 }), "3 of 9!");
});

test("a wrong message says where it is wrong", () => {
  const wrong = [
    "{", "}", "{}", "{a", "a}", "{a b}", "{a,}", "{a, plural}", "{a, date}", "{a, select, true {x}}",
    "{n, plural, one {x}}", "{n, plural, other {x}", "{n, plural, other x}", "{a, select,}",
    "a '{quoted}'", "{n, plural, other {'#}}",
  ]; // biome-ignore format: short
  for (const text of wrong)
    assert.throws(() => parse(text), /is missing at character \d+ of “/, text);
});

// -- the files -----------------------------------------------------------------------------------

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
const files = readdirSync(FOLDER);
const languages = new Set(files.map((name) => name.split(".")[0]));
const html = readFileSync(new URL("../index.html", FOLDER), "utf8");

/**
 * The names of the values of a message: all that it writes or counts.
 * @param {import("../../src/caballero/web/static/messages.js").Part[]} parts
 * @returns {string[]}
 */
const valuesOf = (parts) =>
  parts.flatMap((part) =>
    typeof part === "string"
      ? []
      : [
          ...(part.kind === "select" ? [] : [part.name]),
          ...Object.values(part.cases).flatMap(valuesOf),
        ],
  );

/**
 * What the words of all languages have in common: of a message, its values, but for those that it
 * only selects by; of a list, its length.
 * @param {any} said
 * @returns {any}
 */
function shapeOf(said) {
  if (typeof said === "string") return [...new Set(valuesOf(parse(said)))].sort();
  if (Array.isArray(said)) return said.map((one) => (Array.isArray(one) ? one.length : typeof one));
  return Object.fromEntries(Object.entries(said).map(([key, one]) => [key, shapeOf(one)]));
}

test("every language of the page has its files", () => {
  const list = html.slice(html.indexOf('id="language"')).split("</select>")[0];
  const listed = [...list.matchAll(/value="(\w+)"/g)].map(([, code]) => code);
  assert.deepEqual([...languages].sort(), listed.sort());
  const parts = files.filter((name) => name.startsWith(FIRST)).map((name) => name.slice(2));
  for (const code of languages) for (const part of parts) assert.ok(files.includes(code + part));
});

for (const name of files.filter((one) => !one.startsWith(FIRST))) {
  test(`${name} has all words, with the same values`, () => {
    assert.deepEqual(shapeOf(read(name)), shapeOf(read(FIRST + name.slice(2))));
  });
}

test("no text is empty, and none has spaces at an end", () => {
  /** @param {any} said */
  const texts = (said) => {
    if (typeof said === "string") return [said];
    const kept = Object.entries(said).filter(([key]) => !key.startsWith("program-")); // code
    return kept.flatMap(([, one]) => texts(one));
  };
  const odd = files.flatMap((name) => texts(read(name))).filter((text) => /^$|^\s|\s$/.test(text));
  assert.deepEqual(odd, []);
});
