// The tour of the day, to look at: board, symmetry and style by the day of the week, and the date as the
// seed. A walk takes with each square its images by half or quarter turns; where its end is a move away
// from an image of its beginning, the images of the walk are one closed tour (Euler, 1759).

import { EMPTY, isMove, lastOf } from "../board/geometry.js";
import { randomFrom, walk } from "../play/day.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {import("../board/geometry.js").Path} Path */

/**
 * From Sunday: the side of the board, how many turns keep the tour, and its style.
 * @type {[number, number, string][]}
 */
const WEEK = [
  [10, 4, "mosaic"],
  [8, 2, "thread"],
  [6, 4, "mosaic"],
  [10, 4, "thread"],
  [8, 2, "symmetry"],
  [10, 2, "colours"],
  [12, 2, "thread"],
];

/** @typedef {{date: string, problem: Problem, path: Path, style: string}} Art */

/** The tour of a day. @param {string} date - as 2026-11-23 @returns {Art} */
export function artOf(date) {
  const [side, turns, style] = WEEK[new Date(date).getUTCDay()];
  /** @type {Problem} */
  const problem = { ...EMPTY, rows: side, columns: side, closed: true };
  /** @param {Square} square @returns {Square} */
  const turn = ([r, c]) => (turns === 4 ? [c, side - 1 - r] : [side - 1 - r, side - 1 - c]);
  /** @param {Square} square */
  const imagesOf = (square) => {
    const images = [square];
    while (images.length < turns) images.push(turn(lastOf(images)));
    return images;
  };
  const random = randomFrom(Number(date.replaceAll("-", "")));
  const count = (side * side) / turns;
  for (;;) {
    const part = walk(problem, count, random, { detour: 0, imagesOf });
    if (part.length < count) continue;
    // An odd number of turns: then all images are on one line.
    const ends = imagesOf(part[0]);
    const by = [1, 3].find((n) => ends[n] && isMove(problem, lastOf(part), ends[n]));
    if (!by) continue;
    const images = part.map(imagesOf);
    const path = ends.flatMap((_, k) => images.map((one) => one[(k * by) % turns]));
    return { date, problem, path, style };
  }
}
