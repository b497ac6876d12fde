// Puzzles: their address, what is written, undo and redo.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY, isHole, isMove, squareCount } from "#page/board/geometry.js";
import { shownOf } from "#page/game/reasons.js";
import * as rules from "#page/puzzles/game.js";
import {
  act,
  begin,
  canRedo,
  canUndo,
  fromStored,
  left,
  numbersOf,
  redo,
  redoes,
  toStored,
  undo,
  undoes,
} from "#page/puzzles/state.js";
import { pathFrom, problemOf, randomOf, squaresOf, whole } from "./random.js";

/** A random puzzle: its board is a path without the squares that this does not visit. */
function puzzleFrom(random) {
  for (;;) {
    const board = { ...problemOf(random), closed: false, start: null };
    const tour = pathFrom(board, random);
    const seen = new Set(tour.map(String));
    const holes = [];
    for (let r = 0; r < board.rows; r += 1) {
      for (let c = 0; c < board.columns; c += 1) if (!seen.has(String([r, c]))) holes.push([r, c]);
    }
    const given = tour.map(() => random() < 0.3);
    const puzzle = rules.makePuzzle({ ...board, holes }, tour, given, {
      level: "hard",
      trials: whole(random, 4),
    });
    if (puzzle && puzzle.text.length <= 400) return puzzle;
  }
}

test("puzzles are read back from an address", () => {
  const random = randomOf(21);
  for (let i = 0; i < 200; i += 1) {
    const puzzle = puzzleFrom(random);
    assert.deepEqual(rules.readPuzzle(puzzle.text), puzzle);
    assert.equal(rules.readPuzzle(`${puzzle.text}x`), null);
    const [board, moves, bits] = puzzle.text.split("/");
    assert.equal(rules.readPuzzle(`${board}/${moves.slice(0, -1)}/${bits}/hard`), null);
  }
  for (const none of ["", "8x8", null, 5, "x".repeat(1000)])
    assert.equal(rules.readPuzzle(none), null);
});

test("a Zip is drawn to its end, and back", () => {
  const zip = rules.readPuzzle("4x4.pwazir.wARKgg/c1.gFf4Lg/~gCW/easy");
  const { problem } = zip;
  /** @param {string} name */
  const cell = (name) => rules.cellOf(problem, [4 - Number(name[1]), name.charCodeAt(0) - 97]);
  assert.deepEqual(rules.readPuzzle(zip.text), zip);
  assert.deepEqual(rules.waypointsOf(zip), ["c1", "a1", "b3", "c2"].map(cell));
  const path = zip.tour.slice(1).map((square) => rules.cellOf(problem, square));
  let game = begin(zip);
  assert.equal(left(game), 15);
  assert.equal(rules.stopsAt(zip, numbersOf(game), cell("c2")), "notYet");
  assert.deepEqual(rules.wayTo(zip, numbersOf(game), cell("a1")).cells, [cell("b1"), cell("a1")]);
  assert.deepEqual(rules.wayTo(zip, numbersOf(game), cell("c4")), { cells: [], fault: "notYet" });
  for (const [i, one] of path.entries()) {
    assert.equal(rules.stopsAt(zip, numbersOf(game), one), "");
    game = act(game, "number", one, i + 2);
    assert.deepEqual(rules.wrongCells(zip, numbersOf(game)), []);
  }
  assert.equal(rules.stateOf(zip, numbersOf(game)), "solved");
  assert.deepEqual(fromStored(toStored(game)), game);
  game = act(game, "cut", cell("d2"));
  assert.equal(left(game), 13);
  assert.equal(rules.stopsAt(zip, numbersOf(game), cell("c2")), "notNext"); // there is a wall
  assert.equal(left(act(game, "cut", cell("a4"))), 13); // not on the path
  assert.equal(left(act(game, "erase", cell("c1"))), 13);
  game = act(undo(game), "cut", cell("c1"));
  for (const [i, name] of ["b1", "b2", "a2"].entries())
    game = act(game, "number", cell(name), i + 2);
  assert.deepEqual(rules.wrongCells(zip, numbersOf(game)), ["b1", "b2", "a2"].map(cell));
  for (const text of [zip.text.replace("~gCW", "~ACW"), zip.text.replace("4x4", "4x4.c")]) {
    assert.equal(rules.readPuzzle(text), null); // its ends are waypoints, and it is open
  }
});

test("the diamonds of a Rikudo are a rule", () => {
  const rows = squaresOf("00 01 02 12 11 10 20 21 22");
  const columns = squaresOf("00 10 20 21 11 01 02 12 22");
  const problem = {
    ...EMPTY,
    rows: 3,
    columns: 3,
    piece: "wazir",
    forced: [squaresOf("00 01")],
  };
  const given = columns.map((_, i) => i === 0);
  const rikudo = rules.makePuzzle(problem, rows, given);
  assert.equal(rules.kindOf(rikudo), "rikudo");
  assert.equal(rules.kindOf(rules.makePuzzle({ ...problem, forced: [] }, rows, given)), "numbers");
  assert.equal(rules.makePuzzle(problem, columns, given), null);
  assert.deepEqual(rules.readPuzzle(rikudo.text), rikudo);
  /** @param {number[][]} path */
  const numbers = (path) => {
    const all = Array(9).fill(0);
    for (const [i, square] of path.entries()) all[rules.cellOf(problem, square)] = i + 1;
    return all;
  };
  assert.equal(rules.stateOf(rikudo, numbers(rows)), "solved");
  assert.equal(rules.stateOf(rikudo, numbers(columns)), "full");
  assert.deepEqual(rules.brokenPairs(rikudo, numbers(rows)), []);
  assert.deepEqual(rules.brokenPairs(rikudo, numbers(columns)), [[0, 1]]);
});

test("the solution is solved, and wrong numbers are found", () => {
  const random = randomOf(22);
  for (let i = 0; i < 100; i += 1) {
    const puzzle = puzzleFrom(random);
    const { problem, tour } = puzzle;
    const solution = rules.solutionFor(puzzle, rules.givenNumbers(puzzle));
    assert.equal(rules.stateOf(puzzle, solution), "solved");
    assert.deepEqual(rules.wrongCells(puzzle, solution), []);
    const strands = rules.strandsOf(puzzle, solution);
    assert.equal(strands.length, 1);
    assert.deepEqual(strands[0].map(String), tour.map(String));
    if (tour.length < 3) continue;
    const [a, b] = [rules.cellOf(problem, tour[0]), rules.cellOf(problem, tour[1])];
    const swapped = [...solution];
    [swapped[a], swapped[b]] = [solution[b], solution[a]];
    if (rules.stateOf(puzzle, swapped) === "full")
      assert.ok(rules.wrongCells(puzzle, swapped).length > 0);
    assert.equal(squareCount(problem), tour.length);
    assert.ok(isMove(problem, tour[0], tour[1]));
  }
});

test("undo and redo lead through the same states", () => {
  const random = randomOf(23);
  for (let i = 0; i < 50; i += 1) {
    const puzzle = puzzleFrom(random);
    const cells = puzzle.tour.map((square) => rules.cellOf(puzzle.problem, square));
    let game = begin(puzzle);
    const states = [game.written];
    for (let k = 0; k < 30; k += 1) {
      const kinds = ["number", "number", "mark", "erase", "clear"];
      const cell = cells[whole(random, cells.length)];
      const next = act(game, kinds[whole(random, 5)], cell, 1 + whole(random, cells.length));
      if (next !== game) states.push(next.written);
      game = next;
    }
    const stored = JSON.parse(JSON.stringify(toStored(game)));
    assert.deepEqual(fromStored(stored), game);
    for (let k = states.length - 1; k > 0; k -= 1) {
      assert.deepEqual(game.written, states[k]);
      assert.ok(canUndo(game));
      const [kind, cell, number] = undoes(game);
      const before = game.written;
      game = undo(game);
      if (kind === "number") assert.equal(before.numbers[cell], number);
      if (kind === "erase") assert.equal(game.written.numbers[cell], number);
      assert.deepEqual(redoes(game), [kind, cell, number]);
    }
    assert.deepEqual(game.written, states[0]);
    assert.ok(!canUndo(game));
    assert.equal(undoes(game), null);
    for (const state of states.slice(1)) {
      assert.ok(canRedo(game));
      game = redo(game);
      assert.deepEqual(game.written, state);
    }
    assert.ok(!canRedo(game));
    const numbers = numbersOf(game);
    assert.equal(
      left(game),
      numbers.length - numbers.filter(Boolean).length - (numbers.length - cells.length),
    );
  }
});

test("where a number may stand, what breaks the rule, and how a run goes on", () => {
  const random = randomOf(25);
  for (let i = 0; i < 200; i += 1) {
    const open = puzzleFrom(random);
    const ends = [open.tour.at(-1), open.tour[0]];
    const closed = {
      ...open.problem,
      closed: isMove(open.problem, ...ends) && open.tour.length > 2,
    };
    const puzzle = rules.makePuzzle(closed, open.tour, open.given);
    const { problem, tour } = puzzle;
    const size = tour.length;
    // Some numbers where they belong, some elsewhere.
    const numbers = rules.givenNumbers(puzzle).map(() => 0);
    const cells = tour.map((square) => rules.cellOf(problem, square));
    for (let n = 1; n <= size; n += 1) {
      const cell = cells[random() < 0.8 ? n - 1 : whole(random, size)];
      if (random() < 0.6 && !numbers[cell]) numbers[cell] = n;
    }
    const after = (n) => (n < size ? n + 1 : problem.closed ? 1 : 0);
    const before = (n) => (n > 1 ? n - 1 : problem.closed ? size : 0);
    const near = (a, b) => isMove(problem, rules.squareOf(problem, a), rules.squareOf(problem, b));
    const broken = [];
    for (const [a, n] of numbers.entries()) {
      const b = n ? numbers.indexOf(after(n) || -1) : -1;
      if (b >= 0 && !near(a, b)) broken.push(String([a, b]));
    }
    assert.deepEqual(rules.brokenPairs(puzzle, numbers).map(String).sort(), broken.sort());
    for (let n = 1; n <= size; n += 1) {
      if (numbers.includes(n)) continue;
      const held = [before(n), after(n)].filter((one) => one && numbers.includes(one));
      const fits = (cell) => {
        if (numbers[cell] || isHole(problem, rules.squareOf(problem, cell)) || !held.length)
          return false;
        const moved = [...numbers];
        moved[cell] = n;
        return rules.brokenPairs(puzzle, moved).length === broken.length;
      };
      const found = rules.openCells(puzzle, numbers, n);
      assert.deepEqual(found, [...numbers.keys()].filter(fits));
      for (const one of held) {
        const from = numbers.indexOf(one);
        for (const cell of found) {
          const [next, by] = rules.runsTo(puzzle, numbers, from, cell, one === before(n) ? 1 : -1);
          assert.equal(next, n);
          assert.equal((one + by + size - 1) % size, n - 1);
        }
      }
    }
  }
});

test("a number that is taken up is written on from, where there is room", () => {
  const puzzle = rules.readPuzzle("3x3.pwazir/a3.rXq/oM/easy"); // given: 1, 3, 9
  const numbers = rules.givenNumbers(puzzle);
  assert.deepEqual(rules.takenUp(puzzle, numbers, 3, 1, false), [4, 1]);
  assert.deepEqual(rules.takenUp(puzzle, numbers, 3, 1, true), [2, -1]);
  assert.deepEqual(rules.takenUp(puzzle, numbers, 9, 1, false), [8, -1]);
  assert.deepEqual(rules.takenUp(puzzle, numbers, 1, -1, true), [2, 1]);
});

test("a stored game that was damaged does no harm", () => {
  const puzzle = puzzleFrom(randomOf(24));
  assert.equal(fromStored(null), null);
  assert.equal(fromStored({ puzzle: "nothing" }), null);
  const stored = { ...toStored(begin(puzzle)), actions: ["x", [1], ["number", "a", 2]], done: 99 };
  assert.equal(fromStored(stored).done, 0);
});

test("the next number that is missing", () => {
  assert.equal(rules.nextMissing([1, 0, 3, 0], 4, 1, 1), 2);
  assert.equal(rules.nextMissing([1, 0, 3, 0], 4, 3, 1), 4);
  assert.equal(rules.nextMissing([1, 0, 3, 0], 4, 1, -1), 4);
  assert.equal(rules.nextMissing([1, 2, 3, 4], 4, 1, 1), 0);
});

test("a reason of more than five steps shows first where it leads", () => {
  const steps = Array.from({ length: 6 }, (_, i) => ({
    text: `Do ${i}. Why.`,
    short: `Do ${i}.`,
    marks: /** @type {[[number, number], string][]} */ ([[[0, i], "o"]]),
    legend: [],
    used: [],
    out: [],
  }));
  const first = shownOf(steps);
  assert.deepEqual([first.marks, first.argument, first.later], [steps[5].marks, [], steps]);
  const whole = shownOf(steps, true);
  assert.deepEqual([whole.marks, whole.argument, whole.at], [steps[0].marks, steps, 0]);
  assert.deepEqual(shownOf(steps.slice(1)).argument, steps.slice(1));
  assert.deepEqual(shownOf(steps.slice(5)).argument, []);
});
