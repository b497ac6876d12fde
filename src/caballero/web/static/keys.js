// The keys of a player, wherever the focus is in its view.

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
