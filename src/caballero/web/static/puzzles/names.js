// What puzzles are called, and their small pictures: for Puzzles, and for those who lead there.

import { smallPicture } from "../board/small.js";
import { pieceName } from "../play/names.js";
import { dateText, words } from "../words.js";
import { sizeOf, squareOf, strandsOf } from "./game.js";
import { numbersOf } from "./state.js";

const say = words("puzzles");

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {import("./state.js").Game} Game */

/** Puzzles that people know by a name, which is the same in every language. */
const KNOWN = new Map([
  ["king", "Hidato"],
  ["wazir", "Numbrix"],
]);

/** @param {Puzzle} puzzle */
export function nameOf({ problem: { rows, columns, piece, closed } }) {
  const known = KNOWN.get(piece);
  return known
    ? say("known", { known, rows, columns, closed })
    : say("name", { rows, columns, piece: pieceName(piece), closed });
}

/** @param {Puzzle} puzzle */
export function aboutOf({ level, date, trials }) {
  const day = date && dateText(new Date(date), { dateStyle: "long", timeZone: "UTC" });
  return say("about", { level: level && say(level), date: day, trials });
}

/**
 * What a puzzle is, and how much of it is written.
 * @param {Game} game
 */
export function progressOf({ puzzle, written }) {
  const all = sizeOf(puzzle) - puzzle.given.filter(Boolean).length;
  const done = written.numbers.filter(Boolean).length;
  return say("keptOne", { name: nameOf(puzzle), about: aboutOf(puzzle), done, all });
}

/** @param {Game} game */
export function pictureOf(game) {
  const { puzzle } = game;
  const numbers = numbersOf(game);
  const cells = [...numbers.keys()].filter((cell) => numbers[cell]);
  const filled = cells.map((cell) => squareOf(puzzle.problem, cell));
  return smallPicture(puzzle.problem, filled, strandsOf(puzzle, numbers));
}
