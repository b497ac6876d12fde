// What keys and fingers do on a board.

import { same } from "./geometry.js";
import { arrowed, extentOf } from "./grid.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("./geometry.js").Square} Square */

const PAGE_ROWS = 5; // how far PgUp and PgDn go
const DRAG = 6; // pixels before a press becomes a drag
const STRIDE = 8; // pixels between two places of a stroke that are looked at

/** A key on a square. @param {BoardView} board @param {KeyboardEvent} event */
export function onKey(board, event) {
  if (event.altKey || event.metaKey || !board.cursor) return;
  board.onkey(event, board.cursor);
  if (event.defaultPrevented) return;
  const [r] = board.cursor;
  const { rows, columns } = board.problem;
  const ctrl = event.ctrlKey;
  /** @type {Record<string, [number, number]>} rows down, squares right */
  const arrows = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    Home: [ctrl ? -r : 0, -columns],
    End: [ctrl ? rows : 0, columns],
    PageUp: [-PAGE_ROWS, 0],
    PageDown: [PAGE_ROWS, 0],
  };
  const arrow = arrows[event.key];
  if (arrow && (!ctrl || event.key === "Home" || event.key === "End")) {
    event.preventDefault();
    const goal = arrowed(board.problem, board.cursor, arrow, event.shiftKey);
    const handled = event.key.startsWith("Arrow") && board.onarrow(board.cursor, goal);
    if (!handled) board.focus(goal);
  } else if ((event.key === "Enter" || event.key === " ") && !ctrl) {
    event.preventDefault();
    board.onchoose(board.cursor);
  }
}

/**
 * A press on the piece may become a drag, and one where strokes begin a stroke; while painting,
 * every press is one. What a finger holds stays the first square, so what is under it is looked up.
 * @param {BoardView} board
 * @param {PointerEvent} event
 */
export function onPress(board, event) {
  const from = board.squareAt(event.target);
  if (!from || event.button > 0 || !event.isPrimary) return;
  if (board.painting) event.preventDefault();
  const strokes = board.painting || board.strokes(from);
  if (!strokes && !same(from, board.last)) return;
  /** @type {Square | null} */
  let over = from;
  let moved = false;
  if (board.painting) board.onpaint(from, true);
  let [x, y] = [event.clientX, event.clientY];
  /** @param {PointerEvent} now */
  const move = (now) => {
    const [dx, dy] = [now.clientX - x, now.clientY - y];
    const count = strokes ? Math.ceil(Math.hypot(dx, dy) / STRIDE) : 1; // a fast stroke skips none
    for (let i = 1; i <= count; i += 1) pass(x + (dx * i) / count, y + (dy * i) / count);
    [x, y] = [now.clientX, now.clientY];
    if (!strokes) {
      moved ||= Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > DRAG;
      if (moved) follow(board, now);
    }
  };
  /** @param {number} x @param {number} y */
  const pass = (x, y) => {
    const under = board.squareAt(document.elementFromPoint(x, y));
    if (strokes && under && !same(under, over)) {
      if (!moved && !board.painting) board.onpaint(from, true);
      moved = true;
      board.onpaint(under, false);
    }
    over = under;
  };
  /** @param {PointerEvent} now */
  const end = (now) => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", end);
    document.removeEventListener("pointercancel", end);
    board.box.classList.remove("dragging");
    if (board.painting || !moved) return;
    board.dragged = true; // ignore the click that may follow
    setTimeout(() => (board.dragged = false), 0);
    if (strokes) return;
    board.stand(from);
    if (now.type === "pointerup" && over && !same(over, from)) board.onchoose(over);
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}

/** The piece goes with the finger. @param {BoardView} board @param {PointerEvent} event */
function follow(board, { clientX, clientY }) {
  const box = board.lines.trail.ownerSVGElement ?? board.box;
  const { left, top, width, height } = box.getBoundingClientRect();
  board.box.classList.add("dragging");
  const [wide, high] = extentOf(board.problem);
  const x = ((clientX - left) / width) * wide;
  const y = ((clientY - top) / height) * high;
  board.place(x - 0.5, y - 0.5);
}
