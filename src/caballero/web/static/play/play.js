// Play: visit every square once. The page knows all rules; the server only helps and verifies.

import { ask, Requests } from "../api.js";
import { EMPTY, lastOf, requestOf, same, squareName, wrongWith } from "../board/geometry.js";
import { boardWords } from "../board/words.js";
import { makeShelf, mountKept } from "../kept.js";
import { paced } from "../paced.js";
import { exitsOf, faultOf, firstSquares, readGame, readMoves, stateOf, targetsOf } from "./game.js";
import { mountPossible } from "./possible.js";
import * as state from "./state.js";
import { makeView, nameOf, pictureOf, pieceName, SPEEDS } from "./view.js";
import { say } from "./words.js";

/** @typedef {import("./game.js").Square} Square */
/** @typedef {import("./game.js").Sentence} Sentence */

const SECONDS = 4; // the limit of a request for help

/**
 * @param {Element} root
 * @param {import("../app.js").Page} page
 * @returns {import("../app.js").View}
 */
export function mount(root, page) {
  let game = state.begin(EMPTY, []);
  /** @type {import("./view.js").Help | null} */
  let help = null;
  /** @type {number | undefined} */
  let timer; // of a solution that runs
  /** @type {() => string} */
  let sentence = () => ""; // the message, in the current language
  let mood = "";
  let wrong = false; // whether the message is about a fault of the chosen board
  let hasOwn = false; // whether games of the reader were kept when this one was opened
  const requests = new Requests();
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
      run: () => (timer ? pause() : run()),
      stepBack: () => byHand(-1),
      step: () => byHand(1),
      mine: () => leave(false),
      adopt: () => leave(true),
      newGame,
      toOwn,
      share,
      chosen,
    },
    game,
  );
  const possible = mountPossible((reason) => {
    view.note.textContent = reason && `${reason} ${say("anyway")}`;
  });
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

  /**
   * @param {Sentence | string} what - a key of words.js with its values, or a text of the server
   * @param {"" | "good" | "bad"} [feeling]
   */
  function tell(what, feeling = "") {
    sentence = () => (typeof what === "string" ? what : say(...what));
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
    view.show(game, help, { running: Boolean(timer), cursor });
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
      // Another tab has gone on with this game: then here it is another one.
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
    game = next.path === state.mine(game) ? next : state.owned(next);
    forget();
    show(game.path.at(-1));
    keep();
    saving.soon();
  }

  /**
   * Move to a square, or say why that is not a move.
   * @param {Square} square
   */
  function move(square) {
    if (game.watch) {
      tell(["busyWatching"], "bad");
      return false;
    }
    const fault = faultOf(game.problem, game.path, square);
    if (fault) {
      const [key, where, from, piece] = fault;
      tell([key, where, from, piece && pieceName(piece)], "bad");
      if (piece) sentence = () => say(key, where, from, pieceName(piece));
      return false;
    }
    setGame(state.move(game, square));
    const number = game.path.length;
    tellState(
      number === 1 ? ["begin", name(square)] : ["moved", name(square), number, state.left(game)],
    );
    return true;
  }

  function undo() {
    if (!state.canUndo(game)) return;
    setGame(state.backTo(game, game.path.length - 1));
    tell(["undone", state.lastName(game)]);
  }

  function redo() {
    if (!state.canRedo(game)) return;
    setGame(state.move(game, lastOf(game.undone)));
    tellState(["redone", state.lastName(game)]);
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
        tell(["notName", square.slice(0, 20)], "bad");
        return false;
      }
      // A tour that is typed whole begins where the piece is already.
      const { path } = game;
      if (i === 0 && squares.length > 1 && path.length === 1 && same(path[0], square)) continue;
      if (!move(square)) return false;
    }
    if (squares.length > 1 && stateOf(game.problem, game.path) === "going") {
      tell(["movedMany", squares.length, state.lastName(game)]);
    }
    return true;
  }

  async function judge() {
    const { problem, path } = game;
    tell(["won"], "good");
    const verdict = await ask("verify", { ...requestOf(problem), tour: path });
    if (path !== game.path) return; // the game has changed meanwhile
    const judged = verdict.status === "valid" || verdict.status === "invalid";
    const judgement = judged ? verdict.message : say("unjudged");
    tell(`${say("won")} ${judgement}`, verdict.status === "invalid" ? "bad" : "good");
  }

  // -- help -------------------------------------------------------------------------------------

  /**
   * The answer of the server to a request for help; null if the game has changed meanwhile.
   * @param {number} strength
   * @param {Square[]} [path]
   */
  async function fetchHelp(strength, path = game.path) {
    forget();
    show();
    tell(["looking"]);
    const body = { ...requestOf(game.problem), path, strength, seconds: SECONDS };
    const reply = await requests.run((signal) => ask("hint", body, signal));
    if (!reply || reply.status === "hint") return reply;
    tell(reply.message, "bad");
    return null;
  }

  /**
   * @param {import("../api.js").Answer} reply
   * @param {Partial<import("./view.js").Help> & {again: () => void}} more
   */
  function showHelp(reply, more) {
    const lost = reply.finishable === false;
    const lines = lost && !more.candidates ? (reply.argument ?? []) : [];
    const argument = lines.length > 1 ? lines : [];
    const marks = lost ? (reply.marks ?? []) : [];
    help = { lost, legend: reply.legend ?? [], marks, argument, at: 0, ...more };
    tell(reply.message, lost ? "bad" : reply.finishable ? "good" : "");
    show();
    view.board.relabel();
  }

  /**
   * Show the conclusion before or after the one that is shown.
   * @param {number} by
   */
  function conclude(by) {
    const line = help?.argument[help.at + by];
    if (!help || !line) return;
    help = { ...help, at: help.at + by };
    show();
    view.board.relabel();
    page.announce(`${say("conclusion", help.at + 1, help.argument.length)}: ${line.text}`);
  }

  /** @param {number} strength */
  async function hint(strength) {
    const reply = await fetchHelp(strength);
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
      return;
    }
    setGame(state.backTo(game, good));
    tell(good ? ["rewound", state.lastName(game), good] : ["undone", ""], "good");
    view.undo.focus();
  }

  // -- watching a solution ----------------------------------------------------------------------

  async function giveUp() {
    const reply = await fetchHelp(3);
    if (!reply) return;
    if (!reply.rest.length) {
      showHelp(reply, { again: giveUp });
      return;
    }
    game = state.watch(game, reply.rest);
    tell([page.reduced ? "watchByHand" : "watching"]);
    if (page.reduced) show();
    else run();
    (page.reduced ? view.step : view.run).focus();
  }

  function run() {
    const next = () => {
      if (showStep(1)) timer = setTimeout(next, SPEEDS[view.speed.valueAsNumber]);
      else pause();
    };
    timer = setTimeout(next, SPEEDS[view.speed.valueAsNumber]);
    show();
  }

  function pause() {
    clearTimeout(timer);
    timer = undefined;
    show();
  }

  /**
   * One step of the solution; whether there are more.
   * @param {number} by
   */
  function showStep(by) {
    game = state.step(game, by);
    const [number, rest] = [game.path.length, state.left(game)];
    show(game.path.at(-1));
    if (!rest) tell(["watched"], "good");
    else if (number) tell(["moved", state.lastName(game), number, rest]);
    return rest > 0;
  }

  /** @param {number} by */
  function byHand(by) {
    pause();
    showStep(by);
    show();
  }

  /** @param {boolean} adopting */
  function leave(adopting) {
    pause();
    setGame(state.leave(game, adopting));
    tellState(game.path.length ? ["undone", state.lastName(game)] : ["choose"]);
    view.board.focus();
  }

  // -- boards and links -------------------------------------------------------------------------

  /**
   * @param {state.Game} next
   * @param {Sentence} [reply]
   */
  function begin(next, reply = next.path.length ? ["loaded"] : ["choose"]) {
    clearTimeout(timer);
    timer = undefined;
    game = next;
    hasOwn = shelf.latest() !== null;
    shelf.opened(game);
    forget();
    possible.stop();
    view.link.hidden = true;
    show(game.path.at(-1));
    view.chooser.set(game.problem);
    keep();
    tellState(reply);
  }

  /**
   * Go to a game with a history entry of its own: the browser's Back leads to the one before.
   * @param {state.Game} next
   * @param {Sentence} [reply]
   */
  function go(next, reply) {
    saving.now();
    history.pushState(null, "", `#play/${state.textOf(next)}`);
    begin(next, reply);
    saving.now();
    view.board.focus();
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
    go(state.owned(state.begin(next, firstSquares(next))), ["newBoard"]);
    if (reason) tell(reason, "bad");
    view.another.open = false;
  }

  async function share() {
    saving.now();
    tell([await page.copyLink(view.link)]);
  }

  // -- events -------------------------------------------------------------------------------------

  view.board.onchoose = move;
  view.board.onkey = (event, square) => {
    const { key } = event;
    if (event.ctrlKey ? key === "z" : key === "u" || key === "Backspace") undo();
    else if (event.ctrlKey ? key === "y" : key === "r") redo();
    else if (event.ctrlKey) return;
    else if (key === "p" && game.path.length) view.board.focus(lastOf(game.path));
    else if (key.toLowerCase() === "n") seek(square, event.shiftKey);
    else return;
    event.preventDefault();
    if (["u", "r", "z", "y", "Backspace"].includes(key)) view.board.focus();
  };

  /**
   * Go to the next square that the piece can move to, in reading order.
   * @param {Square} square
   * @param {boolean} backwards
   */
  function seek(square, backwards) {
    /** @param {Square} square */
    const order = ([r, c]) => r * game.problem.columns + c;
    const found = targetsOf(game.problem, game.path).sort((a, b) => order(a) - order(b));
    if (backwards) found.reverse();
    const beyond = found.find((to) =>
      backwards ? order(to) < order(square) : order(to) > order(square),
    );
    if (found.length) view.board.focus(beyond ?? found[0]);
  }

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
  view.speed.addEventListener("input", () => {
    if (!timer) return;
    pause();
    run();
  });
  addEventListener("pagehide", saving.flush);

  view.speak();
  begin(shelf.latest() ?? state.begin(EMPTY, []));

  return {
    keys: () => say("keys"),
    /** Repeat the server's help in the new language. */
    speak() {
      view.speak();
      possible.speak();
      show();
      view.board.relabel();
      if (view.kept.open) keptList.show();
      const won = !game.watch && mood && stateOf(game.problem, game.path) === "won";
      if (help) help.again();
      else if (won) judge();
      else view.message.textContent = sentence();
    },
    close() {
      clearTimeout(timer);
      saving.flush();
      requests.stop();
      possible.stop();
      removeEventListener("pagehide", saving.flush);
    },
    restore(rest) {
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
      else begin(linked, next.path.length > first ? ["linked"] : undefined);
      saving.soon();
    },
  };
}
