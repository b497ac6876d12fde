// The days on which the reader has done a board or a puzzle of the day. Pure functions.

import { dateOf, lastDays } from "../clock.js";

const MOST = 60; // days that are kept

/** @typedef {{text: string, seconds: number | null}} Puzzle - of a day; seconds once it is solved */

/**
 * How many days in a row something was done, until today or yesterday; one day without is forgiven.
 * @param {(date: string) => boolean} isDone
 * @param {Date} now
 */
export function streakOf(isDone, now) {
  let [count, missed] = [0, 0];
  for (const date of lastDays(now, MOST).reverse()) {
    if (isDone(date)) {
      count += 1;
      continue;
    }
    if (date === dateOf(now)) continue; // the day is not over
    missed += 1;
    if (missed > 1) break;
  }
  return count;
}

/**
 * The puzzles of the days, as far as they are sound.
 * @param {any} stored
 * @returns {Record<string, Puzzle>}
 */
export function readPuzzles(stored) {
  if (!stored || typeof stored !== "object") return {};
  const sound = Object.entries(stored).filter(
    ([date, one]) =>
      /^\d{4}-\d\d-\d\d$/.test(date) &&
      typeof one?.text === "string" &&
      (one.seconds === null || (Number.isInteger(one.seconds) && one.seconds >= 0)),
  );
  return Object.fromEntries(sound.sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, MOST));
}

/**
 * The puzzles after that of a day was made.
 * @param {Record<string, Puzzle>} puzzles
 * @param {string} date
 * @param {string} text
 */
export const withPuzzle = (puzzles, date, text) =>
  puzzles[date]?.text === text ? puzzles : { ...puzzles, [date]: { text, seconds: null } };

/**
 * The puzzles after one was solved; the first time counts. Null if it is that of no day.
 * @param {Record<string, Puzzle>} puzzles
 * @param {string} text
 * @param {number} seconds
 */
export function withSolved(puzzles, text, seconds) {
  const date = Object.keys(puzzles).find((one) => puzzles[one].text === text);
  if (!date || puzzles[date].seconds !== null) return null;
  return { ...puzzles, [date]: { text, seconds: Math.floor(seconds) } };
}
