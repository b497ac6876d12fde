// The game: visit every square once. All rules are here; the server only helps and judges.

import { ask } from "./api.js";
import { BoardView, markClass } from "./board.js";
import { mountChooser } from "./chooser.js";
import {
  exitsOf,
  faultOf,
  opening,
  readGame,
  readMoves,
  stateOf,
  targetsOf,
  writeGame,
} from "./game.js";
import {
  EMPTY,
  PIECES,
  askedOf,
  same,
  squareCount,
  squareName,
  wrongWith,
} from "./geometry.js";
import { button, make, row } from "./parts.js";
import { common, speakAll, words } from "./words.js";
import { SAID } from "./words-play.js";

const say = words(SAID);
const SECONDS = 4; // what the server may take for help
const SPEEDS = [2000, 1000, 500, 250, 100]; // milliseconds a step
const SAVES = 30; // how often the address is written in a window of time, in milliseconds
const WINDOW = 10_000;

export function mount(root, page) {
  let question = EMPTY;
  let path = [];
  let undone = []; // what redo brings back, the next one last
  let told = ["choose"]; // the message: a key and its values, or a sentence of the server's
  let mood = "";
  let help = null; // what the server said: { marks, legend, candidates, again }
  let watch = null; // { from, rest, timer }: a solution is being shown from that many squares on
  let asking = null; // to give a request up
  let reachable = page.kept("targets") !== false;

  // -- the parts ------------------------------------------------------------------------------

  const table = make("div", { className: "table" });
  const view = new BoardView(table, { interactive: true });
  const made = make("span");
  const left = make("span");
  const message = make("p", { className: "message" });
  const answer = make("div", { className: "answer" });
  const undo = button("undo", () => back());
  const redo = button("redo", () => forth());
  const restart = button("restart", () => anew());
  const rewind = button("rewind", () => toSafety(), { hidden: true });
  const helpers = [
    button("canIt", () => hint(1)),
    button("why", () => hint(2)),
    button("next", () => hint(3)),
    button("giveUp", () => giveUp()),
  ];
  const typed = make("input", { type: "text", autocomplete: "off", spellcheck: false });
  typed.setAttribute("autocapitalize", "none");
  const typing = make(
    "form",
    { className: "fields typing" },
    make("label", {}, make("span", { data: { say: "typed" } }), typed),
    make("button", { data: { say: "go" } }),
  );
  const targets = make("input", { type: "checkbox", checked: reachable });
  const link = make("input", { type: "text", readOnly: true, hidden: true, data: { name: "link" } });
  const share = button("share", () => shareLink());
  const run = button("run", () => (watch.timer ? pause() : go()));
  const stepBack = button("back", () => byHand(-1));
  const step = button("step", () => byHand(1));
  const speed = make("input", { type: "range", min: 0, max: SPEEDS.length - 1, value: 2 });
  const player = make(
    "section",
    { className: "panel", hidden: true, data: { name: "player" } },
    row(run, stepBack, step),
    make("label", { className: "speed" }, make("span", { data: { say: "speed" } }), speed),
    row(
      button("mine", () => leave(false)),
      button("adopt", () => leave(true)),
    ),
  );
  const keys = make("dl", { className: "keys" });
  const chooserBox = make("div");
  const another = make(
    "details",
    { className: "panel another" },
    make("summary", { data: { say: "another" } }),
    chooserBox,
    row(button("playHere", () => newGame(), { className: "first" })),
  );
  const side = make(
    "div",
    { className: "side" },
    make("p", { className: "counts" }, made, left),
    message,
    player,
    row(undo, redo, restart),
    make("h2", { data: { say: "helpTitle" } }),
    row(...helpers, rewind),
    answer,
    typing,
    make("label", { className: "tick" }, targets, make("span", { data: { say: "showTargets" } })),
    row(share),
    link,
    make(
      "details",
      { className: "panel rules" },
      make("summary", { data: { say: "rules" } }),
      make("p", { data: { say: "rulesText" } }),
      keys,
      make("p", { data: { say: "ringMeans" } }),
    ),
  );
  root.append(make("div", { className: "game" }, table, side, another));
  const chooser = mountChooser(chooserBox, { question });

  // -- saying -----------------------------------------------------------------------------------

  const name = (square) => squareName(square, question.rows);
  const pieceName = (piece) => (Object.hasOwn(PIECES, piece) ? common(piece) : piece);

  // What was told, in the language of now: so a value may be a function.
  function sentence() {
    if (!Array.isArray(told)) return told;
    const [key, ...values] = told;
    return say(key, ...values.map((value) => (typeof value === "function" ? value() : value)));
  }

  function tell(what, feeling = "") {
    told = what;
    mood = feeling;
    message.textContent = sentence();
    message.className = `message ${mood}`;
    page.announce(message.textContent);
  }

  function tellFault([key, ...values]) {
    const said = [key, ...values];
    if (key === "notReached") said[3] = () => pieceName(question.piece);
    tell(said, "bad");
  }

  // What there is to say of where the game stands after a move.
  function tellState(otherwise) {
    const state = stateOf(question, path);
    if (state === "stuck") {
      const undoable = path.length > opening(question).length;
      tell(["stuck", name(path.at(-1)), squareCount(question) - path.length, undoable], "bad");
    } else if (state === "open") {
      tell(["open", name(path.at(-1)), name(path[0])], "bad");
    } else if (state === "won") {
      won();
    } else {
      tell(otherwise);
    }
  }

  view.nameOf = (square, seen) => {
    const parts = [name(square)];
    if (seen.hole) parts.push(say("isHole"));
    if (seen.number) parts.push(say("move", seen.number));
    if (seen.last) parts.push(say("here"));
    if (seen.start) parts.push(say("givenStart"));
    if (seen.end) parts.push(say("givenEnd"));
    if (seen.target) parts.push(say("reach"));
    if (seen.exits !== undefined) parts.push(say("exitsHere", seen.exits));
    if (seen.good === true) parts.push(say("canFinish"));
    if (seen.good === false) parts.push(say("cannotFinish"));
    if (seen.mark) parts.push(`${seen.mark}: ${meaningOf(seen.mark)}`);
    return parts.join(", ");
  };

  function meaningOf(mark) {
    const legend = help?.legend ?? [];
    return (legend.find(([letters]) => letters === mark) ?? legend.at(-1) ?? [])[1] ?? "";
  }

  // -- showing ----------------------------------------------------------------------------------

  function show(cursor) {
    const shown = reachable && !watch && !help?.candidates ? targetsOf(question, path) : [];
    view.draw({
      question,
      path,
      closed: question.closed && stateOf(question, path) === "won",
      marks: help?.marks ?? [],
      candidates: help?.candidates ?? [],
      targets: shown,
      cursor,
      label: say("board", question.rows, question.columns, pieceName(question.piece), question.closed),
    });
    made.textContent = say("made", Math.max(0, path.length - 1));
    left.textContent = say("left", squareCount(question) - path.length);
    undo.disabled = Boolean(watch) || path.length <= opening(question).length;
    redo.disabled = Boolean(watch) || !undone.length;
    restart.disabled = undo.disabled;
    rewind.hidden = Boolean(watch) || !help?.lost || !path.length;
    for (const one of helpers) one.disabled = Boolean(watch);
    player.hidden = !watch;
    if (watch) {
      const ended = path.length >= watch.from + watch.rest.length;
      run.dataset.say = watch.timer ? "pause" : "run";
      run.textContent = say(run.dataset.say);
      run.disabled = step.disabled = ended;
      stepBack.disabled = path.length <= watch.from;
    }
  }

  function showAnswer() {
    answer.replaceChildren();
    if (help?.candidates?.length && help.said) {
      answer.append(make("p", { textContent: say("exits"), className: "quiet" }));
      answer.append(make("ul", {}, ...help.said.map((text) => make("li", { textContent: text }))));
    }
    if (help?.marks?.length) {
      answer.append(make("p", { textContent: say("marks"), className: "quiet" }));
      const lines = help.legend.map(([letters, meaning]) =>
        make(
          "li",
          {},
          make("span", { className: `swatch mark ${markClass(letters[0])}`, textContent: letters }),
          ` ${meaning}`,
        ),
      );
      answer.append(make("ul", { className: "legend" }, ...lines));
    }
  }

  function forget() {
    asking?.abort();
    asking = null;
    if (!help) return;
    help = null;
    showAnswer();
  }

  // -- keeping ----------------------------------------------------------------------------------

  let saves = []; // when the address was written lately
  let saving = null;

  // The address and the store are written at once, but not more often than browsers allow.
  function save() {
    saves = saves.filter((time) => time > Date.now() - WINDOW);
    if (saves.length < SAVES) saveNow();
    else saving ??= setTimeout(saveNow, WINDOW / SAVES);
  }

  function saveNow() {
    clearTimeout(saving);
    saving = null;
    saves.push(Date.now());
    const text = writeGame(question, watch ? watch.mine : path);
    page.keep("game", text);
    page.fragment(text);
    link.value = location.href;
  }

  // -- moves ------------------------------------------------------------------------------------

  function moved(cursor) {
    forget();
    show(cursor);
    save();
  }

  // Go to a square if that is a move; say why not otherwise.
  function move(square) {
    if (watch) {
      tell(["busyWatching"], "bad");
      return false;
    }
    const fault = faultOf(question, path, square);
    if (fault) {
      tellFault(fault);
      return false;
    }
    path = [...path, square];
    undone = same(undone.at(-1), square) ? undone.slice(0, -1) : [];
    moved(square);
    const number = path.length;
    const rest = squareCount(question) - number;
    tellState(number === 1 ? ["begin", name(square)] : ["moved", name(square), number, rest]);
    return true;
  }

  function back() {
    if (undo.disabled) return;
    undone = [...undone, path.at(-1)];
    path = path.slice(0, -1);
    moved(path.at(-1));
    tell(["undone", path.length ? name(path.at(-1)) : ""]);
  }

  function forth() {
    if (redo.disabled) return;
    const square = undone.at(-1);
    undone = undone.slice(0, -1);
    path = [...path, square];
    moved(square);
    tellState(["redone", name(square)]);
  }

  function backTo(length) {
    undone = [...undone, ...path.slice(length).reverse()];
    path = path.slice(0, length);
    moved(path.at(-1));
  }

  function anew() {
    backTo(opening(question).length);
    tell(["restarted"]);
  }

  function moveAll(text) {
    const squares = readMoves(text, question.rows);
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
      if (i === 0 && squares.length > 1 && path.length === 1 && same(path[0], square)) continue;
      if (!move(square)) return false;
    }
    if (squares.length > 1 && stateOf(question, path) === "going") {
      tell(["movedMany", squares.length, name(path.at(-1))]);
    }
    return true;
  }

  async function won() {
    const mine = path;
    tell(["won"], "good");
    const verdict = await ask("verify", { ...askedOf(question), tour: path });
    if (path !== mine) return; // the game went on meanwhile
    const judged = verdict.status === "valid" || verdict.status === "invalid";
    const said = judged ? verdict.message : say("unjudged");
    tell(`${say("won")} ${said}`, verdict.status === "invalid" ? "bad" : "good");
  }

  // -- help -------------------------------------------------------------------------------------

  // Ask for help; the answer, or null if something else has happened meanwhile.
  async function helped(strength, about = path) {
    forget();
    const request = new AbortController();
    asking = request;
    show();
    tell(["looking"]);
    const asked = { ...askedOf(question), path: about, strength, seconds: SECONDS };
    const said = await ask("hint", asked, request.signal);
    if (asking !== request) return null;
    asking = null;
    if (said.status === "hint") return said;
    tell(said.message, "bad");
    return null;
  }

  function showHelp(said, more) {
    const lost = said.finishable === false;
    help = { lost, legend: said.legend ?? [], marks: lost ? (said.marks ?? []) : [], ...more };
    tell(said.message, lost ? "bad" : said.finishable ? "good" : "");
    show();
    showAnswer();
    view.relabel();
  }

  async function hint(strength) {
    const said = await helped(strength);
    if (!said) return;
    const again = () => hint(strength);
    if (strength === 2) {
      const candidates = said.candidates.map(({ square, exits, finishable }) => ({
        square,
        exits,
        good: finishable,
        ways: exitsOf(question, path, square),
      }));
      const spoken = said.candidates.map((one) => one.message);
      // The squares say it all: marks beneath them would only confuse.
      const more = candidates.length ? { candidates, said: spoken, marks: [] } : {};
      showHelp(said, { ...more, again });
    } else {
      const candidates = said.move ? [{ square: said.move, good: true, ways: [] }] : undefined;
      showHelp(said, { candidates, again });
      if (said.move) tell(["suggest", name(said.move)], "good");
    }
  }

  // The longest beginning of the game that can be finished: what can be is so from the first on.
  async function toSafety() {
    let [good, bad] = [opening(question).length - 1, path.length];
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      const said = await helped(1, path.slice(0, middle));
      if (!said) return;
      if (said.finishable) good = middle;
      else bad = middle;
    }
    if (good < opening(question).length) {
      tell(["neverCould"], "bad");
      return;
    }
    backTo(good);
    tell(good ? ["rewound", name(path.at(-1)), good] : ["undone", ""], "good");
    undo.focus();
  }

  // -- watching a solution ----------------------------------------------------------------------

  async function giveUp() {
    const said = await helped(3);
    if (!said) return;
    if (!said.rest.length) {
      showHelp(said, { again: giveUp });
      return;
    }
    watch = { from: path.length, rest: said.rest, mine: path, timer: null };
    tell([page.reduced ? "watchByHand" : "watching"]);
    if (page.reduced) show();
    else go();
    (page.reduced ? step : run).focus();
  }

  function go() {
    const next = () => {
      if (turn(1)) watch.timer = setTimeout(next, SPEEDS[speed.value]);
      else pause();
    };
    watch.timer = setTimeout(next, SPEEDS[speed.value]);
    show();
  }

  function pause() {
    clearTimeout(watch.timer);
    watch.timer = null;
    show();
  }

  // One step of the solution; whether there are more.
  function turn(by) {
    const shown = path.length - watch.from + by;
    path = [...watch.mine, ...watch.rest.slice(0, shown)];
    const number = path.length;
    const rest = squareCount(question) - number;
    show(path.at(-1));
    if (!rest) tell(["watched"], "good");
    else if (number) tell(["moved", name(path.at(-1)), number, rest]);
    return rest > 0;
  }

  function byHand(by) {
    pause();
    turn(by);
    show();
  }

  function leave(adopting) {
    pause();
    if (adopting && path.length > watch.from) undone = [];
    else path = watch.mine;
    watch = null;
    moved(path.at(-1));
    tellState(path.length ? ["undone", name(path.at(-1))] : ["choose"]);
    view.focus();
  }

  // -- boards and links -------------------------------------------------------------------------

  function begin(next, moves, said) {
    if (watch) pause();
    watch = null;
    question = next;
    path = moves;
    undone = [];
    forget();
    link.hidden = true;
    show(path.at(-1));
    chooser.set(question);
    tellState(said);
  }

  function newGame() {
    // A place in the history of its own: the browser's way back leads to the old game.
    const next = chooser.question;
    const wrong = wrongWith(next);
    if (wrong) {
      tell(common(wrong), "bad");
      return;
    }
    saveNow();
    history.pushState(null, "", `#play/${writeGame(next, opening(next))}`);
    begin(next, opening(next), ["newBoard"]);
    saveNow();
    another.open = false;
    view.focus();
  }

  async function shareLink() {
    saveNow();
    link.hidden = false;
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      tell(["copied"]);
    } catch {
      tell(["copyIt"]); // browsers allow it only at home, or encrypted
    }
  }

  // -- events -------------------------------------------------------------------------------------

  view.onchoose = move;
  view.onkey = (event, square) => {
    if (event.ctrlKey) {
      if (event.key === "z") back();
      else if (event.key === "y") forth();
      else return;
    } else if (event.key === "u" || event.key === "Backspace") back();
    else if (event.key === "r") forth();
    else if (event.key === "p" && path.length) view.focus(path.at(-1));
    else if (event.key.toLowerCase() === "n") seek(square, event.shiftKey);
    else return;
    event.preventDefault();
    if (["u", "r", "z", "y", "Backspace"].includes(event.key)) view.focus();
  };

  // To the next square that the piece can go to, in the order of reading.
  function seek(square, backwards) {
    const order = ([r, c]) => r * question.columns + c;
    const found = targetsOf(question, path).sort((a, b) => order(a) - order(b));
    if (backwards) found.reverse();
    const beyond = found.find((to) =>
      backwards ? order(to) < order(square) : order(to) > order(square),
    );
    if (found.length) view.focus(beyond ?? found[0]);
  }

  typing.addEventListener("submit", (event) => {
    event.preventDefault();
    if (moveAll(typed.value)) typed.value = "";
    typed.focus();
  });
  targets.addEventListener("change", () => {
    reachable = targets.checked;
    page.keep("targets", reachable);
    show();
  });
  speed.addEventListener("input", () => {
    if (!watch?.timer) return;
    pause();
    go();
  });
  const leaving = () => saving && saveNow();
  addEventListener("pagehide", leaving);

  // Everything that does not depend on the game.
  function translate() {
    speakAll(root, (key) => say(key) ?? common(key));
    chooser.speak();
    keys.replaceChildren(
      ...say("keys").flatMap(([key, does]) => [
        make("dt", { textContent: key }),
        make("dd", { textContent: does }),
      ]),
    );
  }

  // What the server said in one language is asked for again in the other.
  function speak() {
    translate();
    show();
    view.relabel();
    if (help?.again) help.again();
    else if (!watch && mood && stateOf(question, path) === "won") won();
    else message.textContent = sentence();
  }

  translate();
  const kept = readGame(page.kept("game"));
  if (kept) begin(kept.question, kept.path, kept.path.length ? ["loaded"] : ["choose"]);
  else begin(EMPTY, [], ["choose"]);

  return {
    speak,
    close() {
      if (watch) pause();
      if (saving) saveNow();
      asking?.abort();
      removeEventListener("pagehide", leaving);
    },
    restore(rest) {
      const game = readGame(rest);
      if (!game) {
        tell(["badLink"], "bad");
        return;
      }
      if (writeGame(question, path) === writeGame(game.question, game.path)) return;
      begin(game.question, game.path, game.path.length ? ["loaded"] : ["choose"]);
      save();
    },
  };
}
