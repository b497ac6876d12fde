// What the reader has done: the best of each level and of each day. Pure functions of it.

/**
 * @typedef {object} Best
 * @property {boolean} alone - whether it was finished without help
 * @property {number} back - the fewest moves that were taken back
 * @property {number} seconds - the shortest time
 */
/** @typedef {{[key: string]: Best}} Bests - by the text of a board, or by a date */

const MOST_DAYS = 60;

/** @param {string} key */
export const isDate = (key) => /^\d{4}-\d\d-\d\d$/.test(key);

/**
 * What was stored, as far as it is sound.
 * @param {unknown} stored
 * @param {string[]} levels
 * @returns {Bests}
 */
export function readRecord(stored, levels) {
  if (!stored || typeof stored !== "object") return {};
  const sound = Object.entries(stored).filter(
    ([key, best]) =>
      (levels.includes(key) || isDate(key)) &&
      typeof best?.alone === "boolean" &&
      [best.back, best.seconds].every((n) => Number.isInteger(n) && n >= 0),
  );
  const days = sound.filter(([key]) => isDate(key)).sort(([a], [b]) => (a < b ? 1 : -1));
  const boards = sound.filter(([key]) => !isDate(key));
  return Object.fromEntries([...boards, ...days.slice(0, MOST_DAYS)]);
}

/**
 * The record after a board was finished once more.
 * @param {Bests} record
 * @param {string} key
 * @param {{helped: boolean, back: number, seconds: number}} game
 * @returns {Bests}
 */
export function finished(record, key, { helped, back, seconds }) {
  const now = { alone: !helped, back, seconds: Math.floor(seconds) };
  const before = record[key] ?? now;
  const best = {
    alone: before.alone || now.alone,
    back: Math.min(before.back, now.back),
    seconds: Math.min(before.seconds, now.seconds),
  };
  return { ...record, [key]: best };
}

/**
 * The best score of Storm that was stored; null if there is none.
 * @param {any} stored
 * @returns {number | null}
 */
export const readBest = (stored) => (Number.isInteger(stored?.score) ? stored.score : null);
