// The board of a notebook: it plays, and it steps through a search. Python holds the problem, the
// path and the events; this module draws them and sends the reader's actions back. board.py joins
// it with the modules that it imports.

import { BoardView } from "../static/board/board.js";
import { lastOf, same, squareCount, squareName } from "../static/board/geometry.js";
import { sizeText } from "../static/board/grid.js";
import { attribute, button, keepFocus, make } from "../static/dom.js";
import {
  legendOf,
  makeStepper,
  seenOf,
  showAnswer,
  showArgument,
  stepped,
} from "../static/game/reasons.js";
import { exitsOf, faultOf, squareText, targetsOf } from "../static/game/rules.js";
import { format } from "../static/messages.js";
import { backTo, begin, move } from "../static/play/state.js";
import { themeOf } from "./theme.js";

/** @typedef {import("../static/board/geometry.js").Problem} Problem */
/** @typedef {import("../static/board/geometry.js").Square} Square */
/** @typedef {import("../static/play/view.js").Help} Help */
/** @typedef {[number, number, number, number, number]} Event - kind, row, column, nodes, back */
/**
 * The model of anywidget.
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(message: object) => void} send
 * @property {(event: string, act: () => void) => void} on
 * @property {(event: string, act: () => void) => void} off
 */

/**
 * The texts of a board; the words of the notebook come first.
 * @param {Model} model
 * @returns {import("../static/words.js").Say}
 */
function sayOf(model) {
  const { notebook, play, board } = model.get("words");
  const all = { ...board, ...play, ...notebook };
  return (key, values = {}) =>
    Object.hasOwn(all, key) ? format(all[key], values, model.get("language")) : key;
}

const SPEEDS = [1, 2, 5, 20, 60];
const [PLACE, , STEP_BACK, SOLUTION] = [0, 1, 2, 3]; // as in board.py

/**
 * What both kinds of boards have: the box, the board, and a line that is read aloud.
 * @param {Model} model
 * @param {HTMLElement} el
 * @param {boolean} interactive
 */
function stage(model, el, interactive) {
  const box = make("div", { className: "caballero" });
  box.lang = model.get("language");
  box.dataset.lmSuppressShortcuts = "true"; // arrows and Enter are the board's, not JupyterLab's
  const message = make("p", { className: "message", role: "status" });
  const quiet = make("p", { className: "message quiet" });
  const buttons = make("div", { className: "buttons" });
  const view = new BoardView(box, { interactive });
  box.append(message, buttons, quiet);
  el.append(box);
  const say = sayOf(model);
  /**
   * @param {string} key
   * @param {() => void} onclick
   */
  const press = (key, onclick) => {
    const made = button(key, onclick, { textContent: say(key) });
    buttons.append(made);
    return made;
  };
  /** @type {Problem} */
  const problem = model.get("problem_json");
  return { box, say, message, quiet, buttons, press, view, problem, stop: followTheme(box, el) };
}

/**
 * Show the box as light or dark as the notebook is; returns a function that stops it.
 * @param {HTMLElement} box
 * @param {HTMLElement} el
 */
function followTheme(box, el) {
  const follow = () => {
    box.style.colorScheme = themeOf(document, el);
  };
  const watcher = new MutationObserver(follow);
  for (const node of [document.documentElement, document.body]) {
    watcher.observe(node, { attributes: true });
  }
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", follow);
  follow();
  return () => {
    watcher.disconnect();
    system.removeEventListener("change", follow);
  };
}

// -- to play ---------------------------------------------------------------------------------

/** The letters of the keys that ask Python. */
const KEYS = /** @type {Record<string, string>} */ ({ c: "can-finish", e: "compare", h: "hint" });

/**
 * @param {Model} model
 * @param {HTMLElement} el
 */
function playing(model, el) {
  const { box, say, message, quiet, press, view, problem, stop } = stage(model, el, true);
  const name = (/** @type {Square} */ square) => squareName(square, problem.rows);
  const all = squareCount(problem);
  let game = begin(problem, model.get("path"));
  let at = 0; // the conclusion that is shown
  /** @type {Help | null} */
  let help = null;

  const stepper = makeStepper((by) => {
    at = stepped(help, by)?.at ?? at;
    draw();
  });
  stepper.argument.classList.add("panel");
  attribute(stepper.argument, "aria-label", say("argument"));
  attribute(stepper.conclusion, "aria-live", "polite");
  for (const one of [stepper.before, stepper.after, stepper.toEnd]) {
    one.textContent = say(one.dataset.say ?? "");
  }
  const answerBox = make("div", { className: "answer" });

  const set = (/** @type {typeof game} */ next) => {
    game = next;
    model.set("path", game.path);
    model.save_changes();
  };
  const targets = () => {
    if (game.path.length) return targetsOf(problem, game.path);
    return problem.start ? [problem.start] : [];
  };

  /** What Python has answered. */
  function answer() {
    /** @type {[Square, number | null, boolean | null][]} */
    const rated = model.get("candidates");
    const candidates = rated.map(([square, exits, good]) => ({
      square,
      ...(exits === null ? {} : { exits, ways: exitsOf(problem, game.path, square) }),
      good,
    }));
    const [marks, legend] = [model.get("marks"), model.get("legend")];
    const [argument, lines] = [model.get("argument"), model.get("lines")];
    return { lost: marks.length > 0, marks, legend, candidates, lines, argument, at, again() {} };
  }

  function draw() {
    // Python has set another path: then nothing can be redone.
    const path = model.get("path");
    if (String(path) !== String(game.path)) game = begin(problem, path);
    help = answer();
    view.draw({
      problem,
      path,
      closed: problem.closed && path.length === all && model.get("finished"),
      targets: help.candidates?.length ? [] : targets(),
      ...seenOf(help),
      candidates: help.candidates,
      label: say("board", {
        ...problem,
        size: sizeText(problem, say),
        piece: say(problem.piece),
        surface: "",
      }),
    });
    view.relabel();
    showArgument(stepper, help, say);
    showAnswer(answerBox, help, say);
    message.textContent = model.get("message");
    quiet.textContent = say("progress", { n: path.length, all });
    keepFocus(
      box,
      () => {
        undo.disabled = restart.disabled = !path.length;
        redo.disabled = !game.undone.length;
      },
      () => view.focus(),
    );
  }

  const ask = (/** @type {string} */ what) => {
    message.textContent = say("looking");
    model.send({ ask: what });
  };
  const goBack = (/** @type {number} */ length) => {
    if (game.path.length) set(backTo(game, length));
  };
  const goOn = () => {
    const { undone } = game;
    if (undone.length) set({ ...move(game, lastOf(undone)), undone: undone.slice(0, -1) });
  };
  const undo = press("undo", () => goBack(game.path.length - 1));
  const redo = press("redo", goOn);
  const restart = press("restart", () => goBack(0));
  press("canIt", () => ask("can-finish"));
  press("why", () => ask("compare"));
  press("next", () => ask("hint"));
  press("giveUp", () => ask("finish"));
  box.append(stepper.argument, answerBox);

  view.onchoose = (square) => {
    const first = problem.start;
    if (!game.path.length && first && !same(first, square)) {
      message.textContent = say("wrongStart", { name: name(first) });
      return;
    }
    const fault = faultOf(problem, game.path, square);
    if (!fault) set(move(game, square));
    else if (fault[0] !== "isHere") {
      const [key, values] = fault;
      message.textContent = say(key, { ...values, piece: say(values?.code) });
    }
  };
  view.onkey = (event) => {
    event.stopPropagation(); // older notebooks listen, too
    const key = event.key.toLowerCase();
    const { ctrlKey } = event;
    if (ctrlKey ? key === "z" : key === "u" || key === "backspace") goBack(game.path.length - 1);
    else if (ctrlKey ? key === "y" : key === "r") goOn();
    else if (!ctrlKey && Object.hasOwn(KEYS, key)) ask(KEYS[key]);
    else return;
    event.preventDefault();
  };
  view.nameOf = (square, seen) => squareText(say, name(square), seen, legendOf(help));
  draw();
  const names = ["path", "message", "marks", "legend", "candidates", "lines", "finished"];
  const stopWatching = watch(model, names, draw);
  const stopReasons = watch(model, ["argument"], () => {
    at = 0;
    draw();
  });
  return () => {
    stop();
    stopWatching();
    stopReasons();
  };
}

// -- to step through a search ----------------------------------------------------------------

/**
 * @param {Model} model
 * @param {HTMLElement} el
 */
function mountTrace(model, el) {
  const { say, message, quiet, buttons, press, view, problem, stop } = stage(model, el, false);
  /** @type {Event[]} */
  const events = model.get("events");
  /** @type {number | undefined} */
  let timer;

  const go = (/** @type {number} */ moment) => {
    model.set("moment", Math.min(Math.max(moment, 0), events.length));
    model.save_changes();
    draw();
  };
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = say("run");
  };
  const start = () => {
    if (model.get("moment") >= events.length) go(0);
    timer = setInterval(() => {
      if (model.get("moment") >= events.length) pause();
      else go(model.get("moment") + 1);
    }, 1000 / Number(speed.value));
    play.textContent = say("pause");
  };
  const step = (/** @type {number} */ by) => () => {
    pause();
    go(model.get("moment") + by);
  };
  const draw = () => {
    /** @type {number} */
    const moment = model.get("moment");
    const [kind, row, column, nodes, back] = events[moment - 1] ?? [null, 0, 0, 0, 0];
    const event =
      kind === null ? "" : say(`event${kind}`, { name: squareName([row, column], problem.rows) });
    const counts = say("counts", {
      i: moment,
      all: events.length,
      more: model.get("more"),
      nodes,
      back,
    });
    const dead = kind !== null && kind !== PLACE && kind !== SOLUTION;
    view.draw({
      problem,
      path: pathAfter(events, moment),
      closed: kind === SOLUTION && problem.closed,
      marks: dead ? [[[row, column], "x"]] : [],
      piece: true,
      label: `${event} ${counts}`,
    });
    message.textContent = event;
    quiet.textContent = counts;
    scrub.value = String(moment);
  };

  press("back", step(-1));
  const play = press("run", () => (timer ? pause() : start()));
  press("step", step(1));
  const scrub = make("input", {
    className: "steps",
    type: "range",
    min: 0,
    max: events.length,
    "aria-label": say("steps"),
    oninput: () => {
      pause();
      go(scrub.valueAsNumber);
    },
  });
  const rates = SPEEDS.map((n) => new Option(say("speeds", { n }), String(n), n === 5, n === 5));
  const speed = make("select", { "aria-label": say("speed") }, ...rates);
  speed.addEventListener("change", () => {
    if (!timer) return;
    pause();
    start();
  });
  buttons.append(scrub, speed);
  // Screen readers need not announce every step of a running search.
  message.setAttribute("aria-live", "off");
  draw();
  const stopWatching = watch(model, ["moment"], draw);
  return () => {
    pause();
    stop();
    stopWatching();
  };
}

/**
 * @param {Event[]} events
 * @param {number} moment
 */
function pathAfter(events, moment) {
  /** @type {Square[]} */
  const path = [];
  for (const [kind, row, column] of events.slice(0, moment)) {
    if (kind === PLACE) path.push([row, column]);
    else if (kind === STEP_BACK) path.pop();
  }
  return path;
}

/**
 * Draw whenever one of the values changes; returns a function that stops it.
 * @param {Model} model
 * @param {string[]} names
 * @param {() => void} draw
 */
function watch(model, names, draw) {
  for (const name of names) model.on(`change:${name}`, draw);
  return () => {
    for (const name of names) model.off(`change:${name}`, draw);
  };
}

export default {
  /** @param {{model: Model, el: HTMLElement}} options */
  render({ model, el }) {
    return model.get("events").length ? mountTrace(model, el) : playing(model, el);
  },
};
