// What a program is doing: the calls that are open, and the tree that its search has grown.

import { make } from "../../dom.js";

const SPACE = "http://www.w3.org/2000/svg";
const MOST_CALLS = 8; // that are shown, the innermost
const MOST_NODES = 90; // of a whole tree; of a larger tree, the path and what was tried next to it
const [ACROSS, DOWN] = [30, 34];

/**
 * A node of the tree: a square, and what was tried after it.
 * @typedef {{parent: number, name: string, depth: number, open: boolean, below: number[]}} Node
 */

/**
 * The tree after some changes, and the nodes of the path.
 * @param {Iterable<[string, string]>} changes - what is done, and the name of the square
 */
export function grow(changes) {
  /** @type {Node[]} */
  const nodes = [{ parent: -1, name: "", depth: -1, open: true, below: [] }];
  const path = [0];
  for (const [kind, name] of changes) {
    const parent = path[path.length - 1];
    if (kind === "place") {
      const same = nodes[parent].below.find((at) => nodes[at].name === name);
      const at = same ?? nodes.length;
      if (same === undefined) {
        nodes.push({ parent, name, depth: path.length - 1, open: true, below: [] });
        nodes[parent].below.push(at);
      }
      nodes[at].open = true;
      path.push(at);
    } else if (kind === "free" && path.length > 1) {
      nodes[parent].open = false;
      path.pop();
    }
  }
  return { nodes, path };
}

/**
 * Where each shown node stands: leaves side by side, a node above the middle of what follows it.
 * @param {ReturnType<typeof grow>} tree
 */
export function layOut({ nodes, path }) {
  const whole = nodes.length <= MOST_NODES;
  const on = new Set(path);
  /** @type {Map<number, number>} */
  const across = new Map();
  let leaves = 0;
  /** @param {number} at @returns {number} */
  const set = (at) => {
    const below = whole || on.has(at) ? nodes[at].below : [];
    const middle = below.map(set);
    const place = middle.length ? (middle[0] + middle[middle.length - 1]) / 2 : leaves++;
    across.set(at, place);
    return place;
  };
  set(0);
  return { across, leaves, whole };
}

/**
 * @param {string} kind
 * @param {Record<string, string | number>} properties
 * @param {...(Node | SVGElement | string)} children
 */
function draw(kind, properties, ...children) {
  const node = document.createElementNS(SPACE, kind);
  for (const [key, value] of Object.entries(properties)) node.setAttribute(key, String(value));
  node.append(.../** @type {any[]} */ (children));
  return node;
}

/** The picture of a tree. @param {ReturnType<typeof grow>} tree @param {string} label */
export function picture(tree, label) {
  const { nodes, path } = tree;
  const { across, leaves } = layOut(tree);
  const on = new Set(path);
  let deepest = 0;
  /** @type {SVGElement[]} */
  const lines = [];
  /** @type {SVGElement[]} */
  const spots = [];
  /** @param {number} at */
  const place = (at) => [(Number(across.get(at)) + 0.5) * ACROSS, (nodes[at].depth + 0.5) * DOWN];
  for (const at of across.keys()) {
    if (!at) continue;
    const { parent, name, depth, open } = nodes[at];
    const [x, y] = place(at);
    deepest = Math.max(deepest, depth);
    const kind = on.has(at) ? "on" : open ? "" : "dead";
    if (parent) {
      const [px, py] = place(parent);
      lines.push(draw("path", { class: kind, d: `M${px} ${py}L${x} ${y}` }));
    }
    spots.push(
      draw("circle", { class: kind, cx: x, cy: y, r: 12 }),
      draw("text", { class: kind, x, y: y + 4 }, name),
    );
  }
  const [width, height] = [Math.max(leaves, 1) * ACROSS, (deepest + 1) * DOWN];
  const box = { viewBox: `0 0 ${width} ${height}`, width, height };
  return draw("svg", { ...box, role: "img", "aria-label": label }, ...lines, ...spots);
}

/**
 * The open calls, the innermost last.
 * @param {[number, string][]} calls - of each its caller, and its text
 * @param {number} at - the innermost
 */
export function stackOf(calls, at) {
  /** @type {string[]} */
  const open = [];
  for (let i = at; i >= 0; i = calls[i][0]) if (calls[i][1]) open.unshift(calls[i][1]);
  return open;
}

/** @param {string[]} open */
export const callList = (open) =>
  open.slice(-MOST_CALLS).map((text, i, shown) => {
    const value = open.length - shown.length + i + 1;
    return make("li", { value, className: i === shown.length - 1 ? "now" : "" }, text);
  });
