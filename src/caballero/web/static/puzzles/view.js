// The view of Puzzles: its elements, and how they show a state of the game.

import { BoardView, markClass } from "../board/board.js";
import { mountChooser } from "../board/chooser.js";
import { PIECES, squareName } from "../board/geometry.js";
import { smallPicture } from "../board/small.js";
import { clockText } from "../clock.js";
import {
  attribute,
  button,
  choice,
  field,
  fillKeys,
  keepFocus,
  legendItems,
  make,
  panel,
  row,
  signed,
} from "../dom.js";
import { allOf, boardWords, dateText, speakAll, words } from "../words.js";
import { BOARDS } from "./boards.js";
import { givenNumbers, LEVELS, sizeOf, squareOf, stateOf, strandsOf } from "./game.js";
import { canRedo, canUndo, left, numbersOf } from "./state.js";

const say = words("puzzles");

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {import("./game.js").Square} Square */
/** @typedef {import("./state.js").Game} Game */
/**
 * What is shown beside the game.
 * @typedef {object} Beside
 * @property {{cell: number, text: string} | null} typing - a number that is not written yet
 * @property {boolean} pencil
 * @property {boolean} counting - whether a click writes the current number
 * @property {number} current - 0 if all numbers are on the board
 * @property {[Square, string][]} marks - of a check or a hint
 * @property {string[]} steps - the sentences of a hint, if there are several
 * @property {boolean} canWrite - whether a hint has found a number
 */
/**
 * What the reader can do.
 * @typedef {Record<"erase" | "done" | "pencil" | "counting" | "less" | "more" | "undo" | "redo" |
 *   "restart" | "check" | "hint" | "writeIt" | "share" | "print" | "make" | "like" | "today", () => void> &
 *   {digit: (digit: string) => void}} Actions
 */

/** @param {string} piece */
const pieceName = (piece) => (Object.hasOwn(PIECES, piece) ? boardWords(piece) : piece);

/** @param {Puzzle} puzzle */
export const nameOf = ({ problem: { rows, columns, piece, closed } }) =>
  say("name", { rows, columns, piece: pieceName(piece), closed });

/** @param {Puzzle} puzzle */
export function aboutOf({ level, date }) {
  const day = date && dateText(new Date(date), { dateStyle: "long", timeZone: "UTC" });
  return say("about", { level: level && say(level), date: day });
}

/**
 * What a puzzle is, and how much of it is written.
 * @param {Game} game
 */
export function progressOf({ puzzle, written }) {
  const all = sizeOf(puzzle) - puzzle.given.filter(Boolean).length;
  const done = written.numbers.filter(Boolean).length;
  return say("keptOne", { name: nameOf(puzzle), about: aboutOf(puzzle), done, all });
}

/** @param {Game} game */
export function pictureOf(game) {
  const { puzzle } = game;
  const numbers = numbersOf(game);
  const cells = [...numbers.keys()].filter((cell) => numbers[cell]);
  const filled = cells.map((cell) => squareOf(puzzle.problem, cell));
  return smallPicture(puzzle.problem, filled, strandsOf(puzzle, numbers));
}

/** @param {Actions} act */
function elements(act) {
  const toggle = { "aria-pressed": "false" };
  const digits = [..."1234567890"].map((digit) =>
    make("button", { type: "button", textContent: digit, onclick: () => act.digit(digit) }),
  );
  return {
    title: make("h2"),
    about: make("p", { className: "about" }),
    aim: make("p", { className: "aim" }),
    table: make("div", { className: "table" }),
    left: make("span"),
    time: make("span", { role: "timer" }),
    message: make("p", { className: "message" }),
    answer: make("div", { className: "answer" }),
    writeIt: button("writeIt", act.writeIt, { hidden: true, className: "first" }),
    like: button("like", act.like, { hidden: true, className: "first" }),
    digits,
    done: button("done", act.done),
    pencil: button("pencil", act.pencil, toggle),
    counting: button("inOrder", act.counting, toggle),
    less: make("button", { type: "button", textContent: "−", name: "less", onclick: act.less }),
    more: make("button", { type: "button", textContent: "+", name: "more", onclick: act.more }),
    current: make("span", { className: "current" }),
    pad: make("div", { className: "pad", role: "group", name: "digits" }),
    count: make("div", { className: "count", role: "group", name: "inOrder" }),
    undo: signed("undo", "undo", act.undo),
    redo: signed("redo", "redo", act.redo),
    restart: signed("restart", "restart", act.restart),
    showTime: make("input", { type: "checkbox" }),
    link: make("input", { type: "text", readOnly: true, hidden: true, name: "link" }),
    level: choice([...LEVELS, "any"]),
    symmetric: make("input", { type: "checkbox" }),
    chooserBox: make("div"),
    another: panel("another"),
    kept: panel("kept"),
    list: make("div"),
    keys: make("dl", { className: "keys" }),
  };
}

/**
 * Put the elements on the page.
 * @param {Element} root
 * @param {ReturnType<typeof elements>} parts
 * @param {Actions} act
 */
function arrange(root, parts, act) {
  const { pad, count, another, kept } = parts;
  pad.append(...parts.digits, parts.done);
  count.append(parts.less, parts.current, parts.more);
  // So that the board keeps the focus, and with it what is being typed.
  for (const one of [pad, count]) {
    one.addEventListener("pointerdown", (event) => event.preventDefault());
  }
  another.classList.add("another");
  another.append(
    parts.chooserBox,
    make("div", { className: "fields" }, field("level", parts.level)),
    field("symmetric", parts.symmetric),
    row(button("make", act.make, { className: "first" })),
  );
  kept.append(parts.list);
  const first = signed("hint", "hint", act.hint, { className: "first" });
  const tools = [signed("erase", "erase", act.erase), parts.undo, parts.redo, parts.restart];
  const bar = make(
    "div",
    { className: "bar" },
    parts.message,
    row(parts.writeIt, parts.like),
    parts.answer,
    make(
      "div",
      { className: "touch" },
      make("div", { className: "actions" }, first, signed("check", "check", act.check), ...tools),
      pad,
      row(parts.counting, parts.pencil),
      count,
    ),
  );
  const more = make(
    "div",
    { className: "more" },
    field("showTime", parts.showTime),
    row(
      button("today", act.today),
      signed("link", "share", act.share),
      signed("print", "printIt", act.print),
    ),
    parts.link,
    panel("rules", make("p", { say: "rulesText" }), parts.keys),
    kept,
    another,
  );
  const counts = make("p", { className: "counts" }, parts.left, parts.time);
  const head = make("div", { className: "head" }, parts.title, parts.about, counts, parts.aim);
  const side = make("div", { className: "side" }, bar, more);
  root.append(make("div", { className: "stage" }, head, parts.table, side));
}

/**
 * What is seen of each square beside its marks.
 * @param {Game} game
 * @param {Beside} beside
 * @returns {[Square, import("../board/board.js").Seen][]}
 */
function looksOf({ puzzle, written }, { typing }) {
  return givenNumbers(puzzle).map((given, cell) => {
    const number = given || written.numbers[cell];
    const marks = written.marks[cell];
    const square = squareOf(puzzle.problem, cell);
    if (typing?.cell === cell) return [square, { look: "typing", text: typing.text }];
    if (given) return [square, { look: "given", number, text: number }];
    if (number) return [square, { look: "own", number, text: number }];
    return [square, marks.length ? { small: marks.join(" ") } : {}];
  });
}

/**
 * The accessible name of a square, with all that it shows.
 * @param {string} name
 * @param {import("../board/board.js").Seen} seen
 */
function squareText(name, { hole, look = "", number, text, small, mark }) {
  const parts = [name];
  if (hole) parts.push(say("isHole"));
  else if (look.includes("typing")) parts.push(say("typed", { text }));
  else if (look.includes("given")) parts.push(say("clue", { n: number }));
  else parts.push(number ? String(number) : say("empty"));
  if (small) parts.push(say("pencilled", { list: small.replaceAll(" ", ", ") }));
  if (mark) parts.push(say(`mark${mark}`));
  return parts.join(", ");
}

/**
 * @param {Element} root
 * @param {Actions} act
 * @param {Game} first
 */
export function makeView(root, act, first) {
  const parts = elements(act);
  arrange(root, parts, act);
  const board = new BoardView(parts.table, { interactive: true });
  const chooser = mountChooser(parts.chooserBox, {
    problem: first.puzzle.problem,
    without: ["surface", "start", "end"],
    presets: BOARDS,
    unfolded: true,
    say: (key, values) => say(key, { ...values, piece: wordOf(values.piece) }),
  });
  let game = first;
  board.nameOf = (square, seen) => squareText(squareName(square, game.puzzle.problem.rows), seen);

  /** @param {string} word */
  function wordOf(word) {
    return say(word) ?? boardWords(word);
  }

  function showHead() {
    const { problem } = game.puzzle;
    parts.title.textContent = nameOf(game.puzzle);
    parts.about.textContent = aboutOf(game.puzzle);
    parts.aim.textContent = say("aim", {
      n: sizeOf(game.puzzle),
      piece: problem.piece,
      closed: problem.closed,
      named: pieceName(problem.piece),
    });
  }

  function showTravel() {
    const { numbers, marks } = game.written;
    parts.undo.disabled = !canUndo(game);
    parts.redo.disabled = !canRedo(game);
    parts.restart.disabled = !numbers.some(Boolean) && !marks.flat().length;
  }

  /** @param {Beside} beside */
  function showControls({ pencil, counting, current, canWrite }) {
    attribute(parts.pencil, "aria-pressed", String(pencil));
    attribute(parts.counting, "aria-pressed", String(counting));
    parts.count.hidden = !counting;
    parts.pad.hidden = counting;
    parts.current.textContent = say("current", { n: current });
    keepFocus(root, showTravel, () => board.focus());
    parts.writeIt.hidden = !canWrite;
    parts.like.hidden = stateOf(game.puzzle, numbersOf(game)) !== "solved";
    parts.left.textContent = say("left", { n: left(game) });
  }

  /** @param {Beside} beside */
  function showAnswer({ steps, marks }) {
    parts.answer.replaceChildren();
    if (steps.length > 1) {
      const lines = steps.map((text) => make("li", { textContent: text }));
      const told = make("p", {
        className: "quiet",
        textContent: say("steps", { n: steps.length - 1 }),
      });
      parts.answer.append(told, make("ol", {}, ...lines));
    }
    const letters = [...new Set(marks.map(([, mark]) => mark))];
    if (letters.length) {
      const entries = letters.map(
        (mark) => /** @type {[string, string]} */ ([mark, say(`mark${mark}`)]),
      );
      parts.answer.append(make("ul", { className: "legend" }, ...legendItems(entries, markClass)));
    }
  }

  return {
    ...parts,
    board,
    chooser,

    /**
     * @param {Game} now
     * @param {Beside} beside
     * @param {Square} [cursor]
     */
    show(now, beside, cursor) {
      game = now;
      const { problem } = game.puzzle;
      board.draw({
        problem,
        looks: looksOf(game, beside),
        strands: strandsOf(game.puzzle, numbersOf(game)),
        marks: beside.marks,
        cursor,
        label: nameOf(game.puzzle),
        piece: false,
      });
      showHead();
      showControls(beside);
      showAnswer(beside);
    },

    /** @param {number} seconds */
    showClock(seconds) {
      parts.time.hidden = !parts.showTime.checked;
      parts.time.textContent = say("time", { text: clockText(seconds) });
    },

    speak() {
      speakAll(root, (key) => say(key) ?? boardWords(key));
      chooser.speak();
      for (const list of allOf(root, ".keys")) fillKeys(list, say("keys"));
    },
  };
}
