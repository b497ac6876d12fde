// Programs of the reader, run by Python in a worker of its own: it is ended when it takes too long.

import { startWorker } from "../../site/start.js";

/**
 * What caballero.web.program says of a program.
 * @typedef {object} Told
 * @property {string} puzzle - "tour", "queens", "sudoku" or "sum"
 * @property {[number, number, number][]} [given] - of a sudoku: cells and their numbers
 * @property {number[]} [numbers] - that are to be added
 * @property {number} [goal] - their sum
 * @property {number[]} [entries] - what each of the steps of the kind "place" puts
 * @property {string} verdict
 * @property {Record<string, any>} values
 * @property {number} line
 * @property {number} rows
 * @property {number} columns
 * @property {number} nodes
 * @property {number} lines
 * @property {(number | string)[][]} steps - a line, its call, then kinds and squares of what it does
 * @property {[number, string][]} calls - the call that it is in, and its text
 * @property {string} output
 * @property {{name: string, nodes: number, exact: boolean}[]} textbook
 */

const MOST_MS = 25_000; // Python itself ends sooner, but for a single line that takes for ever

// The server has no Python for the browser, and a page in a single file has none at all.
export const canRun = () =>
  "static" in document.documentElement.dataset && !document.querySelector("script[type=importmap]");

/** Whether this is a server that has the page with Python, too. */
export async function serverHasSite() {
  if ("static" in document.documentElement.dataset) return false;
  try {
    return (await (await fetch("api/about")).json()).site;
  } catch {
    return false;
  }
}

/** @type {Worker | null} */
let worker = null;
let ready = false;
/** @type {((value: Told | string) => void) | null} */
let settle = null;
let timer = 0;

/** End the program that runs, and its Python. */
function end() {
  worker?.terminate();
  worker = null;
  ready = false;
}

/** @param {Told | string} value */
function finish(value) {
  clearTimeout(timer);
  settle?.(value);
  settle = null;
}

/** @param {string} why - "stopped", or another verdict without details */
export function stop(why = "stopped") {
  end();
  finish(why);
}

/**
 * Run a program; a word instead of an answer says why there is none.
 * @param {string} program
 * @param {string} aim - what it looks for
 * @param {(progress: number) => void} onprogress - from 0 to 1, while Python starts
 * @returns {Promise<Told | string>}
 */
export function run(program, aim, onprogress) {
  if (settle) stop();
  const begin = () => {
    timer = setTimeout(() => stop("too-slow"), MOST_MS);
    worker?.postMessage({ program, aim });
  };
  return new Promise((done) => {
    settle = done;
    if (ready) return begin();
    end();
    const mine = startWorker((one) => one === worker && stop("no-python"));
    worker = mine;
    mine.onerror = () => mine === worker && stop("no-python");
    mine.onmessage = ({ data }) => {
      if (mine !== worker) return;
      if (data.progress) onprogress(data.progress);
      else if (data.failed) stop(ready ? "crashed" : "no-python");
      else if (data.ready) {
        ready = true;
        begin();
      } else finish(JSON.parse(data.value));
    };
  });
}
