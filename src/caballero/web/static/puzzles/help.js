// The reasons of a puzzle: what the server is asked, and what is shown of its answer.

import { lastOf, requestOf, same } from "../board/geometry.js";
import { isAtEnd, shownOf, stepped } from "../game/reasons.js";
import { faultOf, forgotten, nameAt } from "./actions.js";
import * as rules from "./game.js";
import { numbersOf } from "./state.js";

/** @typedef {import("./actions.js").Solving} Solving */
/** @typedef {import("./actions.js").Effect} Effect */
/** @typedef {import("./game.js").Square} Square */
/** @typedef {import("../game/reasons.js").Reason} Reason */
/** @typedef {import("../words.js").Say} Say */
/**
 * What the server is asked: the numbers to start from, and one that is not at a square.
 * @typedef {{numbers: number[], supposed?: {square: Square, number: number}}} Question
 */

/** Without Python there is no reason, but the page has the solution. @type {Reason[]} */
export const NO_REASON = [
  { text: "", short: "", rule: "none", marks: [], legend: [], used: [], out: [] },
];

/** @param {import("./game.js").Puzzle} puzzle @param {Question} question */
export function bodyOf(puzzle, { numbers, supposed }) {
  const { problem, tour, given, zip } = puzzle;
  const clues = numbers.flatMap((number, cell) =>
    number ? [{ square: rules.squareOf(problem, cell), number }] : [],
  );
  const drawn = {
    start: tour[0],
    end: lastOf(tour),
    waypoints: tour.filter((_, i) => given[i]),
    forbidden: problem.walls,
    path: rules.runOf(puzzle, numbers),
  };
  const written = { clues, supposed, forced: problem.forced };
  return { ...requestOf(problem), ...(zip ? drawn : written) };
}

/**
 * Ask why a number is not at a square: the one that stands there or is typed, or the next one.
 * @param {Solving} before
 * @param {number} cell
 * @returns {Effect & {asks?: Question & {supposed: {square: Square, number: number}}}}
 */
export function suppose(before, cell) {
  const { game, typing, current } = before;
  const typed = typing?.cell === cell ? Number(typing.text) : 0;
  const number = typed || game.written.numbers[cell] || current;
  const at = forgotten({ ...before, typing: null });
  const fault = faultOf(at, cell, number);
  if (fault) return { at, cell, says: fault, mood: "bad" };
  const all = numbersOf(game);
  const solution = rules.solutionFor(game.puzzle, all);
  if (solution[cell] === number)
    return { at, cell, says: ["mayStand", { n: number, name: nameAt(at, cell) }], mood: "good" };
  // A reason from numbers that are right, and without this one elsewhere.
  const numbers = all.map((one, i) => (one === solution[i] && one !== number ? one : 0));
  const square = rules.squareOf(game.puzzle.problem, cell);
  return { at, cell, asks: { numbers, supposed: { square, number } } };
}

/**
 * Show why a number is not at a square.
 * @param {Solving} at
 * @param {{square: Square, number: number}} supposed
 * @param {Reason[]} argument
 * @param {Say} say
 */
export function showWhy(at, { square, number }, [first, ...more], say) {
  const { puzzle } = at.game;
  const name = nameAt(at, rules.cellOf(puzzle.problem, square));
  /** @type {[Square, string]} */
  const asked = [square, "?"];
  if (lastOf([first, ...more]).rule === "contradiction") {
    const others = first.marks.filter(([one]) => !same(one, square));
    const text = `${say("suppose", { n: number, name })} ${first.text}`;
    return showReason(
      at,
      [{ ...first, text, marks: [...others, asked], legend: [] }, ...more],
      true,
    );
  }
  const home = rules.solutionFor(puzzle, numbersOf(at.game)).indexOf(number);
  const text = `${first.text} ${say("revealed", { n: number, name: nameAt(at, home) })}`;
  /** @type {[Square, string][]} */
  const marks = [asked, [rules.squareOf(puzzle.problem, home), "o"]];
  return showReason(at, [{ ...first, text, marks, legend: [] }]);
}

/**
 * Show a step, or several one by one, and the number to which they lead: where no rule leads on, one of
 * the solution.
 * @param {Solving} at
 * @param {Reason[]} argument
 * @param {Say} say
 */
export function showSteps(at, argument, say) {
  const last = lastOf(argument);
  if (last.found) return showReason({ ...at, found: last.found }, argument);
  const { puzzle } = at.game;
  const numbers = numbersOf(at.game);
  const n = rules.nextMissing(numbers, rules.sizeOf(puzzle), 1, 1);
  const cell = rules.solutionFor(puzzle, numbers).indexOf(n);
  const square = rules.squareOf(puzzle.problem, cell);
  const short = say("revealed", { n, name: nameAt(at, cell) });
  const text = `${last.text} ${short}`.trim();
  /** @type {[Square, string][]} */
  const marks = [[square, "o"]];
  const whole = [...argument.slice(0, -1), { ...last, text, short, marks, legend: [] }];
  return showReason({ ...at, found: [square, n] }, whole);
}

/**
 * Show a reason: of several conclusions the first, of many only what they lead to.
 * @param {Solving} at
 * @param {Reason[]} argument
 * @param {boolean} [whole]
 * @returns {Effect}
 */
export function showReason(at, argument, whole) {
  const help = shownOf(argument, whole);
  const says = help.later ? lastOf(argument).short : argument[0].text;
  return { at: { ...at, help }, cell: foundCell({ ...at, help }), says };
}

/**
 * Show a conclusion before or after the one that is shown.
 * @param {Solving} before
 * @param {number} by
 * @returns {Effect}
 */
export function conclude(before, by) {
  const help = stepped(before.help, by);
  if (!help) return {};
  const at = { ...before, help };
  return { at, cell: foundCell(at), says: help.argument[help.at].text };
}

/** Show the reason that was too long to be shown at once. @param {Solving} at */
export const showLater = (at) => (at.help?.later ? showReason(at, at.help.later, true) : {});

/** @param {Solving} at */
const foundCell = ({ game, found, help }) =>
  found && isAtEnd(help) ? rules.cellOf(game.puzzle.problem, found[0]) : undefined;
