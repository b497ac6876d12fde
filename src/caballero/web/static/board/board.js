// A board on the page: squares to choose, and the lines and marks above them.
//
// The squares are elements (a grid for the keyboard and for screen readers), the lines are one
// picture above them. Only the differences from the last drawing are drawn, so that a step on a
// board of 2500 squares costs no more than on a board of 25.

import { attribute, make, markSign } from "../dom.js";
import { inkOn, movesOf, shadesOf } from "./colours.js";
import { columnName, EMPTY, isDark, lastOf, same, squareName } from "./geometry.js";
import { extentOf, gridOf, isLacking, middleOf, pointsDown } from "./grid.js";
import { onKey, onPress } from "./input.js";
import {
  diamondsOf,
  joinsOf,
  lineOf,
  outlines,
  portsOf,
  shape,
  standing,
  wallsOf,
} from "./lines.js";

/** @typedef {import("./geometry.js").Problem} Problem */
/** @typedef {import("./geometry.js").Square} Square */
/** @typedef {import("./geometry.js").Path} Path */
/**
 * A square that may follow: how many exits it has, whether the tour can be finished through it
 * (null: not known), and the squares that the exits lead to.
 * @typedef {{square: Square, exits?: number, good?: boolean | null, ways?: Square[]}} Candidate
 */
/** @typedef {[Square, string]} Mark */
/**
 * What is seen of a square.
 * @typedef {object} Seen
 * @property {string} [look] - the classes of its element
 * @property {string | number} [text]
 * @property {string} [fill] - a colour
 * @property {number} [number]
 * @property {string} [small] - small text, such as pencil marks
 * @property {string} [mark]
 * @property {number} [exits]
 * @property {boolean | null} [good]
 * @property {boolean} [hole]
 * @property {boolean} [target]
 * @property {boolean} [first]
 * @property {boolean} [last]
 * @property {boolean} [start]
 * @property {boolean} [end]
 */
/**
 * What is drawn; everything but the problem is optional. `shown` is how many squares of the path
 * are visited, the colours are still those of the whole path. `numbers` are those of the squares
 * of the path, if not 1, 2, …; the line is broken where one does not follow the other.
 * @typedef {object} Picture
 * @property {Problem} problem
 * @property {Path} [path]
 * @property {number} [shown]
 * @property {number[] | null} [numbers]
 * @property {boolean} [closed]
 * @property {string} [style] - both, path, numbers, colours, symmetry, thread, mosaic or none
 * @property {Mark[]} [marks]
 * @property {Square[]} [targets]
 * @property {Candidate[]} [candidates]
 * @property {Square} [cursor]
 * @property {string} [label]
 * @property {boolean} [piece] - whether the piece stands on the last square
 * @property {[Square, Seen][]} [looks] - what else is seen of squares
 * @property {Path[]} [strands] - lines besides that of the path
 * @property {Path[]} [used] - moves that a tour must use
 * @property {Path[]} [out] - moves that none can use
 * @property {boolean} [won] - whether the path is drawn in colours, move by move
 */
/**
 * @typedef {object} Cell
 * @property {HTMLElement} node
 * @property {HTMLElement} text
 * @property {string} kind
 * @property {Square} square
 * @property {HTMLElement | null} letter
 * @property {HTMLElement | null} notes - the small text
 * @property {string} sign - what was drawn last
 * @property {Seen} seen
 */

const GLIDE = 200; // milliseconds between two moves that leave time to glide

// The lines above the squares, the lowest first.
// biome-ignore format: in one line
const LINES = [
  "area", "mesh", "sides", "ends", "ways", "halo", "trail", "ports", "recent", "walls", "used", "out",
  "forced", "here", "piece",
];

/** @param {Problem} problem */
const sidesOf = ({ rows, columns, grid = "" }) => `${rows}x${columns}${grid}`;

/** The class that colours a mark: x, o, * or the letter of a piece. @param {string} mark */
export function markClass(mark) {
  if (mark === "x") return "mark-x";
  if (mark === "o") return "mark-o";
  if (mark === "*") return "mark-both";
  return `mark-${mark.charCodeAt(0) % 6}`;
}

export class BoardView {
  /** @type {(square: Square) => void} */
  onchoose = () => {};
  /** @type {(event: KeyboardEvent, square: Square) => void} comes first for every key */
  onkey = () => {};
  /** @type {(from: Square, to: Square) => boolean} whether an arrow key means something else */
  onarrow = () => false;
  /** @type {(square: Square, begins: boolean) => void} the squares under the pointer in a stroke */
  onpaint = () => {};
  /** @type {(square: Square) => boolean} whether a drag from a square is a stroke, not only while `painting` */
  strokes = () => false;
  /** @type {(square: Square, seen: Seen) => string} the accessible name of a square */
  nameOf = (square) => squareName(square, this.problem.rows);
  /** @type {Problem} what is drawn */
  problem = { ...EMPTY, rows: 0, columns: 0 };
  /** @type {Cell[]} */
  cells = [];
  /** @type {Square | null} */
  cursor = null;
  /** @type {Square | null} where the piece stands */
  last = null;
  placed = -GLIDE; // when the piece was moved
  dragged = false;
  /** @type {Record<string, SVGElement>} */
  lines = {};
  /** @type {SVGElement | null} the path of a won game, or a thread */
  glory = null;
  coloured = ""; // the squares of the path that is drawn in colours, and how

  /** @param {HTMLElement} container @param {{interactive?: boolean}} [options] */
  constructor(container, { interactive = false } = {}) {
    this.container = container; // its size may depend on that of the board
    this.interactive = interactive;
    this.squares = make("div", { className: "squares" });
    const className = interactive ? "board interactive" : "board";
    this.box = make("div", { className }, this.squares);
    container.append(this.box);
    if (interactive) this.#listen();
  }

  set painting(yes) {
    this.box.classList.toggle("painting", yes);
  }

  get painting() {
    return this.box.classList.contains("painting");
  }

  /** @param {Picture} picture */
  draw({
    problem,
    path = [],
    shown = path.length,
    numbers = null,
    closed = false,
    style = "both",
    marks = [],
    targets = [],
    candidates = [],
    cursor,
    label,
    piece = this.interactive,
    looks = [],
    strands = [],
    used = [],
    out = [],
    won = false,
  }) {
    const before = this.problem;
    this.problem = problem;
    if (sidesOf(problem) !== sidesOf(before)) this.#build(before);
    if (cursor) this.#rove(cursor, false);
    if (label !== undefined) attribute(this.squares, "aria-label", label);
    const been = shown < path.length ? path.slice(0, shown) : path;
    const closes = closed && been.length === path.length;
    const more = { marks, targets, candidates, looks, strands, used, out };
    const both = { problem, numbers, style, piece, ...more };
    this.#drawCells(this.#seen({ ...both, path, been, closed }));
    if (problem !== before) this.relabel(); // a square that looks alike may have another diamond
    this.#drawLines({ ...both, path: been, closed: closes });
    const thread = style === "thread";
    const moves = won || thread ? been.length - (closes ? 0 : 1) : 0;
    this.#colour(problem, path, moves, thread);
  }

  /** Name every square again, in another language. */
  relabel() {
    if (!this.interactive) return;
    for (const cell of this.cells) this.#name(cell);
  }

  /** @param {Square | null} [square] */
  focus(square = this.cursor) {
    this.#rove(square, true);
  }

  // -- what is seen of each square ----------------------------------------------------------

  /**
   * @param {Required<Pick<Picture, "problem" | "path" | "closed" | "style" | "piece" | "marks" |
   *   "targets" | "candidates" | "looks">> & {numbers: number[] | null, been: Path}} picture
   */
  #seen({ problem, path, been, numbers, closed, style, piece, marks, targets, candidates, looks }) {
    const { columns, holes, start, end } = problem;
    /** @type {Seen[]} */
    const seen = this.cells.map(() => ({ look: "" }));
    /** @param {Square} square @param {string} look @param {Seen} more */
    const add = ([r, c], look, more) => {
      const one = seen[r * columns + c];
      if (one) Object.assign(one, more, { look: `${one.look} ${look}` });
    };
    for (const square of holes) add(square, "hole", { hole: true });
    const shades = shadesOf(problem, path, closed, style);
    const numbered = style === "numbers" || style === "both";
    been.forEach((square, i) => {
      const number = numbers ? numbers[i] : i + 1;
      /** @type {Seen} */
      const more = { number, text: numbered ? number : "" };
      if (shades) more.fill = shades[i];
      add(square, "visited", more);
    });
    if (been.length) {
      add(been[0], "first", { first: true });
      add(lastOf(been), piece ? "last" : "", { last: true });
    }
    if (start) add(start, "start", { start: true });
    if (end) add(end, "end", { end: true });
    for (const square of targets) add(square, "target", { target: true });
    for (const { square, exits, good } of candidates) {
      const kind = good === true ? "good" : good === false ? "bad-way" : "unsure";
      add(square, `candidate ${kind}`, { exits, good, text: exits ?? "" });
    }
    for (const [square, more] of looks) add(square, more.look ?? "", more);
    for (const [square, mark] of marks) add(square, `mark ${markClass(mark)}`, { mark });
    return seen;
  }

  /** @param {Seen[]} seen */
  #drawCells(seen) {
    seen.forEach((now, i) => {
      const cell = this.cells[i];
      const { look = "", text = "", mark = "", fill = "", number = "", small = "" } = now;
      const sign = `${look}|${text}|${mark}|${fill}|${number}|${now.exits ?? ""}|${small}`;
      if (cell.sign === sign) return;
      cell.sign = sign;
      cell.seen = now;
      cell.node.className = cell.kind + look;
      if (cell.text.textContent !== String(text)) cell.text.textContent = String(text);
      if (mark || cell.letter) {
        cell.letter ??= cell.node.appendChild(make("span", { className: "letter" }));
        cell.letter.textContent = markSign(mark);
      }
      if (small || cell.notes) {
        cell.notes ??= cell.node.appendChild(make("span", { className: "notes" }));
        cell.notes.textContent = small;
      }
      if (fill || cell.node.style.color) {
        cell.node.style.setProperty("--ground", fill);
        cell.node.style.color = fill && inkOn(fill);
      }
      if (this.interactive) this.#name(cell);
    });
  }

  /** @param {Cell} cell */
  #name(cell) {
    attribute(cell.node, "aria-label", this.nameOf(cell.square, cell.seen));
  }

  /**
   * @param {Required<Pick<Picture, "problem" | "path" | "closed" | "style" | "piece" | "candidates" |
   *   "strands" | "used" | "out">> & {numbers: number[] | null}} picture
   */
  #drawLines(picture) {
    const { problem, path, numbers, closed, style, piece, candidates, strands } = picture;
    const drawn = !["numbers", "none", "colours", "thread"].includes(style);
    const lined = strands.map((strand) => lineOf(problem, strand)).join("");
    const trail = lined + (drawn ? lineOf(problem, path, closed, numbers) : "");
    const ways = candidates.flatMap(({ square, ways = [] }) =>
      ways.map((way) => lineOf(problem, [square, way])),
    );
    const last = piece && path.length ? lastOf(path) : null;
    const [sides, ends] = joinsOf(problem);
    const lines = {
      area: style === "mosaic" ? lineOf(problem, path) : "", // filled, it closes by itself
      sides,
      ends,
      walls: wallsOf(problem),
      forced: diamondsOf(problem),
      ports: drawn && !numbers ? portsOf(problem, path, closed) : "",
      trail,
      halo: trail, // so that it stands out on any ground
      recent: piece ? lineOf(problem, path.slice(-2)) : "",
      ways: ways.join(""),
      used: picture.used.map((move) => lineOf(problem, move)).join(""),
      out: picture.out.map((move) => lineOf(problem, move)).join(""),
      piece: last ? standing(problem) : "",
    };
    for (const [name, line] of Object.entries(lines)) attribute(this.lines[name], "d", line);
    if (last && !same(last, this.last)) this.#reveal(last);
    this.last = last;
    if (last) this.stand(last);
  }

  /**
   * Draw the first moves of a path in their colours, those of a won game move by move; what is
   * drawn already stays.
   * @param {Problem} problem
   * @param {Path} path
   * @param {number} to
   * @param {boolean} over - whether each move lies over those before, with a gap around it
   */
  #colour(problem, path, to, over) {
    const { glory } = this;
    if (!glory) return;
    const key = to > 0 ? `${over} ${path.join(" ")}` : "";
    if (key !== this.coloured) glory.replaceChildren();
    this.coloured = key;
    attribute(glory, "class", over ? "thread" : "glory");
    while (glory.childElementCount > Math.max(0, to)) glory.lastElementChild?.remove();
    glory.append(...movesOf(problem, path, { from: glory.childElementCount, to, over }));
  }

  /**
   * Bring a square into sight where the board is larger than its box; the page stays.
   * @param {Square} square
   */
  #reveal(square) {
    const box = this.box.getBoundingClientRect();
    const seen = this.#node(square).getBoundingClientRect();
    const margin = 2 * seen.width;
    if (seen.top < box.top || seen.bottom > box.bottom - margin / 2) {
      this.box.scrollTop += (seen.top + seen.bottom - box.top - box.bottom) / 2;
    }
    if (seen.left < box.left + margin / 2 || seen.right > box.right) {
      this.box.scrollLeft += (seen.left + seen.right - box.left - box.right) / 2;
    }
  }

  /** Set the piece on a square. @param {Square} square */
  stand(square) {
    const [x, y] = middleOf(this.problem, square);
    this.place(x - 0.5, y - 0.5);
  }

  /** @param {number} x @param {number} y */
  place(x, y) {
    const where = `translate(${x}px, ${y}px)`;
    const { style } = this.lines.piece;
    if (style.transform === where) return;
    const now = performance.now();
    this.box.classList.toggle("rapid", now - this.placed < GLIDE);
    this.placed = now;
    style.transform = where;
  }

  // -- the elements ---------------------------------------------------------------------------

  /** @param {Problem} before */
  #build(before) {
    const { rows, columns } = this.problem;
    const grid = gridOf(this.problem.grid);
    const [width, height] = extentOf(this.problem);
    const held = this.squares.contains(document.activeElement);
    const old = before.grid === this.problem.grid ? this.cursor : null;
    this.cells = [];
    this.squares.replaceChildren();
    this.squares.setAttribute("role", this.interactive ? "grid" : "img");
    this.squares.className = `squares ${grid?.kind ?? ""}`;
    this.container.style.setProperty("--rows", String(height));
    this.container.style.setProperty("--columns", String(width));
    const hidden = { "aria-hidden": "true" };
    const edge = (text = "") => make("span", { className: "edge", ...hidden }, text);
    for (let r = 0; r < rows; r += 1) {
      const line = make("div", { className: "row" }, edge(String(rows - r)));
      if (this.interactive) line.setAttribute("role", "row");
      line.style.setProperty("--indent", String((grid?.rows[r][0] ?? 0) / 2));
      for (let c = 0; c < columns; c += 1) {
        const cell = this.#cell(r, c);
        if (!isLacking(this.problem, [r, c])) line.append(cell);
      }
      this.squares.append(line);
    }
    const names = make("div", { className: "row names", ...hidden }, edge());
    for (let c = 0; c < columns && !grid; c += 1) names.append(edge(columnName(c)));
    this.squares.append(names, this.#picture(width, height));
    const all = this.cells.map(({ square }) => square);
    attribute(this.lines.mesh, "d", outlines(this.problem, all, 1));
    this.cursor = null;
    if (this.interactive) {
      /** @type {Square} */
      const bottom = [rows - 1, 0];
      const stays = old && old[0] < rows && old[1] < columns && !isLacking(this.problem, old);
      this.#rove(stays ? old : bottom, held);
    }
  }

  /** @param {number} r @param {number} c */
  #cell(r, c) {
    const { grid, rows } = this.problem;
    const dark = grid ? pointsDown(this.problem, [r, c]) : isDark([r, c], rows);
    const kind = dark ? "cell dark" : "cell";
    const text = make("span", { className: "number" });
    const more = this.interactive ? { role: "gridcell", tabIndex: -1 } : {};
    const node = make("div", { className: kind, ...more }, text);
    this.cells.push({
      node,
      text,
      kind,
      square: [r, c],
      letter: null,
      notes: null,
      sign: "",
      seen: {},
    });
    return node;
  }

  /** @param {number} width @param {number} height */
  #picture(width, height) {
    const picture = shape("svg", {
      class: "lines",
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    for (const name of LINES) {
      this.lines[name] = picture.appendChild(shape("path", { class: name }));
    }
    this.glory = picture.insertBefore(shape("g", { class: "glory" }), this.lines.used);
    this.coloured = "";
    return picture;
  }

  // -- keyboard and pointer -------------------------------------------------------------------

  /**
   * Move the keyboard's cursor to a square.
   * @param {Square | null} square
   * @param {boolean} focus
   */
  #rove(square, focus) {
    const { rows, columns } = this.problem;
    if (!square || square[0] >= rows || square[1] >= columns) return;
    if (!same(square, this.cursor)) {
      if (this.cursor) this.#node(this.cursor).tabIndex = -1;
      this.cursor = square;
      this.#node(square).tabIndex = 0;
      attribute(this.lines.here, "d", outlines(this.problem, [square], 0.86));
    }
    if (focus) this.#node(square).focus();
  }

  /** @param {Square} square */
  #node([r, c]) {
    return this.cells[r * this.problem.columns + c].node;
  }

  /** @param {EventTarget | null} node */
  squareAt(node) {
    const found = node instanceof Element ? node.closest(".cell") : null;
    return this.cells.find((cell) => cell.node === found)?.square ?? null;
  }

  #listen() {
    this.squares.addEventListener("keydown", (event) => onKey(this, event));
    this.squares.addEventListener("focusin", (event) => {
      this.#rove(this.squareAt(event.target), false);
    });
    this.squares.addEventListener("click", (event) => {
      const square = this.squareAt(event.target);
      if (!square || this.painting || this.dragged) return;
      this.#rove(square, false);
      this.onchoose(square);
    });
    this.squares.addEventListener("pointerdown", (event) => onPress(this, event));
  }
}
