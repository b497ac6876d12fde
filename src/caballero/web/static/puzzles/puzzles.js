// The room of puzzles: five kinds to begin at once, your own wishes, and the puzzles that were begun.

import { mountChooser } from "../board/chooser.js";
import { squareCount, wrongWith } from "../board/geometry.js";
import { button, choice, field, make, panel, row } from "../dom.js";
import { dailyOf, KINDS } from "../today/daily.js";
import { boardWords, words } from "../words.js";
import { BOARDS, TILES } from "./boards.js";
import { kindOf, LEVELS, MOST_SQUARES, readPuzzle } from "./game.js";
import { byChance, fetchPuzzle, isPlain, isTooSlow } from "./make.js";
import { pictureOf } from "./names.js";
import { Session } from "./session.js";
import { begin } from "./state.js";

const say = words("puzzles");

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {import("./make.js").Wishes["kind"]} Kind */

/** What there is before any other puzzle: a knight's, on 6 × 6, easy. */
const FIRST = "6x6/f4.T3RWFe8TwLu6eUIo3s/19ERVFg/easy";
const SAMPLES = "2026-01-05"; // the day of the pictures of the kinds

/** @param {string} word */
const wordOf = (word) => say(word) ?? boardWords(word);

/** The form for your own wishes. @param {() => void} made */
function makeForm(made) {
  const kind = choice(["numbers", "zip", "rikudo"]);
  const level = choice([...LEVELS, "any"]);
  const symmetric = make("input", { type: "checkbox" });
  const box = make("div");
  const whole = panel(
    "another",
    box,
    make("div", { className: "fields" }, field("kind", kind), field("level", level)),
    field("symmetric", symmetric),
    make("p", { className: "quiet", say: "plain", hidden: !isPlain() }),
    row(button("make", made, { className: "first" })),
  );
  whole.classList.add("another");
  return { kind, level, symmetric, box, whole };
}

/** The pictures of the kinds. @param {(kind: string) => void} open */
const tilesOf = (open) =>
  KINDS.map((kind) => {
    const one = make("button", { type: "button", className: `tile of-${kind}` });
    one.onclick = () => open(kind);
    one.append(pictureOf(begin(dailyOf(SAMPLES, kind))), make("span", { say: `kind-${kind}` }));
    return one;
  });

/**
 * What the form wishes, or why there is no such puzzle.
 * @param {ReturnType<typeof makeForm>} form
 * @param {import("./boards.js").Problem} chosen
 * @returns {{fault: string} | {problem: import("./boards.js").Problem, wishes: import("./make.js").Wishes}}
 */
function wishedOf({ kind: { value }, level, symmetric }, chosen) {
  const kind = /** @type {Kind} */ (value);
  const path = kind !== "numbers" && { piece: chosen.grid ? "step" : "wazir", closed: false };
  const problem = { ...chosen, surface: "flat", start: null, end: null, ...path };
  const wrong = wrongWith(problem);
  const n = wrong ? 0 : squareCount(problem);
  if (wrong) return { fault: String(boardWords(wrong)) };
  if (n > MOST_SQUARES) return { fault: String(say("tooMany", { n, most: MOST_SQUARES })) };
  const grade = level.value === "any" ? "" : level.value;
  return { problem, wishes: byChance(grade, kind === "numbers" && symmetric.checked, kind) };
}

/** @type {import("../app.js").Mount} */
export function mount(root, page) {
  const form = makeForm(newPuzzle);
  const tiles = make("div", { className: "tiles" }, ...tilesOf(another));
  const session = new Session(root, page, {
    name: "puzzles",
    first: /** @type {Puzzle} */ (readPuzzle(FIRST)),
    more: [tiles, form.whole],
    address: ({ text }) => text,
    read: (rest) => readPuzzle(rest) ?? ["badLink"],
    changed: follow,
    solved: () => {},
    next: () => [String(say("like")), like],
    speak: () => chooser.speak(),
  });
  const first = session.game.puzzle;
  const chooser = mountChooser(form.box, {
    problem: first.problem,
    without: ["surface", "start", "end"],
    presets: BOARDS.filter(([, , problem]) => !isTooSlow(problem)),
    unfolded: true,
    say: (key, values) =>
      say(key, { ...values, piece: wordOf(values.piece) }) ?? boardWords(key, values),
  });

  /** @param {import("./boards.js").Problem} problem @param {import("./make.js").Wishes} wishes */
  const seek = (problem, wishes) => session.seek((signal) => fetchPuzzle(problem, wishes, signal));

  /** The form has the board that is shown. */
  function follow() {
    form.whole.open = false;
    const { puzzle } = session.game;
    const { walls: _walls, forced: _forced, ...board } = puzzle.problem;
    chooser.set(board);
    form.kind.value = kindOf(puzzle);
  }

  /** @param {string} kind - of a tile */
  function another(kind) {
    const [board, sort] = TILES[kind];
    seek(board, byChance("easy", false, sort));
  }

  function like() {
    const { puzzle } = session.game;
    seek(puzzle.problem, byChance(puzzle.level, false, kindOf(puzzle)));
  }

  function newPuzzle() {
    const wished = wishedOf(form, chooser.problem);
    if ("fault" in wished) session.tell(wished.fault, "bad");
    else seek(wished.problem, wished.wishes);
  }

  const latest = session.latest();
  session.open(latest ?? first, Boolean(latest));
  return session;
}
