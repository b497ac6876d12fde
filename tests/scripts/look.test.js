// Exploring: which published counts are shown, and in which order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isMove } from "#page/board/geometry.js";
import { lastDays } from "#page/clock.js";
import { artOf } from "#page/look/day.js";
import { exhibit, isWhole, readLook, STYLES, sortPublished, writeLook } from "#page/look/state.js";

const published = (count, source, more = {}) => ({
  count,
  source,
  convention: "",
  directed: false,
  up_to_symmetry: false,
  closable: null,
  kinds: [],
  refuted: false,
  note: null,
  ...more,
});

test("the published count that is asked for comes first, with all its sources", () => {
  const all = [
    published("16", "A", { directed: true }),
    published("8", "B"),
    published("8", "C"),
    published("7", "D", { refuted: true }),
    published("5", "E", { closable: false }),
    published("2", "F", { up_to_symmetry: true }),
    published("1", "G", { up_to_symmetry: true, kinds: ["several"] }),
  ];
  const seen = (kind) => {
    const { asked, others } = sortPublished(all, kind);
    return [asked, others].map((some) => some.map(({ count, source }) => `${count} ${source}`));
  };
  assert.deepEqual(seen("lines"), [
    ["8 B, C", "7 D"],
    ["16 A", "5 E", "2 F", "1 G"],
  ]);
  assert.deepEqual(seen("directed")[0], ["16 A"]);
  assert.deepEqual(seen("classes")[0], ["2 F"]);
  assert.deepEqual(sortPublished([], "lines"), { asked: [], others: [] });
});

test("the tour of every day is a closed tour that a turn keeps, and always the same", () => {
  const days = lastDays(new Date("2026-11-25T10:00:00Z"), 7);
  for (const date of days) {
    const { problem, path, style } = artOf(date);
    assert.ok(isWhole(problem, path), date);
    assert.equal(new Set(path.map(String)).size, path.length);
    assert.ok(path.every((square, i) => isMove(problem, square, path[(i + 1) % path.length])));
    const side = problem.rows - 1;
    const moves = new Set(path.map((square, i) => `${square} ${path[(i + 1) % path.length]}`));
    const turned = path.map(([r, c]) => [side - r, side - c]);
    for (const [i, square] of turned.entries()) {
      const next = turned[(i + 1) % path.length];
      assert.ok(moves.has(`${square} ${next}`) || moves.has(`${next} ${square}`), date);
    }
    assert.ok(STYLES.includes(style));
    assert.deepEqual(artOf(date).path, path);
  }
  assert.ok(new Set(days.map((date) => artOf(date).style)).size >= 3);
});

test("an address tells the tour of a day, and only of a day", () => {
  const { problem, path } = artOf("2026-11-24");
  const shown = exhibit(problem, path, { whole: true, day: "2026-11-24" });
  const text = writeLook(shown, { style: "both", at: 5, framed: false });
  assert.equal(text, "day/2026-11-24&s=both&at=5");
  const read = readLook(text);
  assert.deepEqual(
    { path: read?.path, day: read?.day, style: read?.style, at: read?.at },
    { path, day: "2026-11-24", style: "both", at: 5 },
  );
  assert.equal(readLook("day/2026-11-24")?.style, artOf("2026-11-24").style);
  for (const wrong of ["day/2026-13-45", "day/", "day/x", "day/99999-01-01"]) {
    assert.equal(readLook(wrong), null, wrong);
  }
});
