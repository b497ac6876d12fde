// The solutions of a small puzzle, and the numbers that each square has in them. Pure functions.

import { isHole, lastOf, neighbours, placesOf, same } from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {[Square, number][]} Clues - squares and their numbers */

/** @param {Problem} problem */
export const squaresOn = (problem) =>
  placesOf(problem).filter((square) => !isHole(problem, square));

/**
 * Every tour in which the given squares have their numbers.
 * @param {Problem} problem - small
 * @param {Clues} clues
 */
export function solutionsOf(problem, clues) {
  const all = squaresOn(problem);
  /** @type {Square[][]} */
  const found = [];
  /** @param {Square} square @param {number} number */
  const fits = (square, number) =>
    clues.every(([given, its]) => same(given, square) === (its === number));
  /** @param {Square[]} path */
  function extend(path) {
    if (path.length === all.length) found.push(path);
    const near = path.length ? neighbours(problem, lastOf(path)) : all;
    for (const square of near) {
      const been = path.some((other) => same(other, square));
      if (!been && fits(square, path.length + 1)) extend([...path, square]);
    }
  }
  extend([]);
  return found;
}

/**
 * The numbers of a square in some solutions, each once, in order.
 * @param {Square[][]} solutions
 * @param {Square} square
 */
export function numbersAt(solutions, square) {
  const numbers = solutions.map((path) => path.findIndex((one) => same(one, square)) + 1);
  return [...new Set(numbers)].sort((a, b) => a - b);
}
