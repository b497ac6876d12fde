// What is seen of a puzzle: functions from what there is to the picture of its board.

import { stepsOf } from "../board/pieces.js";
import { isAtEnd, seenOf } from "../game/reasons.js";
import { isSolved } from "./actions.js";
import * as rules from "./game.js";
import { numbersOf } from "./state.js";

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {import("./game.js").Square} Square */
/** @typedef {import("./actions.js").Solving} Solving */
/** @typedef {[Square, import("../board/board.js").Seen][]} Looks */

/**
 * Whether all squares have one colour, as in print: unless the piece leaps.
 * @param {import("../board/geometry.js").Problem} problem
 */
export const isPlainBoard = ({ grid, piece }) =>
  Boolean(grid) || stepsOf(piece).every((step) => step.every((part) => Math.abs(part) < 2));

/**
 * The numbers that a reason has found so far, by cell.
 * @param {Solving} at
 * @returns {Map<number, number>}
 */
function foundIn({ game, help, found }) {
  const lines = help?.argument.slice(0, help.at + 1) ?? [];
  const known = lines.map((line) => line.found ?? null);
  if (isAtEnd(help)) known.push(found);
  const { problem } = game.puzzle;
  return new Map(known.flatMap((one) => (one ? [[rules.cellOf(problem, one[0]), one[1]]] : [])));
}

/** What is seen of each square beside its marks. @param {Solving} at @returns {Looks} */
export function looksOf(at) {
  const { typing, counting, current, help, game } = at;
  const { puzzle, written } = game;
  const numbers = numbersOf(game);
  const told = foundIn(at);
  if (puzzle.zip) return zipLooks(puzzle, numbers, told);
  const open = new Set(counting && !help ? rules.openCells(puzzle, numbers, current) : []);
  const broken = new Set(at.rules ? rules.brokenPairs(puzzle, numbers).flat() : []);
  return rules.givenNumbers(puzzle).map((given, cell) => {
    const number = numbers[cell];
    const square = rules.squareOf(puzzle.problem, cell);
    if (typing?.cell === cell) return [square, { look: "typing", text: typing.text }];
    if (number) {
      if (given) return [square, { look: "given", number, text: number }];
      if (!broken.has(cell)) return [square, { look: "own", number, text: number }];
      return [square, { look: "own broken", number, text: number, mark: "!" }];
    }
    const small = written.marks[cell].join(" ");
    if (told.has(cell)) return [square, { look: "may told", text: told.get(cell), small }];
    if (open.has(cell)) return [square, { look: "may", text: current, small }];
    return [square, { look: counting && current ? "free" : "", small }];
  });
}

/**
 * What is seen of each square of a Zip: the waypoints and the path.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 * @param {Map<number, number>} told - the square where a hint goes on
 * @returns {Looks}
 */
function zipLooks(puzzle, numbers, told) {
  const waypoints = rules.waypointsOf(puzzle);
  const length = numbers.filter(Boolean).length;
  return numbers.map((number, cell) => {
    const place = waypoints.indexOf(cell) + 1;
    const look = [
      place && "given",
      number && "own",
      number === length && "tip",
      told.has(cell) && "told",
      !number && !rules.stopsAt(puzzle, numbers, cell) && "next",
    ];
    const text = place || "";
    return [
      rules.squareOf(puzzle.problem, cell),
      { look: look.filter(Boolean).join(" "), number, text },
    ];
  });
}

/** The picture of the board. @param {Solving} at @param {Looks} looks */
export function pictureOf(at, looks) {
  const { puzzle } = at.game;
  const { problem } = puzzle;
  const numbers = numbersOf(at.game);
  const { marks, used = [], out = [] } = seenOf(at.help);
  const pairs = at.rules ? rules.brokenPairs(puzzle, numbers) : [];
  const broken = pairs.map((pair) => pair.map((cell) => rules.squareOf(problem, cell)));
  const path = rules.runOf(puzzle, numbers);
  const won = { path, won: true, closed: problem.closed, style: "none" };
  return {
    problem,
    looks,
    ...(isSolved(at.game) && won),
    strands: rules.strandsOf(puzzle, numbers),
    marks,
    used,
    out: [...out, ...broken],
    piece: false,
  };
}
