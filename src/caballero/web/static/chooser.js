// Choosing a board: presets, sides, surface, piece, kind of tour, its ends, and painting holes.

import { BoardView } from "./board.js";
import {
  EMPTY,
  MOST_SIDE,
  PIECES,
  SURFACES,
  drawn,
  hasSides,
  isHole,
  parseSquare,
  pieceOf,
  same,
  squareName,
  wrongWith,
  writeQuestion,
} from "./geometry.js";
import { common, speakAll } from "./words.js";

const plain = (rows, columns, more = {}) => ({ ...EMPTY, rows, columns, ...more });

// The two boards of Rosetta Code, "Solve a Holy Knight's tour".
const HOLY = [
  "#xxx####", "#x#xx###", "#xxxxxxx", "xxx##x#x", "x#x##xxx", "sxxxxxx#", "##xx#x##", "###xxx##",
];
const HOLY_13 = [
  "#####s#x#####", "#####x#x#####", "####xxxxx####", "#####xxx#####", "##x##x#x##x##",
  "xxxxx###xxxxx", "##xx#####xx##", "xxxxx###xxxxx", "##x##x#x##x##", "#####xxx#####",
  "####xxxxx####", "#####x#x#####", "#####x#x#####",
];

function without(rows, columns, gone, more) {
  const holes = [];
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) if (gone(r, c)) holes.push([r, c]);
  }
  return plain(rows, columns, { holes, ...more });
}

const corner = (i) => i < 2 || i > 5;
const middle = (i) => i > 2 && i < 7;

// Each with its name and what fills the name in; all of them have tours.
export const PRESETS = [
  ["square", [5], plain(5, 5)],
  ["square", [6], plain(6, 6)],
  ["square", [8], plain(8, 8)],
  ["oblong", [3, 10], plain(3, 10)],
  ["holy8", [], drawn(HOLY)],
  ["holy13", [], drawn(HOLY_13)],
  ["cross", [], without(8, 8, (r, c) => corner(r) && corner(c))],
  ["ring", [], without(10, 10, (r, c) => middle(r) && middle(c))],
  ["cylinder", [], plain(5, 8, { surface: "cylinder" })],
  ["torus", [], plain(6, 6, { surface: "torus", closed: true })],
  ["square", [20], plain(20, 20)],
];

// The fields that each fault is in.
const CULPRITS = {
  wrongSides: ["rows", "columns"],
  wrongPiece: ["leaps"],
  wrongStart: ["start"],
  wrongEnd: ["end"],
  wrongEnds: ["end"],
};

let mounted = 0; // for ids that differ

function field(kind, key, control, more = "") {
  const label = document.createElement("label");
  label.className = `${kind} ${more}`;
  const text = document.createElement("span");
  text.dataset.say = key;
  label.append(...(kind === "tick" ? [control, text] : [text, control]));
  return label;
}

function input(type, more = {}) {
  const made = document.createElement("input");
  Object.assign(made, { type, autocomplete: "off", ...more });
  return made;
}

const number = () =>
  input("number", { min: 1, max: MOST_SIDE, required: true, inputMode: "numeric" });
const square = () => {
  const made = input("text", { maxLength: 5, size: 4, spellcheck: false });
  made.setAttribute("autocapitalize", "none");
  return made;
};

function button(key) {
  const made = document.createElement("button");
  made.type = "button";
  made.dataset.say = key;
  return made;
}

function listOf(values) {
  const made = document.createElement("select");
  for (const value of values) made.append(new Option("", value));
  return made;
}

// Fill root. onchange(question) is called whenever what is chosen makes sense; what does not is
// told beneath. features: which parts there are, all unless one is false.
// Returns { set(question), speak(), get question() }.
export function mountChooser(root, { question, onchange = () => {}, features = {} }) {
  const has = (name) => features[name] !== false;
  mounted += 1;
  const form = document.createElement("div");
  form.className = "chooser";
  const parts = {
    preset: listOf(["", ...PRESETS.keys()]),
    rows: number(),
    columns: number(),
    surface: listOf(SURFACES),
    piece: listOf([...Object.keys(PIECES), "other"]),
    leaps: input("text", { maxLength: 40, size: 9, spellcheck: false }),
    closed: input("checkbox"),
    start: square(),
    end: square(),
  };
  const paint = button("paint");
  const clear = button("clear");
  const help = document.createElement("p");
  const fault = document.createElement("p");
  const canvas = document.createElement("div");
  const fields = document.createElement("div");
  const buttons = document.createElement("div");
  fields.className = "fields";
  buttons.className = "buttons";
  help.className = "quiet";
  help.dataset.say = "paintHelp";
  fault.className = "bad fault";
  fault.id = `fault-${mounted}`;
  fault.setAttribute("role", "alert");
  canvas.className = "canvas";

  for (const [name, control] of Object.entries(parts)) {
    control.dataset.part = name;
    if (["preset", "rows", "columns"].includes(name) || has(name === "leaps" ? "piece" : name)) {
      fields.append(field(name === "closed" ? "tick" : "field", name, control));
    }
  }
  if (has("holes")) {
    paint.setAttribute("aria-pressed", "false");
    buttons.append(paint, clear);
  }
  form.append(fields, buttons, help, fault, canvas);
  root.append(form);
  help.hidden = true;
  let board = null;
  let chosen = question;
  let filling = true; // whether a stroke takes squares away

  function change(next) {
    chosen = next;
    const wrong = wrongWith(chosen);
    fault.textContent = wrong ? common(wrong) : "";
    for (const [name, control] of Object.entries(parts)) {
      const bad = (CULPRITS[wrong] ?? []).includes(name);
      for (const [attribute, value] of [["aria-invalid", "true"], ["aria-describedby", fault.id]]) {
        if (bad) control.setAttribute(attribute, value);
        else control.removeAttribute(attribute);
      }
    }
    clear.disabled = !chosen.holes.length;
    if (!wrong) {
      show();
      onchange(chosen);
    }
  }

  // What the fields say; holes that a smaller board no longer has are dropped, but not while
  // somebody writes how large it is.
  function read() {
    const rows = parts.rows.valueAsNumber;
    const columns = parts.columns.valueAsNumber;
    const place = (control) => {
      const text = control.value.trim();
      return text ? (parseSquare(text, rows) ?? [-1, -1]) : null;
    };
    const sound = hasSides({ rows, columns });
    parts.preset.value = "";
    showLeaps();
    change({
      ...chosen,
      rows,
      columns,
      holes: chosen.holes.filter(([r, c]) => !sound || (r < rows && c < columns)),
      surface: parts.surface.value,
      piece: parts.piece.value === "other" ? pieceOf(parts.leaps.value) : parts.piece.value,
      closed: parts.closed.checked,
      start: place(parts.start),
      end: place(parts.end),
    });
  }

  function showLeaps() {
    const label = parts.leaps.closest("label");
    if (label) label.hidden = parts.piece.value !== "other";
  }

  function fill() {
    const text = writeQuestion(chosen);
    const at = PRESETS.findIndex(([, , preset]) => writeQuestion(preset) === text);
    parts.preset.value = at < 0 ? "" : String(at);
    parts.rows.value = chosen.rows;
    parts.columns.value = chosen.columns;
    parts.surface.value = chosen.surface;
    const named = Object.hasOwn(PIECES, chosen.piece);
    parts.piece.value = named ? chosen.piece : "other";
    parts.leaps.value = named ? "1,2" : chosen.piece;
    parts.closed.checked = chosen.closed;
    parts.start.value = chosen.start ? squareName(chosen.start, chosen.rows) : "";
    parts.end.value = chosen.end ? squareName(chosen.end, chosen.rows) : "";
    showLeaps();
  }

  // -- painting ---------------------------------------------------------------------------

  function show() {
    board?.draw({ question: chosen, label: common("paint"), piece: false });
  }

  function toggle(square_, begins = true) {
    if (!hasSides(chosen)) return;
    if (begins) filling = !isHole(chosen, square_);
    const others = chosen.holes.filter((hole) => !same(hole, square_));
    const next = { ...chosen, holes: filling ? [...others, square_] : others };
    if (filling && same(next.start, square_)) next.start = null;
    if (filling && same(next.end, square_)) next.end = null;
    if (wrongWith(next) === "wrongEmpty") return; // the last square stays
    next.holes.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    change(next);
    fill();
  }

  function open(yes) {
    paint.setAttribute("aria-pressed", String(yes));
    help.hidden = !yes;
    canvas.replaceChildren();
    board = null;
    if (!yes) return;
    board = new BoardView(canvas, { interactive: true });
    board.painting = true;
    board.nameOf = (place, { hole }) =>
      squareName(place, chosen.rows) + (hole ? `, ${common("isHole")}` : "");
    board.onpaint = toggle;
    board.onchoose = (place) => toggle(place);
    show();
  }

  paint.addEventListener("click", () => open(!board));
  clear.addEventListener("click", () => {
    change({ ...chosen, holes: [] });
    fill();
  });
  parts.preset.addEventListener("change", () => {
    if (parts.preset.value === "") return;
    const [, , preset] = PRESETS[Number(parts.preset.value)];
    const allowed = { ...preset };
    if (!has("closed")) allowed.closed = false;
    if (!has("surface")) allowed.surface = "flat";
    if (!has("piece")) allowed.piece = "knight";
    if (!has("start")) allowed.start = null;
    change(allowed);
    fill();
  });
  fields.addEventListener("change", (event) => {
    if (event.target !== parts.preset) read();
  });

  function speak() {
    for (const [at, [key, values]] of PRESETS.entries()) {
      parts.preset.options[at + 1].text = common(key, ...values);
    }
    parts.preset.options[0].text = common("own");
    for (const list of [parts.surface, parts.piece]) {
      for (const option of list.options) option.text = common(option.value);
    }
    speakAll(form, common);
    const wrong = wrongWith(chosen);
    fault.textContent = wrong ? common(wrong) : "";
    show();
    board?.relabel();
  }

  fill();
  speak();
  clear.disabled = !chosen.holes.length;
  return {
    speak,
    get question() {
      return chosen;
    },
    set(next) {
      chosen = next;
      fault.textContent = "";
      clear.disabled = !chosen.holes.length;
      fill();
      show();
    },
  };
}
