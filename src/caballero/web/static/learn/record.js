// A recorded search: its steps in typed arrays, and the path at any of them.
//
// Going forward does the steps, going back undoes them. Both are so cheap (100 000 steps in some
// milliseconds) that any moment is reached step by step.

/** @typedef {import("../board/geometry.js").Square} Square */

export const KINDS = ["place", "try", "dead-end", "step-back", "solution", "no-solution"];
const [PLACE, , , BACK] = KINDS.keys();

/** @param {number} size */
const columnsOf = (size) => ({
  kind: new Uint8Array(size),
  square: new Int16Array(size), // -1 where there is none
  move: new Int8Array(size),
  depth: new Uint16Array(size),
  nodes: new Uint32Array(size),
  ends: new Uint32Array(size),
  time: new Uint32Array(size),
});

export class Recording {
  length = 0;
  ended = false;
  at = 0; // how many steps were done
  /** @type {Square[]} */
  path = [];
  /** @type {Square[][]} for each square of the path, the squares freed after it */
  tried = [];
  /** @type {Square[][]} the same of the freed squares, to undo a step back */
  lost = [];
  steps = columnsOf(1024);

  /** @param {import("../board/geometry.js").Problem} problem */
  constructor({ rows, columns }) {
    this.columns = columns;
    /** @type {Square[]} */
    this.squares = [];
    for (let r = 0; r < rows; r += 1) {
      for (let c = 0; c < columns; c += 1) this.squares.push([r, c]);
    }
  }

  /**
   * Add steps as the server sends them.
   * @param {any[]} steps
   */
  add(steps) {
    const needed = this.length + steps.length;
    if (needed > this.steps.kind.length) {
      const before = this.steps;
      const wider = columnsOf(Math.max(needed, 2 * before.kind.length));
      wider.kind.set(before.kind);
      wider.square.set(before.square);
      wider.move.set(before.move);
      wider.depth.set(before.depth);
      wider.nodes.set(before.nodes);
      wider.ends.set(before.ends);
      wider.time.set(before.time);
      this.steps = wider;
    }
    const { kind, square, move, depth, nodes, ends, time } = this.steps;
    for (const step of steps) {
      const i = this.length;
      kind[i] = KINDS.indexOf(step.kind);
      square[i] = step.square ? step.square[0] * this.columns + step.square[1] : -1;
      move[i] = step.move ?? -1;
      depth[i] = step.depth;
      nodes[i] = step.nodes;
      ends[i] = step.dead_ends;
      time[i] = step.microseconds;
      this.length += 1;
    }
  }

  /**
   * Do or undo steps until a number of them are done.
   * @param {number} k
   */
  seek(k) {
    const goal = Math.max(0, Math.min(k, this.length));
    while (this.at < goal) this.#do(this.at++);
    while (this.at > goal) this.#undo(--this.at);
  }

  /** @param {number} i */
  #do(i) {
    const square = this.squares[this.steps.square[i]];
    if (this.steps.kind[i] === PLACE) {
      this.path.push(square);
      this.tried.push([]);
    } else if (this.steps.kind[i] === BACK) {
      this.path.pop();
      this.lost.push(this.tried.pop() ?? []);
      this.tried.at(-1)?.push(square);
    }
  }

  /** @param {number} i */
  #undo(i) {
    const square = this.squares[this.steps.square[i]];
    if (this.steps.kind[i] === PLACE) {
      this.path.pop();
      this.tried.pop();
    } else if (this.steps.kind[i] === BACK) {
      this.path.push(square);
      this.tried.at(-1)?.pop();
      this.tried.push(this.lost.pop() ?? []);
    }
  }

  /** The last step that was done; null at the beginning. */
  get last() {
    const i = this.at - 1;
    if (i < 0) return null;
    const { kind, square, move, depth, nodes, ends, time } = this.steps;
    return {
      kind: KINDS[kind[i]],
      square: this.squares[square[i]] ?? null,
      move: move[i],
      depth: depth[i],
      nodes: nodes[i],
      ends: ends[i],
      time: time[i],
    };
  }
}
