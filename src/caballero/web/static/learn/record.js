// A recorded search: its steps in typed arrays, and the path at any of them.
//
// Going forward does the steps, going back undoes them. Both are so cheap (100 000 steps in some
// milliseconds) that any moment is reached step by step.

/** @typedef {import("../board/geometry.js").Square} Square */

export const KINDS = [
  "place",
  "try",
  "dead-end",
  "step-back",
  "solution",
  "no-solution",
  "cut",
  "improvement",
];
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
  // Of branch and bound; -1 where there is none yet, or infinity.
  own: new Int32Array(size),
  best: new Int32Array(size),
  bound: new Int32Array(size),
  made: new Uint32Array(size),
  cut: new Uint32Array(size),
});

export class Recording {
  length = 0;
  ended = false;
  late = false; // whether the server gave up: its seconds were over
  at = 0; // how many steps were done
  /** @type {Square[]} */
  path = [];
  /** @type {Square[][]} for each square of the path, the squares freed after it */
  tried = [];
  /** @type {Square[][]} the same of the freed squares, to undo a step back */
  lost = [];
  steps = columnsOf(1024);
  /** @type {Map<number, Square[]>} the path at each step that jumps to it */
  jumps = new Map();
  /** @type {Square[][]} the paths before the jumps that were done */
  before = [];

  /** @param {import("../board/geometry.js").Problem} problem */
  constructor({ rows, columns }) {
    this.columns = columns;
    /** @type {Square[]} */
    this.squares = [];
    for (let r = 0; r < rows; r += 1) {
      for (let c = 0; c < columns; c += 1) this.squares.push([r, c]);
    }
  }

  /** Add steps as the server sends them. @param {any[]} steps */
  add(steps) {
    const needed = this.length + steps.length;
    if (needed > this.steps.kind.length) {
      const before = this.steps;
      const wider = columnsOf(Math.max(needed, 2 * before.kind.length));
      for (const [name, column] of Object.entries(before)) {
        wider[/** @type {keyof typeof wider} */ (name)].set(column);
      }
      this.steps = wider;
    }
    const { kind, square, move, depth, nodes, ends, time, own, best, bound, made, cut } =
      this.steps;
    for (const step of steps) {
      const i = this.length;
      kind[i] = KINDS.indexOf(step.kind);
      square[i] = step.square ? step.square[0] * this.columns + step.square[1] : -1;
      move[i] = step.move ?? -1;
      depth[i] = step.depth;
      nodes[i] = step.nodes;
      ends[i] = step.dead_ends;
      time[i] = step.microseconds;
      const { standing } = step;
      own[i] = standing?.node ?? -1;
      best[i] = standing?.best ?? -1;
      bound[i] = standing?.bound ?? -1;
      made[i] = standing?.made ?? 0;
      cut[i] = standing?.cut ?? 0;
      if (step.path) this.jumps.set(i, step.path);
      this.length += 1;
    }
  }

  /** Do or undo steps until a number of them are done. @param {number} k */
  seek(k) {
    const goal = Math.max(0, Math.min(k, this.length));
    while (this.at < goal) this.#do(this.at++);
    while (this.at > goal) this.#undo(--this.at);
  }

  /**
   * The step with which the search first stands on a path; 0 if none here does.
   * @param {Square[]} path
   */
  find(path) {
    for (const [i, squares] of this.jumps) if (String(squares) === String(path)) return i + 1;
    if (this.jumps.size) return 0;
    const { kind, square, depth } = this.steps;
    const goal = path.map(([r, c]) => r * this.columns + c);
    let right = 0; // how many squares of the search are those of the goal, from the first on
    for (let i = 0; i < this.length; i += 1) {
      if (kind[i] !== PLACE || depth[i] > right + 1) continue;
      right = depth[i] - (square[i] === goal[depth[i] - 1] ? 0 : 1);
      if (right === goal.length) return i + 1;
    }
    return 0;
  }

  /** The next step of a kind; 0 if there is none here. @param {string} kind */
  next(kind) {
    const found = this.steps.kind.subarray(0, this.length).indexOf(KINDS.indexOf(kind), this.at);
    return found + 1;
  }

  /** @param {number} i */
  #do(i) {
    const jump = this.jumps.get(i);
    if (jump) {
      this.before.push(this.path);
      this.path = jump;
      return;
    }
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
    if (this.jumps.has(i)) {
      this.path = this.before.pop() ?? [];
      return;
    }
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
    return this.step(this.at - 1);
  }

  /** A step; null where there is none. @param {number} i - from 0 */
  step(i) {
    if (i < 0 || i >= this.length) return null;
    const { kind, square, move, depth, nodes, ends, time, own, best, bound, made, cut } =
      this.steps;
    return {
      kind: KINDS[kind[i]],
      square: this.squares[square[i]] ?? null,
      move: move[i],
      depth: depth[i],
      nodes: nodes[i],
      ends: ends[i],
      time: time[i],
      own: own[i],
      best: best[i],
      bound: bound[i],
      made: made[i],
      cut: cut[i],
      tried: i > 0 && KINDS[kind[i - 1]] === "try",
    };
  }
}
