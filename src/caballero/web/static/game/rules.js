// The rules of the game: which squares may come next, and why others may not. Pure functions
// of a problem and a path, the squares visited so far.

import {
  isHole,
  isInside,
  isMove,
  lastOf,
  neighbours,
  parseSquare,
  pathOf,
  pathText,
  readProblem,
  same,
  squareCount,
  squareName,
  writeProblem,
} from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {import("../board/geometry.js").Path} Path */
/** @typedef {[string, import("../messages.js").Values?]} Sentence - a key of words and its values */

/** The squares that are visited before the first move. @param {Problem} problem @returns {Path} */
export function firstSquares(problem) {
  return problem.start ? [problem.start] : [];
}

/**
 * Whether a square is the given end and not yet due.
 * @param {Problem} problem
 * @param {Square} square
 * @param {Path} path
 * @param {number} count
 */
function isEarly({ end }, square, path, count) {
  return same(end, square) && path.length + 1 < count;
}

/**
 * Why a square cannot come next: a key of words and its values; null if it can.
 * @param {Problem} problem
 * @param {Path} path
 * @param {Square} square
 * @returns {Sentence | null}
 */
export function faultOf(problem, path, square) {
  const name = squareName(square, problem.rows);
  if (!isInside(problem, square)) return ["outside", { name }];
  if (isHole(problem, square)) return ["onHole", { name }];
  const number = path.findIndex((visited) => same(visited, square)) + 1;
  if (number && number === path.length) return ["isHere", { name }];
  if (number) return ["isVisited", { name, n: number }];
  if (path.length && !isMove(problem, lastOf(path), square)) {
    return [
      "notReached",
      { name, from: squareName(lastOf(path), problem.rows), code: problem.piece },
    ];
  }
  if (isEarly(problem, square, path, squareCount(problem))) return ["isEnd", { name }];
  return null;
}

/**
 * The squares that can come next; none before the first, when nearly all can.
 * @param {Problem} problem
 * @param {Path} path
 */
export function targetsOf(problem, path) {
  if (!path.length) return [];
  const count = squareCount(problem);
  const visited = new Set(path.map(String));
  return neighbours(problem, lastOf(path)).filter(
    (square) => !visited.has(String(square)) && !isEarly(problem, square, path, count),
  );
}

/**
 * The squares that can follow a next square.
 * @param {Problem} problem
 * @param {Path} path
 * @param {Square} square
 */
export function exitsOf(problem, path, square) {
  const visited = new Set([...path, square].map(String));
  return neighbours(problem, square).filter((next) => !visited.has(String(next)));
}

/**
 * "going", "won", "open" (all visited, but it does not close) or "stuck".
 * @param {Problem} problem
 * @param {Path} path
 */
export function stateOf(problem, path) {
  const count = squareCount(problem);
  if (path.length === count) {
    if (!problem.closed) return "won";
    return count > 2 && isMove(problem, lastOf(path), path[0]) ? "won" : "open";
  }
  return path.length && !targetsOf(problem, path).length ? "stuck" : "going";
}

/**
 * The squares in a typed text, in order, with anything between them. A word that names no square
 * stays as it is.
 * @param {string} text
 * @param {number} rows
 */
export function readMoves(text, rows) {
  const parts = text.split(/[\s,;.>→–-]+/).filter(Boolean);
  return parts.map((part) => parseSquare(part, rows) ?? part);
}

/**
 * The game as a short text, and back; null if the text is not a game.
 * @param {Problem} problem
 * @param {Path} path
 */
export function writeGame(problem, path) {
  return `${writeProblem(problem)}/${pathText(problem, path)}`;
}

/** @param {string | null | undefined} text @returns {{problem: Problem, path: Path} | null} */
export function readGame(text) {
  const [board, moves] = String(text ?? "").split("/");
  const problem = readProblem(board);
  if (!problem) return null;
  const path = firstSquares(problem);
  const typed = pathOf(problem, moves);
  if (!typed || (typed.length && path.length && !same(path[0], typed[0]))) return null;
  for (const square of typed.slice(path.length)) {
    if (faultOf(problem, path, square)) return null;
    path.push(square);
  }
  return { problem, path };
}

/**
 * The accessible name of a square, with all that it shows.
 * @param {import("../words.js").Say} say
 * @param {string} name
 * @param {import("../board/board.js").Seen} seen
 * @param {[string, string][]} [legend] - of the marks
 */
export function squareText(say, name, seen, legend = []) {
  const parts = [name];
  if (seen.hole) parts.push(say("isHole"));
  if (seen.number) parts.push(say("move", { n: seen.number }));
  if (seen.last) parts.push(say("here"));
  if (seen.start) parts.push(say("givenStart"));
  if (seen.end) parts.push(say("givenEnd"));
  if (seen.target) parts.push(say("reach"));
  if (seen.exits !== undefined) parts.push(say("exitsHere", { n: seen.exits }));
  if (seen.good === true) parts.push(say("canFinish"));
  if (seen.good === false) parts.push(say("cannotFinish"));
  if (seen.mark) {
    const entry = legend.find(([letters]) => letters === seen.mark) ?? legend.at(-1);
    parts.push(`${seen.mark}: ${entry?.[1] ?? ""}`);
  }
  return parts.join(", ");
}
