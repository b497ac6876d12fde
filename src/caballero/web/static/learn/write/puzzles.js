// Pictures of a program that fills a sudoku, or chooses numbers that add up.

import { make } from "../../dom.js";

/** @typedef {import("./run.js").Told} Told */
/** @typedef {import("../../board/geometry.js").Square} Square */

/**
 * What stands after some changes: each cell and its number, the last put last.
 * @param {Iterable<[string, Square]>} changes
 * @param {number[]} entries - the numbers of what is put
 */
export function putsAt(changes, entries) {
  /** @type {Map<string, number>} */
  const puts = new Map();
  let k = 0;
  for (const [kind, square] of changes) {
    if (kind !== "fault") puts.delete(`${square}`);
    if (kind === "place") puts.set(`${square}`, entries[k++]);
  }
  return puts;
}

/**
 * The squares on which something stands after some changes.
 * @param {Iterable<[string, Square]>} changes
 */
export const squaresAt = (changes) =>
  [...putsAt(changes, []).keys()].map((at) => /** @type {Square} */ (at.split(",").map(Number)));

/** Whether a thick line follows a row or column. @param {number} i @param {number} side */
const ends = (i, side) => (i + 1) % side === 0;

/**
 * The grid of a sudoku: what was given is bold, the last number is marked.
 * @param {Told} told
 * @param {Map<string, number>} puts
 * @param {string} last - the cell that changed last
 * @param {string} label
 */
export function grid({ rows, given = [] }, puts, last, label) {
  const high = rows === 9 ? 3 : 2;
  const wide = rows / high;
  const fixed = new Map(given.map(([row, column, number]) => [`${row},${column}`, number]));
  const names = [...Array(rows).keys()].map((i) => make("th", {}, String.fromCharCode(97 + i)));
  const lines = [...Array(rows).keys()].map((row) => {
    const cells = [...Array(rows).keys()].map((column) => {
      const at = `${row},${column}`;
      const kinds = [
        ends(row, high) ? "under" : "",
        ends(column, wide) ? "beside" : "",
        fixed.has(at) ? "given" : "",
        at === last ? "now" : "",
      ];
      const number = puts.get(at) ?? fixed.get(at) ?? "";
      return make("td", { className: kinds.join(" ") }, String(number));
    });
    return make("tr", {}, make("th", {}, String(row + 1)), ...cells);
  });
  const head = make("tr", {}, make("td"), ...names);
  return make("table", { className: "sudoku", role: "img", "aria-label": label }, head, ...lines);
}

/**
 * The numbers, of which some are chosen, and their sum so far.
 * @param {Told} told
 * @param {Map<string, number>} puts
 * @param {string} last
 * @param {string} label
 */
export function sum({ numbers = [], goal = 0 }, puts, last, label) {
  const cards = numbers.map((number, i) => {
    const at = `0,${i}`;
    const kinds = [puts.has(at) ? "chosen" : "", at === last ? "now" : ""];
    return make("span", { className: kinds.join(" ") }, String(number));
  });
  const chosen = [...puts.values()];
  const total = chosen.reduce((one, two) => one + two, 0);
  const state = total === goal ? "good" : total > goal ? "bad" : "";
  const line = `${chosen.join(" + ") || "0"} = ${total}`;
  return make(
    "div",
    { className: "sum", role: "img", "aria-label": label },
    make("div", {}, ...cards),
    make("p", {}, make("strong", { className: state }, line), ` / ${goal}`),
  );
}

/**
 * The name of a cell: as chess has it, of a grid from above, of a number itself.
 * @param {Told} told
 * @param {Square} square
 */
export const nameOf = ({ puzzle, rows, numbers = [] }, [row, column]) =>
  puzzle === "sum"
    ? String(numbers[column] ?? "")
    : String.fromCharCode(97 + column) + (puzzle === "sudoku" ? row + 1 : rows - row);
