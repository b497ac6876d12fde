// The lesson: eight pages from the knight's move to Warnsdorff's rule, each with an exercise that
// the page checks. The numbers of searches come from the server.

import { stream } from "./api.js";
import { BoardView } from "./board.js";
import { EMPTY, askedOf, isMove, neighbours, parseSquare, same, squareName } from "./geometry.js";
import { MOVES, ORDERS, TIES, button, candidatesOf, make, say } from "./learn-parts.js";

// The order of Granada's text, as (rows down, columns right).
const GRANADA = MOVES.granada.split(";").map((move) => move.split(",").map(Number));

const boardOf = (rows, columns, start) =>
  ({ ...EMPTY, rows, columns, start: start ? parseSquare(start, rows) : null });
const squaresOf = (names, rows) => names.split(" ").map((name) => parseSquare(name, rows));
const has = (squares, one) => squares.some((square) => same(square, one));

// The steps of a search, and how it ended; null if nobody answers.
async function traced(question, more, signal) {
  const steps = [];
  let end = null;
  const hear = (name, data) => (name === "steps" ? steps.push(...data) : (end = data));
  await stream("trace", { ...askedOf(question), ...more }, hear, signal);
  return end && { steps, end };
}

// How searches ended, one after the other; what came before is left out.
async function endsOf(all, signal) {
  const ends = [];
  for (const [question, more] of all) {
    const told = await traced(question, { ...more, skip: 99_999, limit: 1 }, signal);
    if (!told) return null;
    ends.push(told.end);
  }
  return ends;
}

function table(head, rows) {
  const row = (values, scope) => make("tr", {}, ...values.map((value, i) =>
    make(scope || !i ? "th" : "td", scope || !i ? { scope: scope || "row" } : {}, String(value))));
  const body = make("tbody", {}, ...rows.map((one) => row(one)));
  return make("table", {}, make("thead", {}, row(head, "col")), body);
}

// -- the pages -----------------------------------------------------------------------------------
//
// Each is built by a function of what it may use (see `tools` below). Its state is kept while the
// lesson is open, so that it can be built again in another language.

function knightsMove({ state, task, board, press, tell }) {
  const question = boardOf(5, 5);
  const name = (square) => squareName(square, 5);
  state.turn ??= 0;
  state.chosen ??= [];
  const knight = () => squaresOf("c3 b1", 5)[state.turn];
  const text = task(say("x1", name(knight())));
  const drawn = () =>
    ({ question, path: [knight()], style: "none", marks: state.chosen.map((square) => [square, "o"]) });
  const draw = board(drawn, (square) => {
    if (has(state.chosen, square)) state.chosen = state.chosen.filter((other) => !same(other, square));
    else if (!same(square, knight())) state.chosen.push(square);
  });
  press("check", () => {
    const there = neighbours(question, knight());
    const missing = there.filter((square) => !has(state.chosen, square));
    const wrong = state.chosen.filter((square) => !has(there, square));
    if (missing.length || wrong.length) {
      tell(false, say("w1", missing.length, wrong.map(name).join(", ")));
      return;
    }
    tell(true, say(state.turn ? "r1end" : "r1", there.length), state.turn === 1);
    if (state.turn) return;
    state.turn = 1;
    state.chosen = [];
    text.textContent = say("x1", name(knight()));
    draw();
  });
}

function aTour({ state, task, board, press, choice, part, tell }) {
  const question = boardOf(3, 4);
  const begun = squaresOf("a3 c2 a1 b3", 3);
  const name = (square) => squareName(square, 3);
  const next = () => candidatesOf(question, state.path).map(({ square }) => square);
  state.path ??= begun;
  task(say("x2"));
  const draw = board(() => ({ question, path: state.path, targets: next() }), (square) => {
    const last = state.path.at(-1);
    if (same(square, last)) return;
    if (has(state.path, square)) tell(false, say("w2seen", name(square)));
    else if (!isMove(question, last, square)) tell(false, say("w2move", name(last), name(square)));
    else {
      state.path = [...state.path, square];
      if (state.path.length === 12) tell(true, say("r2"));
      else if (next().length) tell(null, "");
      else tell(false, say("w2stuck"));
      more();
    }
  });
  press("undo", () => {
    if (state.path.length > begun.length) state.path = state.path.slice(0, -1);
    after.replaceChildren();
    tell(null, "");
    draw();
  });
  const after = part();
  const more = () => {
    if (state.path.length < 12 || after.firstChild) return;
    const ends = [state.path.at(-1), state.path[0]];
    choice("closes", say("x2closed"), [say("yes"), say("no")], (i) => {
      if (isMove(question, ...ends) === (i === 0)) tell(true, say("r2closed"), true);
      else tell(false, say("w2move", ...ends.map(name)));
    }, after);
  };
  more();
}

function theNaiveWay({ choice, tell, watch }) {
  choice("walks", say("x3"), say("o3"), (i) => tell(i === 2, say(i === 2 ? "r3" : "w3"), i === 2));
  watch("3x4.sa3/n.geeksforgeeks~b.geeksforgeeks");
}

// The dead ends of a search, each with its path, and how many squares of it were kept.
function deadEnds(steps) {
  const found = [];
  const path = [];
  let dead = null;
  for (const { kind, square } of steps) {
    if (kind === "dead-end") dead = [...path];
    if (kind === "step-back") path.pop();
    if (kind !== "place") continue;
    if (dead) found.push({ path: dead, kept: path.length });
    dead = null;
    path.push(square);
  }
  return found;
}

async function backtracking({ state, signal, task, box, board, tell, watch }) {
  const question = boardOf(5, 5, "a5");
  const name = (square) => squareName(square, 5);
  const far = (n, back, on) => `${Math.abs(n)} ${say(n < 0 ? back : on)}`;
  const steps = ([down, right]) => `${far(down, "up", "down")}, ${far(right, "left", "across")}`;
  task(say("x4"));
  box.append(make("ol", { className: "moves" }, ...GRANADA.map((move) => make("li", {}, steps(move)))));
  task(say("x4click"));
  watch("5x5.sa5/b.granada");
  if (!state.tasks) {
    const told = await traced(question, { order: "granada", limit: 400 }, signal);
    if (signal.aborted) return;
    if (!told) {
      tell(false, say("away"));
      return;
    }
    const back = ({ path, kept }) => path.length - kept;
    const all = deadEnds(told.steps);
    state.tasks = [all.find((one) => back(one) === 1), all.find((one) => back(one) > 2)];
  }
  state.turn ??= 0;
  const now = () => state.tasks[state.turn];
  board(() => ({ question, path: now().path, marks: [[now().path.at(-1), "x"]] }), (square) => {
    const { path, kept } = now();
    const number = path.findIndex((other) => same(other, square)) + 1;
    if (number === kept) {
      tell(true, say("r4", name(square)), state.turn === 1);
      state.turn = 1;
    } else {
      const key = !number ? "w4off" : number > kept ? "w4late" : "w4early";
      tell(false, say(key, name(square)));
    }
  });
}

function theOrder({ state, signal, choice, part, tell, watch }) {
  const starts = ["b2", "f2"];
  const judge = (i) => {
    const nodes = state.nodes.slice(0, 4);
    const best = nodes.indexOf(Math.min(...nodes));
    tell(i === best, say("r5", ORDERS[best], nodes[best]));
  };
  choice("guess", say("x5"), ORDERS, async (i) => {
    if (!state.nodes) {
      tell(null, say("loading"));
      const all = starts.flatMap((start) => ORDERS.map((order) => [boardOf(3, 7, start), { order }]));
      const ends = await endsOf(all, signal);
      if (signal.aborted) return;
      if (!ends) {
        tell(false, say("away"));
        return;
      }
      state.nodes = ends.map((end) => end.nodes);
      show();
    }
    judge(i);
  });
  const after = part();
  const show = () => {
    const rows = ORDERS.map((order, i) => [order, ...[i, i + 4].map((j) => say("amount", state.nodes[j]))]);
    after.replaceChildren(table([say("orderOf"), ...starts.map((start) => say("from", start))], rows));
    choice("bestOfAll", say("x5best"), say("o5best"), (i) =>
      tell(i === 2, say(i === 2 ? "r5best" : "w5best"), i === 2), after);
  };
  if (state.nodes) show();
  watch("3x7.sb2/b.geeksforgeeks~b.granada");
}

function theRule({ state, task, board, tell, watch }) {
  const question = boardOf(6, 6);
  const name = (square) => squareName(square, 6);
  state.path ??= squaresOf("a6 b4 a2 c1 e2 f4 e6 c5", 6);
  state.turn ??= 1;
  const asks = () => say("x6", Math.min(state.turn, 4));
  const text = task(asks());
  const next = () => candidatesOf(question, state.path);
  const drawn = () => ({ question, path: state.path, targets: next().map(({ square }) => square) });
  board(drawn, (square) => {
    if (state.turn > 4) return;
    const all = next();
    const one = all.find((other) => same(other.square, square));
    const best = all.reduce((a, b) => (a.exits <= b.exits ? a : b));
    if (!one) tell(false, say("w6off"));
    else if (one.exits > best.exits) {
      tell(false, say("w6", name(square), one.exits, name(best.square), best.exits));
    } else {
      tell(true, say("r6", name(square), one.exits), state.turn === 4);
      state.path = [...state.path, square];
      state.turn += 1;
      text.textContent = asks();
    }
  });
  watch("8x8.sa8/b.geeksforgeeks~w.geeksforgeeks.roth");
}

function ties({ state, signal, task, press, choice, part, tell, watch }) {
  task(say("x7"));
  press("run", async () => {
    const all = TIES.map((tie) => [boardOf(8, 8, "e6"), { method: "warnsdorff", tie }]);
    state.ends = await endsOf(all, signal);
    if (signal.aborted) return;
    if (state.ends) show();
    else tell(false, say("away"));
  });
  const after = part();
  const show = () => {
    const rows = state.ends.map(({ kind, nodes }, i) =>
      [say(TIES[i]), nodes, say(kind === "solution" ? "arrived" : "isStuck")]);
    after.replaceChildren(table([say("tie"), say("visited"), ""], rows));
    choice("proves", say("x7what"), say("o7what"), (i) =>
      tell(i === 1, say(i === 1 ? "r7" : "w7"), i === 1), after);
  };
  if (state.ends) show();
  watch("8x8.se6/w.geeksforgeeks.order~s.geeksforgeeks.order");
}

function colours({ state, box, task, choice, press, part, tell }) {
  state.numbers ??= ["", ""];
  task(say("x8"));
  new BoardView(box).draw({ question: boardOf(5, 5), label: say("picture", 5, 5, 0) });
  const fields = ["corners", "others"].map((key, i) => {
    const input = make("input", { type: "number", min: 0, max: 25, value: state.numbers[i] });
    input.onchange = () => (state.numbers[i] = input.value);
    return make("label", {}, make("span", {}, say(key)), input);
  });
  box.append(make("div", { className: "fields" }, ...fields));
  press("check", () => {
    state.counted = state.numbers.join() === "13,12";
    tell(state.counted, say(state.counted ? "r8" : "w8"));
    if (state.counted) more();
  });
  const after = part();
  const more = () => {
    after.replaceChildren();
    choice("boards", say("x8closed"), ["5×5", "6×6", "4×7", "3×10"], (...chosen) => {
      const right = chosen.sort().join() === "1,3";
      tell(right, say(right ? "r8closed" : "w8closed"), right);
    }, after, true);
  };
  if (state.counted) more();
}

const PAGES = [knightsMove, aTour, theNaiveWay, backtracking, theOrder, theRule, ties, colours];

// -- the whole -----------------------------------------------------------------------------------

export function mountLesson(root, page, rest) {
  const kept = page.kept("lesson") ?? {};
  const solved = new Set(Array.isArray(kept.solved) ? kept.solved : []);
  const states = PAGES.map(() => ({}));
  let at = numbered(kept.page) ?? 0;
  let stop = new AbortController();

  function numbered(text) {
    const number = Number(text) - 1;
    return PAGES[number] ? number : null;
  }

  const keep = () => page.keep("lesson", { page: at + 1, solved: [...solved] });

  // Where all pages are, and which are solved.
  function steps() {
    const links = PAGES.map((_, i) => {
      const done = solved.has(i + 1);
      const title = `${i + 1}${done ? " ✓" : ""} ${say(`t${i + 1}`)}${done ? `, ${say("done")}` : ""}`;
      const text = done ? `${i + 1} ✓` : i + 1;
      const link = make("a", { href: `#learn/lesson/${i + 1}`, title, "aria-label": title, textContent: text });
      if (i === at) link.setAttribute("aria-current", "page");
      return make("li", {}, link);
    });
    return make("ol", { className: "steps" }, ...links);
  }

  // What a page may use: part() is a place of its own; press() adds a button, choice() one answer
  // of several (or several, if many); tell() says how an answer was, null being neither.
  function tools(number, feedback, paint) {
    const box = make("div");
    const links = make("p");
    const state = states[number - 1];
    const { signal } = stop;
    const part = () => box.appendChild(make("div"));
    const press = (key, onclick, where = box) =>
      where.append(make("div", { className: "buttons" }, button(key, onclick)));

    function tell(ok, text, last = false) {
      const sign = ok === null ? "" : ok ? `✓ ${say("right")} ` : `✗ ${say("wrong")} `;
      feedback.className = `feedback ${ok === null ? "" : ok ? "good" : "bad"}`;
      feedback.textContent = sign + text;
      if (text) page.announce(feedback.textContent);
      if (!last) return;
      solved.add(number);
      keep();
      paint();
    }

    function board(drawn, onchoose) {
      const view = new BoardView(box, { interactive: true });
      const draw = () => {
        const now = drawn();
        const { rows, columns } = now.question;
        view.draw({ label: say("picture", rows, columns, now.path.length), ...now });
      };
      view.nameOf = (square, seen) => say("cell", squareName(square, view.rows), seen);
      view.onchoose = (square) => {
        onchoose(square);
        draw();
      };
      draw();
      return draw;
    }

    function choice(key, legend, options, judge, where = box, many = false) {
      const chosen = (state[key] ??= []);
      const answers = options.map((text, i) => {
        const input = make("input", { type: many ? "checkbox" : "radio", checked: chosen.includes(i) });
        input.name = key;
        input.onchange = () => {
          const others = many ? chosen.filter((other) => other !== i) : [];
          chosen.splice(0, chosen.length, ...others, ...(input.checked ? [i] : []));
        };
        return make("label", { className: "tick" }, input, make("span", {}, text));
      });
      const field = make("fieldset", {}, make("legend", {}, legend), ...answers);
      press("check", () => (chosen.length ? judge(...chosen) : tell(false, say("choose"))), field);
      where.append(field);
    }

    const task = (text) => box.appendChild(make("p", {}, text));
    const watch = (lab) => links.append(make("a", { href: `#learn/lab/${lab}` }, say("watch")));
    return { box, links, state, signal, part, press, tell, board, choice, task, watch };
  }

  function build(focus = false) {
    stop.abort();
    stop = new AbortController();
    const number = at + 1;
    const feedback = make("p", { className: "feedback" });
    const pages = make("nav", { "aria-label": say("pages") }, steps());
    const used = tools(number, feedback, () => pages.replaceChildren(steps()));
    const title = make("h2", { tabIndex: -1 }, say(`t${number}`));
    const text = say(`p${number}`).split("**");
    const turn = (key, to, className = "") =>
      button(key, () => go(to, true), { hidden: !PAGES[to], className });
    root.replaceChildren(
      pages,
      make("article", {},
        make("p", { className: "quiet" }, say("pageOf", number, PAGES.length)),
        title,
        make("p", {}, ...text.map((one, i) => (i % 2 ? make("strong", {}, one) : one))),
        make("section", { className: "panel" },
          make("h3", {}, say("exercise")), used.box, feedback, used.links)),
      make("div", { className: "buttons" }, turn("previous", at - 1), turn("next", at + 1, "first")),
    );
    PAGES[at](used);
    if (focus) title.focus();
  }

  function go(to, focus) {
    at = to;
    keep();
    page.fragment(String(at + 1));
    build(focus);
  }

  // Who followed a link of the lesson goes on reading at the title.
  const restore = (text) => go(numbered(text) ?? at, root.contains(document.activeElement));

  restore(rest);
  return { close: () => stop.abort(), speak: () => build(), restore };
}
