// The first minute: a small board with eight numbers done, and four squares to go.

import { BoardView } from "../board/board.js";
import { EMPTY, squareName } from "../board/geometry.js";
import { button, make, row } from "../dom.js";
import { faultOf, squareText, stateOf, targetsOf } from "../play/game.js";
import { words } from "../words.js";

const sayPlay = words("play");
const say = words("today");

/** @typedef {import("../board/geometry.js").Square} Square */

const PROBLEM = { ...EMPTY, rows: 3, columns: 4 };
const BEGUN = ["a1", "c2", "a3", "b1", "d2", "b3", "c1", "d3"];

/** @type {Square[]} */
const BEGIN = BEGUN.map((name) => [3 - Number(name[1]), name.charCodeAt(0) - 97]);

/**
 * @param {import("../app.js").Page} page
 * @returns {{box: HTMLElement, speak: () => void}}
 */
export function mountFirst(page) {
  let path = BEGIN;
  /** @type {() => string} */
  let sentence = () => say("helloText");
  const table = make("div", { className: "table" });
  const text = make("p", { className: "message" });
  const again = button("again", restart, { hidden: true });
  const on = make("a", { className: "button first", href: "#play/5x5.sa1", say: "board55" });
  on.hidden = true;
  const told = make("div", {}, make("h2", { say: "hello" }), text, row(again, on));
  const box = make("section", { className: "card first-visit" }, table, told);
  const board = new BoardView(table, { interactive: true });
  board.nameOf = (at, seen) => squareText(sayPlay, squareName(at, PROBLEM.rows), seen);

  /** @param {() => string} what */
  function tell(what) {
    sentence = what;
    text.textContent = sentence();
    page.announce(sentence());
  }

  function show() {
    const now = stateOf(PROBLEM, path);
    board.draw({
      problem: PROBLEM,
      path,
      targets: targetsOf(PROBLEM, path),
      cursor: path.at(-1),
      label: say("hello"),
      won: now === "won",
    });
    again.hidden = path === BEGIN;
    on.hidden = now !== "won";
  }

  function restart() {
    path = BEGIN;
    show();
    tell(() => say("helloText"));
    board.focus();
  }

  board.onchoose = (square) => {
    const name = squareName(square, PROBLEM.rows);
    const from = squareName(/** @type {Square} */ (path.at(-1)), PROBLEM.rows);
    if (faultOf(PROBLEM, path, square)) {
      tell(() => say("wrong", { name, from }));
      return;
    }
    path = [...path, square];
    const left = PROBLEM.rows * PROBLEM.columns - path.length;
    show();
    const stuck = left > 0 && !targetsOf(PROBLEM, path).length;
    tell(() => (left ? say(stuck ? "stuck" : "moved", { left }) : say("won")));
  };
  show();
  return {
    box,
    speak() {
      text.textContent = sentence();
      board.relabel();
    },
  };
}
