// Boards, pieces and moves, and how they are written in an address.
//
// A problem is a plain object that never changes: a new problem is a new object. Rows count from
// 0 at the top; the names of the squares are those of chess. The cells of a grid of hexagons or
// triangles are called squares, too: row, and place in the row. The places that its shorter rows lack
// are holes, and its geometry is that of the library's model/grid.py.

import { bitsOf, lettersOf } from "./bits.js";
import { about, gapsOf, gridOf, leftOf, pointsDown } from "./grid.js";
import { leapsOf, pieceOf } from "./pieces.js";

/** @typedef {[number, number]} Square - row and column */
/** @typedef {[number, number]} Step - rows down, columns right */
/** @typedef {Square[]} Path */
/**
 * @typedef {object} Problem
 * @property {number} rows
 * @property {number} columns
 * @property {Square[]} holes
 * @property {string} surface - one of SURFACES
 * @property {string} piece
 * @property {boolean} closed
 * @property {Square | null} start
 * @property {Square | null} end
 * @property {string} [grid] - of hexagons or triangles, as hex5, hex4x6 or tri6
 * @property {Path[]} [walls] - moves that are not allowed, in neither direction
 * @property {Path[]} [forced] - moves that a tour must use, in one direction or the other
 */
/**
 * @typedef {object} Grid
 * @property {"hex" | "tri"} kind
 * @property {[number, number][]} rows - the indent of each, in half cells, and how many cells it has
 * @property {number} pitch - how far apart the cells of a row are, in half cells
 */

export const MOST_SIDE = 50;
export const SURFACES = ["flat", "cylinder", "torus"];

/** @type {Problem} */
export const EMPTY = {
  rows: 8,
  columns: 8,
  holes: [],
  surface: "flat",
  piece: "knight",
  closed: false,
  start: null,
  end: null,
};

/** @param {Square | null | undefined} a @param {Square | null | undefined} b */
export const same = (a, b) => Boolean(a && b && a[0] === b[0] && a[1] === b[1]);

/**
 * The last of a list that is not empty.
 * @template Item
 * @param {Item[]} list
 * @returns {Item}
 */
export const lastOf = (list) => list[list.length - 1];

// -- names -----------------------------------------------------------------------------------

/** @param {number} column */
export function columnName(column) {
  let name = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(97 + ((left - 1) % 26)) + name;
  }
  return name;
}

/** @param {Square} square @param {number} rows */
export function squareName([row, column], rows) {
  return `${columnName(column)}${rows - row}`;
}

/**
 * Whether a square is dark, as a1 is on a chessboard.
 * @param {Square} square
 * @param {number} rows
 */
export const isDark = ([row, column], rows) => (rows - 1 - row + column) % 2 === 0;

/**
 * The square that a name means, which may lie outside the board; null if it is no name.
 * @param {string} text
 * @param {number} rows
 * @returns {Square | null}
 */
export function parseSquare(text, rows) {
  const parts = /^([a-z]{1,2})([0-9]{1,3})$/.exec(String(text).trim().toLowerCase());
  if (!parts) return null;
  const column = [...parts[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
  return [rows - Number(parts[2]), column - 1];
}

/**
 * The board of a grid, without any square beyond its rows.
 * @param {string} name
 * @param {Partial<Problem>} [more]
 * @returns {Problem}
 */
export function gridBoard(name, more = {}) {
  const rows = gridOf(name)?.rows ?? [];
  const columns = Math.max(...rows.map(([, count]) => count));
  const holes = rows.flatMap(([, count], r) =>
    Array.from({ length: columns - count }, (_, i) => /** @type {Square} */ ([r, count + i])),
  );
  return { ...EMPTY, rows: rows.length, columns, holes, piece: "step", grid: name, ...more };
}

// -- moves -----------------------------------------------------------------------------------

/** @param {number} a @param {number} n */
const modulo = (a, n) => ((a % n) + n) % n;

/**
 * Where a step leads, round the edges that meet; null off the board.
 * @param {Problem} problem
 * @param {Square} from
 * @param {Step} step
 * @returns {Square | null}
 */
function landing(problem, [r, c], [dr, dc]) {
  const { rows, columns } = problem;
  const { grid } = about(problem);
  if (grid) {
    const to = pointsDown(problem, [r, c]) ? r - dr : r + dr;
    if (!grid.rows[to]) return null;
    const place = (leftOf(grid, [r, c]) + dc - grid.rows[to][0]) / grid.pitch;
    return place >= 0 && place < grid.rows[to][1] ? [to, place] : null;
  }
  const joined = joinedOf(problem);
  const row = joined.rows ? modulo(r + dr, rows) : r + dr;
  const column = joined.columns ? modulo(c + dc, columns) : c + dc;
  return row >= 0 && row < rows && column >= 0 && column < columns ? [row, column] : null;
}

/**
 * Which edges are joined: the first and the last row, the first and the last column.
 * @param {Problem} problem
 */
export const joinedOf = ({ surface }) => ({
  rows: surface === "torus",
  columns: surface !== "flat",
});

/** @param {Problem} problem @param {Square} square */
export function isInside({ rows, columns }, [r, c]) {
  return r >= 0 && r < rows && c >= 0 && c < columns;
}

/** @param {Problem} problem @param {Square} square */
export function isHole(problem, [r, c]) {
  return about(problem).holes.has(r * problem.columns + c);
}

/** The squares of a board and its holes, row by row. @param {Pick<Problem, "rows" | "columns">} problem */
export const placesOf = ({ rows, columns }) =>
  Array.from(
    { length: rows * columns },
    (_, i) => /** @type {Square} */ ([Math.floor(i / columns), i % columns]),
  );

/** @param {Problem} problem */
export function squareCount(problem) {
  return problem.rows * problem.columns - about(problem).holes.size;
}

/**
 * The squares that the piece reaches in one move, each once.
 * @param {Problem} problem
 * @param {Square} square
 */
export function neighbours(problem, square) {
  const { near, steps, walls } = about(problem);
  const key = square[0] * problem.columns + square[1];
  let found = near.get(key);
  if (!found) {
    found = [];
    for (const step of steps) {
      const to = landing(problem, square, step);
      if (!to || same(to, square) || isHole(problem, to) || found.some((q) => same(q, to)))
        continue;
      if (!walls.has(`${square}-${to}`)) found.push(to);
    }
    near.set(key, found);
  }
  return found;
}

/** @param {Problem} problem @param {Square} a @param {Square} b */
export function isMove(problem, a, b) {
  return neighbours(problem, a).some((square) => same(square, b));
}

/**
 * The step from one square to the next, the shortest where several lead there; for drawing.
 * @param {Problem} problem
 * @param {Square} a
 * @param {Square} b
 * @returns {Step}
 */
export function stepBetween(problem, a, b) {
  let best = null;
  for (const step of problem.grid ? [] : about(problem).steps) {
    const straight = a[0] + step[0] === b[0] && a[1] + step[1] === b[1];
    if (straight) return step;
    if (!best && same(landing(problem, a, step), b)) best = step;
  }
  return best ?? [b[0] - a[0], b[1] - a[1]];
}

/**
 * Where the line of a move leaves the board at a joined edge, and where it comes in again; as rows and
 * columns counted from the corner, not from the middle of a square.
 * @param {Problem} problem
 * @param {Square} a
 * @param {Square} b
 * @returns {[number, number][]}
 */
export function crossings(problem, a, b) {
  const { rows, columns } = problem;
  const [dr, dc] = stepBetween(problem, a, b);
  const [r, c] = [a[0] + 0.5, a[1] + 0.5];
  /** @type {[number, number][]} */
  const found = [];
  if (a[0] + dr < 0 || a[0] + dr >= rows) {
    const edge = dr < 0 ? 0 : rows;
    const column = modulo(c + (dc * (edge - r)) / dr, columns);
    found.push([edge, column], [rows - edge, column]);
  }
  if (a[1] + dc < 0 || a[1] + dc >= columns) {
    const edge = dc < 0 ? 0 : columns;
    const row = modulo(r + (dr * (edge - c)) / dc, rows);
    found.push([row, edge], [row, columns - edge]);
  }
  return found;
}

// -- requests ----------------------------------------------------------------------------------

/** Whether the sides are within the limits. @param {{rows: number, columns: number}} sides */
export function hasSides({ rows, columns }) {
  return [rows, columns].every((n) => Number.isInteger(n) && n >= 1 && n <= MOST_SIDE);
}

/**
 * What is wrong with a problem: a key of words, or null. Only valid problems are sent,
 * because the browser logs every refusal.
 * @param {Problem} problem
 */
export function wrongWith(problem) {
  const { start, end } = problem;
  if (!hasSides(problem)) return "wrongSides";
  if (!leapsOf(problem.piece)) return "wrongPiece";
  const { grid } = about(problem);
  if (grid?.kind === "tri" && !["step", "king"].includes(problem.piece)) return "wrongTriangles";
  if (!problem.holes.every((square) => isInside(problem, square))) return "wrongHole";
  if (squareCount(problem) < 1) return "wrongEmpty";
  /** @param {Square | null} square */
  const isOff = (square) => square && (!isInside(problem, square) || isHole(problem, square));
  if (isOff(start)) return "wrongStart";
  if (isOff(end)) return "wrongEnd";
  if (same(start, end) && squareCount(problem) > 1) return "wrongEnds";
  return null;
}

/** The body of a request to the server. @param {Problem} problem @returns {Record<string, any>} */
export function requestOf({ rows, columns, holes, surface, piece, closed, start, end, grid }) {
  const board = { shape: [rows, columns], holes, surface, ...(grid && { grid }) };
  return { board, piece, closed, ...(start && { start }), ...(end && { end }) };
}

/**
 * A problem from a drawing: x, o or . is a square, s the start, e the end, # or _ a hole.
 * @param {string[]} lines
 * @param {Partial<Problem>} [more]
 */
export function boardFrom(lines, more = {}) {
  const problem = { ...EMPTY, rows: lines.length, columns: lines[0].length, holes: [], ...more };
  lines.forEach((line, r) => {
    [...line].forEach((letter, c) => {
      if (letter === "#" || letter === "_") problem.holes.push([r, c]);
      if (letter === "s") problem.start = [r, c];
      if (letter === "e") problem.end = [r, c];
    });
  });
  return problem;
}

// -- in an address ------------------------------------------------------------------------------

/**
 * The moves of a board, each once, as if it had no walls.
 * @param {Problem} problem
 * @returns {Path[]}
 */
function movesOf({ walls, ...problem }) {
  const { rows, columns } = problem;
  /** @param {Square} square */
  const place = ([r, c]) => r * columns + c;
  return Array.from({ length: rows * columns }, (_, i) => {
    /** @type {Square} */
    const square = [Math.floor(i / columns), i % columns];
    const others = isHole(problem, square) ? [] : neighbours(problem, square);
    return others.filter((other) => place(other) > i).map((other) => [square, other]);
  }).flat();
}

/** The lists of moves of a problem. @type {("walls" | "forced")[]} */
const MARKED = ["walls", "forced"];

/**
 * A problem as a short text: 8x8.c.t.p2,3.sa1.eh8.h<holes>.w<walls>.f<forced>; defaults are left out.
 * A grid has its name instead of sides.
 * @param {Problem} problem
 */
export function writeProblem(problem) {
  const { rows, columns, surface, piece, closed, start, end, grid } = problem;
  const parts = [grid || `${rows}x${columns}`];
  if (closed) parts.push("c");
  if (surface === "cylinder") parts.push("y");
  if (surface === "torus") parts.push("t");
  if (piece !== "knight") parts.push(`p${piece}`);
  if (start) parts.push(`s${squareName(start, rows)}`);
  if (end) parts.push(`e${squareName(end, rows)}`);
  if (gapsOf(problem).length) {
    const bits = Array(rows * columns).fill(0);
    for (const [r, c] of problem.holes) bits[r * columns + c] = 1;
    parts.push(`h${lettersOf(bits)}`);
  }
  for (const kind of MARKED) {
    if (!problem[kind]?.length) continue;
    const marked = new Set(problem[kind].flatMap(([a, b]) => [`${a}-${b}`, `${b}-${a}`]));
    const bits = movesOf(problem).map(([a, b]) => Number(marked.has(`${a}-${b}`)));
    parts.push(`${kind[0]}${lettersOf(bits)}`);
  }
  return parts.join(".");
}

/**
 * The problem of such a text; null if it is not valid, or has what only another version knows.
 * @param {string} text
 * @returns {Problem | null}
 */
export function readProblem(text) {
  const [sides, ...parts] = String(text).split(".");
  const numbers = /^([0-9]{1,2})x([0-9]{1,2})$/.exec(sides);
  if (!numbers && !gridOf(sides)) return null;
  /** @type {Problem} */
  const problem = numbers
    ? { ...EMPTY, rows: Number(numbers[1]), columns: Number(numbers[2]), holes: [] }
    : gridBoard(sides, { piece: "knight" });
  const lacking = problem.holes;
  if (!hasSides(problem)) return null;
  const { rows, columns } = problem;
  if (new Set(parts.map((part) => part[0])).size < parts.length) return null;
  for (const part of parts) {
    const rest = part.slice(1);
    if (part === "c") problem.closed = true;
    else if (part === "y") problem.surface = "cylinder";
    else if (part === "t") problem.surface = "torus";
    else if (part[0] === "p") problem.piece = pieceOf(rest);
    else if (part[0] === "s" || part[0] === "e") {
      const square = parseSquare(rest, rows);
      if (!square) return null;
      problem[part[0] === "s" ? "start" : "end"] = square;
    } else if (part[0] === "h") {
      const bits = bitsOf(rest);
      if (bits?.length !== rows * columns) return null;
      problem.holes = [...bits.keys()]
        .filter((i) => bits[i])
        .map((i) => [Math.floor(i / columns), i % columns]);
    } else {
      const kind = MARKED.find((one) => one[0] === part[0]);
      if (!kind) return null;
      const bits = bitsOf(rest);
      const moves = movesOf({ ...problem });
      if (bits?.length !== moves.length) return null;
      problem[kind] = moves.filter((_, i) => bits[i]);
    }
  }
  const fits = numbers || problem.surface === "flat";
  if (!fits || !lacking.every((square) => isHole(problem, square))) return null;
  return wrongWith(problem) ? null : problem;
}

/** @param {Step[]} steps */
const width = (steps) => Math.max(1, Math.ceil(Math.log2(steps.length)));

/**
 * A path as its first square and the direction of each move: 3 bits where there are 8.
 * @param {Problem} problem
 * @param {Path} path
 */
export function pathText(problem, path) {
  if (!path.length) return "";
  const { steps } = about(problem);
  const bits = [];
  for (let i = 1; i < path.length; i += 1) {
    const at = steps.findIndex((step) => same(landing(problem, path[i - 1], step), path[i]));
    if (at < 0) break;
    for (let shift = width(steps) - 1; shift >= 0; shift -= 1) bits.push((at >> shift) & 1);
  }
  return `${squareName(path[0], problem.rows)}.${lettersOf(bits)}`;
}

/**
 * The path of such a text, without moves also of a square alone; null if it is none.
 * @param {Problem} problem
 * @param {string | null | undefined} text
 * @returns {Path | null}
 */
export function pathOf(problem, text) {
  if (!text) return [];
  const [name, letters = "", ...more] = text.split(".");
  const first = parseSquare(name, problem.rows);
  if (!first || !isInside(problem, first) || isHole(problem, first) || more.length) return null;
  const { steps } = about(problem);
  const path = [first];
  const seen = new Set([String(first)]);
  const bits = letters ? bitsOf(letters) : [];
  const size = width(steps);
  if (!bits || bits.length % size) return null;
  for (let i = 0; i < bits.length; i += size) {
    const at = bits.slice(i, i + size).reduce((sum, bit) => sum * 2 + bit, 0);
    const to = steps[at] && landing(problem, lastOf(path), steps[at]);
    if (!to || isHole(problem, to) || seen.has(String(to))) return null;
    seen.add(String(to));
    path.push(to);
  }
  return path;
}
