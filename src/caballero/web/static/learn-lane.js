// One search of the laboratory: what is chosen, its steps, and what is seen of them.

import { stream } from "./api.js";
import { BoardView } from "./board.js";
import { EMPTY, askedOf, same, squareName, stepsOf } from "./geometry.js";
import { CODE } from "./learn-code.js";
import {
  MOVES, ORDERS, TIES, candidatesOf, isKnight, make, readOrder, say, usual,
} from "./learn-parts.js";
import { Recording } from "./learn-record.js";

const MARKS = { try: "?", "dead-end": "x", "step-back": "←", "no-solution": "x" };
const COUNTS = ["nodes", "ends", "depth", "time"];
const LONGEST = 200; // letters of an order that the server reads; spaces come on top

// The names of texts are the same in every language.
function choice(key, values, onchange) {
  const option = (value) =>
    make("option", { value, ...(ORDERS.includes(value) ? { textContent: value } : { say: value }) });
  const select = make("select", { onchange }, ...values.map(option));
  return [select, make("label", {}, make("span", { say: key }), select)];
}

export class Lane {
  // onchange: something else was chosen; onprogress: there are more steps, or news of them.
  constructor(title, methods, onchange, onprogress) {
    this.onprogress = onprogress;
    const [method, first] = choice("method", methods, onchange);
    const [order, second] = choice("orderOf", [...ORDERS, "usual", "own"], onchange);
    this.moves = make("input", {
      type: "text", maxLength: 2 * LONGEST, autocomplete: "off", spellcheck: false,
      onchange: () => {
        order.value = "own";
        onchange();
      },
    });
    const moves = make("label", { className: "order" }, make("span", { say: "moves" }), this.moves);
    this.warning = make("p", { className: "bad fault", role: "alert" });
    const [tie, third] = choice("tie", TIES, onchange);
    this.selects = { method, order, tie };
    const fields = make("div", { className: "fields" }, first, second, third, moves);
    this.choices = make("fieldset", {}, make("legend", { say: title }), fields, this.warning);
    this.title = make("h3");
    this.sentence = make("p", { className: "sentence" });
    this.counts = COUNTS.map((key) => make("dd", { className: key }));
    const counters = COUNTS.map((key, i) => make("div", {}, make("dt", { say: key }), this.counts[i]));
    this.code = make("ol", { className: "code", tabIndex: 0, name: "code" });
    this.state = make("p", { className: "state" });
    const canvas = make("div");
    this.board = new BoardView(canvas);
    const beside = make("div", {}, this.sentence, make("dl", {}, ...counters), this.code, this.state);
    const sides = make("div", { className: "sides" }, canvas, beside);
    this.box = make("section", { className: "lane" }, this.title, sides);
    this.clear(EMPTY);
  }

  set({ method, order, tie }) {
    const { selects } = this;
    selects.method.value = method;
    selects.tie.value = tie;
    selects.order.value = order;
    if (selects.order.value) return;
    selects.order.value = "own";
    this.moves.value = order;
    this.piece = null; // it is of the piece to come
  }

  // An order of the reader's own is the moves themselves.
  get settings() {
    const { method, order, tie } = this.selects;
    const own = order.value === "own" && !this.wrong;
    return { method: method.value, order: own ? this.order : order.value, tie: tie.value };
  }

  // The order that is chosen, for the piece of now: four have names, for a knight.
  #fit(piece) {
    const { order } = this.selects;
    const knight = isKnight(piece);
    const first = knight ? ORDERS[0] : "usual";
    for (const option of order.options) {
      option.hidden = option.disabled = option.value !== "own" && (option.value === "usual") === knight;
    }
    this.order = readOrder(piece, this.moves.value);
    const other = this.piece && piece !== this.piece;
    if (order.selectedOptions[0].disabled || (order.value === "own" && !this.order && other)) {
      order.value = first;
    }
    this.piece = piece;
    const own = order.value === "own";
    if (!own) this.order = MOVES[order.value] ?? usual(piece);
    this.wrong = own && (!this.order || this.order.length > LONGEST);
    if (this.order) this.moves.value = this.order.replaceAll(";", "; ");
  }

  get length() {
    return this.recording.length;
  }

  // Whether there may be more steps.
  get open() {
    return !this.recording.ended;
  }

  // Forget all steps; those to come are about this question.
  clear(question) {
    this.close();
    if (stepsOf(question.piece).length) this.#fit(question.piece);
    this.question = question;
    this.recording = new Recording(question);
    this.fault = "";
  }

  // Ask for the steps from where they end up to so many. Who goes away stops them.
  async load(seed, length) {
    this.close();
    const { signal } = (this.stop = new AbortController());
    const { question, recording } = this;
    const skip = recording.length;
    const { order, ...settings } = this.settings;
    const asked = { ...askedOf(question), ...settings, seed, skip, limit: length - skip };
    if (order !== "usual") asked.order = order;
    this.loading = true;
    const hear = (name, data) => {
      if (signal.aborted) return;
      if (name === "steps") recording.add(data);
      else recording.ended = data.kind !== "stopped";
      this.onprogress();
    };
    const answer = await stream("trace", asked, hear, signal);
    if (signal.aborted) return;
    this.loading = false;
    this.fault = answer.status === "told" ? "" : answer.message;
    this.onprogress();
  }

  close() {
    this.stop?.abort();
    this.loading = false;
  }

  // What just happened, in words.
  told() {
    const { question, recording } = this;
    const last = recording.last;
    if (!last) return say("begin");
    const { kind, square, move, depth } = last;
    const blind = this.settings.method === "naive";
    const name = square && squareName(square, question.rows);
    if (kind === "place") return say("enters", name, depth);
    if (kind === "try") {
      let key = "tries";
      if (!square) key = "triesOff";
      else if (blind) key = "triesBlind";
      else if (recording.path.includes(square)) key = "triesFull";
      return say(key, move + 1, name);
    }
    if (kind === "dead-end") return blind ? say("failed", depth) : say("deadEnd", name);
    if (kind === "step-back") return say("steps", name);
    if (kind === "solution") return say("solution", depth);
    return say(this.settings.method === "warnsdorff" ? "stuck" : "none");
  }

  show(k, most) {
    const { question, recording, fault } = this;
    recording.seek(k);
    const { path, last } = recording;
    const mark = last?.square && MARKS[last.kind];
    const candidates = last?.kind.endsWith("solution") ? [] : this.#candidates(path);
    this.board.draw({
      question,
      path,
      piece: true,
      closed: question.closed && last?.kind === "solution",
      marks: mark ? [[last.square, mark]] : [],
      targets: candidates.map(({ square }) => square),
      candidates,
      label: say("picture", question.rows, question.columns, path.length),
    });
    this.sentence.textContent = this.told();
    COUNTS.forEach((key, i) => {
      const value = last?.[key] ?? 0;
      this.counts[i].textContent =
        key === "time" ? `${say("amount", Math.round(value / 10) / 100)} ms` : say("amount", value);
    });
    this.#light(last);
    let key = this.length < most ? "stopped" : "most";
    if (this.loading) key = "loading";
    else if (recording.ended) key = "told";
    this.state.textContent = this.wrong ? "" : fault || say(key, this.length);
    this.state.className = fault ? "state bad" : "state quiet";
  }

  // The naive method looks at nothing, so nothing is shown of what could follow.
  #candidates(path) {
    const { method } = this.settings;
    if (method === "naive") return [];
    const tried = this.recording.tried.at(-1) ?? [];
    const found = candidatesOf(this.question, path).filter(
      ({ square }) => !tried.some((other) => same(other, square)),
    );
    const least = Math.min(...found.map(({ exits }) => exits));
    const good = (exits) => (method.startsWith("w") && exits === least ? true : null);
    return found.map((one) => ({ ...one, good: good(one.exits) }));
  }

  #light(last) {
    const kind = last?.kind === "place" && last.depth === 1 ? "begin" : last?.kind;
    for (const line of this.code.children) {
      const lit = Boolean(kind) && line.kinds.includes(kind);
      if (lit) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
  }

  // Say everything again that does not change with the steps.
  speak(titled) {
    const { method, order, tie } = this.settings;
    const rule = method.startsWith("w");
    const count = stepsOf(this.question.piece).length;
    this.warning.textContent = this.wrong ? say("wrongOrder", count) : "";
    this.moves.setAttribute("aria-invalid", String(this.wrong));
    this.selects.tie.parentNode.hidden = !rule;
    this.title.hidden = !titled;
    this.title.textContent = [say(method), say(this.selects.order.value) ?? order, ...(rule ? [say(tie)] : [])].join(" · ");
    this.code.replaceChildren(...CODE[method].map(([text, comment, kinds = ""]) => {
      const line = make("li", {}, make("code", {}, text));
      if (comment) line.append(make("span", { className: "comment" }, `  # ${say(comment)}`));
      line.kinds = kinds.split(" ");
      return line;
    }));
  }
}
