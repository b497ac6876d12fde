// The state of the laboratory as a text in the address, and back.

import { readProblem, writeProblem } from "../board/geometry.js";
import { BOUNDS, COSTS, ORDERS, readOrder, STRATEGIES, TIES } from "./parts.js";

/** @typedef {import("./lane.js").Settings} Settings */
/**
 * @typedef {object} Place
 * @property {import("../board/geometry.js").Problem} problem
 * @property {Settings[]} lanes - one or two
 * @property {number} seed
 * @property {number} at - how many steps are shown
 */

export const MOST_STEPS = 100_000;
export const MOST_SEED = 2 ** 31 - 1;

/** The letter of each method. @type {Record<string, string>} */
export const METHODS = {
  n: "naive",
  b: "backtracking",
  w: "warnsdorff",
  s: "warnsdorff-backtracking",
  p: "branch-and-bound",
};

/** @param {Settings} settings */
function writeLane({ method, order, tie, strategy, bounded, cost }) {
  const letter = Object.keys(METHODS).find((one) => METHODS[one] === method);
  const rest = { p: [strategy, bounded, cost], w: [tie], s: [tie] }[letter ?? ""] ?? [];
  return [letter, order, ...rest].join(".");
}

/**
 * @param {string} text
 * @param {string} piece
 * @returns {Settings | null}
 */
function readLane(text, piece) {
  const [letter, order = ORDERS[0], ...rest] = text.split(".");
  const bounds = letter === "p" ? rest : [];
  const [strategy = "least", bounded = "ahead", cost = "turns"] = bounds;
  const tie = (bounds.length ? null : rest[0]) ?? TIES[0];
  const named = ORDERS.includes(order) || order === "usual";
  const known = Object.hasOwn(METHODS, letter) && (named || readOrder(piece, order));
  const right =
    TIES.includes(tie) &&
    STRATEGIES.includes(strategy) &&
    BOUNDS.includes(bounded) &&
    COSTS.includes(cost);
  return known && right ? { method: METHODS[letter], order, tie, strategy, bounded, cost } : null;
}

/** @param {Place} place */
export const writeLab = ({ problem, lanes, seed, at }) =>
  `${writeProblem(problem)}/${lanes.map(writeLane).join("~")}/${seed}/${at}`;

/** The part of an address that describes the searches. @param {string} text */
export const searchesOf = (text) => text.split("/").slice(0, 3).join("/");

/**
 * The state that an address describes; null if it cannot be read.
 * @param {string} text
 * @returns {Place | null}
 */
export function readLab(text) {
  const [board, lanes = "", seed = "", at = ""] = text.split("/");
  const problem = readProblem(board);
  if (!problem) return null;
  /** @type {Settings[]} */
  const read = [];
  for (const lane of lanes.split("~").slice(0, 2)) {
    const settings = readLane(lane, problem.piece);
    if (!settings) return null;
    read.push(settings);
  }
  /** @param {string} digits @param {number} most */
  const whole = (digits, most) => (/^\d{1,10}$/.test(digits) ? Math.min(Number(digits), most) : 0);
  return { problem, lanes: read, seed: whole(seed, MOST_SEED), at: whole(at, MOST_STEPS) };
}
