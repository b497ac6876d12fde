// Puzzles: what they are, how they are written in an address, and when a puzzle is solved. Pure
// functions of a puzzle and of the numbers on its board.
//
// The numbers of a board are a list by cell, row after row; 0 is a square without a number. In a Zip,
// whose first square alone is given, they are those of the path that is drawn: its other given squares
// are waypoints, which the path visits in their order. In a Rikudo, the moves of some diamonds are
// forced.

import { bitsOf, lettersOf } from "../board/bits.js";
import {
  isHole,
  isMove,
  lastOf,
  pathOf,
  pathText,
  readProblem,
  squareCount,
  writeProblem,
} from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {import("../board/geometry.js").Path} Path */
/**
 * @typedef {object} Puzzle
 * @property {Problem} problem
 * @property {Path} tour - a solution; the only solution, unless an address was written by hand
 * @property {boolean[]} given - whether each number of the tour is given, from 1; of a Zip, whether
 *   each square is a waypoint
 * @property {boolean} zip - whether it is a Zip
 * @property {string} level - of LEVELS, or ""
 * @property {string} date - of a puzzle of the day, as 2026-11-23, or ""
 * @property {number} trials - how often no rule but a trial leads on; 0 also if it is not known
 * @property {string} text - the puzzle as it is written in an address
 */

export const LEVELS = ["easy", "medium", "hard", "expert"];
export const MOST_SQUARES = 100;
const MOST_TEXT = 400; // letters of an address
const ZIP = "~"; // before the bits of waypoints

/** @param {Problem} problem @param {Square} square */
export const cellOf = ({ columns }, [r, c]) => r * columns + c;

/** @param {Problem} problem @param {number} cell @returns {Square} */
export const squareOf = ({ columns }, cell) => [Math.floor(cell / columns), cell % columns];

/** @param {Puzzle} puzzle @returns {import("./make.js").Wishes["kind"]} */
export const kindOf = ({ problem, zip }) =>
  zip ? "zip" : problem.forced?.length ? "rikudo" : "numbers";

/** @param {Puzzle} puzzle */
export const sizeOf = ({ tour }) => tour.length;

/** The numbers of a path, by cell. @param {Problem} problem @param {Path} path */
function numberedBy(problem, path) {
  const all = Array(problem.rows * problem.columns).fill(0);
  for (const [i, square] of path.entries()) all[cellOf(problem, square)] = i + 1;
  return all;
}

/**
 * The cells of the forced moves whose numbers do not follow one another.
 * @param {Problem} problem
 * @param {number[]} numbers
 * @returns {[number, number][]}
 */
function forcedApart(problem, numbers) {
  const size = squareCount(problem);
  const pairs = (problem.forced ?? []).map(([a, b]) => [cellOf(problem, a), cellOf(problem, b)]);
  return /** @type {[number, number][]} */ (pairs).filter(([a, b]) => {
    if (!numbers[a] || !numbers[b]) return false;
    const apart = Math.abs(numbers[a] - numbers[b]);
    return apart !== 1 && !(problem.closed && apart === size - 1);
  });
}

/**
 * A puzzle with its address; null if its tour is none.
 * @param {Problem} problem
 * @param {Path} tour
 * @param {boolean[]} given
 * @param {{zip?: boolean, level?: string, date?: string, trials?: number}} [more]
 * @returns {Puzzle | null}
 */
export function makePuzzle(problem, tour, given, more = {}) {
  const { zip = false, level = "", date = "", trials = 0 } = more;
  const size = squareCount(problem);
  if (size < 2 || size > MOST_SQUARES || tour.length !== size || given.length !== size) return null;
  const moves = problem.closed ? [...tour.slice(1), tour[0]] : tour.slice(1);
  if (!moves.every((square, i) => isMove(problem, tour[i], square))) return null;
  if (zip && (problem.closed || !given[0] || !given[size - 1])) return null;
  if (forcedApart(problem, numberedBy(problem, tour)).length) return null;
  const text = [
    writeProblem(problem),
    pathText(problem, tour),
    (zip ? ZIP : "") + lettersOf(given.map(Number)),
    `${level}${date.replaceAll("-", "")}${trials ? `.${trials}` : ""}`,
  ].join("/");
  return { problem, tour, given, zip, level, date, trials, text };
}

/** The puzzle of an address; null if it is none. @param {unknown} text */
export function readPuzzle(text) {
  if (typeof text !== "string" || text.length > MOST_TEXT) return null;
  const [board, moves, bits = "", more] = text.split("/");
  const problem = readProblem(board);
  const zip = bits.startsWith(ZIP);
  const given = bitsOf(zip ? bits.slice(1) : bits)?.map(Boolean);
  const said = /^([a-z]*)(?:(\d{4})(\d\d)(\d\d))?(?:\.(\d{1,2}))?$/.exec(more ?? "");
  if (!said) return null;
  const [, level, y, m, d, trials] = said;
  if (!problem || !given || (level && !LEVELS.includes(level))) return null;
  const date = y ? `${y}-${m}-${d}` : "";
  if (date && Number.isNaN(Date.parse(date))) return null;
  return makePuzzle(problem, pathOf(problem, moves) ?? [], given, {
    zip,
    level,
    date,
    trials: Number(trials ?? 0),
  });
}

/** Whether a number of the tour is given, from 1. @param {Puzzle} puzzle @param {number} number */
export const isGiven = ({ given, zip }, number) => (zip ? number === 1 : given[number - 1]);

/** The numbers that are given, by cell. @param {Puzzle} puzzle */
export function givenNumbers(puzzle) {
  const { problem, tour } = puzzle;
  const numbers = Array(problem.rows * problem.columns).fill(0);
  for (const [i, square] of tour.entries()) {
    if (isGiven(puzzle, i + 1)) numbers[cellOf(problem, square)] = i + 1;
  }
  return numbers;
}

// -- Zips: a path is drawn --------------------------------------------------------------------------

/** The cells of the waypoints, in their order. @param {Puzzle} puzzle */
export const waypointsOf = ({ problem, tour, given }) =>
  tour.filter((_, i) => given[i]).map((square) => cellOf(problem, square));

/**
 * Why the path of a Zip does not go on to a cell, next to its last: "", or a key of words.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 * @param {number} cell
 */
export function stopsAt(puzzle, numbers, cell) {
  const path = runOf(puzzle, numbers);
  const waypoints = waypointsOf(puzzle);
  const place = waypoints.indexOf(cell);
  if (numbers[cell] || !isMove(puzzle.problem, lastOf(path), squareOf(puzzle.problem, cell))) {
    return "notNext";
  }
  if (place > 0 && waypoints.slice(0, place).some((one) => !numbers[one])) return "notYet";
  return place === waypoints.length - 1 && path.length < sizeOf(puzzle) - 1 ? "endsLast" : "";
}

/**
 * The cells through which the path of a Zip goes on straight to a cell; where it cannot reach it, as far
 * as it goes, and why it stops.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 * @param {number} cell
 * @returns {{cells: number[], fault: string}}
 */
export function wayTo(puzzle, numbers, cell) {
  const { problem } = puzzle;
  const [r, c] = squareOf(problem, cell);
  const drawn = [...numbers];
  /** @type {number[]} */
  const cells = [];
  for (;;) {
    const path = runOf(puzzle, drawn);
    const last = lastOf(path);
    const straight = last[0] === r || (last[1] === c && !problem.grid);
    const [down, right] = [Math.sign(r - last[0]), Math.sign(c - last[1])];
    const next = straight ? cellOf(problem, [last[0] + down, last[1] + right]) : cell;
    const fault = stopsAt(puzzle, drawn, next);
    if (fault) return { cells, fault };
    cells.push(next);
    drawn[next] = path.length + 1;
    if (next === cell) return { cells, fault: "" };
  }
}

/**
 * The cell of each number, from index 1.
 * @param {number[]} numbers
 * @returns {number[]} with gaps
 */
function cellsOf(numbers) {
  /** @type {number[]} */
  const cells = [];
  for (const [cell, number] of numbers.entries()) if (number) cells[number] = cell;
  return cells;
}

/**
 * The solution that agrees best with some numbers, by cell: a tour may also be read backwards if
 * the clues allow it.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 * @returns {number[]}
 */
export function solutionFor(puzzle, numbers) {
  const { problem, tour } = puzzle;
  const [first, ...rest] = tour;
  const backwards = problem.closed ? [first, ...rest.reverse()] : [...tour].reverse();
  const fixed = givenNumbers(puzzle);
  /** @param {number[]} all */
  const agreeing = (all) => numbers.filter((number, cell) => number && number === all[cell]).length;
  const [one, other] = [numberedBy(problem, tour), numberedBy(problem, backwards)];
  const fits = fixed.every((number, cell) => !number || number === other[cell]);
  return fits && agreeing(other) > agreeing(one) ? other : one;
}

/**
 * The cells whose number is not that of the solution; of a Zip, those of the path from the first on.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 */
export function wrongCells(puzzle, numbers) {
  const solution = solutionFor(puzzle, numbers);
  const cells = puzzle.zip ? cellsOf(numbers).flat() : [...numbers.keys()];
  /** @param {number} cell */
  const isWrong = (cell) => numbers[cell] && numbers[cell] !== solution[cell];
  const first = cells.findIndex(isWrong);
  return puzzle.zip && first >= 0 ? cells.slice(first) : cells.filter(isWrong);
}

/** The squares with numbers, in their order. @param {Puzzle} puzzle @param {number[]} numbers */
export const runOf = ({ problem }, numbers) =>
  cellsOf(numbers)
    .flat()
    .map((cell) => squareOf(problem, cell));

/**
 * "going", "solved", or "full": all squares have a number, but they are no tour.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 */
export function stateOf(puzzle, numbers) {
  const { problem } = puzzle;
  const path = runOf(puzzle, numbers);
  if (numbers.filter(Boolean).length < sizeOf(puzzle)) return "going";
  const next = problem.closed ? [...path.slice(1), path[0]] : path.slice(1);
  const moves = next.every((square, i) => isMove(problem, path[i], square));
  return moves && !forcedApart(problem, numbers).length ? "solved" : "full";
}

/**
 * Lines through numbers that follow one another and are one move apart.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 * @returns {Path[]}
 */
export function strandsOf(puzzle, numbers) {
  const { problem } = puzzle;
  const cells = cellsOf(numbers);
  /** @type {Path[]} */
  const strands = [];
  /** @type {Path} */
  let strand = [];
  const size = sizeOf(puzzle);
  for (let number = 1; number <= size; number += 1) {
    const square = cells[number] === undefined ? null : squareOf(problem, cells[number]);
    const last = strand.at(-1);
    if (last && (!square || !isMove(problem, last, square))) {
      strands.push(strand);
      strand = [];
    }
    if (square) strand.push(square);
  }
  if (strand.length) strands.push(strand);
  if (problem.closed && cells[1] !== undefined && cells[size] !== undefined) {
    const ends = [squareOf(problem, cells[size]), squareOf(problem, cells[1])];
    if (isMove(problem, ends[0], ends[1])) strands.push(ends);
  }
  return strands.filter((one) => one.length > 1);
}

/** The numbers before and after one. @param {Puzzle} puzzle @param {number} number */
function besideOf(puzzle, number) {
  const size = sizeOf(puzzle);
  if (!puzzle.problem.closed) return [number - 1, number + 1].filter((n) => n >= 1 && n <= size);
  return [((number + size - 2) % size) + 1, (number % size) + 1];
}

/**
 * The free cells one move from both neighbours of a number, of which at least one is written.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 * @param {number} number
 */
export function openCells(puzzle, numbers, number) {
  const { problem } = puzzle;
  const beside = besideOf(puzzle, number).map((one) => numbers.indexOf(one));
  const known = beside.filter((cell) => cell >= 0).map((cell) => squareOf(problem, cell));
  if (!known.length) return [];
  return [...numbers.keys()].filter((cell) => {
    const square = squareOf(problem, cell);
    const free = !numbers[cell] && !isHole(problem, square);
    return free && known.every((other) => isMove(problem, other, square));
  });
}

/**
 * The pairs of numbers that follow one another and are not one move apart, and those of a forced move
 * that do not follow one another: their cells.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 * @returns {[number, number][]}
 */
export function brokenPairs(puzzle, numbers) {
  const { problem } = puzzle;
  const size = sizeOf(puzzle);
  const cells = cellsOf(numbers);
  /** @param {number} number */
  const after = (number) => cells[number < size ? number + 1 : problem.closed ? 1 : 0];
  const apart = cells.flatMap((cell, number) => {
    const next = after(number);
    if (next === undefined) return [];
    const moves = isMove(problem, squareOf(problem, cell), squareOf(problem, next));
    return moves ? [] : [/** @type {[number, number]} */ ([cell, next])];
  });
  return [...apart, ...forcedApart(problem, numbers)];
}

/**
 * The number that a run writes on a free cell, from another cell on, and its direction; null if none
 * may stand there.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 * @param {number} from
 * @param {number} cell
 * @param {number} by - the direction to try first
 * @returns {[number, number] | null}
 */
export function runsTo(puzzle, numbers, from, cell, by) {
  const beside = besideOf(puzzle, numbers[from]).filter((number) => !numbers.includes(number));
  const size = sizeOf(puzzle);
  for (const direction of [by, -by]) {
    const number = ((numbers[from] - 1 + direction + size) % size) + 1;
    const runs = beside.includes(number) && openCells(puzzle, numbers, number).includes(cell);
    if (runs) return [number, direction];
  }
  return null;
}

/**
 * Where to write on from a number that is taken up: the next number that is missing and the
 * direction. This is turned where only the other has room, or if the number was taken up before.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 * @param {number} number
 * @param {number} by - 1 or -1
 * @param {boolean} again
 * @returns {[number, number]}
 */
export function takenUp(puzzle, numbers, number, by, again) {
  const missing = besideOf(puzzle, number).filter((one) => !numbers.includes(one));
  const ahead = nextMissing(numbers, sizeOf(puzzle), number, by);
  const turned = missing.length === 1 ? missing[0] !== ahead : missing.length === 2 && again;
  return turned ? [nextMissing(numbers, sizeOf(puzzle), number, -by), -by] : [ahead, by];
}

/**
 * The next number in a direction that is not on the board, round the ends; 0 if all are.
 * @param {number[]} numbers
 * @param {number} size
 * @param {number} from
 * @param {number} by - 1 or -1
 */
export function nextMissing(numbers, size, from, by) {
  const placed = new Set(numbers);
  for (let i = 1; i <= size; i += 1) {
    const number = ((((from - 1 + i * by) % size) + size) % size) + 1;
    if (!placed.has(number)) return number;
  }
  return 0;
}
