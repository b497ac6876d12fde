// What games and levels are called, and what is said of moves, in both languages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mock, test } from "node:test";
import { parseSquare, readProblem } from "#page/board/geometry.js";
import { faultOf, readGame } from "#page/game/rules.js";
import { LEVELS, shapeOf } from "#page/play/levels.js";
import { levelName, titleOf } from "#page/play/names.js";
import { begin, endOf } from "#page/play/state.js";
import { loadWords, setLanguage, words } from "#page/words.js";

mock.method(globalThis, "fetch", async (file) => new Response(readFileSync(file)));
mock.timers.enable({ apis: ["setTimeout"] }); // no limit of time keeps the process running
await setLanguage("en");
await loadWords("play");

/** @param {string} text */
const plain = (text) => text.replaceAll("\u00a0", " ");

const TITLES = {
  "8x8": "Open knight’s tour on an 8 × 8 board",
  "6x6.c.t": "Closed knight’s tour on a 6 × 6 torus",
  "5x5.ec5.hAgAgQ": "Open knight’s tour on a 5 × 5 board with holes, 23 squares, to c5",
  "5x8.y.pzebra.sa1": "Open zebra’s tour on a 5 × 8 cylinder, from a1",
  "9x9.p1,2+2,3": "Open tour of the leaper 1,2+2,3 on a 9 × 9 board",
  "6x6.c.t.ee5": "Recorrido cerrado del caballo en un toro de 6 × 6, hasta e5",
};

test("a game says which it is", async () => {
  for (const [text, title] of Object.entries(TITLES)) {
    await setLanguage(title.startsWith("Recorrido") ? "es" : "en");
    assert.equal(plain(titleOf(readProblem(text))), title);
  }
  const heart = LEVELS.find((one) => shapeOf(one) === "heart");
  assert.equal(plain(titleOf(heart)).split(".")[0], "Corazón");
  const aim = words("play")("aim", { start: null, end: "e5", closed: true });
  assert.match(aim, /^Visita cada casilla una vez y termina en e5, a un movimiento de la/);
});

test("no two levels have the same name or title", async () => {
  for (const code of ["en", "es"]) {
    await setLanguage(code);
    for (const name of [levelName, titleOf]) {
      const names = LEVELS.map(name);
      assert.ok(new Set(names).size === names.length && names.length >= 40);
      assert.ok(!names.some((one) => /undefined|null/.test(one)));
    }
  }
});

test("an illegal move is explained, and an end that is no tour", async () => {
  const { problem, path } = readGame("5x5.ec5.hAgAgQ/a1.M");
  const illegal = {
    c4: ["From b3, no move of the {piece} leads to c4.", "ningún movimiento"],
    a1: ["a1 has already been visited, as number 1: visit every", "a1 ya se visitó"],
    b3: ["The piece is already on b3", "La pieza ya está en b3"],
    d2: ["d2 is a hole", "d2 es un hueco"],
    h9: ["h9 is off the board.", "h9 está fuera del tablero."],
    c5: ["c5 is the given end: it must come last.", "c5 es el final dado"],
  };
  const ends = {
    "3x3/b2.": ["8 squares have not been visited: undo some moves.", "faltan 8 casillas: des"],
    "3x3.sb2": [
      "No move is left from b2, and 8 squares have not",
      "desde b2, y faltan 8 casillas.",
    ],
    "1x2.sa1": ["1 square has not been visited.", "desde a1, y falta 1 casilla."],
  };
  for (const [i, code] of ["en", "es"].entries()) {
    await setLanguage(code);
    /** @param {any} sentence */
    const said = ([key, values]) => words("play")(key, { piece: "{piece}", ...values });
    for (const [name, told] of Object.entries(illegal))
      assert.ok(said(faultOf(problem, path, parseSquare(name, 5))).includes(told[i]), name);
    for (const [text, told] of Object.entries(ends)) {
      const game = readGame(text);
      assert.ok(said(endOf(begin(game.problem, game.path))).includes(told[i]), text);
    }
  }
});
