// Python in a web worker, for a page without a server. It answers messages in turn:
// of a request {id, path, body, language}, of a trace {id, trace, ...} with the same number each
// time, until {id, trace, close}. While it starts it says how far it is: {progress}, from 0 to 1.
//
// A worker of its own runs the reader's programs, of a message {id, program, aim}: from the first on
// it has no network.
//
// The first visit keeps the memory of Python as it is before the first request; the next begin with
// it. Only the browser that kept it reads it, so both have the same functions at the same
// places.

const [VERSION, BYTES] = ["", 0]; // `caballero site` writes them

const HOME = new URL("../../python/", import.meta.url).href;
const OURS = `caballero-python ${HOME} `; // an origin may have several such pages
const MEMORY = `${HOME}memory`;
const FETCHED = 0.7; // of the progress, when all bytes are there,
const BEGUN = 0.9; // and when Python runs

const post = self.postMessage.bind(self);
/** @type {Map<number, any>} */
const traces = new Map();
let fetched = 0; // bytes

/** @param {Response} response */
async function count(response) {
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return;
    fetched += value.length;
    post({ progress: FETCHED * Math.min(1, fetched / BYTES) });
  }
}

const browserFetch = self.fetch;

/**
 * What Pyodide fetches is counted; its WebAssembly has its type from wherever it comes.
 * @type {typeof fetch}
 */
self.fetch = async (...request) => {
  const response = await browserFetch(...request);
  void count(response.clone()).catch(() => {}); // the reader of the other copy says what is wrong
  if (!response.ok) void fail(response.status); // Pyodide would wait for ever
  if (!response.ok || !response.url.endsWith(".wasm")) return response;
  const headers = { "Content-Type": "application/wasm" };
  const typed = response.headers.get("Content-Type") === headers["Content-Type"];
  return typed ? response : new Response(response.body, { headers });
};

/**
 * The memory that an earlier visit kept; null if there is none.
 * @returns {Promise<ArrayBuffer | null>}
 */
async function kept() {
  try {
    const found = await (await caches.open(OURS + VERSION)).match(MEMORY);
    return (await found?.arrayBuffer()) ?? null;
  } catch {
    return null; // private windows, and pages without https
  }
}

/** @param {Uint8Array<ArrayBuffer> | null} memory - null to forget all that were kept */
async function keep(memory) {
  try {
    for (const name of await caches.keys()) if (name.startsWith(OURS)) await caches.delete(name);
    if (memory) await (await caches.open(OURS + VERSION)).put(MEMORY, new Response(memory));
  } catch {
    // as above; or the disk is full
  }
}

/** Python as it is after its start, and the memory to keep, if there is none yet. */
async function begin() {
  const archive = fetch(`${HOME}caballero.zip`).then((response) => response.arrayBuffer());
  const [{ loadPyodide }, memory] = await Promise.all([import(`${HOME}pyodide.mjs`), kept()]);
  /** @param {object} how */
  const load = async (how) => {
    const python = await loadPyodide({ indexURL: HOME, ...how });
    post({ progress: BEGUN });
    python.unpackArchive(await archive, "zip");
    return { python, browser: python.pyimport("caballero.web.browser") };
  };
  if (memory) {
    try {
      const begun = await load({ _loadSnapshot: memory });
      begun.python.pyimport("random").seed(); // else every visit draws the same
      return { ...begun, memory: null };
    } catch {
      await keep(null);
    }
  }
  const begun = await load({ _makeSnapshot: true });
  return { ...begun, memory: begun.python.makeMemorySnapshot() };
}

async function start() {
  const { python, browser, memory } = await begin();
  const { compiled } = python.pyimport("caballero"); // loads the kernels, which no memory may have
  post({ ready: compiled ? "compiled" : "plain" });
  if (memory) void keep(memory);
  return { python, browser };
}

// What leads out of the worker, or speaks for it. The page's policy, which it has too, lets nothing go
// to other origins; this is the second wall.
const WAYS_OUT = [
  ...["fetch", "fetchLater", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport"],
  ...["EventSource", "importScripts", "Worker", "SharedWorker", "BroadcastChannel", "FontFace"],
  ...["RTCPeerConnection", "caches", "indexedDB", "navigator", "fonts", "Request", "postMessage"],
  ...["MessageChannel", "Notification", "cookieStore", "URL", "Blob"],
];

let open = true;

/** @param {any} python @param {string} program @param {string} aim - what it looks for */
function run(python, program, aim) {
  const { answer, shut } = python.pyimport("caballero.web.program");
  if (open) shut();
  open = false;
  for (let one = self; one; one = Object.getPrototypeOf(one)) {
    for (const name of WAYS_OUT) {
      if (one === self || Object.hasOwn(one, name))
        Object.defineProperty(one, name, { value: null });
    }
  }
  return answer(program, aim);
}

/** @param {any} browser - the module caballero.web.browser @param {any} message */
function answer(browser, { path, trace, close, body, language }) {
  if (trace === undefined) return browser.answer(path, body, language);
  if (close) {
    traces.get(trace)?.destroy();
    traces.delete(trace);
    return null;
  }
  if (body) traces.set(trace, browser.trace_messages(body, language));
  const { done, value } = traces.get(trace).next();
  return done ? null : value;
}

/** @param {unknown} error */
async function fail(error) {
  await keep(null); // the next visit begins anew
  post({ failed: String(error) });
}

const starting = start();
starting.catch(fail);
// Pyodide does not wait for all that it begins.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  void fail(event.reason);
});

addEventListener("message", async ({ data }) => {
  const { python, browser } = await starting;
  try {
    const { id, program, aim } = data;
    post({
      id,
      value: program === undefined ? answer(browser, data) : run(python, program, aim),
    });
  } catch (error) {
    await fail(error);
  }
});
