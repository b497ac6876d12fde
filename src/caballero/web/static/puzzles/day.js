// The puzzle of the day, the Zip and the Rikudo of the day: board, piece and level by the day of the
// week, and the date as the seed, so that they are the same for everybody.

import { EMPTY, gridBoard } from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */

/**
 * @param {number} side
 * @param {Partial<Problem>} [more]
 * @returns {Problem}
 */
const square = (side, more = {}) => ({ ...EMPTY, rows: side, columns: side, ...more });

/**
 * From Sunday. These boards take about a second at most, and as plain Python a few: there is no limit
 * of time that would make another puzzle on a slower machine.
 * @type {[Problem, string][]}
 */
const WEEK = [
  [square(6), "hard"],
  [square(6), "easy"],
  [square(7, { piece: "wazir" }), "easy"],
  [gridBoard("hex4"), "medium"],
  [square(6, { closed: true }), "medium"],
  [square(8, { piece: "wazir" }), "medium"],
  [square(8, { piece: "king" }), "hard"],
];

/** The levels of Zips, from Sunday; all are for 6×6. */
const ZIPS = ["hard", "easy", "easy", "medium", "medium", "medium", "hard"];

/** The boards and levels of Rikudos, from Sunday. @type {[string, string][]} */
const RIKUDOS = [
  ["hex4", "hard"],
  ["hex3", "easy"],
  ["hex4", "easy"],
  ["hex4", "medium"],
  ["hex4", "medium"],
  ["hex4", "hard"],
  ["hex5", "medium"],
];

/** The puzzles of a day, and where the page keeps what became of them. */
export const DAILY = { numbers: "days", zip: "zips", rikudo: "rikudos" };

/**
 * The board, the level and the seed of a day.
 * @param {string} date - as 2026-11-23
 * @param {import("./make.js").Wishes["kind"]} [kind]
 */
export function puzzleOf(date, kind = "numbers") {
  const day = new Date(date).getUTCDay();
  const [name, tried] = RIKUDOS[day];
  /** @type {Record<typeof kind, [Problem, string]>} */
  const kinds = {
    numbers: WEEK[day],
    zip: [square(6, { piece: "wazir" }), ZIPS[day]],
    rikudo: [gridBoard(name), tried],
  };
  const [problem, level] = kinds[kind];
  return { problem, kind, level, seed: Number(date.replaceAll("-", "")) };
}
