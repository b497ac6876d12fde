// The reader's language, and the words of the shell.

const LANGUAGES = ["en", "es"];

/**
 * A text, or a function of values; some tables hold lists of texts.
 * @typedef {string | object | ((...values: any[]) => any)} Said
 * @typedef {Record<string, Record<string, Said>>} Table - by language and key
 * @typedef {(key: string, ...values: any[]) => any} Say
 */

/** @type {string | null} */
let chosen = null;

export function language() {
  chosen ??= firstChoice();
  return chosen;
}

function firstChoice() {
  try {
    const stored = localStorage.getItem("language") ?? "";
    if (LANGUAGES.includes(stored)) return stored;
  } catch {
    // private windows store nothing
  }
  const liked = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());
  return liked.find((name) => LANGUAGES.includes(name)) ?? "en";
}

/** @param {string} code */
export function setLanguage(code) {
  chosen = LANGUAGES.includes(code) ? code : "en";
  try {
    localStorage.setItem("language", chosen);
  } catch {
    // then the browser's own language comes first again
  }
}

/**
 * The function from a key to its text in a table; undefined without one.
 * @param {Table} table
 * @returns {Say}
 */
export function words(table) {
  return (key, ...values) => {
    const text = table[language()][key];
    return typeof text === "function" ? text(...values) : text;
  };
}

/**
 * A number of things: "1 move", "2 moves".
 * @param {number} n
 * @param {string} one
 * @param {string} many
 */
export const pieces = (n, one, many) => `${amount(n)} ${n === 1 ? one : many}`;

/**
 * A number as the language writes it: Spanish parts thousands by a space, from five digits on.
 * @param {number | bigint} n
 */
export const amount = (n) =>
  new Intl.NumberFormat(language())
    .formatToParts(n)
    .map(({ type, value }) => (type === "group" && language() === "es" ? "\u00a0" : value))
    .join("");

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

/**
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {NodeListOf<HTMLElement>}
 */
export const allOf = (root, selector) => root.querySelectorAll(selector);

/** @type {Table} */
const SAID = {
  en: {
    title: "Caballero",
    views: "Views",
    play: "Play",
    learn: "Learn",
    look: "Look",
    language: "Language",
    loading: "Loading…",
    away: "The server does not answer: is it still running?",
    noView: "This part of the page did not load: is the server still running?",
    again: "Try again",
  },
  es: {
    title: "Caballero",
    views: "Vistas",
    play: "Jugar",
    learn: "Aprender",
    look: "Mirar",
    language: "Idioma",
    loading: "Cargando…",
    away: "El servidor no responde: ¿sigue en marcha?",
    noView: "Esta parte de la página no se cargó: ¿sigue en marcha el servidor?",
    again: "Intentar de nuevo",
  },
};

export const common = words(SAID);
