// How the page is shown: its theme, its size, the full screen. On a narrow page the language is
// among these.

import { attribute } from "./dom.js";
import { common } from "./words.js";

// Where style.css leaves room for two signs beside the board's title.
const NARROW =
  "(max-width: 42rem), (orientation: portrait), (max-height: 32rem) and (max-width: 60rem)";
const THEMES = ["light", "dark"]; // otherwise as the system

/**
 * @param {ParentNode} box - with the controls
 * @param {Pick<import("./app.js").Page, "store" | "load">} page
 */
export function mountDisplay(box, page) {
  const root = document.documentElement;
  const theme = /** @type {HTMLSelectElement} */ (box.querySelector("#theme"));
  const large = /** @type {HTMLInputElement} */ (box.querySelector("#large"));
  const full = /** @type {HTMLButtonElement} */ (box.querySelector("#full"));
  const [tools, more, language] = [".tools", "#display", ".language"].map(
    (name) => /** @type {HTMLElement} */ (box.querySelector(name)),
  );
  const narrow = matchMedia(NARROW);

  const settle = () => (narrow.matches ? more : tools).prepend(language);
  narrow.addEventListener("change", settle);
  settle();

  theme.value = THEMES.includes(page.load("theme")) ? page.load("theme") : "";
  theme.addEventListener("change", () => {
    page.store("theme", theme.value);
    attribute(root, "data-theme", theme.value);
  });

  large.checked = page.load("large") === true;
  large.addEventListener("change", () => {
    page.store("large", large.checked);
    attribute(root, "data-large", large.checked ? "true" : null);
  });

  function speak() {
    full.dataset.say = document.fullscreenElement ? "fullLeave" : "full";
    full.textContent = common(full.dataset.say);
  }
  full.hidden = !document.fullscreenEnabled; // as on some phones, and in frames
  full.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen().catch(() => {}); // the browser says why
  });
  document.addEventListener("fullscreenchange", speak);
  return { speak };
}
