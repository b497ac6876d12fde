// The shell: which view is shown, the reader's language, and what every view may use.

import { common, language, setLanguage, speakAll } from "./words.js";

const VIEWS = ["play", "learn", "look"];
const PACE = 1000; // milliseconds between announcements
const PREFIX = "caballero.";

const root = document.getElementById("view");
const status = document.getElementById("status");
const chooser = document.getElementById("language");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let current = { name: "", view: null };
let tries = 0;
let shows = 0; // so that a view that loads slowly does not come after a later one

// -- what a view may use -----------------------------------------------------------------------

let waiting = null; // the last sentence that was not announced yet
let quiet = false; // whether one was announced within the pace

// Only the last of several sentences that come at once is announced, at most one a second.
function announce(text) {
  waiting = text;
  if (quiet) return;
  quiet = true;
  const say = () => {
    if (waiting === null) {
      quiet = false;
      return;
    }
    // The same words again must be a change, or they are not heard.
    status.textContent = status.textContent === waiting ? `${waiting}\u00a0` : waiting;
    waiting = null;
    setTimeout(say, PACE);
  };
  setTimeout(say, 50); // what follows at once replaces it
}

function keep(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // private windows keep nothing
  }
}

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key));
  } catch {
    return null;
  }
}

function pageOf(name) {
  return {
    announce,
    keep,
    kept,
    fragment(rest) {
      if (current.name === name) history.replaceState(null, "", `#${name}${rest && `/${rest}`}`);
    },
    get reduced() {
      return calm.matches;
    },
  };
}

// -- views ---------------------------------------------------------------------------------------

// The view and the rest that the address names.
function asked() {
  let text = location.hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // then as it is
  }
  const [name] = text.split("/", 1);
  return VIEWS.includes(name) ? { name, rest: text.slice(name.length + 1) } : { name: "play", rest: "" };
}

async function show() {
  const { name, rest } = asked();
  if (name === current.name) {
    if (rest) current.view?.restore?.(rest);
    return;
  }
  current.view?.close?.();
  current = { name, view: null };
  shows += 1;
  const turn = shows;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  root.className = name;
  root.replaceChildren();
  let module;
  try {
    // A browser remembers what did not load: so it is asked by another name the next time.
    module = await import(`./${name}.js${tries ? `?${tries}` : ""}`);
  } catch {
    tries += 1;
    if (turn === shows) failed();
    return;
  }
  if (turn !== shows) return; // the reader went on
  const now = asked(); // the rest may have changed meanwhile
  current.view = module.mount(root, pageOf(name));
  if (now.rest) current.view.restore?.(now.rest);
  title();
}

function failed() {
  const text = document.createElement("p");
  const again = document.createElement("button");
  text.dataset.say = "noView";
  again.dataset.say = "again";
  again.addEventListener("click", () => {
    current = { name: "", view: null };
    show();
  });
  root.replaceChildren(text, again);
  speakAll(root, common);
  announce(text.textContent);
}

function title() {
  document.title = `${common(current.name || "play")} – ${common("title")}`;
}

function speak() {
  document.documentElement.lang = language();
  chooser.value = language();
  speakAll(document.querySelector("header"), common);
  if (current.view) current.view.speak?.();
  else speakAll(root, common);
  title();
}

chooser.addEventListener("change", () => {
  setLanguage(chooser.value);
  speak();
});
addEventListener("hashchange", show);
speak();
show();
