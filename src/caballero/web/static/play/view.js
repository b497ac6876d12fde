// The view of Play: its elements, and how they show a state of the game.

import { BoardView } from "../board/board.js";
import { mountChooser } from "../board/chooser.js";
import { PIECES, pathText, squareCount, squareName, writeProblem } from "../board/geometry.js";
import { pieceSign, smallPicture } from "../board/small.js";
import { clockText } from "../clock.js";
import { button, field, fillKeys, keepFocus, make, panel, row, signed, textInput } from "../dom.js";
import { allOf, boardWords, dateText, speakAll, words } from "../words.js";
import { stateOf, targetsOf } from "./game.js";
import { seenOf, showAnswer, showArgument, squareText } from "./reason.js";
import { isDate } from "./record.js";
import { canRedo, canUndo, isReplay, left, wonBy } from "./state.js";

const say = words("play");

/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("./game.js").Square} Square */
/**
 * The server's help with the game.
 * @typedef {object} Help
 * @property {boolean} lost - whether it can no longer be finished
 * @property {[Square, string][]} marks
 * @property {[string, string][]} legend - of the marks
 * @property {import("../board/board.js").Candidate[]} [candidates]
 * @property {string[]} [lines] - of each candidate
 * @property {Conclusion[]} argument - the reason, if it takes several conclusions
 * @property {number} at - the conclusion that is shown
 * @property {() => void} again - ask once more
 */
/**
 * A line of an argument: a sentence, and the squares and moves that it means.
 * @typedef {{text: string, marks: [Square, string][], legend: [string, string][],
 *   used: Square[][], out: Square[][]}} Conclusion
 */
/**
 * What the reader can do.
 * @typedef {Record<"undo" | "redo" | "restart" | "rewind" | "giveUp" | "mine" | "adopt" | "newGame" |
 *   "toOwn" | "share" | "next" | "replay" | "save" | "today", () => void> & {hint: (strength: number) => void,
 *   conclude: (by: number) => void, chosen: (problem: import("./game.js").Problem | null) => void}} Actions
 */

/** @type {Intl.DateTimeFormatOptions} */
export const DAY = { dateStyle: "long", timeZone: "UTC" };

/** @param {string} piece */
export const pieceName = (piece) => (Object.hasOwn(PIECES, piece) ? boardWords(piece) : piece);

/**
 * Which game it is.
 * @param {import("./game.js").Problem} problem
 */
export function titleOf(problem) {
  const { rows, columns, piece, closed, surface, holes } = problem;
  const named = Object.hasOwn(PIECES, piece);
  const sides = say("sides", { rows, columns });
  const where = say("ground", { surface, sides, left: holes.length && squareCount(problem) });
  return say("title", { piece: pieceName(piece), code: piece, named, closed, where });
}

/**
 * What is to be done.
 * @param {import("./game.js").Problem} problem
 */
function aimOf({ rows, closed, start, end, surface, holes }) {
  /** @param {Square | null} square */
  const name = (square) => square && squareName(square, rows);
  const aim = say("aim", { start: name(start), end: name(end), closed });
  return [aim, say("joined", { surface }), holes.length ? say("holes") : ""]
    .filter(Boolean)
    .join(" ");
}

/** @param {Game} game */
export function nameOf({ problem, path }) {
  const { rows, columns, piece, closed, surface } = problem;
  const where = surface === "flat" ? "" : boardWords(surface).split(":")[0];
  const all = squareCount(problem);
  return say("keptOne", {
    rows,
    columns,
    piece: pieceName(piece),
    closed,
    where,
    n: path.length,
    all,
  });
}

/** @param {Game} game */
export const pictureOf = ({ problem, path }) =>
  smallPicture(problem, path, [path], problem.closed && stateOf(problem, path) === "won");

/** @param {Actions} act */
function elements(act) {
  return {
    title: make("h2"),
    aim: make("p", { className: "aim" }),
    table: make("div", { className: "table" }),
    made: make("span"),
    done: make("progress"),
    left: make("span"),
    message: make("p", { className: "message" }),
    answer: make("div", { className: "answer" }),
    undo: signed("undo", "undo", act.undo),
    redo: signed("redo", "redo", act.redo),
    restart: signed("restart", "restart", act.restart),
    rewind: signed("back", "rewind", act.rewind, { hidden: true }),
    helpers: [
      signed("hint", "next", () => act.hint(3), { className: "first" }),
      signed("ask", "canIt", () => act.hint(1)),
      signed("compare", "why", () => act.hint(2)),
      signed("flag", "giveUp", act.giveUp),
    ],
    typed: textInput({ autocapitalize: "none" }),
    typing: make("form", { className: "fields typing" }),
    toOwn: button("toOwn", act.toOwn),
    targets: make("input", { type: "checkbox" }),
    argument: make("section", { className: "panel argument", hidden: true, name: "argument" }),
    conclusion: make("p", { className: "conclusion" }),
    place: make("p", { className: "quiet" }),
    before: button("before", () => act.conclude(-1)),
    after: button("after", () => act.conclude(1)),
    link: make("input", { type: "text", readOnly: true, hidden: true, name: "link" }),
    watching: make("div", { className: "panel", hidden: true }),
    adopt: button("adopt", act.adopt),
    won: make("section", { className: "panel won", hidden: true, name: "wonName" }),
    stars: make("p", { className: "stars", "aria-hidden": "true" }),
    goals: make("p"),
    explore: make("a", { className: "button", say: "explore" }),
    helping: make("div", { className: "helping" }),
    actions: make("div", { className: "actions touch" }),
    time: make("span", { hidden: true }),
    showTime: make("input", { type: "checkbox" }),
    levels: panel("levels"),
    levelsDone: make("p"),
    levelList: make("div", { className: "gallery", role: "group", name: "levels" }),
    dayDone: make("p", { className: "quiet" }),
    keys: make("dl", { className: "keys" }),
    chooserBox: make("div"),
    note: make("p", { className: "fault bad note", role: "status" }),
    another: panel("another"),
    kept: panel("kept"),
    list: make("div"),
  };
}

/** @typedef {ReturnType<typeof elements>} Elements */

/**
 * Put the elements on the page.
 * @param {Element} root
 * @param {Elements} parts
 * @param {Actions} act
 * @param {{box: HTMLElement}} player
 */
function arrange(root, parts, act, player) {
  const { typing, another } = parts;
  parts.watching.append(player.box, row(button("mine", act.mine), parts.adopt));
  parts.won.append(
    parts.stars,
    parts.goals,
    row(
      signed("forward", "nextBoard", act.next, { className: "first" }),
      button("replay", act.replay),
      button("save", act.save),
      parts.explore,
    ),
  );
  parts.helping.append(row(...parts.helpers));
  parts.actions.append(parts.helping, row(parts.undo, parts.redo, parts.restart));
  parts.levels.append(
    make("p", { say: "levelsText" }),
    parts.levelsDone,
    row(button("today", act.today, { className: "first" })),
    parts.dayDone,
    parts.levelList,
  );
  parts.levels.classList.add("levels");
  parts.argument.append(parts.place, parts.conclusion, row(parts.before, parts.after));
  typing.append(field("typed", parts.typed), make("button", { say: "go" }));
  another.classList.add("another");
  another.append(
    parts.chooserBox,
    parts.note,
    row(button("playHere", act.newGame, { className: "first" })),
  );
  parts.kept.append(parts.list);
  const rules = panel(
    "rules",
    make("p", { say: "rulesText" }),
    parts.keys,
    make("p", { say: "ringMeans" }),
  );
  rules.classList.add("rules");
  const bar = make(
    "div",
    { className: "bar" },
    parts.message,
    row(parts.rewind),
    parts.won,
    parts.argument,
    parts.answer,
    parts.watching,
    parts.actions,
  );
  const more = make(
    "div",
    { className: "more" },
    parts.toOwn,
    parts.levels,
    typing,
    make(
      "div",
      { className: "ticks" },
      field("showTargets", parts.targets),
      field("showTime", parts.showTime),
    ),
    row(signed("link", "share", act.share)),
    parts.link,
    another,
    parts.kept,
    rules,
  );
  const counts = make("p", { className: "counts" }, parts.made, parts.left, parts.time);
  const head = make("div", { className: "head" }, parts.title, parts.aim, counts, parts.done);
  const side = make("div", { className: "side" }, bar, more);
  root.append(make("div", { className: "stage" }, head, parts.table, side));
}

/**
 * What a record says of a board, in a few words.
 * @param {import("./record.js").Best | undefined} best
 * @param {boolean} timed
 */
function signsOf(best, timed) {
  if (!best) return [];
  const signs = [say("isDone")];
  if (best.alone) signs.push(say("isAlone"));
  signs.push(best.back ? say("takenBack", { n: best.back }) : say("isStraight"));
  if (timed) signs.push(clockText(best.seconds));
  return signs;
}

/**
 * @param {Element} root
 * @param {Actions} act
 * @param {Game} first
 * @param {{box: HTMLElement}} player
 */
export function makeView(root, act, first, player) {
  const parts = elements(act);
  arrange(root, parts, act, player);
  const board = new BoardView(parts.table, { interactive: true });
  const chooser = mountChooser(parts.chooserBox, {
    problem: first.problem,
    onchange: act.chosen,
    onwrong: () => act.chosen(null),
    unfolded: true,
  });
  let game = first;
  /** @type {Help | null} */
  let help = null;
  board.nameOf = (square, seen) =>
    squareText(say, squareName(square, game.problem.rows), seen, help);

  function showControls() {
    keepFocus(root, setControls, () => board.focus());
  }

  function setControls() {
    const busy = Boolean(game.watch);
    const won = wonBy(game);
    parts.actions.hidden = busy;
    parts.undo.disabled = parts.restart.disabled = !canUndo(game);
    parts.redo.disabled = !canRedo(game);
    parts.helping.hidden = won !== "";
    parts.rewind.hidden = !help?.lost || !game.path.length;
    parts.watching.hidden = !busy;
    parts.adopt.hidden = isReplay(game);
    parts.won.hidden = won === "";
    if (parts.won.hidden) return;
    const { problem, path, helped, back } = game;
    const stars = [won === "self", won === "self" && !helped, won === "self" && !back];
    parts.stars.replaceChildren(...stars.map((got) => pieceSign("knight", got ? "" : "missed")));
    const time = parts.showTime.checked ? clockText(game.seconds) : "";
    parts.goals.textContent = say("goals", { shown: won === "shown", helped, back, time });
    parts.explore.href = `#look/${writeProblem(problem)}/${pathText(problem, path)}`;
  }

  return {
    ...parts,
    board,
    chooser,

    /**
     * @param {Game} now
     * @param {Help | null} helpNow
     * @param {Square} [cursor]
     */
    show(now, helpNow, cursor) {
      const changed = help !== helpNow;
      [game, help] = [now, helpNow];
      const { problem, path } = game;
      const reach = parts.targets.checked && !game.watch && !help?.candidates;
      board.draw({
        problem,
        path,
        closed: problem.closed && stateOf(problem, path) === "won",
        ...seenOf(help),
        candidates: help?.candidates ?? [],
        won: wonBy(now) === "self",
        targets: reach ? targetsOf(problem, path) : [],
        cursor,
        label: say("board", {
          rows: problem.rows,
          columns: problem.columns,
          piece: pieceName(problem.piece),
          closed: problem.closed,
          surface: problem.surface === "flat" ? "" : boardWords(problem.surface),
        }),
      });
      parts.title.replaceChildren(pieceSign(problem.piece), titleOf(problem));
      parts.aim.textContent = aimOf(problem);
      parts.made.textContent = say("made", { n: Math.max(0, path.length - 1) });
      parts.left.textContent = say("left", { n: left(game) });
      parts.done.max = path.length + left(game);
      parts.done.value = path.length;
      showControls();
      if (!changed) return;
      showArgument(parts, help, say);
      showAnswer(parts.answer, help, say);
    },

    /** @param {number} seconds */
    showClock(seconds) {
      parts.time.hidden = !parts.showTime.checked;
      parts.time.textContent = say("time", { text: clockText(seconds) });
    },

    /**
     * @param {import("./game.js").Problem[]} levels
     * @param {import("./record.js").Bests} record - by the texts of boards, and by dates
     * @param {string} today
     * @param {(problem: import("./game.js").Problem) => void} onopen
     */
    showLevels(levels, record, today, onopen) {
      const held = [...parts.levelList.children].indexOf(
        /** @type {Element} */ (document.activeElement),
      );
      const timed = parts.showTime.checked;
      const here = writeProblem(game.problem);
      const items = levels.map((problem, i) => {
        const text = writeProblem(problem);
        const signs = signsOf(record[text], timed);
        const one = make("button", { type: "button", onclick: () => onopen(problem) });
        const done = make("span", { className: "good", textContent: signs.join(" · ") });
        one.append(smallPicture(problem, [], []), `${i + 1}. ${titleOf(problem)}`, done);
        if (text === here) one.setAttribute("aria-current", "true");
        return one;
      });
      parts.levelList.replaceChildren(...items);
      if (held >= 0) items[held].focus();
      const best = levels.flatMap((problem) => record[writeProblem(problem)] ?? []);
      const alone = best.filter((one) => one.alone).length;
      const straight = best.filter((one) => !one.back).length;
      parts.levelsDone.textContent = say("levelsDone", {
        done: best.length,
        all: levels.length,
        alone,
        straight,
      });
      const days = Object.keys(record).filter(isDate).length;
      const signs = signsOf(record[today], timed).join(" · ");
      parts.dayDone.textContent = say("daysDone", {
        date: dateText(new Date(today), DAY),
        signs,
        n: days,
      });
    },

    speak() {
      speakAll(root, (key) => say(key) ?? boardWords(key));
      chooser.speak();
      for (const list of allOf(root, ".keys")) fillKeys(list, say("keys"));
    },
  };
}
