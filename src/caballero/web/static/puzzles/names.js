// What puzzles are called, and their small pictures: for Puzzles, and for those who lead there.

import { sizeText, sizeWithin } from "../board/grid.js";
import { smallPuzzle } from "../board/small.js";
import { dailyKind } from "../today/daily.js";
import { boardWords, dateText, pieceName, words } from "../words.js";
import { givenNumbers, kindOf, sizeOf, strandsOf, waypointsOf } from "./game.js";
import { numbersOf } from "./state.js";

const say = words("puzzles");

/**
 * A text about the puzzle that is shown; about a Zip or a Rikudo, its own, if any.
 * @param {import("./make.js").Wishes["kind"]} kind
 * @param {string} key
 * @param {import("../messages.js").Values} [values]
 */
export const sayOf = (kind, key, values) => say(`${kind}-${key}`, values) || say(key, values);

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {import("./state.js").Game} Game */

/** @type {Intl.DateTimeFormatOptions} */
const DAY = { day: "numeric", month: "short", timeZone: "UTC" };

/** Puzzles that people know by a name, which is the same in every language. */
const KNOWN = new Map([
  ["king", "Hidato"],
  ["wazir", "Numbrix"],
]);

/** @param {Puzzle} puzzle */
export function nameOf(puzzle) {
  const { problem } = puzzle;
  const { piece, closed, grid } = problem;
  const size = sizeText(problem, boardWords);
  const kind = kindOf(puzzle);
  if (kind !== "numbers") {
    const name = kind === "zip" ? "Zip" : "Rikudo";
    return `${name}${grid ? "," : ""} ${sizeWithin(problem, boardWords)}`;
  }
  if (grid && (piece === "step" || piece === "king")) return say("shaped", { size, closed });
  const known = KNOWN.get(piece);
  return known
    ? say("known", { known, size, closed })
    : say("name", { size, piece: pieceName(piece), closed });
}

/** The title of a puzzle: that of a day has its own. @param {Puzzle} puzzle */
export function titleOf(puzzle) {
  const kind = dailyKind(puzzle);
  return kind ? say("ofDay", { kind: kindName(kind) }) : nameOf(puzzle);
}

/** What is to be done, to be said. @param {Puzzle} puzzle @returns {import("../game/rules.js").Sentence} */
export function aimOf(puzzle) {
  const { piece, closed, grid } = puzzle.problem;
  const hex = Boolean(grid?.startsWith("hex"));
  return ["aim", { n: sizeOf(puzzle), piece, closed, hex, named: pieceName(piece) }];
}

/** @param {string} kind - of today/daily.js */
export const kindName = (kind) => String(say(`kind-${kind}`));

/** @param {Puzzle} puzzle */
export function aboutOf(puzzle) {
  const { level, date, trials } = puzzle;
  const day = date && dateText(new Date(date), DAY);
  return say("about", { level: level && say(level), date: day, trials });
}

/** What a puzzle is, and how much of it is written. @param {Game} game */
export function progressOf({ puzzle, written }) {
  const all = sizeOf(puzzle) - givenNumbers(puzzle).filter(Boolean).length;
  const done = written.numbers.filter(Boolean).length;
  return sayOf(kindOf(puzzle), "keptOne", {
    name: nameOf(puzzle),
    about: aboutOf(puzzle),
    done,
    all,
  });
}

/** @param {Game} game */
export function pictureOf(game) {
  const { puzzle } = game;
  const numbers = numbersOf(game);
  const waypoints = waypointsOf(puzzle);
  const shown = puzzle.zip
    ? numbers.map((_, cell) => waypoints.indexOf(cell) + 1)
    : givenNumbers(puzzle);
  return smallPuzzle(puzzle.problem, shown, strandsOf(puzzle, numbers));
}
