// Functions that make elements, for the page and for the board of a notebook.

import { icon } from "./icons.js";

/**
 * @typedef {Record<string, any> & {say?: string, name?: string}} Properties
 *   Properties and attributes by name. `say` is the key of the element's text, `name` that of its
 *   accessible name: see speakAll in words.js.
 */

/**
 * Set an attribute, or remove it if the value is null or "".
 * @param {Element} node
 * @param {string} name
 * @param {string | number | null | undefined} value
 */
export function attribute(node, name, value) {
  if (value === null || value === undefined || value === "") node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} Kind
 * @param {Kind} kind
 * @param {Properties} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Kind]}
 */
export function make(kind, properties = {}, ...children) {
  const node = document.createElement(kind);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "say" || key === "name") node.dataset[key] = value;
    else if (key in node) Object.assign(node, { [key]: value });
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** @param {string} key @param {(event: Event) => void} onclick @param {Properties} [properties] */
export const button = (key, onclick, properties = {}) =>
  make("button", { type: "button", onclick, say: key, ...properties });

/**
 * A button with a sign before its words.
 * @param {string} sign - of icons.js
 * @param {string} key
 * @param {(event: Event) => void} onclick
 * @param {Properties} [properties]
 */
export const signed = (sign, key, onclick, properties = {}) =>
  make(
    "button",
    { type: "button", onclick, ...properties },
    icon(sign),
    make("span", { say: key }),
  );

/**
 * A button for further tools, and the sheet with them: at the foot of a phone, by the button elsewhere.
 * @param {...Node} children
 * @returns {[HTMLElement, HTMLElement]}
 */
export function further(...children) {
  const box = make("div", { className: "further", popover: "auto" }, ...children);
  const opens = signed("more", "further", () => {}, {
    popoverTargetElement: box,
    "data-further": "",
  });
  box.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("button")) box.hidePopover();
  });
  box.addEventListener("toggle", () => {
    const { bottom, right } = opens.getBoundingClientRect();
    const below = Math.max(6, Math.min(bottom + 6, innerHeight - box.offsetHeight - 6));
    box.style.setProperty("--below", `${below}px`);
    box.style.setProperty("--right", `${innerWidth - right}px`);
  });
  return [opens, box];
}

/** @param {...Node} children */
export const row = (...children) => make("div", { className: "buttons" }, ...children);

/**
 * Change what a box shows. If its button with the focus is then gone, or can do no more, the focus
 * goes elsewhere instead of being lost.
 * @param {Element} box
 * @param {() => void} change
 * @param {() => void} refocus
 */
export function keepFocus(box, change, refocus) {
  const held = box.querySelector("button:focus");
  change();
  if (held?.matches(":disabled") || held?.checkVisibility() === false) refocus();
}

/**
 * A control with its name before it; a box to tick has it behind.
 * @param {string} key
 * @param {HTMLElement} control
 * @param {Properties} [properties]
 */
export function field(key, control, properties = {}) {
  const name = make("span", { say: key });
  return control instanceof HTMLInputElement && control.type === "checkbox"
    ? make("label", { className: "tick", ...properties }, control, name)
    : make("label", properties, name, control);
}

/**
 * A list to choose from; its options are named by the words of their values.
 * @param {Iterable<string>} values
 * @param {Properties} [properties]
 */
export const choice = (values, properties = {}) =>
  make(
    "select",
    properties,
    ...Array.from(values, (value) => make("option", { value, say: value })),
  );

/** A text to type in, without help of the browser. @param {Properties} [properties] */
export const textInput = (properties = {}) =>
  make("input", { type: "text", autocomplete: "off", spellcheck: false, ...properties });

/**
 * A part that can be folded up. What opens is in sight, and the only part next to a board.
 * @param {string} key
 * @param {...Node} children
 */
export function panel(key, ...children) {
  const box = make("details", { className: "panel" }, make("summary", { say: key }), ...children);
  box.addEventListener("toggle", () => {
    if (!box.open) return;
    for (const other of box.closest(".more")?.children ?? [])
      if (other instanceof HTMLDetailsElement && !other.contains(box)) other.open = false;
    for (const one of [box, box.firstElementChild]) one?.scrollIntoView({ block: "nearest" });
  });
  return box;
}

/**
 * Close the panel that covers the page, as they do on a phone; return whether it was open.
 * @param {Element} root
 */
export function closeSheet(root) {
  const sheet = root.querySelector(".more > details[open]");
  if (!(sheet instanceof HTMLDetailsElement) || getComputedStyle(sheet).position !== "fixed") {
    return false;
  }
  sheet.open = false;
  return true;
}

/**
 * A list of marks and what they mean.
 * @param {[string, string][]} entries - letters and their meaning
 * @param {(letter: string) => string} classOf - of the first letter
 */
export const legendItems = (entries, classOf) =>
  entries.map(([letters, meaning]) =>
    make(
      "li",
      {},
      make("span", {
        className: `swatch mark ${classOf(letters[0])}`,
        textContent: markSign(letters),
      }),
      ` ${meaning}`,
    ),
  );

/** How marks are drawn: as signs, where their letters would look like slips of the keyboard. */
const SIGNS = new Map([["x", "×"], ["o", "○"], ["*", "•"]]); // biome-ignore format: in one line

/** @param {string} mark */
export const markSign = (mark) => SIGNS.get(mark) ?? mark;

/**
 * Copy a text; whether it was. Browsers allow it only on localhost or over HTTPS.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Fill a list of keys with what they do. @param {Element} list @param {[string, string][]} keys */
export const fillKeys = (list, keys) =>
  list.replaceChildren(
    ...keys.flatMap(([key, does]) => [make("dt", {}, key), make("dd", {}, does)]),
  );
