// Boards, pieces and moves, and how they are written in an address.
//
// A question is a plain object that nobody changes: a new question is a new object.
//   { rows, columns, holes: [[r, c]…], surface, piece, closed, start: [r, c]|null, end }
// Rows count from 0 at the top; the names of the squares are those of chess.

export const MOST_SIDE = 50;
export const SURFACES = ["flat", "cylinder", "torus"];

export const PIECES = {
  knight: [[1, 2]],
  wazir: [[0, 1]],
  fers: [[1, 1]],
  king: [[0, 1], [1, 1]],
  dabbaba: [[0, 2]],
  alfil: [[2, 2]],
  camel: [[1, 3]],
  zebra: [[2, 3]],
  giraffe: [[1, 4]],
  antelope: [[3, 4]],
  threeleaper: [[0, 3]],
  tripper: [[3, 3]],
  fourleaper: [[0, 4]],
  stag: [[2, 4]],
};

export const EMPTY = {
  rows: 8,
  columns: 8,
  holes: [],
  surface: "flat",
  piece: "knight",
  closed: false,
  start: null,
  end: null,
};

export const same = (a, b) => Boolean(a && b) && a[0] === b[0] && a[1] === b[1];

// -- names -----------------------------------------------------------------------------------

export function columnName(column) {
  let name = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(97 + ((left - 1) % 26)) + name;
  }
  return name;
}

export function squareName([row, column], rows) {
  return `${columnName(column)}${rows - row}`;
}

// The square that a name means, which may lie outside the board; null if it is no name.
export function parseSquare(text, rows) {
  const parts = /^([a-z]{1,2})([0-9]{1,3})$/.exec(String(text).trim().toLowerCase());
  if (!parts) return null;
  const column = [...parts[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
  return [rows - Number(parts[2]), column - 1];
}

// -- moves -----------------------------------------------------------------------------------

// What is worked out once for each question.
const known = new WeakMap();

function about(question) {
  let facts = known.get(question);
  if (!facts) {
    const holes = new Set(question.holes.map(([r, c]) => r * question.columns + c));
    const steps = stepsOf(question.piece) ?? [];
    facts = { holes, steps, near: new Map() };
    known.set(question, facts);
  }
  return facts;
}

// A piece that somebody writes, as the server reads it: without blanks, in small letters.
export const pieceOf = (text) => text.replace(/\s/g, "").toLowerCase();

// The leaps of a piece: of a name, of numbers, or of several joined by +; null if it is none.
export function leapsOf(piece) {
  const leaps = [];
  for (const part of String(piece).split("+")) {
    const numbers = /^([0-9]{1,2}),([0-9]{1,2})$/.exec(part);
    if (numbers && Number(numbers[1]) + Number(numbers[2])) {
      leaps.push([Number(numbers[1]), Number(numbers[2])]);
    } else if (Object.hasOwn(PIECES, part)) {
      leaps.push(...PIECES[part]);
    } else {
      return null;
    }
  }
  return String(piece).length <= 40 ? leaps : null;
}

// The moves of a piece, (rows down, columns right), in increasing order.
export function stepsOf(piece) {
  const steps = new Map();
  for (const [a, b] of leapsOf(piece) ?? []) {
    for (const [r, c] of [[a, b], [b, a]]) {
      for (const step of [[r, c], [-r, c], [r, -c], [-r, -c]]) {
        const [dr, dc] = step.map((d) => d + 0); // no -0
        steps.set(`${dr},${dc}`, [dr, dc]);
      }
    }
  }
  return [...steps.values()].sort((x, y) => x[0] - y[0] || x[1] - y[1]);
}

const modulo = (a, n) => ((a % n) + n) % n;

// Where a step leads, round the edges that meet; null off the board.
function landing({ rows, columns, surface }, [r, c], [dr, dc]) {
  let row = r + dr;
  let column = c + dc;
  if (surface === "torus") row = modulo(row, rows);
  if (surface !== "flat") column = modulo(column, columns);
  return row >= 0 && row < rows && column >= 0 && column < columns ? [row, column] : null;
}

export function isInside({ rows, columns }, [r, c]) {
  return r >= 0 && r < rows && c >= 0 && c < columns;
}

export function isHole(question, [r, c]) {
  return about(question).holes.has(r * question.columns + c);
}

export function squareCount(question) {
  return question.rows * question.columns - about(question).holes.size;
}

// The squares that the piece reaches in one move, each once.
export function neighbours(question, square) {
  const { near, steps } = about(question);
  const key = square[0] * question.columns + square[1];
  let found = near.get(key);
  if (!found) {
    found = [];
    for (const step of steps) {
      const to = landing(question, square, step);
      if (to && !same(to, square) && !isHole(question, to) && !found.some((q) => same(q, to))) {
        found.push(to);
      }
    }
    near.set(key, found);
  }
  return found;
}

export function isMove(question, a, b) {
  return neighbours(question, a).some((square) => same(square, b));
}

// The step from one square to the next, the shortest where several lead there; for drawing.
export function stepBetween(question, a, b) {
  let best = null;
  for (const step of about(question).steps) {
    const straight = a[0] + step[0] === b[0] && a[1] + step[1] === b[1];
    if (straight) return step;
    if (!best && same(landing(question, a, step), b)) best = step;
  }
  return best ?? [b[0] - a[0], b[1] - a[1]];
}

// -- asking ----------------------------------------------------------------------------------

// Whether the board is as large as one may be here.
export function hasSides({ rows, columns }) {
  return [rows, columns].every((n) => Number.isInteger(n) && n >= 1 && n <= MOST_SIDE);
}

// What is wrong with a question: a key of words.js, or null. What is sent must be sound, for
// the browser writes every refusal on its console.
export function wrongWith(question) {
  const { start, end } = question;
  if (!hasSides(question)) return "wrongSides";
  if (!leapsOf(question.piece)) return "wrongPiece";
  if (!question.holes.every((square) => isInside(question, square))) return "wrongHole";
  if (squareCount(question) < 1) return "wrongEmpty";
  for (const [square, key] of [[start, "wrongStart"], [end, "wrongEnd"]]) {
    if (square && (!isInside(question, square) || isHole(question, square))) return key;
  }
  if (same(start, end) && squareCount(question) > 1) return "wrongEnds";
  return null;
}

// The body of a request to the server.
export function askedOf({ rows, columns, holes, surface, piece, closed, start, end }) {
  const asked = { board: { shape: [rows, columns], holes, surface }, piece, closed };
  if (start) asked.start = start;
  if (end) asked.end = end;
  return asked;
}

// A question from a drawing: x, o or . is a square, s the start, e the end, # or _ a hole.
export function drawn(lines, more = {}) {
  const question = { ...EMPTY, rows: lines.length, columns: lines[0].length, holes: [], ...more };
  lines.forEach((line, r) => {
    [...line].forEach((letter, c) => {
      if (letter === "#" || letter === "_") question.holes.push([r, c]);
      if (letter === "s") question.start = [r, c];
      if (letter === "e") question.end = [r, c];
    });
  });
  return question;
}

// -- bits in an address ----------------------------------------------------------------------

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// URL-safe base64; a 1 after the last bit says where they end.
function lettersOf(bits) {
  const whole = [...bits, 1];
  while (whole.length % 6) whole.push(0);
  let text = "";
  for (let i = 0; i < whole.length; i += 6) {
    text += LETTERS[whole.slice(i, i + 6).reduce((sum, bit) => sum * 2 + bit, 0)];
  }
  return text;
}

function bitsOf(text) {
  const bits = [];
  for (const letter of text) {
    const value = LETTERS.indexOf(letter);
    if (value < 0) return null;
    for (let shift = 5; shift >= 0; shift -= 1) bits.push((value >> shift) & 1);
  }
  const end = bits.lastIndexOf(1);
  return end < 0 ? null : bits.slice(0, end);
}

// A question as a short text: 8x8.c.t.p2,3.sa1.eh8.h<holes>; what is usual is left out.
export function writeQuestion(question) {
  const { rows, columns, surface, piece, closed, start, end } = question;
  const parts = [`${rows}x${columns}`];
  if (closed) parts.push("c");
  if (surface === "cylinder") parts.push("y");
  if (surface === "torus") parts.push("t");
  if (piece !== "knight") parts.push(`p${piece}`);
  if (start) parts.push(`s${squareName(start, rows)}`);
  if (end) parts.push(`e${squareName(end, rows)}`);
  if (question.holes.length) {
    const bits = Array(rows * columns).fill(0);
    for (const [r, c] of question.holes) bits[r * columns + c] = 1;
    parts.push(`h${lettersOf(bits)}`);
  }
  return parts.join(".");
}

// The question that a text writes, or null if it writes none that makes sense.
export function readQuestion(text) {
  const [sides, ...parts] = String(text).split(".");
  const numbers = /^([0-9]{1,2})x([0-9]{1,2})$/.exec(sides);
  if (!numbers) return null;
  const question = { ...EMPTY, rows: Number(numbers[1]), columns: Number(numbers[2]) };
  const { rows, columns } = question;
  for (const part of parts) {
    const rest = part.slice(1);
    if (part === "c") question.closed = true;
    else if (part === "y") question.surface = "cylinder";
    else if (part === "t") question.surface = "torus";
    else if (part[0] === "p") question.piece = pieceOf(rest);
    else if (part[0] === "s") question.start = parseSquare(rest, rows);
    else if (part[0] === "e") question.end = parseSquare(rest, rows);
    else if (part[0] === "h") {
      const bits = bitsOf(rest);
      if (bits?.length !== rows * columns) return null;
      question.holes = bits.flatMap((bit, i) =>
        bit ? [[Math.floor(i / columns), i % columns]] : [],
      );
    }
  }
  return wrongWith(question) ? null : question;
}

const width = (steps) => Math.max(1, Math.ceil(Math.log2(steps.length)));

// A path as its first square and the direction of each move: 3 bits where there are 8.
export function pathText(question, path) {
  if (!path.length) return "";
  const { steps } = about(question);
  const bits = [];
  for (let i = 1; i < path.length; i += 1) {
    const at = steps.findIndex((step) => same(landing(question, path[i - 1], step), path[i]));
    if (at < 0) break;
    for (let shift = width(steps) - 1; shift >= 0; shift -= 1) bits.push((at >> shift) & 1);
  }
  return `${squareName(path[0], question.rows)}.${lettersOf(bits)}`;
}

// The path that a text writes, as far as it makes sense: no square twice, none that is a hole.
export function pathOf(question, text) {
  const [name, letters = ""] = String(text ?? "").split(".");
  const first = parseSquare(name, question.rows);
  if (!first || !isInside(question, first) || isHole(question, first)) return [];
  const { steps } = about(question);
  const path = [first];
  const seen = new Set([String(first)]);
  const bits = bitsOf(letters) ?? [];
  const size = width(steps);
  for (let i = 0; i + size <= bits.length; i += size) {
    const at = bits.slice(i, i + size).reduce((sum, bit) => sum * 2 + bit, 0);
    const to = steps[at] && landing(question, path.at(-1), steps[at]);
    if (!to || isHole(question, to) || seen.has(String(to))) break;
    seen.add(String(to));
    path.push(to);
  }
  return path;
}
