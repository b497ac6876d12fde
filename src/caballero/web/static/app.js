// The shell: it shows a view, speaks the reader's language and serves every view.

import { addressForOthers, prepare } from "./api.js";
import { mountDisplay } from "./display.js";
import { attribute, button, closeSheet, copyText, fillKeys, make } from "./dom.js";
import { icon } from "./icons.js";
import { sealed, unsealed } from "./links.js";
import {
  allOf,
  common,
  inTime,
  isSite,
  keepLanguage,
  language,
  languages,
  loadWords,
  setLanguage,
  speakAll,
  unloaded,
  unspoken,
} from "./words.js";

const VIEWS = ["today", "play", "puzzles", "learn", "look", "storm"];
// Views that load only when they are opened; a race needs a server.
const RARE = ["desk", ...(isSite() ? [] : ["race"])];
const IDLE = 2000; // milliseconds after the page is there, until the other views are loaded
const PACE = 1000; // milliseconds between announcements
const PREFIX = "caballero.";

/**
 * What `mount` of a view returns; if the address has a rest, `restore` follows.
 * @typedef {object} View
 * @property {() => void} speak - the language has changed
 * @property {() => void} close
 * @property {(rest: string) => void} restore - show what the address describes
 * @property {() => string} [help] - what to do, above the keys
 * @property {() => [string, string][]} [keys] - its keys and what they do
 * @property {(event: KeyboardEvent) => void} [onkey] - a key, except in a field that has a use for it
 */

/** @typedef {(root: HTMLElement, page: Page, rest: string) => View} Mount */

/**
 * What a view may use of the page.
 * @typedef {object} Page
 * @property {(text: string) => void} announce - to a screen reader
 * @property {(key: string, value: any) => void} store - store a value in the browser
 * @property {(key: string) => any} load
 * @property {(rest: string) => void} fragment - set the address after the view's name
 * @property {(rest: string, language?: string) => string} link - a link for others, to what the
 *   fragment describes
 * @property {(input: HTMLInputElement, rest?: string, language?: string) => Promise<string>}
 *   copyLink - show and copy a link for others, to this address or another; "copied", or "copyIt" if
 *   the reader has to
 * @property {(input: HTMLInputElement, rest: string, text: string, picture: File | null) =>
 *   Promise<string>} share - send a text with a link for others, or copy it
 * @property {(box: Element) => void} failed - say in a box that it did not load
 * @property {boolean} reduced - whether the reader wants no motion
 */

/** @param {string} selector */
const part = (selector) => allOf(document, selector)[0];

const root = part("#view");
const status = part("#status");
const foot = part("footer");
const chooser = /** @type {HTMLSelectElement} */ (part("#language"));
const keys = /** @type {HTMLDialogElement} */ (part("dialog"));
const letters = /** @type {HTMLInputElement} */ (part("#letters"));
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const silent = make("p", { className: "starting" }); // which language did not load

/** @type {{name: string, view: View | null}} */
let current = { name: "", view: null };
let followed = false; // whether a link was chosen, and not the browser's Back
let shows = 0; // so that a view that loads slowly does not replace a later view

// -- what a view may use -----------------------------------------------------------------------

/** @type {string | null} */
let waiting = null; // the last sentence, not announced yet
let quiet = false; // whether a sentence was announced within the pace

/**
 * Of several sentences that come at once only the last is announced, at most one a second.
 * @param {string} text
 */
function announce(text) {
  waiting = text;
  if (quiet) return;
  quiet = true;
  const say = () => {
    if (waiting === null) {
      quiet = false;
      return;
    }
    // Screen readers announce changes only, so a repeated sentence must differ.
    status.textContent = status.textContent === waiting ? `${waiting}\u00a0` : waiting;
    waiting = null;
    status.classList.toggle("unseen", isInSight(root.querySelector(".message")));
    setTimeout(say, PACE);
  };
  setTimeout(say, 50); // a sentence that follows at once replaces it
}

/**
 * Whether a message, which may be long and scroll, begins in sight; if not, what is announced is shown, too.
 * @param {Element | null} message
 */
function isInSight(message) {
  const { top = 0, bottom = 0 } = message?.getBoundingClientRect() ?? {};
  return top >= 0 && Math.min(bottom, top + 44) <= innerHeight;
}

/** @type {Page["store"]} */
function store(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // private windows store nothing
  }
}

/** @type {Page["load"]} */
function load(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

let base = location.origin + location.pathname; // of links
const learned = addressForOthers().then((address) => {
  base = address;
});

/** @type {Page["link"]} */
const link = (rest, code = language()) => `${base}?lang=${code}#${sealed(rest)}`;

/** Show a text, and copy it. @param {HTMLInputElement} input @param {string} text */
async function copyShown(input, text) {
  input.value = text;
  input.hidden = false;
  input.select();
  return (await copyText(text)) ? "copied" : "copyIt"; // it needs localhost or HTTPS
}

/** @type {Page["copyLink"]} */
async function copyLink(input, rest = location.hash.slice(1), code = language()) {
  await learned; // the reader may go on meanwhile
  return copyShown(input, link(rest, code));
}

/** @type {Page["share"]} */
async function share(input, rest, text, picture) {
  await learned;
  const files = picture ? { files: [picture] } : {};
  const sent = { text: `${text} ${link(rest)}`, ...files };
  if (!matchMedia("(pointer: coarse)").matches || !navigator.canShare?.(sent))
    return copyShown(input, sent.text);
  await navigator.share(sent).catch(() => {}); // the reader may think again
  return "shared";
}

/** @param {string} name @returns {Page} */
const pageOf = (name) => ({
  announce,
  store,
  load,
  link,
  copyLink,
  share,
  failed,
  fragment(rest) {
    // The reader may have left the view, with the event still to come.
    if (current.name === name && readAddress().name === name)
      history.replaceState(null, "", `#${name}${rest && `/${rest}`}`);
  },
  get reduced() {
    return calm.matches;
  },
});

// -- views ---------------------------------------------------------------------------------------

/** The view and the rest that the address names. */
function readAddress() {
  let text = location.hash.slice(1);
  try {
    text = unsealed(decodeURIComponent(text));
  } catch {
    // then as it is
  }
  text = text.replace(/^learn\/teacher(?=\/|$)/, "desk"); // its address in older links
  const [name] = text.split("/", 1);
  return [...VIEWS, ...RARE].includes(name)
    ? { name, rest: text.slice(name.length + 1) }
    : { name: "today", rest: "" };
}

/** @param {string} name */
const viewFile = (name) => `./${name}/${name}.js`;

/**
 * Load the style of a view, unless the page has it; throws if there is no answer.
 * @param {string} name
 */
async function loadStyle(name) {
  const link = document.querySelector(`link[href$="/${name}.css"]`);
  if (!(link instanceof HTMLLinkElement) || link.sheet) return;
  link.disabled = false;
  await new Promise((done, fail) => {
    link.addEventListener("load", done, { once: true });
    link.addEventListener("error", fail, { once: true });
  }).catch((error) => {
    link.disabled = true; // so that it is asked for again
    throw error;
  });
}

/** The module of a view, once its words and its style are there, too. @param {string} name */
async function viewModule(name) {
  const from = name === "desk" ? "learn" : name; // which the desk is for
  const parts = Promise.all([import(viewFile(name)), loadWords(from), loadStyle(from)]);
  const [module] = await inTime(parts);
  return module;
}

/** The other views open also when the server is gone, with what comes after their boards. */
const fetchOthers = () =>
  Promise.allSettled([...VIEWS.map(viewModule), import("./today/door.js"), import("./picture.js")]);

async function show() {
  const { name, rest } = readAddress();
  if (followed) scrollTo(0, 0);
  followed = false;
  if (name === current.name) {
    if (rest) current.view?.restore(rest);
    return;
  }
  const before = current.view;
  current = { name, view: null };
  before?.close(); // it no longer changes the address
  status.classList.add("unseen");
  shows += 1;
  const mine = shows;
  for (const link of allOf(document, "header nav a")) {
    const tab = name === "storm" ? "play" : name;
    attribute(link, "aria-current", link.getAttribute("href") === `#${tab}` ? "page" : null);
  }
  root.className = name;
  root.replaceChildren();
  let module;
  try {
    module = await viewModule(name);
  } catch {
    if (mine === shows) failed(root);
    return;
  }
  if (mine !== shows) return; // the reader chose another view
  const now = readAddress(); // the rest may have changed meanwhile
  /** @type {View} */
  const view = module.mount(root, pageOf(name), now.rest);
  current.view = view;
  (root.querySelector(".stage .more") ?? root).append(foot);
  foot.hidden = RARE.includes(name);
  if (now.rest) view.restore(now.rest);
  title();
  requestAnimationFrame(() => setTimeout(prepare)); // Python starts when the view is painted
}

/** @type {Page["failed"]} */
function failed(box) {
  box.replaceChildren(make("p", { className: "bad", say: unloaded() }), button("again", reload));
  speakAll(box, common);
  announce(common(unloaded()));
}

/** A browser remembers which modules did not load; only a new page asks for them again. */
async function reload() {
  const answer = await inTime(fetch(location.pathname, { cache: "no-store" })).catch(() => null);
  if (answer?.ok) location.reload();
  else announce(common(unloaded()));
}

// -- keys ----------------------------------------------------------------------------------------

/** @param {KeyboardEvent} event */
const isTyping = ({ target }) =>
  target instanceof Element &&
  target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=range])");

/**
 * Whether a key is a character that is typed, or spoken, and may not mean a command; on a board
 * it does.
 * @param {KeyboardEvent} event
 */
const isStray = ({ key, target, altKey, ctrlKey, metaKey }) =>
  key.length === 1 &&
  key !== " " &&
  !(altKey || ctrlKey || metaKey) &&
  !(target instanceof Element && target.closest("[role=grid]"));

function showKeys() {
  const own = current.view?.keys?.() ?? [];
  allOf(keys, ".help")[0].textContent = current.view?.help?.() ?? "";
  fillKeys(allOf(keys, "dl")[0], [...own, ...common("allKeys")]);
  keys.showModal();
}

/** @param {KeyboardEvent} event */
function press(event) {
  status.classList.add("unseen");
  if (event.key === "Escape" && closeSheet(root)) return;
  if (event.defaultPrevented || isTyping(event) || keys.open) return;
  if (!letters.checked && isStray(event)) return;
  if (event.key === "?") showKeys();
  else current.view?.onkey?.(event);
}

// -- language ------------------------------------------------------------------------------------

function title() {
  document.title = `${common(current.name || "today")} – ${common("title")}`;
}

function speak() {
  document.documentElement.lang = language();
  document.documentElement.removeAttribute("data-silent"); // see theme.js
  chooser.value = language();
  speakAll(part("header"), common);
  allOf(foot, "a")[0].textContent = common("desk"); // no key: a view speaks all within it
  speakAll(keys, common);
  display.speak();
  silent.remove();
  if (current.view) current.view.speak();
  else speakAll(root, common);
  title();
}

/** @param {string} code - of the language whose words did not load */
function tellSilent(code) {
  silent.textContent = unspoken(new Map(languages()).get(code) ?? code);
  part("header").append(silent);
  announce(silent.textContent);
}

/** @param {string} code - of a language, which is then spoken if its words load */
const speaks = (code) =>
  setLanguage(code).then(
    () => true,
    () => false,
  );

/** Speak the language that the reader chooses; if its words do not load, go on as before. */
async function choose() {
  const code = chooser.value;
  if (!(await speaks(code))) {
    tellSilent(code);
    chooser.value = language();
  }
  if (language() !== code) return; // or the reader chose another meanwhile
  keepLanguage();
  const address = new URL(location.href);
  address.searchParams.delete("lang"); // the reader's choice counts from now on
  history.replaceState(null, "", address);
  speak();
}

/** Show the view in the reader's language, or in the first language whose words load. */
async function begin() {
  const wished = language();
  import(viewFile(readAddress().name)).catch(() => null); // while the words load
  const codes = [wished, ...languages().map(([code]) => code)];
  while (codes.length && !(await speaks(codes[0]))) codes.shift();
  const unstyled = "unstyled" in document.documentElement.dataset; // see theme.js
  part("#wordless").hidden = codes.length > 0 && !unstyled;
  if (!codes.length) return;
  speak();
  chooser.disabled = false; // until now a choice would have been lost
  if (language() !== wished) tellSilent(wished);
  addEventListener("hashchange", show);
  show();
  setTimeout(fetchOthers, IDLE);
}

for (const link of allOf(document, "header nav a"))
  link.prepend(icon(link.getAttribute("href")?.slice(1) ?? ""));
const display = mountDisplay(document, { load, store });
part("#keys").addEventListener("click", showKeys);
part("dialog button").addEventListener("click", () => keys.close());
letters.checked = load("letters") !== false;
letters.addEventListener("change", () => store("letters", letters.checked));
document.addEventListener("keydown", press);
// On a phone a panel is a sheet: Escape closes it, or a touch next to it.
document.addEventListener("pointerdown", ({ target }) => {
  if (target === document.documentElement) closeSheet(root);
  status.classList.add("unseen");
});
document.addEventListener("click", ({ target }) => {
  followed = target instanceof Element && Boolean(target.closest("a[href^='#']"));
});
chooser.addEventListener("change", choose);
begin();
