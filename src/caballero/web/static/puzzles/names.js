// What puzzles are called, and their small pictures: for Puzzles, and for those who lead there.

import { sizeText } from "../board/geometry.js";
import { smallPicture } from "../board/small.js";
import { pieceName } from "../play/names.js";
import { boardWords, dateText, words } from "../words.js";
import { givenNumbers, sizeOf, squareOf, strandsOf } from "./game.js";
import { numbersOf } from "./state.js";

const say = words("puzzles");

/**
 * A text about the puzzle that is shown; about a Zip, its own, if there is one.
 * @param {boolean} zip
 * @param {string} key
 * @param {import("../messages.js").Values} [values]
 */
export const sayOf = (zip, key, values) => (zip && say(`zip-${key}`, values)) || say(key, values);

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {import("./state.js").Game} Game */

/** Puzzles that people know by a name, which is the same in every language. */
const KNOWN = new Map([
  ["king", "Hidato"],
  ["wazir", "Numbrix"],
]);

/** @param {Puzzle} puzzle */
export function nameOf({ problem, zip }) {
  const { piece, closed, grid } = problem;
  const size = sizeText(problem, boardWords);
  if (zip) return `Zip ${size}`;
  if (grid && (piece === "step" || piece === "king")) return say("shaped", { size, closed });
  const known = KNOWN.get(piece);
  return known
    ? say("known", { known, size, closed })
    : say("name", { size, piece: pieceName(piece), closed });
}

/** @param {Puzzle} puzzle */
export function aboutOf({ level, date, trials, zip }) {
  const day = date && dateText(new Date(date), { dateStyle: "long", timeZone: "UTC" });
  return sayOf(zip, "about", { level: level && say(level), date: day, trials });
}

/**
 * What a puzzle is, and how much of it is written.
 * @param {Game} game
 */
export function progressOf({ puzzle, written }) {
  const all = sizeOf(puzzle) - givenNumbers(puzzle).filter(Boolean).length;
  const done = written.numbers.filter(Boolean).length;
  return sayOf(puzzle.zip, "keptOne", { name: nameOf(puzzle), about: aboutOf(puzzle), done, all });
}

/** @param {Game} game */
export function pictureOf(game) {
  const { puzzle } = game;
  const numbers = numbersOf(game);
  const cells = [...numbers.keys()].filter((cell) => numbers[cell]);
  const filled = cells.map((cell) => squareOf(puzzle.problem, cell));
  return smallPicture(puzzle.problem, filled, strandsOf(puzzle, numbers));
}
