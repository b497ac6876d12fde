// Learn: a lesson in pages, and a laboratory where searches run step by step.

import { attribute, make } from "../dom.js";
import { speakAll } from "../words.js";
import { mountLab } from "./lab.js";
import { mountLesson } from "./lesson.js";
import { say } from "./words.js";

/** @typedef {import("../app.js").View} View */
/** @typedef {import("../app.js").Page} Page */

/** @type {Record<string, (root: HTMLElement, page: Page, rest: string) => View>} */
const PARTS = { lesson: mountLesson, lab: mountLab };

/**
 * @param {Element} root
 * @param {Page} page
 * @returns {View}
 */
export function mount(root, page) {
  const tabs = make("nav", { name: "parts", className: "tabs" });
  const links = Object.keys(PARTS).map((name) => make("a", { href: `#learn/${name}`, say: name }));
  const box = make("div");
  let shown = "";
  /** @type {View | null} */
  let part = null;
  let closed = false;
  tabs.append(links[0], " ", links[1]); // read aloud or copied, they stay two words
  root.append(tabs, box);

  /**
   * @param {string} name
   * @param {string} rest
   */
  function show(name, rest) {
    if (name !== shown) {
      part?.close();
      shown = name;
      box.replaceChildren();
      box.className = name;
      for (const link of links) {
        attribute(link, "aria-current", link.hash === `#learn/${name}` ? "page" : null);
      }
      const own = { fragment: (/** @type {string} */ more) => page.fragment(`${name}/${more}`) };
      part = PARTS[name](box, Object.assign(Object.create(page), own), rest);
    } else {
      part?.restore(rest);
    }
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
      speakAll(tabs, say);
      part?.speak();
    },
    restore(rest) {
      const [name, ...more] = rest.split("/");
      show(Object.hasOwn(PARTS, name) ? name : "lesson", more.join("/"));
    },
  };
}
