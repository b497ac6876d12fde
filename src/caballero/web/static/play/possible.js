// Whether a board that is being chosen has a tour at all; if not, why, and how far a path gets. The
// server knows.

import { ask, Requests } from "../api.js";
import { requestOf } from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Problem} Problem */

const PAUSE = 300; // milliseconds without another choice
const SECONDS = 2;

/** @param {(reason: string) => void} onfound - "" while nothing is known against the board */
export function mountPossible(onfound) {
  const requests = new Requests();
  /** @type {number | undefined} */
  let timer;
  /** @type {Problem | null} */
  let wanted = null;

  /** @param {Problem} problem */
  async function find(problem) {
    const body = { ...requestOf(problem), path: [], strength: 1, seconds: SECONDS };
    const reply = await requests.run((signal) => ask("hint", body, signal));
    if (reply?.status !== "hint" || reply.finishable !== false) return;
    onfound(reply.message);
    const { farthest } = await import("./farthest.js");
    if (wanted !== problem) return;
    const far = await requests.run((signal) => farthest(problem, signal));
    if (far) onfound(`${reply.message} ${far}`);
  }

  function stop() {
    clearTimeout(timer);
    requests.stop();
    wanted = null;
    onfound("");
  }

  return {
    stop,
    /** @param {Problem} problem */
    look(problem) {
      stop();
      wanted = problem;
      timer = setTimeout(() => void find(problem), PAUSE);
    },
    /** Ask again, in another language. */
    speak() {
      if (wanted) void find(wanted);
    },
  };
}
