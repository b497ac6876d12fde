// The keys of Play: on the board, and anywhere in the view.

import { lastOf } from "../board/geometry.js";
import { playerKey } from "../keys.js";
import { targetsOf } from "./game.js";

/** @typedef {import("./game.js").Square} Square */
/** @typedef {import("./state.js").Game} Game */

/**
 * Listen to the keys of the board; the function returned does what a key means elsewhere.
 * @param {ReturnType<typeof import("./view.js").makeView>} view
 * @param {ReturnType<typeof import("../player.js").mountPlayer>} player
 * @param {() => Game} now
 * @param {{undo: () => void, redo: () => void, hint: (strength: number) => void}} act
 */
export function mountKeys(view, player, now, { undo, redo, hint }) {
  /** @param {number} strength */
  function askByKey(strength) {
    if (!view.helping.hidden && !view.actions.hidden) hint(strength);
  }

  /** @type {Record<string, () => void>} */
  const KEYS = {
    u: undo,
    backspace: undo,
    r: redo,
    "Ctrl+z": undo,
    "Ctrl+y": redo,
    "Ctrl+Shift+z": redo,
    c: () => askByKey(1),
    e: () => askByKey(2),
    h: () => askByKey(3),
  };

  /**
   * Do what a key means; whether it means anything.
   * @param {KeyboardEvent} event
   */
  function press({ key, altKey, ctrlKey, metaKey, shiftKey }) {
    const held = ctrlKey || metaKey;
    const name = `${held ? "Ctrl+" : ""}${held && shiftKey ? "Shift+" : ""}${key.toLowerCase()}`;
    if (altKey || !Object.hasOwn(KEYS, name)) return false;
    KEYS[name]();
    return true;
  }

  /**
   * Go to the next square that the piece can move to, in reading order.
   * @param {Square} square
   * @param {boolean} backwards
   */
  function seek(square, backwards) {
    const { problem, path } = now();
    /** @param {Square} square */
    const order = ([r, c]) => r * problem.columns + c;
    const found = targetsOf(problem, path).sort((a, b) => order(a) - order(b));
    if (backwards) found.reverse();
    const beyond = found.find((to) =>
      backwards ? order(to) < order(square) : order(to) > order(square),
    );
    if (found.length) view.board.focus(beyond ?? found[0]);
  }

  view.board.onkey = (event, square) => {
    const { path } = now();
    const key = event.key.toLowerCase();
    if (event.ctrlKey) return;
    if (key === "p" && path.length) view.board.focus(lastOf(path));
    else if (key === "n") seek(square, event.shiftKey);
    else return;
    event.preventDefault();
  };

  /** @param {KeyboardEvent} event */
  return (event) => {
    const does = now().watch ? playerKey(event) : undefined;
    if (does) player.press(does);
    else if (!press(event)) return;
    event.preventDefault();
    if (view.table.contains(document.activeElement)) view.board.focus();
  };
}
