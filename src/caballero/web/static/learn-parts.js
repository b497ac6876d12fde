// What the parts of Learn share: making elements, and saying things.

import { neighbours, stepsOf } from "./geometry.js";
import { words } from "./words.js";
import { SAID } from "./words-learn.js";

export const say = words(SAID);

// An element with properties (say, name: keys of what it says and is called) and children.
export function make(kind, more = {}, ...children) {
  const node = document.createElement(kind);
  for (const [key, value] of Object.entries(more)) {
    if (key === "say" || key === "name") node.dataset[key] = value;
    else if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

export function button(key, onclick, more = {}) {
  return make("button", { type: "button", onclick, textContent: say(key), say: key, ...more });
}

// The orders of the moves of four texts, and what decides ties of Warnsdorff's rule.
export const MOVES = {
  geeksforgeeks: "2,1;1,2;-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1",
  puc: "2,-1;2,1;1,2;-1,2;-2,1;-2,-1;-1,-2;1,-2",
  trekhleb: "-1,-2;-2,-1;1,-2;2,-1;-2,1;-1,2;1,2;2,1",
  granada: "-2,-1;-2,1;2,-1;2,1;-1,2;-1,-2;1,-2;1,2",
};
export const ORDERS = Object.keys(MOVES);
export const TIES = ["order", "random", "pohl-sum", "pohl-min", "roth"];

// The order in which the moves of any piece are tried unless somebody says otherwise.
export const usual = (piece) => stepsOf(piece).join(";");

export const isKnight = (piece) => usual(piece) === usual("knight");

// An order of somebody's own, as the server reads it; null if a move of the piece is missing,
// twice, or none of its moves.
export function readOrder(piece, text) {
  const plain = text.replaceAll("\u2212", "-");
  const moves = [...plain.matchAll(/([+-]?\d{1,2})\s*,\s*([+-]?\d{1,2})/g)];
  const rest = moves.reduce((left, [move]) => left.replace(move, " "), plain);
  const order = moves.map(([, down, right]) => `${Number(down)},${Number(right)}`);
  const whole = [...order].sort().join(";") === stepsOf(piece).map(String).sort().join(";");
  return whole && /^[\s;,.()[\]]*$/.test(rest) ? order.join(";") : null;
}

const keyOf = ([r, c], { columns }) => r * columns + c;

// The free squares that can follow a path, each with its exits: free squares further on.
export function candidatesOf(question, path) {
  if (!path.length) return [];
  const been = new Set(path.map((square) => keyOf(square, question)));
  const free = (square) =>
    neighbours(question, square).filter((next) => !been.has(keyOf(next, question)));
  return free(path.at(-1)).map((square) => ({ square, exits: free(square).length, good: null }));
}
