// The reader's language, and its words: a file a language, of which one is loaded. The languages are
// those of the list in index.html; a further language needs its line there and its files in words/.

import { amountIn, format } from "./messages.js";

/**
 * The words of a part of the page, by key: messages (see messages.js), and lists without values.
 * @typedef {Record<string, any>} Table
 * @typedef {import("./messages.js").Values} Values
 * @typedef {(key: string, values?: Values) => any} Say
 */

/** The files of words that a part needs besides those of the first view. @type {Record<string, string[]>} */
const OWN = {
  ...{ play: ["play"], storm: ["play", "storm"], race: ["play", "race"] },
  ...{ learn: ["learn"], look: ["look"], write: ["write"] },
};

/**
 * Wait for a file of the page, but not for ever.
 * @template Result
 * @param {Promise<Result>} work
 * @returns {Promise<Result>}
 */
export function inTime(work) {
  const late = new Promise((_, fail) => setTimeout(fail, 20_000, new Error("slow")));
  return Promise.race([work, late]);
}

/** The codes of the languages, and their names in themselves. @returns {[string, string][]} */
export const languages = () =>
  [...document.querySelectorAll("#language option")].map((one) => [
    one.getAttribute("value") ?? "",
    one.textContent ?? "",
  ]);

/** @type {string | null} */
let chosen = null;
let asking = ""; // the language that is to be spoken next

export function language() {
  chosen ??= firstChoice();
  return chosen;
}

function firstChoice() {
  const known = languages().map(([code]) => code);
  const linked = new URLSearchParams(location.search).get("lang") ?? ""; // of a link
  if (known.includes(linked)) return linked;
  try {
    const stored = localStorage.getItem("language") ?? "";
    if (known.includes(stored)) return stored;
  } catch {
    // private windows store nothing
  }
  const liked = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());
  return liked.find((name) => known.includes(name)) ?? known[0];
}

// -- files ---------------------------------------------------------------------------------------

/** @type {Map<string, Promise<any>>} */
const asked = new Map(); // by the names of the files
/** @type {Map<string, Record<string, Table>>} */
const loaded = new Map();
const wanted = new Set([""]); // the files of each language that the page uses by now

/** @param {string} code @param {Iterable<string>} parts */
const missing = (code, parts) =>
  [...parts].map((part) => code + part).filter((name) => !loaded.has(name));

/** @param {string} name */
async function fetchTables(name) {
  const answer = await inTime(fetch(new URL(`words/${name}.json`, import.meta.url)));
  if (!answer.ok) throw new Error(answer.statusText);
  loaded.set(name, await inTime(answer.json()));
}

/**
 * Load what is not loaded yet of a language; throws if there is no answer.
 * @param {string} code
 * @param {Iterable<string>} parts
 */
async function load(code, parts) {
  for (let names = missing(code, parts); names.length; names = missing(code, parts)) {
    for (const name of names) {
      if (!asked.has(name)) asked.set(name, fetchTables(name).finally(() => asked.delete(name)));
    }
    await Promise.all(names.map((name) => asked.get(name)));
  }
}

/**
 * Load the words of a view in the reader's language; throws if there is no answer.
 * @param {string} view
 */
export async function loadWords(view) {
  const parts = ["", ...(OWN[view] ?? []).map((name) => `.${name}`)];
  while (missing(language(), parts).length) await load(language(), parts);
  for (const part of parts) wanted.add(part);
}

/**
 * Speak another language, once its words are loaded; throws if there is no answer.
 * @param {string} code
 */
export async function setLanguage(code) {
  asking = code;
  await load(code, wanted);
  if (asking === code) chosen = code; // the reader may have chosen another meanwhile
}

/** Speak this language also the next time. */
export function keepLanguage() {
  try {
    localStorage.setItem("language", language());
  } catch {
    // then the browser's own language comes first again
  }
}

// -- texts ---------------------------------------------------------------------------------------

/**
 * The function from a key of a table, and values, to the text; undefined without it.
 * @param {string} part - of the page
 * @returns {Say}
 */
export const words = (part) => (key, values) => {
  for (const file of wanted) {
    const table = loaded.get(language() + file)?.[part];
    if (!table) continue;
    const said = Object.hasOwn(table, key) ? table[key] : undefined;
    return typeof said === "string" ? format(said, values ?? {}, language()) : said;
  }
};

export const common = words("page");
export const boardWords = words("board");

/** @param {string} piece - its name; of a leap without a name, its code */
export const pieceName = (piece) => String(boardWords(piece) ?? piece);

/** @param {number | bigint} n - as the language writes it */
export const amount = (n) => amountIn(n, language());

/**
 * A date and time, or what the options say, the day before the month.
 * @param {Date | number} date
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export const dateText = (date, options = { dateStyle: "medium", timeStyle: "short" }) =>
  new Intl.DateTimeFormat(language() === "en" ? "en-GB" : language(), options).format(date);

/**
 * Fill in every part that names its key in data-say (its text) or data-name (its accessible name).
 * @param {ParentNode} root
 * @param {Say} say
 */
export function speakAll(root, say) {
  for (const part of allOf(root, "[data-say]")) part.textContent = say(part.dataset.say ?? "");
  for (const part of allOf(root, "[data-name]")) {
    part.setAttribute("aria-label", say(part.dataset.name ?? ""));
  }
}

/** @param {ParentNode} root @param {string} selector @returns {NodeListOf<HTMLElement>} */
export const allOf = (root, selector) => root.querySelectorAll(selector);

/** Whether this is the page of `caballero site`, where Python in the browser is the server. */
export const isSite = () => "static" in document.documentElement.dataset;

/** What is said when there is no answer. */
export const unanswered = () => common(isSite() ? "noPython" : "away");

/** What is said when a language does not load. @param {string} name */
export const unspoken = (name) => common("noLanguage", { language: name, site: isSite() });

/** What is said when a view does not load. */
export const unloaded = () => (isSite() ? "noViewSite" : "noView");

// The words come while the other modules do; app.js says if there are none.
if ("document" in globalThis) load(language(), wanted).catch(() => null);
