// Puzzles: their address, what is written, undo and redo, and the puzzle of the day.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isMove, squareCount } from "../../src/caballero/web/static/board/geometry.js";
import { dateOf } from "../../src/caballero/web/static/clock.js";
import { puzzleOf } from "../../src/caballero/web/static/puzzles/day.js";
import {
  cellOf,
  givenNumbers,
  makePuzzle,
  nextMissing,
  readPuzzle,
  solutionFor,
  stateOf,
  strandsOf,
  wrongCells,
} from "../../src/caballero/web/static/puzzles/game.js";
import {
  act,
  begin,
  canRedo,
  canUndo,
  fromStored,
  left,
  numbersOf,
  redo,
  toStored,
  undo,
} from "../../src/caballero/web/static/puzzles/state.js";
import { pathFrom, problemOf, randomOf, whole } from "./random.js";

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
    const puzzle = makePuzzle({ ...board, holes }, tour, given, { level: "hard" });
    if (puzzle && puzzle.text.length <= 400) return puzzle;
  }
}

test("puzzles are read back from an address", () => {
  const random = randomOf(21);
  for (let i = 0; i < 200; i += 1) {
    const puzzle = puzzleFrom(random);
    assert.deepEqual(readPuzzle(puzzle.text), puzzle);
    assert.equal(readPuzzle(`${puzzle.text}x`), null);
    const [board, moves, bits] = puzzle.text.split("/");
    assert.equal(readPuzzle(`${board}/${moves.slice(0, -1)}/${bits}/hard`), null);
  }
  for (const none of ["", "8x8", null, 5, "x".repeat(1000)]) assert.equal(readPuzzle(none), null);
});

test("the solution is solved, and wrong numbers are found", () => {
  const random = randomOf(22);
  for (let i = 0; i < 100; i += 1) {
    const puzzle = puzzleFrom(random);
    const { problem, tour } = puzzle;
    const solution = solutionFor(puzzle, givenNumbers(puzzle));
    assert.equal(stateOf(puzzle, solution), "solved");
    assert.deepEqual(wrongCells(puzzle, solution), []);
    const strands = strandsOf(puzzle, solution);
    assert.equal(strands.length, 1);
    assert.deepEqual(strands[0].map(String), tour.map(String));
    if (tour.length < 3) continue;
    const [a, b] = [cellOf(problem, tour[0]), cellOf(problem, tour[1])];
    const swapped = [...solution];
    [swapped[a], swapped[b]] = [solution[b], solution[a]];
    if (stateOf(puzzle, swapped) === "full") assert.ok(wrongCells(puzzle, swapped).length > 0);
    assert.equal(squareCount(problem), tour.length);
    assert.ok(isMove(problem, tour[0], tour[1]));
  }
});

test("undo and redo lead through the same states", () => {
  const random = randomOf(23);
  for (let i = 0; i < 50; i += 1) {
    const puzzle = puzzleFrom(random);
    const cells = puzzle.tour.map((square) => cellOf(puzzle.problem, square));
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
      game = undo(game);
    }
    assert.deepEqual(game.written, states[0]);
    assert.ok(!canUndo(game));
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

test("a stored game that was damaged does no harm", () => {
  const puzzle = puzzleFrom(randomOf(24));
  assert.equal(fromStored(null), null);
  assert.equal(fromStored({ puzzle: "nothing" }), null);
  const stored = { ...toStored(begin(puzzle)), actions: ["x", [1], ["number", "a", 2]], done: 99 };
  assert.equal(fromStored(stored).done, 0);
});

test("the next number that is missing", () => {
  assert.equal(nextMissing([1, 0, 3, 0], 4, 1, 1), 2);
  assert.equal(nextMissing([1, 0, 3, 0], 4, 3, 1), 4);
  assert.equal(nextMissing([1, 0, 3, 0], 4, 1, -1), 4);
  assert.equal(nextMissing([1, 2, 3, 4], 4, 1, 1), 0);
});

test("the puzzle of the day follows from its date", () => {
  assert.equal(dateOf(new Date("2026-11-23T23:59:59Z")), "2026-11-23");
  for (let day = 0; day < 14; day += 1) {
    const date = dateOf(new Date(Date.UTC(2026, 1, 20 + day)));
    const puzzle = puzzleOf(date);
    assert.deepEqual(puzzle, puzzleOf(date));
    assert.equal(puzzle.seed, Number(date.replaceAll("-", "")));
    assert.ok(squareCount(puzzle.problem) <= 64);
  }
});
