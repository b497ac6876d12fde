// Pieces: their leaps and their steps.

/** @typedef {import("./geometry.js").Step} Step */

/** @type {Record<string, Step[]>} leaps by name */
export const PIECES = {
  knight: [[1, 2]],
  step: [[0, 1]],
  wazir: [[0, 1]],
  fers: [[1, 1]],
  king: [
    [0, 1],
    [1, 1],
  ],
  dabbaba: [[0, 2]],
  alfil: [[2, 2]],
  camel: [[1, 3]],
  zebra: [[2, 3]],
  giraffe: [[1, 4]],
  antelope: [[3, 4]],
  threeleaper: [[0, 3]],
  tripper: [[3, 3]],
  fourleaper: [[0, 4]],
  stag: [[2, 4]],
};

/** A piece as the server reads it: without blanks, in lower case. @param {string} text */
export const pieceOf = (text) => text.replace(/\s/g, "").toLowerCase();

/**
 * The leaps of a piece: of a name, of numbers, or of several joined by +; null if there are none.
 * @param {string} piece
 * @returns {Step[] | null}
 */
export function leapsOf(piece) {
  /** @type {Step[]} */
  const leaps = [];
  for (const part of String(piece).split("+")) {
    const numbers = /^([0-9]{1,2}),([0-9]{1,2})$/.exec(part);
    if (numbers && Number(numbers[1]) + Number(numbers[2])) {
      leaps.push([Number(numbers[1]), Number(numbers[2])]);
    } else if (Object.hasOwn(PIECES, part)) {
      leaps.push(...PIECES[part]);
    } else {
      return null;
    }
  }
  return String(piece).length <= 40 ? leaps : null;
}

/**
 * The moves of a piece, (rows down, columns right), in increasing order.
 * @param {string} piece
 * @returns {Step[]}
 */
export function stepsOf(piece) {
  /** @type {Step[]} */
  const steps = [];
  for (const [a, b] of leapsOf(piece) ?? []) {
    for (const [r, c] of [
      [a, b],
      [b, a],
    ]) {
      steps.push([r, c], [-r, c], [r, -c], [-r, -c]);
    }
  }
  return inOrder(steps);
}

/** Steps in increasing order, each once. @param {Step[]} steps @returns {Step[]} */
export function inOrder(steps) {
  const once = new Map(steps.map(([r, c]) => [`${r + 0},${c + 0}`, [r + 0, c + 0]])); // no -0
  return /** @type {Step[]} */ ([...once.values()]).sort((x, y) => x[0] - y[0] || x[1] - y[1]);
}
