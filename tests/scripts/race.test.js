// The parts of a race that need no page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readProblem, requestOf } from "#page/board/geometry.js";
import { columnsOf, problemOf, repeated } from "#page/race/state.js";

test("a board arrives as it was sent", () => {
  for (const text of ["5x5", "3x4.c", "6x6.t.pzebra", "8x8.sa1.eh8", "hex4", "tri6.pking"]) {
    const problem = readProblem(text);
    assert.ok(problem, text);
    const sent = JSON.parse(JSON.stringify(requestOf(problem)));
    assert.deepEqual(problemOf(sent), problem, text);
  }
});

test("all lanes have a column, and a few stand in one", () => {
  assert.equal(columnsOf(2), 1);
  for (let count = 1; count <= 60; count += 1) assert.ok(count / columnsOf(count) <= 20);
});

test("work is repeated, never done twice at a time, and once more if it was asked for", async () => {
  let running = 0;
  let most = 0;
  let times = 0;
  const work = async () => {
    running += 1;
    times += 1;
    most = Math.max(most, running);
    await null;
    running -= 1;
  };
  const polling = repeated(work, 0);
  await Promise.all([polling.now(), polling.now(), polling.now()]);
  assert.equal(times, 2); // what was asked meanwhile is done once
  while (times < 4) await new Promise((resolve) => setTimeout(resolve, 0));
  polling.stop();
  const after = times;
  await new Promise((resolve) => setTimeout(resolve, 5));
  await polling.now();
  assert.equal(times, after);
  assert.equal(most, 1);
});
