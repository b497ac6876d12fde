// The laboratory: its address, orders of moves, and a search that goes forward and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardFrom, EMPTY } from "#page/board/geometry.js";
import { readLab, writeLab } from "#page/learn/address.js";
import { boundOf, lengthOf, search } from "#page/learn/cities.js";
import { pagesText, readPlan, writePlan } from "#page/learn/class/plan.js";
import { begun, faceOf, inPages, turned } from "#page/learn/class/sheets.js";
import { MOVES, readOrder } from "#page/learn/parts.js";
import { Recording } from "#page/learn/record.js";
import { numbersAt, solutionsOf, squaresOn } from "#page/learn/solutions.js";
import { randomOf, whole } from "./random.js";

test("the state of the laboratory is read back from its address", () => {
  for (const text of [
    "8x8.sa8/b.geeksforgeeks~w.granada.roth/7/120",
    "3x4/n.puc/0/0",
    "3x4.sa3/p.usual.fifo.made.climb/1/5",
  ]) {
    const place = readLab(text);
    assert.ok(place, text);
    assert.deepEqual(readLab(writeLab(place)), place);
  }
  for (const none of ["", "8x8/z.puc/0/0", "8x8/b.dragon/0/0", "8x8/w.puc.dragon/0/0", "0x0/b"]) {
    assert.equal(readLab(none), null, none);
  }
});

test("an order has each move once", () => {
  for (const order of Object.values(MOVES)) assert.equal(readOrder("knight", order), order);
  assert.equal(
    readOrder("knight", MOVES.puc.replaceAll("-", "−").replaceAll(";", " ; ")),
    MOVES.puc,
  );
  assert.equal(readOrder("knight", "2,1"), null);
  assert.equal(readOrder("knight", `${MOVES.puc};2,1`), null);
  assert.equal(readOrder("wazir", "1,0;0,1;-1,0;0,-1"), "1,0;0,1;-1,0;0,-1");
});

test("any step is reached from any other, forward and back", () => {
  const random = randomOf(31);
  const recording = new Recording({ rows: 4, columns: 4 });
  const path = [];
  const steps = [];
  const paths = [[]];
  while (steps.length < 3000) {
    const free = [...Array(16).keys()].filter((cell) => !path.includes(cell));
    const back = path.length > 0 && (!free.length || random() < 0.4);
    const cell = back ? path.pop() : free[whole(random, free.length)];
    if (!back) path.push(cell);
    const kind = back ? "step-back" : "place";
    const square = [Math.floor(cell / 4), cell % 4];
    steps.push({ kind, square, depth: path.length, nodes: 1, dead_ends: 0, microseconds: 0 });
    paths.push(path.map((one) => [Math.floor(one / 4), one % 4]));
  }
  recording.add(steps.slice(0, 1000));
  recording.add(steps.slice(1000));
  assert.equal(recording.length, 3000);
  for (let i = 0; i < 200; i += 1) {
    const k = whole(random, 3001);
    recording.seek(k);
    assert.equal(recording.at, k);
    assert.deepEqual(recording.path, paths[k]);
    assert.equal(recording.last?.kind, k ? steps[k - 1].kind : undefined);
  }
  recording.seek(-5);
  assert.equal(recording.last, null);
  recording.seek(1e9);
  assert.deepEqual(recording.path, paths[3000]);
});

test("branch and bound finds the shortest tour, and no bound is above what it bounds", () => {
  const random = randomOf(7);
  for (let round = 0; round < 20; round += 1) {
    const lines = Array.from({ length: 4 }, () => Array(4).fill("#"));
    while (lines.flat().filter((one) => one === "x").length < 5) {
      lines[whole(random, 4)][whole(random, 4)] = "x";
    }
    const problem = boardFrom(lines.map((line) => line.join("")));
    problem.start = squaresOn(problem)[0];
    const all = search(problem, "none");
    const costs = new Map(
      all.nodes.filter(({ path }) => path.length === 5).map(({ path }) => [path.join(), path]),
    );
    assert.equal(costs.size, 24);
    for (const bounded of ["none", "made", "ahead"]) {
      const { nodes, best } = search(problem, bounded);
      assert.equal(best, all.best);
      assert.ok(nodes.length <= all.nodes.length);
      for (const { path } of nodes) {
        const beyond = [...costs.values()].filter((tour) => `${tour},`.startsWith(`${path},`));
        const least = Math.min(...beyond.map((tour) => lengthOf([...tour, tour[0]])));
        assert.ok(boundOf(problem, path, bounded) <= least);
      }
    }
  }
});

test("the solutions of a puzzle, and the numbers of its squares", () => {
  const problem = { ...EMPTY, rows: 3, columns: 4 };
  const all = solutionsOf(problem, []);
  assert.equal(all.length, 16);
  assert.equal(new Set(all.map(String)).size, 16);
  const [tour] = all;
  const clues = tour.map((square, i) => [square, i + 1]);
  assert.deepEqual(solutionsOf(problem, clues), [tour]);
  for (const square of squaresOn(problem)) {
    for (const number of numbersAt(all, square)) {
      assert.ok(solutionsOf(problem, [[square, number]]).length);
    }
  }
});

test("a plan for a class is read back from its address", () => {
  for (const text of ["1", "3-5,9", "1,2", "1-10.8x8.ordered.answers", "6.7x7", "2.answers"]) {
    const plan = readPlan(text);
    assert.ok(plan, text);
    assert.equal(writePlan(plan), text);
  }
  assert.deepEqual(readPlan("9,3-5,4")?.pages, [3, 4, 5, 9]);
  assert.equal(readPlan("1.answers.ordered")?.ordered, true);
  for (const none of [
    ...["", "0", "11", "5-3", "1-", "-2", "1,,2", "x", "1-99", "1.9x9", "1.6x7", "1.dragon"],
    ...["1.", "01x", "1-2-3", "1,2,3,4,5,6,7,8,9,10,".repeat(9), "__proto__", "1.toString"],
  ]) {
    assert.equal(readPlan(none), null, none);
  }
  assert.equal(pagesText([1, 2, 4, 5, 6, 9], "–", ", "), "1, 2, 4–6, 9");
});

test("worksheets: pages, positions and what makes them different", () => {
  assert.deepEqual(inPages([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  const problem = { ...EMPTY, rows: 3, columns: 4, start: null, end: null };
  const [one, other] = solutionsOf(problem, []);
  assert.deepEqual(turned(one, 13), [...one.slice(1), one[0]]);
  assert.equal(begun(problem, one, 5).given.filter(Boolean).length, 5);
  assert.notEqual(faceOf(begun(problem, one, 12)), faceOf(begun(problem, other, 12)));
  assert.equal(faceOf(begun(problem, one, 0)), faceOf(begun(problem, other, 0)));
  const fixed = begun({ ...problem, start: one[0], end: one[11] }, one, 0);
  assert.deepEqual(
    [...fixed.given.keys()].filter((i) => fixed.given[i]),
    [0, 11],
  );
});
