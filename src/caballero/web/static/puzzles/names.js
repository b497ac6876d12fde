// What puzzles are called, and their small pictures: for Puzzles, and for those who lead there.

import { sizeText, sizeWithin } from "../board/geometry.js";
import { smallPicture } from "../board/small.js";
import { pieceName } from "../play/names.js";
import { boardWords, dateText, words } from "../words.js";
import { givenNumbers, kindOf, sizeOf, squareOf, strandsOf } from "./game.js";
import { numbersOf } from "./state.js";

const say = words("puzzles");

/**
 * A text about the puzzle that is shown; about a Zip or a Rikudo, its own, if there is one.
 * @param {import("./make.js").Wishes["kind"]} kind
 * @param {string} key
 * @param {import("../messages.js").Values} [values]
 */
export const sayOf = (kind, key, values) => say(`${kind}-${key}`, values) || say(key, values);

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {import("./state.js").Game} Game */

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

/** @param {Puzzle} puzzle */
export function aboutOf(puzzle) {
  const { level, date, trials } = puzzle;
  const day = date && dateText(new Date(date), { dateStyle: "long", timeZone: "UTC" });
  return sayOf(kindOf(puzzle), "about", { level: level && say(level), date: day, trials });
}

/**
 * What a puzzle is, and how much of it is written.
 * @param {Game} game
 */
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
  const cells = [...numbers.keys()].filter((cell) => numbers[cell]);
  const filled = cells.map((cell) => squareOf(puzzle.problem, cell));
  return smallPicture(puzzle.problem, filled, strandsOf(puzzle, numbers));
}
