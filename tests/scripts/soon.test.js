// Simple help while Python is loading, against every way to go on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isHole, isMove, lastOf, requestOf } from "#page/board/geometry.js";
import { exitsOf, stateOf, targetsOf } from "#page/game/rules.js";
import { lostBy, soon } from "#page/site/soon.js";
import { setLanguage } from "#page/words.js";
import { pathFrom, problemOf, randomOf, whole } from "./random.js";

/** Whether a path can be finished: every way is tried. */
function canFinish(problem, path) {
  const state = stateOf(problem, path);
  if (state === "won") return !problem.end || String(lastOf(path)) === String(problem.end);
  return targetsOf(problem, path).some((square) => canFinish(problem, [...path, square]));
}

/** Small problems with a path: those of other tests, cut to four rows and columns. */
function* games(seed, count) {
  const random = randomOf(seed);
  for (let i = 0; i < count; i += 1) {
    const [rows, columns] = [2 + whole(random, 3), 2 + whole(random, 3)];
    const wide = problemOf(random);
    const holes = wide.holes.filter(([r, c]) => r < rows && c < columns);
    const problem = { ...wide, rows, columns, holes, start: null };
    if (holes.length === rows * columns) continue;
    const end = [whole(random, rows), whole(random, columns)];
    if (random() < 0.3 && !problem.closed && !isHole(problem, end)) problem.end = end;
    const path = pathFrom(problem, random);
    if (path.slice(0, -1).some((square) => String(square) === String(problem.end))) continue;
    yield { problem, path };
  }
}

test("what is said to be lost cannot be finished in any way", () => {
  const kinds = new Set();
  for (const { problem, path } of games(5, 3000)) {
    const lost = lostBy(problem, path);
    if (!lost) continue;
    kinds.add(lost[0]);
    assert.equal(canFinish(problem, path), false, JSON.stringify({ problem, path, lost }));
  }
  assert.deepEqual([...kinds].sort(), ["soonCut", "soonDead", "soonEnds"]);
});

test("a move is suggested by its exits; what needs more waits", async (context) => {
  context.mock.method(globalThis, "fetch", async (file) => new Response(readFileSync(file)));
  context.mock.timers.enable({ apis: ["setTimeout"] });
  await setLanguage("en");
  let suggested = 0;
  for (const { problem, path } of games(6, 1000)) {
    const body = { ...requestOf(problem), path, strength: 3 };
    assert.equal(soon("hint", { ...body, strength: 2 }), null);
    assert.equal(soon("solve", body), null);
    const reply = soon("hint", body);
    if (!reply?.move) continue;
    suggested += 1;
    assert.ok(isMove(problem, lastOf(path), reply.move));
    const exits = (square) => exitsOf(problem, path, square).length;
    const fewest = Math.min(...targetsOf(problem, path).map(exits));
    assert.equal(exits(reply.move), fewest);
    assert.match(reply.why, /^Of the next squares, [a-d][1-4] is one with the fewest exits \(\d/);
    assert.equal(soon("hint", { ...body, strength: 1 }), null);
  }
  assert.ok(suggested > 100);
});

test("a number of a puzzle is told where it has one place", () => {
  const random = randomOf(8);
  let told = 0;
  for (const { problem, path } of games(7, 1000)) {
    const all = path.map((square, i) => ({ square, number: i + 1 }));
    const clues = all.filter(() => random() < 0.6);
    const [step] = soon("puzzle/hint", { ...requestOf(problem), clues })?.steps ?? [];
    const last = problem.closed ? path.length - 1 : path.length; // of a closed tour it may be another
    if (!step || step.found[1] > last || (problem.closed && step.found[1] === 1)) continue;
    told += 1;
    assert.deepEqual(step.found[0], path[step.found[1] - 1]);
  }
  assert.ok(told > 100);
});
