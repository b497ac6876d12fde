// The rules of the game: what may come next, and what is wrong with what may not. Pure functions
// of a question and a path, the squares visited so far.

import {
  isHole,
  isInside,
  isMove,
  neighbours,
  parseSquare,
  pathOf,
  pathText,
  readQuestion,
  same,
  squareCount,
  squareName,
  writeQuestion,
} from "./geometry.js";

// The squares that are there before anybody moves.
export function opening(question) {
  return question.start ? [question.start] : [];
}

// Whether the end that is wished for would be visited too early.
function isEarly({ end }, square, path, count) {
  return same(end, square) && path.length + 1 < count;
}

// Why a square cannot be next: a key of words-play.js and its values; null if it can.
export function faultOf(question, path, square) {
  const name = squareName(square, question.rows);
  if (!isInside(question, square)) return ["outside", name];
  if (isHole(question, square)) return ["onHole", name];
  const number = path.findIndex((visited) => same(visited, square)) + 1;
  if (number && number === path.length) return ["isHere", name];
  if (number) return ["isVisited", name, number];
  if (path.length && !isMove(question, path.at(-1), square)) {
    return ["notReached", name, squareName(path.at(-1), question.rows), question.piece];
  }
  if (isEarly(question, square, path, squareCount(question))) return ["isEnd", name];
  return null;
}

// The squares that can be next; none before the first, for then it is nearly all.
export function targetsOf(question, path) {
  if (!path.length) return [];
  const count = squareCount(question);
  const visited = new Set(path.map(String));
  return neighbours(question, path.at(-1)).filter(
    (square) => !visited.has(String(square)) && !isEarly(question, square, path, count),
  );
}

// The squares that a next square leads on to.
export function exitsOf(question, path, square) {
  const visited = new Set([...path, square].map(String));
  return neighbours(question, square).filter((next) => !visited.has(String(next)));
}

// "going", "won", "open" (all visited, but it does not close) or "stuck".
export function stateOf(question, path) {
  const count = squareCount(question);
  if (path.length === count) {
    if (!question.closed) return "won";
    return count > 2 && isMove(question, path.at(-1), path[0]) ? "won" : "open";
  }
  return path.length && !targetsOf(question, path).length ? "stuck" : "going";
}

// What is typed: squares in order, with anything between them. A word that names no square is
// kept as it is.
export function readMoves(text, rows) {
  const parts = text.split(/[\s,;.>→–-]+/).filter(Boolean);
  return parts.map((part) => parseSquare(part, rows) ?? part);
}

// The game as a short text, and back; null if the text is none.
export function writeGame(question, path) {
  return `${writeQuestion(question)}/${pathText(question, path)}`;
}

export function readGame(text) {
  const [board, moves] = String(text ?? "").split("/");
  const question = readQuestion(board);
  if (!question) return null;
  const path = opening(question);
  const written = pathOf(question, moves);
  if (!path.length || same(path[0], written[0])) {
    for (const square of written.slice(path.length)) {
      if (faultOf(question, path, square)) break;
      path.push(square);
    }
  }
  return { question, path };
}
