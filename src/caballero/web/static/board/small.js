// A small picture of a board and of lines on it.

import { joinsOf, lineOf, movesOf, shadesOf, shape, signOf } from "./board.js";
import { isDark } from "./geometry.js";

/** @typedef {import("./geometry.js").Problem} Problem */
/** @typedef {import("./geometry.js").Square} Square */
/** @typedef {import("./geometry.js").Path} Path */

/** @param {Square[]} squares */
const areas = (squares) => squares.map(([r, c]) => `M${c} ${r}h1v1h-1z`).join("");

/** @param {Problem} problem */
const squaresOf = ({ rows, columns }) =>
  Array.from(
    { length: rows * columns },
    (_, i) => /** @type {Square} */ ([Math.floor(i / columns), i % columns]),
  );

/**
 * @param {Problem} problem
 * @param {[string, string][]} parts - their classes and paths
 */
function pictureOf({ rows, columns }, parts) {
  const picture = shape("svg", { class: "small", "aria-hidden": "true" });
  picture.setAttribute("viewBox", `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`);
  picture.append(...parts.map(([name, d]) => shape("path", { class: name, d })));
  return picture;
}

/**
 * @param {Problem} problem
 * @param {Square[]} filled - squares that are visited or have a number
 * @param {Path[]} lines
 * @param {boolean} [closed] - whether the lines close
 */
export function smallPicture(problem, filled, lines, closed = false) {
  const all = squaresOf(problem);
  return pictureOf(problem, [
    ["pale", areas(all)],
    ["dark", areas(all.filter((square) => isDark(square, problem.rows)))],
    ["filled", areas(filled)],
    ["hole", areas(problem.holes)],
    ["join", joinsOf(problem).join("")],
    ["line", lines.map((line) => lineOf(problem, line, closed)).join("")],
  ]);
}

/**
 * A small picture of a closed tour in a style of the large one.
 * @param {{problem: Problem, path: Path, style: string}} tour
 */
export function smallArt({ problem, path, style }) {
  const picture = pictureOf(problem, [["pale", areas(squaresOf(problem))]]);
  picture.dataset.style = style;
  const shades = shadesOf(problem, path, true, style) ?? [];
  picture.append(...shades.map((fill, i) => shape("path", { d: areas([path[i]]), fill })));
  if (style === "thread") {
    picture.append(...movesOf(problem, path, { to: path.length, over: true }));
  } else if (style !== "colours") {
    const name = style === "mosaic" ? "area" : "line";
    picture.append(shape("path", { class: name, d: lineOf(problem, path, true) }));
  }
  return picture;
}

/**
 * A small picture of a piece.
 * @param {string} piece
 * @param {string} [look] - a class
 */
export function pieceSign(piece, look = "") {
  const picture = shape("svg", {
    class: `piece-sign ${look}`,
    viewBox: "0 0 1 1",
    "aria-hidden": "true",
  });
  picture.append(shape("path", { class: "piece", d: signOf(piece) }));
  return picture;
}
