// Grids of hexagons and of triangles: their rows, where their cells lie, and how pieces step on them.

import { inOrder, leapsOf, PIECES, stepsOf } from "./pieces.js";

/** @typedef {import("./geometry.js").Problem} Problem */
/** @typedef {import("./geometry.js").Square} Square */
/** @typedef {import("./geometry.js").Step} Step */
/** @typedef {import("./geometry.js").Grid} Grid */

const HIGH = Math.sqrt(0.75); // of a row, in widths of a hexagon or sides of a triangle
// biome-ignore format: clockwise
const AROUND = /** @type {Step[]} */ ([[0, 2], [1, 1], [1, -1], [0, -2], [-1, -1], [-1, 1]]);
// biome-ignore format: across the sides of a triangle that points up
const SIDES = /** @type {Step[]} */ ([[0, -1], [0, 1], [1, 0]]);
// biome-ignore format: across its corners alone
const CORNERS = /** @type {Step[]} */ ([
  [-1, -1], [-1, 0], [-1, 1], [0, -2], [0, 2], [1, -2], [1, -1], [1, 1], [1, 2],
]);

/**
 * The grid of a name; null for another name, or none.
 * @param {string} [name]
 * @returns {Grid | null}
 */
export function gridOf(name = "") {
  const [, kind, side, across] = /^(hex|tri)([1-9][0-9]?)(?:x([1-9][0-9]?))?$/.exec(name) ?? [];
  const [n, count] = [Number(side), Number(across)];
  /** @type {(row: number) => [number, number]} */
  let row = (r) => [n - 1 - r, 2 * r + 1];
  let rows = n;
  if (across) row = (r) => [kind === "hex" ? r % 2 : 0, count];
  else if (kind === "hex") {
    rows = 2 * n - 1;
    row = (r) => [Math.abs(r - n + 1), rows - Math.abs(r - n + 1)];
  }
  if (kind !== "hex" && kind !== "tri") return null;
  return {
    kind,
    rows: Array.from({ length: rows }, (_, r) => row(r)),
    pitch: kind === "hex" ? 2 : 1,
  };
}

/** The holes within the rows of the board. @param {Problem} problem */
export const gapsOf = (problem) => problem.holes.filter((square) => !isLacking(problem, square));

/**
 * Whether a place is beyond the end of a shorter row.
 * @param {Problem} problem
 * @param {Square} square
 */
export function isLacking(problem, [r, c]) {
  const { grid } = about(problem);
  return Boolean(grid && c >= (grid.rows[r]?.[1] ?? 0));
}

/** How far a cell is from the left, in half cells. @param {Grid} grid @param {Square} square */
export const leftOf = ({ rows, pitch }, [r, c]) => rows[r][0] + pitch * c;

/**
 * Whether a cell is a triangle that points down.
 * @param {Problem} problem
 * @param {Square} square
 */
export function pointsDown(problem, square) {
  const { grid } = about(problem);
  if (grid?.kind !== "tri") return false;
  return (square[0] + leftOf(grid, square) + grid.rows[0][0]) % 2 === 1;
}

/**
 * The steps of a piece on a grid, as those of stepsOf; of a triangle that points up.
 * @param {Grid} grid
 * @param {string} piece
 */
export function gridSteps({ kind }, piece) {
  if (kind === "tri") return inOrder(piece === "king" ? [...SIDES, ...CORNERS] : SIDES);
  const leaps = piece === "king" ? PIECES.step : (leapsOf(piece) ?? []);
  return inOrder(
    leaps.flatMap(([a, b]) =>
      AROUND.flatMap(([down, across], turn) =>
        [AROUND[(turn + 5) % 6], AROUND[(turn + 1) % 6]].map(
          ([dr, dc]) => /** @type {Step} */ ([a * down + b * dr, a * across + b * dc]),
        ),
      ),
    ),
  );
}

/**
 * What is computed once for each problem.
 * @type {WeakMap<Problem, {holes: Set<number>, steps: Step[], near: Map<number, Square[]>,
 *   grid: Grid | null, walls: Set<string>}>}
 */
const known = new WeakMap();

/** @param {Problem} problem */
export function about(problem) {
  let facts = known.get(problem);
  if (!facts) {
    const holes = new Set(problem.holes.map(([r, c]) => r * problem.columns + c));
    const grid = gridOf(problem.grid);
    const steps = grid ? gridSteps(grid, problem.piece) : stepsOf(problem.piece);
    const walls = new Set(problem.walls?.flatMap(([a, b]) => [`${a}-${b}`, `${b}-${a}`]));
    facts = { holes, steps, near: new Map(), grid, walls };
    known.set(problem, facts);
  }
  return facts;
}

/**
 * The middle of a square, right and down from the corner of the board.
 * @param {Problem} problem
 * @param {Square} square - of a board of squares, it may be off the board
 * @returns {[number, number]}
 */
export function middleOf(problem, square) {
  const { grid } = about(problem);
  if (!grid) return [square[1] + 0.5, square[0] + 0.5];
  const part = grid.kind === "hex" || !pointsDown(problem, square) ? 2 / 3 : 1 / 3;
  return [(leftOf(grid, square) + 1) / 2, (square[0] + part) * HIGH];
}

/**
 * How wide and how high a board is, in squares.
 * @param {Problem} problem
 * @returns {[number, number]}
 */
export function extentOf(problem) {
  const { grid } = about(problem);
  if (!grid) return [problem.columns, problem.rows];
  const ends = grid.rows.map(([indent, count]) => indent + grid.pitch * count);
  const [more, below] = grid.kind === "hex" ? [0, 1 / 3] : [1, 0];
  return [(Math.max(...ends) + more) / 2, (grid.rows.length + below) * HIGH];
}

/**
 * The corners of a square, each as the middles are.
 * @param {Problem} problem
 * @param {Square} square
 * @param {number} [part] - of its size
 * @returns {[number, number][]}
 */
export function cornersOf(problem, square, part = 1) {
  const { grid } = about(problem);
  const [x, y] = middleOf(problem, square);
  const count = !grid ? 4 : grid.kind === "hex" ? 6 : 3;
  const radius =
    (part * 0.5) / Math.sin(Math.PI / count) / (grid?.kind === "hex" ? Math.sqrt(3) : 1);
  const turn = grid ? (pointsDown(problem, square) ? 0.5 : -0.5) : -0.25;
  return Array.from({ length: count }, (_, i) => {
    const angle = (turn + (2 * i) / count) * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/**
 * Where an arrow key leads. Among hexagons up and down go to the left, and with Shift to the right.
 * @param {Problem} problem
 * @param {Square} square
 * @param {Step} arrow - rows down, squares right
 * @param {boolean} [shifted]
 * @returns {Square}
 */
export function arrowed(problem, [r, c], [down, right], shifted = false) {
  const { grid } = about(problem);
  const row = Math.min(Math.max(r + down, 0), problem.rows - 1);
  let to = c + right;
  if (grid && row !== r) {
    const aside = grid.kind === "hex" && Math.abs(down) === 1 ? (shifted ? 1 : -1) : 0;
    to = Math.round((leftOf(grid, [r, c]) + aside - grid.rows[row][0]) / grid.pitch);
  }
  return [row, Math.min(Math.max(to, 0), (grid?.rows[row][1] ?? problem.columns) - 1)];
}

/**
 * The size of a board in words.
 * @param {Problem} problem
 * @param {(key: string, values: import("../messages.js").Values) => string} say - words of boards
 */
export function sizeText({ rows, columns, grid }, say) {
  const [kind, across] = grid?.slice(3).split("x") ?? [];
  if (!grid) return `${rows}\u00a0×\u00a0${columns}`;
  return say(`${grid.slice(0, 3)}${across ? "Rows" : "Side"}`, { n: kind, rows, columns });
}

/** The same within a sentence. @param {Problem} problem @param {import("../words.js").Say} say */
export function sizeWithin(problem, say) {
  const text = sizeText(problem, say);
  return text[0].toLowerCase() + text.slice(1);
}
