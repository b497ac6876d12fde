// What is drawn above the squares: the sign of a piece, the edges, walls and diamonds, and the line of a path.

import { crossings, joinedOf, stepBetween } from "./geometry.js";
import { cornersOf, isLacking, middleOf } from "./grid.js";
import { leapsOf, stepsOf } from "./pieces.js";

/** @typedef {import("./geometry.js").Problem} Problem */
/** @typedef {import("./geometry.js").Square} Square */
/** @typedef {import("./geometry.js").Path} Path */

const SPACE = "http://www.w3.org/2000/svg";
const MOST_SPOKES = 24; // of the sign of a piece
const DIAMOND = 0.12; // half of a forced move's sign

const KNIGHT =
  "M.2 .92c-.01-.07 .02-.09 .09-.11 0-.14 .09-.19 .16-.27-.03 .01-.07 .02-.11 .02-.03 .01-.05 .05-.08 .07-.03 .01-.07 0-.09-.04-.02-.03-.02-.05 0-.08 .05-.06 .09-.11 .1-.17 .02-.05 .04-.08 .07-.11-.01-.05-.01-.09-.01-.14 .04 .01 .08 .05 .1 .1 .03-.03 .06-.04 .09-.04l.01 .06c.17 .04 .27 .2 .27 .42 0 .07-.01 .12-.02 .18 .07 .02 .1 .04 .09 .11zM.37.35a.035.035 0 1 0 .07 0 .035.035 0 1 0-.07 0z";

/** @param {string} name @param {Record<string, string>} attributes */
export function shape(name, attributes) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** @param {number} x @param {number} y @param {number} r */
const disc = (x, y, r) => `M${x} ${y - r}a${r} ${r} 0 1 1 -.001 0z`;

/** @param {number} n */
const short = (n) => Number(n.toFixed(3));

/**
 * The sign of a piece, in a square of side 1: a horse; of another piece the directions of its moves,
 * with as many dots on each as there are equal steps in it.
 * @param {string} piece
 */
export function signOf(piece) {
  if (piece === "knight" || !leapsOf(piece)) return KNIGHT;
  const steps = stepsOf(piece);
  if (steps.length > MOST_SPOKES) return disc(0.5, 0.5, 0.3); // they would cover each other
  const spokes = steps.map(([dr, dc]) => {
    const length = Math.hypot(dr, dc);
    const [x, y] = [dc / length, dr / length];
    let count = Math.max(Math.abs(dr), Math.abs(dc));
    while (dr % count || dc % count) count -= 1;
    /** @param {number} far */
    const to = (far) => [short(0.5 + x * far), short(0.5 + y * far)];
    const dots = Array.from({ length: count }, (_, i) => to(0.4 - i * 0.11));
    const [ox, oy] = [short(y * 0.03), short(x * 0.03)];
    const [ex, ey] = to(0.4);
    const bar = `M${short(0.5 + ox)} ${short(0.5 - oy)}L${short(ex + ox)} ${short(ey - oy)}L${short(ex - ox)} ${short(ey + oy)}L${short(0.5 - ox)} ${short(0.5 + oy)}z`;
    return bar + dots.map(([dx, dy]) => disc(dx, dy, 0.06)).join("");
  });
  return disc(0.5, 0.5, 0.14) + spokes.join("");
}

/**
 * The sign on the board: among hexagons and triangles, the directions are others.
 * @param {Problem} problem
 */
export const standing = ({ grid, piece }) =>
  grid && piece !== "knight" ? disc(0.5, 0.5, 0.2) : signOf(piece);

/**
 * The edges that are joined, with arrows: those of the columns, and those of the rows.
 * @param {Problem} problem
 */
export function joinsOf(problem) {
  const { rows, columns } = problem;
  const { rows: ends, columns: sides } = joinedOf(problem);
  const [y, x] = [Math.round(rows / 2), Math.round(columns / 2)];
  /** @param {number} far */
  const up = (far) => `M${far - 0.11} ${y + 0.12}L${far} ${y - 0.12}L${far + 0.11} ${y + 0.12}`;
  /** @param {number} far */
  const right = (far) =>
    [x - 0.12, x + 0.12]
      .map((to) => `M${to - 0.12} ${far - 0.11}L${to + 0.12} ${far}L${to - 0.12} ${far + 0.11}`)
      .join("");
  return [
    sides ? `M.04 0V${rows}M${columns - 0.04} 0V${rows}${up(0.2)}${up(columns - 0.2)}` : "",
    ends ? `M0 .04H${columns}M0 ${rows - 0.04}H${columns}${right(0.2)}${right(rows - 0.2)}` : "",
  ];
}

/**
 * The outlines of squares of a grid; of squares, borders show the same.
 * @param {Problem} problem
 * @param {Square[]} squares
 * @param {number} part - of their size
 */
export const outlines = (problem, squares, part) =>
  squares
    .filter((square) => problem.grid && !isLacking(problem, square))
    .map((square) => {
      const corners = cornersOf(problem, square, part);
      return `M${corners.map((one) => one.map(short).join(" ")).join("L")}z`;
    })
    .join("");

/**
 * The walls between squares, each along the side that these have in common.
 * @param {Problem} problem
 */
export function wallsOf(problem) {
  const half = problem.grid?.startsWith("hex") ? Math.sqrt(1 / 12) : 0.5;
  return (problem.walls ?? [])
    .map(([a, b]) => {
      const [[ax, ay], [bx, by]] = [middleOf(problem, a), middleOf(problem, b)];
      const part = half / Math.hypot(bx - ax, by - ay);
      const [x, y, right, down] = [
        (ax + bx) / 2,
        (ay + by) / 2,
        (ay - by) * part,
        (bx - ax) * part,
      ];
      return `M${short(x - right)} ${short(y - down)}L${short(x + right)} ${short(y + down)}`;
    })
    .join("");
}

/** The diamonds on the moves that must be used. @param {Problem} problem */
export const diamondsOf = (problem) =>
  (problem.forced ?? [])
    .map(([a, b]) => {
      const [[ax, ay], [bx, by]] = [middleOf(problem, a), middleOf(problem, b)];
      const [x, y] = [(ax + bx) / 2, (ay + by) / 2 - DIAMOND];
      return `M${short(x)} ${short(y)}l${DIAMOND} ${DIAMOND}l-${DIAMOND} ${DIAMOND}l-${DIAMOND}-${DIAMOND}z`;
    })
    .join("");

/**
 * The line of a path; a move round the edge goes out on one side and comes in on the other.
 * @param {Problem} problem
 * @param {Path} path
 * @param {boolean} [closed]
 * @param {number[] | null} [numbers]
 */
export function lineOf(problem, path, closed = false, numbers = null) {
  if (path.length < 2) return "";
  /** @param {Square} square */
  const at = (square) => middleOf(problem, square).map(short).join(" ");
  const all = closed ? [...path, path[0]] : path;
  let line = `M${at(all[0])}`;
  for (let i = 1; i < all.length; i += 1) {
    const [a, b] = [all[i - 1], all[i]];
    if (numbers && i < path.length && numbers[i] !== numbers[i - 1] + 1) {
      line += `M${at(b)}`;
      continue;
    }
    const [dr, dc] = stepBetween(problem, a, b);
    const [down, right] = [a[0] + dr - b[0], a[1] + dc - b[1]]; // how far off the board it ends
    if (down || right) line += `L${at([a[0] + dr, a[1] + dc])}`;
    if (down && right) {
      // Round two edges: it may cross the board on the way from one to the other.
      for (const [r, c] of [
        [a[0] - down, a[1]],
        [a[0], a[1] - right],
      ]) {
        line += `M${at([r, c])}L${at([r + dr, c + dc])}`;
      }
    }
    if (down || right) line += `M${at([b[0] - dr, b[1] - dc])}`;
    line += `L${at(b)}`;
  }
  return line;
}

/**
 * Dots where a path goes round the edge: where it leaves, and where it comes in.
 * @param {Problem} problem
 * @param {Path} path
 * @param {boolean} closed
 */
export function portsOf(problem, path, closed) {
  if (problem.surface === "flat") return "";
  const all = closed ? [...path, path[0]] : path;
  return all
    .slice(1)
    .flatMap((b, i) => crossings(problem, all[i], b))
    .map(([r, c]) => `M${short(c)} ${short(r)}h0`)
    .join("");
}
