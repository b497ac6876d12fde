// The board of a notebook: it plays, and it steps through a search. Python holds the problem, the
// path and the events; this module draws them and sends the reader's actions back. board.py joins
// it with the modules that it imports.

import { BoardView } from "../web/static/board/board.js";
import {
  isHole,
  isMove,
  lastOf,
  neighbours,
  same,
  squareCount,
  squareName,
} from "../web/static/board/geometry.js";
import { button, make } from "../web/static/dom.js";

/** @typedef {import("../web/static/board/geometry.js").Problem} Problem */
/** @typedef {import("../web/static/board/geometry.js").Square} Square */
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
 * @type {Record<string, Record<string,
 *   string | ((...values: any[]) => any) | ((...values: any[]) => string)[]>>}
 */
const SAID = {
  en: {
    label: (rows, columns) => `Board of ${rows} by ${columns}; choose a square to move there`,
    undo: "Undo",
    restart: "Restart",
    hint: "Hint",
    "can-finish": "Can it still be finished?",
    finish: "Finish the tour",
    thinking: "Thinking…",
    away: "Only a running notebook can answer.",
    notAMove: (name) => `No move leads to ${name}.`,
    visited: (name) => `${name} has already been visited.`,
    wrongStart: (name) => `The tour starts at ${name}.`,
    progress: (n, all) => `${n} of ${all} squares`,
    play: "Play",
    pause: "Pause",
    back: "Step back",
    on: "Step",
    steps: "Step of the search",
    speed: "Speed",
    speeds: (n) => `${n} per second`,
    event: [
      (name) => `The search enters ${name}.`,
      (name) => `Dead end at ${name}.`,
      (name) => `Step back: ${name} is free again.`,
      () => "The search has found a tour.",
      () => "There is no tour.",
    ],
    counts: (i, all, more, nodes, back) =>
      `${i} of ${all}${more ? "+" : ""}; nodes: ${nodes}, steps back: ${back}`,
    cell: (name, { number, hole, target, first, last, exits, mark }) => [
      name,
      hole && "hole",
      number && `move ${number}`,
      first && "first",
      last && "last",
      target && "can come next",
      exits !== undefined && `exits ${exits}`,
      mark && `mark ${mark}`,
    ],
  },
  es: {
    label: (rows, columns) => `Tablero de ${rows} por ${columns}; elija una casilla para mover`,
    undo: "Deshacer",
    restart: "Empezar de nuevo",
    hint: "Pista",
    "can-finish": "¿Aún se puede terminar?",
    finish: "Terminar el recorrido",
    thinking: "Pensando…",
    away: "Solo puede responder un cuaderno en marcha.",
    notAMove: (name) => `Ningún movimiento lleva a ${name}.`,
    visited: (name) => `${name} ya se visitó.`,
    wrongStart: (name) => `El recorrido empieza en ${name}.`,
    progress: (n, all) => `${n} de ${all} casillas`,
    play: "Reproducir",
    pause: "Pausa",
    back: "Paso atrás",
    on: "Paso",
    steps: "Paso de la búsqueda",
    speed: "Velocidad",
    speeds: (n) => `${n} por segundo`,
    event: [
      (name) => `La búsqueda entra en ${name}.`,
      (name) => `Callejón sin salida en ${name}.`,
      (name) => `Paso atrás: ${name} queda libre.`,
      () => "La búsqueda ha encontrado un recorrido.",
      () => "No hay ningún recorrido.",
    ],
    counts: (i, all, more, nodes, back) =>
      `${i} de ${all}${more ? "+" : ""}; nodos: ${nodes}, pasos atrás: ${back}`,
    cell: (name, { number, hole, target, first, last, exits, mark }) => [
      name,
      hole && "hueco",
      number && `movimiento ${number}`,
      first && "primera",
      last && "última",
      target && "puede ser la siguiente",
      exits !== undefined && `salidas ${exits}`,
      mark && `marca ${mark}`,
    ],
  },
};

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
  const language = model.get("language");
  box.lang = language;
  box.dataset.lmSuppressShortcuts = "true"; // arrows and Enter are the board's, not JupyterLab's
  const message = make("p", { className: "message", role: "status" });
  const quiet = make("p", { className: "message quiet" });
  const buttons = make("div", { className: "buttons" });
  const view = new BoardView(box, { interactive });
  box.append(message, buttons, quiet);
  el.append(box);
  /** @type {Record<string, any>} */
  const say = SAID[language];
  /**
   * @param {string} key
   * @param {() => void} onclick
   */
  const press = (key, onclick) => {
    const made = button(key, onclick, { textContent: say[key] });
    buttons.append(made);
    return made;
  };
  /** @type {Problem} */
  const problem = model.get("problem_json");
  return { say, message, quiet, buttons, press, view, problem };
}

// -- to play ---------------------------------------------------------------------------------

/**
 * @param {Model} model
 * @param {HTMLElement} el
 */
function playing(model, el) {
  const { say, message, quiet, press, view, problem } = stage(model, el, true);
  const name = (/** @type {Square} */ square) => squareName(square, problem.rows);
  const all = squareCount(problem);
  /** @type {() => Square[]} */
  const path = () => model.get("path");

  const set = (/** @type {Square[]} */ squares) => {
    model.set("path", squares);
    model.save_changes();
  };
  const targets = () => {
    if (!path().length) return problem.start ? [problem.start] : [];
    const near = neighbours(problem, lastOf(path()));
    return near.filter((square) => !path().some((been) => same(been, square)));
  };
  const draw = () => {
    /** @type {[Square, number, boolean | null][]} */
    const candidates = model.get("candidates");
    view.draw({
      problem,
      path: path(),
      closed: problem.closed && path().length === all && model.get("finished"),
      targets: targets(),
      marks: model.get("marks"),
      candidates: candidates.map(([square, exits, good]) => ({ square, exits, good })),
      label: say.label(problem.rows, problem.columns),
    });
    message.textContent = model.get("message");
    quiet.textContent = say.progress(path().length, all);
    undo.disabled = restart.disabled = !path().length;
  };
  const ask = (/** @type {string} */ what) => {
    message.textContent = say.thinking;
    model.send({ ask: what });
  };
  const undo = press("undo", () => set(path().slice(0, -1)));
  const restart = press("restart", () => set([]));
  for (const what of ["hint", "can-finish", "finish"]) press(what, () => ask(what));
  view.onchoose = (square) => {
    const been = path().findIndex((one) => same(one, square));
    if (isHole(problem, square)) return;
    if (been >= 0 && been === path().length - 1) return;
    if (been >= 0) message.textContent = say.visited(name(square));
    else if (!path().length && problem.start && !same(problem.start, square)) {
      message.textContent = say.wrongStart(name(problem.start));
    } else if (path().length && !isMove(problem, lastOf(path()), square)) {
      message.textContent = say.notAMove(name(square));
    } else set([...path(), square]);
  };
  view.onkey = (event) => {
    const takesBack = event.key === "Backspace" || (event.ctrlKey && event.key === "z");
    if (takesBack && path().length) {
      event.preventDefault();
      set(path().slice(0, -1));
    }
    event.stopPropagation(); // older notebooks listen, too
  };
  view.nameOf = (square, seen) => say.cell(name(square), seen).filter(Boolean).join(", ");
  draw();
  return watch(model, ["path", "message", "marks", "candidates", "finished"], draw);
}

// -- to step through a search ----------------------------------------------------------------

/**
 * @param {Model} model
 * @param {HTMLElement} el
 */
function mountTrace(model, el) {
  const { say, message, quiet, buttons, press, view, problem } = stage(model, el, false);
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
    play.textContent = say.play;
  };
  const start = () => {
    if (model.get("moment") >= events.length) go(0);
    timer = setInterval(() => {
      if (model.get("moment") >= events.length) pause();
      else go(model.get("moment") + 1);
    }, 1000 / Number(speed.value));
    play.textContent = say.pause;
  };
  const step = (/** @type {number} */ by) => () => {
    pause();
    go(model.get("moment") + by);
  };
  const draw = () => {
    /** @type {number} */
    const moment = model.get("moment");
    const [kind, row, column, nodes, back] = events[moment - 1] ?? [null, 0, 0, 0, 0];
    const event = kind === null ? "" : say.event[kind](squareName([row, column], problem.rows));
    const counts = say.counts(moment, events.length, model.get("more"), nodes, back);
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
  const play = press("play", () => (timer ? pause() : start()));
  press("on", step(1));
  const scrub = make("input", {
    className: "steps",
    type: "range",
    min: 0,
    max: events.length,
    "aria-label": say.steps,
    oninput: () => {
      pause();
      go(scrub.valueAsNumber);
    },
  });
  const rates = SPEEDS.map((n) => new Option(say.speeds(n), String(n), n === 5, n === 5));
  const speed = make("select", { "aria-label": say.speed }, ...rates);
  speed.addEventListener("change", () => {
    if (!timer) return;
    pause();
    start();
  });
  buttons.append(scrub, speed);
  // Screen readers need not announce every step of a running search.
  message.setAttribute("aria-live", "off");
  draw();
  const stop = watch(model, ["moment"], draw);
  return () => {
    pause();
    stop();
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
