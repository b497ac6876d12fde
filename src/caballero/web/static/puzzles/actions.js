// What the reader of a puzzle does: functions from what there is to what there is then, and what is said.

import { lastOf, squareName } from "../board/geometry.js";
import { clockText } from "../clock.js";
import { knightsOf } from "../today/daily.js";
import * as rules from "./game.js";
import * as state from "./state.js";

/** @typedef {import("./game.js").Square} Square */
/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("../game/rules.js").Sentence} Sentence */
/**
 * A puzzle that is being solved, and what is shown beside it.
 * @typedef {object} Solving
 * @property {Game} game
 * @property {{cell: number, text: string} | null} typing - a number that is not written yet
 * @property {boolean} pencil
 * @property {boolean} counting - whether a click writes the current number
 * @property {number} current - 0 if all numbers are on the board
 * @property {number} by - the direction of counting
 * @property {number} taken - the number that was taken up last
 * @property {number[]} run - the cells of the run that is drawn
 * @property {boolean} asking - whether a touch asks why the current number is not there
 * @property {boolean} rules - whether broken rules are shown at once
 * @property {import("../game/reasons.js").Shown | null} help - what a check or a hint has found
 * @property {[Square, number] | null} found - the square and the number to which a hint leads
 */
/** @typedef {"" | "good" | "bad"} Mood */
/**
 * What comes of an action: what there is then, if it changes; the cell to which the cursor goes; and
 * what is said.
 * @typedef {{at?: Solving, cell?: number, says?: Sentence | string, mood?: Mood}} Effect
 */
/** @typedef {(at: Solving) => Effect} Act */
/** @typedef {(at: Solving, cell: number) => Effect} ActAt */

const MOST_NAMES = 8; // of wrong squares in a sentence; all are marked
const NOTHING_FOUND = { help: null, found: null };

/** @param {Game} game @param {{counting: boolean, rules: boolean}} wishes @returns {Solving} */
export function begun(game, wishes) {
  const none = { typing: null, pencil: false, asking: false, current: 0, taken: 0, run: [] };
  return { game, by: 1, ...none, ...NOTHING_FOUND, ...wishes };
}

/** Forget what a check or a hint has found. @param {Solving} at @returns {Solving} */
export const forgotten = (at) => ({ ...at, ...NOTHING_FOUND });

/**
 * Go on with another state of the game: a number on the board is not written next.
 * @param {Solving} at
 * @param {Game} game
 * @returns {Solving}
 */
export function onto(at, game) {
  const numbers = state.numbersOf(game);
  const stands = !at.current || numbers.includes(at.current);
  const next = () => rules.nextMissing(numbers, rules.sizeOf(game.puzzle), at.current || 1, at.by);
  return { ...forgotten(at), game, taken: 0, current: stands ? next() : at.current };
}

/** @param {Solving} at @param {Game} game - another one */
export const opened = (at, game) =>
  onto({ ...at, typing: null, current: 0, asking: false, run: [] }, game);

/** @param {Game} game */
export const isSolved = (game) => rules.stateOf(game.puzzle, state.numbersOf(game)) === "solved";

/** How a puzzle was solved. @param {Game} game */
export const resultOf = ({ hints, seconds }) => ({
  time: clockText(seconds),
  hints,
  knights: knightsOf(hints),
});

/** @param {Solving} at @param {number} cell */
export function nameAt({ game: { puzzle } }, cell) {
  return squareName(rules.squareOf(puzzle.problem, cell), puzzle.problem.rows);
}

/** @param {Solving} at @param {number[]} cells */
function namesAt(at, cells) {
  const names = cells.slice(0, MOST_NAMES).map((cell) => nameAt(at, cell));
  return names.join(", ") + (cells.length > MOST_NAMES ? ", …" : "");
}

/**
 * What is said of a game.
 * @param {Game} game
 * @param {Sentence} otherwise - unless every square has a number
 * @returns {Effect}
 */
export function told(game, otherwise) {
  const now = rules.stateOf(game.puzzle, state.numbersOf(game));
  if (now === "full") return { says: ["full"], mood: "bad" };
  if (now !== "solved") return { says: otherwise };
  return { says: ["solved", { n: rules.sizeOf(game.puzzle), ...resultOf(game) }], mood: "good" };
}

// -- numbers -----------------------------------------------------------------------------------------

/**
 * Why a square takes no number, or not this one: a sentence, or null.
 * @param {Solving} at
 * @param {number} cell
 * @param {number} [number]
 * @returns {Sentence | null}
 */
export function faultOf(at, cell, number) {
  const { puzzle } = at.game;
  const given = rules.givenNumbers(puzzle);
  const name = nameAt(at, cell);
  if (!state.isFree(puzzle, cell))
    return given[cell] ? ["isClue", { name, n: given[cell] }] : ["onHole", { name }];
  if (number === undefined) return null;
  if (!number) return ["counting", { n: 0 }];
  const most = rules.sizeOf(puzzle);
  if (number > most) return ["tooLarge", { n: number, most }];
  if (!given.includes(number)) return null;
  return ["numberIsClue", { n: number, name: nameAt(at, given.indexOf(number)) }];
}

/**
 * What a number breaks: a sentence, or undefined.
 * @param {Solving} at
 * @param {number} cell
 * @returns {Sentence | undefined}
 */
function brokenAt(at, cell) {
  const { puzzle } = at.game;
  const numbers = state.numbersOf(at.game);
  const pair = rules.brokenPairs(puzzle, numbers).find((one) => one.includes(cell));
  if (!pair) return undefined;
  const other = pair[0] === cell ? pair[1] : pair[0];
  const follow = Math.abs(numbers[cell] - numbers[other]) === 1;
  return [
    follow || rules.kindOf(puzzle) === "numbers" ? "breaks" : "breaksForced",
    { name: nameAt(at, cell), n: numbers[cell], other: nameAt(at, other), m: numbers[other] },
  ];
}

/**
 * Write a number, in ink or with the pencil, or say why not.
 * @param {Solving} before
 * @param {number} cell
 * @param {number} number
 * @param {boolean} [ink]
 * @returns {Effect}
 */
export function write(before, cell, number, ink = !before.pencil) {
  const at = { ...before, typing: null };
  const fault = faultOf(at, cell, number);
  if (fault) return { at, says: fault, mood: "bad" };
  const name = nameAt(at, cell);
  if (!ink) {
    const next = onto(at, state.act(at.game, "mark", cell, number));
    const list = next.game.written.marks[cell].join(", ");
    return { at: next, cell, says: ["marked", { name, list }] };
  }
  const next = onto({ ...at, current: number }, state.act(at.game, "number", cell, number));
  const left = state.left(next.game);
  const broken = next.rules && left ? brokenAt(next, cell) : undefined;
  if (broken) return { at: next, cell, says: broken, mood: "bad" };
  return { at: next, cell, ...told(next.game, ["wrote", { name, n: number, left }]) };
}

/** Write the number that was typed. @param {Solving} at @returns {Effect} */
export const commit = (at) => (at.typing ? write(at, at.typing.cell, Number(at.typing.text)) : {});

/** @param {Solving} at */
const committed = (at) => commit(at).at ?? at;

/** @param {Solving} before @param {number} cell @param {string} digit @returns {Effect} */
export function type(before, cell, digit) {
  const fault = faultOf(before, cell);
  if (fault) return { says: fault, mood: "bad" };
  const at = before.typing?.cell === cell ? before : committed(before);
  const text = String(Number((at.typing?.text ?? "") + digit));
  if (text === "0") return { at };
  const typed = { ...at, typing: { cell, text } };
  return Number(text) * 10 > rules.sizeOf(at.game.puzzle) ? commit(typed) : { at: typed };
}

/** Erase what is typed, a number or pencil marks; of a Zip, its last square. @type {ActAt} */
export const erase = (at, cell) => {
  const { game, typing } = at;
  if (game.puzzle.zip) return cut(at, pathCells(game).at(-2));
  if (typing) {
    const text = typing.text.slice(0, -1);
    return { at: { ...at, typing: text ? { ...typing, text } : null } };
  }
  const fault = faultOf(at, cell);
  if (fault) return { says: fault, mood: "bad" };
  const current = game.written.numbers[cell] || at.current; // it is what one writes next
  const next = onto({ ...at, current }, state.act(game, "erase", cell));
  return { at: next, cell, says: ["erased", { name: nameAt(at, cell) }] };
};

// -- history -----------------------------------------------------------------------------------------

/**
 * Undo or redo.
 * @param {Solving} before
 * @param {Game} game - the next one
 * @param {state.Action | null} action - that is taken back, or brought back
 * @returns {Effect}
 */
function travel(before, game, action) {
  const at = { ...before, typing: null };
  if (game === before.game || !action) return { at };
  const [kind, cell, number] = action;
  const next = onto(kind === "number" ? { ...at, current: number } : at, game);
  const name = nameAt(next, cell);
  const goes = game.puzzle.zip ? lastCell(game) : cell;
  if (kind !== "clear" && kind !== "cut") {
    const changed = told(game, ["changed", { name, n: game.written.numbers[cell] }]);
    return { at: next, cell: goes, ...changed };
  }
  const again = kind === "cut" ? "erased" : "restarted";
  const says = game.done < game.actions.length ? "restored" : again;
  return { at: next, cell: game.puzzle.zip ? goes : undefined, says: [says, { name }] };
}

/** @param {Solving} at */
export const undo = (at) => travel(at, state.undo(at.game), state.undoes(at.game));

/** @param {Solving} at */
export const redo = (at) => travel(at, state.redo(at.game), state.redoes(at.game));

/** @param {Solving} at @returns {Effect} */
export const restart = (at) => ({
  at: onto({ ...at, typing: null }, state.act(at.game, "clear")),
  says: ["restarted"],
});

// -- the path of a Zip -------------------------------------------------------------------------------

/** @param {Game} game */
const pathCells = ({ puzzle, ...game }) =>
  rules
    .runOf(puzzle, state.numbersOf({ puzzle, ...game }))
    .map((square) => rules.cellOf(puzzle.problem, square));

/** @param {Game} game */
export const lastCell = (game) => lastOf(pathCells(game));

/**
 * Keep the path to a cell.
 * @param {Solving} at
 * @param {number | undefined} cell
 * @returns {Effect}
 */
function cut(at, cell) {
  if (cell === undefined) return {};
  const { game } = at;
  const [kind, drawn] = state.undoes(game) ?? [];
  const undoes = kind === "number" && drawn === lastCell(game) && pathCells(game).at(-2) === cell;
  const next = undoes ? state.undo(game) : state.act(game, "cut", cell);
  return { at: onto(at, next), cell, says: ["erased", { name: nameAt(at, cell) }] };
}

/** Why the path stops before a cell. @param {Solving} at @param {number} cell @param {string} fault */
function stopped(at, cell, fault) {
  const values = { name: nameAt(at, cell), last: nameAt(at, lastCell(at.game)) };
  return /** @type {Effect} */ ({ says: [fault, values], mood: "bad" });
}

/** Draw the path straight on to a cell, or back to it; say why not where it stops. @type {ActAt} */
export const drawTo = (at, cell) => {
  const { game } = at;
  const numbers = state.numbersOf(game);
  if (cell === lastCell(game)) return {};
  if (numbers[cell]) return cut(at, cell);
  const { cells, fault } = rules.wayTo(game.puzzle, numbers, cell);
  const length = pathCells(game).length + 1;
  const next = cells.reduce((to, one, i) => state.act(to, "number", one, length + i), game);
  const effect = cells.length ? { at: onto(at, next), cell: lastCell(next) } : {};
  if (fault) return { ...effect, ...stopped({ ...at, game: next }, cell, fault) };
  return {
    ...effect,
    ...told(next, ["wrote", { name: nameAt(at, cell), left: state.left(next) }]),
  };
};

/**
 * A finger draws the path from one square to the next, and takes it back; at another square, which it may
 * pass, the path stops, and why is said.
 * @param {Solving} at
 * @param {number} cell
 * @param {boolean} begins
 * @returns {Effect}
 */
function dragTo(at, cell, begins) {
  const { game } = at;
  const numbers = state.numbersOf(game);
  const back = begins ? numbers[cell] > 0 : pathCells(game).at(-2) === cell;
  const fault = rules.stopsAt(game.puzzle, numbers, cell);
  if (back || !fault) return drawTo(at, cell);
  return numbers[cell] ? {} : stopped(at, cell, fault);
}

/** Whether a square is the end of the path of a Zip. @param {Game} game @param {Square} square */
export const isTip = (game, square) =>
  game.puzzle.zip && rules.cellOf(game.puzzle.problem, square) === lastCell(game);

/** An arrow draws from the end of the path, or takes it back. @type {ActAt} */
export const arrow = (at, cell) => {
  const { game } = at;
  const crosses = state.numbersOf(game)[cell] && pathCells(game).at(-2) !== cell;
  return crosses ? stopped(at, cell, "notNext") : drawTo(at, cell);
};

// -- ways to write -----------------------------------------------------------------------------------

/** @type {Act} */
export const pencil = (before) => {
  const at = committed(before);
  return {
    at: { ...at, pencil: !at.pencil },
    says: [at.pencil ? "pencilOff" : "pencilOn"],
  };
};

/** @type {Act} */
export const counting = (before) => {
  const at = committed(before);
  const says = at.counting ? "countingOff" : "counting";
  return { at: { ...at, counting: !at.counting }, says: [says, { n: at.current }] };
};

/**
 * @param {Solving} at
 * @param {number} by - to the missing number after, or before
 * @returns {Effect}
 */
export function count(at, by) {
  const numbers = state.numbersOf(at.game);
  const current = rules.nextMissing(numbers, rules.sizeOf(at.game.puzzle), at.current, by);
  return { at: { ...at, by, current }, says: ["counting", { n: current }] };
}

/**
 * Write on from a number on the board.
 * @param {Solving} at
 * @param {number} number
 * @returns {Effect}
 */
function takeUp(at, number) {
  const { puzzle } = at.game;
  const again = at.taken === number;
  const numbers = state.numbersOf(at.game);
  const [current, by] = rules.takenUp(puzzle, numbers, number, at.by, again);
  return { at: { ...at, current, by, taken: number }, says: ["counting", { n: current }] };
}

/**
 * A run is written by dragging along it. The squares where its next number cannot stand are only
 * on the way; back on the square before, the last number goes.
 * @param {Solving} before
 * @param {number} cell
 * @param {boolean} begins
 * @returns {Effect}
 */
export function draw(before, cell, begins) {
  const { game, run, by } = before;
  const numbers = state.numbersOf(game);
  if (game.puzzle.zip) return dragTo(before, cell, begins);
  if (begins) {
    const at = { ...committed(before), run: [cell] };
    return numbers[cell] ? { at } : write(at, cell, at.current);
  }
  const last = state.undoes(game);
  if (run.length > 1 && cell === run.at(-2) && last?.[1] === run.at(-1))
    return undo({ ...before, run: run.slice(0, -1) });
  const next = rules.runsTo(game.puzzle, numbers, run[run.length - 1], cell, by);
  return next ? write({ ...before, run: [...run, cell], by: next[1] }, cell, next[0]) : {};
}

/** A square is touched. @type {ActAt} */
export const choose = (before, cell) => {
  const at = committed(before);
  const number = state.numbersOf(at.game)[cell];
  if (at.game.puzzle.zip) return drawTo(at, cell);
  if (!at.counting) return { at };
  if (number) return takeUp(at, number);
  return at.current ? write(at, cell, at.current) : { at, says: ["counting", { n: 0 }] };
};

// -- help --------------------------------------------------------------------------------------------

/** Ask about each square that is touched, until this is pressed again. @type {Act} */
export const ask = (before) => {
  const at = forgotten(committed(before));
  const says = at.asking ? "askingOff" : "asking";
  return { at: { ...at, asking: !at.asking }, says: [says, { n: at.current }] };
};

/** The reader was helped once more. @param {Solving} at @returns {Solving} */
export const helped = (at) => ({ ...at, game: { ...at.game, hints: at.game.hints + 1 } });

/**
 * Mark the squares with a wrong number, and say which.
 * @param {Solving} at
 * @param {number[]} wrong
 * @param {string} key
 * @returns {Effect}
 */
function shownWrong(at, wrong, key) {
  const { game } = at;
  /** @type {[Square, string][]} */
  const marks = wrong.map((cell) => [rules.squareOf(game.puzzle.problem, cell), "x"]);
  const help = { marks, legend: [], argument: [], at: 0 };
  const all = game.written.numbers.filter(Boolean).length;
  const counts = { n: wrong.length, right: all - wrong.length, all };
  const said = { ...counts, names: namesAt(at, wrong), first: nameAt(at, wrong[0]) };
  return { at: { ...helped(at), help }, says: [key, said], mood: "bad" };
}

/** Say what is wrong on the board. @type {Act} */
export const check = (before) => {
  const at = forgotten(committed(before));
  const { game } = at;
  const n = game.written.numbers.filter(Boolean).length;
  const wrong = rules.wrongCells(game.puzzle, state.numbersOf(game));
  if (!n) return { at, says: ["nothing"] };
  if (wrong.length) return shownWrong(at, wrong, "someWrong");
  return { at, mood: "good", ...told(game, ["allRight", { n }]) };
};

/**
 * Why there is no hint: the puzzle is solved, or a number is wrong; otherwise nothing is said.
 * @type {Act}
 */
export const hinted = (before) => {
  const at = forgotten(committed(before));
  const wrong = rules.wrongCells(at.game.puzzle, state.numbersOf(at.game));
  if (isSolved(at.game)) return { at, ...told(at.game, ["nothing"]) };
  return wrong.length ? shownWrong(at, wrong, "wrongFirst") : { at };
};

/** Write the number to which a hint leads. @type {Act} */
export const writeFound = (at) => {
  if (!at.found) return {};
  const [square, number] = at.found;
  const { problem, zip } = at.game.puzzle;
  const cell = rules.cellOf(problem, square);
  return zip ? drawTo(at, cell) : write(at, cell, number, true);
};

/** Whether a stroke of a finger writes. @param {Solving} at */
export const strokes = ({ game, counting, pencil, asking }) =>
  game.puzzle.zip || (counting && !pencil && !asking);
