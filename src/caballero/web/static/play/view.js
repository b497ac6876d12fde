// The view of Play: its elements, and how they show a state of the game.

import { BoardView } from "../board/board.js";
import { mountChooser } from "../board/chooser.js";
import { pathText, squareName, writeProblem } from "../board/geometry.js";
import { gapsOf, sizeText } from "../board/grid.js";
import { pieceSign, smallPicture } from "../board/small.js";
import { clockText } from "../clock.js";
import {
  button,
  choice,
  field,
  fillKeys,
  further,
  keepFocus,
  make,
  panel,
  row,
  signed,
  textInput,
} from "../dom.js";
import { legendOf, makeStepper, seenOf, showAnswer, showArgument } from "../game/reasons.js";
import { squareText, stateOf, targetsOf } from "../game/rules.js";
import { allOf, boardWords, dateText, pieceName, speakAll, words } from "../words.js";
import { WORLDS } from "./levels.js";
import { levelName, titleOf } from "./names.js";
import { isDate } from "./record.js";
import { rooms } from "./rooms.js";
import { canRedo, canUndo, isReplay, left, wonBy } from "./state.js";

const say = words("play");

/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("../game/rules.js").Square} Square */
/**
 * The server's help with the game.
 * @typedef {object} Advice
 * @property {boolean} lost - whether it can no longer be finished
 * @property {import("../board/board.js").Candidate[]} [candidates]
 * @property {string[]} [lines] - of each candidate
 * @property {() => void} again - ask once more
 */
/** @typedef {import("../game/reasons.js").Shown & Advice} Help */
/**
 * What the reader can do.
 * @typedef {Record<"undo" | "redo" | "restart" | "rewind" | "giveUp" | "mine" | "adopt" | "newGame" |
 *   "toOwn" | "share" | "next" | "replay" | "save" | "today", () => void> & {hint: (strength: number) => void,
 *   conclude: (by: number) => void, chosen: (problem: import("../game/rules.js").Problem | null) => void}} Actions
 */

/** @type {Intl.DateTimeFormatOptions} */
export const DAY = { dateStyle: "long", timeZone: "UTC" };

/** @param {import("../game/rules.js").Problem} problem @returns {Square[]} */
const endsIn = ({ start, end }) => [start, end].filter((one) => one !== null);

/** What is to be done. @param {import("../game/rules.js").Problem} problem */
function aimOf(problem) {
  const { rows, closed, start, end, surface } = problem;
  /** @param {Square | null} square */
  const name = (square) => square && squareName(square, rows);
  const aim = say("aim", { start: name(start), end: name(end), closed });
  return [aim, say("joined", { surface }), gapsOf(problem).length ? say("holes") : ""]
    .filter(Boolean)
    .join(" ");
}

/** @param {Actions} act */
function elements(act) {
  return {
    title: make("h2"),
    aim: make("p", { className: "aim" }),
    table: make("div", { className: "table" }),
    made: make("span"),
    done: make("progress"),
    left: make("span"),
    message: make("p", { className: "message", tabIndex: 0 }),
    answer: make("div", { className: "answer" }),
    undo: signed("undo", "undo", act.undo),
    redo: signed("redo", "redo", act.redo),
    restart: signed("restart", "restart", act.restart),
    rewind: signed("back", "rewind", act.rewind, { hidden: true }),
    helpers: [
      signed("ask", "canIt", () => act.hint(1), { className: "first" }),
      signed("hint", "next", () => act.hint(3)),
      signed("compare", "why", () => act.hint(2)),
    ],
    giveUp: signed("flag", "giveUp", act.giveUp),
    next: signed("forward", "nextBoard", act.next, { className: "first" }),
    typed: textInput({ autocapitalize: "none" }),
    typing: make("form", { className: "fields typing" }),
    toOwn: button("toOwn", act.toOwn),
    targets: make("input", { type: "checkbox" }),
    ...makeStepper(act.conclude),
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
    nextName: make("span"),
    levels: make("section", { className: "panel levels", name: "levels", popover: "auto" }),
    world: choice(
      WORLDS.map(({ name }) => name),
      { name: "worldName" },
    ),
    levelsDone: make("p", { className: "quiet" }),
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
  parts.next.append(parts.nextName);
  parts.won.append(
    parts.stars,
    parts.goals,
    row(button("replay", act.replay), button("save", act.save), parts.explore),
  );
  parts.helping.append(row(...parts.helpers));
  typing.append(field("typed", parts.typed), make("button", { say: "go" }));
  const rest = further(
    row(parts.redo, parts.restart, parts.giveUp, signed("link", "share", act.share)),
    typing,
    field("showTargets", parts.targets),
    field("showTime", parts.showTime),
  );
  parts.actions.append(parts.helping, parts.next, parts.undo, ...rest);
  const turning = [-1, 1].map((by) =>
    make("button", {
      type: "button",
      className: "sign",
      name: by < 0 ? "worldBefore" : "worldAfter",
      textContent: by < 0 ? "‹" : "›",
      onclick: () => turn(parts.world, by),
    }),
  );
  parts.levels.append(
    make("div", { className: "worlds" }, turning[0], parts.world, turning[1]),
    parts.levelList,
    make("p", { className: "quiet", say: "starsMean" }),
    parts.levelsDone,
    row(signed("day", "today", act.today)),
    parts.dayDone,
  );
  parts.argument.classList.add("panel");
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
    parts.actions,
    row(parts.rewind),
    parts.won,
    parts.argument,
    parts.answer,
    parts.watching,
  );
  const more = make(
    "div",
    { className: "more" },
    parts.toOwn,
    parts.levels,
    parts.link,
    another,
    parts.kept,
    rules,
  );
  const counts = make("p", { className: "counts" }, parts.made, parts.left, parts.time);
  const tabs = rooms("levels", (event) => {
    event.preventDefault();
    showLevels(parts.levels);
  });
  const head = make("div", { className: "head" }, tabs, parts.title, parts.aim, counts, parts.done);
  const side = make("div", { className: "side" }, bar, more);
  root.append(make("div", { className: "stage" }, head, parts.table, side));
}

/** Show the levels: as a sheet, unless they stand beside the board. @param {HTMLElement} levels */
function showLevels(levels) {
  if (!levels.checkVisibility()) levels.showPopover();
  else levels.scrollIntoView({ block: "nearest" });
}

/**
 * Choose the option before or after the one of a list; the last one leads to the first.
 * @param {HTMLSelectElement} list
 * @param {number} by
 */
function turn(list, by) {
  list.selectedIndex = (list.selectedIndex + by + list.length) % list.length;
  list.dispatchEvent(new Event("change"));
}

/**
 * The three knights of a board: done, without help, without taking a move back.
 * @param {boolean[]} got
 */
const starsOf = (got) => got.map((one) => pieceSign("knight", one ? "" : "missed"));

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
    squareText(say, squareName(square, game.problem.rows), seen, legendOf(help));

  function showControls() {
    keepFocus(root, setControls, () => board.focus());
  }

  function setControls() {
    const busy = Boolean(game.watch);
    const won = wonBy(game);
    parts.actions.hidden = busy;
    parts.undo.disabled = parts.restart.disabled = !canUndo(game);
    parts.redo.disabled = !canRedo(game);
    parts.helping.hidden = parts.giveUp.hidden = won !== "";
    parts.rewind.hidden = !help?.lost || !game.path.length;
    parts.watching.hidden = !busy;
    parts.adopt.hidden = isReplay(game);
    parts.won.hidden = parts.next.hidden = won === "";
    if (parts.won.hidden) return;
    const { problem, path, helped, back } = game;
    const self = won === "self";
    parts.stars.replaceChildren(...starsOf([self, self && !helped, self && !back]));
    const time = parts.showTime.checked ? clockText(game.seconds) : "";
    parts.goals.textContent = say("goals", { shown: won === "shown", helped, back, time });
    parts.explore.href = `#look/${writeProblem(problem)}/${pathText(problem, path)}&about`;
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
      const compared = help?.candidates?.some(({ exits }) => exits !== undefined);
      const reach = parts.targets.checked && !game.watch && !compared && !help?.lost;
      const targets = reach ? targetsOf(problem, path) : [];
      const tried = help?.candidates?.map(({ square }) => String(square)) ?? [];
      board.box.classList.toggle("lost", Boolean(help?.lost)); // its path is faint behind the reason
      board.draw({
        problem,
        path,
        closed: problem.closed && stateOf(problem, path) === "won",
        ...seenOf(help),
        candidates: help?.candidates ?? [],
        won: wonBy(now) === "self",
        targets: targets.filter((square) => !tried.includes(String(square))),
        cursor,
        label: say("board", {
          size: sizeText(problem, boardWords),
          piece: pieceName(problem.piece),
          closed: problem.closed,
          surface: problem.surface === "flat" ? "" : boardWords(problem.surface),
        }),
      });
      const sign = problem.grid ? "" : pieceSign(problem.piece);
      parts.title.replaceChildren(sign, titleOf(problem));
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
     * Show the levels of a world.
     * @param {import("./levels.js").World} world
     * @param {import("./record.js").Bests} record - by the texts of boards, and by dates
     * @param {string} today
     * @param {import("../game/rules.js").Problem} next - the level to play after this board
     * @param {(problem: import("../game/rules.js").Problem) => void} onopen
     */
    showLevels(world, record, today, next, onopen) {
      const held = [...parts.levelList.children].indexOf(
        /** @type {Element} */ (document.activeElement),
      );
      const timed = parts.showTime.checked;
      const here = writeProblem(game.problem);
      const items = world.levels.map((problem) => {
        const text = writeProblem(problem);
        const best = record[text];
        const one = make("button", { type: "button", onclick: () => onopen(problem) });
        const stars = starsOf([Boolean(best), Boolean(best?.alone), best?.back === 0]);
        const time = best && timed ? clockText(best.seconds) : "";
        one.append(
          smallPicture(problem, endsIn(problem), []),
          make("span", {}, levelName(problem)),
          make("span", { className: "stars" }, ...stars, time),
          make("span", { className: "unseen" }, ` ${signsOf(best, false).join(", ")}`),
        );
        if (text === here) one.setAttribute("aria-current", "true");
        return one;
      });
      parts.levelList.replaceChildren(...items);
      if (held >= 0) items[held]?.focus();
      for (const [i, { name, levels }] of WORLDS.entries()) {
        const done = levels.filter((one) => record[writeProblem(one)]).length;
        const option = parts.world.options[i];
        option.selected = name === world.name;
        option.textContent = `${say(`world-${name}`)} · ${done}/${levels.length}`;
      }
      const all = WORLDS.flatMap(({ levels }) => levels);
      const best = all.flatMap((problem) => record[writeProblem(problem)] ?? []);
      const alone = best.filter((one) => one.alone).length;
      const straight = best.filter((one) => !one.back).length;
      parts.levelsDone.textContent = say("levelsDone", {
        done: best.length,
        all: all.length,
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
      parts.nextName.textContent = levelName(next);
    },

    speak() {
      speakAll(root, (key) => say(key) ?? boardWords(key));
      chooser.speak();
      for (const list of allOf(root, ".keys")) fillKeys(list, say("keys"));
    },
  };
}
