// Exploring: which published counts are shown, and in which order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sortPublished } from "../../src/caballero/web/static/look/state.js";

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
