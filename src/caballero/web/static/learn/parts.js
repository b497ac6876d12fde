// What the parts of Learn share: boards, orders of moves, ties, and the squares that can follow.

import { EMPTY, lastOf, neighbours, parseSquare, same } from "../board/geometry.js";
import { stepsOf } from "../board/pieces.js";
import { button, make } from "../dom.js";
import { words } from "../words.js";

const say = words("learn");

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */

/**
 * A button with its text.
 * @param {string} key
 * @param {() => void} onclick
 * @param {import("../dom.js").Properties} [more]
 */
export const saidButton = (key, onclick, more = {}) =>
  button(key, onclick, { textContent: say(key), ...more });

/**
 * The orders of the moves of four texts, and the tie rules of Warnsdorff's rule.
 * @type {Record<string, string>}
 */
export const MOVES = {
  geeksforgeeks: "2,1;1,2;-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1",
  puc: "2,-1;2,1;1,2;-1,2;-2,1;-2,-1;-1,-2;1,-2",
  trekhleb: "-1,-2;-2,-1;1,-2;2,-1;-2,1;-1,2;1,2;2,1",
  granada: "-2,-1;-2,1;2,-1;2,1;-1,2;-1,-2;1,-2;1,2",
};
export const ORDERS = Object.keys(MOVES);
/** What people call one of these orders. @param {string} order */
export const named = (order) => say("orderName", { letter: "ABCD"[ORDERS.indexOf(order)] });
export const TIES = ["order", "random", "pohl-sum", "pohl-min", "roth"];

/** What branch and bound expands next, the bound of a path, and what it minimizes. */
export const STRATEGIES = ["lifo", "fifo", "least"];
export const BOUNDS = ["none", "made", "ahead"];
export const COSTS = ["turns", "distance", "climb"];

/** The default order of the moves of a piece. @param {string} piece */
export const usual = (piece) => stepsOf(piece).join(";");

/** @param {string} piece */
export const isKnight = (piece) => usual(piece) === usual("knight");

/**
 * The reader's own order, as the server reads it; null unless it has each move of the piece once.
 * @param {string} piece
 * @param {string} text
 */
export function readOrder(piece, text) {
  const plain = text.replaceAll("\u2212", "-");
  const moves = [...plain.matchAll(/([+-]?\d{1,2})\s*,\s*([+-]?\d{1,2})/g)];
  const rest = moves.reduce((left, [move]) => left.replace(move, " "), plain);
  const order = moves.map(([, down, right]) => `${Number(down)},${Number(right)}`);
  const whole = [...order].sort().join(";") === stepsOf(piece).map(String).sort().join(";");
  return whole && /^[\s;,.()[\]]*$/.test(rest) ? order.join(";") : null;
}

/**
 * The free squares that can follow a path, each with the number of its exits.
 * @param {Problem} problem
 * @param {Square[]} path
 */
export function candidatesOf(problem, path) {
  if (!path.length) return [];
  const been = new Set(path.map(String));
  /** @param {Square} square */
  const free = (square) => neighbours(problem, square).filter((next) => !been.has(String(next)));
  return free(lastOf(path)).map((square) => ({ square, exits: free(square).length, good: null }));
}

/**
 * @param {number} rows
 * @param {number} columns
 * @param {string} [start]
 * @returns {Problem}
 */
export const boardOf = (rows, columns, start) => ({
  ...EMPTY,
  rows,
  columns,
  start: start ? parseSquare(start, rows) : null,
});
/** @param {string} names @param {number} rows */
export const squares = (names, rows) =>
  names.split(" ").map((name) => /** @type {Square} */ (parseSquare(name, rows)));
/** @param {Square[]} squares @param {Square} one */
export const has = (squares, one) => squares.some((square) => same(square, one));

/** @param {string[]} head @param {(string | number)[][]} rows */
export function table(head, rows) {
  const cell = (/** @type {string | number} */ value, /** @type {number} */ i) =>
    i ? make("td", {}, String(value)) : make("th", { scope: "row" }, String(value));
  const top = make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)));
  const lines = rows.map((values) => make("tr", {}, ...values.map(cell)));
  return make("table", {}, make("thead", {}, top), make("tbody", {}, ...lines));
}

/** Print one part of the page, and nothing around it. @param {HTMLElement} part */
export function printAlone(part) {
  document.body.classList.add("alone");
  part.classList.add("printed");
  const after = () => {
    document.body.classList.remove("alone");
    part.classList.remove("printed");
  };
  addEventListener("afterprint", after, { once: true });
  print();
}
