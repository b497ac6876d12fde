// The puzzle of the day: board, piece and level by the day of the week, and the date as the seed,
// so that it is the same for everybody.

import { EMPTY } from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */

/**
 * From Sunday. These boards take about a second at most, and as plain Python a few: there is no limit
 * of time that would make another puzzle on a slower machine.
 * @type {[Partial<Problem> & {rows: number}, string][]}
 */
const WEEK = [
  [{ rows: 6 }, "hard"],
  [{ rows: 6 }, "easy"],
  [{ rows: 7, piece: "wazir" }, "easy"],
  [{ rows: 7, piece: "king" }, "medium"],
  [{ rows: 6, closed: true }, "medium"],
  [{ rows: 8, piece: "wazir" }, "medium"],
  [{ rows: 8, piece: "king" }, "hard"],
];

/**
 * The board, the level and the seed of a day.
 * @param {string} date - as 2026-11-23
 */
export function puzzleOf(date) {
  const [board, level] = WEEK[new Date(date).getUTCDay()];
  /** @type {Problem} */
  const problem = { ...EMPTY, ...board, columns: board.rows };
  return { problem, level, seed: Number(date.replaceAll("-", "")) };
}
