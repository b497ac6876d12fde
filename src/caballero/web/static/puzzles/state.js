// The state of a puzzle that is being solved, and pure functions from one state to the next.
//
// It is the list of all actions, and how many of them count: undo takes one back, redo brings it
// back. The board follows from them, so a stored game is only this list.

import { cellOf, givenNumbers, isGiven, readPuzzle, sizeOf } from "./game.js";

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {"number" | "mark" | "erase" | "clear" | "cut"} Kind - to cut is to keep a path to a cell */
/** @typedef {[Kind, number, number]} Action - with its cell and its number, where it has them */
/**
 * What the reader has written, by cell.
 * @typedef {object} Written
 * @property {number[]} numbers - 0 where there is none
 * @property {number[][]} marks - the pencil marks, in order
 */
/**
 * @typedef {object} Game
 * @property {Puzzle} puzzle
 * @property {Action[]} actions - all, those that were undone last
 * @property {number} done - how many of them count
 * @property {Written} written
 * @property {number} seconds - how long it took so far
 * @property {number} hints - how often the reader was helped
 */

/** @type {Kind[]} */
const KINDS = ["number", "mark", "erase", "clear", "cut"];
const MOST_ACTIONS = 5000; // of a stored game

/** @param {Puzzle} puzzle @returns {Written} */
const nothing = ({ problem }) => {
  const cells = problem.rows * problem.columns;
  return { numbers: Array(cells).fill(0), marks: Array(cells).fill([]) };
};

/** @param {Puzzle} puzzle @returns {Game} */
export const begin = (puzzle) => ({
  puzzle,
  actions: [],
  done: 0,
  written: nothing(puzzle),
  seconds: 0,
  hints: 0,
});

/** All numbers on the board, by cell. @param {Game} game */
export const numbersOf = ({ puzzle, written }) =>
  givenNumbers(puzzle).map((number, cell) => number || written.numbers[cell]);

/** @param {Game} game */
export const left = (game) => sizeOf(game.puzzle) - numbersOf(game).filter(Boolean).length;

/** @param {Game} game */
export const canUndo = ({ done }) => done > 0;

/** @param {Game} game */
export const canRedo = ({ done, actions }) => done < actions.length;

/**
 * Whether a square takes numbers: it is one, and none is given.
 * @param {Puzzle} puzzle
 * @param {number} cell
 */
export const isFree = (puzzle, cell) =>
  puzzle.tour.some((at, i) => cellOf(puzzle.problem, at) === cell && !isGiven(puzzle, i + 1));

/**
 * What is written after an action; the same object if it changes nothing, or is none. A number
 * that was elsewhere moves; pencil marks stay under it.
 * @param {Puzzle} puzzle
 * @param {Written} written
 * @param {Action} action
 * @returns {Written}
 */
function apply(puzzle, written, [kind, cell, number]) {
  if (kind === "clear") return nothing(puzzle);
  if (kind === "cut") {
    const kept = givenNumbers(puzzle)[cell] || written.numbers[cell];
    const numbers = written.numbers.map((one) => (one > kept ? 0 : one));
    return kept ? { ...written, numbers } : written;
  }
  if (!isFree(puzzle, cell)) return written;
  const numbers = [...written.numbers];
  const marks = [...written.marks];
  if (kind === "erase") {
    if (numbers[cell]) numbers[cell] = 0;
    else marks[cell] = [];
    return { numbers, marks };
  }
  if (number < 1 || number > sizeOf(puzzle) || isGiven(puzzle, number)) return written;
  if (kind === "mark") {
    const now = marks[cell];
    const rest = now.filter((one) => one !== number);
    marks[cell] = rest.length < now.length ? rest : [...now, number].sort((a, b) => a - b);
    return { numbers, marks };
  }
  const before = numbers.indexOf(number);
  if (before >= 0) numbers[before] = 0;
  numbers[cell] = number;
  return { numbers, marks };
}

/**
 * @param {Game} game
 * @param {Kind} kind
 * @param {number} [cell]
 * @param {number} [number]
 * @returns {Game}
 */
export function act(game, kind, cell = 0, number = 0) {
  /** @type {Action} */
  const action = [kind, cell, number];
  const written = apply(game.puzzle, game.written, action);
  if (JSON.stringify(written) === JSON.stringify(game.written)) return game;
  const actions = [...game.actions.slice(0, game.done), action];
  return { ...game, actions, done: actions.length, written };
}

/**
 * The game after the first of its actions, `done` of them.
 * @param {Game} game
 * @param {number} done
 * @returns {Game}
 */
function after(game, done) {
  let written = nothing(game.puzzle);
  for (const action of game.actions.slice(0, done)) written = apply(game.puzzle, written, action);
  return { ...game, done, written };
}

/** @param {Game} game */
export const undo = (game) => (canUndo(game) ? after(game, game.done - 1) : game);

/** @param {Game} game */
export const redo = (game) => (canRedo(game) ? after(game, game.done + 1) : game);

/**
 * An action with the number that it erases, or 0 for pencil marks; null if there is none.
 * @param {Game} game
 * @param {number} i - its place in the list
 * @returns {Action | null}
 */
function actionAt(game, i) {
  const action = game.actions[i];
  if (action?.[0] !== "erase") return action ?? null;
  return ["erase", action[1], after(game, i).written.numbers[action[1]]];
}

/** What undo would take back. @param {Game} game */
export const undoes = (game) => actionAt(game, game.done - 1);

/** What redo would bring back. @param {Game} game */
export const redoes = (game) => actionAt(game, game.done);

// -- stored games ------------------------------------------------------------------------------

/**
 * A game as it is stored, and back; null if it is none.
 * @typedef {{puzzle: string, actions: Action[], done: number, seconds: number, hints: number}} Stored
 */

/** @param {Game} game @returns {Stored} */
export const toStored = ({ puzzle, actions, done, seconds, hints }) => ({
  puzzle: puzzle.text,
  actions,
  done,
  seconds,
  hints,
});

/** @param {any} stored @returns {Game | null} */
export function fromStored(stored) {
  const puzzle = readPuzzle(stored?.puzzle);
  if (!puzzle) return null;
  const listed = Array.isArray(stored.actions) ? stored.actions.slice(0, MOST_ACTIONS) : [];
  const actions = listed.filter(
    (/** @type {any} */ one) =>
      Array.isArray(one) && KINDS.includes(one[0]) && one.slice(1).every(Number.isInteger),
  );
  const [seconds, hints] = [stored.seconds, stored.hints].map((n) =>
    Number.isFinite(n) ? Math.max(0, n) : 0,
  );
  const done = Number.isInteger(stored.done) ? stored.done : actions.length;
  return after(
    { ...begin(puzzle), actions, seconds, hints },
    Math.min(Math.max(done, 0), actions.length),
  );
}
