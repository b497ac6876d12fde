// Requests to the server; on a page without a server, to Python in a web worker (site/python.js).
// Nothing here throws: a missing answer has a status of its own.

import { inTime, isSite, language, unanswered } from "./words.js";

/**
 * The JSON of an answer. `status` is the server's, or "away" without an answer; of a stream,
 * "done" at its end and "stopped" after an abort.
 * @typedef {Record<string, any> & {status: string, message?: any}} Answer
 */

// Browsers log every error status on the console, where no reader looks; the answer itself says
// what is wrong.
const HEADERS = { "Content-Type": "application/json", Prefer: "status=200" };

/** @type {Promise<typeof import("./site/python.js")> | null} */
let python = null;

/** Python of a page without a server, which begins to start; null where there is a server. */
export function prepare() {
  if (!python && isSite()) {
    python = inTime(import("./site/python.js"));
    python.catch(() => null); // each request says so
  }
  return python;
}

/** @returns {Answer} */
const away = () => ({ status: "away", message: unanswered() });

/** @param {string} path @param {object} body @param {AbortSignal} [signal] */
function send(path, body, signal) {
  return fetch(`api/${path}?lang=${language()}`, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify(body),
    signal,
  });
}

const TRIES = 5;
const PAUSE = 400; // milliseconds before the second try; twice as long before each further try

/**
 * Ask again, and after a while once more, while the server has too much to do.
 * @template Result
 * @param {() => Promise<Result>} work
 * @param {AbortSignal} [signal]
 * @returns {Promise<Result>}
 */
async function patiently(work, signal) {
  for (let tries = 1; ; tries += 1) {
    const result = await work();
    const busy = /** @type {any} */ (result)?.code === "web-busy";
    if (!busy || tries === TRIES || signal?.aborted) return result;
    const pause = PAUSE * 2 ** (tries - 1) * (0.75 + Math.random() / 2); // not all at once
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * The address of this page for a browser on another machine, as far as the server knows it.
 * @returns {Promise<string>}
 */
export async function addressForOthers() {
  const here = location.href.replace(/[?#].*/, "");
  if (isSite() || !/^(localhost|127\..*|\[::1\])$/.test(location.hostname)) return here;
  try {
    const { addresses } = await (await inTime(fetch("api/about"))).json();
    return addresses[0] ?? here;
  } catch {
    return here;
  }
}

/**
 * Whether the response is JSON in place of the requested file: then it says what is wrong.
 * @param {Response} response
 */
const isRefused = (response) => /json/.test(response.headers.get("Content-Type") ?? "");

const SENTENCES = ["message", "reason", "convention"];

/**
 * An answer; its sentences write the sides of a board as the page does, 5×5.
 * @param {string} text
 * @returns {any}
 */
export const readAnswer = (text) =>
  JSON.parse(text, (key, value) =>
    SENTENCES.includes(key) && typeof value === "string"
      ? value.replace(/(?<=\d)x(?=\d)/g, "×")
      : value,
  );

/**
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @param {boolean} [hasty] - whether a simple answer will do while Python is loading
 * @returns {Promise<Answer>}
 */
export async function ask(path, body, signal, hasty) {
  try {
    const python = await prepare();
    if (python) return await python.ask(path, body, signal, hasty);
    const work = async () => readAnswer(await (await send(path, body, signal)).text());
    return await patiently(work, signal);
  } catch {
    return away();
  }
}

/**
 * A file; or the answer that says why there is none.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Blob | Answer>}
 */
export async function fetchFile(path, body, signal) {
  try {
    const python = await prepare();
    if (python) return await python.fetchFile(path, body, signal);
    return await patiently(async () => {
      const response = await send(path, body, signal);
      return isRefused(response) ? response.json() : response.blob();
    }, signal);
  } catch {
    return away();
  }
}

/**
 * Read a search step by step, as server-sent events, in order.
 * @param {string} path
 * @param {object} body
 * @param {(name: string, data: any) => void | Promise<void>} onEvent
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export async function stream(path, body, onEvent, signal) {
  try {
    const python = await prepare();
    if (python) return await python.stream(path, body, onEvent, signal);
    const response = await send(path, body, signal);
    if (isRefused(response) || !response.body) return await response.json();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return { status: "done" };
      const events = (text + value).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
        if (name) await onEvent(name, JSON.parse(data));
      }
    }
  } catch {
    return signal?.aborted ? { status: "stopped" } : away();
  }
}

/** A single request at a time: a later request, or a stop, aborts it. */
export class Requests {
  /** @type {AbortController | null} */
  #pending = null;

  get pending() {
    return Boolean(this.#pending);
  }

  stop() {
    this.#pending?.abort();
    this.#pending = null;
  }

  /**
   * The result of a request; null if it was stopped or replaced by another.
   * @template Result
   * @param {(signal: AbortSignal) => Promise<Result>} work
   * @returns {Promise<Result | null>}
   */
  async run(work) {
    this.stop();
    const mine = new AbortController();
    this.#pending = mine;
    const result = await work(mine.signal);
    if (this.#pending !== mine) return null;
    this.#pending = null;
    return result;
  }
}
