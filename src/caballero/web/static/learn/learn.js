// Learn: a lesson in pages, a laboratory where searches run step by step, and a place to write one.

import { attribute, make } from "../dom.js";
import { common, inTime, loadWords, speakAll, words } from "../words.js";
import { mountClass } from "./class/class.js";
import { mountLab } from "./lab.js";
import { mountLesson } from "./lesson.js";

const say = words("learn");

/** @typedef {import("../app.js").View} View */
/** @typedef {import("../app.js").Page} Page */

/** @typedef {import("../app.js").Mount} Mount */

/**
 * A part that few need: it loads when it is opened.
 * @param {() => Promise<Mount>} load
 * @returns {Mount}
 */
function later(load) {
  return (root, page, rest) => {
    let wished = rest;
    let closed = false;
    /** @type {View | null} */
    let view = null;
    inTime(load())
      .then((mountPart) => {
        if (!closed) view = mountPart(root, page, wished);
      })
      .catch(() => closed || page.failed(root));
    return {
      close() {
        closed = true;
        view?.close();
      },
      keys: () => view?.keys?.() ?? [],
      speak: () => (view ? view.speak() : speakAll(root, common)),
      restore(text) {
        wished = text;
        view?.restore(text);
      },
    };
  };
}

/** @type {Record<string, Mount>} */
const PARTS = {
  lesson: mountLesson,
  lab: mountLab,
  class: mountClass,
  write: later(async () => {
    const [{ mountWrite }] = await Promise.all([import("./write/write.js"), loadWords("write")]);
    return mountWrite;
  }),
};
const TABS = ["lesson", "lab"]; // a class comes by a link

/** @type {Mount} */
export function mount(root, page) {
  const tabs = make("nav", { className: "tabs" });
  const links = TABS.map((name) => make("a", { href: `#learn/${name}`, say: name }));
  const box = make("div");
  let shown = "";
  /** @type {View | null} */
  let part = null;
  let closed = false;
  for (const link of links) tabs.append(link, " "); // read aloud or copied, they stay apart
  root.append(tabs, box);

  /** @param {string} name @param {string} rest */
  function show(name, rest) {
    if (name !== shown) {
      part?.close();
      shown = name;
      box.replaceChildren();
      box.className = name === "class" ? "lesson" : name;
      root.classList.toggle("stage", name !== "write");
      for (const link of links) {
        attribute(link, "aria-current", link.hash === `#learn/${name}` ? "page" : null);
      }
      const own = { fragment: (/** @type {string} */ more) => page.fragment(`${name}/${more}`) };
      part = PARTS[name](box, Object.assign(Object.create(page), own), rest);
    } else {
      part?.restore(rest);
    }
    speakTabs();
  }

  function speakTabs() {
    attribute(tabs, "aria-label", say("parts"));
    speakAll(tabs, say);
  }

  // The shell restores at once what the address describes; otherwise the lesson continues.
  queueMicrotask(() => {
    if (!shown && !closed) show("lesson", "");
  });
  return {
    close() {
      closed = true;
      part?.close();
    },
    keys: () => part?.keys?.() ?? [],
    onkey: (event) => part?.onkey?.(event),
    speak() {
      speakTabs();
      part?.speak();
    },
    restore(rest) {
      const [name, ...more] = rest.split("/");
      show(Object.hasOwn(PARTS, name) ? name : "lesson", more.join("/"));
    },
  };
}
