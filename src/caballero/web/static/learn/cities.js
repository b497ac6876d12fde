// A salesman on a small board: closed tours of a few cities, and branch and bound over them. Pure
// functions; the bounds are those of the laboratory.

import { lastOf, same, squareCount } from "../board/geometry.js";
import { squaresOn } from "./solutions.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {"none" | "made" | "ahead"} Bounded */
/**
 * A node of the search: its path, the least that a tour beyond it can cost, and what became of it.
 * @typedef {object} Node
 * @property {Square[]} path
 * @property {number} bound
 * @property {"expanded" | "cut" | "better"} fate
 */

/** Rows and columns between two squares. @param {Square} a @param {Square} b */
export const distance = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);

/** @param {Square[]} path */
export const lengthOf = (path) =>
  path.reduce((sum, square, i) => sum + (i ? distance(path[i - 1], square) : 0), 0);

/** @param {Problem} problem @param {Square[]} path */
const leftOf = (problem, path) =>
  squaresOn(problem).filter((city) => !path.some((been) => same(been, city)));

/**
 * The shortest way into each city that is left, and back to the first: the city and its distance.
 * @param {Problem} problem
 * @param {Square[]} path - with cities left
 * @returns {[Square, number][]}
 */
export function waysAhead(problem, path) {
  const left = leftOf(problem, path);
  const from = [...left, lastOf(path)];
  /** @param {Square} to @param {Square[]} origins */
  const shortest = (to, origins) =>
    Math.min(...origins.filter((one) => !same(one, to)).map((one) => distance(one, to)));
  return [
    ...left.map((city) => /** @type {[Square, number]} */ ([city, shortest(city, from)])),
    [path[0], shortest(path[0], left)],
  ];
}

/**
 * The least that a closed tour can cost if it begins with a path; of a whole tour, what it costs.
 * @param {Problem} problem
 * @param {Square[]} path
 * @param {Bounded} bounded
 */
export function boundOf(problem, path, bounded) {
  const made = lengthOf(path);
  if (path.length === squareCount(problem)) return made + distance(lastOf(path), path[0]);
  if (bounded === "none") return 0;
  if (bounded === "made") return made;
  return waysAhead(problem, path).reduce((sum, [, way]) => sum + way, made);
}

/**
 * Every node that branch and bound makes, the last live node expanded first.
 * @param {Problem} problem - with a start
 * @param {Bounded} bounded
 */
export function search(problem, bounded) {
  /** @type {Node[]} */
  const nodes = [];
  let best = Infinity;
  /**
   * @param {Square[]} path
   * @param {number} floor - what holds for a path holds for all that begin with it
   * @returns {Node}
   */
  function visit(path, floor) {
    const bound = Math.max(floor, boundOf(problem, path, bounded));
    /** @type {Node} */
    const node = { path, bound, fate: bound >= best ? "cut" : "expanded" };
    nodes.push(node);
    if (node.fate === "expanded" && path.length === squareCount(problem)) {
      node.fate = "better";
      best = bound;
    }
    return node;
  }
  /** @param {Node} node */
  function expand(node) {
    const { path, bound } = node;
    const longer = leftOf(problem, path).map((city) => visit([...path, city], bound));
    for (const next of longer) {
      if (next.fate !== "expanded") continue;
      if (next.bound >= best) next.fate = "cut";
      else expand(next);
    }
  }
  if (problem.start) expand(visit([problem.start], 0));
  return { nodes, best };
}
