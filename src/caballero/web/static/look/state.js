// The exhibit: a board with a tour, a claim with faults, or the reason why there is no tour. Pure
// functions of it, of the address and of the server's answers.

import {
  EMPTY,
  gridBoard,
  isMove,
  lastOf,
  pathOf,
  pathText,
  readProblem,
  same,
  squareCount,
  writeProblem,
  wrongWith,
} from "../board/geometry.js";
import { gridOf } from "../board/grid.js";
import { dateOf, isDate } from "../clock.js";
import { artOf } from "./day.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {{code: string, message: string, places: any[]}} Fault */
/**
 * What is shown.
 * @typedef {object} Exhibit
 * @property {Problem} problem
 * @property {Square[]} path
 * @property {boolean} whole - whether it is a tour
 * @property {number[] | null} numbers - of a claim with faults: the numbers on its squares
 * @property {Fault[]} faults
 * @property {import("../api.js").Answer | null} none - the answer if there is no tour
 * @property {Record<string, any> | null} counted - the statistics of a tour
 * @property {string} day - whose tour of the day it is
 */

export const STYLES = ["both", "path", "numbers", "colours", "symmetry", "thread", "mosaic"];

/** @type {Record<string, string>} */
const SURFACES = { "false,false": "flat", "false,true": "cylinder", "true,true": "torus" };

/**
 * @param {Problem} problem
 * @param {Square[]} [path]
 * @param {Partial<Exhibit>} [more]
 * @returns {Exhibit}
 */
export const exhibit = (problem, path = [], more = {}) => ({
  problem,
  path,
  whole: false,
  numbers: null,
  faults: [],
  none: null,
  counted: null,
  day: "",
  ...more,
});

/** Whether a path is a tour of the problem. @param {Problem} problem @param {Square[]} path */
export function isWhole(problem, path) {
  const { closed, start, end } = problem;
  if (path.length !== squareCount(problem)) return false;
  if ((start && !same(start, path[0])) || (end && !same(end, lastOf(path)))) return false;
  return !closed || (path.length > 2 && isMove(problem, lastOf(path), path[0]));
}

/**
 * The marks on the board: those of the reason why there is no tour, or of faults.
 * @param {Exhibit} shown
 * @param {Fault | null} chosen - show this fault only
 * @returns {[Square, string][]}
 */
export function marksOf({ none, faults }, chosen) {
  if (none) return none.marks ?? [];
  /** @type {Map<string, [Square, string]>} */
  const marks = new Map();
  for (const { code, places } of chosen ? [chosen] : faults) {
    const mark = ["never-visited", "fault-unfinished"].includes(code) ? "o" : "x";
    for (const place of places) {
      if (!Array.isArray(place)) continue;
      const before = marks.get(String(place))?.[1] ?? mark;
      marks.set(String(place), [/** @type {Square} */ (place), before === mark ? mark : "*"]);
    }
  }
  return [...marks.values()];
}

/**
 * The problem of an answer; null if its board cannot be shown.
 * @param {import("../api.js").Answer} answer
 * @param {Partial<Problem>} ends
 * @returns {Problem | null}
 */
export function problemOf({ board, piece, closed }, ends) {
  const { shape, holes = [], wraps = [false, false] } = board;
  const surface = SURFACES[wraps];
  if (shape.length !== 2 || !surface) return null;
  const [rows, columns] = shape;
  const { grid } = board;
  if (grid && !gridOf(grid)) return null;
  const lacking = grid ? gridBoard(grid).holes : [];
  const more = { holes: [...lacking, ...holes], ...(grid && { grid }) };
  const problem = { ...EMPTY, rows, columns, surface, piece, closed, ...more, ...ends };
  return wrongWith(problem) ? null : problem;
}

/**
 * A published count: the API's fields, with all sources of the same count.
 * @typedef {Record<string, any> & {count: string, source: string, convention: string}} Published
 */

/**
 * Published counts, each once: those of what is asked for, and the others.
 * @param {Published[]} published
 * @param {string} kind - "lines", "directed" or "classes"
 */
export function sortPublished(published, kind) {
  /** @type {Map<string, Published>} */
  const merged = new Map();
  for (const one of published) {
    const key = JSON.stringify({ ...one, source: "" });
    const before = merged.get(key);
    merged.set(key, before ? { ...before, source: `${before.source}, ${one.source}` } : one);
  }
  /** @param {Published} one */
  const isAsked = (one) =>
    one.directed === (kind === "directed") &&
    one.up_to_symmetry === (kind === "classes") &&
    one.closable === null &&
    !one.kinds.length;
  const all = [...merged.values()];
  return { asked: all.filter(isAsked), others: all.filter((one) => !isAsked(one)) };
}

/** @param {Exhibit} shown @param {{style: string, at: number, framed: boolean}} more */
export function writeLook({ problem, path, whole, none, day }, { style, at, framed }) {
  const tour = whole ? `/${pathText(problem, path)}` : "";
  const parts = [day ? `day/${day}` : writeProblem(problem) + tour];
  if (none) parts.push("none");
  if (day || style !== "both") parts.push(`s=${style}`);
  if (whole && at < path.length) parts.push(`at=${at}`);
  if (framed) parts.push("embed");
  return parts.join("&");
}

/** The state that an address describes; null if it cannot be read. @param {string} text */
export function readLook(text) {
  const [where, ...options] = text.split("&");
  const [board, moves] = where.split("/");
  const date = board === "day" ? (moves ?? dateOf(new Date())) : "";
  if (date && !isDate(date)) return null;
  const art = date ? artOf(date) : null;
  const problem = art ? art.problem : readProblem(board);
  if (!problem) return null;
  const path = art?.path ?? pathOf(problem, moves);
  if (!path) return null;
  const values = new Map(
    options.map((option) => /** @type {[string, string]} */ (option.split("="))),
  );
  const style = values.get("s") ?? "";
  return {
    problem,
    path,
    day: date,
    style: STYLES.includes(style) ? style : (art?.style ?? null),
    at: Number(values.get("at")),
    none: options.includes("none"),
    about: options.includes("about"),
    framed: options.includes("embed"),
  };
}
