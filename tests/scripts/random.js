// Random problems and paths for the tests of the scripts; the same seed gives the same ones.

import { EMPTY, isHole, neighbours } from "#page/board/geometry.js";

/** Numbers from 0 to 1 (mulberry32). @param {number} seed */
export function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {() => number} random @param {number} below */
export const whole = (random, below) => Math.floor(random() * below);

/** @param {() => number} random */
export function problemOf(random) {
  const [rows, columns] = [1 + whole(random, 12), 1 + whole(random, 12)];
  const holes = [];
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) if (random() < 0.1) holes.push([r, c]);
  }
  if (holes.length === rows * columns) holes.pop();
  const pieces = ["knight", "king", "wazir", "zebra", "2,3", "knight+wazir", "0,1+1,1"];
  const problem = {
    ...EMPTY,
    rows,
    columns,
    holes,
    surface: ["flat", "cylinder", "torus"][whole(random, 3)],
    piece: pieces[whole(random, pieces.length)],
    closed: random() < 0.5,
  };
  if (random() < 0.3) {
    const square = [whole(random, rows), whole(random, columns)];
    if (!isHole(problem, square)) return { ...problem, start: square };
  }
  return problem;
}

/**
 * A path that begins at the start, if there is one.
 * @param {import("../../src/caballero/web/static/board/geometry.js").Problem} problem
 * @param {() => number} random
 */
export function pathFrom(problem, random) {
  const free = [];
  for (let r = 0; r < problem.rows; r += 1) {
    for (let c = 0; c < problem.columns; c += 1) if (!isHole(problem, [r, c])) free.push([r, c]);
  }
  const path = [problem.start ?? free[whole(random, free.length)]];
  while (random() < 0.95) {
    const seen = new Set(path.map(String));
    const next = neighbours(problem, path.at(-1)).filter((square) => !seen.has(String(square)));
    if (!next.length) break;
    path.push(next[whole(random, next.length)]);
  }
  return path;
}

/**
 * Squares, each written as its row and its column.
 * @param {string} text
 * @returns {[number, number][]}
 */
export const squaresOf = (text) =>
  text.split(" ").map((digits) => [Number(digits[0]), Number(digits[1])]);
