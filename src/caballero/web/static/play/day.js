// The board of the day: piece and size by the day of the week, and the date as the seed of a walk on it,
// so that it is the same for everybody. What the walk and its image by half a turn leave out is holes: the
// board looks the same after half a turn, and there is always a tour.

import {
  EMPTY,
  isMove,
  lastOf,
  neighbours,
  placesOf,
  same,
  writeProblem,
} from "../board/geometry.js";
import { dateOf } from "../clock.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {import("../board/geometry.js").Path} Path */

/**
 * From Sunday: the board, and the squares of half the tour.
 * @type {[Partial<Problem> & {rows: number}, number][]}
 */
const WEEK = [
  [{ rows: 9 }, 32],
  [{ rows: 6 }, 12],
  [{ rows: 7 }, 18],
  [{ rows: 7, piece: "king" }, 17],
  [{ rows: 7, surface: "cylinder" }, 18],
  [{ rows: 8 }, 24],
  [{ rows: 7, surface: "torus", piece: "zebra" }, 19],
];
const DETOUR = 0.35; // how often the walk does not choose the square with the fewest exits
const DAYS = 7; // a board is known as that of its day for this long
const DAY = 86_400_000; // milliseconds

/** Numbers from 0 to 1 that follow from a seed (mulberry32). @param {number} seed */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A walk that visits no square twice; it may end early. What counts as visited with a square are its
 * images.
 * @param {Problem} problem
 * @param {number} count
 * @param {() => number} random
 * @param {{detour?: number, imagesOf?: (square: Square) => Square[]}} [how]
 */
export function walk(problem, count, random, { detour = DETOUR, imagesOf = (one) => [one] } = {}) {
  /** @param {number} n */
  const below = (n) => Math.floor(random() * n);
  const seen = new Uint8Array(problem.rows * problem.columns);
  /** @type {Path} */
  const path = [];
  /** @param {Square} square */
  const visit = (square) => {
    path.push(square);
    for (const [r, c] of imagesOf(square)) seen[r * problem.columns + c] = 1;
  };
  /** @param {Square} square */
  const free = (square) =>
    neighbours(problem, square).filter(([r, c]) => !seen[r * problem.columns + c]);
  visit([below(problem.rows), below(problem.columns)]);
  while (path.length < count) {
    const next = free(lastOf(path));
    if (!next.length) break;
    const exits = next.map((to) => free(to).length);
    const least = random() < detour ? 8 : Math.min(...exits);
    const good = next.filter((_, i) => exits[i] <= least);
    visit(good[below(good.length)]);
  }
  return path;
}

/** The board of a day, and a tour of it. @param {string} date - as 2026-11-23 */
export function boardOf(date) {
  const [sides, count] = WEEK[new Date(date).getUTCDay()];
  /** @type {Problem} */
  const whole = { ...EMPTY, ...sides, columns: sides.rows };
  const random = randomFrom(Number(date.replaceAll("-", "")));
  const last = sides.rows - 1;
  /** @param {Square} square @returns {Square[]} */
  const imagesOf = ([r, c]) => [[r, c], [last - r, last - c]]; // biome-ignore format: in one line
  /** @type {Square[][]} */
  let pairs;
  do pairs = walk(whole, count, random, { imagesOf }).map(imagesOf);
  while (
    pairs.length < count ||
    pairs.some(([one, image]) => same(one, image)) || // the middle, which is its own image
    !isMove(whole, pairs[count - 1][0], pairs[0][1])
  );
  const tour = [0, 1].flatMap((i) => pairs.map((pair) => pair[i]));
  const seen = new Set(tour.map(String));
  const holes = placesOf(whole).filter((square) => !seen.has(String(square)));
  return { problem: { ...whole, holes }, tour };
}

/**
 * The day, not long ago, whose board this is; "" if there is none.
 * @param {Problem} problem
 * @param {Date} now
 */
export function dayOf(problem, now) {
  if (!problem.holes.length) return "";
  const text = writeProblem(problem);
  for (let i = 0; i < DAYS; i += 1) {
    const date = dateOf(new Date(now.getTime() - i * DAY));
    if (writeProblem(boardOf(date).problem) === text) return date;
  }
  return "";
}
