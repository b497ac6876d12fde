// The boards that a reader may choose with a touch.

import { boardFrom, EMPTY, gridBoard } from "./geometry.js";

/** @typedef {import("./geometry.js").Problem} Problem */
/** @typedef {import("./geometry.js").Square} Square */
/** @typedef {import("../messages.js").Values} Values */
/** @typedef {[string, Values, Problem]} Preset - a key of its name, with what fills the name in */

/**
 * @param {number} rows
 * @param {number} columns
 * @param {Partial<Problem>} [more]
 * @returns {Problem}
 */
const plain = (rows, columns, more = {}) => ({ ...EMPTY, rows, columns, ...more });

// The two boards of Rosetta Code, "Solve a Holy Knight's tour".
// biome-ignore format: a drawing
const HOLY = [
  "#xxx####", "#x#xx###", "#xxxxxxx", "xxx##x#x", "x#x##xxx", "sxxxxxx#", "##xx#x##", "###xxx##",
];
// biome-ignore format: a drawing
const HOLY_13 = [
  "#####s#x#####", "#####x#x#####", "####xxxxx####", "#####xxx#####", "##x##x#x##x##",
  "xxxxx###xxxxx", "##xx#####xx##", "xxxxx###xxxxx", "##x##x#x##x##", "#####xxx#####",
  "####xxxxx####", "#####x#x#####", "#####x#x#####",
];

/**
 * @param {number} rows
 * @param {number} columns
 * @param {(row: number, column: number) => boolean} gone
 */
function boardWithout(rows, columns, gone) {
  /** @type {Square[]} */
  const holes = [];
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) if (gone(r, c)) holes.push([r, c]);
  }
  return plain(rows, columns, { holes });
}

/** @param {number} i */
const corner = (i) => i < 2 || i > 5;
/** @param {number} i */
const middle = (i) => i > 2 && i < 7;

/** All of them have tours. @type {Preset[]} */
export const PRESETS = [
  ["square", { n: 5 }, plain(5, 5)],
  ["square", { n: 6 }, plain(6, 6)],
  ["square", { n: 8 }, plain(8, 8)],
  ["oblong", { rows: 3, columns: 10 }, plain(3, 10)],
  ["holy8", {}, boardFrom(HOLY)],
  ["holy13", {}, boardFrom(HOLY_13)],
  ["cross", {}, boardWithout(8, 8, (r, c) => corner(r) && corner(c))],
  ["ring", {}, boardWithout(10, 10, (r, c) => middle(r) && middle(c))],
  ["onCylinder", { rows: 5, columns: 8 }, plain(5, 8, { surface: "cylinder" })],
  ["onTorus", { rows: 6, columns: 6 }, plain(6, 6, { surface: "torus", closed: true })],
  ["square", { n: 20 }, plain(20, 20)],
  ["hexSide", { n: 4 }, gridBoard("hex4")],
  ["hexSide", { n: 5 }, gridBoard("hex5")],
  ["triSide", { n: 6 }, gridBoard("tri6", { piece: "king" })],
];
