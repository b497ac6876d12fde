// What a teacher chose for a class, and how it is written in an address: 3-5,9.6x6.ordered.answers

/**
 * @typedef {object} Plan
 * @property {number[]} pages - of the lesson, from 1, in order
 * @property {number} side - of the board, where a page has a choice; 0 for the default
 * @property {boolean} ordered - whether a page opens only when those before it are solved
 * @property {boolean} answers - whether each page can show its answer
 */

export const LAST = 10; // page of the lesson
export const SIZED = [1, 6]; // the pages whose board can have another side
export const SIDES = [6, 7, 8];
const MOST_TEXT = 60; // letters

/**
 * Pages as a text: 3-5,9.
 * @param {number[]} pages - in order
 * @param {string} [to] - between the first and the last of a row
 * @param {string} [comma]
 */
export function pagesText(pages, to = "-", comma = ",") {
  /** @type {number[][]} */
  const rows = [];
  for (const page of pages) {
    if (rows.at(-1)?.at(-1) === page - 1) rows.at(-1)?.push(page);
    else rows.push([page]);
  }
  const text = (/** @type {number[]} */ row) =>
    row.length > 2 ? `${row[0]}${to}${row[row.length - 1]}` : row.join(comma);
  return rows.map(text).join(comma);
}

/** @param {string} text */
function readPages(text) {
  /** @type {Set<number>} */
  const pages = new Set();
  for (const part of text.split(",")) {
    const [, first, last = first] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= 1 && from <= to && to <= LAST)) return null;
    for (let page = from; page <= to; page += 1) pages.add(page);
  }
  return [...pages].sort((a, b) => a - b);
}

/** @param {Plan} plan */
export const writePlan = ({ pages, side, ordered, answers }) =>
  [
    pagesText(pages),
    ...(side ? [`${side}x${side}`] : []),
    ...(ordered ? ["ordered"] : []),
    ...(answers ? ["answers"] : []),
  ].join(".");

/** The plan of such a text; null if it is none. @param {string} text @returns {Plan | null} */
export function readPlan(text) {
  if (text.length > MOST_TEXT) return null;
  const [first, ...rest] = text.split(".");
  const pages = readPages(first);
  if (!pages) return null;
  const plan = { pages, side: 0, ordered: false, answers: false };
  for (const part of rest) {
    const side = SIDES.find((one) => part === `${one}x${one}`);
    if (side) plan.side = side;
    else if (part === "ordered" || part === "answers") plan[part] = true;
    else return null;
  }
  return plan;
}
