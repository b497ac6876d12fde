// The view of a puzzle, in Today and in Puzzles: its elements, and how they show a state of the game.

import { BoardView, markClass } from "../board/board.js";
import { same, squareName, stepsOf } from "../board/geometry.js";
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
import { pieceName } from "../game/names.js";
import { makeStepper, seenOf, showArgument } from "../game/reasons.js";
import { boardWords, speakAll, words } from "../words.js";
import {
  brokenPairs,
  cellOf,
  givenNumbers,
  kindOf,
  openCells,
  runOf,
  sizeOf,
  squareOf,
  stateOf,
  stopsAt,
  strandsOf,
  waypointsOf,
} from "./game.js";
import { aboutOf, nameOf, sayOf, titleOf } from "./names.js";
import { canRedo, canUndo, left, numbersOf, redoes, undoes } from "./state.js";

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
 * @property {boolean} rules - whether broken rules are shown at once
 * @property {import("../game/reasons.js").Shown | null} help - what a check or a hint has found
 * @property {[Square, number] | null} found - the square and the number to which a hint leads
 * @property {boolean} asking - whether a touch asks why the current number is not there
 */
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
 * Whether all squares have one colour, as in print: unless the piece leaps.
 * @param {import("../board/geometry.js").Problem} problem
 */
const isPlainBoard = ({ grid, piece }) =>
  Boolean(grid) || stepsOf(piece).every((step) => step.every((part) => Math.abs(part) < 2));

/**
 * Whether a reason is shown to its end.
 * @param {import("../game/reasons.js").Shown | null} help
 */
export const isAtEnd = (help) => !help || help.at >= help.argument.length - 1;

/**
 * What is seen of each square beside its marks.
 * @param {Game} game
 * @param {Beside} beside
 * @returns {[Square, import("../board/board.js").Seen][]}
 */
function looksOf(game, beside) {
  const { typing, counting, current, rules, help, found } = beside;
  const { problem } = game.puzzle;
  const { puzzle, written } = game;
  const numbers = numbersOf(game);
  const open = new Set(counting && !help ? openCells(puzzle, numbers, current) : []);
  const lines = help?.argument.slice(0, help.at + 1) ?? [];
  const known = lines.map((line) => line.found ?? null);
  if (isAtEnd(help)) known.push(found);
  const told = new Map(known.flatMap((one) => (one ? [[cellOf(problem, one[0]), one[1]]] : [])));
  if (puzzle.zip) return zipLooks(puzzle, numbers, told);
  const broken = new Set(rules ? brokenPairs(puzzle, numbers).flat() : []);
  return givenNumbers(puzzle).map((given, cell) => {
    const number = numbers[cell];
    const marks = written.marks[cell];
    const square = squareOf(puzzle.problem, cell);
    if (typing?.cell === cell) return [square, { look: "typing", text: typing.text }];
    if (number) {
      if (given) return [square, { look: "given", number, text: number }];
      if (!broken.has(cell)) return [square, { look: "own", number, text: number }];
      return [square, { look: "own broken", number, text: number, mark: "!" }];
    }
    const small = marks.join(" ");
    if (told.has(cell)) return [square, { look: "may told", text: told.get(cell), small }];
    if (open.has(cell)) return [square, { look: "may", text: current, small }];
    return [square, { look: counting && current ? "free" : "", small }];
  });
}

/**
 * What is seen of each square of a Zip: the waypoints and the path.
 * @param {Puzzle} puzzle
 * @param {number[]} numbers
 * @param {Map<number, number>} told - the square where a hint goes on
 * @returns {[Square, import("../board/board.js").Seen][]}
 */
function zipLooks(puzzle, numbers, told) {
  const waypoints = waypointsOf(puzzle);
  const length = numbers.filter(Boolean).length;
  return numbers.map((number, cell) => {
    const place = waypoints.indexOf(cell) + 1;
    const look = [
      place && "given",
      number && "own",
      number === length && "tip",
      told.has(cell) && "told",
      !number && !stopsAt(puzzle, numbers, cell) && "next",
    ];
    return [
      squareOf(puzzle.problem, cell),
      { look: look.filter(Boolean).join(" "), number, text: place || "" },
    ];
  });
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

/** @param {Game} game */
const brokenLines = (game) =>
  brokenPairs(game.puzzle, numbersOf(game)).map((pair) =>
    pair.map((cell) => squareOf(game.puzzle.problem, cell)),
  );

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
  let game = first;
  /** @type {ReturnType<typeof looksOf>} */
  let looks = [];
  board.nameOf = (square, seen) =>
    game.puzzle.zip ? zipText(game.puzzle, square, seen) : squareText(game.puzzle, square, seen);

  function showHead() {
    const { problem } = game.puzzle;
    parts.title.textContent = titleOf(game.puzzle);
    parts.about.textContent = aboutOf(game.puzzle);
    parts.aim.textContent = sayOf(kindOf(game.puzzle), "aim", {
      n: sizeOf(game.puzzle),
      piece: problem.piece,
      closed: problem.closed,
      named: pieceName(problem.piece),
    });
  }

  /** What differs between the kinds. */
  function showRules() {
    const { zip } = game.puzzle;
    for (const one of [parts.why, parts.erase, parts.pencil, parts.counting]) one.hidden = zip;
    const rule = parts.showRules.closest("label");
    if (rule) rule.hidden = zip;
    const kind = kindOf(game.puzzle);
    parts.how.textContent = sayOf(kind, "rulesText");
    fillKeys(parts.keys, sayOf(kind, "keys"));
  }

  /**
   * Say on a button what it takes back, or brings back.
   * @param {HTMLElement} node
   * @param {"undo" | "redo"} key
   * @param {import("./state.js").Action | null} action
   */
  function showAction(node, key, action) {
    const [kind, cell, number] = action ?? [];
    const { problem } = game.puzzle;
    const where = squareName(squareOf(problem, cell ?? 0), problem.rows);
    const what = sayOf(kindOf(game.puzzle), `action-${kind}`, { n: number, name: where });
    const text = action ? say(`${key}Of`, { what }) : say(key);
    if (node.lastChild) node.lastChild.textContent = text;
  }

  function showTravel() {
    const { numbers, marks } = game.written;
    parts.undo.disabled = !canUndo(game);
    parts.redo.disabled = !canRedo(game);
    showAction(parts.undo, "undo", undoes(game));
    showAction(parts.redo, "redo", redoes(game));
    parts.restart.disabled = !numbers.some(Boolean) && !marks.flat().length;
  }

  /** @param {Beside} beside */
  function showControls({ pencil, counting, current, help, found, asking }) {
    attribute(parts.why, "aria-pressed", String(asking));
    root.classList.toggle("asking", asking);
    attribute(parts.pencil, "aria-pressed", String(pencil));
    attribute(parts.counting, "aria-pressed", String(counting));
    parts.current.textContent = say("current", { n: current });
    keepFocus(root, showTravel, () => board.focus());
    const solved = stateOf(game.puzzle, numbersOf(game)) === "solved";
    const steps = help?.argument.length ?? 0;
    const atEnd = isAtEnd(help);
    const busy = solved || steps > 0 || found !== null;
    const next = solved ? room.next() : null;
    parts.send.hidden = !solved;
    parts.next.hidden = !next;
    if (next) [parts.next.textContent, parts.next.onclick] = next;
    parts.writeIt.hidden = !found || !atEnd;
    parts.reason.hidden = !help?.later;
    const { zip } = game.puzzle;
    parts.writeIt.textContent = found ? sayOf(kindOf(game.puzzle), "writeIt", { n: found[1] }) : "";
    parts.count.hidden = !counting || busy || zip;
    parts.pad.hidden = counting || busy || zip;
    parts.slot.hidden = !counting && !busy && !zip;
    parts.check.classList.toggle("first", !busy);
    parts.stepper.after.classList.toggle("first", !atEnd);
    parts.stepper.after.hidden = parts.stepper.toEnd.hidden = atEnd && found !== null;
    parts.left.textContent = sayOf(kindOf(game.puzzle), "left", { n: left(game) });
  }

  /** @param {Beside} beside */
  function showHelp({ help }) {
    showArgument(parts.stepper, help, say);
    const entries = new Map(seenOf(help).legend);
    if (looks.some(([, { mark }]) => mark)) entries.set("!", say("mark!"));
    const list = make("ul", { className: "legend" }, ...legendItems([...entries], markClass));
    parts.answer.replaceChildren(...(entries.size ? [list] : []));
  }

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

    /**
     * @param {Game} now
     * @param {Beside} beside
     * @param {Square} [cursor]
     */
    show(now, beside, cursor) {
      const other = kindOf(now.puzzle) !== kindOf(game.puzzle);
      game = now;
      if (other) showRules();
      const { problem } = game.puzzle;
      looks = looksOf(game, beside);
      const seen = seenOf(beside.help);
      const { zip } = game.puzzle;
      board.box.classList.toggle("zip", zip);
      board.box.classList.toggle("plain", isPlainBoard(problem));
      board.box.classList.toggle("counting", beside.counting && !zip);
      board.box.style.setProperty("--next", `"${beside.current || ""}"`);
      const numbers = numbersOf(game);
      const won = stateOf(game.puzzle, numbers) === "solved";
      board.draw({
        problem,
        looks,
        ...(won && {
          path: runOf(game.puzzle, numbers),
          won,
          closed: problem.closed,
          style: "none",
        }),
        strands: strandsOf(game.puzzle, numbers),
        marks: seen.marks,
        used: seen.used ?? [],
        out: [...(seen.out ?? []), ...(beside.rules ? brokenLines(game) : [])],
        cursor,
        label: nameOf(game.puzzle),
        piece: false,
      });
      showHead();
      showControls(beside);
      showHelp(beside);
    },

    /** @param {number} seconds */
    showClock(seconds) {
      parts.time.hidden = !parts.showTime.checked;
      parts.time.textContent = say("time", { text: clockText(seconds) });
    },

    speak() {
      speakAll(root, (key) => say(key) ?? boardWords(key));
      showRules();
    },
  };
}
