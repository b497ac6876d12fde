// A pupil in a race: joins with a name, waits, and plays on the board of all. The server hears of each
// move; what it did not hear is sent again.

import { BoardView } from "../board/board.js";
import { EMPTY, squareCount, squareName } from "../board/geometry.js";
import { clockText } from "../clock.js";
import { button, field, make, row, signed, textInput } from "../dom.js";
import { mountKeys } from "../game/keys.js";
import { faultOf, firstSquares, squareText, stateOf, targetsOf } from "../game/rules.js";
import { titleOf } from "../play/names.js";
import * as state from "../play/state.js";
import { pieceName, speakAll, words } from "../words.js";
import { askRace } from "./ask.js";
import { Clock, problemOf, repeated } from "./state.js";

const say = words("race");
const sayPlay = words("play");

/** @typedef {import("../api.js").Answer} Answer */
/** @typedef {import("../game/rules.js").Sentence} Sentence */

const PAUSE = 1500; // milliseconds between two looks
const TICK = 250;
const MOST_NAME = 24;
const KEYS = 6; // of those of Play: the others are for help

/** What the pupil sees. */
function elements() {
  return {
    door: make("section", { className: "panel door" }, make("h2", { say: "title" })),
    told: make("p", { role: "status" }),
    entry: make("form"),
    name: textInput({ maxLength: MOST_NAME, required: true, autocapitalize: "words" }),
    fault: make("p"),
    title: make("h2"),
    counts: make("p", { className: "counts" }),
    table: make("div", { className: "table" }),
    message: make("p"),
  };
}

/** @type {import("../app.js").Mount} */
export function mountRun(root, page) {
  const stored = page.load("race-pupil");
  let token = typeof stored === "string" ? stored : "";
  /** @type {Answer} */
  let seen = { status: "away" };
  let game = state.begin(EMPTY, []);
  let round = 0; // of the game
  /** @type {state.Path | null} */
  let heard = null; // the path that the server has last heard
  /** @type {() => string} */
  let sentence = () => "";
  let cut = false; // whether the server did not answer
  const clock = new Clock();
  const parts = elements();
  const { door, entry, table, told } = parts;
  entry.append(
    field("name", parts.name),
    row(button("join", () => {}, { type: "submit", className: "first" })),
  );
  door.append(told, entry, parts.fault);
  const undoing = signed("undo", "undo", undo);
  const restarting = signed("restart", "restart", restart);
  const touch = make("div", { className: "touch" }, row(undoing, restarting));
  const head = make("div", { className: "head" }, parts.title, parts.counts);
  const bar = make("div", { className: "bar" }, parts.message, touch);
  const stage = make("div", { className: "stage" }, head, table);
  stage.append(make("div", { className: "side" }, bar));
  const board = new BoardView(table, { interactive: true });
  board.onchoose = choose;
  board.nameOf = (square, what) => squareText(sayPlay, squareName(square, game.problem.rows), what);
  root.append(door, stage);
  /** @type {any} */
  const shown = { board, table, helping: { hidden: true } };
  /** @type {any} */
  const none = null; // no tour is shown here
  const press = mountKeys(shown, none, () => game, { undo, redo, hint() {} });
  const polling = repeated(sync, PAUSE);
  const ticking = setInterval(showCounts, TICK);

  // -- what is shown -------------------------------------------------------------------------------

  /** @param {() => string} what @param {"" | "good" | "bad"} [feeling] */
  function tell(what, feeling = "") {
    sentence = what;
    for (const node of [parts.message, parts.fault]) {
      node.textContent = what();
      node.className = `message ${feeling}`;
    }
    page.announce(what());
  }

  /** @param {Sentence} sentence */
  const textOf = ([key, values]) =>
    sayPlay(key, values?.code ? { ...values, piece: pieceName(values.code) } : values);

  const plays = () => Boolean(seen.own) && ["running", "over"].includes(seen.status);
  const moves = () => seen.status === "running" && seen.own?.finished === null;

  function showCounts() {
    if (!plays()) return;
    const { finished, place } = seen.own;
    const texts = [
      finished === null ? clock.text : clockText(finished),
      say("squares", { n: game.path.length, all: squareCount(game.problem) }),
      say("place", { place, count: seen.count }),
    ];
    if (parts.counts.textContent === texts.join("")) return;
    parts.counts.replaceChildren(...texts.map((text) => make("span", {}, text)));
  }

  function show() {
    const out = !seen.own;
    stage.hidden = !plays();
    door.hidden = plays();
    entry.hidden = !out || !["open", "running", "over"].includes(seen.status);
    parts.fault.hidden = !sentence();
    const key = seen.own ? "waits" : seen.status;
    told.textContent = say(key === "open" ? "isOpen" : key, { ...seen.own, count: seen.count });
    showGame();
  }

  /** @param {import("../game/rules.js").Square} [cursor] - where the keyboard goes on */
  function showGame(cursor) {
    if (!plays()) return;
    const { problem, path } = game;
    const won = stateOf(problem, path) === "won";
    const first = firstSquares(problem).length;
    parts.title.textContent = titleOf(problem);
    showCounts();
    undoing.disabled = restarting.disabled = !moves() || path.length <= first;
    board.draw({
      problem,
      path,
      closed: problem.closed && won,
      won,
      targets: moves() ? targetsOf(problem, path) : [],
      cursor,
      label: titleOf(problem),
    });
  }

  // -- the game ------------------------------------------------------------------------------------

  /** @param {state.Game} next */
  function setGame(next) {
    game = next;
    showGame(next.path.at(-1));
    void polling.now();
  }

  /** @param {import("../game/rules.js").Square} square */
  function choose(square) {
    if (!moves()) return;
    const fault = faultOf(game.problem, game.path, square);
    if (fault) {
      tell(() => textOf(fault), "bad");
      return;
    }
    setGame(state.move(game, square));
    const end = state.endOf(game);
    const values = { name: state.lastName(game), number: game.path.length, left: state.left(game) };
    if (end) tell(() => textOf(end), "bad");
    else tell(() => sayPlay("moved", values));
  }

  function undo() {
    if (!moves() || !state.canUndo(game)) return;
    setGame(state.backTo(game, game.path.length - 1));
    tell(() => sayPlay("undone", { name: state.lastName(game) }));
  }

  function redo() {
    if (!moves() || !state.canRedo(game)) return;
    setGame(state.redo(game));
    tell(() => sayPlay("redone", { name: state.lastName(game) }));
  }

  function restart() {
    setGame(state.backTo(game, firstSquares(game.problem).length));
    tell(() => say("go"));
  }

  // -- the server ----------------------------------------------------------------------------------

  /** Tell the server the path, if it does not know it; or look what happens. */
  async function sync() {
    const [{ path }, pupil] = [game, token];
    const news = moves() && round === seen.round && path !== heard;
    const answer = news
      ? await askRace("move", { pupil, round, path })
      : await askRace("look", pupil ? { pupil } : {});
    if (pupil !== token) return; // the pupil has joined meanwhile
    if (news && answer.status !== "away") heard = path;
    take(answer);
  }

  /** @param {Answer} answer */
  function take(answer) {
    if (answer.status === "away" || answer.status === "refused") {
      refused(answer);
      return;
    }
    const before = seen;
    seen = answer;
    clock.set(answer);
    const { own, problem, status } = answer;
    if (own && problem && answer.round !== round) {
      [round, heard] = [answer.round, own.path];
      game = state.begin(problemOf(problem), own.path);
      tell(() => say("go"));
    } else if (cut) tell(() => "");
    cut = false;
    if (own && own.finished !== null && before.own?.finished !== own.finished) {
      tell(() => say("finished", { text: clockText(own.finished) }), "good");
    } else if (own && status === "over" && before.status !== "over") tell(() => say("ended"));
    show();
    if (before.status !== status && moves()) board.focus(game.path.at(-1));
  }

  /** @param {Answer} answer - that says why there is none */
  function refused({ status, code, message }) {
    cut = status === "away";
    const known = Boolean(seen.own);
    if (code === "web-race-pupil") forget();
    if (code === "web-not-found") seen = { status: "nowhere" };
    else if (code === "web-race-rests" || (code === "web-race-pupil" && !known)) void polling.now();
    else tell(() => String(message), "bad");
    show();
  }

  function forget() {
    token = "";
    page.store("race-pupil", token);
    seen = { status: "none" };
  }

  /** @param {Event} event */
  async function join(event) {
    event.preventDefault();
    const answer = await askRace("join", { name: parts.name.value });
    if (typeof answer.pupil === "string") {
      token = answer.pupil;
      page.store("race-pupil", token);
      tell(() => "");
    }
    take(answer);
  }

  function speak() {
    speakAll(root, (key) => say(key) ?? sayPlay(key));
    for (const node of [parts.message, parts.fault]) node.textContent = sentence();
    board.relabel();
    show();
  }

  entry.addEventListener("submit", join);
  speak();
  void polling.now();
  return {
    close() {
      polling.stop();
      clearInterval(ticking);
    },
    speak,
    keys: () => sayPlay("keys").slice(0, KEYS),
    onkey: press,
    restore() {},
  };
}
