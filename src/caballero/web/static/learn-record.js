// A search as it was told: its steps in typed arrays, and the path at any of them.
//
// To go forward is to do the steps, to go back is to undo them. Both are so cheap (100 000 steps
// in some milliseconds) that any place is reached by walking there.

export const KINDS = ["place", "try", "dead-end", "step-back", "solution", "no-solution"];
const [PLACE, , , BACK] = KINDS.keys();

const FIELDS = {
  kind: Uint8Array,
  square: Int16Array, // -1 where there is none
  move: Int8Array,
  depth: Uint16Array,
  nodes: Uint32Array,
  ends: Uint32Array,
  time: Uint32Array,
};

export class Recording {
  constructor({ rows, columns }) {
    this.columns = columns;
    this.squares = Array.from({ length: rows * columns }, (_, i) => [Math.floor(i / columns), i % columns]);
    this.length = 0;
    this.ended = false;
    this.at = 0; // how many steps were done
    this.path = [];
    this.tried = []; // for each square of the path, those that it was given back from
    this.lost = []; // the same of the squares that were given back, to undo that
    for (const [name, Kind] of Object.entries(FIELDS)) this[name] = new Kind(1024);
  }

  // Steps as the server tells them.
  add(steps) {
    const needed = this.length + steps.length;
    for (const [name, Kind] of Object.entries(FIELDS)) {
      if (needed <= this[name].length) continue;
      const wider = new Kind(Math.max(needed, 2 * this[name].length));
      wider.set(this[name]);
      this[name] = wider;
    }
    for (const step of steps) {
      const i = this.length;
      this.kind[i] = KINDS.indexOf(step.kind);
      this.square[i] = step.square ? step.square[0] * this.columns + step.square[1] : -1;
      this.move[i] = step.move ?? -1;
      this.depth[i] = step.depth;
      this.nodes[i] = step.nodes;
      this.ends[i] = step.dead_ends;
      this.time[i] = step.microseconds;
      this.length += 1;
    }
  }

  // Do or undo steps until k of them are done.
  seek(k) {
    const goal = Math.max(0, Math.min(k, this.length));
    while (this.at < goal) this.#do(this.at++);
    while (this.at > goal) this.#undo(--this.at);
  }

  #do(i) {
    const square = this.squares[this.square[i]];
    if (this.kind[i] === PLACE) {
      this.path.push(square);
      this.tried.push([]);
    } else if (this.kind[i] === BACK) {
      this.path.pop();
      this.lost.push(this.tried.pop());
      this.tried.at(-1).push(square);
    }
  }

  #undo(i) {
    const square = this.squares[this.square[i]];
    if (this.kind[i] === PLACE) {
      this.path.pop();
      this.tried.pop();
    } else if (this.kind[i] === BACK) {
      this.path.push(square);
      this.tried.at(-1).pop();
      this.tried.push(this.lost.pop());
    }
  }

  // The last step that was done; null at the beginning.
  get last() {
    const i = this.at - 1;
    if (i < 0) return null;
    return {
      kind: KINDS[this.kind[i]],
      square: this.squares[this.square[i]] ?? null,
      move: this.move[i],
      depth: this.depth[i],
      nodes: this.nodes[i],
      ends: this.ends[i],
      time: this.time[i],
    };
  }
}
