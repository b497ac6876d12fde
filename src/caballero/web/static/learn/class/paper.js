// Worksheets as pages of A4 or Letter: boards as drawings, a line for the name, the solutions last.

import { columnName, isDark } from "../../board/geometry.js";
import { lineOf, shape } from "../../board/lines.js";
import { make } from "../../dom.js";
import { words } from "../../words.js";
import { squaresOn } from "../solutions.js";
import { inPages } from "./sheets.js";

const say = words("class");

/** @typedef {import("./sheets.js").Task} Task */
/** @typedef {import("../../board/geometry.js").Square} Square */
/**
 * @typedef {object} Layout
 * @property {string} title
 * @property {string} aim - what to do
 * @property {number} perPage
 * @property {boolean} solutions
 * @property {(task: Task) => string} about - said below a board
 */

const SOLUTIONS = 12; // on a page

/** @param {Square[]} squares */
const areas = (squares) => squares.map(([r, c]) => `M${c} ${r}h1v1h-1z`).join("");

/**
 * @param {number} x
 * @param {number} y
 * @param {string | number} text
 * @param {string} look
 */
function label(x, y, text, look) {
  const node = shape("text", { x: `${x}`, y: `${y}`, class: look });
  node.textContent = `${text}`;
  return node;
}

/**
 * A board with the names of its rows and columns, and the numbers that are printed.
 * @param {Task} task
 * @param {boolean} solved - whether all numbers are printed
 */
export function drawing({ problem, tour, given, level }, solved) {
  const { rows, columns } = problem;
  const squares = squaresOn(problem);
  const dark = squares.filter((square) => isDark(square, rows));
  const numbers = [...given.keys()].filter((i) => given[i]).map((i) => i + 1);
  const viewBox = `-0.75 -0.1 ${columns + 0.85} ${rows + 0.85}`;
  const picture = shape("svg", { viewBox, preserveAspectRatio: "xMidYMin" });
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", say("drawing", { rows, columns, n: numbers.length }));
  const begun = numbers.map((number) => tour[number - 1]);
  const line = solved || level ? "" : lineOf(problem, begun, false, numbers);
  picture.append(
    shape("path", { class: "squares-drawn", d: areas(squares) }),
    shape("path", { class: "dark-drawn", d: areas(dark) }),
    shape("path", { class: "line-drawn", d: line }),
  );
  for (const [i, [r, c]] of tour.entries()) {
    if (!solved && !given[i]) continue;
    const disc = shape("circle", { cx: `${c + 0.5}`, cy: `${r + 0.5}`, r: "0.3" });
    disc.setAttribute("class", isDark([r, c], rows) ? "dark-drawn" : "squares-drawn");
    picture.append(
      disc,
      label(c + 0.5, r + 0.64, i + 1, given[i] ? "given-drawn" : "number-drawn"),
    );
  }
  for (let r = 0; r < rows; r += 1) picture.append(label(-0.4, r + 0.62, rows - r, "name-drawn"));
  for (let c = 0; c < columns; c += 1) {
    picture.append(label(c + 0.5, rows + 0.5, columnName(c), "name-drawn"));
  }
  return picture;
}

/**
 * @param {[string, Element][]} figures - captions and drawings
 * @param {number} perPage
 * @param {Element[]} head
 */
function sheet(figures, perPage, head) {
  const boxes = figures.map(([caption, picture]) =>
    make("figure", {}, make("figcaption", {}, caption), picture),
  );
  const grid = make("div", { className: `boards of-${perPage}` }, ...boxes);
  return make("div", { className: "paper" }, ...head, grid);
}

/** @param {Task[]} tasks @param {Layout} layout */
export function papers(tasks, { title, aim, perPage, solutions, about }) {
  const numbered = tasks.map((task, i) => ({ task, number: i + 1 }));
  const line = () => make("span", { className: "blank" });
  const pages = inPages(numbered, perPage).map((some) =>
    sheet(
      some.map(({ task, number }) => [
        say("taskOf", { n: number, about: about(task) }),
        drawing(task, false),
      ]),
      perPage,
      [
        make("p", { className: "pupil" }, `${say("pupil")} `, line(), ` ${say("day")} `, line()),
        ...(title ? [make("h2", {}, title)] : []),
        make("p", { className: "aim" }, aim),
      ],
    ),
  );
  if (!solutions) return pages;
  // Empty boards have one solution of many.
  const same = tasks.every((task) => task === tasks[0]);
  const shown = same ? numbered.slice(0, 1) : numbered;
  const last = inPages(shown, SOLUTIONS).map((some) =>
    sheet(
      some.map(({ task, number }) => [same ? "" : `${number}`, drawing(task, true)]),
      SOLUTIONS,
      [
        make("h2", {}, say("solutions")),
        ...(tasks.some(({ level }) => level) ? [] : [make("p", {}, say("others"))]),
      ],
    ),
  );
  return [...pages, ...last];
}
