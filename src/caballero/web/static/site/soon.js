// Simple help while Python is loading: the next square of a game by its exits, two reasons why a tour
// can no longer be finished, and the number of a puzzle that has one place. What these do not decide
// waits for Python.

import { isMove, neighbours, same, squareCount, squareName } from "../board/geometry.js";
import { exitsOf, targetsOf } from "../game/rules.js";
import { common } from "../words.js";

/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @param {Record<string, any>} body - of a request @returns {Problem} */
const problemOf = ({ board, piece, closed, start = null, end = null }) => ({
  rows: board.shape[0],
  columns: board.shape[1],
  holes: board.holes,
  surface: board.surface,
  grid: board.grid,
  piece,
  closed,
  start,
  end,
});

/**
 * Why a tour can no longer be finished, as a key of words.js and the squares that it names; null if
 * no simple reason is known.
 * @param {Problem} problem
 * @param {Square[]} path
 * @returns {[string, ...Square[]] | null}
 */
export function lostBy(problem, path) {
  const { rows, columns, closed, end } = problem;
  if (closed && path.length < 2) return null; // its square is both the first and the last
  const between = path.slice(closed ? 1 : 0, -1);
  const gone = new Set([...between, ...problem.holes].map(String));
  const visited = new Set([...path, ...problem.holes].map(String));
  /** @type {Square[]} */
  const last = []; // with one way left: to a free square, the piece or the first of a closed tour
  for (let i = 0; i < rows * columns; i += 1) {
    /** @type {Square} */
    const square = [Math.floor(i / columns), i % columns];
    if (visited.has(String(square))) continue;
    const ways = neighbours(problem, square).filter((to) => !gone.has(String(to))).length;
    if (!ways) return ["soonCut", square];
    if (ways === 1) last.push(square);
  }
  const wrong = last.find((square) => closed || (end && !same(square, end)));
  if (wrong) return ["soonDead", wrong];
  return last.length > 1 ? ["soonEnds", last[0], last[1]] : null;
}

/**
 * A step of a puzzle: a number that has one place next to those before and after it.
 * @param {Record<string, any>} body - of a request
 * @returns {import("../api.js").Answer | null}
 */
function onlyPlace({ clues = [], supposed, ...body }) {
  const problem = problemOf(body);
  /** @type {Map<number, Square>} */
  const places = new Map(clues.map((/** @type {any} */ { number, square }) => [number, square]));
  const taken = new Set([...places.values()].map(String));
  const size = squareCount(problem);
  for (let n = 1; n <= size && !supposed; n += 1) {
    const around = problem.closed ? [((n + size - 2) % size) + 1, (n % size) + 1] : [n - 1, n + 1];
    const beside = around.filter((one) => places.has(one));
    if (places.has(n) || !beside.length) continue;
    const [near, other] = beside.map((one) => /** @type {Square} */ (places.get(one)));
    const free = neighbours(problem, near).filter(
      (one) => !taken.has(String(one)) && (!other || isMove(problem, one, other)),
    );
    if (free.length !== 1) continue;
    const named = beside.map((one, i) => `${one} (${squareName(i ? other : near, problem.rows)})`);
    const [b, c] = named;
    const text = common("soonOnly", { n: String(n), a: squareName(free[0], problem.rows), b, c });
    const marks = [[free[0], "o"], [near, "*"], ...(other ? [[other, "*"]] : [])];
    const step = { text, short: text, marks, legend: [], used: [], out: [], rule: "next" };
    return { status: "step", steps: [{ ...step, found: [free[0], n] }] };
  }
  return null;
}

/**
 * An answer to a request for help, if a simple answer is known.
 * @param {string} path
 * @param {Record<string, any>} body
 * @returns {import("../api.js").Answer | null}
 */
export function soon(path, body) {
  if (path === "puzzle/hint") return onlyPlace(body);
  if (path !== "hint" || body.strength === 2 || !body.path.length) return null;
  const problem = problemOf(body);
  /** @param {Square} square */
  const name = (square) => squareName(square, problem.rows);
  const lost = lostBy(problem, body.path);
  if (lost) {
    const [key, ...squares] = lost;
    const [a, b] = squares.map(name);
    return { status: "hint", finishable: false, message: common(key, { a, b }) };
  }
  if (body.strength === 1) return null;
  const next = targetsOf(problem, body.path)
    .map((square) => ({ square, exits: exitsOf(problem, body.path, square).length }))
    .sort((a, b) => a.exits - b.exits)[0];
  if (!next) return null;
  const why = common("soonNext", { a: name(next.square), n: next.exits });
  return { status: "hint", finishable: null, message: why, move: next.square, why, rest: [] };
}
