// Play: visit every square once. The page knows all rules; the server only helps and verifies.

import { ask, fetchFile, Requests } from "../api.js";
import { EMPTY, requestOf, same, squareName, writeProblem, wrongWith } from "../board/geometry.js";
import { dateOf, paced } from "../clock.js";
import { closeSheet, make } from "../dom.js";
import { mountKeys } from "../game/keys.js";
import { helpOf, placeOf, stepped } from "../game/reasons.js";
import { exitsOf, faultOf, firstSquares, readGame, readMoves, stateOf } from "../game/rules.js";
import { makeShelf, mountKept } from "../kept.js";
import { mountPlayer } from "../player.js";
import { boardWords, dateText, pieceName, words } from "../words.js";
import { boardOf } from "./day.js";
import { nameOf, pictureOf } from "./names.js";
import { mountPossible } from "./possible.js";
import { mountProgress } from "./progress.js";
import * as state from "./state.js";
import { DAY, makeView } from "./view.js";

const say = words("play");

/** @typedef {import("../game/rules.js").Square} Square */
/** @typedef {import("../game/rules.js").Sentence} Sentence */

const SECONDS = 4; // the limit of a request for help
const KEEP = 1000; // milliseconds until a saved file is forgotten
const PICTURE = { format: "svg", style: "path", theme: "light", width: 720, fps: 8 };

/** @type {import("../app.js").Mount} */
export function mount(root, page) {
  let game = state.begin(EMPTY, []);
  /** @type {import("./view.js").Help | null} */
  let help = null;
  /** @type {() => string} */
  let sentence = () => ""; // the message, in the current language
  let mood = "";
  let wrong = false; // whether the message is about a fault of the chosen board
  let hasOwn = false; // whether games of the reader were kept when this game was opened
  const requests = new Requests();
  const player = mountPlayer({
    onshow(count, playing) {
      if (!game.watch) return;
      game = state.showing(game, count);
      show(game.path.at(-1));
      if (playing && count) tellStep();
    },
    onstep: tellStep,
    onend: tellStep,
  });
  const shelf = makeShelf(page, "games", {
    read: state.fromStored,
    write: state.toStored,
    same: (a, b) => a.own === b.own || a.game === b.game,
    sign: ({ game: text, done }) => `${text} ${done}`,
  });
  const view = makeView(
    root,
    {
      undo,
      redo,
      restart,
      rewind: toSafety,
      hint,
      conclude,
      giveUp,
      mine: () => leave(false),
      adopt: () => leave(true),
      newGame,
      toOwn,
      share,
      chosen,
      next: () => play(progress.next()),
      replay,
      save,
      today: () => go(...ofToday()),
    },
    game,
    player,
  );
  const possible = mountPossible((reason) => {
    view.note.textContent = reason && `${reason} ${say("anyway")}`;
  });
  const progress = mountProgress(page, view, () => game, play);
  const keptList = mountKept(view.list, shelf, {
    nameOf,
    pictureOf,
    hides: ({ own }) => own === game.own,
    open: (next) => go(next),
    none: () => say("keptNone"),
  });
  view.targets.checked = page.load("targets") !== false;

  // -- messages ----------------------------------------------------------------------------------

  /** @param {Square} square */
  const name = (square) => squareName(square, game.problem.rows);
  /** @param {Sentence} sentence */
  const textOf = ([key, values]) =>
    say(key, values?.code ? { ...values, piece: pieceName(values.code) } : values);

  /**
   * @param {Sentence | string} what - a key of words with its values, or a text of the server
   * @param {"" | "good" | "bad"} [feeling]
   */
  function tell(what, feeling = "") {
    sentence = () => (typeof what === "string" ? what : textOf(what));
    mood = feeling;
    view.message.textContent = sentence();
    view.message.className = `message ${mood}`;
    page.announce(sentence());
  }

  /** @param {Sentence} otherwise - what to say unless the game is at its end */
  function tellState(otherwise) {
    const end = state.endOf(game);
    if (end) tell(end, "bad");
    else if (stateOf(game.problem, game.path) === "won") judge();
    else tell(otherwise);
  }

  /** @param {Square} [cursor] */
  function show(cursor) {
    view.show(game, help, cursor);
    progress.showClock();
    view.toOwn.hidden = game.own !== null || !hasOwn;
  }

  function forget() {
    requests.stop();
    help = null;
  }

  const saving = paced(() => {
    page.fragment(state.textOf(game));
    view.link.hidden = true; // it was of another position
  });

  function keep() {
    if (game.own !== null) {
      // Another tab has gone on with this game: then here it is another game.
      if (shelf.stored(game)?.own === game.own && shelf.isStale(game)) {
        game = state.owned({ ...game, own: null });
      }
      shelf.keep(game);
    }
    if (view.kept.open) keptList.show();
  }

  // -- moves ------------------------------------------------------------------------------------

  /** @param {state.Game} next */
  function setGame(next) {
    game = progress.timed(next.path === state.mine(game) ? next : state.owned(next));
    forget();
    show(game.path.at(-1));
    keep();
    saving.soon();
  }

  /** Move to a square, or say why that is not a move. @param {Square} square */
  function move(square) {
    if (game.watch) {
      tell(["busyWatching"], "bad");
      return false;
    }
    const fault = faultOf(game.problem, game.path, square);
    if (fault) {
      tell(fault, "bad");
      return false;
    }
    setGame(state.move(game, square));
    progress.note();
    const number = game.path.length;
    tellState(
      number === 1
        ? ["begin", { name: name(square) }]
        : ["moved", { name: name(square), number, left: state.left(game) }],
    );
    return true;
  }

  function undo() {
    if (!state.canUndo(game)) return;
    setGame(state.backTo(game, game.path.length - 1));
    tell(["undone", { name: state.lastName(game) }]);
  }

  function redo() {
    if (!state.canRedo(game)) return;
    setGame(state.redo(game));
    progress.note();
    tellState(["redone", { name: state.lastName(game) }]);
  }

  function restart() {
    setGame(state.backTo(game, firstSquares(game.problem).length));
    tell(["restarted"]);
  }

  /** @param {string} text */
  function moveAll(text) {
    const squares = readMoves(text, game.problem.rows);
    if (!squares.length) {
      tell(["nothing"], "bad");
      return false;
    }
    for (const [i, square] of squares.entries()) {
      if (!Array.isArray(square)) {
        tell(["notName", { word: square.slice(0, 20) }], "bad");
        return false;
      }
      // A tour that is typed whole begins where the piece is already.
      const { path } = game;
      if (i === 0 && squares.length > 1 && path.length === 1 && same(path[0], square)) continue;
      if (!move(square)) return false;
    }
    if (squares.length > 1 && stateOf(game.problem, game.path) === "going") {
      tell(["movedMany", { n: squares.length, name: state.lastName(game) }]);
    }
    return true;
  }

  async function judge() {
    const { problem, path, shown } = game;
    const own = shown === null;
    const begin = () => (own ? say("won") : say("wonShown", { n: shown }));
    tell(begin(), own ? "good" : "");
    const verdict = await ask("verify", { ...requestOf(problem), tour: path });
    if (path !== game.path) return; // the game has changed meanwhile
    const judged = verdict.status === "valid" || verdict.status === "invalid";
    const judgement = judged ? verdict.message : say("unjudged");
    const valid = verdict.status !== "invalid";
    tell(`${begin()} ${judgement}`, valid ? (own ? "good" : "") : "bad");
  }

  // -- help -------------------------------------------------------------------------------------

  /**
   * The answer of the server to a request for help; null if the game has changed meanwhile.
   * @param {number} strength
   * @param {Square[]} [path]
   * @param {boolean} [hasty] - see api.js
   */
  async function fetchHelp(strength, path = game.path, hasty = false) {
    forget();
    show();
    tell(["looking"]);
    const body = { ...requestOf(game.problem), path, strength, seconds: SECONDS };
    const reply = await requests.run((signal) => ask("hint", body, signal, hasty));
    if (reply && reply.status !== "hint") {
      tell(reply.message, "bad");
      return null;
    }
    if (reply && !game.helped) {
      game = { ...game, helped: true };
      keep();
    }
    return reply;
  }

  /**
   * @param {import("../api.js").Answer} reply
   * @param {Partial<import("./view.js").Help> & {again: () => void}} more
   */
  function showHelp(reply, more) {
    help = { ...helpOf(reply), ...(more.candidates && { argument: [] }), ...more };
    const told = help.argument.length || help.reason ? reply.short : reply.message; // why is below
    tell(told, help.lost ? "bad" : reply.finishable ? "good" : "");
    page.announce(reply.message);
    show();
    view.board.relabel();
    if (help.lost) void tellFarthest(told);
  }

  /**
   * Add to the reason why a board has no tour, or a game cannot be finished, how far a path gets.
   * @param {string} reason
   * @param {Square[]} [path]
   */
  async function tellFarthest(reason, path = game.path) {
    const { problem } = game;
    const asked = help;
    const { farthest } = await import("./farthest.js");
    if (help !== asked) return;
    const far = await requests.run((signal) => farthest(problem, signal, path));
    if (far && help === asked) tell(`${reason} ${far}`, "bad");
  }

  /** Show a conclusion before or after the conclusion that is shown. @param {number} by */
  function conclude(by) {
    const next = stepped(help, by);
    if (!next) return;
    help = next;
    show();
    view.board.relabel();
    page.announce(`${placeOf(help, say)}: ${help.argument[help.at].text}`);
  }

  /** @param {number} strength */
  async function hint(strength) {
    const reply = await fetchHelp(strength, game.path, true);
    if (!reply) return;
    const again = () => void hint(strength);
    if (strength !== 2) {
      const candidates = reply.move ? [{ square: reply.move, good: true, ways: [] }] : undefined;
      showHelp(reply, { candidates, again });
      if (reply.move) tell(reply.why, "good");
      return;
    }
    /** @type {{square: Square, exits: number, finishable: boolean | null, message: string}[]} */
    const found = reply.candidates;
    const candidates = found.map(({ square, exits, finishable }) => ({
      square,
      exits,
      good: finishable,
      ways: exitsOf(game.problem, game.path, square),
    }));
    // The candidates show it all: marks below them would only confuse.
    const texts = found.map((one) => one.message);
    showHelp(reply, candidates.length ? { candidates, lines: texts, marks: [], again } : { again });
  }

  /** Go back to the longest beginning of the game that can be finished. */
  async function toSafety() {
    const first = firstSquares(game.problem).length;
    let [good, bad] = [first - 1, game.path.length];
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      const reply = await fetchHelp(1, game.path.slice(0, middle));
      if (!reply) return;
      if (reply.finishable) good = middle;
      else bad = middle;
    }
    if (good < first) {
      tell(["neverCould"], "bad");
      void tellFarthest(say("neverCould"), []);
      return;
    }
    setGame(state.backTo(game, good));
    tell(good ? ["rewound", { name: state.lastName(game), n: good }] : ["undone"], "good");
    view.undo.focus();
  }

  // -- watching a solution, or your own tour ----------------------------------------------------

  async function giveUp() {
    const reply = await fetchHelp(3);
    if (!reply) return;
    if (!reply.rest.length) {
      showHelp(reply, { again: giveUp });
      return;
    }
    game = progress.timed(state.watch(game, reply.rest));
    showPlayer();
    tell([page.reduced ? "watchByHand" : "watching"]);
  }

  function replay() {
    game = state.replay(game);
    showPlayer();
    tell(["replaying"]);
  }

  function showPlayer() {
    if (!game.watch) return;
    const { tour, least } = game.watch;
    player.speak(say(state.isReplay(game) ? "tour" : "solution"));
    player.load(tour.length, least, least);
    player.run.focus();
    if (!page.reduced) player.play();
  }

  function tellStep() {
    const [number, rest] = [game.path.length, state.left(game)];
    if (!rest) tell([state.isReplay(game) ? "replayed" : "watched"], "good");
    else if (number) tell(["moved", { name: state.lastName(game), number, left: rest }]);
  }

  /** @param {boolean} adopting */
  function leave(adopting) {
    player.pause();
    setGame(state.leave(game, adopting));
    tellState(game.path.length ? ["undone", { name: state.lastName(game) }] : ["choose"]);
    view.board.focus();
  }

  // -- boards and links -------------------------------------------------------------------------

  /** @param {state.Game} next @param {Sentence} [reply] */
  function begin(next, reply = next.path.length ? ["loaded"] : ["choose"]) {
    player.pause();
    game = progress.restart(next);
    hasOwn = shelf.latest() !== null;
    shelf.opened(game);
    forget();
    possible.stop();
    view.link.hidden = true;
    show(game.path.at(-1));
    view.chooser.set(game.problem);
    keep();
    progress.showLevels();
    const values = { name: state.lastName(game), code: game.problem.piece };
    tellState(reply[0] === "newBoard" ? ["newBoard", values] : reply);
  }

  /**
   * Go to a game with a history entry of its own: the browser's Back leads to the last game.
   * @param {state.Game} next
   * @param {Sentence} [reply]
   */
  function go(next, reply) {
    saving.now();
    history.pushState(null, "", `#play/${state.textOf(next)}`);
    begin(next, reply);
    saving.now();
    view.board.focus();
    view.levels.hidePopover();
    closeSheet(root);
    scrollTo(0, 0);
  }

  /** @param {state.Problem} problem */
  const untouched = (problem) => state.begin(problem, firstSquares(problem));

  /** @param {state.Problem} problem */
  const fresh = (problem) => state.owned(untouched(problem));

  /** Play on another board. @param {state.Problem} problem */
  function play(problem) {
    go(fresh(problem), ["newBoard"]);
    view.another.open = false;
  }

  /**
   * The game of today, as far as it was played, and what to say.
   * @returns {[state.Game, Sentence]}
   */
  function ofToday() {
    const date = dateOf(new Date());
    const { problem } = boardOf(date);
    const text = writeProblem(problem);
    const begun = shelf.all().find((one) => writeProblem(one.problem) === text);
    return [begun ?? fresh(problem), ["dayBoard", { date: dateText(new Date(date), DAY) }]];
  }

  function toOwn() {
    const latest = shelf.latest();
    if (latest) go(latest);
  }

  /** @param {state.Problem | null} problem - the board that is chosen now; null for an invalid one */
  function chosen(problem) {
    if (!problem) possible.stop();
    else possible.look(problem);
    if (problem && wrong) tellState(["corrected"]); // no longer
    wrong = false;
  }

  function newGame() {
    const next = view.chooser.problem;
    const fault = wrongWith(next);
    if (fault) {
      tell(boardWords(fault), "bad");
      wrong = true;
      return;
    }
    const reason = view.note.textContent;
    play(next);
    if (reason) tell(reason, "bad");
  }

  async function share() {
    saving.now();
    tell([await page.copyLink(view.link)]);
  }

  /** Save a picture of the reader's tour. */
  async function save() {
    const { problem, path } = game;
    tell(["drawing"]);
    const body = { ...requestOf(problem), tour: path, ...PICTURE };
    const file = await requests.run((signal) => fetchFile("picture", body, signal));
    if (!file) return;
    if (!(file instanceof Blob)) {
      tell(String(file.message), "bad");
      return;
    }
    const href = URL.createObjectURL(file);
    const download = `caballero-${problem.rows}x${problem.columns}.svg`;
    make("a", { href, download }).click();
    setTimeout(() => URL.revokeObjectURL(href), KEEP);
    tell(["drawn", { name: download }], "good");
  }

  // -- events -------------------------------------------------------------------------------------

  const onkey = mountKeys(view, player, () => game, { undo, redo, hint });
  view.board.onchoose = move;

  view.typing.addEventListener("submit", (event) => {
    event.preventDefault();
    if (moveAll(view.typed.value)) view.typed.value = "";
    view.typed.focus();
  });
  view.kept.addEventListener("toggle", keptList.show);
  view.targets.addEventListener("change", () => {
    page.store("targets", view.targets.checked);
    show();
  });
  view.showTime.addEventListener("change", () => {
    page.store("clock", view.showTime.checked);
    show();
    progress.showLevels();
  });
  document.addEventListener("visibilitychange", setClock);
  addEventListener("pagehide", saving.flush);

  function setClock() {
    game = progress.timed(game);
  }

  view.speak();
  const latest = shelf.latest();
  if (latest) begin(latest);
  else begin(untouched(progress.first()), ["newBoard"]);

  return {
    help: () => say("rulesText"),
    keys: () => say("keys"),
    onkey,
    /** Repeat the server's help in the new language. */
    speak() {
      view.speak();
      player.speak(say(state.isReplay(game) ? "tour" : "solution"));
      possible.speak();
      show();
      progress.showLevels();
      view.board.relabel();
      if (view.kept.open) keptList.show();
      const won = !game.watch && mood && stateOf(game.problem, game.path) === "won";
      if (help) help.again();
      else if (won) judge();
      else view.message.textContent = sentence();
    },
    close() {
      player.pause();
      progress.close();
      document.removeEventListener("visibilitychange", setClock);
      saving.flush();
      requests.stop();
      possible.stop();
      removeEventListener("pagehide", saving.flush);
    },
    restore(rest) {
      if (rest === "day") {
        begin(...ofToday());
        saving.soon();
        return;
      }
      const next = readGame(rest);
      if (!next) {
        tell(["badLink"], "bad");
        return;
      }
      const first = firstSquares(next.problem).length;
      const linked = state.begin(next.problem, next.path);
      const text = state.textOf(linked);
      if (state.textOf(game) === text) return;
      const own = shelf.all().find((one) => state.textOf(one) === text);
      if (own) begin(own);
      else begin(linked, next.path.length > first && shelf.latest() ? ["linked"] : ["newBoard"]);
      saving.soon();
    },
  };
}
