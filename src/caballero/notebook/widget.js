// The board of a notebook: it plays, and it steps through a search. Python holds the question,
// the path and the events; here they are drawn, and what the reader does goes back.

const SAID = {
  en: {
    label: (rows, columns) => `Board of ${rows} by ${columns}; choose a square to move there`,
    undo: "Undo",
    restart: "Restart",
    hint: "Hint",
    "can-finish": "Can it still be finished?",
    finish: "Finish it",
    thinking: "Thinking…",
    away: "Only a running notebook can tell.",
    notAMove: (name) => `${name} is not one move away.`,
    visited: (name) => `${name} was visited.`,
    wrongStart: (name) => `The tour starts at ${name}.`,
    progress: (n, all) => `${n} of ${all} squares`,
    play: "Play",
    pause: "Pause",
    back: "Step back",
    on: "Step",
    steps: "Moment of the search",
    speed: "Speed",
    speeds: (n) => `${n} a second`,
    event: [
      (name) => `${name} is entered.`,
      (name) => `Dead end at ${name}.`,
      (name) => `Back from ${name}.`,
      () => "A tour is found.",
      () => "There is no tour this way.",
    ],
    counts: (i, all, more, nodes, back) =>
      `${i} of ${all}${more ? "+" : ""}; squares entered: ${nodes}, steps back: ${back}`,
    cell: (name, { number, hole, target, first, last, exits, mark }) =>
      [
        name,
        hole && "no square",
        number && `move ${number}`,
        first && "first",
        last && "last",
        target && "possible",
        exits !== undefined && `exits ${exits}`,
        mark && `mark ${mark}`,
      ],
  },
  es: {
    label: (rows, columns) => `Tablero de ${rows} por ${columns}; elija una casilla para mover`,
    undo: "Deshacer",
    restart: "Empezar de nuevo",
    hint: "Pista",
    "can-finish": "¿Se puede terminar aún?",
    finish: "Terminarlo",
    thinking: "Pensando…",
    away: "Solo un cuaderno en marcha puede decirlo.",
    notAMove: (name) => `${name} no está a un movimiento.`,
    visited: (name) => `${name} ya se visitó.`,
    wrongStart: (name) => `El recorrido empieza en ${name}.`,
    progress: (n, all) => `${n} de ${all} casillas`,
    play: "Reproducir",
    pause: "Pausa",
    back: "Paso atrás",
    on: "Paso",
    steps: "Momento de la búsqueda",
    speed: "Velocidad",
    speeds: (n) => `${n} por segundo`,
    event: [
      (name) => `Se entra en ${name}.`,
      (name) => `Callejón sin salida en ${name}.`,
      (name) => `Vuelta atrás desde ${name}.`,
      () => "Se encontró un recorrido.",
      () => "Por aquí no hay recorrido.",
    ],
    counts: (i, all, more, nodes, back) =>
      `${i} de ${all}${more ? "+" : ""}; casillas visitadas: ${nodes}, vueltas atrás: ${back}`,
    cell: (name, { number, hole, target, first, last, exits, mark }) =>
      [
        name,
        hole && "no es casilla",
        number && `movimiento ${number}`,
        first && "primera",
        last && "última",
        target && "posible",
        exits !== undefined && `salidas ${exits}`,
        mark && `marca ${mark}`,
      ],
  },
};

const SPEEDS = [1, 2, 5, 20, 60];
const [PLACE, , STEP_BACK, SOLUTION] = [0, 1, 2, 3]; // as in board.py

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function line(kind, name) {
  const made = document.createElement(kind);
  made.className = name;
  return made;
}

// What both kinds of boards have: the box, the board, and a line that is read aloud.
function stage(model, el, interactive) {
  const box = line("div", "caballero");
  const language = model.get("language");
  box.lang = language;
  box.dataset.lmSuppressShortcuts = "true"; // arrows and Enter are the board's, not JupyterLab's
  const said = line("p", "said");
  said.setAttribute("role", "status");
  const quiet = line("p", "said quiet");
  const buttons = line("div", "buttons");
  const view = new BoardView(box, { interactive });
  box.append(said, buttons, quiet);
  el.append(box);
  return { say: SAID[language], said, quiet, buttons, view, question: model.get("question") };
}

// -- to play ---------------------------------------------------------------------------------

function playing(model, el) {
  const { say, said, quiet, buttons, view, question } = stage(model, el, true);
  const name = (square) => squareName(square, question.rows);
  const all = squareCount(question);
  const path = () => model.get("path");

  const set = (squares) => {
    model.set("path", squares);
    model.save_changes();
  };
  const targets = () => {
    if (!path().length) return question.start ? [question.start] : [];
    const near = neighbours(question, path().at(-1));
    return near.filter((square) => !path().some((been) => same(been, square)));
  };
  const draw = () => {
    view.draw({
      question,
      path: path(),
      closed: question.closed && path().length === all && model.get("finished"),
      targets: targets(),
      marks: model.get("marks"),
      candidates: model.get("candidates").map(([square, exits, good]) => ({ square, exits, good })),
      label: say.label(question.rows, question.columns),
    });
    said.textContent = model.get("said");
    quiet.textContent = say.progress(path().length, all);
    undo.disabled = restart.disabled = !path().length;
  };
  const ask = (what) => {
    said.textContent = say.thinking;
    model.send({ ask: what });
  };
  const choose = (square) => {
    const been = path().findIndex((one) => same(one, square));
    if (isHole(question, square)) return;
    if (been >= 0 && been === path().length - 1) return;
    if (been >= 0) said.textContent = say.visited(name(square));
    else if (!path().length && question.start && !same(question.start, square)) {
      said.textContent = say.wrongStart(name(question.start));
    } else if (path().length && !isMove(question, path().at(-1), square)) {
      said.textContent = say.notAMove(name(square));
    } else set([...path(), square]);
  };

  const undo = button(say.undo, () => set(path().slice(0, -1)));
  const restart = button(say.restart, () => set([]));
  buttons.append(undo, restart);
  for (const what of ["hint", "can-finish", "finish"]) buttons.append(button(say[what], () => ask(what)));
  view.onchoose = choose;
  view.onkey = (event) => {
    const takesBack = event.key === "Backspace" || (event.ctrlKey && event.key === "z");
    if (takesBack && path().length) {
      event.preventDefault();
      set(path().slice(0, -1));
    }
    event.stopPropagation(); // older notebooks listen above
  };
  view.nameOf = (square, seen) => say.cell(name(square), seen).filter(Boolean).join(", ");
  draw();
  return watched(model, ["path", "said", "marks", "candidates", "finished"], draw);
}

// -- to step through a search ----------------------------------------------------------------

function stepping(model, el) {
  const { say, said, quiet, buttons, view, question } = stage(model, el, false);
  const events = model.get("events");
  let timer = null;

  const go = (moment) => {
    model.set("moment", Math.min(Math.max(moment, 0), events.length));
    model.save_changes();
    draw();
  };
  const pause = () => {
    clearInterval(timer);
    timer = null;
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
  const draw = () => {
    const moment = model.get("moment");
    const path = pathAfter(events, moment);
    const [kind, row, column, nodes, back] = events[moment - 1] ?? [null, 0, 0, 0, 0];
    const name = squareName([row, column], question.rows);
    const event = kind === null ? "" : say.event[kind](name);
    const counts = say.counts(moment, events.length, model.get("more"), nodes, back);
    const dead = kind !== null && kind !== PLACE && kind !== SOLUTION ? [[[row, column], "x"]] : [];
    const closed = kind === SOLUTION && question.closed;
    view.draw({ question, path, closed, marks: dead, piece: true, label: `${event} ${counts}` });
    said.textContent = event;
    quiet.textContent = counts;
    scrub.value = moment;
  };

  const play = button(say.play, () => (timer ? pause() : start()));
  const scrub = line("input", "steps");
  scrub.type = "range";
  scrub.min = 0;
  scrub.max = events.length;
  scrub.setAttribute("aria-label", say.steps);
  scrub.addEventListener("input", () => {
    pause();
    go(Number(scrub.value));
  });
  const step = (by) => () => {
    pause();
    go(model.get("moment") + by);
  };
  const speed = document.createElement("select");
  speed.setAttribute("aria-label", say.speed);
  for (const n of SPEEDS) speed.append(new Option(say.speeds(n), n, n === 5, n === 5));
  speed.addEventListener("change", () => {
    if (!timer) return;
    pause();
    start();
  });
  buttons.append(button(say.back, step(-1)), play, button(say.on, step(1)), scrub, speed);
  // What a clock says is not read aloud at every tick.
  said.setAttribute("aria-live", "off");
  draw();
  const stop = watched(model, ["moment"], draw);
  return () => {
    pause();
    stop();
  };
}

function pathAfter(events, moment) {
  const path = [];
  for (const [kind, row, column] of events.slice(0, moment)) {
    if (kind === PLACE) path.push([row, column]);
    else if (kind === STEP_BACK) path.pop();
  }
  return path;
}

function watched(model, names, act) {
  for (const name of names) model.on(`change:${name}`, act);
  return () => {
    for (const name of names) model.off(`change:${name}`, act);
  };
}

export default {
  render({ model, el }) {
    return model.get("events").length ? stepping(model, el) : playing(model, el);
  },
};
