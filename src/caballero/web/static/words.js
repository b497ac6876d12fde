// The reader's language, and what all views say alike.

const LANGUAGES = ["en", "es"];

let chosen = null;

export function language() {
  chosen ??= firstChoice();
  return chosen;
}

function firstChoice() {
  try {
    const kept = localStorage.getItem("language");
    if (LANGUAGES.includes(kept)) return kept;
  } catch {
    // private windows keep nothing
  }
  const liked = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());
  return liked.find((name) => LANGUAGES.includes(name)) ?? "en";
}

export function setLanguage(code) {
  chosen = LANGUAGES.includes(code) ? code : "en";
  try {
    localStorage.setItem("language", chosen);
  } catch {
    // then the browser's own language comes first again
  }
}

// A function that says what a table has for a key: { en: { key: text or function }, es: … }.
export function words(table) {
  return (key, ...values) => {
    const said = table[language()][key];
    return typeof said === "function" ? said(...values) : said;
  };
}

// So many of something: "1 move", "2 moves".
export const pieces = (n, one, many) => `${n} ${n === 1 ? one : many}`;

// Say every part that names its key in data-say (its text) or data-name (its accessible name).
export function speakAll(root, say) {
  for (const part of root.querySelectorAll("[data-say]")) part.textContent = say(part.dataset.say);
  for (const part of root.querySelectorAll("[data-name]")) {
    part.setAttribute("aria-label", say(part.dataset.name));
  }
}

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

    preset: "Board",
    own: "Of your own",
    square: (n) => `${n} × ${n}`,
    oblong: (r, c) => `${r} × ${c}`,
    holy8: "Holy knight, 36 squares",
    holy13: "Holy knight, 56 squares",
    cross: "Cross",
    ring: "Ring",
    rows: "Rows",
    columns: "Columns",
    surface: "Surface",
    flat: "flat",
    cylinder: "cylinder: left and right edges meet",
    torus: "torus: all opposite edges meet",
    piece: "Piece",
    other: "other leaps…",
    leaps: "Leaps, as 1,2 or 1,2+2,3",
    closed: "Closed: the last square leads back to the first",
    start: "Start",
    end: "End",
    paint: "Paint holes",
    paintHelp:
      "Click, drag or tap squares to take them away or put them back; with the keyboard, arrows and the space bar.",
    clear: "No holes",
    isHole: "hole",

    knight: "knight",
    wazir: "wazir",
    fers: "fers",
    king: "king",
    dabbaba: "dabbaba",
    alfil: "alfil",
    camel: "camel",
    zebra: "zebra",
    giraffe: "giraffe",
    antelope: "antelope",
    threeleaper: "threeleaper",
    tripper: "tripper",
    fourleaper: "fourleaper",
    stag: "stag",

    wrongSides: "Rows and columns are whole numbers from 1 to 50.",
    wrongPiece: "Write the leaps of the piece as two numbers, such as 2,3.",
    wrongHole: "A hole lies outside the board.",
    wrongEmpty: "No square is left: leave at least one.",
    wrongStart: "The start is not a square of this board.",
    wrongEnd: "The end is not a square of this board.",
    wrongEnds: "Start and end are the same square: choose another end.",
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

    preset: "Tablero",
    own: "Propio",
    square: (n) => `${n} × ${n}`,
    oblong: (r, c) => `${r} × ${c}`,
    holy8: "Caballo sagrado, 36 casillas",
    holy13: "Caballo sagrado, 56 casillas",
    cross: "Cruz",
    ring: "Anillo",
    rows: "Filas",
    columns: "Columnas",
    surface: "Superficie",
    flat: "plana",
    cylinder: "cilindro: los bordes izquierdo y derecho se unen",
    torus: "toro: todos los bordes opuestos se unen",
    piece: "Pieza",
    other: "otros saltos…",
    leaps: "Saltos, como 1,2 o 1,2+2,3",
    closed: "Cerrado: la última casilla lleva de vuelta a la primera",
    start: "Inicio",
    end: "Final",
    paint: "Pintar huecos",
    paintHelp:
      "Pulse, arrastre o toque casillas para quitarlas o devolverlas; con el teclado, flechas y la barra espaciadora.",
    clear: "Sin huecos",
    isHole: "hueco",

    knight: "caballo",
    wazir: "visir",
    fers: "alferza",
    king: "rey",
    dabbaba: "dabbaba",
    alfil: "alfil antiguo",
    camel: "camello",
    zebra: "cebra",
    giraffe: "jirafa",
    antelope: "antílope",
    threeleaper: "saltador de tres",
    tripper: "saltador triple",
    fourleaper: "saltador de cuatro",
    stag: "ciervo",

    wrongSides: "Filas y columnas son números enteros de 1 a 50.",
    wrongPiece: "Escriba los saltos de la pieza como dos números, por ejemplo 2,3.",
    wrongHole: "Un hueco está fuera del tablero.",
    wrongEmpty: "No queda ninguna casilla: deje al menos una.",
    wrongStart: "El inicio no es una casilla de este tablero.",
    wrongEnd: "El final no es una casilla de este tablero.",
    wrongEnds: "El inicio y el final son la misma casilla: elija otro final.",
  },
};

export const common = words(SAID);
