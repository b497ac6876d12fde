// The laboratory asks before a step: which line of the program runs next, or where the search goes.
//
// What is right is what the recorded search does next, nothing else.

import { neighbours, same, squareName } from "../board/geometry.js";
import { attribute, button, make, row } from "../dom.js";
import { speakAll, words } from "../words.js";

const say = words("ask");

const KINDS = ["line", "square"];
const ENDS = ["solution", "no-solution"];

/** @typedef {import("./lane.js").Lane} Lane */
/**
 * What comes next: the step that shows it, and the answers that say it.
 * @typedef {{step: number, right: string[]}} Goal
 */

export class Quiz {
  kind = "line";
  asked = 0;
  right = 0;
  missed = false; // at this step
  at = -1;
  entering = false;

  /** @param {Lane} lane @param {(step: number) => void} go - to a step */
  constructor(lane, go) {
    this.lane = lane;
    this.go = go;
    this.kinds = KINDS.map((kind) => button(kind, () => this.#choose(kind)));
    this.question = make("p");
    this.choices = row();
    this.told = make("p", { role: "status" });
    lane.ask.replaceChildren(row(...this.kinds), this.question, this.choices, this.told);
    this.click = (/** @type {Event} */ event) => this.#click(event.target);
    for (const place of this.#places) place.addEventListener("click", this.click);
    this.speak();
  }

  /** Where to answer besides the buttons: the squares of the board. */
  get #places() {
    return [this.lane.board.squares, this.lane.code];
  }

  close() {
    for (const place of this.#places) place.removeEventListener("click", this.click);
    this.#lines(false);
    this.lane.ask.replaceChildren();
  }

  /** @param {string} kind */
  #choose(kind) {
    this.kind = kind;
    this.at = -1;
    this.entering = kind === "square" && !this.lane.recording.path.length;
    this.show();
  }

  /** The first square is given: go to the step that enters it, as soon as it is there. */
  #enter() {
    const { recording } = this.lane;
    for (let i = 0; this.entering && i < recording.length; i += 1) {
      if (recording.step(i)?.kind !== "place") continue;
      this.entering = false;
      this.go(i + 1);
    }
  }

  /** Branch and bound goes from one live node to another, and without a square none can follow. */
  get #asks() {
    const { lane } = this;
    const only = lane.settings.method === "branch-and-bound" || !lane.recording.path.length;
    return only ? "line" : this.kind;
  }

  /** What comes next; null at the end of the steps. @returns {Goal | null} */
  get #goal() {
    const { recording, shown, problem, branch } = this.lane;
    for (let i = branch ? recording.length : shown; i < recording.length; i += 1) {
      const step = recording.step(i);
      if (!step) break;
      const { kind, square } = step;
      if (this.#asks === "line") {
        return { step: i + 1, right: this.lane.linesOf(step).map(String) };
      }
      if (kind === "place") return { step: i + 1, right: [squareName(square, problem.rows)] };
      if (kind === "step-back") return { step: i + 1, right: ["back"] };
      if (ENDS.includes(kind)) return { step: i + 1, right: ["end"] };
    }
    return null;
  }

  /** The squares that can be named: those a move away, which the search may have visited. */
  get #squares() {
    const { problem, recording, settings } = this.lane;
    const { path } = recording;
    const free = (/** @type {import("../board/geometry.js").Square} */ square) =>
      settings.method === "naive" || !path.some((other) => same(other, square));
    const names = neighbours(problem, path[path.length - 1])
      .filter(free)
      .map((square) => squareName(square, problem.rows));
    return [...names.sort(), "back", "end"];
  }

  /** An answer on the board or in the code. @param {EventTarget | null} target */
  #click(target) {
    if (!(target instanceof Element)) return;
    const { board, problem } = this.lane;
    const asks = this.#asks;
    const line = target.closest(".code li");
    const cell = board.cells.find(({ node }) => node.contains(target));
    if (asks === "line" && line) {
      this.#answer(String([...this.lane.code.children].indexOf(line)));
    } else if (asks === "square" && cell) {
      this.#answer(squareName(cell.square, problem.rows));
    }
  }

  /** @param {string} answer */
  #answer(answer) {
    const goal = this.#goal;
    if (!goal) return;
    const asks = this.#asks;
    const right = goal.right.includes(answer);
    if (!this.missed) this.asked += 1;
    if (right && !this.missed) this.right += 1;
    this.missed ||= !right;
    if (right) {
      this.go(goal.step);
      this.show();
    }
    const rule = this.lane.settings.method.startsWith("w") ? "noRule" : "noSquare";
    const told = say(right ? "yes" : asks === "line" ? "noLine" : rule);
    this.told.textContent = `${told} ${say("score", { right: this.right, n: this.asked })}`;
  }

  /** Let each line of the code be pressed, or none. @param {boolean} yes */
  #lines(yes) {
    for (const line of this.lane.code.children) {
      const pressed = line.querySelector("button");
      if (yes && !pressed) {
        line.replaceChildren(make("button", { type: "button" }, ...line.childNodes));
      } else if (!yes && pressed) line.replaceChildren(...pressed.childNodes);
    }
  }

  /** Ask about the step that follows the step that is shown. */
  show() {
    this.#enter();
    const { shown, settings, recording } = this.lane;
    const asks = this.#asks;
    const goal = this.#goal;
    if (this.at !== shown) {
      this.told.textContent = "";
      this.missed = false;
    }
    this.at = shown;
    for (const [i, one] of this.kinds.entries()) {
      attribute(one, "aria-pressed", String(KINDS[i] === asks));
      one.disabled = KINDS[i] === "square" && settings.method === "branch-and-bound";
    }
    this.question.textContent = say(goal ? `ask-${asks}` : "over");
    this.#lines(asks === "line" && Boolean(goal));
    const names = goal && asks === "square" && recording.path.length ? this.#squares : [];
    const held = this.choices.contains(document.activeElement);
    this.choices.replaceChildren(
      ...names.map((name) =>
        button(name, () => this.#answer(name), { textContent: say(name) ?? name }),
      ),
    );
    if (held) this.choices.querySelector("button")?.focus();
  }

  speak() {
    speakAll(this.lane.ask, (key) => say(key) ?? key);
    this.at = -1;
    this.show();
  }
}
