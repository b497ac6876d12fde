// A board on the page: squares that can be chosen, and what lies over them.
//
// The squares are elements (a grid for whoever uses the keyboard or listens), the lines are one
// picture above them. Only what differs from what was drawn before is touched, so that a step on
// a board of 2500 squares costs no more than on one of 25.

import { columnName, same, squareName, stepBetween } from "./geometry.js";

const SPACE = "http://www.w3.org/2000/svg";
const PAGE_ROWS = 5; // how far PgUp and PgDn go
const DRAG = 6; // pixels before a press becomes a drag
const GLIDE = 200; // milliseconds between two moves that leave time to glide

const KNIGHT =
  "M.27.86h.5c.04-.2.02-.42-.1-.56C.6.2.5.15.4.14L.37.05l-.1.1C.2.2.16.3.15.38L.06.55c-.03.08.04.15.12.12L.3.6c.07 0 .12-.02.17-.05C.45.67.29.7.27.86z";
const DISC = "M.5.2a.3.3 0 1 0 .01 0zM.5.35a.15.15 0 1 1-.01 0z";

// Ten stops of the map viridis, as in the pictures of the command line.
const RAMP = [
  "#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58",
  "#b5de2b", "#fde725",
];

function shape(name, attributes) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function element(kind, name, text = "") {
  const made = document.createElement(kind);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
}

function put(node, name, value) {
  if (value === null || value === undefined || value === "") {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, value);
  }
}

const at = (square) => `${square[1] + 0.5} ${square[0] + 0.5}`;

// The line of a path; a move round the edge goes out on one side and comes in on the other.
export function lineOf(question, path, closed = false, numbers = null) {
  if (path.length < 2) return "";
  const all = closed ? [...path, path[0]] : path;
  let line = `M${at(all[0])}`;
  for (let i = 1; i < all.length; i += 1) {
    const [a, b] = [all[i - 1], all[i]];
    if (numbers && i < path.length && numbers[i] !== numbers[i - 1] + 1) {
      line += `M${at(b)}`;
      continue;
    }
    const [dr, dc] = stepBetween(question, a, b);
    if (a[0] + dr !== b[0] || a[1] + dc !== b[1]) {
      line += `L${at([a[0] + dr, a[1] + dc])}M${at([b[0] - dr, b[1] - dc])}`;
    }
    line += `L${at(b)}`;
  }
  return line;
}

const orbitsOf = new WeakMap(); // of a path, worked out once

// For each square of a whole tour the least number that a symmetry of the tour gives it.
function orbits(question, path, closed) {
  if (!orbitsOf.has(path)) orbitsOf.set(path, symmetric(question, path, closed));
  return orbitsOf.get(path);
}

function symmetric({ rows, columns }, path, closed) {
  const key = ([r, c]) => r * columns + c;
  const pairs = (line) => {
    const moves = line.slice(1).map((b, i) => [key(line[i]), key(b)]);
    if (closed) moves.push([key(line.at(-1)), key(line[0])]);
    return moves.map(([a, b]) => (a < b ? `${a},${b}` : `${b},${a}`));
  };
  const own = new Set(pairs(path));
  const [h, w] = [rows - 1, columns - 1];
  const maps = [([r, c]) => [h - r, c], ([r, c]) => [r, w - c], ([r, c]) => [h - r, w - c]];
  if (rows === columns) {
    maps.push(
      ([r, c]) => [c, r],
      ([r, c]) => [w - c, r],
      ([r, c]) => [c, h - r],
      ([r, c]) => [w - c, h - r],
    );
  }
  const kept = maps.filter((map) => pairs(path.map(map)).every((pair) => own.has(pair)));
  const numbers = new Map(path.map((square, i) => [key(square), i]));
  return path.map((square, i) => Math.min(i, ...kept.map((map) => numbers.get(key(map(square))))));
}

function inkOn(colour) {
  const parts = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255);
  const [r, g, b] = parts.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.179 ? "#ffffff" : "#000000";
}

function ramped(share) {
  const place = share * (RAMP.length - 1);
  const i = Math.min(Math.floor(place), RAMP.length - 2);
  const mixed = [1, 3, 5].map((j) => {
    const [a, b] = [RAMP[i], RAMP[i + 1]].map((stop) => parseInt(stop.slice(j, j + 2), 16));
    return Math.round(a + (b - a) * (place - i)).toString(16).padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

// The class that colours a mark: x, o, * or the letter of a piece.
export function markClass(mark) {
  if (mark === "x") return "mark-x";
  if (mark === "o") return "mark-o";
  if (mark === "*") return "mark-both";
  return `mark-${mark.charCodeAt(0) % 6}`;
}

export class BoardView {
  // nameOf(square, seen) names a square aloud; seen: { number, hole, target, first, last, mark,
  // exits, start, end }. onchoose(square, how): how is "click", "key" or "drag". onkey(event,
  // square) comes first for every key. onpaint(square, begins) is called for what a pointer
  // passes while `painting`.
  constructor(container, { interactive = false } = {}) {
    this.interactive = interactive;
    this.onchoose = () => {};
    this.onkey = () => {};
    this.onpaint = () => {};
    this.oncursor = () => {};
    this.nameOf = (square) => squareName(square, this.rows);
    this.rows = 0;
    this.columns = 0;
    this.cells = [];
    this.cursor = null;
    this.placed = -GLIDE; // when the piece was moved
    this.box = element("div", interactive ? "board interactive" : "board");
    this.squares = element("div", "squares");
    this.box.append(this.squares);
    container.append(this.box);
    if (interactive) this.#listen();
  }

  set painting(yes) {
    this.box.classList.toggle("painting", yes);
  }

  get painting() {
    return this.box.classList.contains("painting");
  }

  // Everything is optional but the question. candidates: [{ square, exits, good, ways }], good
  // being true, false or null (not known) and ways the squares that an exit leads to. shown: how
  // many squares of the path are visited; the colours are still those of the whole path.
  // numbers: what each square of the path is numbered, if not 1, 2, …; the line is broken where
  // one does not follow the other.
  draw({
    question,
    path = [],
    shown = path.length,
    numbers = null,
    closed = false,
    style = "both",
    marks = [],
    targets = [],
    candidates = [],
    ghost = [],
    ghostClosed = false,
    cursor,
    label,
    piece = this.interactive,
  }) {
    this.question = question;
    if (question.rows !== this.rows || question.columns !== this.columns) this.#build(question);
    if (cursor) this.#rove(cursor, false);
    if (label !== undefined) put(this.squares, "aria-label", label);
    const been = shown < path.length ? path.slice(0, shown) : path;
    const closes = closed && been.length === path.length;
    const more = { marks, targets, candidates };
    const looks = { question, numbers, style, piece, ...more };
    this.#drawCells(this.#seen({ ...looks, path, been, closed }));
    this.#drawLines({ ...looks, path: been, closed: closes, ghost, ghostClosed });
  }

  // Name every square again: in another language, say.
  relabel() {
    if (!this.interactive) return;
    for (const cell of this.cells) this.#name(cell);
  }

  focus(square = this.cursor) {
    this.#rove(square, true);
  }

  // -- what is seen of each square ----------------------------------------------------------

  #seen({ question, path, been, numbers, closed, style, piece, marks, targets, candidates }) {
    const { columns, holes, start, end } = question;
    const key = ([r, c]) => r * columns + c;
    const seen = this.cells.map(() => ({ look: "" }));
    const add = (square, look, more) => {
      const one = seen[key(square)];
      if (!one) return;
      one.look += ` ${look}`;
      Object.assign(one, more);
    };
    for (const square of holes) add(square, "hole", { hole: true });
    const groups = style === "symmetry" && path.length > 1 ? orbits(question, path, closed) : null;
    const written = style === "numbers" || style === "both";
    been.forEach((square, i) => {
      const number = numbers ? numbers[i] : i + 1;
      const more = { number, text: written ? number : "" };
      const share = (groups ? groups[i] : i) / Math.max(1, path.length - 1);
      if (style === "colours" || groups) more.fill = ramped(share);
      add(square, "visited", more);
    });
    if (been.length) {
      add(been[0], "first", { first: true });
      add(been.at(-1), piece ? "last" : "", { last: true });
    }
    if (start) add(start, "start", { start: true });
    if (end) add(end, "end", { end: true });
    for (const square of targets) add(square, "target", { target: true });
    for (const { square, exits, good } of candidates) {
      const kind = good === true ? "good" : good === false ? "bad-way" : "unsure";
      add(square, `candidate ${kind}`, { exits, good, text: exits ?? "" });
    }
    for (const [square, mark] of marks) add(square, `mark ${markClass(mark)}`, { mark });
    return seen;
  }

  #drawCells(seen) {
    seen.forEach((now, i) => {
      const cell = this.cells[i];
      const { look, text = "", mark = "", fill = "", number = "" } = now;
      const sign = `${look}|${text}|${mark}|${fill}|${number}|${now.exits ?? ""}`;
      if (cell.sign === sign) return;
      cell.sign = sign;
      cell.seen = now;
      cell.node.className = cell.kind + look;
      if (cell.text.textContent !== String(text)) cell.text.textContent = text;
      if (mark || cell.mark) {
        cell.mark ??= cell.node.appendChild(element("span", "letter"));
        cell.mark.textContent = mark;
      }
      if (fill || cell.node.style.backgroundColor) {
        cell.node.style.backgroundColor = fill;
        cell.node.style.color = fill && inkOn(fill);
      }
      if (this.interactive) this.#name(cell);
    });
  }

  #name(cell) {
    put(cell.node, "aria-label", this.nameOf(cell.square, cell.seen));
  }

  #drawLines({
    question, path, numbers, closed, style, piece, marks, candidates, ghost, ghostClosed,
  }) {
    const drawn = style !== "numbers" && style !== "none" && style !== "colours";
    const line = drawn ? lineOf(question, path, closed, numbers) : "";
    put(this.trail, "d", line);
    put(this.halo, "d", marks.length ? line : ""); // so that it stands out on any mark
    put(this.recent, "d", piece ? lineOf(question, path.slice(-2)) : "");
    put(this.ghost, "d", lineOf(question, ghost, ghostClosed));
    const ways = candidates.flatMap(({ square, ways = [] }) =>
      ways.map((way) => lineOf(question, [square, way])),
    );
    put(this.ways, "d", ways.join(""));
    const last = piece && path.length ? path.at(-1) : null;
    put(this.piece, "d", last ? (question.piece === "knight" ? KNIGHT : DISC) : "");
    if (last && !same(last, this.last)) this.#reveal(last);
    this.last = last;
    if (last) this.#place(last[1], last[0]);
  }

  // Bring a square into sight where the board is larger than its box; the page stays.
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

  #place(x, y) {
    const where = `translate(${x}px, ${y}px)`;
    if (this.piece.style.transform === where) return;
    const now = performance.now();
    this.box.classList.toggle("rapid", now - this.placed < GLIDE);
    this.placed = now;
    this.piece.style.transform = where;
  }

  // -- the elements ---------------------------------------------------------------------------

  #build({ rows, columns }) {
    const held = this.squares.contains(document.activeElement);
    const old = this.cursor;
    this.rows = rows;
    this.columns = columns;
    this.cells = [];
    this.squares.replaceChildren();
    this.squares.setAttribute("role", this.interactive ? "grid" : "img");
    this.box.style.setProperty("--rows", rows);
    this.box.style.setProperty("--columns", columns);
    const edge = (name, text) => {
      const made = element("span", name, text);
      made.setAttribute("aria-hidden", "true");
      return made;
    };
    for (let r = 0; r < rows; r += 1) {
      const row = element("div", "row");
      if (this.interactive) row.setAttribute("role", "row");
      row.append(edge("edge", String(rows - r)));
      for (let c = 0; c < columns; c += 1) row.append(this.#cell(r, c));
      this.squares.append(row);
    }
    const names = element("div", "row names");
    names.setAttribute("aria-hidden", "true");
    names.append(edge("edge", ""));
    for (let c = 0; c < columns; c += 1) names.append(edge("edge", columnName(c)));
    this.squares.append(names, this.#picture(rows, columns));
    this.cursor = null;
    if (this.interactive) {
      const bottom = [rows - 1, 0];
      const stays = old && old[0] < rows && old[1] < columns;
      this.#rove(stays ? old : bottom, held);
    }
  }

  #cell(r, c) {
    const kind = (r + c) % 2 ? "cell dark" : "cell";
    const node = element("div", kind);
    const text = node.appendChild(element("span", "number"));
    if (this.interactive) {
      node.setAttribute("role", "gridcell");
      node.tabIndex = -1;
    }
    this.cells.push({ node, text, kind, square: [r, c], mark: null, sign: null, seen: {} });
    return node;
  }

  #picture(rows, columns) {
    const picture = shape("svg", {
      class: "lines",
      viewBox: `0 0 ${columns} ${rows}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    for (const name of ["ghost", "ways", "halo", "trail", "recent", "piece"]) {
      this[name] = picture.appendChild(shape("path", { class: name }));
    }
    return picture;
  }

  // -- keyboard and pointer -------------------------------------------------------------------

  #rove(square, focus) {
    if (!square || square[0] >= this.rows || square[1] >= this.columns) return;
    if (!same(square, this.cursor)) {
      if (this.cursor) this.#node(this.cursor).tabIndex = -1;
      this.cursor = square;
      this.#node(square).tabIndex = 0;
    }
    if (focus) this.#node(square).focus();
  }

  #node([r, c]) {
    return this.cells[r * this.columns + c].node;
  }

  #squareAt(node) {
    const found = node?.closest?.(".cell");
    return this.cells.find((cell) => cell.node === found)?.square ?? null;
  }

  #listen() {
    this.squares.addEventListener("keydown", (event) => this.#key(event));
    this.squares.addEventListener("focusin", (event) => {
      this.#rove(this.#squareAt(event.target), false);
      if (this.cursor) this.oncursor(this.cursor);
    });
    this.squares.addEventListener("click", (event) => {
      const square = this.#squareAt(event.target);
      if (!square || this.painting || this.dragged) return;
      this.#rove(square, false);
      this.onchoose(square, "click");
    });
    this.squares.addEventListener("pointerdown", (event) => this.#press(event));
  }

  #key(event) {
    if (event.altKey || event.metaKey || !this.cursor) return;
    this.onkey(event, this.cursor);
    if (event.defaultPrevented) return;
    const [r, c] = this.cursor;
    const [bottom, right] = [this.rows - 1, this.columns - 1];
    const ctrl = event.ctrlKey;
    const goals = {
      ArrowUp: [r - 1, c],
      ArrowDown: [r + 1, c],
      ArrowLeft: [r, c - 1],
      ArrowRight: [r, c + 1],
      Home: [ctrl ? 0 : r, 0],
      End: [ctrl ? bottom : r, right],
      PageUp: [r - PAGE_ROWS, c],
      PageDown: [r + PAGE_ROWS, c],
    };
    const goal = goals[event.key];
    if (goal && (!ctrl || event.key === "Home" || event.key === "End")) {
      event.preventDefault();
      const clamp = (n, most) => Math.min(Math.max(n, 0), most);
      this.#rove([clamp(goal[0], bottom), clamp(goal[1], right)], true);
    } else if ((event.key === "Enter" || event.key === " ") && !ctrl) {
      event.preventDefault();
      this.onchoose(this.cursor, "key");
    }
  }

  // A press on the piece may become a drag; while painting, every press is a stroke. What a
  // finger holds stays the first square, so what is under it is looked up.
  #press(event) {
    const from = this.#squareAt(event.target);
    if (!from || event.button > 0 || !event.isPrimary) return;
    if (this.painting) event.preventDefault();
    if (!this.painting && !same(from, this.last)) return;
    let over = from;
    let moved = false;
    if (this.painting) this.onpaint(from, true);
    const move = (now) => {
      moved ||= Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > DRAG;
      const under = this.#squareAt(document.elementFromPoint(now.clientX, now.clientY));
      if (this.painting) {
        if (under && !same(under, over)) this.onpaint(under, false);
      } else if (moved) {
        this.#follow(now);
      }
      over = under;
    };
    const end = (now) => {
      for (const name of ["pointermove", "pointerup", "pointercancel"]) {
        document.removeEventListener(name, name === "pointermove" ? move : end);
      }
      this.box.classList.remove("dragging");
      if (this.painting || !moved) return;
      this.#place(from[1], from[0]);
      this.dragged = true; // the click that may follow is none
      setTimeout(() => (this.dragged = false), 0);
      if (now.type === "pointerup" && over && !same(over, from)) this.onchoose(over, "drag");
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  }

  #follow({ clientX, clientY }) {
    const { left, top, width, height } = this.trail.ownerSVGElement.getBoundingClientRect();
    this.box.classList.add("dragging");
    const x = ((clientX - left) / width) * this.columns;
    const y = ((clientY - top) / height) * this.rows;
    this.#place(x - 0.5, y - 0.5);
  }
}
