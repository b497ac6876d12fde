// The view of Storm: its elements, and how they show a run.

import { BoardView } from "../board/board.js";
import { placesOf, squareCount, squareName } from "../board/geometry.js";
import { smallPicture } from "../board/small.js";
import { clockText } from "../clock.js";
import { make, row, signed } from "../dom.js";
import { makeStepper, seenOf, showAnswer, showArgument } from "../game/reasons.js";
import { targetsOf, writeGame } from "../game/rules.js";
import { rooms } from "../play/rooms.js";
import { boardWords, speakAll, words } from "../words.js";
import { isRight, levelOf, mistakesIn, SECONDS, scoreOf } from "./state.js";

const say = words("storm");
const sayPlay = words("play");

/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./state.js").Position} Position */
/** @typedef {"ready" | "going" | "wrong" | "paused" | "over"} Phase */
/**
 * @typedef {object} Shown
 * @property {Phase} phase
 * @property {import("./state.js").Run} run
 * @property {import("./state.js").Level[]} levels
 * @property {Answer | null} told - the answer whose reason is shown
 * @property {Position | null} position - what the board shows
 * @property {import("../play/view.js").Help | null} help
 * @property {import("./state.js").Path} rest - of the tour
 * @property {number} left - seconds
 * @property {number | null} best
 * @property {() => string} sentence
 * @property {string} mood
 */
/**
 * @typedef {object} Actions
 * @property {() => void} start
 * @property {(said: boolean) => void} answer
 * @property {() => void} goOn
 * @property {(by: number) => void} conclude
 * @property {() => void} share
 * @property {() => void} review - show the next mistake
 * @property {(one: Answer) => void} open - show the reason of an answer
 */

/** A position in words, for who does not see the board. @param {Position | null} position */
export function describe(position) {
  if (!position) return "";
  const { problem, path } = position;
  const { rows } = problem;
  const seen = new Set(path.map(String));
  const left = placesOf(problem)
    .filter((square) => !seen.has(String(square)))
    .map((square) => squareName(square, rows));
  return say("position", {
    piece: squareName(path[path.length - 1], rows),
    number: path.length,
    all: squareCount(problem),
    left: left.join(", "),
    closed: problem.closed,
  });
}

/** @param {Actions} act */
function elements(act) {
  return {
    table: make("div", { className: "table", tabIndex: -1 }),
    time: make("span", { className: "time" }),
    score: make("span"),
    level: make("span"),
    done: make("progress", { max: SECONDS, "aria-hidden": "true" }),
    best: make("p", { className: "quiet" }),
    rules: make(
      "div",
      {},
      make("p", { say: "rulesText" }),
      make("p", { className: "quiet", say: "byHand" }),
    ),
    question: make("p", { className: "question" }),
    message: make("p", { className: "message" }),
    no: signed("cross", "no", () => act.answer(false)),
    yes: signed("check", "yes", () => act.answer(true)),
    next: signed("forward", "next", act.goOn, { className: "first" }),
    start: signed("storm", "start", act.start, { className: "first" }),
    review: signed("ask", "review", act.review),
    share: signed("link", "share", act.share),
    told: make("p", { role: "status" }),
    link: make("input", { type: "text", readOnly: true, hidden: true, name: "link" }),
    playOn: make("a", { className: "button", say: "playOn" }),
    ...makeStepper(act.conclude),
    answer: make("div", { className: "answer" }),
    wrongs: make("section", { className: "panel", hidden: true }),
    list: make("div", { className: "gallery" }),
  };
}

/** @param {Element} root @param {Actions} act */
export function makeView(root, act) {
  const parts = elements(act);
  const { table, argument, wrongs, question, rules, message, answer, told, link, best } = parts;
  const counts = make("p", { className: "counts" }, parts.time, parts.score, parts.level);
  const asked = make("div", { className: "asked" }, parts.no, parts.yes);
  wrongs.append(make("h3", { say: "wrongOnes" }), parts.list);
  const touch = make(
    "div",
    { className: "touch" },
    asked,
    row(parts.start, parts.next, parts.review, parts.share, parts.playOn),
  );
  const title = make("h2", { say: "title" });
  const head = make("div", { className: "head" }, rooms("storm"), title, counts, parts.done);
  const below = [question, rules, message, argument, answer, touch, told, link, best];
  const bar = make("div", { className: "bar" }, ...below);
  const side = make("div", { className: "side" }, bar, make("div", { className: "more" }, wrongs));
  const stage = make("div", { className: "stage" }, head, table, side);
  root.append(stage);
  parts.list.addEventListener("click", () => stage.scrollIntoView()); // the board is above it
  const board = new BoardView(table);
  /** @type {import("./state.js").Run["answers"]} */
  let listed = [];

  /** @param {Shown} now */
  function showBoard({ phase, position, help, rest, told }) {
    if (!position) return;
    const { problem, path } = position;
    const hidden = phase === "paused" || phase === "ready";
    const squares = hidden ? [] : [...path, ...rest];
    board.draw({
      problem,
      path: squares,
      closed: problem.closed && rest.length > 0,
      ...seenOf(help),
      targets: hidden || told ? [] : targetsOf(problem, path),
      piece: !hidden && !rest.length,
      label: hidden ? say("title") : describe(position),
    });
  }

  /** @param {Answer[]} answers */
  function showList(answers) {
    if (listed === answers) return;
    listed = answers;
    const items = answers.flatMap((one, i) => {
      if (isRight(one)) return [];
      const { problem, path, can } = one.position;
      const open = make("button", { type: "button", onclick: () => act.open(one) });
      open.append(smallPicture(problem, path, [path]), say("was", { n: i + 1, can }));
      return [open];
    });
    parts.list.replaceChildren(...items);
  }

  return {
    ...parts,

    /** @param {Shown} now */
    show(now) {
      const { phase, run, levels, told, help, best } = now;
      showBoard(now);
      const over = phase === "over";
      const mistakes = mistakesIn(run);
      const at = told ? mistakes.indexOf(told) + 1 : 0;
      stage.classList.toggle("running", !over && phase !== "ready");
      parts.time.textContent = say("time", { text: clockText(Math.ceil(now.left)) });
      parts.score.textContent = say("score", { score: scoreOf(run) });
      parts.level.textContent = say("level", {
        level: levelOf(run, levels) + 1,
        all: levels.length,
      });
      parts.done.value = now.left;
      parts.best.textContent = best === null ? "" : say("best", { best });
      const isTold = over && best === scoreOf(run);
      parts.best.hidden = !(over || phase === "ready") || best === null || isTold;
      parts.question.textContent = say("question");
      parts.question.hidden = phase !== "going";
      parts.rules.hidden = phase !== "ready";
      parts.message.textContent = now.sentence();
      parts.message.className = `message ${now.mood}`;
      parts.message.hidden = !now.sentence();
      asked.hidden = phase !== "going";
      parts.start.hidden = !(over || phase === "ready");
      parts.start.disabled = !levels.length;
      parts.start.children[1].textContent = say(over ? "again" : "start");
      parts.review.hidden = !over || at === mistakes.length;
      parts.review.children[1].textContent = say("review", { at, all: mistakes.length });
      parts.next.hidden = phase !== "wrong" && phase !== "paused";
      parts.share.hidden = !over;
      if (!over) [parts.told.textContent, parts.link.hidden] = ["", true];
      parts.playOn.hidden = !told;
      if (told) parts.playOn.href = `#play/${writeGame(told.position.problem, told.position.path)}`;
      showArgument(parts, help, sayPlay);
      showAnswer(parts.answer, help, sayPlay);
      showList(over ? run.answers : []);
      wrongs.hidden = !parts.list.children.length;
    },

    speak() {
      speakAll(root, (key) => say(key) ?? boardWords(key) ?? sayPlay(key));
      listed = [];
    },
  };
}
