// The reader's progress: the time of a game, and the record of levels and boards of the day.

import { writeProblem } from "../board/geometry.js";
import { dateOf, Watch } from "../clock.js";
import { stateOf } from "../game/rules.js";
import { dayOf } from "./day.js";
import { nextLevel, TEXTS, WORLDS, worldOf } from "./levels.js";
import { finished, readRecord } from "./record.js";
import { wonBy } from "./state.js";

/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("../game/rules.js").Problem} Problem */

const TICK = 1000; // milliseconds

/**
 * @param {import("../app.js").Page} page
 * @param {ReturnType<typeof import("./view.js").makeView>} view
 * @param {() => Game} now
 * @param {(problem: Problem) => void} onopen - a level was chosen
 */
export function mountProgress(page, view, now, onopen) {
  const watch = new Watch();
  const record = () => readRecord(page.load("levels"), TEXTS);

  /** @type {import("./levels.js").World | undefined} */
  let chosen; // the world that the reader looks at; none: that of the board

  const showClock = () => view.showClock(now().seconds + watch.peek());

  /** @param {import("./record.js").Bests} done @param {Problem | null} [after] */
  const next = (done, after = now().problem) => nextLevel(after, (key) => Object.hasOwn(done, key));

  function showLevels() {
    const done = record();
    const ahead = next(done);
    const world = chosen ?? worldOf(now().problem) ?? worldOf(ahead) ?? WORLDS[0];
    view.showLevels(world, done, dateOf(new Date()), ahead, onopen);
  }

  view.showTime.checked = page.load("clock") === true;
  view.world.addEventListener("change", () => {
    chosen = WORLDS[view.world.selectedIndex];
    showLevels();
  });
  const ticking = setInterval(showClock, TICK);

  return {
    showClock,
    showLevels,

    /**
     * The game with its time until now. The clock stands while the page is hidden, a solution is shown, or
     * no move can be made.
     * @param {Game} game
     * @returns {Game}
     */
    timed(game) {
      const seconds = game.seconds + watch.take();
      const going = game.path.length > 0 && stateOf(game.problem, game.path) !== "won";
      watch.running = going && !game.watch && !document.hidden;
      return { ...game, seconds };
    },

    /** Begin to measure another game. @param {Game} game */
    restart(game) {
      watch.running = false;
      chosen = undefined;
      return this.timed(game);
    },

    /** Record a level or a board of the day that the reader has finished. */
    note() {
      const game = now();
      if (wonBy(game) !== "self") return;
      const text = writeProblem(game.problem);
      const key = TEXTS.includes(text) ? text : dayOf(game.problem, new Date());
      if (key) page.store("levels", finished(record(), key, game));
      showLevels();
    },

    /** The level to play after the board. */
    next: () => next(record()),

    /** The level to begin with. */
    first: () => next(record(), null),

    close: () => clearInterval(ticking),
  };
}
