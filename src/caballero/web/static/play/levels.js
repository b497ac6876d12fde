// The levels: worlds of boards to play on in turn. All of them have tours, and within a world
// no board is smaller than the last.

import { boardFrom, EMPTY, readProblem, writeProblem } from "../board/geometry.js";
import { PRESETS } from "../board/presets.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {{name: string, levels: Problem[]}} World - named by the word world-NAME */

/** @param {string} text - of an address */
const board = (text) => readProblem(text) ?? EMPTY;

/** @param {string} name */
const preset = (name) => PRESETS.find(([key]) => key === name)?.[2] ?? EMPTY;

// biome-ignore format: drawings
const DRAWN = {
  corner: ["xxx###", "xxx###", "xxx###", "xxxxxx", "xxxxxx", "xxxxxx"],
  arrow: ["###xx###", "##xxxx##", "#xxxxxx#", "xxxxxxxx", "##xxxx##", "##xxxx##", "##xxxx##"],
  heart: ["#xx##xx#", "xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "#xxxxxx#", "##xxxx##", "###xx###"],
  castle: ["xx#xx#xx", "xx#xx#xx", "xxxxxxxx", "#xxxxxx#", "#xxxxxx#", "xxxxxxxx", "xxxxxxxx"],
  diamond: [
    "###xx###", "##xxxx##", "#xxxxxx#", "xxxxxxxx", "xxxxxxxx", "#xxxxxx#", "##xxxx##", "###xx###",
  ],
};

/** @type {Record<string, Problem>} */
const SHAPES = {
  corner: boardFrom(DRAWN.corner),
  arrow: boardFrom(DRAWN.arrow),
  holy8: preset("holy8"),
  heart: boardFrom(DRAWN.heart),
  cross: preset("cross"),
  castle: boardFrom(DRAWN.castle),
  holy13: preset("holy13"),
  ring: preset("ring"),
  diamond: boardFrom(DRAWN.diamond, { closed: true }),
};
const { diamond, ...open } = SHAPES;

/**
 * @param {string} name
 * @param {...(string | Problem)} levels
 * @returns {World}
 */
const world = (name, ...levels) => ({
  name,
  levels: levels.map((one) => (typeof one === "string" ? board(one) : one)),
});

/** @type {World[]} */
export const WORLDS = [
  world("first", "3x4.sa1", "5x5.sa1", "5x5", "6x6", "7x7", "8x8", "8x8.sa1.ea8"),
  world("thin", "4x5", "3x7", "4x6", "3x10", "4x8", "3x14"),
  world("shapes", ...Object.values(open)),
  world("closed", "5x6.c", "3x10.c", "6x6.c", diamond, "8x8.c", "10x10.c"),
  world("cylinder", "2x5.y", "3x5.y", "5x4.c.y", "3x7.c.y", "6x6.c.y", "5x8.y"),
  world("torus", "3x3.t", "4x4.t", "3x6.c.t", "5x5.c.t", "6x6.c.t", "7x7.c.t"),
  world(
    "pieces",
    "4x4.c.pking",
    "5x5.t.pcamel",
    "6x6.t.pzebra",
    "7x7.pwazir.sa1.ed4",
    "8x8.p0,3+2,2",
    "9x9.pgiraffe",
  ),
  // biome-ignore format: in two lines
  world(
    "hexagons", "hex2.pstep", "tri4.pking", "hex3.pstep", "hex3.c.pstep", "hex4x5.pstep.sa1.ee1",
    "tri6.pking.c", "hex4.pstep", "hex5.pstep.c", "hex5",
  ),
];

export const LEVELS = WORLDS.flatMap(({ levels }) => levels);

/** The levels as they are written in an address. */
export const TEXTS = LEVELS.map(writeProblem);

/**
 * The name of a level's shape, as in the word shape-NAME; undefined for a whole board.
 * @param {Problem} problem
 */
export function shapeOf(problem) {
  const text = writeProblem(problem);
  return Object.keys(SHAPES).find((name) => writeProblem(SHAPES[name]) === text);
}

/** The world of a level; undefined for another board. @param {Problem} problem */
export function worldOf(problem) {
  const level = LEVELS[TEXTS.indexOf(writeProblem(problem))];
  return WORLDS.find(({ levels }) => levels.includes(level));
}

/**
 * The level to play after a board, or first: the next one that is not done.
 * @param {Problem | null} problem
 * @param {(key: string) => boolean} isDone
 */
export function nextLevel(problem, isDone) {
  const at = problem ? TEXTS.indexOf(writeProblem(problem)) : -1;
  const order = [...TEXTS.keys()].map((i) => (at + 1 + i) % TEXTS.length);
  return LEVELS[order.find((i) => !isDone(TEXTS[i])) ?? order[0]];
}
