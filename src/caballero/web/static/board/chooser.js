// The chooser of a board: presets, sides, surface, piece, kind of tour, its ends, and painting holes.

import { attribute, button, choice, field, make, panel, textInput } from "../dom.js";
import { boardWords, speakAll } from "../words.js";
import { BoardView } from "./board.js";
import {
  hasSides,
  isHole,
  MOST_SIDE,
  parseSquare,
  SURFACES,
  same,
  squareName,
  writeProblem,
  wrongWith,
} from "./geometry.js";
import { gapsOf, isLacking } from "./grid.js";
import { PIECES, pieceOf } from "./pieces.js";
import { PRESETS } from "./presets.js";
import { smallPicture } from "./small.js";

/** @typedef {import("./geometry.js").Problem} Problem */
/** @typedef {import("./geometry.js").Square} Square */
/** @typedef {import("../messages.js").Values} Values */
/** @typedef {import("./presets.js").Preset} Preset */

/** The fields that a fault may be in. @type {Record<string, string[]>} */
const CULPRITS = {
  wrongSides: ["rows", "columns"],
  wrongPiece: ["leaps"],
  wrongStart: ["start"],
  wrongEnd: ["end"],
  wrongEnds: ["end"],
};

/** Whether a field is at fault. @param {string} part @param {Problem} problem */
function isWrong(part, problem) {
  if (!(CULPRITS[wrongWith(problem) ?? ""] ?? []).includes(part)) return false;
  if (part === "rows") return !hasSides({ ...problem, columns: 1 });
  return part !== "columns" || !hasSides({ ...problem, rows: 1 });
}

let mounted = 0; // for ids that differ

/** What the chooser consists of. @param {Preset[]} presets */
function elements(presets) {
  const side = { min: 1, max: MOST_SIDE, required: true, inputMode: "numeric" };
  const square = { maxLength: 5, size: 4, autocapitalize: "none" };
  const number = () => make("input", { type: "number", autocomplete: "off", ...side });
  mounted += 1;
  return {
    presets: presets.map(([, , problem]) =>
      make(
        "button",
        { type: "button", className: "preset" },
        smallPicture(problem, [], []),
        make("span"),
      ),
    ),
    gallery: make("div", { className: "gallery", role: "group", name: "preset" }),
    folded: panel("preset"),
    parts: {
      rows: number(),
      columns: number(),
      surface: choice(SURFACES),
      piece: choice([...Object.keys(PIECES), "other"]),
      leaps: textInput({ maxLength: 40, size: 9 }),
      closed: make("input", { type: "checkbox", autocomplete: "off" }),
      start: textInput(square),
      end: textInput(square),
    },
    paint: button("paint", () => {}),
    clear: button("clear", () => {}),
    help: make("p", { className: "quiet", say: "paintHelp", hidden: true }),
    fault: make("p", { className: "bad fault", id: `fault-${mounted}`, role: "alert" }),
    canvas: make("div", { className: "canvas" }),
    fields: make("div", { className: "fields" }),
    buttons: make("div", { className: "buttons" }),
  };
}

/**
 * The problem of the fields. Holes that a smaller board no longer has are dropped, but not
 * while its sides are being typed. Other sides make squares of hexagons and triangles.
 * @param {ReturnType<typeof elements>["parts"]} parts
 * @param {Problem} before
 * @returns {Problem}
 */
function read(parts, before) {
  const [rows, columns] = [parts.rows.valueAsNumber, parts.columns.valueAsNumber];
  const sound = hasSides({ rows, columns });
  const shaped = before.grid && rows === before.rows && columns === before.columns;
  const holes = shaped ? before.holes : before.holes.filter((one) => !isLacking(before, one));
  /** @param {HTMLInputElement} control @returns {Square | null} */
  const place = (control) => {
    const text = control.value.trim();
    return text ? (parseSquare(text, rows) ?? [-1, -1]) : null;
  };
  return {
    rows,
    columns,
    holes: holes.filter(([r, c]) => !sound || (r < rows && c < columns)),
    ...(shaped && { grid: before.grid }),
    surface: shaped ? "flat" : parts.surface.value,
    piece: parts.piece.value === "other" ? pieceOf(parts.leaps.value) : parts.piece.value,
    closed: parts.closed.checked,
    start: place(parts.start),
    end: place(parts.end),
  };
}

/**
 * The problem with a square removed or put back; null if no square would be left.
 * @param {Problem} problem
 * @param {Square} square
 * @param {boolean} away
 * @returns {Problem | null}
 */
function paintSquare(problem, square, away) {
  const others = problem.holes.filter((hole) => !same(hole, square));
  const next = { ...problem, holes: away ? [...others, square] : others };
  if (away && same(next.start, square)) next.start = null;
  if (away && same(next.end, square)) next.end = null;
  next.holes.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return wrongWith(next) === "wrongEmpty" ? null : next;
}

/**
 * Fill root with fields to choose a problem. A message below explains what is wrong.
 * @param {Element} root
 * @param {object} options
 * @param {Problem} options.problem
 * @param {(problem: Problem) => void} [options.onchange] - called for a valid choice
 * @param {() => void} [options.onwrong] - called for another board
 * @param {boolean} [options.unfolded] - whether the pictures of the presets are always in sight
 * @param {string[]} [options.without] - the names of parts that are left out
 * @param {Preset[]} [options.presets]
 * @param {(key: string, values: Values) => string} [options.say] - the names of the presets
 */
export function mountChooser(
  root,
  {
    problem,
    onchange = () => {},
    onwrong = () => {},
    unfolded = false,
    without = [],
    presets = PRESETS,
    say = boardWords,
  },
) {
  const made = elements(presets);
  const { parts, paint, clear, help, fault, canvas, fields, buttons, gallery, folded } = made;
  gallery.append(...made.presets);
  if (!unfolded) folded.append(gallery);
  const shown = unfolded ? gallery : folded;
  const form = make("div", { className: "chooser" }, shown, fields, buttons, help, fault, canvas);
  let chosen = problem;
  let away = true; // whether a stroke removes squares
  /** @type {BoardView | null} */
  let board = null;

  for (const [name, control] of Object.entries(parts)) {
    control.dataset.part = name;
    const className = name === "closed" ? "tick" : "field";
    if (!without.includes(name)) fields.append(field(name, control, { className }));
  }
  paint.setAttribute("aria-pressed", "false");
  buttons.append(paint, clear);
  root.append(form);

  /** @param {Problem} next */
  function change(next) {
    chosen = next;
    showFault();
    if (wrongWith(chosen)) {
      onwrong();
      return;
    }
    draw();
    onchange(chosen);
  }

  function showFault() {
    const wrong = wrongWith(chosen);
    fault.textContent = wrong ? boardWords(wrong) : "";
    clear.disabled = !gapsOf(chosen).length;
    for (const [name, control] of Object.entries(parts)) {
      const bad = isWrong(name, chosen);
      attribute(control, "aria-invalid", bad ? "true" : null);
      attribute(control, "aria-describedby", bad ? fault.id : null);
    }
    showPreset();
  }

  /** Show which of the presets it is. */
  function showPreset() {
    const text = wrongWith(chosen) ? "" : writeProblem(chosen);
    const at = presets.findIndex(([, , preset]) => writeProblem(preset) === text);
    for (const [i, one] of made.presets.entries()) {
      attribute(one, "aria-pressed", String(i === at));
    }
    const name = at < 0 ? boardWords("own") : say(presets[at][0], presets[at][1]);
    const summary = folded.querySelector("summary");
    if (summary) summary.textContent = `${boardWords("preset")}: ${name}`;
  }

  function showLeaps() {
    const label = parts.leaps.closest("label");
    if (label) label.hidden = parts.piece.value !== "other";
  }

  function fill() {
    const named = Object.hasOwn(PIECES, chosen.piece);
    parts.rows.value = String(chosen.rows);
    parts.columns.value = String(chosen.columns);
    parts.surface.value = chosen.surface;
    parts.piece.value = named ? chosen.piece : "other";
    parts.leaps.value = named ? "1,2" : chosen.piece;
    parts.closed.checked = chosen.closed;
    parts.start.value = chosen.start ? squareName(chosen.start, chosen.rows) : "";
    parts.end.value = chosen.end ? squareName(chosen.end, chosen.rows) : "";
    showLeaps();
  }

  // -- painting ---------------------------------------------------------------------------

  function draw() {
    board?.draw({ problem: chosen, label: boardWords("paint"), piece: false });
  }

  /** @param {Square} square @param {boolean} [begins] */
  function toggle(square, begins = true) {
    if (!hasSides(chosen)) return;
    if (begins) away = !isHole(chosen, square);
    const next = paintSquare(chosen, square, away);
    if (!next) return;
    change(next);
    fill();
  }

  /** @param {boolean} yes */
  function open(yes) {
    paint.setAttribute("aria-pressed", String(yes));
    help.hidden = !yes;
    canvas.replaceChildren();
    board = null;
    if (!yes) return;
    board = new BoardView(canvas, { interactive: true });
    board.painting = true;
    board.nameOf = (place, { hole }) =>
      squareName(place, chosen.rows) + (hole ? `, ${boardWords("isHole")}` : "");
    board.onpaint = toggle;
    board.onchoose = (place) => toggle(place);
    draw();
  }

  paint.addEventListener("click", () => open(!board));
  clear.addEventListener("click", () => {
    change({ ...chosen, holes: chosen.holes.filter((hole) => isLacking(chosen, hole)) });
    fill();
  });
  for (const [i, one] of made.presets.entries()) {
    one.addEventListener("click", () => {
      change(presets[i][2]);
      fill();
      if (unfolded) return;
      folded.open = false;
      folded.querySelector("summary")?.focus();
    });
  }
  fields.addEventListener("change", () => {
    showLeaps();
    change(read(parts, chosen));
  });

  function speak() {
    speakAll(form, boardWords);
    for (const [at, [key, values]] of presets.entries()) {
      made.presets[at].lastChild?.replaceWith(make("span", {}, say(key, values)));
    }
    showFault();
    draw();
    board?.relabel();
  }

  fill();
  speak();
  return {
    speak,
    get problem() {
      return chosen;
    },
    /** @param {Problem} next */
    set(next) {
      chosen = next;
      showFault();
      fill();
      draw();
    },
  };
}
