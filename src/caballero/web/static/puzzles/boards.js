// The boards to choose from; all of them have puzzles of every level.

import { EMPTY } from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/chooser.js").Preset} Preset */

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
  ["square", [6, "knight"], square(6, "knight")],
  ["square", [8, "knight"], square(8, "knight")],
  ["closedSquare", [6, "knight"], { ...square(6, "knight"), closed: true }],
  ["hole", [8, "knight"], square(8, "knight", (r, c) => middle(r) && middle(c))],
  ["crossOf", ["knight"], square(8, "knight", (r, c) => corner(r) && corner(c))],
  ["square", [6, "hidato"], square(6, "king")],
  ["square", [8, "hidato"], square(8, "king")],
  ["diamondOf", ["hidato"], square(9, "king", (r, c) => Math.abs(r - 4) + Math.abs(c - 4) > 4)],
  ["square", [7, "numbrix"], square(7, "wazir")],
  ["square", [9, "numbrix"], square(9, "wazir")],
  ["hole", [8, "numbrix"], square(8, "wazir", (r, c) => middle(r) && middle(c))],
];
