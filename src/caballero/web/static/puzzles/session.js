// A puzzle that is being solved, in whatever room: write the missing numbers, or draw the path of a Zip. The
// page has the solution and knows all rules; the server makes puzzles, and gives the reasons of hints.

import { ask, Requests } from "../api.js";
import { same } from "../board/geometry.js";
import { paced, Watch } from "../clock.js";
import { closeSheet } from "../dom.js";
import { makeShelf, mountKept } from "../kept.js";
import * as actions from "./actions.js";
import * as rules from "./game.js";
import * as help from "./help.js";
import { aboutOf, aimOf, pictureOf, progressOf, sayOf, titleOf } from "./names.js";
import * as state from "./state.js";
import { makeView } from "./view.js";

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {import("./actions.js").Solving} Solving */
/** @typedef {import("./actions.js").Effect} Effect */
/** @typedef {import("../game/rules.js").Sentence} Sentence */
/**
 * Where a puzzle is solved: Today, or Puzzles.
 * @typedef {object} Room
 * @property {string} name - of the view
 * @property {Puzzle} first - the puzzle to begin with
 * @property {Node[]} more - what there is below the tools
 * @property {(puzzle: Puzzle) => string} address - after the name of the view
 * @property {(rest: string) => Puzzle | Sentence} read - the puzzle of an address, or what is wrong
 * @property {() => void} changed - another puzzle is there, or this one is solved
 * @property {(game: state.Game) => void} solved
 * @property {() => [string, () => void] | null} next - what to do after a win, and its words
 * @property {() => void} speak - the language has changed
 */

const TICK = 1000; // milliseconds
/** The keys that a Zip has, too. */
const ZIP_KEYS = ["Backspace", "Delete", "u", "r", "c", "h", ",", ".", "Escape"];
const nothing = () => {};

export class Session {
  #root;
  #page;
  #room;
  /** @type {Solving} */
  #at;
  #own = false; // whether it is kept before anything is written
  /** @type {(repeated: boolean) => void} */
  #again = nothing; // asks for the hint once more
  /** @type {Sentence | string} */
  #said = "";
  #watch = new Watch();
  #requests = new Requests();
  #life = new AbortController();
  #saving = paced(() => this.#save());
  #shelf;
  #view;
  #kept;
  #ticking = setInterval(() => this.#showClock(), TICK);

  /** @param {Element} root @param {import("../app.js").Page} page @param {Room} room */
  constructor(root, page, room) {
    this.#root = root;
    this.#page = page;
    this.#room = room;
    this.#at = actions.begun(state.begin(room.first), {
      counting: page.load("counting") !== false,
      rules: page.load("rules") !== false,
    });
    this.#shelf = makeShelf(page, "puzzles", {
      read: state.fromStored,
      write: state.toStored,
      same: (a, b) => a.puzzle === b.puzzle,
      sign: ({ actions, done }) => JSON.stringify([actions, done]),
    });
    this.#view = makeView(root, room, this.#buttons(), this.#at.game);
    this.#kept = mountKept(this.#view.list, this.#shelf, {
      nameOf: progressOf,
      pictureOf,
      hides: ({ puzzle }) => puzzle.text === this.game.puzzle.text,
      open: ({ puzzle }) => this.go(puzzle),
      none: () => this.#say("keptNone"),
    });
    this.#view.showTime.checked = page.load("clock") === true;
    this.#view.showRules.checked = this.#at.rules;
    this.#listen();
    this.#view.speak();
  }

  get game() {
    return this.#at.game;
  }

  get #cursor() {
    return rules.cellOf(this.game.puzzle.problem, this.#view.board.cursor ?? [0, 0]);
  }

  /** @type {import("../words.js").Say} */
  #say = (key, values) => sayOf(rules.kindOf(this.game.puzzle), key, values);

  // -- what is done, shown and said ----------------------------------------------------------------

  /**
   * @template {unknown[]} More
   * @param {(at: Solving, ...more: More) => Effect} action
   * @param {More} more
   */
  #do(action, ...more) {
    this.#time();
    this.#apply(action(this.#at, ...more));
  }

  /** @param {Effect} effect */
  #apply({ at, cell, says, mood }) {
    const before = this.#at;
    const changed = at && at.game !== before.game;
    if (at) this.#at = at;
    if (changed) this.#forget();
    if (at) this.#show(cell);
    if (at && at.help !== before.help) this.#view.board.relabel(); // the marks mean something else
    if (at && at.counting !== before.counting) this.#page.store("counting", at.counting);
    if (changed && actions.isSolved(at.game)) this.#room.solved(at.game);
    this.#time();
    if (says) this.tell(says, mood);
    else if (at?.typing && at.typing !== before.typing) this.#page.announce(at.typing.text);
    if (changed) this.#saving.soon();
  }

  /** @param {number} [cell] - where the cursor goes */
  #show(cell) {
    const { problem } = this.game.puzzle;
    this.#view.show(this.#at, cell === undefined ? undefined : rules.squareOf(problem, cell));
    this.#showClock();
  }

  /**
   * @param {Sentence | string} what - a key of words with its values, or a text of the server
   * @param {import("./actions.js").Mood} [mood]
   */
  tell(what, mood = "") {
    this.#said = what;
    this.#view.message.textContent = this.#sentence();
    this.#view.message.className = `message ${mood}`;
    this.#page.announce(this.#sentence());
  }

  /** The message, in the current language. */
  #sentence() {
    return typeof this.#said === "string" ? this.#said : this.#say(...this.#said);
  }

  /** Do not wait for a hint any longer. */
  #forget() {
    this.#requests.stop();
    this.#again = nothing;
  }

  /** The clock stands while the page is hidden, and once the puzzle is solved. */
  #time() {
    const seconds = this.game.seconds + this.#watch.take();
    this.#at = { ...this.#at, game: { ...this.game, seconds } };
    this.#watch.running = !document.hidden && !actions.isSolved(this.game);
  }

  #showClock() {
    this.#view.showClock(this.game.seconds + this.#watch.peek());
  }

  // -- keeping -------------------------------------------------------------------------------------

  /** @param {Puzzle} puzzle */
  #stored = (puzzle) => this.#shelf.all().find((one) => one.puzzle.text === puzzle.text);

  /** Another tab may have gone on with this puzzle: then this one goes on from there. */
  #follow() {
    const there = this.#stored(this.game.puzzle);
    if (!there || !this.#shelf.isStale(this.game)) return false;
    this.#shelf.opened(there);
    const at = actions.onto({ ...this.#at, typing: null }, there);
    this.#apply({ at, ...actions.told(there, ["resumed"]) });
    return true;
  }

  #save() {
    this.#time();
    if (!this.#follow() && (this.#own || this.game.actions.length)) this.#shelf.keep(this.game);
    this.#page.fragment(this.#room.address(this.game.puzzle));
    if (this.#view.kept.open) this.#kept.show();
  }

  // -- help ----------------------------------------------------------------------------------------

  /** @param {boolean} [repeated] - in another language */
  async #hint(repeated = false) {
    this.#forget();
    this.#do(actions.hinted);
    const numbers = state.numbersOf(this.game);
    if (actions.isSolved(this.game) || this.#at.help) return;
    const steps = await this.#fetchSteps({ numbers }, repeated);
    if (!steps) return;
    this.#apply(help.showSteps(this.#at, steps, this.#say));
    this.#again = (repeated) => this.#hint(repeated);
  }

  /** @param {number} cell @param {boolean} [repeated] */
  async #whyNot(cell, repeated = false) {
    this.#forget();
    const { asks, ...effect } = help.suppose(this.#at, cell);
    this.#apply(effect);
    const steps = asks && (await this.#fetchSteps(asks, repeated));
    if (!steps) return;
    this.#apply(help.showWhy(this.#at, asks.supposed, steps, this.#say));
    this.#again = (repeated) => this.#whyNot(cell, repeated);
  }

  /**
   * Steps of the server; null if there are none, or the game has changed.
   * @param {help.Question} question
   * @param {boolean} repeated
   * @returns {Promise<import("../game/reasons.js").Reason[] | null>}
   */
  async #fetchSteps(question, repeated) {
    this.tell(["looking"]);
    const body = help.bodyOf(this.game.puzzle, question);
    const reply = await this.#requests.run((signal) => ask("puzzle/hint", body, signal, true));
    if (!reply) return null;
    const alone = reply.status === "away" && !question.supposed;
    if (reply.status !== "step" && !alone) {
      this.tell(reply.message, "bad");
      return null;
    }
    if (!repeated) this.#do((at) => ({ at: actions.helped(at) }));
    return alone ? help.NO_REASON : reply.steps;
  }

  /** @param {import("./game.js").Square} square */
  #choose(square) {
    const cell = rules.cellOf(this.game.puzzle.problem, square);
    if (actions.isSolved(this.game)) return;
    if (this.#at.asking) void this.#whyNot(cell);
    else this.#do(actions.choose, cell);
  }

  // -- puzzles -------------------------------------------------------------------------------------

  /**
   * Show a puzzle: the stored game, or a new one.
   * @param {Puzzle} puzzle
   * @param {boolean} mine - whether the reader asked for it, so that it is kept
   * @param {Sentence} [reply] - of a new game
   */
  open(puzzle, mine, reply) {
    const found = this.#stored(puzzle);
    const game = found ?? state.begin(puzzle);
    this.#watch.running = false;
    this.#own = mine || found !== undefined;
    this.#view.link.hidden = true;
    this.#shelf.opened(game);
    const at = actions.opened(this.#at, game);
    const { counting: inOrder, current: n } = at;
    /** @type {Sentence} */
    const begin = this.#view.aim.offsetParent ? ["begin", { inOrder, n }] : aimOf(puzzle);
    const says = found ? actions.told(game, ["resumed"]) : { says: reply ?? begin };
    this.#apply({ at, cell: puzzle.zip ? actions.lastCell(game) : undefined, ...says });
    this.#room.changed();
  }

  /**
   * Go to a puzzle with a history entry of its own: the browser's Back leads to the one before.
   * @param {Puzzle} puzzle
   * @param {Sentence} [reply] - of a new game
   */
  go(puzzle, reply) {
    this.#do(actions.commit);
    this.#saving.now();
    if (puzzle.text !== this.game.puzzle.text)
      history.pushState(null, "", `#${this.#room.name}/${this.#room.address(puzzle)}`);
    this.open(puzzle, true, reply);
    this.#saving.now();
    closeSheet(this.#root);
    this.#view.board.focus();
    scrollTo(0, 0);
  }

  /**
   * Ask for a puzzle, and go to it.
   * @param {(signal: AbortSignal) => Promise<Puzzle | string | null>} make - a puzzle, or why there is none
   */
  async seek(make) {
    this.#forget();
    this.#apply({ at: actions.forgotten(this.#at), says: ["making"] });
    const made = await this.#requests.run(make);
    if (typeof made === "string") this.tell(made, "bad");
    else if (made) this.go(made, ["made"]);
  }

  /** The latest puzzle, but for those of a day, which have their own room. */
  latest() {
    return this.#shelf.all().find(({ puzzle }) => !puzzle.date)?.puzzle ?? null;
  }

  /** Send the puzzle, and how it was solved. */
  async #share() {
    this.#saving.now();
    const { puzzle } = this.game;
    const solved = actions.isSolved(this.game);
    const { time, knights } = actions.resultOf(this.game);
    const marks = solved ? [time, knights] : [];
    const about = ["Caballero", titleOf(puzzle), aboutOf(puzzle), ...marks];
    const text = about.filter(Boolean).join(" · ");
    const address = `${this.#room.name}/${this.#room.address(puzzle)}`;
    const drawn = solved && (await import("../picture.js"));
    const picture = drawn ? await drawn.pictureFile(puzzle.problem, puzzle.tour) : null;
    this.tell([await this.#page.share(this.#view.link, address, text, picture)]);
  }

  // -- events --------------------------------------------------------------------------------------

  /** What the buttons do. @returns {import("./view.js").Actions} */
  #buttons() {
    return {
      digit: (digit) => this.#do(actions.type, this.#cursor, digit),
      erase: () => this.#do(actions.erase, this.#cursor),
      done: () => this.#do(actions.commit),
      pencil: () => this.#do(actions.pencil),
      counting: () => this.#do(actions.counting),
      less: () => this.#do(actions.count, -1),
      more: () => this.#do(actions.count, 1),
      undo: () => this.#do(actions.undo),
      redo: () => this.#do(actions.redo),
      restart: () => this.#onBoard(actions.restart),
      check: () => this.#afresh(actions.check),
      hint: () => void this.#hint(),
      why: () => this.#afresh(actions.ask),
      conclude: (by) => this.#do(help.conclude, by),
      reason: () => this.#do(help.showLater),
      writeIt: () => this.#onBoard(actions.writeFound),
      share: () => void this.#share(),
      print: () => print(),
    };
  }

  /** @param {(at: Solving) => Effect} action - after which one goes on with the keyboard */
  #onBoard(action) {
    this.#do(action);
    this.#view.board.focus();
  }

  /** @param {(at: Solving) => Effect} action - for which no hint is awaited any longer */
  #afresh(action) {
    this.#forget();
    this.#do(action);
  }

  /** @returns {Record<string, () => void>} */
  #keys() {
    const { erase, pencil, counting, more, less, undo, redo, check, hint } = this.#buttons();
    return {
      ...{ Backspace: erase, Delete: erase, p: pencil, n: counting, "+": more, "-": less },
      ...{ u: undo, r: redo, c: check, h: hint },
      w: () => void this.#whyNot(this.#cursor),
      ",": () => this.#do(help.conclude, -1),
      ".": () => this.#do(help.conclude, 1),
      Escape: () =>
        this.#afresh((at) => ({ at: actions.forgotten({ ...at, typing: null, asking: false }) })),
    };
  }

  #listen() {
    const { board, table, showTime, showRules, kept } = this.#view;
    const keys = this.#keys();
    const { signal } = this.#life;
    board.onchoose = (square) => this.#choose(square);
    board.onpaint = (square, begins) =>
      this.#do(actions.draw, rules.cellOf(this.game.puzzle.problem, square), begins);
    board.strokes = (square) => this.#view.begins(square) && actions.strokes(this.#at);
    board.onarrow = (from, to) => {
      if (!actions.isTip(this.game, from) || same(from, to)) return false;
      this.#onBoard((at) => actions.arrow(at, rules.cellOf(at.game.puzzle.problem, to)));
      return true;
    };
    board.onkey = (event) => this.#press(event, keys);
    table.addEventListener("focusout", ({ relatedTarget }) => {
      if (!table.contains(/** @type {Node | null} */ (relatedTarget))) this.#do(actions.commit);
    });
    showTime.addEventListener("change", () => {
      this.#page.store("clock", showTime.checked);
      this.#showClock();
    });
    showRules.addEventListener("change", () => {
      this.#page.store("rules", showRules.checked);
      this.#do((at) => ({ at: { ...at, rules: showRules.checked } }));
    });
    kept.addEventListener("toggle", this.#kept.show);
    addEventListener("storage", () => this.#follow(), { signal });
    addEventListener("pagehide", this.#saving.now, { signal });
    document.addEventListener("visibilitychange", this.#saving.now, { signal });
  }

  /** A key on the board. @param {KeyboardEvent} event @param {Record<string, () => void>} keys */
  #press(event, keys) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const { problem, zip } = this.game.puzzle;
    if (event.ctrlKey) return;
    if (zip && key === "p")
      this.#view.board.focus(rules.squareOf(problem, actions.lastCell(this.game)));
    else if (zip && !ZIP_KEYS.includes(key)) return;
    else if (/^[0-9]$/.test(key)) this.#do(actions.type, this.#cursor, key);
    else if (key === "Enter" && this.#at.typing) this.#do(actions.commit);
    else if (Object.hasOwn(keys, key)) keys[key]();
    else {
      if (/^(Arrow|Home|End|Page)/.test(key)) this.#do(actions.commit);
      return;
    }
    event.preventDefault();
  }

  help() {
    return `${this.#view.aim.textContent} ${this.#say("rulesText")}`;
  }

  keys() {
    return /** @type {any} */ (this.#say("keys"));
  }

  /** @param {KeyboardEvent} event */
  onkey(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.#do(actions.undo);
    else if (key === "y" || key === "z") this.#do(actions.redo);
    else return;
    event.preventDefault();
  }

  /** Repeat the server's help in the new language. */
  speak() {
    this.#view.speak();
    this.#show();
    this.#view.board.relabel();
    if (this.#view.kept.open) this.#kept.show();
    this.#view.message.textContent = this.#sentence();
    this.#again(true);
    this.#room.speak();
  }

  close() {
    clearInterval(this.#ticking);
    this.#do(actions.commit);
    this.#saving.now();
    this.#saving.stop();
    this.#requests.stop();
    this.#life.abort();
  }

  /** @param {string} rest */
  restore(rest) {
    const puzzle = this.#room.read(rest);
    if (!("text" in puzzle)) this.tell(puzzle, "bad");
    else if (puzzle.text !== this.game.puzzle.text) {
      this.#saving.now();
      const others = this.#room.name !== "today" && this.latest();
      this.open(puzzle, false, others ? ["linked"] : undefined);
    }
  }
}
