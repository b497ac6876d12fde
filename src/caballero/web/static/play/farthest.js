// How far a path gets where there is no tour: "The longest path visits 15 of the 16 squares."

import { ask } from "../api.js";
import { requestOf } from "../board/geometry.js";
import { firstSquares } from "../game/rules.js";

const SECONDS = 4;
const MOST = 100; // squares, holes included: more than the server takes would be refused

/**
 * @param {import("../board/geometry.js").Problem} problem - without a tour
 * @param {AbortSignal} signal
 * @param {import("../board/geometry.js").Square[]} [path] - of a game that cannot be finished
 * @returns {Promise<string>} a sentence, or "" if there is nothing to say
 */
export async function farthest(problem, signal, path = []) {
  if (problem.rows * problem.columns > MOST) return "";
  const begun = path.length > firstSquares(problem).length;
  const clues = begun ? path.map((square, at) => ({ square, number: at + 1 })) : [];
  const reply = await ask("longest", { ...requestOf(problem), clues, seconds: SECONDS }, signal);
  return reply.status === "longest" && (reply.visited || reply.optimal) ? reply.message : "";
}
