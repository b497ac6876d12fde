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
  const linked = new URLSearchParams(location.search).get("lang") ?? ""; // of a link
  if (LANGUAGES.includes(linked)) return linked;
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
    today: "Today",
    play: "Play",
    puzzles: "Puzzles",
    learn: "Learn",
    look: "Explore",
    storm: "Storm",
    language: "Language",
    display: "Display",
    theme: "Theme",
    themeSystem: "as the system",
    themeLight: "light",
    themeDark: "dark",
    large: "Large, for a projector",
    full: "Full screen",
    fullLeave: "Leave full screen",
    keys: "Keys",
    close: "Close",
    allKeys: [
      ["?", "these keys"],
      ["Esc", "close what is open"],
    ],
    letters: "Keys of one character, such as ?, also work outside the board",
    loading: "Loading…",
    away: "The server does not answer: is it still running?",
    starting: "Python is loading: it is needed for help.",
    noPython: "Python does not run in this browser: load the page again, or use another browser.",
    tooLong: "This takes too long in a browser: install Caballero for it, or ask for less.",
    noGif: "A browser cannot make a GIF: save an SVG or a PNG, or install Caballero for it.",
    noPng: "The browser did not draw the picture: save an SVG.",
    noView: "This part of the page did not load: is the server still running?",
    noViewSite: "This part of the page did not load: is there a connection?",
    again: "Try again",
    delete: "Delete",
    deleted: (name) => `Deleted: ${name}`,
    putBack: "Put it back",
  },
  es: {
    title: "Caballero",
    views: "Vistas",
    today: "Hoy",
    play: "Jugar",
    puzzles: "Pasatiempos",
    learn: "Aprender",
    look: "Explorar",
    storm: "Tormenta",
    language: "Idioma",
    display: "Presentación",
    theme: "Tema",
    themeSystem: "el del sistema",
    themeLight: "claro",
    themeDark: "oscuro",
    large: "Grande, para un proyector",
    full: "Pantalla completa",
    fullLeave: "Salir de pantalla completa",
    keys: "Teclas",
    close: "Cerrar",
    allKeys: [
      ["?", "estas teclas"],
      ["Esc", "cerrar lo que esté abierto"],
    ],
    letters: "Las teclas de un carácter, como ?, valen también fuera del tablero",
    loading: "Cargando…",
    away: "El servidor no responde: ¿sigue en marcha?",
    starting: "Se está cargando Python, que hace falta para la ayuda.",
    noPython: "Python no funciona en este navegador: vuelva a cargar la página o use otro navegador.",
    tooLong: "Esto tarda demasiado en un navegador: instale Caballero para ello o pida menos.",
    noGif: "Un navegador no puede hacer un GIF: guarde un SVG o un PNG, o instale Caballero para ello.",
    noPng: "El navegador no dibujó la imagen: guarde un SVG.",
    noView: "Esta parte de la página no se cargó: ¿sigue en marcha el servidor?",
    noViewSite: "Esta parte de la página no se cargó: ¿hay conexión?",
    again: "Intentar de nuevo",
    delete: "Eliminar",
    deleted: (name) => `Se eliminó: ${name}`,
    putBack: "Recuperar",
  },
};

export const common = words(SAID);

/** Whether this is the page of `caballero site`, where Python in the browser is the server. */
const isSite = () => "static" in document.documentElement.dataset;

/** What is said when there is no answer. */
export const unanswered = () => common(isSite() ? "noPython" : "away");

/** What is said when a view does not load. */
export const unloaded = () => (isSite() ? "noViewSite" : "noView");
