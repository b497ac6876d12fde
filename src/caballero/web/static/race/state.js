// What the teacher's and the pupils' part of a race share: the board, the time, and asking again.

import { EMPTY } from "../board/geometry.js";
import { clockText } from "../clock.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {{name: string, number: number, finished: number | null}} Runner */

/**
 * The problem of a request: the inverse of requestOf.
 * @param {Record<string, any>} request
 * @returns {Problem}
 */
export function problemOf({ board, piece, closed, start = null, end = null }) {
  const { shape, ...ground } = board;
  const [rows, columns] = shape;
  return { ...EMPTY, rows, columns, ...ground, piece, closed, start, end };
}

/**
 * The number of columns that leaves the lanes of all pupils the largest letters on a wide screen.
 * @param {number} count
 */
export const columnsOf = (count) => (count <= 12 ? 1 : count <= 36 ? 2 : 3);

/** A clock that is set by an answer of the server, and runs on between two of them. */
export class Clock {
  #seconds = 0;
  #since = 0;
  #runs = false;

  /** @param {import("../api.js").Answer} answer */
  set({ seconds, status }) {
    [this.#seconds, this.#since, this.#runs] = [seconds, performance.now(), status === "running"];
  }

  get text() {
    return clockText(this.#seconds + (this.#runs ? (performance.now() - this.#since) / 1000 : 0));
  }
}

/**
 * Do some work now, and again a pause after it is done; never twice at a time.
 * @param {() => Promise<void>} work
 * @param {number} pause - milliseconds
 */
export function repeated(work, pause) {
  /** @type {number | undefined} */
  let timer;
  let busy = false;
  let again = false;
  let closed = false;

  async function now() {
    clearTimeout(timer);
    again = busy;
    if (busy || closed) return;
    busy = true;
    do {
      again = false;
      await work();
    } while (again && !closed);
    busy = false;
    if (!closed) timer = setTimeout(now, pause * (0.75 + Math.random() / 2)); // not all at once
  }

  return {
    now,
    stop() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
