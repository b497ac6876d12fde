// A race of a class on one board, of `caballero serve --race`: the teacher leads it with a key, which
// the printed link has; all others join it.

import { mountLead } from "./lead.js";
import { mountRun } from "./run.js";

/** @typedef {import("../app.js").View} View */

const LEAD = "lead"; // stands in the address for the key, which a class would see on the projector

/** @type {import("../app.js").Mount} */
export function mount(root, page, rest) {
  let shown = "";
  /** @type {View | null} */
  let part = null;

  /** @param {string} text */
  function restore(text) {
    if (text && text !== LEAD) page.store("race-key", text);
    const key = text === LEAD ? String(page.load("race-key") ?? "") : text;
    if (part && key === shown) return;
    part?.close();
    root.replaceChildren();
    shown = key;
    part = key ? mountLead(root, page, key) : mountRun(root, page, "");
    page.fragment(key ? LEAD : "");
  }

  restore(rest);
  return {
    close: () => part?.close(),
    speak: () => part?.speak(),
    keys: () => part?.keys?.() ?? [],
    onkey: (event) => part?.onkey?.(event),
    restore,
  };
}
