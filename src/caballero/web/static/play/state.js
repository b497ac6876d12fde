// The state of a game, and pure functions from one state to the next.

import { lastOf, same, squareCount, squareName } from "../board/geometry.js";
import { firstSquares, readGame, stateOf, writeGame } from "./game.js";

/** @typedef {import("./game.js").Problem} Problem */
/** @typedef {import("./game.js").Square} Square */
/** @typedef {import("./game.js").Path} Path */
/** @typedef {import("./game.js").Sentence} Sentence */
/**
 * @typedef {object} Game
 * @property {Problem} problem
 * @property {Path} path - what is shown, also of a solution
 * @property {Path} undone - what redo brings back, the next one last
 * @property {{mine: Path, rest: Path} | null} watch - a solution that is shown: the rest of mine
 * @property {number | null} own - the number of the reader's own game; null if nothing is kept
 */

/**
 * @param {Problem} problem
 * @param {Path} path
 * @returns {Game}
 */
export const begin = (problem, path) => ({ problem, path, undone: [], watch: null, own: null });

/**
 * The game as the reader's own, to be kept.
 * @param {Game} game
 * @returns {Game}
 */
export function owned(game) {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return { ...game, own: game.own ?? number };
}

/**
 * The reader's path, also while a solution is shown.
 * @param {Game} game
 */
export const mine = ({ path, watch }) => watch?.mine ?? path;

/**
 * The reader's position as it is written in an address.
 * @param {Game} game
 */
export const textOf = (game) => writeGame(game.problem, mine(game));

/**
 * A game as it is stored: all its moves, and how many squares of them are not undone.
 * @param {Game} game
 */
export const toStored = (game) => ({
  own: game.own,
  game: writeGame(game.problem, [...mine(game), ...game.undone.toReversed()]),
  done: mine(game).length,
});

/**
 * @param {any} stored
 * @returns {Game | null}
 */
export function fromStored(stored) {
  const read = readGame(stored?.game);
  if (!read || !Number.isInteger(stored.own)) return null;
  const { problem, path } = read;
  const done = Number.isInteger(stored.done) ? Math.max(0, stored.done) : path.length;
  const game = { ...begin(problem, path), own: stored.own };
  return backTo(game, Math.max(firstSquares(problem).length, done));
}

/** @param {Game} game */
export const left = ({ problem, path }) => squareCount(problem) - path.length;

/** @param {Game} game */
export const lastName = ({ problem, path }) =>
  path.length ? squareName(lastOf(path), problem.rows) : "";

/** @param {Game} game */
export const canUndo = ({ problem, path, watch }) =>
  !watch && path.length > firstSquares(problem).length;

/** @param {Game} game */
export const canRedo = ({ undone, watch }) => !watch && undone.length > 0;

/**
 * @param {Game} game
 * @param {Square} square
 * @returns {Game}
 */
export const move = (game, square) => ({
  ...game,
  path: [...game.path, square],
  undone: same(game.undone.at(-1), square) ? game.undone.slice(0, -1) : [],
});

/**
 * Take back all moves beyond a number of squares.
 * @param {Game} game
 * @param {number} length
 * @returns {Game}
 */
export const backTo = (game, length) => ({
  ...game,
  path: game.path.slice(0, length),
  undone: [...game.undone, ...game.path.slice(length).reverse()],
});

/**
 * @param {Game} game
 * @param {Path} rest
 * @returns {Game}
 */
export const watch = (game, rest) => ({ ...game, watch: { mine: game.path, rest } });

/**
 * A step of the solution, or back.
 * @param {Game} game
 * @param {number} by
 * @returns {Game}
 */
export function step(game, by) {
  if (!game.watch) return game;
  const { mine, rest } = game.watch;
  return { ...game, path: [...mine, ...rest.slice(0, game.path.length - mine.length + by)] };
}

/** @param {Game} game */
export const atStart = ({ path, watch }) => !watch || path.length <= watch.mine.length;

/** @param {Game} game */
export const atEnd = ({ path, watch }) =>
  !watch || path.length >= watch.mine.length + watch.rest.length;

/**
 * End the solution: play on from where it is, or where the game was.
 * @param {Game} game
 * @param {boolean} adopting
 * @returns {Game}
 */
export function leave(game, adopting) {
  if (!game.watch) return game;
  if (adopting && !atStart(game)) return { ...game, undone: [], watch: null };
  return { ...game, path: game.watch.mine, watch: null };
}

/**
 * The sentence for a game that has ended without a tour; null while it has not.
 * @param {Game} game
 * @returns {Sentence | null}
 */
export function endOf(game) {
  const { problem, path } = game;
  const state = stateOf(problem, path);
  if (state === "stuck") return ["stuck", lastName(game), left(game), canUndo(game)];
  if (state === "open") return ["open", lastName(game), squareName(path[0], problem.rows)];
  return null;
}
