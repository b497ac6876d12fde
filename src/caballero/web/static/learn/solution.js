// The page of puzzles: which numbers are forced, and when there is only one solution.

import { boardFrom, parseSquare, same, squareName } from "../board/geometry.js";
import { words } from "../words.js";
import { numbersAt, solutionsOf, squaresOn } from "./solutions.js";

const say = words("learn");

/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {import("./pages.js").Tools} Tools */
/** @typedef {import("./solutions.js").Clues} Clues */

const PUZZLE = boardFrom(["xxx", "xxx", "xxx"], { piece: "king" });
/** @param {[string, number][]} clues */
const cluesOf = (clues) =>
  clues.map(([name, number]) => [/** @type {Square} */ (parseSquare(name, 3)), number]);
const CLUES = /** @type {Clues} */ (cluesOf([["c3", 1], ["a3", 4], ["c1", 7]])); // biome-ignore format: a list
const [FORCED, DECIDING] = /** @type {Clues} */ (cluesOf([["a1", 9], ["b2", 6]])); // biome-ignore format: a list
const ORDER = [8, 2, 3, 5]; // in which the rest is found, each by a reason of its own

/** @param {Square} square */
const name = (square) => squareName(square, PUZZLE.rows);

/** @param {Tools} tools */
export function oneSolution({ state, task, board, tell }) {
  state.round ??= 0;
  const [one] = solutionsOf(PUZZLE, [...CLUES, FORCED, DECIDING]);
  /** @returns {Clues} */
  const known = () => [
    ...CLUES,
    ...[FORCED, DECIDING].slice(0, state.round),
    ...ORDER.slice(0, Math.max(0, state.round - 2)).map(
      (number) => /** @type {[Square, number]} */ ([one[number - 1], number]),
    ),
  ];
  const next = () => ORDER[state.round - 2];
  const taskText = () =>
    state.round < 2
      ? say(state.round ? "x10decide" : "x10", { n: solutions().length })
      : say("x10where", { n: next() });
  const solutions = () => solutionsOf(PUZZLE, known());
  const text = task("");
  const draws = () => {
    const all = solutions();
    text.textContent = state.round < 6 ? taskText() : say("x10done");
    /** @type {[Square, import("../board/board.js").Seen][]} */
    const looks = squaresOn(PUZZLE).map((square) => {
      const given = known().find(([other]) => same(other, square));
      if (given) return [square, { text: given[1], look: "visited" }];
      return [square, { small: state.round < 2 ? numbersAt(all, square).join(" ") : "" }];
    });
    return { problem: PUZZLE, path: [], looks, piece: false };
  };
  board(draws, (square) => {
    if (state.round > 5) return;
    if (known().some(([other]) => same(other, square))) {
      tell(false, say("w10given", { square: name(square) }));
      return;
    }
    const numbers = numbersAt(solutions(), square);
    if (state.round === 0) judge(numbers.length === 1, "r10", "w10", square, numbers);
    else if (state.round === 1) {
      const apart = numbers.length === solutions().length;
      judge(apart, "r10decide", "w10decide", square, numbers);
    } else if (numbers[0] !== next()) {
      const [n, before, after] = [next(), next() - 1, next() + 1];
      tell(false, say("w10where", { n, before, after, square: name(square) }));
    } else {
      state.round += 1;
      tell(true, say("r10where")[state.round - 3], state.round === 6);
    }
  });
  /**
   * @param {boolean} right
   * @param {string} good
   * @param {string} bad
   * @param {Square} square
   * @param {number[]} numbers
   */
  function judge(right, good, bad, square, numbers) {
    const values = { square: name(square), numbers: numbers.join(", "), given: DECIDING[1] };
    if (right) state.round += 1;
    tell(right, say(right ? good : bad, values));
  }
}
