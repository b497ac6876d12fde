// The keys of a game: on its board, of its player, and anywhere in its view.

import { lastOf } from "../board/geometry.js";
import { targetsOf } from "./rules.js";

/** @typedef {import("./rules.js").Square} Square */
/** @typedef {import("../play/state.js").Game} Game */

/** @type {Record<string, "toggle" | "back" | "forth" | "first" | "last">} */
const DOES = { " ": "toggle", ArrowLeft: "back", ArrowRight: "forth", Home: "first", End: "last" };
// Where the keys have a meaning of their own.
const PRESSED = "select, textarea, input:not([type=range]), [role=grid], button, summary";
const SCROLLED = "select, textarea, input, [role=grid], .code, .board";

/**
 * What a key does to the player; undefined where it has a meaning of its own.
 * @param {KeyboardEvent} event
 */
export function playerKey({ key, target, altKey, ctrlKey, metaKey, shiftKey }) {
  if (altKey || ctrlKey || metaKey || shiftKey) return undefined;
  const own = key === " " ? PRESSED : SCROLLED;
  return target instanceof Element && target.closest(own) ? undefined : DOES[key];
}

/**
 * The next square that the piece can move to, in reading order; undefined if there is none.
 * @param {Game} game
 * @param {Square} square
 * @param {boolean} backwards
 */
function soughtFrom({ problem, path }, square, backwards) {
  /** @param {Square} square */
  const order = ([r, c]) => (backwards ? -1 : 1) * (r * problem.columns + c);
  const found = targetsOf(problem, path).sort((a, b) => order(a) - order(b));
  return found.find((to) => order(to) > order(square)) ?? found[0];
}

/**
 * Listen to the keys of the board; the function returned does what a key means elsewhere.
 * @param {ReturnType<typeof import("../play/view.js").makeView>} view
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

  /** Do what a key means; whether it means anything. @param {KeyboardEvent} event */
  function press({ key, altKey, ctrlKey, metaKey, shiftKey }) {
    const held = ctrlKey || metaKey;
    const name = `${held ? "Ctrl+" : ""}${held && shiftKey ? "Shift+" : ""}${key.toLowerCase()}`;
    if (altKey || !Object.hasOwn(KEYS, name)) return false;
    KEYS[name]();
    return true;
  }

  view.board.onkey = (event, square) => {
    const { path } = now();
    const key = event.key.toLowerCase();
    if (event.ctrlKey) return;
    if (key === "p" && path.length) view.board.focus(lastOf(path));
    else if (key === "n") view.board.focus(soughtFrom(now(), square, event.shiftKey));
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
