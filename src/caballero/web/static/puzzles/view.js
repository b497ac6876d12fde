// The view of a puzzle, in Today and in Puzzles: its elements, and how they show a state of the game.

import { BoardView, markClass } from "../board/board.js";
import { same, squareName } from "../board/geometry.js";
import { clockText } from "../clock.js";
import {
  attribute,
  button,
  field,
  fillKeys,
  further,
  keepFocus,
  legendItems,
  make,
  panel,
  row,
  signed,
} from "../dom.js";
import { isAtEnd, makeStepper, seenOf, showArgument } from "../game/reasons.js";
import { boardWords, speakAll, words } from "../words.js";
import { isSolved } from "./actions.js";
import { kindOf, squareOf } from "./game.js";
import { isPlainBoard, looksOf, pictureOf } from "./looks.js";
import { aboutOf, aimOf, nameOf, sayOf, titleOf } from "./names.js";
import { canRedo, canUndo, left, redoes, undoes } from "./state.js";

const say = words("puzzles");

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {import("./game.js").Square} Square */
/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("./actions.js").Solving} Solving */
/** @typedef {ReturnType<typeof elements>} Parts */
/**
 * What the reader can do.
 * @typedef {Record<"erase" | "done" | "pencil" | "counting" | "less" | "more" | "undo" | "redo" |
 *   "restart" | "check" | "hint" | "why" | "reason" | "writeIt" | "share" | "print", () => void> &
 *   {digit: (digit: string) => void, conclude: (by: number) => void}} Actions
 */

/** @param {Actions} act */
function elements(act) {
  const toggle = { "aria-pressed": "false" };
  const message = make("p", { className: "message", tabIndex: 0 });
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
    message,
    stepper: makeStepper(act.conclude, message),
    check: signed("check", "check", act.check, { className: "first" }),
    hint: signed("hint", "hint", act.hint),
    why: signed("ask", "why", act.why, toggle),
    answer: make("div", { className: "answer" }),
    reason: button("reason", act.reason),
    writeIt: make("button", { type: "button", onclick: act.writeIt, className: "first" }),
    send: signed("link", "send", act.share, { hidden: true, className: "first" }),
    next: make("button", { type: "button", hidden: true }),
    digits,
    done: button("done", act.done),
    pencil: signed("pencil", "pencil", act.pencil, toggle),
    counting: signed("order", "inOrder", act.counting, toggle),
    less: make("button", { type: "button", textContent: "−", name: "less", onclick: act.less }),
    more: make("button", { type: "button", textContent: "+", name: "more", onclick: act.more }),
    current: make("span", { className: "current" }),
    pad: make("div", { className: "pad", role: "group", name: "digits" }),
    count: make("div", { className: "count", role: "group", name: "inOrder" }),
    slot: make("div", { className: "slot" }),
    erase: signed("erase", "erase", act.erase),
    undo: signed("undo", "undo", act.undo),
    redo: signed("redo", "redo", act.redo),
    restart: signed("restart", "restart", act.restart),
    showTime: make("input", { type: "checkbox" }),
    showRules: make("input", { type: "checkbox" }),
    link: make("input", { type: "text", readOnly: true, hidden: true, name: "link" }),
    kept: panel("kept"),
    list: make("div"),
    how: make("p"),
    keys: make("dl", { className: "keys" }),
  };
}

/**
 * Put the elements on the page.
 * @param {Element} root
 * @param {ReturnType<typeof elements>} parts
 * @param {Actions} act
 * @param {Node[]} more - of the room
 */
function arrange(root, parts, act, more) {
  const { pad, count, kept } = parts;
  pad.append(...parts.digits, parts.done);
  count.append(parts.less, parts.current, parts.more);
  // So that the board keeps the focus, and with it what is being typed.
  for (const one of [pad, count]) {
    one.addEventListener("pointerdown", (event) => event.preventDefault());
  }
  kept.append(parts.list);
  const rest = further(
    row(parts.redo, parts.erase, parts.pencil, parts.counting, parts.restart),
    row(signed("link", "share", act.share), signed("print", "printIt", act.print)),
    field("showRules", parts.showRules),
    field("showTime", parts.showTime),
  );
  const tools = [parts.check, parts.hint, parts.why, parts.undo, ...rest];
  const actions = make("div", { className: "actions" }, ...tools);
  parts.slot.append(
    parts.stepper.argument,
    parts.writeIt,
    parts.reason,
    parts.send,
    parts.next,
    count,
  );
  const bar = make(
    "div",
    { className: "bar" },
    parts.message,
    make("div", { className: "touch" }, actions, parts.slot, pad),
  );
  const rules = panel("rules", parts.how, parts.keys);
  const below = [parts.answer, parts.link, ...more, kept, rules];
  const counts = make("p", { className: "counts" }, parts.left, parts.time);
  const head = make("div", { className: "head" }, parts.title, parts.about, counts, parts.aim);
  const side = make(
    "div",
    { className: "side" },
    bar,
    make("div", { className: "more" }, ...below),
  );
  root.append(make("div", { className: "stage puzzle" }, head, parts.table, side));
}

/**
 * The accessible name of a square of a Zip, with the walls around it.
 * @param {Puzzle} puzzle
 * @param {Square} square
 * @param {import("../board/board.js").Seen} seen
 */
function zipText({ problem }, square, { hole, look = "", number, text, mark }) {
  const parts = [squareName(square, problem.rows)];
  const behind = othersOf(problem, problem.walls ?? [], square);
  if (hole) parts.push(say("isHole"));
  else if (text) parts.push(say("waypoint", { n: text }));
  if (look.includes("told")) parts.push(say("zip-told"));
  if (number) parts.push(say("onPath", { n: number, head: look.includes("tip") }));
  else if (!text && !hole) parts.push(say("empty"));
  if (behind) parts.push(say("wallTo", { list: behind }));
  if (mark) parts.push(sayOf("zip", `mark${mark}`));
  return parts.join(", ");
}

/**
 * The squares to which some moves lead from one.
 * @param {import("../board/geometry.js").Problem} problem
 * @param {import("../board/geometry.js").Path[]} moves
 * @param {Square} square
 */
function othersOf(problem, moves, square) {
  const its = moves.filter((move) => move.some((one) => same(one, square)));
  const others = its.map(([a, b]) => squareName(same(a, square) ? b : a, problem.rows));
  return others.join(", ");
}

/**
 * The accessible name of a square, with all that it shows.
 * @param {Puzzle} puzzle
 * @param {Square} square
 * @param {import("../board/board.js").Seen} seen
 */
function squareText({ problem }, square, { hole, look = "", number, text, small, mark }) {
  const parts = [squareName(square, problem.rows)];
  const joined = othersOf(problem, problem.forced ?? [], square);
  if (hole) parts.push(say("isHole"));
  else if (look.includes("told")) parts.push(say("empty"), say("told", { n: text }));
  else if (look.includes("may")) parts.push(say("empty"), say("may", { n: text }));
  else if (look.includes("typing")) parts.push(say("typed", { text }));
  else if (look.includes("given")) parts.push(say("clue", { n: number }));
  else parts.push(number ? String(number) : say("empty"));
  if (joined) parts.push(say("diamondTo", { list: joined }));
  if (small) parts.push(say("pencilled", { list: small.replaceAll(" ", ", ") }));
  if (mark) parts.push(say(`mark${mark}`));
  return parts.join(", ");
}

/** Show what differs between the kinds. @param {Parts} parts @param {Puzzle} puzzle */
function showKind(parts, puzzle) {
  const { zip } = puzzle;
  const kind = kindOf(puzzle);
  for (const one of [parts.why, parts.erase, parts.pencil, parts.counting]) one.hidden = zip;
  const rule = parts.showRules.closest("label");
  if (rule) rule.hidden = zip;
  parts.how.textContent = sayOf(kind, "rulesText");
  fillKeys(parts.keys, sayOf(kind, "keys"));
}

/**
 * Say on a button what it takes back, or brings back.
 * @param {HTMLElement} node
 * @param {"undo" | "redo"} key
 * @param {Puzzle} puzzle
 * @param {import("./state.js").Action | null} action
 */
function showAction(node, key, puzzle, action) {
  const [kind, cell = 0, n] = action ?? [];
  const name = squareName(squareOf(puzzle.problem, cell), puzzle.problem.rows);
  const what = sayOf(kindOf(puzzle), `action-${kind}`, { n, name });
  const text = action ? say(`${key}Of`, { what }) : say(key);
  if (node.lastChild) node.lastChild.textContent = text;
}

/** @param {Parts} parts @param {Game} game */
function showTravel(parts, game) {
  const { numbers, marks } = game.written;
  parts.undo.disabled = !canUndo(game);
  parts.redo.disabled = !canRedo(game);
  showAction(parts.undo, "undo", game.puzzle, undoes(game));
  showAction(parts.redo, "redo", game.puzzle, redoes(game));
  parts.restart.disabled = !numbers.some(Boolean) && !marks.flat().length;
}

/** @param {Parts} parts @param {Solving} at @param {import("./session.js").Room} room */
function showControls(parts, { game, pencil, counting, current, help, found, asking }, room) {
  const { zip } = game.puzzle;
  const kind = kindOf(game.puzzle);
  const solved = isSolved(game);
  const atEnd = isAtEnd(help);
  const busy = solved || Boolean(help?.argument.length) || found !== null;
  const next = solved ? room.next() : null;
  attribute(parts.why, "aria-pressed", String(asking));
  attribute(parts.pencil, "aria-pressed", String(pencil));
  attribute(parts.counting, "aria-pressed", String(counting));
  parts.current.textContent = say("current", { n: current });
  parts.send.hidden = !solved;
  parts.next.hidden = !next;
  if (next) [parts.next.textContent, parts.next.onclick] = next;
  parts.writeIt.hidden = !found || !atEnd;
  parts.writeIt.textContent = found ? sayOf(kind, "writeIt", { n: found[1] }) : "";
  parts.reason.hidden = !help?.later;
  parts.count.hidden = !counting || busy || zip;
  parts.pad.hidden = counting || busy || zip;
  parts.slot.hidden = !counting && !busy && !zip;
  parts.check.classList.toggle("first", !busy);
  parts.stepper.after.classList.toggle("first", !atEnd);
  parts.stepper.after.hidden = parts.stepper.toEnd.hidden = atEnd && found !== null;
  parts.left.textContent = sayOf(kind, "left", { n: left(game) });
}

/**
 * @param {Parts} parts
 * @param {Solving} at
 * @param {boolean} broken - whether a broken rule is marked
 */
function showHelp(parts, { help }, broken) {
  const { marks, legend } = seenOf(help);
  showArgument(parts.stepper, help, say);
  /** @type {[string, string][]} */
  const own = marks.map(([, mark]) => [mark, say(`mark${mark}`)]);
  const entries = new Map(legend.length ? legend : own);
  if (broken) entries.set("!", say("mark!"));
  const list = make("ul", { className: "legend" }, ...legendItems([...entries], markClass));
  parts.answer.replaceChildren(...(entries.size ? [list] : []));
}

/**
 * @param {BoardView} board
 * @param {Solving} at
 * @param {import("./looks.js").Looks} looks
 * @param {Square} [cursor]
 */
function showBoard(board, at, looks, cursor) {
  const { puzzle } = at.game;
  const { classList, style } = board.box;
  classList.toggle("zip", puzzle.zip);
  classList.toggle("plain", isPlainBoard(puzzle.problem));
  classList.toggle("counting", at.counting && !puzzle.zip);
  style.setProperty("--next", `"${at.current || ""}"`);
  board.draw({ ...pictureOf(at, looks), cursor, label: nameOf(puzzle) });
}

/**
 * @param {Element} root
 * @param {import("./session.js").Room} room
 * @param {Actions} act
 * @param {Game} first
 */
export function makeView(root, room, act, first) {
  const parts = elements(act);
  arrange(root, parts, act, room.more);
  const board = new BoardView(parts.table, { interactive: true });
  let { puzzle } = first;
  /** @type {import("./looks.js").Looks} */
  let looks = [];
  board.nameOf = (square, seen) => (puzzle.zip ? zipText : squareText)(puzzle, square, seen);

  return {
    ...parts,
    board,

    /**
     * Whether a run may begin on a square: on a number, or where the next one may stand.
     * @param {Square} square
     */
    begins: (square) =>
      looks.some(
        ([at, { number, look = "" }]) => same(at, square) && (number || /^may$|next$/.test(look)),
      ),

    /** @param {Solving} at @param {Square} [cursor] */
    show(at, cursor) {
      const other = kindOf(at.game.puzzle) !== kindOf(puzzle);
      ({ puzzle } = at.game);
      looks = looksOf(at);
      if (other) showKind(parts, puzzle);
      root.classList.toggle("asking", at.asking);
      showBoard(board, at, looks, cursor);
      parts.title.textContent = titleOf(puzzle);
      parts.about.textContent = aboutOf(puzzle);
      parts.aim.textContent = sayOf(kindOf(puzzle), ...aimOf(puzzle));
      keepFocus(
        root,
        () => showTravel(parts, at.game),
        () => board.focus(),
      );
      showControls(parts, at, room);
      showHelp(
        parts,
        at,
        looks.some(([, { mark }]) => mark === "!"),
      );
    },

    /** @param {number} seconds */
    showClock(seconds) {
      parts.time.hidden = !parts.showTime.checked;
      parts.time.textContent = say("time", { text: clockText(seconds) });
    },

    speak() {
      speakAll(root, (key) => say(key) ?? boardWords(key));
      showKind(parts, puzzle);
    },
  };
}
