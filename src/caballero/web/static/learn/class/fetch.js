// The tours and puzzles of worksheets, which the server finds.

import { ask } from "../../api.js";
import { requestOf } from "../../board/geometry.js";
import { byChance, fetchPuzzle } from "../../puzzles/make.js";
import { begun, faceOf, turned } from "./sheets.js";

/** @typedef {import("./sheets.js").Task} Task */
/** @typedef {import("./sheets.js").Wish} Wish */

const SECONDS = 5;
const TRIES = 4; // for each task, before fewer are enough

/**
 * One task; or the sentence why there is none.
 * @param {Wish} wish
 * @param {AbortSignal} signal
 * @returns {Promise<Task | string>}
 */
async function fetchTask({ kind, problem, moves, level }, signal) {
  if (kind === "puzzle") {
    const puzzle = await fetchPuzzle(problem, byChance(level), signal);
    return puzzle === null || typeof puzzle === "string" ? String(puzzle) : puzzle;
  }
  const { seed } = byChance("");
  const body = { ...requestOf(problem), seconds: SECONDS, seed };
  const reply = await ask("solve", body, signal);
  if (reply.status === "impossible") return String(reply.certificate.reason);
  if (reply.status !== "found") return String(reply.message);
  const free = problem.closed && !problem.start && !problem.end;
  return begun(
    problem,
    free ? turned(reply.tour, seed) : reply.tour,
    kind === "position" ? moves : 0,
  );
}

/**
 * The tasks of a wish, each different but for empty boards; fewer if there are not as many, and
 * then why.
 * @param {Wish} wish
 * @param {AbortSignal} signal
 * @param {(done: number) => void} onprogress
 * @returns {Promise<{tasks: Task[], fault: string}>}
 */
export async function fetchTasks(wish, signal, onprogress) {
  /** @type {Map<string, Task>} */
  const tasks = new Map();
  const most = wish.kind === "empty" ? 1 : wish.count;
  for (let tries = 0; tasks.size < most && tries < TRIES * most; tries += 1) {
    onprogress(tasks.size);
    const task = await fetchTask(wish, signal);
    if (signal.aborted) break;
    if (typeof task === "string") return { tasks: [...tasks.values()], fault: task };
    tasks.set(faceOf(task), task);
  }
  const found = [...tasks.values()];
  const all = wish.kind === "empty" ? found.flatMap((one) => Array(wish.count).fill(one)) : found;
  return { tasks: all, fault: "" };
}
