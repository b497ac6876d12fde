// Boards, names, moves, and what an address holds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bitsOf, lettersOf } from "#page/board/bits.js";
import * as geometry from "#page/board/geometry.js";
import { arrowed, cornersOf, extentOf, gridOf } from "#page/board/grid.js";
import { stepsOf } from "#page/board/pieces.js";
import { sealed, unsealed } from "#page/links.js";
import { pathFrom, problemOf, randomOf, whole } from "./random.js";

const {
  columnName,
  EMPTY,
  gridBoard,
  isDark,
  isHole,
  isMove,
  neighbours,
  parseSquare,
  pathOf,
  pathText,
  readProblem,
  squareCount,
  squareName,
  stepBetween,
  writeProblem,
  wrongWith,
} = geometry;

test("names of squares are read back", () => {
  assert.deepEqual([0, 25, 26, 49].map(columnName), ["a", "z", "aa", "ax"]);
  for (let rows = 1; rows <= 50; rows += 7) {
    for (let r = 0; r < rows; r += 1) {
      for (let c = 0; c < 50; c += 1) {
        assert.deepEqual(parseSquare(squareName([r, c], rows), rows), [r, c]);
      }
    }
  }
  assert.deepEqual(parseSquare(" A8 ", 8), [0, 0]);
  for (const none of ["", "8", "a", "abc1", "a1b", "-a1"]) assert.equal(parseSquare(none, 8), null);
});

test("a1 is dark, and next to a dark square is a light one", () => {
  for (let rows = 1; rows <= 9; rows += 1) {
    /** @param {string} name */
    const dark = (name) => isDark(/** @type {[number, number]} */ (parseSquare(name, rows)), rows);
    assert.deepEqual(["a1", "b1", "a2", "b2", "h1"].map(dark), [true, false, false, true, false]);
  }
});

test("the moves of pieces", () => {
  assert.equal(stepsOf("knight").length, 8);
  assert.equal(stepsOf("king").length, 8);
  assert.equal(stepsOf("wazir").length, 4);
  assert.deepEqual(stepsOf("1,2"), stepsOf("knight"));
  assert.equal(stepsOf("knight+wazir").length, 12);
  assert.deepEqual(stepsOf("unicorn"), []);
  assert.deepEqual(stepsOf("0,0"), []);
});

/** @param {import("../../src/caballero/web/static/board/geometry.js").Problem} board */
const cellsOf = (board) =>
  Array.from({ length: board.rows * board.columns }, (_, i) => [
    Math.floor(i / board.columns),
    i % board.columns,
  ]).filter((square) => !isHole(board, square));

test("hexagons and triangles: cells, moves and addresses", () => {
  /** Squares, and moves in both directions, as the library counts them. */
  const expected = {
    "hex1 step": [1, 0],
    "hex3 step": [19, 84],
    "hex3 king": [19, 84],
    "hex4 knight": [37, 216],
    "hex5 2,3": [61, 264],
    "hex4x6 step": [24, 106],
    "tri5 step": [25, 60],
    "tri5 king": [25, 192],
    "tri3x4 step": [12, 26],
    "tri3x4 king": [12, 78],
  };
  for (const [text, counts] of Object.entries(expected)) {
    const [name, piece] = text.split(" ");
    const board = gridBoard(name, { piece });
    const cells = cellsOf(board);
    const near = cells.map((square) => neighbours(board, square));
    assert.deepEqual([cells.length, near.flat().length], counts, text);
    for (const [i, square] of cells.entries()) {
      for (const other of near[i]) assert.ok(isMove(board, other, square));
      const [width, height] = extentOf(board);
      for (const [x, y] of cornersOf(board, square)) {
        assert.ok(x > -1e-9 && y > -1e-9 && x < width + 1e-9 && y < height + 1e-9, text);
      }
    }
    const walls = near.flatMap((others, i) => others.slice(0, 1).map((to) => [cells[i], to]));
    const holed = {
      ...board,
      holes: [...board.holes, cells[0]].sort((a, b) => a[0] - b[0] || a[1] - b[1]),
    };
    for (const one of [board, ...(cells.length > 1 ? [holed] : [])]) {
      assert.deepEqual(readProblem(writeProblem(one)), one, text);
    }
    const walled = { ...board, walls };
    const read = readProblem(writeProblem(walled));
    for (const square of cells) {
      assert.deepEqual(neighbours(read, square), neighbours(walled, square), text);
      for (const [a, b] of walls) assert.ok(!isMove(read, a, b) && !isMove(read, b, a));
    }
  }
  for (const none of ["hex", "hex0", "hex999", "hex50", "tri5.pknight", "hex3.t", "oct3"]) {
    assert.equal(readProblem(none), null, none);
  }
  assert.equal(gridOf("8x8"), null);
});

test("the arrows reach every cell", () => {
  const ARROWS = [[-1, 0], [1, 0], [0, -1], [0, 1]]; // biome-ignore format: in one line
  for (const name of ["hex3", "hex4x5", "hex5x1", "tri4", "tri3x5"]) {
    const board = gridBoard(name);
    const seen = new Set(["0,0"]);
    const cells = [[0, 0]];
    for (const square of cells) {
      for (const arrow of ARROWS) {
        for (const shifted of [false, true]) {
          const to = arrowed(board, square, arrow, shifted);
          assert.ok(!isHole(board, to), name);
          if (!seen.has(String(to))) cells.push(to);
          seen.add(String(to));
        }
      }
    }
    assert.equal(seen.size, squareCount(board), name);
  }
});

test("neighbours are mutual, each once, and one move apart", () => {
  const random = randomOf(1);
  for (let i = 0; i < 200; i += 1) {
    const problem = problemOf(random);
    const [square] = pathFrom({ ...problem, start: null }, random);
    const near = neighbours(problem, square);
    assert.equal(new Set(near.map(String)).size, near.length);
    for (const other of near) {
      assert.ok(isMove(problem, other, square), writeProblem(problem));
      const steps = stepsOf(problem.piece).map(String);
      assert.ok(steps.includes(String(stepBetween(problem, square, other))));
    }
  }
});

test("bits are read back from letters", () => {
  const random = randomOf(2);
  for (let n = 0; n < 100; n += 1) {
    const bits = Array.from({ length: n }, () => whole(random, 2));
    assert.deepEqual(bitsOf(lettersOf(bits)), bits);
  }
  assert.equal(bitsOf("!"), null);
  assert.equal(bitsOf("A"), null);
});

test("problems and paths are read back from an address", () => {
  const random = randomOf(3);
  for (let i = 0; i < 500; i += 1) {
    const problem = problemOf(random);
    const text = writeProblem(problem);
    assert.deepEqual(readProblem(text), problem, text);
    const path = pathFrom(problem, random);
    assert.deepEqual(pathOf(problem, pathText(problem, path)), path, text);
  }
});

test("a torn or foreign address is no path, and a sealed one shows it", () => {
  const board = { ...EMPTY, rows: 6, columns: 6 };
  const path = [[5, 0], [3, 1], [1, 0]]; // biome-ignore format: in one line
  const text = pathText(board, path);
  assert.deepEqual(pathOf(board, "a1"), [[5, 0]]);
  assert.deepEqual(pathOf(board, ""), []);
  for (const none of [`${text}.x`, `${text}!`, "z9", "a1.____", "?"]) {
    assert.equal(pathOf(board, none), null, none);
  }
  const address = `play/6x6.c/${text}`;
  const whole = sealed(address);
  assert.match(whole, /^play\/6x6\.v1\w\w\.c\/a1\./);
  assert.equal(unsealed(whole), address);
  for (let n = "play/6x6.v".length; n < whole.length; n += 1) {
    const [, torn] = unsealed(whole.slice(0, n)).split("/");
    assert.equal(readProblem(torn), null, torn);
  }
  const [, later] = unsealed(whole.replace(".v1", ".v2")).split("/");
  assert.equal(readProblem(later), null);
  for (const plain of ["play/6x6", "learn/code", "race", "look/day/2026-11-28", "play/day"]) {
    assert.equal(unsealed(sealed(plain)), plain);
  }
});

test("an address that means nothing is no problem", () => {
  for (const text of [
    ..."8 0x5 8x 51x3 8x8.pdragon 3x3.hzz 3x3.sz9 2x2.h8 8x8.v9.unknown 8x8.c1 8x8.s 8x8.sa1.sa2 8x8. 8x8.y.t.q 3x3.w".split(
      " ",
    ),
    "",
  ]) {
    assert.equal(readProblem(text), null, text);
  }
  const random = randomOf(4);
  const letters = "0123456789xcytpsehabAZ.,/-_~";
  for (let i = 0; i < 5000; i += 1) {
    const some = () => letters[whole(random, letters.length)];
    const text = `${whole(random, 60)}x${whole(random, 60)}.${Array.from({ length: 8 }, some).join("")}`;
    const problem = readProblem(text);
    if (problem) {
      assert.equal(wrongWith(problem), null);
      assert.ok(squareCount(problem) >= 1);
      assert.deepEqual(readProblem(writeProblem(problem)), problem);
    }
  }
});

test("a path in an address that leaves the board or meets itself is none", () => {
  const problem = { ...EMPTY, rows: 3, columns: 3 };
  const random = randomOf(5);
  for (let i = 0; i < 1000; i += 1) {
    const bits = Array.from({ length: 3 * whole(random, 20) }, () => whole(random, 2));
    const text = `a1.${lettersOf(bits)}`;
    const path = pathOf(problem, text);
    if (!path) continue;
    assert.equal(pathText(problem, path), text);
    assert.equal(new Set(path.map(String)).size, path.length);
    for (let k = 1; k < path.length; k += 1) assert.ok(isMove(problem, path[k - 1], path[k]));
  }
});
