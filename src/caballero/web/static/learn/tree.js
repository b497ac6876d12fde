// The tree of a search, folded: what was tried after what, as rows that open.
//
// Squares that follow each other without a choice share a row. The way to the tour goes straight
// down; below each of its rows are the branches that came to nothing there.

import { ask, Requests } from "../api.js";
import { attribute, make, panel } from "../dom.js";
import { words } from "../words.js";

const say = words("learn");

/** @typedef {import("../board/geometry.js").Square} Square */
/**
 * A branch as the server sends it.
 * @typedef {{parent: number, name: string, square: Square, state: "tour" | "open" | "dead",
 *   nodes: number, hidden: number, ends: Record<string, number>}} Branch
 */
/**
 * A row: the branches from `first` to `last`, and whether there is more below.
 * @typedef {{first: number, last: number, names: string[], level: number, folds: boolean,
 *   open: boolean}} Row
 */

const SIGNS = { tour: "✓", open: "…", dead: "×" };

export class Tree {
  requests = new Requests();
  /** @type {Record<string, any> | null} the request for the whole tree */
  body = null;
  /** @type {Branch[]} */
  branches = [];
  /** @type {Map<number, boolean>} which rows the reader has opened or closed, by their last branch */
  turned = new Map();
  /** @type {Row[]} */
  rows = [];
  current = 0; // the row that the keys move from
  picked = -1; // the branch whose board is shown
  fault = "";

  /**
   * @param {() => void} onopen - the tree is wanted
   * @param {(path: Square[]) => void} onpick - a branch, by the squares to it
   */
  constructor(onopen, onpick) {
    this.onpick = onpick;
    this.list = make("ul", {
      role: "tree",
      name: "tree",
      onclick: (/** @type {MouseEvent} */ event) => this.#click(event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
    });
    this.state = make("p", { className: "quiet", role: "status" });
    this.panel = panel("tree", this.list, this.state);
    this.panel.addEventListener("toggle", () => this.panel.open && onopen());
    this.box = make("div", { className: "more branches" }, this.panel);
    this.clear();
  }

  clear() {
    this.requests.stop();
    this.body = null;
    this.branches = [];
    this.turned.clear();
    this.current = 0;
    this.picked = -1;
    this.fault = "";
    this.draw();
  }

  /** Ask for the tree of a search, if it is wanted. @param {Record<string, any>} body */
  async load(body) {
    if (this.body || !this.panel.open) return;
    this.body = body;
    this.branches = await this.#ask(body);
    this.draw();
  }

  /** @param {Record<string, any>} body @returns {Promise<Branch[]>} none if there is no answer */
  async #ask(body) {
    this.fault = "";
    const asked = this.requests.run((signal) => ask("tree", body, signal));
    this.draw();
    const answer = await asked;
    if (answer && answer.status !== "tree") this.fault = answer.message;
    return answer?.branches ?? [];
  }

  /**
   * Whether the search below a branch can be repeated by itself: it must not know what was before.
   */
  get #repeats() {
    const { method, tie } = this.body ?? {};
    return method === "backtracking" || (method === "warnsdorff-backtracking" && tie !== "random");
  }

  /** @param {number} at - of a branch with more below than is there */
  async #fetch(at) {
    const below = this.#path(at);
    const found = (await this.#ask({ ...this.body, below })).slice(below.length); // after the way to it
    const base = this.branches.length - below.length;
    for (const one of found) {
      this.branches.push({ ...one, parent: one.parent < below.length ? at : base + one.parent });
    }
    if (found.length) this.branches[at].hidden = 0;
    this.draw();
  }

  /** @param {number} at */
  #path(at) {
    /** @type {Square[]} */
    const path = [];
    for (let one = this.branches[at]; one; one = this.branches[one.parent])
      path.unshift(one.square);
    return path;
  }

  /** @returns {Row[]} the rows that are not below a closed row */
  #rows() {
    const { branches } = this;
    /** @type {number[][]} */
    const below = branches.map(() => []);
    for (const [at, { parent }] of branches.entries()) below[parent]?.push(at);
    /** @type {Row[]} */
    const rows = [];
    /** @param {number} first @param {number} level */
    const add = (first, level) => {
      const { state } = branches[first];
      const names = [branches[first].name];
      let last = first;
      while (below[last].length === 1 && branches[below[last][0]].state === state) {
        if (branches[last].hidden) break;
        [last] = below[last];
        names.push(branches[last].name);
      }
      const dead = [...below[last]];
      const on = branches[dead.at(-1) ?? -1]?.state === "dead" ? undefined : dead.pop();
      const folds = dead.length > 0 || (branches[last].hidden > 0 && this.#repeats);
      const open = this.turned.get(last) ?? (dead.length > 0 && (state !== "dead" || !first));
      rows.push({ first, last, names, level, folds, open });
      if (open) for (const one of dead) add(one, level + 1);
      if (on !== undefined) add(on, level);
    };
    for (const [at, { parent }] of branches.entries()) if (parent < 0) add(at, 1);
    return rows;
  }

  /** What a row says of its branch. @param {Row} row */
  #counts({ first, last }) {
    const { state, nodes, ends } = this.branches[first];
    const told =
      state === "dead" || !first
        ? Object.entries({ nodes, ...ends }).map(([kind, n]) =>
            n ? say(`tree-${kind}`, { n }) : "",
          )
        : [];
    if (state !== "dead" && !this.branches.some(({ parent }) => parent === last)) {
      told.push(say(`tree-${state}`));
    }
    return told.filter(Boolean).join(", ");
  }

  draw() {
    const focused = this.list.contains(document.activeElement);
    this.rows = this.#rows();
    this.current = Math.min(this.current, Math.max(this.rows.length - 1, 0));
    this.list.hidden = !this.rows.length;
    this.list.replaceChildren(
      ...this.rows.map((row, i) => {
        const { state } = this.branches[row.first];
        const item = make(
          "li",
          { role: "treeitem", tabIndex: i === this.current ? 0 : -1, className: state },
          make("span", { className: "fold", "aria-hidden": "true" }, this.#sign(row)),
          make("span", { className: "found", "aria-hidden": "true" }, SIGNS[state]),
          make(
            "span",
            {},
            `${row.names.join(" → ")} `,
            make("span", { className: "quiet" }, this.#counts(row)),
          ),
        );
        item.style.setProperty("--deep", String(row.level - 1));
        attribute(item, "aria-level", row.level);
        attribute(item, "aria-expanded", row.folds ? String(row.open) : null);
        attribute(item, "aria-selected", String(row.last === this.picked));
        return item;
      }),
    );
    if (focused) this.#focus(this.current);
    this.state.textContent = this.requests.pending ? say("treeLoading") : this.fault;
  }

  /** @param {Row} row */
  #sign({ folds, open }) {
    if (!folds) return "";
    return open ? "▾" : "▸";
  }

  /** @param {number} i */
  #focus(i) {
    const items = this.list.children;
    for (const [at, goal] of [
      [this.current, -1],
      [i, 0],
    ]) {
      const item = items[at];
      if (item instanceof HTMLElement) item.tabIndex = goal;
    }
    const item = items[i];
    if (!(item instanceof HTMLElement)) return;
    this.current = i;
    item.focus();
  }

  /** @param {number} i */
  #turn(i) {
    const { last, open, folds } = this.rows[i];
    if (!folds) return;
    this.turned.set(last, !open);
    if (!open && this.branches[last].hidden) void this.#fetch(last);
    else this.draw();
  }

  /** @param {number} i */
  #pick(i) {
    this.picked = this.rows[i].last;
    this.draw();
    this.onpick(this.#path(this.picked));
  }

  /** @param {MouseEvent} event */
  #click({ target }) {
    if (!(target instanceof Element)) return;
    const item = target.closest("li");
    const i = item ? [...this.list.children].indexOf(item) : -1;
    if (i < 0) return;
    this.#focus(i);
    if (target.matches(".fold") && this.rows[i].folds) this.#turn(i);
    else this.#pick(i);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { current: i, rows } = this;
    const row = rows[i];
    /** @type {Record<string, () => void>} */
    const does = {
      ArrowDown: () => this.#focus(i + 1),
      ArrowUp: () => this.#focus(i - 1),
      Home: () => this.#focus(0),
      End: () => this.#focus(rows.length - 1),
      ArrowRight: () => (row.folds && !row.open ? this.#turn(i) : this.#focus(i + 1)),
      ArrowLeft: () => {
        if (row.open && row.folds) this.#turn(i);
        else this.#focus(rows.slice(0, i).findLastIndex(({ level }) => level < row.level));
      },
      Enter: () => this.#pick(i),
      " ": () => this.#pick(i),
    };
    if (!row || !does[event.key]) return;
    event.preventDefault();
    does[event.key]();
  }
}
