// The examples of a chapter, or the cells of a notebook, run in the reader's browser: a press turns
// one into a field to change and run. Its Python is that of the page beside this chapter; it begins
// with the first press.

const page = document.querySelector('.try a[href$="page/index.html"]')?.href;
const spanish = document.documentElement.lang === "es";
const [RUN, STOP, STARTING] = spanish
  ? ["Ejecutar", "Detener", "Python está arrancando…"]
  : ["Run", "Stop", "Python is starting…"];
/** The part of each chapter's examples that Python has read, in their order. */
let read = 0;
/** @type {Worker | null} */
let worker = null;

const cells = document.querySelector(".cell") !== null; // this is a notebook

/** The code of an example, without its prompts and answers. */
const codeOf = (text) => (cells ? text.trimEnd() : typed(text));

/** @param {string} text */
const typed = (text) =>
  text
    .split("\n")
    .filter((line) => /^(>>>|\.\.\.)( |$)/.test(line))
    .map((line) => line.slice(4))
    .join("\n");

/** @typedef {[string, string[]]} Shown - text and pictures */
/** @type {((shown: Shown) => void)[]} what waits for an answer, in order */
const waiting = [];

function start() {
  const begun = new Worker(new URL("python.js", import.meta.url), { type: "module" });
  begun.onmessage = ({ data }) => waiting.shift()?.(data);
  begun.onerror = ({ message }) => stop(message);
  const notebook = cells ? new URL("../notebook.zip", page).href : "";
  begun.postMessage({ home: new URL("python/", page).href, spanish, notebook });
  return begun;
}

/** What Python knows goes with it. */
function stop(text = "") {
  worker?.terminate();
  worker = null;
  read = 0;
  for (const done of waiting.splice(0)) done([text, []]);
}

/**
 * Run examples, and return what the last of them shows.
 * @param {string[]} codes
 * @returns {Promise<Shown>}
 */
function run(codes) {
  worker ??= start();
  worker.postMessage({ codes });
  return new Promise((done) => waiting.push(done));
}

const blocks = [...document.querySelectorAll(".highlight-python pre")].filter(
  (block) => cells || block.textContent.startsWith(">>>"),
);
const codes = blocks.map((block) => codeOf(block.textContent));

/** @param {string} drawn - SVG, or HTML of this reader's own Python */
function picture(drawn) {
  const svg = drawn.startsWith("<svg");
  const shown = svg ? new Image() : document.createElement("div");
  if (svg) Object.assign(shown, { alt: "", src: `data:image/svg+xml,${encodeURIComponent(drawn)}` });
  else shown.innerHTML = drawn;
  return shown;
}

/**
 * @param {HTMLElement} block
 * @param {number} place - of the example in its chapter
 */
function offer(block, place) {
  const button = Object.assign(document.createElement("button"), { className: "run" });
  const field = Object.assign(document.createElement("textarea"), { spellcheck: false });
  const shown = document.createElement("output");
  button.textContent = RUN;
  field.setAttribute("aria-label", RUN);
  button.addEventListener("click", async () => {
    if (button.textContent === STOP) return stop();
    if (!field.isConnected) {
      Object.assign(field, { value: codes[place], rows: codes[place].split("\n").length + 1 });
      block.replaceWith(field);
    }
    button.textContent = STOP;
    shown.textContent = worker ? "…" : STARTING;
    codes[place] = field.value;
    const before = codes.slice(Math.min(read, place), place); // whose names this one may use
    read = Math.max(read, place + 1);
    const [text, pictures] = await run([...before, field.value]);
    button.textContent = RUN;
    shown.textContent = text;
    shown.append(...pictures.map(picture));
  });
  block.after(button, shown);
}

// A folder that is opened without a server can start no Python.
if (page && location.protocol !== "file:") blocks.forEach(offer);
