// A small picture of a board and of lines on it.

import { joinsOf, lineOf, shape, signOf } from "./board.js";
import { cornersOf, extentOf, isDark, isLacking, pointsDown } from "./geometry.js";

/** @typedef {import("./geometry.js").Problem} Problem */
/** @typedef {import("./geometry.js").Square} Square */
/** @typedef {import("./geometry.js").Path} Path */

/**
 * @param {Problem} problem
 * @param {Square[]} squares
 */
const areas = (problem, squares) =>
  squares
    .filter((square) => !isLacking(problem, square))
    .map(
      (square) =>
        `M${cornersOf(problem, square, problem.grid ? 0.92 : 1)
          .map(spot)
          .join("L")}z`,
    )
    .join("");

/** @param {[number, number]} point */
const spot = (point) => point.map((n) => Number(n.toFixed(2))).join(" ");

/**
 * @param {Problem} problem
 * @param {Square[]} filled - squares that are visited or have a number
 * @param {Path[]} lines
 * @param {boolean} [closed] - whether the lines close
 */
export function smallPicture(problem, filled, lines, closed = false) {
  const { rows, columns, holes, grid } = problem;
  const [width, height] = extentOf(problem);
  const all = Array.from(
    { length: rows * columns },
    (_, i) => /** @type {Square} */ ([Math.floor(i / columns), i % columns]),
  );
  const picture = shape("svg", { class: "small", "aria-hidden": "true" });
  picture.setAttribute("viewBox", `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`);
  /** @param {Square} square */
  const dark = (square) => (grid ? pointsDown(problem, square) : isDark(square, rows));
  const parts = [
    ["pale", areas(problem, all)],
    ["dark", areas(problem, all.filter(dark))],
    ["filled", areas(problem, filled)],
    ["hole", areas(problem, holes)],
    ["join", joinsOf(problem).join("")],
    ["line", lines.map((line) => lineOf(problem, line, closed)).join("")],
  ];
  picture.append(...parts.map(([name, d]) => shape("path", { class: name, d })));
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
