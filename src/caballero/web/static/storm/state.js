// A run of Storm: positions that grow harder, what was said of each, and the score. Pure functions.

import { parseSquare, readProblem } from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Path} Path */
/** @typedef {{problem: Problem, pairs: string[]}} Level */
/** @typedef {{problem: Problem, path: Path, can: boolean}} Position - can: whether a tour is left */
/** @typedef {{position: Position, said: boolean}} Answer */
/**
 * @typedef {object} Run
 * @property {Answer[]} answers
 * @property {string[]} used - the pairs that have come
 * @property {Position | null} position - the position that is asked
 */

export const SECONDS = 180;
const STEP = 3; // right answers until the next level

/** @type {Run} */
export const FRESH = { answers: [], used: [], position: null };

/** @param {{board: string, pairs: string[]}[]} file - of positions.json @returns {Level[]} */
export const readLevels = (file) =>
  file.flatMap(({ board, pairs }) => {
    const problem = readProblem(board);
    return problem ? [{ problem, pairs }] : [];
  });

/**
 * A position of a pair: the first of its two paths leaves a tour, the second none.
 * @param {Problem} problem
 * @param {string} pair
 * @param {boolean} can
 * @returns {Position}
 */
export function positionOf(problem, pair, can) {
  const [yes, no] = pair.split(" ");
  const names = (can ? yes : no).match(/[a-z]+\d+/g) ?? [];
  return {
    problem,
    path: names.flatMap((name) => {
      const square = parseSquare(name, problem.rows);
      return square ? [square] : [];
    }),
    can,
  };
}

/** @param {Answer} answer */
export const isRight = ({ position, said }) => position.can === said;

/** @param {Run} run */
export const mistakesIn = ({ answers }) => answers.filter((one) => !isRight(one));

/** @param {Run} run */
export const rightIn = ({ answers }) => answers.filter(isRight).length;

/**
 * A point for each right answer, less one for each wrong answer: so to guess earns nothing.
 * @param {Run} run
 */
export const scoreOf = (run) => 2 * rightIn(run) - run.answers.length;

/** The level of the next position, from 0. @param {Run} run @param {Level[]} levels */
export const levelOf = (run, levels) =>
  Math.min(levels.length - 1, Math.floor(rightIn(run) / STEP));

/**
 * Ask another position: a position that has not come in this run, as long as there are such.
 * @param {Run} run
 * @param {Level[]} levels
 * @param {() => number} random - from 0 to 1
 * @returns {Run}
 */
export function deal(run, levels, random) {
  const { problem, pairs } = levels[levelOf(run, levels)];
  const fresh = pairs.filter((pair) => !run.used.includes(pair));
  const those = fresh.length ? fresh : pairs;
  const pair = those[Math.floor(random() * those.length)];
  const position = positionOf(problem, pair, random() < 0.5);
  return { ...run, used: [...run.used, pair], position };
}

/**
 * A position to show before the first: its board.
 * @param {Level[]} levels
 * @returns {Position | null}
 */
export const sample = (levels) =>
  levels.length ? positionOf(levels[0].problem, levels[0].pairs[0], true) : null;

/**
 * @param {Run} run
 * @param {boolean} said - that a tour is left
 * @returns {Run}
 */
export const answered = (run, said) =>
  run.position
    ? { ...run, position: null, answers: [...run.answers, { position: run.position, said }] }
    : run;

/** The answers as signs, which give no position away. @param {Run} run */
export const signsOf = ({ answers }) => answers.map((one) => (isRight(one) ? "✓" : "✗")).join("");
