// Requests to Python in a web worker, for a page without a server; api.js says what they mean.
// Python does one thing at a time: requests wait for their turn. What takes too long, or is not
// wanted any more, ends with its worker, and another starts.

import { readAnswer } from "../api.js";
import { button, make } from "../dom.js";
import { common, language } from "../words.js";
import { soon } from "./soon.js";
import { startWorker } from "./start.js";

/** @typedef {import("../api.js").Answer} Answer */
/**
 * @typedef {object} Job
 * @property {object} message - to the worker
 * @property {(value: any) => void} done
 */

const MOST_MS = 30_000; // for an answer
const MOST_UNWANTED_MS = 1_000; // for an answer that is not awaited: starting Python again takes longer

/** @type {Worker | null} */
let worker = null;
let ready = false;
/** @type {Job[]} */
const waiting = [];
/** @type {Job | null} */
let current = null;
let timer = 0;
const text = make("span"); // the shell speaks what is in the header
const bar = make("progress", { max: 1, value: 0 });
const again = button("again", () => begin(), { hidden: true });
const told = make("div", { className: "starting" }, make("label", {}, text, bar), again);
let ids = 0;

/** @returns {Answer} */
const tooLong = () => ({ status: "gave-up", limit: "seconds", message: common("tooLong") });
/** @returns {Answer} */
const away = () => ({ status: "away", message: common("noPython") });
/** @returns {Answer} */
const stopped = () => ({ status: "stopped" });

function start() {
  const mine = startWorker((one) => one === worker && fail());
  worker = mine;
  bar.value = 0;
  mine.addEventListener("message", ({ data }) => {
    if (mine !== worker) return;
    if (data.progress) {
      bar.value = Math.max(bar.value, data.progress);
      return;
    }
    if (data.failed) return fail();
    if (data.ready) {
      ready = true;
      told.remove();
      document.documentElement.dataset.python = "ready";
      document.documentElement.dataset.kernels = data.ready; // compiled, or plain Python
      keep();
    } else finish(data.value);
    next();
  });
  mine.addEventListener("error", () => mine === worker && fail());
}

/** @param {string} key */
function tell(key) {
  text.dataset.say = key;
  text.textContent = common(key);
  again.textContent = common("again");
  bar.hidden = key !== "starting";
  again.hidden = !bar.hidden;
  document.querySelector("header")?.append(told);
}

/** End the worker; the next request starts another. */
function end() {
  worker?.terminate();
  worker = null;
  ready = false;
  delete document.documentElement.dataset.python;
}

function fail() {
  end();
  tell("noPython");
  finish(away());
  for (const job of waiting.splice(0)) job.done(away());
}

/** @param {any} value */
function finish(value) {
  clearTimeout(timer);
  current?.done(value);
  current = null;
}

function next() {
  if (current || !waiting.length) return;
  if (!worker) begin();
  if (!ready) return;
  current = waiting.shift() ?? null;
  timer = setTimeout(giveUp, MOST_MS);
  worker?.postMessage(current?.message);
}

function giveUp() {
  end();
  finish(tooLong());
  start(); // ready for what is asked next
}

/** @param {Job} job */
function drop(job) {
  job.done(stopped());
  if (job === current) {
    clearTimeout(timer);
    timer = setTimeout(giveUp, MOST_UNWANTED_MS);
  } else if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1);
}

/**
 * @param {object} message
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} the JSON of an answer, or an Answer of this module
 */
function call(message, signal) {
  if (signal?.aborted) return Promise.resolve(stopped());
  return new Promise((done) => {
    const stop = () => drop(job);
    /** @type {Job} */
    const job = {
      message,
      done(value) {
        signal?.removeEventListener("abort", stop); // a trace has many messages
        done(value);
      },
    };
    signal?.addEventListener("abort", stop);
    waiting.push(job);
    next();
  });
}

/** @type {typeof import("../api.js").ask} */
export async function ask(path, body, signal, hasty) {
  const reply = hasty && !ready ? soon(path, body) : null;
  if (reply) return reply;
  const message = { path, body: JSON.stringify(body), language: language() };
  const value = await call(message, signal);
  return typeof value === "string" ? readAnswer(value) : value;
}

/** @type {typeof import("../api.js").stream} */
export async function stream(_path, body, onEvent, signal) {
  ids += 1;
  const trace = ids;
  let message = { trace, body: JSON.stringify(body), language: language() };
  try {
    for (;;) {
      const value = await call(message, signal);
      if (value === null) return { status: "done" };
      if (typeof value !== "string") return value;
      const [name, data] = JSON.parse(value);
      if (name === "refused") return data;
      if (name === "end" || data.length) await onEvent(name, data);
      message = { trace, body: "", language: "" };
    }
  } finally {
    call({ trace, close: true });
  }
}

/** @type {typeof import("../api.js").fetchFile} */
export async function fetchFile(path, body, signal) {
  /** @type {Record<string, any>} */
  const wished = body;
  if (wished.format === "gif") return { status: "refused", message: common("noGif") };
  const reply = await ask(path, { ...wished, format: "svg" }, signal);
  if (!reply.file) return reply;
  const bytes = Uint8Array.from(atob(reply.file), (letter) => letter.charCodeAt(0));
  const svg = new Blob([bytes], { type: "image/svg+xml" });
  return wished.format === "png" ? pixels(svg) : svg;
}

/** An SVG as a PNG, drawn by the browser. @param {Blob} svg */
async function pixels(svg) {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    /** @type {Blob | null} */
    const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return png ?? { status: "refused", message: common("noPng") };
  } finally {
    URL.revokeObjectURL(address);
  }
}

// The service worker keeps all files for a visit without a network, when Python has them already.
const keep = () => navigator.serviceWorker?.register("sw.js").catch(() => {}); // private windows

/** Start Python when the first board is there. */
function begin() {
  if (ready) return;
  tell("starting");
  if (!worker) start();
}

if (document.readyState === "complete") setTimeout(begin);
else addEventListener("load", () => setTimeout(begin), { once: true });
