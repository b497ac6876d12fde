// The levels: boards to play on one after the other, from small to large and strange. All of them have
// tours.

import { PRESETS } from "../board/chooser.js";
import { EMPTY, readProblem, writeProblem } from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */

/** @param {string} text - of an address */
const board = (text) => readProblem(text) ?? EMPTY;

/** @param {string} name */
const preset = (name) => PRESETS.find(([key]) => key === name)?.[2] ?? EMPTY;

/** @type {Problem[]} */
export const LEVELS = [
  board("5x5"),
  board("6x6"),
  board("7x7"),
  board("8x8"),
  board("3x10"),
  board("4x8"),
  preset("cross"),
  preset("holy8"),
  board("6x6.c"),
  board("8x8.c"),
  preset("ring"),
  board("5x8.y"),
  board("6x6.c.t"),
  board("5x5.c.t"),
  board("7x7.pwazir.sa1.ed4"),
  board("6x6.t.pzebra"),
  board("8x8.sa1.ea8"),
  preset("holy13"),
  board("10x10.c"),
];

/** The levels as they are written in an address. */
export const TEXTS = LEVELS.map(writeProblem);

/**
 * The level to play after a board: the next one that is not done.
 * @param {Problem} problem
 * @param {(key: string) => boolean} isDone
 */
export function nextLevel(problem, isDone) {
  const at = TEXTS.indexOf(writeProblem(problem));
  const order = [...TEXTS.keys()].map((i) => (at + 1 + i) % TEXTS.length);
  return LEVELS[order.find((i) => !isDone(TEXTS[i])) ?? order[0]];
}
