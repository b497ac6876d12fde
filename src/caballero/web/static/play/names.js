// What games and levels are called, and their small pictures: for Play, and for those who lead there.

import { squareCount, squareName } from "../board/geometry.js";
import { sizeText } from "../board/grid.js";
import { PIECES } from "../board/pieces.js";
import { smallPicture } from "../board/small.js";
import { stateOf } from "../game/rules.js";
import { boardWords, pieceName, words } from "../words.js";
import { shapeOf } from "./levels.js";

const say = words("play");

/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("../game/rules.js").Square} Square */

/** Which game it is. @param {import("../game/rules.js").Problem} problem */
export function titleOf(problem) {
  if (problem.grid) return levelName(problem);
  const { rows, columns, piece, closed, surface, holes } = problem;
  const shape = shapeOf(problem);
  const named = Object.hasOwn(PIECES, piece);
  const sides = say("sides", { rows, columns });
  const where = say("ground", { surface, sides, left: holes.length && squareCount(problem) });
  const title = say("title", { piece: pieceName(piece), code: piece, named, closed, where });
  const whole = [title, endsOf(problem)].filter(Boolean).join(", ");
  return shape ? `${say(`shape-${shape}`)}. ${whole}` : whole;
}

/** The given start and end in words. @param {import("../game/rules.js").Problem} problem */
function endsOf({ rows, start, end }) {
  /** @param {Square | null} square */
  const name = (square) => square && squareName(square, rows);
  return say("ends", { start: name(start), end: name(end) });
}

/**
 * The name of a level in its world: no two have the same.
 * @param {import("../game/rules.js").Problem} problem
 */
export function levelName(problem) {
  const { rows, columns, piece, closed, surface, grid } = problem;
  const shape = shapeOf(problem);
  const size = grid ? sizeText(problem, boardWords) : `${rows}\u00a0×\u00a0${columns}`;
  return [
    shape ? say(`shape-${shape}`) : size,
    piece === (grid ? "step" : "knight") ? "" : pieceName(piece),
    surface === "flat" ? "" : boardWords(surface).split(":")[0],
    closed ? say("closed") : "",
    endsOf(problem),
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {Game} game */
export function nameOf({ problem, path }) {
  const { piece, closed, surface } = problem;
  const where = surface === "flat" ? "" : boardWords(surface).split(":")[0];
  const all = squareCount(problem);
  return say("keptOne", {
    size: sizeText(problem, boardWords),
    piece: pieceName(piece),
    closed,
    where,
    n: path.length,
    all,
  });
}

/** @param {Game} game */
export const pictureOf = ({ problem, path }) =>
  smallPicture(problem, path, [path], problem.closed && stateOf(problem, path) === "won");
