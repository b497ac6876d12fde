// A small picture of a board and of lines on it.

import { movesOf, shadesOf } from "./colours.js";
import { isDark, placesOf } from "./geometry.js";
import { cornersOf, extentOf, isLacking, middleOf, pointsDown } from "./grid.js";
import { diamondsOf, joinsOf, lineOf, shape, signOf, wallsOf } from "./lines.js";

/** @typedef {import("./geometry.js").Problem} Problem */
/** @typedef {import("./geometry.js").Square} Square */
/** @typedef {import("./geometry.js").Path} Path */

/** @param {Problem} problem @param {Square[]} squares */
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

/** @param {Problem} problem @param {[string, string][]} parts - their classes and paths */
function pictureOf(problem, parts) {
  const [width, height] = extentOf(problem);
  const picture = shape("svg", { class: "small", "aria-hidden": "true" });
  picture.setAttribute("viewBox", `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`);
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
  const all = placesOf(problem);
  /** @param {Square} square */
  const dark = (square) =>
    problem.grid ? pointsDown(problem, square) : isDark(square, problem.rows);
  return pictureOf(problem, [
    ["pale", areas(problem, all)],
    ["dark", areas(problem, all.filter(dark))],
    ["filled", areas(problem, filled)],
    ["hole", areas(problem, problem.holes)],
    ["join", joinsOf(problem).join("")],
    ["line", lines.map((line) => lineOf(problem, line, closed)).join("")],
  ]);
}

/**
 * A small picture of a puzzle: its clues, walls and diamonds, and what is drawn. Only a knight's board is
 * chequered.
 * @param {Problem} problem
 * @param {number[]} numbers - by cell; 0 is none
 * @param {Path[]} lines
 */
export function smallPuzzle(problem, numbers, lines) {
  const all = placesOf(problem);
  const chequered = problem.piece === "knight" && !problem.grid;
  const picture = pictureOf(problem, [
    [chequered ? "pale" : "plain", areas(problem, all)],
    [
      "dark",
      chequered
        ? areas(
            problem,
            all.filter((at) => isDark(at, problem.rows)),
          )
        : "",
    ],
    ["hole", areas(problem, problem.holes)],
    ["line", lines.map((line) => lineOf(problem, line)).join("")],
    ["walls", wallsOf(problem)],
    ["forced", diamondsOf(problem)],
  ]);
  for (const [cell, number] of numbers.entries()) {
    if (!number) continue;
    const [x, y] = middleOf(problem, all[cell]);
    const spot = { cx: String(x), cy: String(y), r: "0.4", class: "clue" };
    const text = shape("text", { x: String(x), y: String(y + 0.18) });
    text.textContent = String(number);
    picture.append(shape("circle", spot), text);
  }
  return picture;
}

/**
 * A small picture of a closed tour in a style of the large one.
 * @param {{problem: Problem, path: Path, style: string}} tour
 */
export function smallArt({ problem, path, style }) {
  const picture = pictureOf(problem, [["pale", areas(problem, placesOf(problem))]]);
  picture.dataset.style = style;
  const shades = shadesOf(problem, path, true, style) ?? [];
  picture.append(...shades.map((fill, i) => shape("path", { d: areas(problem, [path[i]]), fill })));
  if (style === "thread") {
    picture.append(...movesOf(problem, path, { to: path.length, over: true }));
  } else if (style !== "colours") {
    const name = style === "mosaic" ? "area" : "line";
    picture.append(shape("path", { class: name, d: lineOf(problem, path, true) }));
  }
  return picture;
}

/** A small picture of a piece. @param {string} piece @param {string} [look] - a class */
export function pieceSign(piece, look = "") {
  const picture = shape("svg", {
    class: `piece-sign ${look}`,
    viewBox: "0 0 1 1",
    "aria-hidden": "true",
  });
  picture.append(shape("path", { class: "piece", d: signOf(piece) }));
  return picture;
}
