// Play: levels, the board of the day, the record, and what a game knows of how it was played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY, readProblem, squareCount, writeProblem } from "#page/board/geometry.js";
import { dateOf } from "#page/clock.js";
import { stateOf } from "#page/game/rules.js";
import { boardOf, dayOf } from "#page/play/day.js";
import { LEVELS, nextLevel, TEXTS, WORLDS, worldOf } from "#page/play/levels.js";
import { finished, readRecord } from "#page/play/record.js";
import * as state from "#page/play/state.js";
import { squaresOf } from "./random.js";

/** @param {number} day */
const dated = (day) => dateOf(new Date(Date.UTC(2026, 0, 1 + day)));

test("the board of every day has a tour, and follows from the date", () => {
  const texts = new Set();
  for (let day = 0; day < 400; day += 1) {
    const { problem, tour } = boardOf(dated(day));
    assert.equal(stateOf(problem, tour), "won");
    assert.equal(new Set(tour.map(String)).size, squareCount(problem));
    const text = writeProblem(problem);
    assert.deepEqual(writeProblem(boardOf(dated(day)).problem), text);
    const turned = problem.holes.map(([r, c]) => [problem.rows - 1 - r, problem.columns - 1 - c]);
    assert.deepEqual(new Set(turned.map(String)), new Set(problem.holes.map(String)));
    assert.ok(readProblem(text));
    texts.add(text);
  }
  assert.ok(texts.size > 300); // a shape may come again after weeks, on the same day of the week
  assert.equal(
    writeProblem(boardOf("2026-11-23").problem),
    writeProblem(boardOf(dateOf(new Date("2026-11-23T23:59:59Z"))).problem),
  );
});

test("a board of the day is known for a week", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  assert.equal(dayOf(boardOf("2026-11-23").problem, now), "2026-11-23");
  assert.equal(dayOf(boardOf("2026-11-17").problem, now), "2026-11-17");
  assert.equal(dayOf(boardOf("2026-11-16").problem, now), "");
  assert.equal(dayOf(EMPTY, now), "");
});

test("a world goes from small boards to large ones, and has its own levels", () => {
  for (const world of WORLDS) {
    const sizes = world.levels.map(squareCount);
    assert.ok(!sizes.some((size, i) => size < sizes[i - 1]), world.name);
    for (const level of world.levels) assert.equal(worldOf(level), world);
  }
  assert.equal(worldOf({ ...EMPTY, rows: 9 }), undefined);
});

test("boards that have been levels still are: what was recorded of them stays", () => {
  const before =
    "5x5 6x6 7x7 8x8 3x10 4x8 6x6.c 8x8.c 5x8.y 6x6.c.t 5x5.c.t 7x7.pwazir.sa1.ed4 6x6.t.pzebra 8x8.sa1.ea8 10x10.c";
  for (const text of before.split(" ")) assert.ok(TEXTS.includes(text), text);
});

test("the next level is the next one that is not done", () => {
  assert.equal(new Set(TEXTS).size, LEVELS.length);
  const last = LEVELS.length - 1;
  /** @type {[any, (key: string) => boolean, number][]} */
  const cases = [
    [LEVELS[0], () => false, 1],
    [LEVELS[0], (key) => key === TEXTS[1], 2],
    [{ ...EMPTY, rows: 9 }, () => false, 0],
    [LEVELS[last], (key) => key !== TEXTS[3], 3],
    [LEVELS[last], () => true, 0],
  ];
  for (const [level, isDone, next] of cases) assert.equal(nextLevel(level, isDone), LEVELS[next]);
});

test("the record keeps the best of each goal, and is read with care", () => {
  const levels = ["5x5", "6x6"];
  let record = finished({}, "5x5", { helped: true, back: 0, seconds: 90.5 });
  record = finished(record, "5x5", { helped: false, back: 7, seconds: 120 });
  assert.deepEqual(record, { "5x5": { alone: true, back: 0, seconds: 90 } });
  record = finished(record, "2026-11-23", { helped: false, back: 2, seconds: 9 });
  assert.deepEqual(readRecord(JSON.parse(JSON.stringify(record)), levels), record);
  for (const odd of [null, 3, "x", [], { "9x9": record["5x5"] }, { "5x5": { alone: 1 } }]) {
    assert.deepEqual(readRecord(odd, levels), {});
  }
  const days = Object.fromEntries(
    Array.from({ length: 100 }, (_, day) => [dated(day), record["5x5"]]),
  );
  const read = Object.keys(readRecord(days, levels));
  assert.equal(read.length, 60);
  assert.ok(read.includes(dated(99)) && !read.includes(dated(0)));
});

const THREE = { ...EMPTY, rows: 3, columns: 4 };
const TOUR = squaresOf("20 01 22 10 02 21 00 12 20");

test("a game knows what was taken back, and begins anew with a new first move", () => {
  let game = state.begin(THREE, []);
  for (const square of TOUR.slice(0, 4)) game = state.move(game, square);
  game = { ...state.backTo(game, 2), helped: true, seconds: 7.5 };
  assert.equal(game.back, 2);
  game = state.move(game, TOUR[2]); // redone
  assert.deepEqual([game.back, game.helped, game.undone.length], [2, true, 1]);
  const stored = JSON.parse(JSON.stringify(state.toStored({ ...game, own: 1 })));
  const again = state.fromStored(stored);
  assert.deepEqual(again, { ...game, own: 1, seconds: 7, back: 2 });
  game = state.backTo(game, 0);
  const redone = state.redo(game);
  assert.deepEqual([redone.helped, redone.back], [true, 5]);
  const anew = state.move(game, TOUR[0]);
  assert.deepEqual([anew.helped, anew.back, anew.seconds, anew.undone], [false, 0, 0, []]);
  const old = state.fromStored({ own: 3, game: "3x4/a1.", done: 1 });
  assert.deepEqual([old?.helped, old?.back, old?.shown, old?.seconds], [false, 0, null, 0]);
});

test("what a solution has filled in is known", () => {
  const tour = squaresOf("00 21 02 10 22 03 11 23 02");
  let game = state.begin(THREE, tour.slice(0, 2));
  game = state.watch(game, tour.slice(2, 6));
  assert.equal(game.helped, true);
  assert.equal(state.mine(game).length, 2);
  game = state.showing(game, 5);
  assert.equal(state.leave(game, false).shown, null);
  const adopted = state.leave(game, true);
  assert.deepEqual([adopted.path.length, adopted.shown], [5, 2]);
  const stored = state.fromStored({ ...state.toStored({ ...adopted, own: 1 }) });
  assert.equal(stored?.shown, 2);
  const back = state.backTo(adopted, 2);
  assert.equal(state.move(back, tour[2]).shown, 2); // redone: it was shown
  assert.equal(state.move(back, [1, 3]).shown, null);
  assert.equal(state.move(state.backTo(adopted, 4), [1, 3]).shown, 2);
  const replayed = state.replay(back);
  assert.ok(state.isReplay(replayed) && !state.isReplay(game));
  assert.deepEqual(state.leave(state.showing(replayed, 1), false).path, back.path);
});
