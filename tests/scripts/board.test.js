// What is drawn of a board: the signs of pieces, joined edges, and moves round them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { crossings, EMPTY, joinedOf, neighbours, SURFACES } from "#page/board/geometry.js";
import { joinsOf, lineOf, signOf } from "#page/board/lines.js";
import { PIECES } from "#page/board/pieces.js";
import { squaresOf } from "./random.js";

/** @param {Partial<import("../../src/caballero/web/static/board/geometry.js").Problem>} more */
const board = (more) => ({ ...EMPTY, ...more });

test("every piece has a sign of its own", () => {
  const named = Object.keys(PIECES).filter((piece) => piece !== "step"); // a wazir, among squares
  const pieces = [...named, "1,2+2,3", "1,3+0,1", "3,7"];
  assert.equal(new Set(pieces.map(signOf)).size, pieces.length);
  for (const piece of pieces) assert.match(signOf(piece), /^[-MLACVHhvalcmz\d., ]+$/);
  const salesman = "0,1+0,2+0,3+1,1+1,2+1,3+2,2+2,3+3,3"; // its spokes would cover each other
  assert.ok(signOf(salesman).length < 100);
});

test("the edges that are joined are drawn", () => {
  for (const surface of SURFACES) {
    const problem = board({ rows: 5, columns: 7, surface });
    const joined = joinedOf(problem);
    assert.deepEqual(joinsOf(problem).map(Boolean), [joined.columns, joined.rows], surface);
  }
});

test("a move leaves the board where it comes in, at the opposite edge", () => {
  for (const surface of SURFACES) {
    const problem = board({ rows: 7, columns: 6, surface });
    for (let r = 0; r < 7; r += 1) {
      for (let c = 0; c < 6; c += 1) {
        for (const to of neighbours(problem, [r, c])) {
          const found = crossings(problem, [r, c], to);
          const [dr, dc] = [Math.abs(to[0] - r), Math.abs(to[1] - c)];
          assert.equal(found.length, 2 * ((dr > 2 ? 1 : 0) + (dc > 2 ? 1 : 0)));
          for (let i = 0; i < found.length; i += 2) {
            const [[y, x], [v, u]] = [found[i], found[i + 1]];
            assert.ok((Math.abs(y - v) === 7 && x === u) || (Math.abs(x - u) === 6 && y === v));
            assert.ok(y >= 0 && y <= 7 && x >= 0 && x <= 6);
          }
        }
      }
    }
  }
});

test("a line round two edges crosses the board in between", () => {
  const problem = board({ rows: 6, columns: 6, surface: "torus" });
  assert.equal(lineOf(problem, squaresOf("50 11")), "M0.5 5.5L1.5 7.5M0.5 -0.5L1.5 1.5");
  const corner = lineOf(problem, squaresOf("00 45"));
  assert.equal(corner.split("M").length - 1, 4);
});
