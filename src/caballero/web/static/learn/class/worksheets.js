// Worksheets: the form, the pages that it makes, and their print.

import { Requests } from "../../api.js";
import { mountChooser } from "../../board/chooser.js";
import { EMPTY, squareCount, wrongWith } from "../../board/geometry.js";
import { PIECES } from "../../board/pieces.js";
import { button, choice, field, make, row, textInput } from "../../dom.js";
import { LEVELS, MOST_SQUARES } from "../../puzzles/game.js";
import { boardWords, speakAll, words } from "../../words.js";
import { printAlone } from "../parts.js";
import { fetchTasks } from "./fetch.js";
import { papers } from "./paper.js";
import { KINDS, MOST, mostMoves, PER_PAGE } from "./sheets.js";

const puzzleWords = words("puzzles");
const say = words("class");

/** @typedef {import("../../board/geometry.js").Problem} Problem */
/** @typedef {import("./sheets.js").Task} Task */
/** @typedef {import("./sheets.js").Wish} Wish */

const MOST_PRINTED = 400; // squares of a board

/** @type {import("../../board/presets.js").Preset[]} */
const BOARDS = [
  ...[
    [5, 5],
    [6, 6],
    [8, 8],
    [3, 4],
    [3, 10],
  ].map(([rows, columns]) => preset({ rows, columns })),
  preset({ rows: 6, columns: 6, closed: true }),
  ...[4, 5, 6].map((side) => preset({ rows: side, columns: side, piece: "king" })),
  ...[5, 6].map((side) => preset({ rows: side, columns: side, piece: "wazir" })),
];

/** @param {Partial<Problem>} more @returns {import("../../board/presets.js").Preset} */
function preset(more) {
  const problem = { ...EMPTY, ...more };
  return ["boardName", problem, problem];
}

/** @param {string} piece */
const pieceName = (piece) => (Object.hasOwn(PIECES, piece) ? boardWords(piece) : piece);

/** @param {(event: Event) => void} act */
function elements(act) {
  const number = (/** @type {number} */ value, /** @type {number} */ max) =>
    make("input", { type: "number", min: 1, max, value, inputMode: "numeric" });
  return {
    kind: choice(KINDS),
    moves: number(8, 399),
    level: choice([...LEVELS, "any"]),
    count: number(4, MOST),
    perPage: make("select", {}, ...PER_PAGE.map((n) => new Option(`${n}`, `${n}`))),
    title: textInput({ maxLength: 60 }),
    solutions: make("input", { type: "checkbox", checked: true }),
    ground: make("div"),
    make: button("make", act, { className: "first" }),
    message: make("p", { role: "status" }),
    sheets: make("div", { className: "sheets" }),
  };
}

export function mountWorksheets() {
  const requests = new Requests();
  /** @type {Task[]} */
  let tasks = [];
  /** @type {() => string} */
  let sentence = () => "";
  const parts = elements(() => (requests.pending ? stop() : begin()));
  parts.perPage.value = "4";
  const printing = button("printThem", () => printAlone(parts.sheets), { disabled: true });
  const [moves, level] = [field("moves", parts.moves), field("level", parts.level)];
  const box = make(
    "section",
    { className: "panel worksheets" },
    make("h3", { say: "worksheets" }),
    make("p", { say: "worksheetsHelp" }),
    make("div", { className: "fields" }, field("kind", parts.kind), moves, level),
    parts.ground,
    make(
      "div",
      { className: "fields" },
      field("count", parts.count),
      field("perPage", parts.perPage),
      field("sheetTitle", parts.title),
    ),
    field("solved", parts.solutions),
    row(parts.make, printing),
    parts.message,
    parts.sheets,
  );
  const chooser = mountChooser(parts.ground, {
    problem: BOARDS[0][2],
    presets: BOARDS,
    onchange: forget,
    say: (_, problem) => say("boardName", { ...problem, piece: pieceName(problem.piece) }),
  });
  for (const one of [parts.kind, parts.moves, parts.level, parts.count]) {
    one.addEventListener("change", forget);
  }
  for (const one of [parts.perPage, parts.title, parts.solutions]) {
    one.addEventListener("change", show);
  }

  /** @returns {Wish} */
  function wish() {
    const { problem } = chooser;
    const whole = (/** @type {HTMLInputElement} */ input, /** @type {number} */ most) =>
      Math.min(Math.max(1, Math.floor(input.valueAsNumber) || 1), most);
    const kind = /** @type {Wish["kind"]} */ (parts.kind.value);
    const found = { kind, problem, count: whole(parts.count, MOST), moves: 1, level: "" };
    found.moves = whole(parts.moves, mostMoves(found));
    found.level = parts.level.value === "any" ? "" : parts.level.value;
    return found;
  }

  /** @param {() => string} what */
  function tell(what) {
    sentence = what;
    parts.message.textContent = what();
  }

  /** The pages are of other wishes now. */
  function forget() {
    requests.stop();
    tasks = [];
    tell(() => "");
    show();
  }

  function stop() {
    requests.stop();
    tell(() => "");
    show();
  }

  async function begin() {
    const wished = wish();
    const wrong = wrongWith(wished.problem);
    const size = squareCount(wished.problem);
    const most = wished.kind === "puzzle" ? MOST_SQUARES : MOST_PRINTED;
    tasks = [];
    if (wrong || size > most) {
      tell(() => (wrong ? boardWords(wrong) : say("tooLarge", { n: size, most })));
      show();
      return;
    }
    const making = requests.run((signal) =>
      fetchTasks(wished, signal, (done) => {
        if (!signal.aborted) tell(() => say("making", { done, n: wished.count }));
      }),
    );
    show();
    const made = await making;
    if (!made) return;
    tasks = made.tasks;
    const few = tasks.length < wished.count;
    if (made.fault) tell(() => made.fault);
    else tell(() => say(few ? "fewer" : "madeAll", { n: tasks.length }));
    show();
  }

  /** @param {Task} task */
  const about = ({ level, tour, given }) => {
    const count = given.filter(Boolean).length;
    return level ? puzzleWords(level) : count ? say("visited", { n: count, all: tour.length }) : "";
  };

  function show() {
    const { kind, problem } = wish();
    moves.hidden = kind !== "position";
    level.hidden = kind !== "puzzle";
    parts.moves.max = `${mostMoves(wish())}`;
    parts.make.dataset.say = requests.pending ? "stop" : "make";
    parts.make.textContent = say(parts.make.dataset.say);
    printing.disabled = !tasks.length;
    const named = pieceName(problem.piece);
    const layout = {
      title: parts.title.value.trim(),
      aim: puzzleWords("aim", {
        n: squareCount(problem),
        piece: problem.piece,
        closed: problem.closed,
        named,
      }),
      perPage: Number(parts.perPage.value),
      solutions: parts.solutions.checked,
      about,
    };
    parts.sheets.replaceChildren(...papers(tasks, layout));
  }

  return {
    box,
    close: () => requests.stop(),
    speak() {
      speakAll(box, (key) => say(key) ?? "");
      for (const option of parts.level.options) option.text = puzzleWords(option.value);
      chooser.speak();
      parts.message.textContent = sentence();
      show();
    },
  };
}
