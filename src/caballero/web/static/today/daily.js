// The puzzles of a day, one of each kind, and what became of them. Pure functions of the date, so that a
// day has the same puzzles for everybody, at once, and its past puzzles can be played, too.

import { EMPTY, isHole, parseSquare, placesOf, readProblem } from "../board/geometry.js";
import { extentOf, middleOf } from "../board/grid.js";
import { dateOf, isDate, lastDays } from "../clock.js";
import { kindOf, makePuzzle } from "../puzzles/game.js";
import { DAILIES } from "./dailies.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {import("../puzzles/game.js").Puzzle} Puzzle */
/** @typedef {{seconds: number, hints: number}} Result - of a puzzle that was solved */
/** @typedef {Record<string, Record<string, Result>>} Results - by date and kind */

export const KINDS = ["knight", "numbrix", "hidato", "zip", "rikudo"];
/** The pieces of the kinds. @type {Record<string, string>} */
const PIECES = { numbrix: "wazir", hidato: "king", zip: "wazir", rikudo: "step" };
const DAY = 86_400_000; // milliseconds
const SUNDAY = Date.UTC(2026, 0, 4); // the lists begin here
const TURNS = 16; // a board is turned in four ways, mirrored, and numbered backwards
const MOST = 100; // days that are kept
const FEW = 3; // hints

/** @param {string} date */
const dayNumber = (date) => Math.floor((Date.parse(date) - SUNDAY) / DAY);

/** @param {number} n @param {number} by */
const modulo = (n, by) => ((n % by) + by) % by;

/** The kind of the large puzzle of a day. @param {string} date */
export const mainOf = (date) => KINDS[modulo(dayNumber(date), KINDS.length)];

/**
 * The image of each square of a board that is turned, by a sixth of a circle among hexagons, or mirrored.
 * @param {Problem} problem
 * @param {number} turn
 */
function turned(problem, turn) {
  const [width, height] = extentOf(problem);
  const angle = ((turn % 4) * Math.PI) / (problem.grid ? 3 : 2);
  const [cos, sin, mirror] = [Math.cos(angle), Math.sin(angle), turn & 4 ? -1 : 1];
  const squares = placesOf(problem).filter((square) => !isHole(problem, square));
  const places = squares.map((square) => middleOf(problem, square));
  /** @param {Square} square */
  return (square) => {
    const [x, y] = middleOf(problem, square).map((n, i) => n - [width, height][i] / 2);
    const to = [mirror * (x * cos - y * sin) + width / 2, x * sin + y * cos + height / 2];
    const far = places.map((one) => Math.hypot(one[0] - to[0], one[1] - to[1]));
    return squares[far.indexOf(Math.min(...far))];
  };
}

/** The puzzle of a day. @param {string} date - as 2026-11-23 @param {string} [kind] */
export function dailyOf(date, kind = mainOf(date)) {
  const list = DAILIES[kind].split("|");
  const day = dayNumber(date);
  const turn = modulo(Math.floor(day / list.length), TURNS);
  const [board, level, names, bits, moves = ""] = list[modulo(day, list.length)].split(" ");
  const problem = readProblem(PIECES[kind] ? `${board}.p${PIECES[kind]}` : board) ?? EMPTY;
  const image = turned(problem, turn);
  /** @param {string} text */
  const squares = (text) =>
    (text.match(/[a-z]\d+/g) ?? []).map((name) =>
      image(/** @type {Square} */ (parseSquare(name, problem.rows))),
    );
  const [tour, given, marked] = [
    squares(names),
    [...bits].map(Number).map(Boolean),
    squares(moves),
  ];
  if (turn >= TURNS / 2) for (const list of [tour, given]) list.reverse();
  const pairs = marked.flatMap((one, i) => (i % 2 ? [[marked[i - 1], one]] : []));
  const zip = kind === "zip";
  const whole = pairs.length ? { ...problem, [zip ? "walls" : "forced"]: pairs } : problem;
  return /** @type {Puzzle} */ (makePuzzle(whole, tour, given, { zip, level, date }));
}

/** The kind of a puzzle of a day; "" of another puzzle. @param {Puzzle} puzzle */
export function dailyKind(puzzle) {
  const { date, text, problem } = puzzle;
  const sort = kindOf(puzzle);
  const named = KINDS.find((kind) => kind === sort || (PIECES[kind] ?? kind) === problem.piece);
  const kind = KINDS.includes(sort) ? sort : named;
  return date && kind && dailyOf(date, kind).text === text ? kind : "";
}

/**
 * The date and the kind of an address, such as 2026-11-23/zip; null if they are none.
 * @param {string} rest
 * @returns {[string, string] | null}
 */
export function readDaily(rest) {
  const [date, kind = mainOf(date)] = rest.split("/");
  return isDate(date) && KINDS.includes(kind) ? [date, kind] : null;
}

// -- what became of them ------------------------------------------------------------------------

/**
 * How many days in a row something was done, until today or yesterday; one day without is forgiven.
 * @param {(date: string) => boolean} isDone
 * @param {Date} now
 */
export function streakOf(isDone, now) {
  let [count, missed] = [0, 0];
  for (const date of lastDays(now, MOST).reverse()) {
    if (isDone(date)) {
      count += 1;
      continue;
    }
    if (date === dateOf(now)) continue; // the day is not over
    missed += 1;
    if (missed > 1) break;
  }
  return count;
}

/**
 * The results that were stored, as far as they are sound.
 * @param {any} stored
 * @returns {Results}
 */
export function readResults(stored) {
  if (!stored || typeof stored !== "object") return {};
  /** @param {any} one */
  const isSound = (one) => [one?.seconds, one?.hints].every((n) => Number.isInteger(n) && n >= 0);
  const days = Object.entries(stored)
    .filter(([date]) => isDate(date))
    .map(([date, kinds]) => {
      const sound = Object.entries(kinds ?? {}).filter(
        ([kind, one]) => KINDS.includes(kind) && isSound(one),
      );
      return /** @type {[string, Record<string, Result>]} */ ([date, Object.fromEntries(sound)]);
    })
    .filter(([, kinds]) => Object.keys(kinds).length);
  return Object.fromEntries(days.sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, MOST));
}

/**
 * The results after a puzzle of a day was solved; the first time counts.
 * @param {Results} results
 * @param {string} date
 * @param {string} kind
 * @param {Result} result
 * @returns {Results}
 */
export const withResult = (results, date, kind, { seconds, hints }) => ({
  ...results,
  [date]: { [kind]: { seconds: Math.floor(seconds), hints }, ...results[date] },
});

/** The knights of a result: three without a hint, two with few. @param {number} hints */
export const knightsOf = (hints) => "♞".repeat(hints ? (hints > FEW ? 1 : 2) : 3);
