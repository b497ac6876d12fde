// Storm: what is asked, how it grows harder, and the score.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isMove, writeProblem } from "#page/board/geometry.js";
import { clockText } from "#page/clock.js";
import { targetsOf } from "#page/game/rules.js";
import { readBest } from "#page/play/record.js";
import * as state from "#page/storm/state.js";
import { randomOf } from "./random.js";

const FILE = new URL("../../src/caballero/web/static/storm/positions.json", import.meta.url);
const LEVELS = state.readLevels(JSON.parse(readFileSync(FILE, "utf8")));

/**
 * A run in which every answer is right, or every one wrong.
 * @param {number} count
 * @param {boolean} right
 */
function played(count, right) {
  const random = randomOf(7);
  let run = state.FRESH;
  for (let i = 0; i < count; i += 1) {
    run = state.deal(run, LEVELS, random);
    run = state.answered(run, run.position?.can === right);
  }
  return run;
}

test("the positions of a pair look alike: as many squares, as many next ones", () => {
  for (const { problem, pairs } of LEVELS) {
    assert.equal(new Set(pairs).size, pairs.length);
    for (const pair of pairs) {
      const [yes, no] = [true, false].map((can) => state.positionOf(problem, pair, can).path);
      assert.equal(yes.length, no.length);
      const [ahead, behind] = [yes, no].map((path) => targetsOf(problem, path).length);
      assert.ok(ahead === behind && ahead > 0, pair);
      for (const path of [yes, no]) {
        assert.ok(path.every((square, i) => !i || isMove(problem, path[i - 1], square)));
      }
    }
  }
});

test("right answers lead to harder levels, wrong ones do not", () => {
  const boards = played(30, true).answers.map(({ position }) => writeProblem(position.problem));
  assert.deepEqual([boards[0], boards[2], boards[3], boards[29]], ["5x5", "5x5", "5x6", "8x8"]);
  assert.deepEqual(
    [...new Set(boards)],
    [...new Set(LEVELS.map((one) => writeProblem(one.problem)))],
  );
  const wrong = played(12, false);
  assert.equal(state.levelOf(wrong, LEVELS), 0);
  assert.equal(state.levelOf(played(500, true), LEVELS), LEVELS.length - 1);
});

test("no position comes twice while there are others, and about half can be finished", () => {
  const run = played(16, false);
  assert.equal(new Set(run.used).size, 16);
  assert.ok(state.deal(run, LEVELS, randomOf(1)).position); // all have come: then again
  const can = played(400, true).answers.filter(({ position }) => position.can).length;
  assert.ok(can > 150 && can < 250, String(can));
});

test("a wrong answer takes away what a right one gives", () => {
  assert.equal(state.scoreOf(state.FRESH), 0);
  assert.equal(state.scoreOf(played(9, true)), 9);
  assert.equal(state.scoreOf(played(9, false)), -9);
  let run = state.deal(played(2, true), LEVELS, randomOf(3));
  run = state.answered(run, !run.position?.can);
  assert.deepEqual([state.scoreOf(run), state.rightIn(run), state.signsOf(run)], [1, 2, "✓✓✗"]);
  assert.equal(state.answered(run, true), run); // nothing is asked
});

test("the best score is read with care", () => {
  assert.equal(readBest({ score: -2 }), -2);
  for (const odd of [null, 3, {}, { score: "9" }, []]) assert.equal(readBest(odd), null);
});

test("a clock has minutes, and hours only where there are some", () => {
  const shown = [0, 65.9, 599, 3600, 3905].map(clockText);
  assert.deepEqual(shown, ["0:00", "1:05", "9:59", "1:00:00", "1:05:05"]);
});
