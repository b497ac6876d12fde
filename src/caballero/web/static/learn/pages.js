// The pages of the lesson. Each is a function of its `Tools` (see lesson.js). Its state survives
// while the lesson is open, so that it can be built again in another language.

import { stream } from "../api.js";
import { BoardView } from "../board/board.js";
import {
  isMove,
  lastOf,
  neighbours,
  parseSquare,
  requestOf,
  same,
  squareName,
} from "../board/geometry.js";
import { make } from "../dom.js";
import { amount, unanswered, words } from "../words.js";
import { theBound } from "./bound.js";
import { boardOf, candidatesOf, has, MOVES, named, ORDERS, squares, TIES, table } from "./parts.js";
import { oneSolution } from "./solution.js";

const say = words("learn");

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {import("../board/board.js").Picture} Picture */
/**
 * Reply to an answer: true and false show a sign, null shows none; the last right answer
 * solves the page.
 * @typedef {(right: boolean | null, text: string, last?: boolean) => void} Tell
 */
/**
 * What a page may use.
 * @typedef {object} Tools
 * @property {HTMLElement} box - the exercise
 * @property {HTMLElement} ground - where its board is
 * @property {Record<string, any>} state
 * @property {number} [side] - of the board, if a teacher has chosen it
 * @property {AbortSignal} signal - aborted when the reader leaves the page
 * @property {() => HTMLElement} part - add an empty element below the exercise
 * @property {(text: string) => HTMLElement} task
 * @property {(key: string, onclick: () => void) => void} press - add a button
 * @property {Tell} tell
 * @property {(draws: () => Picture & {path: Square[]}, onchoose: (square: Square) => void) =>
 *   () => void} board - add a board; returns what draws it again
 * @property {(key: string, legend: string, options: string[], judge: (...chosen: number[]) => void,
 *   where?: HTMLElement, many?: boolean) => void} choice - one answer of several, or several
 * @property {(lab: string) => void} watch - add a link to the laboratory
 */
/** @typedef {{kind: string, square: Square | null, nodes: number}} TraceStep */

/** The moves of an order, each as (rows down, columns right). @param {string} order */
const movesOf = (order) => MOVES[order].split(";").map((move) => move.split(",").map(Number));

/**
 * The steps of a search, and how it ended; null if the server does not answer.
 * @param {Problem} problem
 * @param {object} more
 * @param {AbortSignal} signal
 */
async function traceOf(problem, more, signal) {
  /** @type {TraceStep[]} */
  const steps = [];
  /** @type {TraceStep[]} */
  const ends = [];
  const collect = (/** @type {string} */ name, /** @type {any} */ data) => {
    if (name === "steps") steps.push(...data);
    else ends.push(data);
  };
  await stream("trace", { ...requestOf(problem), ...more }, collect, signal);
  return ends.length ? { steps, end: ends[0] } : null;
}

/**
 * The last steps of several searches, in turn.
 * @param {[Problem, object][]} all
 * @param {AbortSignal} signal
 */
async function endsOf(all, signal) {
  const ends = [];
  for (const [problem, more] of all) {
    const trace = await traceOf(problem, { ...more, skip: 99_999, limit: 1 }, signal);
    if (!trace) return null;
    ends.push(trace.end);
  }
  return ends;
}

// -- the pages -----------------------------------------------------------------------------------

/** @param {Tools} tools */
function knightsMove({ state, side = 5, task, board, press, tell }) {
  const problem = boardOf(side, side);
  const name = (/** @type {Square} */ square) => squareName(square, side);
  state.round ??= 0;
  state.chosen ??= [];
  const knight = () => squares("c3 b1", side)[state.round];
  const text = task(say("x1", { square: name(knight()) }));
  const draws = () => ({
    problem,
    path: [knight()],
    style: "none",
    marks: state.chosen.map((/** @type {Square} */ square) => [square, "o"]),
  });
  const draw = board(draws, (square) => {
    if (has(state.chosen, square))
      state.chosen = state.chosen.filter((/** @type {Square} */ other) => !same(other, square));
    else if (!same(square, knight())) state.chosen.push(square);
  });
  press("check", () => {
    const there = neighbours(problem, knight());
    const missing = there.filter((square) => !has(state.chosen, square));
    const wrong = state.chosen.filter((/** @type {Square} */ square) => !has(there, square));
    if (missing.length || wrong.length) {
      tell(false, say("w1", { missing: missing.length, wrong: wrong.map(name).join(", ") }));
      return;
    }
    tell(true, say(state.round ? "r1end" : "r1", { n: there.length }), state.round === 1);
    if (state.round) return;
    state.round = 1;
    state.chosen = [];
    text.textContent = say("x1", { square: name(knight()) });
    draw();
  });
}

/** @param {Tools} tools */
function aTour({ state, task, board, press, choice, part, tell }) {
  const problem = boardOf(3, 4);
  const given = squares("a3 c2 a1 b3", 3);
  const name = (/** @type {Square} */ square) => squareName(square, 3);
  const next = () => candidatesOf(problem, state.path).map(({ square }) => square);
  state.path ??= given;
  task(say("x2"));
  const draw = board(
    () => ({ problem, path: state.path, targets: next() }),
    (square) => {
      const last = lastOf(state.path);
      if (same(square, last)) return;
      if (has(state.path, square)) tell(false, say("w2seen", { square: name(square) }));
      else if (!isMove(problem, last, square))
        tell(false, say("w2move", { a: name(last), b: name(square) }));
      else {
        state.path = [...state.path, square];
        if (state.path.length === 12) tell(true, say("r2"));
        else if (next().length) tell(null, "");
        else tell(false, say("w2stuck"));
        more();
      }
    },
  );
  press("undo", () => {
    if (state.path.length > given.length) state.path = state.path.slice(0, -1);
    after.replaceChildren();
    tell(null, "");
    draw();
  });
  const after = part();
  const more = () => {
    if (state.path.length < 12 || after.firstChild) return;
    const ends = [lastOf(state.path), state.path[0]];
    choice(
      "closes",
      say("x2closed"),
      [say("yes"), say("no")],
      (i) => {
        if (isMove(problem, ends[0], ends[1]) === (i === 0)) tell(true, say("r2closed"), true);
        else tell(false, say("w2move", { a: name(ends[0]), b: name(ends[1]) }));
      },
      after,
    );
  };
  more();
}

/** @param {Tools} tools */
function theNaiveWay({ choice, tell, watch }) {
  choice("walks", say("x3"), say("o3"), (i) => tell(i === 2, say(i === 2 ? "r3" : "w3"), i === 2));
  watch("3x4.sa3/n.geeksforgeeks~b.geeksforgeeks");
}

/**
 * The dead ends of a search, each with its path and the number of squares that the search kept.
 * @param {TraceStep[]} steps
 */
function deadEnds(steps) {
  /** @type {{path: Square[], kept: number}[]} */
  const found = [];
  /** @type {Square[]} */
  const path = [];
  /** @type {Square[] | null} */
  let dead = null;
  for (const { kind, square } of steps) {
    if (kind === "dead-end") dead = [...path];
    if (kind === "step-back") path.pop();
    if (kind !== "place" || !square) continue;
    if (dead) found.push({ path: dead, kept: path.length });
    dead = null;
    path.push(square);
  }
  return found;
}

/** @param {Tools} tools */
async function backtracking({ state, signal, task, box, board, tell, watch }) {
  const problem = boardOf(5, 5, "a5");
  const name = (/** @type {Square} */ square) => squareName(square, 5);
  const steps = (/** @type {number[]} */ [down, right]) =>
    `${Math.abs(down)} ${say(down < 0 ? "up" : "down")}, ` +
    `${Math.abs(right)} ${say(right < 0 ? "left" : "across")}`;
  state.round ??= 0;
  const taskText = () => say("x4", { n: state.round + 1 });
  const text = task(taskText());
  box.append(
    make(
      "ol",
      { className: "moves" },
      ...movesOf("granada").map((move) => make("li", {}, steps(move))),
    ),
  );
  task(say("x4click"));
  watch("5x5.sa5/b.granada");
  if (!state.tasks) {
    const trace = await traceOf(problem, { order: "granada", limit: 400 }, signal);
    if (signal.aborted) return;
    if (!trace) {
      tell(false, unanswered());
      return;
    }
    const back = (/** @type {{path: Square[], kept: number}} */ { path, kept }) =>
      path.length - kept;
    const all = deadEnds(trace.steps);
    state.tasks = [all.find((one) => back(one) === 1), all.find((one) => back(one) > 2)];
  }
  const now = () => state.tasks[state.round];
  board(
    () => ({ problem, path: now().path, marks: [[lastOf(now().path), "x"]] }),
    (square) => {
      const { path, kept } = now();
      const number = path.findIndex((/** @type {Square} */ other) => same(other, square)) + 1;
      if (number === kept) {
        tell(true, say("r4", { square: name(square) }), state.round === 1);
        state.round = 1;
        text.textContent = taskText();
      } else {
        const key = !number ? "w4off" : number > kept ? "w4late" : "w4early";
        tell(false, say(key, { square: name(square) }));
      }
    },
  );
}

/** A picture of each order: the numbers of its moves around the knight. @param {HTMLElement} box */
function drawOrders(box) {
  const centre = /** @type {Square} */ (parseSquare("c3", 5));
  const figures = ORDERS.map((order) => {
    const figure = make("figure", {}, make("figcaption", {}, named(order)));
    /** @type {[Square, {text: number}][]} */
    const looks = movesOf(order).map(([down, right], i) => [
      [centre[0] + down, centre[1] + right],
      { text: i + 1 },
    ]);
    const label = say("orderPicture", { order: named(order) });
    const picture = { path: [centre], style: "none", piece: true, looks, label };
    new BoardView(figure).draw({ problem: boardOf(5, 5), ...picture });
    return figure;
  });
  const sources = make("p", { className: "quiet" }, say("orderSources"));
  box.append(make("div", { className: "orders" }, ...figures), sources);
}

/** @param {Tools} tools */
function theOrder({ state, signal, box, task, choice, part, tell, watch }) {
  const starts = ["b2", "f2"];
  task(say("x5"));
  drawOrders(box);
  // From b2 of 3×7 two moves stay on the board: one square up or down, and two to the right.
  const goesUp = ORDERS.map((order) => {
    const moves = movesOf(order).map(String);
    return moves.indexOf("-1,2") < moves.indexOf("1,2");
  });
  choice(
    "first",
    say("x5first"),
    ORDERS.map(named),
    (...chosen) => {
      state.seen = ORDERS.every((_, i) => chosen.includes(i) === goesUp[i]);
      tell(state.seen, say(state.seen ? "r5" : "w5"));
      if (state.seen) count();
    },
    box,
    true,
  );
  const after = part();
  const count = async () => {
    if (!state.nodes) {
      /** @type {[Problem, object][]} */
      const all = [];
      for (const start of starts) {
        for (const order of ORDERS) all.push([boardOf(3, 7, start), { order }]);
      }
      const ends = await endsOf(all, signal);
      if (signal.aborted) return;
      if (!ends) {
        tell(false, unanswered());
        return;
      }
      state.nodes = ends.map((end) => end.nodes);
    }
    const rows = ORDERS.map((order, i) => [
      named(order),
      ...[i, i + 4].map((j) => amount(state.nodes[j])),
    ]);
    after.replaceChildren(
      make("p", {}, say("x5nodes")),
      table([say("orderOf"), ...starts.map((start) => say("from", { square: start }))], rows),
    );
    choice(
      "bestOfAll",
      say("x5best"),
      say("o5best"),
      (i) => tell(i === 2, say(i === 2 ? "r5best" : "w5best"), i === 2),
      after,
    );
  };
  if (state.seen) count();
  watch("3x7.sb2/b.geeksforgeeks~b.granada");
}

/** @param {ReturnType<typeof candidatesOf>} candidates */
const fewest = (candidates) => candidates.reduce((a, b) => (a.exits <= b.exits ? a : b));

/**
 * The first squares by Warnsdorff's rule, from a corner.
 * @param {Problem} problem
 * @param {number} length
 */
function byTheRule(problem, length) {
  /** @type {Square[]} */
  const path = [[0, 0]];
  while (path.length < length) path.push(fewest(candidatesOf(problem, path)).square);
  return path;
}

/** @param {Tools} tools */
function theRule({ state, side = 6, task, board, tell, watch }) {
  const problem = boardOf(side, side);
  const name = (/** @type {Square} */ square) => squareName(square, side);
  state.path ??= byTheRule(problem, 8);
  state.round ??= 1;
  const taskText = () => say("x6", { n: Math.min(state.round, 4) });
  const text = task(taskText());
  const next = () => candidatesOf(problem, state.path);
  const draws = () => ({ problem, path: state.path, targets: next().map(({ square }) => square) });
  board(draws, (square) => {
    if (state.round > 4) return;
    const all = next();
    const one = all.find((other) => same(other.square, square));
    const best = fewest(all);
    if (!one) tell(false, say("w6off"));
    else if (one.exits > best.exits) {
      tell(
        false,
        say("w6", {
          square: name(square),
          n: one.exits,
          best: name(best.square),
          least: best.exits,
        }),
      );
    } else {
      tell(true, say("r6", { square: name(square), n: one.exits }), state.round === 4);
      state.path = [...state.path, square];
      state.round += 1;
      text.textContent = taskText();
    }
  });
  watch("8x8.sa8/b.geeksforgeeks~w.geeksforgeeks.roth");
}

/** @param {Tools} tools */
function ties({ state, signal, task, press, choice, part, tell, watch }) {
  task(say("x7"));
  press("run", async () => {
    /** @type {[Problem, object][]} */
    const all = TIES.map((tie) => [boardOf(8, 8, "e6"), { method: "warnsdorff", tie }]);
    state.ends = await endsOf(all, signal);
    if (signal.aborted) return;
    if (state.ends) show();
    else tell(false, unanswered());
  });
  const after = part();
  const show = () => {
    /** @type {TraceStep[]} */
    const ends = state.ends;
    const rows = ends.map(({ kind, nodes }, i) => [
      say(TIES[i]),
      nodes,
      say(kind === "solution" ? "arrived" : "isStuck"),
    ]);
    after.replaceChildren(table([say("tie"), say("visited"), ""], rows));
    choice(
      "proves",
      say("x7what"),
      say("o7what"),
      (i) => tell(i === 1, say(i === 1 ? "r7" : "w7"), i === 1),
      after,
    );
  };
  if (state.ends) show();
  watch("8x8.se6/w.geeksforgeeks.order~s.geeksforgeeks.order");
}

/** @param {Tools} tools */
function colours({ state, box, ground, task, choice, press, part, tell }) {
  state.numbers ??= ["", ""];
  task(say("x8"));
  new BoardView(ground).draw({
    problem: boardOf(5, 5),
    label: say("picture", { rows: 5, columns: 5, n: 0 }),
  });
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
    choice(
      "boards",
      say("x8closed"),
      ["5×5", "6×6", "4×7", "3×10"],
      (...chosen) => {
        const right = chosen.sort().join() === "1,3";
        tell(right, say(right ? "r8closed" : "w8closed"), right);
      },
      after,
      true,
    );
  };
  if (state.counted) more();
}

/** @type {((tools: Tools) => void)[]} */
export const PAGES = [
  knightsMove,
  aTour,
  theNaiveWay,
  backtracking,
  theOrder,
  theRule,
  ties,
  colours,
  theBound,
  oneSolution,
];
