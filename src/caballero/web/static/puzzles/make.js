// New puzzles, which the server makes.

import { ask } from "../api.js";
import { requestOf, squareCount } from "../board/geometry.js";
import { makePuzzle } from "./game.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */
/**
 * @typedef {object} Wishes
 * @property {string | null} level - null: any
 * @property {boolean} [symmetric]
 * @property {number} seed
 * @property {number} [seconds] - then the same seed may make another puzzle elsewhere
 */

const SECONDS = 6; // to take numbers away from a puzzle

/**
 * Wishes with a random seed.
 * @param {string} level - or ""
 * @param {boolean} [symmetric]
 * @returns {Wishes}
 */
export function byChance(level, symmetric = false) {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return { level: level || null, symmetric, seed: seed >>> 1, seconds: SECONDS };
}

/**
 * A new puzzle; or the sentence of the server why there is none.
 * @param {Problem} problem
 * @param {Wishes} wishes
 * @param {string} date - of a puzzle of the day, or ""
 * @param {AbortSignal} signal
 */
export async function fetchPuzzle(problem, wishes, date, signal) {
  const body = { ...requestOf(problem), ...wishes };
  let reply = await ask("puzzle", body, signal);
  // A day has a puzzle even if there is none of its level.
  if (date && reply.code === "web-puzzle-level") {
    reply = await ask("puzzle", { ...body, level: null }, signal);
  }
  if (reply.status === "impossible") return String(reply.certificate.reason);
  if (reply.status !== "made") return String(reply.message);
  const given = Array(squareCount(problem)).fill(false);
  for (const [, number] of reply.clues) given[number - 1] = true;
  return makePuzzle(problem, reply.tour, given, { level: reply.grade, date, trials: reply.trials });
}
