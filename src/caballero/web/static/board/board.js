// A board on the page: squares to choose, and the lines and marks above them.
//
// The squares are elements (a grid for the keyboard and for screen readers), the lines are one
// picture above them. Only the differences from the last drawing are drawn, so that a step on a
// board of 2500 squares costs no more than on a board of 25.

import { attribute, make, markSign } from "../dom.js";
import {
  arrowed,
  columnName,
  cornersOf,
  crossings,
  EMPTY,
  extentOf,
  gridOf,
  isDark,
  isLacking,
  joinedOf,
  lastOf,
  leapsOf,
  middleOf,
  pointsDown,
  same,
  squareName,
  stepBetween,
  stepsOf,
} from "./geometry.js";

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

const SPACE = "http://www.w3.org/2000/svg";
const PAGE_ROWS = 5; // how far PgUp and PgDn go
const MOST_SPOKES = 24; // of the sign of a piece
const DIAMOND = 0.12; // half of a forced move's sign
const DRAG = 6; // pixels before a press becomes a drag
const STRIDE = 8; // pixels between two places of a stroke that are looked at
const GLIDE = 200; // milliseconds between two moves that leave time to glide
const THREAD = 0.3; // where the colours of a thread begin, so that they are seen on dark ground
const CELEBRATION = 1.8; // seconds until the last move of a won game is drawn

// The lines above the squares, the lowest first.
// biome-ignore format: in one line
const LINES = [
  "area", "mesh", "sides", "ends", "ways", "halo", "trail", "ports", "recent", "walls", "used", "out",
  "forced", "here", "piece",
];

const KNIGHT =
  "M.2 .92c-.01-.07 .02-.09 .09-.11 0-.14 .09-.19 .16-.27-.03 .01-.07 .02-.11 .02-.03 .01-.05 .05-.08 .07-.03 .01-.07 0-.09-.04-.02-.03-.02-.05 0-.08 .05-.06 .09-.11 .1-.17 .02-.05 .04-.08 .07-.11-.01-.05-.01-.09-.01-.14 .04 .01 .08 .05 .1 .1 .03-.03 .06-.04 .09-.04l.01 .06c.17 .04 .27 .2 .27 .42 0 .07-.01 .12-.02 .18 .07 .02 .1 .04 .09 .11zM.37.35a.035.035 0 1 0 .07 0 .035.035 0 1 0-.07 0z";

// Ten stops of the map viridis, as in the pictures of the command line.
// biome-ignore format: ten in two lines
const RAMP = [
  "#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58",
  "#b5de2b", "#fde725",
];

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 */
export function shape(name, attributes) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
const disc = (x, y, r) => `M${x} ${y - r}a${r} ${r} 0 1 1 -.001 0z`;

/** @param {number} n */
const short = (n) => Number(n.toFixed(3));

/**
 * The sign of a piece, in a square of side 1: a horse; of another piece the directions of its moves,
 * with as many dots on each as there are equal steps in it.
 * @param {string} piece
 */
export function signOf(piece) {
  if (piece === "knight" || !leapsOf(piece)) return KNIGHT;
  const steps = stepsOf(piece);
  if (steps.length > MOST_SPOKES) return disc(0.5, 0.5, 0.3); // they would cover each other
  const spokes = steps.map(([dr, dc]) => {
    const length = Math.hypot(dr, dc);
    const [x, y] = [dc / length, dr / length];
    let count = Math.max(Math.abs(dr), Math.abs(dc));
    while (dr % count || dc % count) count -= 1;
    /** @param {number} far */
    const to = (far) => [short(0.5 + x * far), short(0.5 + y * far)];
    const dots = Array.from({ length: count }, (_, i) => to(0.4 - i * 0.11));
    const [ox, oy] = [short(y * 0.03), short(x * 0.03)];
    const [ex, ey] = to(0.4);
    const bar = `M${short(0.5 + ox)} ${short(0.5 - oy)}L${short(ex + ox)} ${short(ey - oy)}L${short(ex - ox)} ${short(ey + oy)}L${short(0.5 - ox)} ${short(0.5 + oy)}z`;
    return bar + dots.map(([dx, dy]) => disc(dx, dy, 0.06)).join("");
  });
  return disc(0.5, 0.5, 0.14) + spokes.join("");
}

/**
 * The sign on the board: among hexagons and triangles, the directions are others.
 * @param {Problem} problem
 */
const standing = ({ grid, piece }) =>
  grid && piece !== "knight" ? disc(0.5, 0.5, 0.2) : signOf(piece);

/**
 * The edges that are joined, with arrows: those of the columns, and those of the rows.
 * @param {Problem} problem
 */
export function joinsOf(problem) {
  const { rows, columns } = problem;
  const { rows: ends, columns: sides } = joinedOf(problem);
  const [y, x] = [Math.round(rows / 2), Math.round(columns / 2)];
  /** @param {number} far */
  const up = (far) => `M${far - 0.11} ${y + 0.12}L${far} ${y - 0.12}L${far + 0.11} ${y + 0.12}`;
  /** @param {number} far */
  const right = (far) =>
    [x - 0.12, x + 0.12]
      .map((to) => `M${to - 0.12} ${far - 0.11}L${to + 0.12} ${far}L${to - 0.12} ${far + 0.11}`)
      .join("");
  return [
    sides ? `M.04 0V${rows}M${columns - 0.04} 0V${rows}${up(0.2)}${up(columns - 0.2)}` : "",
    ends ? `M0 .04H${columns}M0 ${rows - 0.04}H${columns}${right(0.2)}${right(rows - 0.2)}` : "",
  ];
}

/** @param {Problem} problem */
const sidesOf = ({ rows, columns, grid = "" }) => `${rows}x${columns}${grid}`;

/**
 * The outlines of squares of a grid; of squares, borders show the same.
 * @param {Problem} problem
 * @param {Square[]} squares
 * @param {number} part - of their size
 */
const outlines = (problem, squares, part) =>
  squares
    .filter((square) => problem.grid && !isLacking(problem, square))
    .map((square) => {
      const corners = cornersOf(problem, square, part);
      return `M${corners.map((one) => one.map(short).join(" ")).join("L")}z`;
    })
    .join("");

/**
 * The walls between squares, each along the side that these have in common.
 * @param {Problem} problem
 */
export function wallsOf(problem) {
  const half = problem.grid?.startsWith("hex") ? Math.sqrt(1 / 12) : 0.5;
  return (problem.walls ?? [])
    .map(([a, b]) => {
      const [[ax, ay], [bx, by]] = [middleOf(problem, a), middleOf(problem, b)];
      const part = half / Math.hypot(bx - ax, by - ay);
      const [x, y, right, down] = [
        (ax + bx) / 2,
        (ay + by) / 2,
        (ay - by) * part,
        (bx - ax) * part,
      ];
      return `M${short(x - right)} ${short(y - down)}L${short(x + right)} ${short(y + down)}`;
    })
    .join("");
}

/**
 * The diamonds on the moves that must be used.
 * @param {Problem} problem
 */
export const diamondsOf = (problem) =>
  (problem.forced ?? [])
    .map(([a, b]) => {
      const [[ax, ay], [bx, by]] = [middleOf(problem, a), middleOf(problem, b)];
      const [x, y] = [(ax + bx) / 2, (ay + by) / 2 - DIAMOND];
      return `M${short(x)} ${short(y)}l${DIAMOND} ${DIAMOND}l-${DIAMOND} ${DIAMOND}l-${DIAMOND}-${DIAMOND}z`;
    })
    .join("");

/**
 * The line of a path; a move round the edge goes out on one side and comes in on the other.
 * @param {Problem} problem
 * @param {Path} path
 * @param {boolean} [closed]
 * @param {number[] | null} [numbers]
 */
export function lineOf(problem, path, closed = false, numbers = null) {
  if (path.length < 2) return "";
  /** @param {Square} square */
  const at = (square) => middleOf(problem, square).map(short).join(" ");
  const all = closed ? [...path, path[0]] : path;
  let line = `M${at(all[0])}`;
  for (let i = 1; i < all.length; i += 1) {
    const [a, b] = [all[i - 1], all[i]];
    if (numbers && i < path.length && numbers[i] !== numbers[i - 1] + 1) {
      line += `M${at(b)}`;
      continue;
    }
    const [dr, dc] = stepBetween(problem, a, b);
    const [down, right] = [a[0] + dr - b[0], a[1] + dc - b[1]]; // how far off the board it ends
    if (down || right) line += `L${at([a[0] + dr, a[1] + dc])}`;
    if (down && right) {
      // Round two edges: it may cross the board on the way from one to the other.
      for (const [r, c] of [
        [a[0] - down, a[1]],
        [a[0], a[1] - right],
      ]) {
        line += `M${at([r, c])}L${at([r + dr, c + dc])}`;
      }
    }
    if (down || right) line += `M${at([b[0] - dr, b[1] - dc])}`;
    line += `L${at(b)}`;
  }
  return line;
}

/**
 * Dots where a path goes round the edge: where it leaves, and where it comes in.
 * @param {Problem} problem
 * @param {Path} path
 * @param {boolean} closed
 */
function portsOf(problem, path, closed) {
  if (problem.surface === "flat") return "";
  const all = closed ? [...path, path[0]] : path;
  return all
    .slice(1)
    .flatMap((b, i) => crossings(problem, all[i], b))
    .map(([r, c]) => `M${short(c)} ${short(r)}h0`)
    .join("");
}

/** @type {WeakMap<Path, number[]>} */
const orbitsOf = new WeakMap(); // of a path, computed once

/**
 * For each square of a whole tour the least number that a symmetry of the tour gives it.
 * @param {Problem} problem
 * @param {Path} path
 * @param {boolean} closed
 * @returns {number[]}
 */
function orbitNumbers(problem, path, closed) {
  const found = orbitsOf.get(path) ?? findOrbits(problem, path, closed);
  orbitsOf.set(path, found);
  return found;
}

/**
 * @param {Problem} problem
 * @param {Path} path
 * @param {boolean} closed
 */
function findOrbits({ columns, grid }, path, closed) {
  /** @param {Square} square */
  const key = ([r, c]) => r * columns + c;
  /** @param {Path} line */
  const pairs = (line) => {
    const moves = line.slice(1).map((b, i) => [key(line[i]), key(b)]);
    if (closed) moves.push([key(lastOf(line)), key(line[0])]);
    return moves.map(([a, b]) => (a < b ? `${a},${b}` : `${b},${a}`));
  };
  const [top, left] = [0, 1].map((axis) => Math.min(...path.map((square) => square[axis])));
  /** @type {Path} */
  const line = path.map(([r, c]) => [r - top, c - left]); // rows and columns of holes do not matter
  const [h, w] = [0, 1].map((axis) => Math.max(...line.map((square) => square[axis])));
  const own = new Set(pairs(line));
  /** @type {((square: Square) => Square)[]} */
  const maps = grid
    ? []
    : [([r, c]) => [h - r, c], ([r, c]) => [r, w - c], ([r, c]) => [h - r, w - c]];
  if (h === w && !grid) {
    maps.push(
      ([r, c]) => [c, r],
      ([r, c]) => [w - c, r],
      ([r, c]) => [c, h - r],
      ([r, c]) => [w - c, h - r],
    );
  }
  const symmetries = maps.filter((map) => pairs(line.map(map)).every((pair) => own.has(pair)));
  const numbers = new Map(line.map((square, i) => [key(square), i]));
  return line.map((square, i) =>
    Math.min(i, ...symmetries.map((map) => numbers.get(key(map(square))) ?? i)),
  );
}

/** @param {string} colour */
function inkOn(colour) {
  const parts = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255);
  const [r, g, b] = parts.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.179 ? "#ffffff" : "#000000";
}

/** @param {number} share - from 0 to 1 */
function colourAt(share) {
  const place = share * (RAMP.length - 1);
  const i = Math.min(Math.floor(place), RAMP.length - 2);
  const mixed = [1, 3, 5].map((j) => {
    const [a, b] = [RAMP[i], RAMP[i + 1]].map((stop) => parseInt(stop.slice(j, j + 2), 16));
    return Math.round(a + (b - a) * (place - i))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

/**
 * The class that colours a mark: x, o, * or the letter of a piece.
 * @param {string} mark
 */
export function markClass(mark) {
  if (mark === "x") return "mark-x";
  if (mark === "o") return "mark-o";
  if (mark === "*") return "mark-both";
  return `mark-${mark.charCodeAt(0) % 6}`;
}

/**
 * The colours of the squares of a path: by their order, or equal where a symmetry of it maps one to the
 * other; null in a style without.
 * @param {Problem} problem
 * @param {Path} path
 * @param {boolean} closed
 * @param {string} style
 */
export function shadesOf(problem, path, closed, style) {
  if (style !== "colours" && style !== "symmetry") return null;
  const groups =
    style === "symmetry" && path.length > 1 ? orbitNumbers(problem, path, closed) : null;
  return path.map((_, i) => colourAt((groups ? groups[i] : i) / Math.max(1, path.length - 1)));
}

/**
 * The moves of a path from one number to another, in their colours; `over` those before them in a thread.
 * @param {Problem} problem
 * @param {Path} path
 * @param {{from?: number, to: number, over?: boolean}} how
 */
export function movesOf(problem, path, { from = 0, to, over = false }) {
  const last = Math.max(1, path.length - 1);
  return Array.from({ length: Math.max(0, to - from) }, (_, k) => {
    const i = from + k;
    const share = Math.min(1, i / last);
    const d = lineOf(problem, [path[i], path[(i + 1) % path.length]]);
    const stroke = colourAt(over ? THREAD + (1 - THREAD) * share : share);
    const move = shape("g", {});
    if (over) move.append(shape("path", { class: "gap", d, pathLength: "1" }));
    move.append(shape("path", { d, stroke }));
    move.style.animationDelay = `${share * CELEBRATION}s`;
    return move;
  });
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

  /**
   * @param {HTMLElement} container
   * @param {{interactive?: boolean}} [options]
   */
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
    /**
     * @param {Square} square
     * @param {string} look
     * @param {Seen} more
     */
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
    if (last) this.#stand(last);
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

  /**
   * Set the piece on a square.
   * @param {Square} square
   */
  #stand(square) {
    const [x, y] = middleOf(this.problem, square);
    this.#place(x - 0.5, y - 0.5);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #place(x, y) {
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

  /**
   * @param {number} r
   * @param {number} c
   */
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

  /**
   * @param {number} width
   * @param {number} height
   */
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
  #squareAt(node) {
    const found = node instanceof Element ? node.closest(".cell") : null;
    return this.cells.find((cell) => cell.node === found)?.square ?? null;
  }

  #listen() {
    this.squares.addEventListener("keydown", (event) => this.#key(event));
    this.squares.addEventListener("focusin", (event) => {
      this.#rove(this.#squareAt(event.target), false);
    });
    this.squares.addEventListener("click", (event) => {
      const square = this.#squareAt(event.target);
      if (!square || this.painting || this.dragged) return;
      this.#rove(square, false);
      this.onchoose(square);
    });
    this.squares.addEventListener("pointerdown", (event) => this.#press(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.metaKey || !this.cursor) return;
    this.onkey(event, this.cursor);
    if (event.defaultPrevented) return;
    const [r] = this.cursor;
    const { rows, columns } = this.problem;
    const ctrl = event.ctrlKey;
    /** @type {Record<string, [number, number]>} rows down, squares right */
    const arrows = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      Home: [ctrl ? -r : 0, -columns],
      End: [ctrl ? rows : 0, columns],
      PageUp: [-PAGE_ROWS, 0],
      PageDown: [PAGE_ROWS, 0],
    };
    const arrow = arrows[event.key];
    if (arrow && (!ctrl || event.key === "Home" || event.key === "End")) {
      event.preventDefault();
      const goal = arrowed(this.problem, this.cursor, arrow, event.shiftKey);
      const handled = event.key.startsWith("Arrow") && this.onarrow(this.cursor, goal);
      if (!handled) this.#rove(goal, true);
    } else if ((event.key === "Enter" || event.key === " ") && !ctrl) {
      event.preventDefault();
      this.onchoose(this.cursor);
    }
  }

  /**
   * A press on the piece may become a drag, and where strokes begin, a stroke; while painting,
   * every press is a stroke. A finger holds the first square, so the square under it is looked up.
   * @param {PointerEvent} event
   */
  #press(event) {
    const from = this.#squareAt(event.target);
    if (!from || event.button > 0 || !event.isPrimary) return;
    if (this.painting) event.preventDefault();
    const strokes = this.painting || this.strokes(from);
    if (!strokes && !same(from, this.last)) return;
    /** @type {Square | null} */
    let over = from;
    let moved = false;
    if (this.painting) this.onpaint(from, true);
    let [x, y] = [event.clientX, event.clientY];
    /** @param {PointerEvent} now */
    const move = (now) => {
      const [dx, dy] = [now.clientX - x, now.clientY - y];
      const count = strokes ? Math.ceil(Math.hypot(dx, dy) / STRIDE) : 1; // a fast stroke skips none
      for (let i = 1; i <= count; i += 1) pass(x + (dx * i) / count, y + (dy * i) / count);
      [x, y] = [now.clientX, now.clientY];
      if (!strokes) {
        moved ||= Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > DRAG;
        if (moved) this.#follow(now);
      }
    };
    /**
     * @param {number} x
     * @param {number} y
     */
    const pass = (x, y) => {
      const under = this.#squareAt(document.elementFromPoint(x, y));
      if (strokes && under && !same(under, over)) {
        if (!moved && !this.painting) this.onpaint(from, true);
        moved = true;
        this.onpaint(under, false);
      }
      over = under;
    };
    /** @param {PointerEvent} now */
    const end = (now) => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
      this.box.classList.remove("dragging");
      if (this.painting || !moved) return;
      this.dragged = true; // ignore the click that may follow
      setTimeout(() => (this.dragged = false), 0);
      if (strokes) return;
      this.#stand(from);
      if (now.type === "pointerup" && over && !same(over, from)) this.onchoose(over);
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  }

  /** @param {PointerEvent} event */
  #follow({ clientX, clientY }) {
    const box = this.lines.trail.ownerSVGElement ?? this.box;
    const { left, top, width, height } = box.getBoundingClientRect();
    this.box.classList.add("dragging");
    const [wide, high] = extentOf(this.problem);
    const x = ((clientX - left) / width) * wide;
    const y = ((clientY - top) / height) * high;
    this.#place(x - 0.5, y - 0.5);
  }
}
