// The state of a game, and pure functions from a state to the next.

import { lastOf, same, squareCount, squareName } from "../board/geometry.js";
import { firstSquares, readGame, stateOf, writeGame } from "../game/rules.js";

/** @typedef {import("../game/rules.js").Problem} Problem */
/** @typedef {import("../game/rules.js").Square} Square */
/** @typedef {import("../game/rules.js").Path} Path */
/** @typedef {import("../game/rules.js").Sentence} Sentence */
/**
 * A tour that is shown: a solution from the reader's squares on, or a replay of them.
 * @typedef {object} Watch
 * @property {Path} mine - the reader's squares
 * @property {Path} tour
 * @property {number} least - how many squares are shown at its beginning
 */
/**
 * @typedef {object} Game
 * @property {Problem} problem
 * @property {Path} path - what is shown, also of a solution
 * @property {Path} undone - what redo brings back, the next last
 * @property {Watch | null} watch
 * @property {number | null} own - the number of the reader's own game; null if nothing is kept
 * @property {boolean} helped - whether the reader has asked for help
 * @property {number} back - how many moves were taken back
 * @property {number | null} shown - the squares after this many were shown by a solution
 * @property {number} seconds - that the reader has played
 */

const FRESH = { helped: false, back: 0, shown: /** @type {number | null} */ (null), seconds: 0 };

/**
 * @param {Problem} problem
 * @param {Path} path
 * @returns {Game}
 */
export const begin = (problem, path) => ({
  problem,
  path,
  undone: [],
  watch: null,
  own: null,
  ...FRESH,
});

/** The game as the reader's own, to be kept. @param {Game} game @returns {Game} */
export function owned(game) {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return { ...game, own: game.own ?? number };
}

/** The reader's path, also while a solution is shown. @param {Game} game */
export const mine = ({ path, watch }) => watch?.mine ?? path;

/** The reader's position as it is written in an address. @param {Game} game */
export const textOf = (game) => writeGame(game.problem, mine(game));

/**
 * A game as it is stored: all its moves, and how many squares of them are not undone.
 * @param {Game} game
 */
export const toStored = (game) => ({
  own: game.own,
  game: writeGame(game.problem, [...mine(game), ...game.undone.toReversed()]),
  done: mine(game).length,
  ...(game.helped && { helped: true }),
  ...(game.back && { back: game.back }),
  ...(game.shown !== null && { shown: game.shown }),
  ...(game.seconds >= 1 && { seconds: Math.floor(game.seconds) }),
});

/** A number of things or of seconds that was stored. @param {unknown} n */
const count = (n) => (Number.isInteger(n) ? Math.max(0, Number(n)) : 0);

/** @param {any} stored @returns {Game | null} */
export function fromStored(stored) {
  const read = readGame(stored?.game);
  if (!read || !Number.isInteger(stored.own)) return null;
  const { problem, path } = read;
  const done = Number.isInteger(stored.done) ? Math.max(0, stored.done) : path.length;
  const whole = { ...begin(problem, path), own: stored.own };
  return {
    ...backTo(whole, Math.max(firstSquares(problem).length, done)),
    helped: stored.helped === true,
    back: count(stored.back),
    shown: Number.isInteger(stored.shown) ? count(stored.shown) : null,
    seconds: count(stored.seconds),
  };
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
 * A move; the first one begins the game again. One that is not what redo would do hides what a solution
 * had shown from there.
 * @param {Game} game
 * @param {Square} square
 * @returns {Game}
 */
export function move(game, square) {
  const { path, undone } = game;
  if (path.length <= firstSquares(game.problem).length) {
    return { ...game, ...FRESH, path: [...path, square], undone: [] };
  }
  if (same(undone.at(-1), square)) return redo(game);
  const shown = game.shown !== null && path.length <= game.shown ? null : game.shown;
  return { ...game, shown, path: [...path, square], undone: [] };
}

/** Do again what was undone last. @param {Game} game @returns {Game} */
export const redo = ({ path, undone, ...game }) => ({
  ...game,
  path: [...path, lastOf(undone)],
  undone: undone.slice(0, -1),
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
  back: game.back + Math.max(0, game.path.length - length),
});

/**
 * Show a solution from the reader's squares on.
 * @param {Game} game
 * @param {Path} rest
 * @returns {Game}
 */
export const watch = (game, rest) => ({
  ...game,
  helped: true,
  watch: { mine: game.path, tour: [...game.path, ...rest], least: game.path.length },
});

/** Show the reader's own tour once more. @param {Game} game @returns {Game} */
export const replay = (game) => ({
  ...game,
  watch: { mine: game.path, tour: game.path, least: 1 },
});

/** @param {Game} game */
export const isReplay = ({ watch }) => watch !== null && watch.tour === watch.mine;

/**
 * The first squares of the tour that is shown.
 * @param {Game} game
 * @param {number} count
 * @returns {Game}
 */
export const showing = (game, count) =>
  game.watch ? { ...game, path: game.watch.tour.slice(0, count) } : game;

/**
 * End the solution: play on from where it is, or where the game was.
 * @param {Game} game
 * @param {boolean} adopting
 * @returns {Game}
 */
export function leave(game, adopting) {
  if (!game.watch) return game;
  const { mine } = game.watch;
  if (!adopting || game.path.length <= mine.length) return { ...game, path: mine, watch: null };
  return { ...game, undone: [], watch: null, shown: game.shown ?? mine.length };
}

/**
 * How a game was won: "shown" if a solution has filled in a part; "" while it is not.
 * @param {Game} game
 */
export function wonBy({ problem, path, watch, shown }) {
  if (watch || stateOf(problem, path) !== "won") return "";
  return shown === null ? "self" : "shown";
}

/**
 * The sentence for a game that has ended without a tour; null while it has not.
 * @param {Game} game
 * @returns {Sentence | null}
 */
export function endOf(game) {
  const { problem, path } = game;
  const state = stateOf(problem, path);
  if (state === "stuck")
    return ["stuck", { name: lastName(game), left: left(game), undoable: canUndo(game) }];
  if (state === "open")
    return ["open", { name: lastName(game), first: squareName(path[0], problem.rows) }];
  return null;
}
