// Games that are kept: a list in storage, and a game of Play as it is written there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { makeShelf } from "#page/kept.js";
import { backTo, begin, fromStored, owned, textOf, toStored, watch } from "#page/play/state.js";
import { pathFrom, problemOf, randomOf } from "./random.js";

/** @param {any} [stored] @param {Map<string, string>} [values] - of the browser's storage */
function shelfOf(stored, values = new Map()) {
  values.set("games", JSON.stringify(stored ?? null));
  const page = {
    load: (/** @type {string} */ key) => JSON.parse(values.get(key) ?? "null"),
    store: (/** @type {string} */ key, /** @type {any} */ value) =>
      values.set(key, JSON.stringify(value)),
  };
  return makeShelf(/** @type {any} */ (page), "games", {
    read: (one) => (typeof one.id === "number" ? { id: one.id, text: one.text } : null),
    write: (game) => game,
    same: (a, b) => a.id === b.id,
    sign: ({ text }) => text,
  });
}

/** @param {ReturnType<typeof shelfOf>} shelf */
const ids = (shelf) => shelf.all().map(({ id }) => id);

test("the latest game is first, each is there once, and thirty are kept", () => {
  const shelf = shelfOf();
  assert.equal(shelf.latest(), null);
  for (let id = 0; id < 40; id += 1) shelf.keep({ id, text: "" });
  assert.equal(shelf.all().length, 30);
  shelf.keep({ id: 20, text: "more" });
  assert.deepEqual(ids(shelf).slice(0, 3), [20, 39, 38]);
  assert.deepEqual(shelf.latest(), { id: 20, text: "more" });
  assert.equal(new Set(ids(shelf)).size, 30);
});

test("a game is stale when another tab has gone on with it", () => {
  const values = new Map();
  const [here, there] = [shelfOf(null, values), shelfOf(null, values)];
  const game = { id: 1, text: "a" };
  assert.ok(!here.isStale(game));
  here.keep(game);
  assert.ok(!here.isStale(game));
  there.opened({ id: 1, text: "a" });
  assert.ok(!there.isStale(game));
  there.keep({ id: 1, text: "ab" });
  assert.ok(here.isStale(game));
  assert.ok(!there.isStale({ id: 1, text: "ab" }));
  here.opened({ id: 1, text: "ab" });
  assert.ok(!here.isStale({ id: 1, text: "abc" }));
});

test("what is dropped is put back at its place", () => {
  const shelf = shelfOf();
  for (const id of [1, 2, 3]) shelf.keep({ id, text: "" });
  const [, stored] = shelf.entries()[1];
  const at = shelf.drop(stored);
  assert.deepEqual(ids(shelf), [3, 1]);
  shelf.putBack(stored, at);
  assert.deepEqual(ids(shelf), [3, 2, 1]);
});

test("the date is that of the last change", () => {
  const shelf = shelfOf([
    { id: 1, text: "", date: 5 },
    { id: 2, text: "", date: 4 },
  ]);
  shelf.keep({ id: 2, text: "" });
  assert.deepEqual(shelf.stored({ id: 2, text: "" }), { id: 2, text: "", date: 4 });
  shelf.keep({ id: 1, text: "more" });
  assert.ok(shelf.stored({ id: 1, text: "" })?.date > 5);
});

test("damaged storage is passed over", () => {
  for (const damaged of ["text", 5, {}, [null, 1, "x", { id: "a" }]]) {
    const shelf = shelfOf(damaged);
    assert.deepEqual(shelf.all(), []);
    shelf.keep({ id: 1, text: "" });
    assert.deepEqual(ids(shelf), [1]);
  }
});

test("a game is stored with what can be redone, and without a solution that is shown", () => {
  const random = randomOf(7);
  for (let i = 0; i < 200; i += 1) {
    const problem = problemOf(random);
    const path = pathFrom(problem, random);
    const game = owned(begin(problem, path));
    const least = problem.start ? 1 : 0;
    const back = backTo(game, Math.max(least, Math.floor(path.length / 2)));
    for (const one of [game, back, watch(back, [])]) {
      const read = fromStored(JSON.parse(JSON.stringify(toStored(one))));
      assert.deepEqual(read, { ...one, watch: null });
    }
    assert.equal(textOf(watch(back, path)), textOf(back));
  }
  assert.equal(fromStored({ own: "x", game: "5x5/a1." }), null);
  assert.equal(fromStored({ own: 1, game: "nothing" }), null);
  assert.equal(fromStored({ own: 1, game: "5x5/a1.M", done: -3 })?.path.length, 0);
});
