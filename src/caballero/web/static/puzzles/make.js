// New puzzles, which the server makes.

import { ask } from "../api.js";
import { requestOf, squareCount } from "../board/geometry.js";
import { words } from "../words.js";
import { makePuzzle } from "./game.js";

const say = words("puzzles");

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {import("../board/geometry.js").Square} Square */
/**
 * @typedef {object} Wishes
 * @property {"numbers" | "zip" | "rikudo"} kind
 * @property {string | null} level - null: any
 * @property {boolean} [symmetric]
 * @property {number} seed
 * @property {number} [seconds] - then the same seed may make another puzzle elsewhere
 */

const SECONDS = 6; // to take numbers away from a puzzle
const PLAIN_SECONDS = 20; // of plain Python in a browser

/** The most squares of a puzzle that plain Python makes in a browser in that time, by kind or piece. */
const PLAIN = { knight: 36, king: 64, step: 61, wazir: 81, zip: 100, rikudo: 37 };

/** Whether Python is slow here: `caballero site` marks a page without compiled kernels. */
export const isPlain = () => document.documentElement.dataset.kernels === "plain";

/**
 * Whether plain Python runs here, and would not make a puzzle in time.
 * @param {Problem} problem
 * @param {string} [kind]
 */
export function isTooSlow(problem, kind = "numbers") {
  /** @type {Record<string, number>} */
  const most = PLAIN;
  const name = [kind, problem.piece].find((one) => Object.hasOwn(most, one)) ?? "knight";
  return isPlain() && squareCount(problem) > most[name];
}

/**
 * Wishes with a random seed.
 * @param {string} level - or ""
 * @param {boolean} [symmetric]
 * @param {Wishes["kind"]} [kind]
 * @returns {Wishes}
 */
export function byChance(level, symmetric = false, kind = "numbers") {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  const seconds = isPlain() ? PLAIN_SECONDS : SECONDS;
  return { kind, level: level || null, symmetric, seed: seed >>> 1, seconds };
}

/**
 * A new puzzle; or the sentence of the server why there is none.
 * @param {Problem} problem
 * @param {Wishes} wishes
 * @param {AbortSignal} signal
 */
export async function fetchPuzzle(problem, wishes, signal) {
  if (isTooSlow(problem, wishes.kind)) return String(say("plain"));
  const reply = await ask("puzzle", { ...requestOf(problem), ...wishes }, signal);
  if (reply.status === "impossible") return String(reply.certificate.reason);
  if (reply.status !== "made") return String(reply.message);
  const { tour, trials, grade: level } = reply;
  if (wishes.kind === "zip") {
    const waypoints = new Set(reply.waypoints.map(String));
    const given = tour.map((/** @type {Square} */ square) => waypoints.has(String(square)));
    return makePuzzle({ ...problem, walls: reply.walls }, tour, given, { zip: true, level });
  }
  const given = Array(squareCount(problem)).fill(false);
  for (const [, number] of reply.clues) given[number - 1] = true;
  return makePuzzle({ ...problem, forced: reply.forced }, tour, given, { level, trials });
}
