// The boards to choose from; all of them have puzzles of every level.

import { EMPTY, gridBoard } from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/presets.js").Preset} Preset */

/**
 * A square board without some squares.
 * @param {number} side
 * @param {string} piece
 * @param {(row: number, column: number) => boolean} [gone]
 * @returns {Problem}
 */
function square(side, piece, gone = () => false) {
  /** @type {Problem} */
  const problem = { ...EMPTY, rows: side, columns: side, piece, holes: [] };
  for (let r = 0; r < side; r += 1) {
    for (let c = 0; c < side; c += 1) if (gone(r, c)) problem.holes.push([r, c]);
  }
  return problem;
}

/** @param {number} i */
const corner = (i) => i < 2 || i > 5;
/** @param {number} i */
const middle = (i) => i === 3 || i === 4;

/** @type {Preset[]} */
export const BOARDS = [
  ["square", { n: 6, piece: "knight" }, square(6, "knight")],
  ["square", { n: 8, piece: "knight" }, square(8, "knight")],
  ["closedSquare", { n: 6, piece: "knight" }, { ...square(6, "knight"), closed: true }],
  ["hole", { n: 8, piece: "knight" }, square(8, "knight", (r, c) => middle(r) && middle(c))],
  ["crossOf", { piece: "knight" }, square(8, "knight", (r, c) => corner(r) && corner(c))],
  ["square", { n: 6, piece: "hidato" }, square(6, "king")],
  ["square", { n: 8, piece: "hidato" }, square(8, "king")],
  [
    "diamondOf",
    { piece: "hidato" },
    square(9, "king", (r, c) => Math.abs(r - 4) + Math.abs(c - 4) > 4),
  ],
  ["square", { n: 7, piece: "numbrix" }, square(7, "wazir")],
  ["square", { n: 9, piece: "numbrix" }, square(9, "wazir")],
  ["hole", { n: 8, piece: "numbrix" }, square(8, "wazir", (r, c) => middle(r) && middle(c))],
  ["hexSide", { n: 4 }, gridBoard("hex4")],
  ["hexSide", { n: 5 }, gridBoard("hex5")],
  ["triSide", { n: 6 }, gridBoard("tri6", { piece: "king" })],
];

/**
 * What a tile of a kind begins: the board, and how its puzzles are made.
 * @type {Record<string, [Problem, import("./make.js").Wishes["kind"]]>}
 */
export const TILES = {
  knight: [square(6, "knight"), "numbers"],
  numbrix: [square(6, "wazir"), "numbers"],
  hidato: [square(6, "king"), "numbers"],
  zip: [square(6, "wazir"), "zip"],
  rikudo: [gridBoard("hex4"), "rikudo"],
};
