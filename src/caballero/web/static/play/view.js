// The view of Play: its elements, and how they show a state of the game.

import { BoardView, markClass } from "../board/board.js";
import { mountChooser } from "../board/chooser.js";
import { PIECES, squareCount, squareName } from "../board/geometry.js";
import { pieceSign, smallPicture } from "../board/small.js";
import { boardWords } from "../board/words.js";
import { button, field, fillKeys, legendItems, make, panel, row, textInput } from "../dom.js";
import { allOf, speakAll } from "../words.js";
import { stateOf, targetsOf } from "./game.js";
import { atEnd, atStart, canRedo, canUndo, left } from "./state.js";
import { say } from "./words.js";

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
 * @typedef {Record<"undo" | "redo" | "restart" | "rewind" | "giveUp" | "run" | "stepBack" | "step" |
 *   "mine" | "adopt" | "newGame" | "toOwn" | "share", () => void> & {hint: (strength: number) => void,
 *   conclude: (by: number) => void, chosen: (problem: import("./game.js").Problem | null) => void}} Actions
 */

export const SPEEDS = [2000, 1000, 500, 250, 100]; // milliseconds per step

/** @param {string} piece */
export const pieceName = (piece) => (Object.hasOwn(PIECES, piece) ? boardWords(piece) : piece);

/**
 * Which game it is.
 * @param {import("./game.js").Problem} problem
 */
export function titleOf(problem) {
  const { rows, columns, piece, closed, surface, holes } = problem;
  const size = say("sides", rows, columns);
  const where = say("ground", surface, size, holes.length && squareCount(problem));
  return say("title", pieceName(piece), Object.hasOwn(PIECES, piece), closed, where);
}

/**
 * What is to be done.
 * @param {import("./game.js").Problem} problem
 */
function aimOf({ rows, closed, start, end, surface, holes }) {
  /** @param {Square | null} square */
  const name = (square) => square && squareName(square, rows);
  const aim = say("aim", name(start), name(end), closed);
  return [aim, say("joined")[surface], holes.length ? say("holes") : ""].filter(Boolean).join(" ");
}

/** @param {Game} game */
export function nameOf({ problem, path }) {
  const { rows, columns, piece, closed, surface } = problem;
  const where = surface === "flat" ? "" : boardWords(surface).split(":")[0];
  const all = squareCount(problem);
  return say("keptOne", rows, columns, pieceName(piece), closed, where, path.length, all);
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
    left: make("span"),
    message: make("p", { className: "message" }),
    answer: make("div", { className: "answer" }),
    undo: button("undo", act.undo),
    redo: button("redo", act.redo),
    restart: button("restart", act.restart),
    rewind: button("rewind", act.rewind, { hidden: true }),
    helpers: [
      button("canIt", () => act.hint(1)),
      button("why", () => act.hint(2)),
      button("next", () => act.hint(3)),
      button("giveUp", act.giveUp),
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
    run: button("run", act.run),
    stepBack: button("back", act.stepBack),
    step: button("step", act.step),
    speed: make("input", { type: "range", min: 0, max: SPEEDS.length - 1, value: 2 }),
    player: make("section", { className: "panel", hidden: true, name: "player" }),
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
 */
function arrange(root, parts, act) {
  const { player, typing, another } = parts;
  player.append(
    row(parts.run, parts.stepBack, parts.step),
    field("speed", parts.speed, { className: "speed" }),
    row(button("mine", act.mine), button("adopt", act.adopt)),
  );
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
  const side = make(
    "div",
    { className: "side" },
    make("p", { className: "counts" }, parts.made, parts.left),
    parts.message,
    parts.toOwn,
    parts.argument,
    player,
    row(parts.undo, parts.redo, parts.restart),
    make("h2", { say: "helpTitle" }),
    row(...parts.helpers, parts.rewind),
    parts.answer,
    typing,
    field("showTargets", parts.targets),
    row(button("share", act.share)),
    parts.link,
    rules,
    parts.kept,
  );
  const head = make("div", { className: "head" }, parts.title, parts.aim);
  root.append(make("div", { className: "game" }, head, parts.table, side, another));
}

/**
 * What is marked: of a reason in several conclusions, those up to the one that is shown.
 * @param {Help | null} help
 */
function seenOf(help) {
  if (!help?.argument.length) return { marks: help?.marks ?? [], legend: help?.legend ?? [] };
  const known = help.argument.slice(0, help.at + 1);
  const { marks, legend } = help.argument[help.at];
  const used = known.flatMap((line) => line.used);
  const out = known.flatMap((line) => line.out);
  return { marks, legend, used, out };
}

/**
 * The accessible name of a square, with all that it shows.
 * @param {string} name
 * @param {import("../board/board.js").Seen} seen
 * @param {Help | null} help
 */
function squareText(name, seen, help) {
  const parts = [name];
  if (seen.hole) parts.push(say("isHole"));
  if (seen.number) parts.push(say("move", seen.number));
  if (seen.last) parts.push(say("here"));
  if (seen.start) parts.push(say("givenStart"));
  if (seen.end) parts.push(say("givenEnd"));
  if (seen.target) parts.push(say("reach"));
  if (seen.exits !== undefined) parts.push(say("exitsHere", seen.exits));
  if (seen.good === true) parts.push(say("canFinish"));
  if (seen.good === false) parts.push(say("cannotFinish"));
  if (seen.mark) {
    const { legend } = seenOf(help);
    const entry = legend.find(([letters]) => letters === seen.mark) ?? legend.at(-1);
    parts.push(`${seen.mark}: ${entry?.[1] ?? ""}`);
  }
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
    problem: first.problem,
    onchange: act.chosen,
    onwrong: () => act.chosen(null),
    unfolded: true,
  });
  let game = first;
  /** @type {Help | null} */
  let help = null;
  board.nameOf = (square, seen) => squareText(squareName(square, game.problem.rows), seen, help);

  /** @param {boolean} running */
  function showWatch(running) {
    const busy = Boolean(game.watch);
    parts.undo.disabled = parts.restart.disabled = !canUndo(game);
    parts.redo.disabled = !canRedo(game);
    parts.rewind.hidden = busy || !help?.lost || !game.path.length;
    for (const one of parts.helpers) one.disabled = busy;
    parts.player.hidden = !busy;
    if (!busy) return;
    parts.run.dataset.say = running ? "pause" : "run";
    parts.run.textContent = say(parts.run.dataset.say);
    parts.run.disabled = parts.step.disabled = atEnd(game);
    parts.stepBack.disabled = atStart(game);
  }

  function showArgument() {
    const { argument = [], at = 0 } = help ?? {};
    parts.argument.hidden = !argument.length;
    if (!argument.length) return;
    parts.place.textContent = say("conclusion", at + 1, argument.length);
    parts.conclusion.textContent = argument[at].text;
    const held = document.activeElement;
    parts.before.disabled = at === 0;
    parts.after.disabled = at === argument.length - 1;
    if (held === parts.before && parts.before.disabled) parts.after.focus();
    if (held === parts.after && parts.after.disabled) parts.before.focus();
  }

  function showAnswer() {
    parts.answer.replaceChildren();
    if (help?.candidates?.length && help.lines) {
      const lines = help.lines.map((text) => make("li", { textContent: text }));
      const exits = make("p", { textContent: say("exits"), className: "quiet" });
      parts.answer.append(exits, make("ul", {}, ...lines));
    }
    const { marks: marked, legend } = seenOf(help);
    if (marked.length) {
      const marks = make("p", { textContent: say("marks"), className: "quiet" });
      const lines = legendItems(legend, markClass);
      parts.answer.append(marks, make("ul", { className: "legend" }, ...lines));
    }
  }

  return {
    ...parts,
    board,
    chooser,

    /**
     * @param {Game} now
     * @param {Help | null} helpNow
     * @param {{running: boolean, cursor?: Square}} more
     */
    show(now, helpNow, { running, cursor }) {
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
        targets: reach ? targetsOf(problem, path) : [],
        cursor,
        label: say(
          "board",
          problem.rows,
          problem.columns,
          pieceName(problem.piece),
          problem.closed,
          problem.surface === "flat" ? "" : boardWords(problem.surface),
        ),
      });
      parts.title.replaceChildren(pieceSign(problem.piece), titleOf(problem));
      parts.aim.textContent = aimOf(problem);
      parts.made.textContent = say("made", Math.max(0, path.length - 1));
      parts.left.textContent = say("left", left(game));
      showWatch(running);
      if (!changed) return;
      showArgument();
      showAnswer();
    },

    speak() {
      speakAll(root, (key) => say(key) ?? boardWords(key));
      chooser.speak();
      for (const list of allOf(root, ".keys")) fillKeys(list, say("keys"));
    },
  };
}
