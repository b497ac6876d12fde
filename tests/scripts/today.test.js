import assert from "node:assert/strict";
import { test } from "node:test";

import { dateOf, lastDays } from "#page/clock.js";
import { readPuzzle } from "#page/puzzles/game.js";
import {
  dailyKind,
  dailyOf,
  KINDS,
  knightsOf,
  mainOf,
  readDaily,
  readResults,
  streakOf,
  withResult,
} from "#page/today/daily.js";

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

test("every day has a puzzle of each kind, no two the same, and no day needs a guess", () => {
  const faces = new Set();
  for (let day = 0; day < 70; day += 1) {
    const date = dateOf(new Date(Date.UTC(2026, 10, 1 + 7 * day)));
    for (const kind of KINDS) {
      const puzzle = dailyOf(date, kind);
      assert.equal(readPuzzle(puzzle.text)?.text, puzzle.text);
      assert.equal(dailyKind(puzzle), kind);
      assert.equal(puzzle.trials, 0);
      faces.add(puzzle.text.split("/").slice(0, 3).join("/"));
    }
  }
  assert.equal(faces.size, 70 * KINDS.length - 6 * KINDS.length);
  assert.equal(dailyKind({ ...dailyOf("2026-11-28"), date: "2026-11-27" }), "");
});

test("the kinds are in turn on the large board; a day has an address", () => {
  assert.deepEqual(new Set(lastDays(NOW, 5).map(mainOf)), new Set(KINDS));
  assert.deepEqual(readDaily("2026-03-02/zip"), ["2026-03-02", "zip"]);
  assert.deepEqual(readDaily("2026-03-02"), ["2026-03-02", mainOf("2026-03-02")]);
  for (const rest of ["", "2026-13-02", "2026-03-02/chess", "zip"])
    assert.equal(readDaily(rest), null);
});

test("the first result of a puzzle counts; what was stored is read as far as it is sound", () => {
  const once = withResult({}, "2026-03-02", "zip", { seconds: 65.4, hints: 1 });
  assert.deepEqual(once, { "2026-03-02": { zip: { seconds: 65, hints: 1 } } });
  const twice = withResult(once, "2026-03-02", "zip", { seconds: 1, hints: 0 });
  assert.deepEqual(withResult(twice, "2026-03-02", "knight", { seconds: 3, hints: 0 }), {
    "2026-03-02": { ...once["2026-03-02"], knight: { seconds: 3, hints: 0 } },
  });
  assert.deepEqual([0, 1, 3, 4].map(knightsOf), ["♞♞♞", "♞♞", "♞♞", "♞"]);
  const zip = { seconds: 1, hints: 0 };
  for (const stored of [null, 3, [], { x: { zip } }, { "2026-03-02": { zip: 3, chess: zip } }])
    assert.deepEqual(readResults(stored), {});
  const many = Object.fromEntries(lastDays(NOW, 200).map((date) => [date, { zip }]));
  assert.deepEqual(Object.keys(readResults(many)).sort(), lastDays(NOW, 100));
});
