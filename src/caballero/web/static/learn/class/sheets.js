// What is on worksheets: boards to number, positions to finish, puzzles. Pure functions.

import { same, squareCount } from "../../board/geometry.js";

/** @typedef {import("../../board/geometry.js").Problem} Problem */
/** @typedef {import("../../board/geometry.js").Path} Path */
/**
 * A board of a worksheet.
 * @typedef {object} Task
 * @property {Problem} problem
 * @property {Path} tour - a solution; without a solution, an empty path
 * @property {boolean[]} given - whether each number of the tour is printed, from 1
 * @property {string} level - of a puzzle, or ""
 */
/**
 * @typedef {object} Wish
 * @property {"empty" | "position" | "puzzle"} kind
 * @property {Problem} problem
 * @property {number} count - of the boards
 * @property {number} moves - squares that a position has visited
 * @property {string} level - of puzzles, or ""
 */

export const KINDS = /** @type {const} */ (["empty", "position", "puzzle"]);
export const PER_PAGE = [1, 2, 4, 6];
export const MOST = 30; // boards

/**
 * The tasks in pages.
 * @template One
 * @param {One[]} all
 * @param {number} perPage
 */
export function inPages(all, perPage) {
  /** @type {One[][]} */
  const pages = [];
  for (let i = 0; i < all.length; i += perPage) pages.push(all.slice(i, i + perPage));
  return pages;
}

/** A closed tour from another of its squares. @param {Path} tour @param {number} by */
export const turned = (tour, by) => [
  ...tour.slice(by % tour.length),
  ...tour.slice(0, by % tour.length),
];

/** What is printed of a task: two that print the same are the same task. @param {Task} task */
export const faceOf = ({ tour, given }) =>
  tour.map((square, i) => (given[i] ? `${i + 1}:${square}` : "")).join();

/**
 * A task with the first numbers of a tour, and those of a given start and end.
 * @param {Problem} problem
 * @param {Path} tour
 * @param {number} moves
 * @returns {Task}
 */
export const begun = (problem, tour, moves) => ({
  problem,
  tour,
  given: tour.map(
    (square, i) => i < moves || (i ? same(square, problem.end) : Boolean(problem.start)),
  ),
  level: "",
});

/** @param {Wish} wish */
export const mostMoves = ({ problem }) => Math.max(1, squareCount(problem) - 1);
