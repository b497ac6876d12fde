// The rules of the game, against the obvious versions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY, isHole, isMove, squareCount } from "#page/board/geometry.js";
import {
  exitsOf,
  faultOf,
  readGame,
  readMoves,
  stateOf,
  targetsOf,
  writeGame,
} from "#page/game/rules.js";
import { pathFrom, problemOf, randomOf } from "./random.js";

/** @param {import("../../src/caballero/web/static/board/geometry.js").Problem} problem */
function* squaresOf(problem) {
  for (let r = 0; r < problem.rows; r += 1) {
    for (let c = 0; c < problem.columns; c += 1) if (!isHole(problem, [r, c])) yield [r, c];
  }
}

test("targets are the free squares one move away, and those without a fault", () => {
  const random = randomOf(11);
  for (let i = 0; i < 150; i += 1) {
    const problem = problemOf(random);
    const path = pathFrom(problem, random);
    const seen = new Set(path.map(String));
    const free = [...squaresOf(problem)].filter((square) => !seen.has(String(square)));
    const naive = free.filter((square) => isMove(problem, path.at(-1), square));
    const targets = targetsOf(problem, path);
    assert.deepEqual(targets.map(String).sort(), naive.map(String).sort());
    for (const square of squaresOf(problem)) {
      const isTarget = targets.some((one) => String(one) === String(square));
      assert.equal(faultOf(problem, path, square) === null, isTarget);
      if (isTarget) {
        const exits = free.filter(
          (other) => String(other) !== String(square) && isMove(problem, square, other),
        );
        assert.deepEqual(
          exitsOf(problem, path, square).map(String).sort(),
          exits.map(String).sort(),
        );
      }
    }
    const count = squareCount(problem);
    const state = stateOf(problem, path);
    if (path.length < count) assert.equal(state, naive.length ? "going" : "stuck");
    else if (!problem.closed) assert.equal(state, "won");
  }
});

test("the given end comes last", () => {
  const problem = { ...EMPTY, rows: 3, columns: 4, end: [2, 1] };
  assert.deepEqual(faultOf(problem, [[0, 0]], [2, 1]), ["isEnd", { name: "b1" }]);
  assert.ok(!targetsOf(problem, [[0, 0]]).some(([r, c]) => r === 2 && c === 1));
});

test("games are read back from an address", () => {
  const random = randomOf(12);
  for (let i = 0; i < 300; i += 1) {
    const problem = problemOf(random);
    const path = pathFrom(problem, random);
    assert.deepEqual(readGame(writeGame(problem, path)), { problem, path });
  }
  assert.equal(readGame("nothing"), null);
  assert.equal(readGame(null), null);
});

test("moves that are typed", () => {
  assert.deepEqual(readMoves("a8 b6, c8-d6→x9!", 8), [[0, 0], [2, 1], [0, 2], [2, 3], "x9!"]);
  assert.deepEqual(readMoves("  ", 8), []);
});

test("two squares are no closed tour", () => {
  const problem = { ...EMPTY, rows: 1, columns: 2, piece: "wazir", closed: true };
  const path = /** @type {[number, number][]} */ ([
    [0, 0],
    [0, 1],
  ]);
  assert.equal(stateOf(problem, path), "open");
});
