// One search of the laboratory: its settings, its steps, and how they are shown.

import { Requests, stream } from "../api.js";
import { BoardView, markClass } from "../board/board.js";
import { EMPTY, requestOf, same, squareName } from "../board/geometry.js";
import { stepsOf } from "../board/pieces.js";
import { attribute, button, field, keepFocus, legendItems, make, row, textInput } from "../dom.js";
import { amount, common, inTime, unloaded, words } from "../words.js";
import { CODE } from "./code.js";
import {
  BOUNDS,
  COSTS,
  candidatesOf,
  isKnight,
  MOVES,
  named,
  ORDERS,
  readOrder,
  STRATEGIES,
  TIES,
  usual,
} from "./parts.js";
import { Recording } from "./record.js";
import { Tree } from "./tree.js";

const say = words("learn");

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */
/**
 * @typedef {{method: string, order: string, tie: string, strategy: string, bounded: string,
 *   cost: string}} Settings
 */

/** @type {Record<string, string>} */
const MARKS = { try: "?", "dead-end": "x", "step-back": "←", "no-solution": "x", cut: "x" };
const COUNTS = /** @type {const} */ (["nodes", "ends", "depth", "time"]);
const GOALS = ["dead-end", "step-back", "improvement"]; // that a search can run to
const BOUNDED = /** @type {const} */ (["best", "bound", "made", "cut"]); // of branch and bound
const LONGEST = 200; // letters of an order that the server reads; spaces come on top

/**
 * @param {Iterable<string>} values
 * @param {() => void} onchange
 * @param {string} [prefix] - of the keys of their names
 */
function choice(values, onchange, prefix = "") {
  const options = Array.from(values, (value) => make("option", { value, say: prefix + value }));
  return make("select", { onchange }, ...options);
}

export class Lane {
  requests = new Requests();
  /** @type {string | null} the piece that the order is for */
  piece = null;
  /** @type {string | null} the moves in the chosen order; null if it cannot be read */
  order = null;
  wrong = false;
  fault = "";
  problem = EMPTY;
  recording = new Recording(EMPTY);
  seed = 0;
  shown = 0; // steps
  /** @type {Square[] | null} a branch of the tree that no step leads to, which is shown instead */
  branch = null;
  /** @type {import("./ask.js").Quiz | null} */
  quiz = null;

  /**
   * @param {string} title
   * @param {string[]} methods
   * @param {() => void} onchange - another choice
   * @param {() => void} onprogress - more steps, or a change of state
   * @param {() => void} onagain - the steps are wanted once more
   * @param {(step: number) => void} onpick - a step to go to; 0 for a branch that has none
   */
  constructor(title, methods, onchange, onprogress, onagain, onpick) {
    this.onprogress = onprogress;
    this.onpick = onpick;
    const method = choice(methods, onchange);
    const order = choice([...ORDERS, "usual", "own"], onchange);
    this.orders = [...order.options].slice(0, ORDERS.length);
    const tie = choice(TIES, onchange);
    const strategy = choice(STRATEGIES, onchange);
    const bounded = choice(BOUNDS, onchange, "bound-");
    const cost = choice(COSTS, onchange, "cost-");
    this.selects = { method, order, tie, strategy, bounded, cost };
    this.moves = textInput({
      maxLength: 2 * LONGEST,
      onchange: () => {
        order.value = "own";
        onchange();
      },
    });
    this.warning = make("p", { className: "bad fault", role: "alert" });
    this.tie = field("tie", tie);
    this.bounds = [field("cost", cost), field("strategy", strategy), field("bounded", bounded)];
    const fields = make(
      "div",
      { className: "fields" },
      field("method", method),
      field("orderOf", order),
      this.tie,
      ...this.bounds,
      field("moves", this.moves, { className: "order" }),
    );
    this.choices = make("fieldset", {}, make("legend", { say: title }), fields, this.warning);
    this.title = make("h3");
    this.sentence = make("p", { className: "sentence" });
    const keys = [...COUNTS, ...BOUNDED];
    this.counts = keys.map((key) => make("dd", { className: key }));
    this.counters = keys.map((key, i) => make("div", {}, make("dt", { say: key }), this.counts[i]));
    this.code = make("ol", { className: "code", tabIndex: 0, name: "code" });
    this.state = make("p", { className: "state" });
    this.again = button("again", onagain, { hidden: true });
    this.legend = make("ul", { className: "legend" });
    this.goals = GOALS.map((kind) =>
      button(`to-${kind}`, () => {
        const go = () => onpick(this.recording.next(kind));
        keepFocus(this.box, go, () => this.code.focus());
      }),
    );
    this.ask = make("div", { className: "ask" });
    this.asking = button("ask", () => this.#quiz(), { "aria-pressed": "false" });
    this.tree = new Tree(
      () => this.#grow(),
      (path) => {
        const step = this.recording.find(path);
        this.branch = step ? null : path;
        onpick(step);
      },
    );
    const canvas = make("div", { className: "table" });
    this.board = new BoardView(canvas);
    const counts = make("dl", { className: "counts" }, ...this.counters);
    const beside = make(
      "div",
      { className: "beside" },
      this.sentence,
      this.ask,
      this.code,
      this.state,
      this.again,
      counts,
      row(...this.goals, this.asking, make("a", { href: "#learn/write", say: "write" })),
      this.tree.box,
    );
    this.box = make("section", { className: "lane" }, this.title, canvas, beside, this.legend);
    this.clear(EMPTY);
  }

  /** @param {Settings} settings */
  set({ method, order, tie, strategy, bounded, cost }) {
    const { selects } = this;
    selects.method.value = method;
    selects.tie.value = tie;
    selects.strategy.value = strategy;
    selects.bounded.value = bounded;
    selects.cost.value = cost;
    selects.order.value = order;
    if (selects.order.value) return;
    selects.order.value = "own";
    this.moves.value = order;
    this.piece = null; // the order is for the next piece
  }

  /** The chosen settings; the reader's own order is given by its moves. @returns {Settings} */
  get settings() {
    const { method, order, tie, strategy, bounded, cost } = this.selects;
    const own = order.value === "own" && !this.wrong ? this.order : null;
    return {
      method: method.value,
      order: own ?? order.value,
      tie: tie.value,
      strategy: strategy.value,
      bounded: bounded.value,
      cost: cost.value,
    };
  }

  /**
   * Fit the order that is chosen to a piece: four have names, for a knight.
   * @param {string} piece
   */
  #fit(piece) {
    const { order } = this.selects;
    const knight = isKnight(piece);
    const first = knight ? ORDERS[0] : "usual";
    for (const option of order.options) {
      option.hidden = option.disabled =
        option.value !== "own" && (option.value === "usual") === knight;
    }
    this.order = readOrder(piece, this.moves.value);
    const other = this.piece && piece !== this.piece;
    if (order.selectedOptions[0].disabled || (order.value === "own" && !this.order && other)) {
      order.value = first;
    }
    this.piece = piece;
    const own = order.value === "own";
    if (!own) this.order = MOVES[order.value] ?? usual(piece);
    this.wrong = own && (this.order?.length ?? Infinity) > LONGEST;
    if (this.order) this.moves.value = this.order.replaceAll(";", "; ");
  }

  get length() {
    return this.recording.length;
  }

  /** Whether there may be more steps. */
  get open() {
    return !this.recording.ended;
  }

  /** Forget all steps and take a new problem. @param {Problem} problem */
  clear(problem) {
    this.close();
    const piece = problem.grid ? "step" : problem.piece; // named orders are those of squares
    if (stepsOf(piece).length) this.#fit(piece);
    this.problem = problem;
    this.recording = new Recording(problem);
    this.fault = "";
    this.branch = null;
    this.tree.clear();
  }

  /** The request for the search, as it is chosen. */
  get #body() {
    const { order, ...settings } = this.settings;
    const body = { ...requestOf(this.problem), ...settings, seed: this.seed };
    return order === "usual" ? body : { ...body, order };
  }

  /** Ask for the tree, once there are steps. */
  #grow() {
    if (this.length || this.loading) void this.tree.load(this.#body);
  }

  /**
   * Ask for the steps from where they end, up to a length.
   * @param {number} seed
   * @param {number} length
   */
  async load(seed, length) {
    const { recording } = this;
    const skip = recording.length;
    this.seed = seed;
    const body = { ...this.#body, skip, limit: length - skip };
    const asked = this.requests.run((signal) => {
      /** @param {string} name @param {any} data */
      const onEvent = (name, data) => {
        if (signal.aborted) return;
        if (name === "steps") recording.add(data);
        else [recording.ended, recording.late] = [data.kind !== "stopped", "limit" in data];
        this.onprogress();
      };
      return stream("trace", body, onEvent, signal);
    });
    this.#grow();
    const answer = await asked;
    if (!answer) return;
    this.fault = answer.status === "done" ? "" : answer.message;
    this.onprogress();
  }

  get loading() {
    return this.requests.pending;
  }

  close() {
    this.requests.stop();
    this.tree.requests.stop();
  }

  /** Describe the last step. */
  describe() {
    const { problem, recording, branch } = this;
    if (branch)
      return say("branch", {
        n: branch.length,
        square: squareName(branch[branch.length - 1], problem.rows),
      });
    const last = recording.last;
    if (!last) return say("begin");
    const { kind, square, move, depth } = last;
    const bounded = this.#describeBounded();
    if (bounded) return bounded;
    const blind = this.settings.method === "naive";
    const name = square && squareName(square, problem.rows);
    if (kind === "place") return say("enters", { square: name, n: depth });
    if (kind === "try") {
      let key = "tries";
      if (!square) key = "triesOff";
      else if (blind) key = "triesBlind";
      else if (recording.path.includes(square)) key = "triesFull";
      return say(key, { n: move + 1, square: name });
    }
    if (kind === "dead-end")
      return blind ? say("failed", { n: depth }) : say("deadEnd", { square: name });
    if (kind === "step-back") return say("steps", { square: name });
    if (kind === "solution") return say("solution", { n: depth });
    return say(this.settings.method === "warnsdorff" ? "stuck" : "none");
  }

  /** What the last step of branch and bound does; nothing for other methods and steps. */
  #describeBounded() {
    const { problem, recording } = this;
    const last = recording.last;
    if (!last || this.settings.method !== "branch-and-bound") return "";
    const { kind, square, move, depth, own, best, bound } = last;
    const name = square && squareName(square, problem.rows);
    const of = (/** @type {number} */ cost) => say(`of-${this.settings.cost}`, { n: cost });
    if (kind === "place") return say("expands", { square: name, n: depth, cost: of(own) });
    if (kind === "improvement") return say("improves", { best: of(best), bound });
    if (kind === "solution") return say("proved", { best: of(best) });
    const nowhere = own < 0;
    if (kind === "try")
      return nowhere
        ? say("leadsNowhere", { n: move + 1, square: name })
        : say("bounds", { n: move + 1, square: name, cost: of(own) });
    if (kind !== "cut") return "";
    return nowhere
      ? say("cutsNowhere", { square: name })
      : say("cuts", { square: name, cost: of(own), best: of(best) });
  }

  /** @param {number} k - how many steps are shown @param {number} most - how many there may be */
  show(k, most) {
    const { problem, recording, fault } = this;
    recording.seek(k);
    if (k !== this.shown) this.branch = null;
    this.shown = k;
    const path = this.branch ?? recording.path;
    const last = this.branch ? null : recording.last;
    const mark = last?.square ? MARKS[last.kind] : undefined;
    const candidates = last?.kind.endsWith("solution") ? [] : this.#candidates(path);
    this.board.draw({
      problem,
      path,
      piece: true,
      closed: problem.closed && ["solution", "improvement"].includes(last?.kind ?? ""),
      marks: last && mark ? [[last.square, mark]] : [],
      targets: candidates.map(({ square }) => square),
      candidates,
      label: say("picture", { rows: problem.rows, columns: problem.columns, n: path.length }),
    });
    this.sentence.textContent = this.describe();
    [...COUNTS, ...BOUNDED].forEach((key, i) => {
      const value = last?.[key] ?? (this.branch || key === "best" || key === "bound" ? -1 : 0);
      let text = value < 0 ? "–" : amount(value);
      if (key === "time" && value >= 0) text = `${amount(Math.round(value / 10) / 100)} ms`;
      this.counts[i].textContent = text;
    });
    this.#light(last);
    for (const [i, goal] of this.goals.entries()) goal.disabled = !recording.next(GOALS[i]);
    let key = this.length < most ? "stopped" : "most";
    if (this.loading) key = "loading";
    else if (recording.ended) key = "whole";
    else if (recording.late) key = "late";
    this.state.textContent = this.wrong ? "" : fault || say(key, { n: this.length });
    this.state.className = fault ? "state bad" : "state quiet";
    this.again.hidden = !fault || this.loading;
    this.quiz?.show();
  }

  /**
   * The squares that could follow; none for the naive method, which looks at none.
   * @param {Square[]} path
   */
  #candidates(path) {
    const { method } = this.settings;
    if (method === "naive") return [];
    const tried = (!this.branch && this.recording.tried.at(-1)) || [];
    const found = candidatesOf(this.problem, path).filter(
      ({ square }) => !tried.some((other) => same(other, square)),
    );
    const least = Math.min(...found.map(({ exits }) => exits));
    const good = (/** @type {number} */ exits) =>
      method.startsWith("w") && exits === least ? true : null;
    return found.map((one) => ({ ...one, good: good(one.exits) }));
  }

  /** The lines of the program that run at a step. @param {NonNullable<Recording["last"]>} step */
  linesOf({ kind, depth, tried }) {
    let runs = kind;
    if (kind === "place" && depth === 1) runs = "begin";
    if (kind === "cut" && !tried) runs = "cut-live";
    const lines = CODE[this.settings.method];
    return [...lines.keys()].filter((i) => lines[i][2]?.split(" ").includes(runs));
  }

  /** Light the line of the program that just ran. @param {Recording["last"]} last */
  #light(last) {
    const lit = last ? this.linesOf(last) : [];
    for (const [i, line] of [...this.code.children].entries()) {
      attribute(line, "aria-current", lit.includes(i) ? "step" : null);
    }
  }

  /** Ask which line or square comes next, or stop asking. */
  async #quiz() {
    if (this.quiz) {
      this.quiz.close();
      this.quiz = null;
    } else {
      try {
        const { Quiz } = await inTime(import("./ask.js"));
        this.quiz ??= new Quiz(this, this.onpick);
        this.ask.scrollIntoView({ block: "center" }); // the button is below the code
      } catch {
        this.ask.textContent = common(unloaded());
      }
    }
    attribute(this.asking, "aria-pressed", String(Boolean(this.quiz)));
  }

  /** Fill in the texts that do not depend on the steps. */
  speak() {
    const { method, order, tie, strategy, bounded, cost } = this.settings;
    const rule = method.startsWith("w");
    const bounds = method === "branch-and-bound";
    const count = stepsOf(this.problem.piece).length;
    this.warning.textContent = this.wrong ? say("wrongOrder", { n: count }) : "";
    this.moves.setAttribute("aria-invalid", String(this.wrong));
    this.tie.hidden = !rule;
    for (const one of this.bounds) one.hidden = !bounds;
    this.goals[1].hidden = method === "warnsdorff" || bounds;
    this.goals[2].hidden = !bounds;
    this.counters.forEach((counter, i) => {
      counter.hidden = i >= COUNTS.length && !bounds;
    });
    const known = ORDERS.includes(order) ? named(order) : say(order);
    const title = order.includes(",") ? order.replaceAll(";", " ") : known;
    const parts = [say(method), title];
    if (rule) parts.push(say(tie));
    if (bounds) parts.push(say(`cost-${cost}`), say(strategy), say(`bound-${bounded}`));
    for (const one of this.orders) one.textContent = `${named(one.value)} (${one.value})`;
    this.title.textContent = parts.join(" · ");
    this.tree.draw();
    const classOf = (/** @type {string} */ sign) => (sign === "2" ? "exits" : markClass(sign));
    this.legend.replaceChildren(...legendItems(say("legend"), classOf));
    const pairs = say("names").split(" ");
    const names = Object.fromEntries(pairs.map((/** @type {string} */ pair) => pair.split("=")));
    this.code.replaceChildren(
      ...CODE[method].map(([english, comment]) => {
        const text = english.replace(/\w+/g, (name) => names[name] ?? name);
        const line = make("li", {}, make("code", {}, text));
        line.style.setProperty("--deep", String(text.search(/\S/)));
        if (comment) line.append(make("span", { className: "comment" }, `  # ${say(comment)}`));
        return line;
      }),
    );
    this.quiz?.speak();
  }
}
