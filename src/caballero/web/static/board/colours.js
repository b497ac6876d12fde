// The colours of a path: by its order, or equal where a symmetry of it maps one square to the other.

import { lastOf } from "./geometry.js";
import { lineOf, shape } from "./lines.js";

/** @typedef {import("./geometry.js").Problem} Problem */
/** @typedef {import("./geometry.js").Square} Square */
/** @typedef {import("./geometry.js").Path} Path */

const THREAD = 0.3; // where the colours of a thread begin, so that they are seen on dark ground
const CELEBRATION = 1.8; // seconds until the last move of a won game is drawn

// Ten stops of the map viridis, as in the pictures of the command line.
// biome-ignore format: ten in two lines
const RAMP = [
  "#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58",
  "#b5de2b", "#fde725",
];

/** @type {WeakMap<Path, number[]>} */
const orbitsOf = new WeakMap(); // of a path, computed once

/**
 * For each square of a whole tour the least number that a symmetry of the tour gives it.
 * @param {Problem} problem
 * @param {Path} path
 * @param {boolean} closed
 * @returns {number[]}
 */
function orbitNumbers(problem, path, closed) {
  const found = orbitsOf.get(path) ?? findOrbits(problem, path, closed);
  orbitsOf.set(path, found);
  return found;
}

/** @param {Problem} problem @param {Path} path @param {boolean} closed */
function findOrbits({ columns, grid }, path, closed) {
  /** @param {Square} square */
  const key = ([r, c]) => r * columns + c;
  /** @param {Path} line */
  const pairs = (line) => {
    const moves = line.slice(1).map((b, i) => [key(line[i]), key(b)]);
    if (closed) moves.push([key(lastOf(line)), key(line[0])]);
    return moves.map(([a, b]) => (a < b ? `${a},${b}` : `${b},${a}`));
  };
  const [top, left] = [0, 1].map((axis) => Math.min(...path.map((square) => square[axis])));
  /** @type {Path} */
  const line = path.map(([r, c]) => [r - top, c - left]); // rows and columns of holes do not matter
  const [h, w] = [0, 1].map((axis) => Math.max(...line.map((square) => square[axis])));
  const own = new Set(pairs(line));
  /** @type {((square: Square) => Square)[]} */
  const maps = grid
    ? []
    : [([r, c]) => [h - r, c], ([r, c]) => [r, w - c], ([r, c]) => [h - r, w - c]];
  if (h === w && !grid) {
    maps.push(
      ([r, c]) => [c, r],
      ([r, c]) => [w - c, r],
      ([r, c]) => [c, h - r],
      ([r, c]) => [w - c, h - r],
    );
  }
  const symmetries = maps.filter((map) => pairs(line.map(map)).every((pair) => own.has(pair)));
  const numbers = new Map(line.map((square, i) => [key(square), i]));
  return line.map((square, i) =>
    Math.min(i, ...symmetries.map((map) => numbers.get(key(map(square))) ?? i)),
  );
}

/** @param {string} colour */
export function inkOn(colour) {
  const parts = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255);
  const [r, g, b] = parts.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.179 ? "#ffffff" : "#000000";
}

/** @param {number} share - from 0 to 1 */
function colourAt(share) {
  const place = share * (RAMP.length - 1);
  const i = Math.min(Math.floor(place), RAMP.length - 2);
  const mixed = [1, 3, 5].map((j) => {
    const [a, b] = [RAMP[i], RAMP[i + 1]].map((stop) => parseInt(stop.slice(j, j + 2), 16));
    return Math.round(a + (b - a) * (place - i))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

/**
 * The colours of the squares of a path: by their order, or equal where a symmetry of it maps one to the
 * other; null in a style without.
 * @param {Problem} problem
 * @param {Path} path
 * @param {boolean} closed
 * @param {string} style
 */
export function shadesOf(problem, path, closed, style) {
  if (style !== "colours" && style !== "symmetry") return null;
  const groups =
    style === "symmetry" && path.length > 1 ? orbitNumbers(problem, path, closed) : null;
  return path.map((_, i) => colourAt((groups ? groups[i] : i) / Math.max(1, path.length - 1)));
}

/**
 * The moves of a path from one number to another, in their colours; `over` those before them in a thread.
 * @param {Problem} problem
 * @param {Path} path
 * @param {{from?: number, to: number, over?: boolean}} how
 */
export function movesOf(problem, path, { from = 0, to, over = false }) {
  const last = Math.max(1, path.length - 1);
  return Array.from({ length: Math.max(0, to - from) }, (_, k) => {
    const i = from + k;
    const share = Math.min(1, i / last);
    const d = lineOf(problem, [path[i], path[(i + 1) % path.length]]);
    const stroke = colourAt(over ? THREAD + (1 - THREAD) * share : share);
    const move = shape("g", {});
    if (over) move.append(shape("path", { class: "gap", d, pathLength: "1" }));
    move.append(shape("path", { d, stroke }));
    move.style.animationDelay = `${share * CELEBRATION}s`;
    return move;
  });
}
