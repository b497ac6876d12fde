import assert from "node:assert/strict";
import { test } from "node:test";

import { lastDays } from "../../src/caballero/web/static/clock.js";
import {
  readPuzzles,
  streakOf,
  withPuzzle,
  withSolved,
} from "../../src/caballero/web/static/today/days.js";

const NOW = new Date("2026-03-02T10:00:00Z");

test("the last days end with today, over the end of a month", () => {
  assert.deepEqual(lastDays(NOW, 3), ["2026-02-28", "2026-03-01", "2026-03-02"]);
});

test("a streak counts the days in a row; today need not be done, one day is forgiven", () => {
  /** @param {...string} days */
  const streak = (...days) => streakOf((date) => days.includes(date), NOW);
  assert.equal(streak(), 0);
  assert.equal(streak("2026-03-02"), 1);
  assert.equal(streak("2026-03-01", "2026-02-28"), 2);
  assert.equal(streak("2026-03-02", "2026-02-28", "2026-02-27"), 3);
  assert.equal(streak("2026-03-02", "2026-02-27"), 1);
  assert.equal(streak("2026-02-26"), 0);
});

test("a puzzle of a day is solved once, and only it", () => {
  const made = withPuzzle({}, "2026-03-02", "abc");
  assert.deepEqual(made, { "2026-03-02": { text: "abc", seconds: null } });
  assert.equal(withSolved(made, "other", 5), null);
  const solved = withSolved(made, "abc", 65.4);
  assert.deepEqual(solved, { "2026-03-02": { text: "abc", seconds: 65 } });
  assert.equal(withSolved(solved ?? {}, "abc", 3), null, "the first time counts");
  assert.equal(withPuzzle(solved ?? {}, "2026-03-02", "abc"), solved);
});

test("what was stored is read as far as it is sound, and bounded", () => {
  for (const stored of [null, 3, "x", [], { "2026-03-02": 3, x: { text: "a", seconds: 1 } }]) {
    assert.deepEqual(readPuzzles(stored), {});
  }
  const many = Object.fromEntries(
    lastDays(NOW, 100).map((date) => [date, { text: "a", seconds: null }]),
  );
  assert.deepEqual(Object.keys(readPuzzles(many)).sort(), lastDays(NOW, 60));
});
