// A puzzle that is being solved, in whatever room: write the missing numbers, or draw the path of a Zip. The
// page has the solution and knows all rules; the server makes puzzles, and gives the reasons of hints.

import { ask, Requests } from "../api.js";
import { lastOf, requestOf, same, squareName } from "../board/geometry.js";
import { clockText, Watch } from "../clock.js";
import { closeSheet } from "../dom.js";
import { shownOf, stepped } from "../game/reasons.js";
import { makeShelf, mountKept } from "../kept.js";
import { paced } from "../paced.js";
import { pictureFile } from "../picture.js";
import { knightsOf } from "../today/daily.js";
import * as rules from "./game.js";
import { fetchPuzzle } from "./make.js";
import { aboutOf, pictureOf, progressOf, sayOf, titleOf } from "./names.js";
import * as state from "./state.js";
import { isAtEnd, makeView } from "./view.js";

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {import("./game.js").Square} Square */
/** @typedef {import("../game/reasons.js").Reason} Reason */
/** @typedef {import("../game/rules.js").Sentence} Sentence */

const TICK = 1000; // milliseconds
const MOST_NAMES = 8; // of wrong squares in a sentence; all are marked
/**
 * Where a puzzle is solved: Today, or Puzzles.
 * @typedef {object} Room
 * @property {string} name - of the view
 * @property {Puzzle} first - the puzzle to begin with
 * @property {Node[]} more - what there is below the tools
 * @property {(puzzle: Puzzle) => string} address - after the name of the view
 * @property {() => void} changed - another puzzle is there, or this one is solved
 * @property {(game: state.Game) => void} solved
 * @property {() => [string, () => void] | null} next - what to do after a win, and its words
 */

/**
 * @param {Element} root
 * @param {import("../app.js").Page} page
 * @param {Room} room
 */
export function mountSession(root, page, room) {
  let game = state.begin(room.first);
  const zipped = () => game.puzzle.zip;
  /** @type {import("../words.js").Say} */
  const say = (key, values) => sayOf(kindOf(), key, values);
  let own = false; // whether it is kept before anything is written
  /** @type {import("./view.js").Beside} */
  let beside = {
    typing: null,
    pencil: false,
    counting: page.load("counting") !== false,
    current: 0,
    asking: false,
    rules: page.load("rules") !== false,
    ...nothingFound(),
  };
  let by = 1; // the direction of counting
  let taken = 0; // the number that was taken up last
  /** @type {number[]} */
  let run = []; // the cells of the run that is drawn
  /** @type {() => void} */
  let again = () => {}; // asks for the hint once more
  /** @type {() => string} */
  let sentence = () => ""; // the message, in the current language
  const watch = new Watch();
  const requests = new Requests();
  const shelf = makeShelf(page, "puzzles", {
    read: state.fromStored,
    write: state.toStored,
    same: (a, b) => a.puzzle === b.puzzle,
    sign: ({ actions, done }) => JSON.stringify([actions, done]),
  });
  const view = makeView(
    root,
    room,
    {
      digit: (digit) => type(digit),
      erase,
      done: commit,
      pencil,
      counting,
      less: () => count(-1),
      more: () => count(1),
      undo: () => undo(),
      redo: () => redo(),
      restart,
      check,
      hint,
      why,
      conclude,
      reason: () => beside.help?.later && showReason(beside.help.later, true),
      writeIt,
      share,
      print: () => print(),
    },
    game,
  );
  const keptList = mountKept(view.list, shelf, {
    nameOf: progressOf,
    pictureOf,
    hides: ({ puzzle }) => puzzle.text === game.puzzle.text,
    open: ({ puzzle }) => go(puzzle),
    none: () => say("keptNone"),
  });
  const kindOf = () => rules.kindOf(game.puzzle);
  view.showTime.checked = page.load("clock") === true;
  view.showRules.checked = beside.rules;

  function nothingFound() {
    const help = /** @type {import("../game/reasons.js").Shown | null} */ (null);
    return { help, found: /** @type {[Square, number] | null} */ (null) };
  }

  // -- messages ----------------------------------------------------------------------------------

  /** @param {number} cell */
  const name = (cell) => {
    const { problem } = game.puzzle;
    return squareName(rules.squareOf(problem, cell), problem.rows);
  };

  /** @param {number[]} cells */
  const names = (cells) =>
    cells.slice(0, MOST_NAMES).map(name).join(", ") + (cells.length > MOST_NAMES ? ", …" : "");

  /**
   * @param {Sentence | string} what - a key of words with its values, or a text of the server
   * @param {"" | "good" | "bad"} [mood]
   */
  function tell(what, mood = "") {
    sentence = () => (typeof what === "string" ? what : say(...what));
    view.message.textContent = sentence();
    view.message.className = `message ${mood}`;
    page.announce(sentence());
  }

  const isSolved = () => rules.stateOf(game.puzzle, state.numbersOf(game)) === "solved";

  /** How a puzzle was solved. */
  function resultOf() {
    const { hints, seconds } = game;
    return { time: clockText(seconds), hints, knights: knightsOf(hints) };
  }

  /** @param {Sentence} otherwise - what to say unless every square has a number */
  function tellState(otherwise) {
    const now = rules.stateOf(game.puzzle, state.numbersOf(game));
    if (now === "solved") {
      room.solved(game);
      tell(["solved", { n: rules.sizeOf(game.puzzle), ...resultOf() }], "good");
    } else if (now === "full") tell(["full"], "bad");
    else tell(otherwise);
  }

  /** @param {number} [cell] - where the cursor goes */
  function show(cell) {
    const cursor = cell === undefined ? undefined : rules.squareOf(game.puzzle.problem, cell);
    view.show(game, beside, cursor);
    showClock();
  }

  /** Forget what a check or a hint has found. */
  function forget() {
    requests.stop();
    beside = { ...beside, ...nothingFound() };
    again = () => {};
  }

  // -- time --------------------------------------------------------------------------------------

  /** The clock stands while the page is hidden, and once the puzzle is solved. */
  function setClock() {
    game = { ...game, seconds: game.seconds + watch.take() };
    watch.running = !document.hidden && !isSolved();
  }

  function showClock() {
    view.showClock(game.seconds + watch.peek());
  }

  const ticking = setInterval(showClock, TICK);

  // -- keeping -----------------------------------------------------------------------------------

  /** Another tab may have gone on with this puzzle: then this one goes on from there. */
  function follow() {
    const there = shelf.all().find((one) => one.puzzle.text === game.puzzle.text);
    if (!there || !shelf.isStale(game)) return false;
    beside.typing = null;
    shelf.opened(there);
    setGame(there);
    tellState(["resumed"]);
    return true;
  }

  const saving = paced(() => {
    setClock();
    if (!follow() && (own || game.actions.length)) shelf.keep(game);
    page.fragment(room.address(game.puzzle));
    if (view.kept.open) keptList.show();
  });

  // -- writing -----------------------------------------------------------------------------------

  /**
   * @param {state.Game} next
   * @param {number} [cell]
   */
  function setGame(next, cell) {
    game = next;
    taken = 0;
    setClock();
    forget();
    const size = rules.sizeOf(game.puzzle);
    const numbers = state.numbersOf(game);
    if (!beside.current || numbers.includes(beside.current)) {
      beside.current = rules.nextMissing(numbers, size, beside.current || 1, by);
    }
    show(cell);
    saving.soon();
  }

  /**
   * Why a square takes no number: a sentence, or null.
   * @param {number} cell
   * @returns {Sentence | null}
   */
  function faultOf(cell) {
    if (state.isFree(game.puzzle, cell)) return null;
    const given = rules.givenNumbers(game.puzzle)[cell];
    return given ? ["isClue", { name: name(cell), n: given }] : ["onHole", { name: name(cell) }];
  }

  /**
   * Write a number, in ink or with the pencil, or say why not.
   * @param {number} cell
   * @param {number} number
   * @param {boolean} [ink]
   */
  function write(cell, number, ink = !beside.pencil) {
    beside.typing = null;
    const fault = faultOf(cell) ?? numberFault(number, rules.givenNumbers(game.puzzle));
    if (fault) {
      show();
      tell(fault, "bad");
      return;
    }
    if (ink) {
      beside.current = number; // counting goes on from here
      setGame(state.act(game, "number", cell, number), cell);
      const broken = beside.rules && state.left(game) ? brokenAt(cell) : undefined;
      if (broken) tell(broken, "bad");
      else tellState(["wrote", { name: name(cell), n: number, left: state.left(game) }]);
    } else {
      setGame(state.act(game, "mark", cell, number), cell);
      tell(["marked", { name: name(cell), list: game.written.marks[cell].join(", ") }]);
    }
  }

  /**
   * What a number breaks: a sentence, or undefined.
   * @param {number} cell
   * @returns {Sentence | undefined}
   */
  function brokenAt(cell) {
    const numbers = state.numbersOf(game);
    const pair = rules.brokenPairs(game.puzzle, numbers).find((one) => one.includes(cell));
    if (!pair) return undefined;
    const other = pair[0] === cell ? pair[1] : pair[0];
    const follow = Math.abs(numbers[cell] - numbers[other]) === 1;
    return [
      follow || kindOf() === "numbers" ? "breaks" : "breaksForced",
      { name: name(cell), n: numbers[cell], other: name(other), m: numbers[other] },
    ];
  }

  const cursor = () => rules.cellOf(game.puzzle.problem, view.board.cursor ?? [0, 0]);

  /** @param {string} digit */
  function type(digit) {
    const cell = cursor();
    const fault = faultOf(cell);
    if (fault) {
      tell(fault, "bad");
      return;
    }
    if (beside.typing?.cell !== cell) commit();
    const text = String(Number((beside.typing?.text ?? "") + digit));
    if (text === "0") return;
    beside.typing = { cell, text };
    if (Number(text) * 10 > rules.sizeOf(game.puzzle)) commit();
    else {
      show();
      page.announce(text);
    }
  }

  /** Write the number that was typed. */
  function commit() {
    if (beside.typing) write(beside.typing.cell, Number(beside.typing.text));
  }

  function erase() {
    if (zipped()) {
      cut(pathCells().at(-2));
      return;
    }
    if (beside.typing) {
      const { cell, text } = beside.typing;
      beside.typing = text.length > 1 ? { cell, text: text.slice(0, -1) } : null;
      show();
      return;
    }
    const cell = cursor();
    const fault = faultOf(cell);
    if (fault) {
      tell(fault, "bad");
      return;
    }
    const number = game.written.numbers[cell];
    if (number) beside.current = number; // it is what one writes next
    setGame(state.act(game, "erase", cell), cell);
    tell(["erased", { name: name(cell) }]);
  }

  /**
   * Undo or redo.
   * @param {state.Game} next
   * @param {state.Action | null} action - that is taken back, or brought back
   */
  function travel(next, action) {
    beside.typing = null;
    if (next === game || !action) return;
    const [kind, cell, number] = action;
    if (kind === "number") beside.current = number;
    if (kind === "clear" || kind === "cut") {
      setGame(next, zipped() ? lastCell(next) : undefined);
      const again = kind === "cut" ? "erased" : "restarted";
      tell([game.done < game.actions.length ? "restored" : again, { name: name(cell) }]);
    } else {
      setGame(next, zipped() ? lastCell(next) : cell);
      tellState(["changed", { name: name(cell), n: game.written.numbers[cell] }]);
    }
  }

  const undo = () => travel(state.undo(game), state.undoes(game));
  const redo = () => travel(state.redo(game), state.redoes(game));

  function restart() {
    beside.typing = null;
    setGame(state.act(game, "clear"));
    tell(["restarted"]);
    view.board.focus();
  }

  // -- the path of a Zip -------------------------------------------------------------------------

  /** @param {state.Game} [of] */
  const pathCells = (of = game) =>
    rules
      .runOf(of.puzzle, state.numbersOf(of))
      .map((square) => rules.cellOf(of.puzzle.problem, square));

  /** @param {state.Game} [of] */
  const lastCell = (of) => lastOf(pathCells(of));

  /**
   * Keep the path to a cell.
   * @param {number | undefined} cell
   */
  function cut(cell) {
    if (cell === undefined) return;
    const [kind, drawn] = state.undoes(game) ?? [];
    const undoes = kind === "number" && drawn === lastCell() && pathCells().at(-2) === cell;
    setGame(undoes ? state.undo(game) : state.act(game, "cut", cell), cell);
    tell(["erased", { name: name(cell) }]);
  }

  /**
   * Draw the path straight on to a cell, or back to it; say why not where it stops.
   * @param {number} cell
   */
  function drawTo(cell) {
    if (cell === lastCell()) return;
    if (state.numbersOf(game)[cell]) {
      cut(cell);
      return;
    }
    const { cells, fault } = rules.wayTo(game.puzzle, state.numbersOf(game), cell);
    let next = game;
    for (const one of cells) next = state.act(next, "number", one, pathCells(next).length + 1);
    if (cells.length) setGame(next, lastCell(next));
    if (fault) tell([fault, { name: name(cell), last: name(lastCell()) }], "bad");
    else tellState(["wrote", { name: name(cell), left: state.left(game) }]);
  }

  /**
   * A finger draws the path from one square to the next, and takes it back; it may pass other squares.
   * @param {number} cell
   * @param {boolean} begins
   */
  function dragTo(cell, begins) {
    const numbers = state.numbersOf(game);
    const back = begins ? numbers[cell] > 0 : pathCells().at(-2) === cell;
    if (back || !rules.stopsAt(game.puzzle, numbers, cell)) drawTo(cell);
  }

  // -- ways to write -----------------------------------------------------------------------------

  function pencil() {
    commit();
    beside.pencil = !beside.pencil;
    show();
    tell([beside.pencil ? "pencilOn" : "pencilOff"]);
  }

  function counting() {
    commit();
    beside.counting = !beside.counting;
    page.store("counting", beside.counting);
    show();
    tell(beside.counting ? ["counting", { n: beside.current }] : ["countingOff"]);
  }

  /** @param {number} step - to the missing number after, or before */
  function count(step) {
    by = step;
    const numbers = state.numbersOf(game);
    const size = rules.sizeOf(game.puzzle);
    beside.current = rules.nextMissing(numbers, size, beside.current, step);
    show();
    tell(["counting", { n: beside.current }]);
  }

  /**
   * Write on from a number on the board.
   * @param {number} number
   */
  function takeUp(number) {
    const numbers = state.numbersOf(game);
    [beside.current, by] = rules.takenUp(game.puzzle, numbers, number, by, taken === number);
    taken = number;
    show();
    tell(["counting", { n: beside.current }]);
  }

  /**
   * A run is written by dragging along it. The squares where its next number cannot stand are only
   * on the way; back on the square before, the last number goes.
   * @param {Square} square
   * @param {boolean} begins
   */
  function draw(square, begins) {
    const cell = rules.cellOf(game.puzzle.problem, square);
    const numbers = state.numbersOf(game);
    if (zipped()) {
      dragTo(cell, begins);
      return;
    }
    if (begins) {
      commit();
      run = [cell];
      if (!numbers[cell]) write(cell, beside.current);
      return;
    }
    const last = state.undoes(game);
    if (run.length > 1 && cell === run.at(-2) && last?.[1] === run.at(-1)) {
      run.pop();
      undo();
      return;
    }
    const next = rules.runsTo(game.puzzle, numbers, run[run.length - 1], cell, by);
    if (!next) return;
    run.push(cell);
    by = next[1];
    write(cell, next[0]);
  }

  /** @param {Square} square */
  function choose(square) {
    if (isSolved()) return;
    if (beside.asking) {
      void whyNot(rules.cellOf(game.puzzle.problem, square));
      return;
    }
    commit();
    if (zipped()) {
      drawTo(rules.cellOf(game.puzzle.problem, square));
      return;
    }
    if (!beside.counting) {
      show();
      return;
    }
    const cell = rules.cellOf(game.puzzle.problem, square);
    const number = state.numbersOf(game)[cell];
    if (number) {
      takeUp(number);
    } else if (beside.current) {
      write(cell, beside.current);
    } else {
      tell(["counting", { n: 0 }]);
    }
  }

  // -- help --------------------------------------------------------------------------------------

  /**
   * What is seen of some squares, each with its mark.
   * @param {[Square, string][]} marks
   */
  function marked(marks) {
    const letters = [...new Set(marks.map(([, mark]) => mark))];
    const legend = letters.map(
      (mark) => /** @type {[string, string]} */ ([mark, say(`mark${mark}`)]),
    );
    return { marks, legend };
  }

  /** @param {number[]} cells */
  function markWrong(cells) {
    const marks = cells.map((cell) => /** @type {[Square, string]} */ ([squareAt(cell), "x"]));
    beside.help = { ...marked(marks), argument: [], at: 0 };
    if (cells.length) helped();
  }

  /** The reader was helped once more. */
  function helped() {
    game = { ...game, hints: game.hints + 1 };
    saving.soon();
  }

  /** @param {number} cell */
  const squareAt = (cell) => rules.squareOf(game.puzzle.problem, cell);

  function check() {
    commit();
    forget();
    const written = game.written.numbers.filter(Boolean).length;
    const wrong = rules.wrongCells(game.puzzle, state.numbersOf(game));
    markWrong(wrong);
    show();
    if (!written) tell(["nothing"]);
    else if (wrong.length)
      tell(
        [
          "someWrong",
          {
            right: written - wrong.length,
            all: written,
            names: names(wrong),
            first: name(wrong[0]),
          },
        ],
        "bad",
      );
    else if (isSolved()) tellState(["allRight", { n: written }]);
    else tell(["allRight", { n: written }], "good");
  }

  async function hint() {
    commit();
    forget();
    const numbers = state.numbersOf(game);
    const wrong = rules.wrongCells(game.puzzle, numbers);
    if (isSolved()) {
      show();
      tellState(["nothing"]);
      return;
    }
    if (wrong.length) {
      markWrong(wrong);
      show();
      const wrongs = { n: wrong.length, names: names(wrong), first: name(wrong[0]) };
      tell(["wrongFirst", wrongs], "bad");
      return;
    }
    show();
    const steps = await fetchSteps(numbers);
    if (steps) showSteps(steps);
  }

  /**
   * Steps of the server from some numbers on; null if there are none, or the game has changed.
   * @param {number[]} numbers
   * @param {{square: Square, number: number}} [supposed] - a number that is not at a square
   * @returns {Promise<Reason[] | null>}
   */
  async function fetchSteps(numbers, supposed) {
    tell(["looking"]);
    const clues = numbers.flatMap((number, cell) =>
      number ? [{ square: squareAt(cell), number }] : [],
    );
    const { problem, tour, given } = game.puzzle;
    const drawn = {
      start: tour[0],
      end: lastOf(tour),
      waypoints: tour.filter((_, i) => given[i]),
      forbidden: problem.walls,
      path: rules.runOf(game.puzzle, numbers),
    };
    const { forced } = problem;
    const body = { ...requestOf(problem), ...(zipped() ? drawn : { clues, supposed, forced }) };
    const reply = await requests.run((signal) => ask("puzzle/hint", body, signal));
    if (!reply) return null;
    if (reply.status === "step") {
      helped();
      return reply.steps;
    }
    // Without Python there is no reason, but the page has the solution.
    const bare = { text: "", short: "", rule: "none", marks: [], legend: [], used: [], out: [] };
    if (reply.status === "away" && !supposed) {
      helped();
      return [bare];
    }
    tell(reply.message, "bad");
    return null;
  }

  /** Ask about each square that is touched, until this is pressed again. */
  function why() {
    commit();
    forget();
    beside.asking = !beside.asking;
    show();
    tell(beside.asking ? ["asking", { n: beside.current }] : ["askingOff"]);
  }

  /**
   * Say why a number is not at a square: the one that stands there or is typed, or the next one.
   * @param {number} cell
   */
  async function whyNot(cell) {
    const typed = beside.typing?.cell === cell ? Number(beside.typing.text) : 0;
    const number = typed || game.written.numbers[cell] || beside.current;
    beside.typing = null;
    forget();
    show(cell);
    const fixed = rules.givenNumbers(game.puzzle);
    const fault = faultOf(cell) ?? numberFault(number, fixed);
    if (fault) {
      tell(fault, "bad");
      return;
    }
    const all = state.numbersOf(game);
    const solution = rules.solutionFor(game.puzzle, all);
    if (solution[cell] === number) {
      tell(["mayStand", { n: number, name: name(cell) }], "good");
      return;
    }
    // A reason from numbers that are right, and without this one elsewhere.
    const right = all.map((one, at) => (one === solution[at] && one !== number ? one : 0));
    const argument = await fetchSteps(right, { square: squareAt(cell), number });
    if (!argument) return;
    again = () => void whyNot(cell);
    const [{ marks, text }] = argument;
    /** @type {[Square, string]} */
    const asked = [squareAt(cell), "?"];
    if (lastOf(argument).rule === "contradiction") {
      const others = marks.filter(([square]) => !same(square, asked[0]));
      const told = `${say("suppose", { n: number, name: name(cell) })} ${text}`;
      argument[0] = { ...argument[0], ...marked([...others, asked]), text: told };
      showReason(argument, true);
    } else {
      const home = solution.indexOf(number);
      const told = `${text} ${say("revealed", { n: number, name: name(home) })}`;
      showReason([{ ...argument[0], text: told, ...marked([asked, [squareAt(home), "o"]]) }]);
    }
  }

  /**
   * Why a number cannot be written: a sentence, or null.
   * @param {number} number
   * @param {number[]} fixed - the clues
   * @returns {Sentence | null}
   */
  function numberFault(number, fixed) {
    const size = rules.sizeOf(game.puzzle);
    if (!number) return ["counting", { n: 0 }];
    if (number > size) return ["tooLarge", { n: number, most: size }];
    if (!fixed.includes(number)) return null;
    return ["numberIsClue", { n: number, name: name(fixed.indexOf(number)) }];
  }

  /**
   * Show a step, or several one by one, and the number to which they lead.
   * @param {Reason[]} argument
   */
  function showSteps(argument) {
    const last = lastOf(argument);
    beside.found = last.found ?? null;
    if (!beside.found) {
      // No rule leads on: then a number of the solution.
      const numbers = state.numbersOf(game);
      const number = rules.nextMissing(numbers, rules.sizeOf(game.puzzle), 1, 1);
      const cell = rules.solutionFor(game.puzzle, numbers).indexOf(number);
      beside.found = [squareAt(cell), number];
      const short = say("revealed", { n: number, name: name(cell) });
      const text = `${last.text} ${short}`.trim();
      argument.splice(-1, 1, { ...last, text, short, ...marked([[squareAt(cell), "o"]]) });
    }
    again = hint;
    showReason(argument);
  }

  /**
   * Show a reason: of several conclusions the first, of many only what they lead to.
   * @param {Reason[]} argument
   * @param {boolean} [whole]
   */
  function showReason(argument, whole) {
    beside.help = shownOf(argument, whole);
    showConclusion(beside.help.later ? lastOf(argument).short : argument[0].text);
  }

  /** @param {string} text */
  function showConclusion(text) {
    const { help, found } = beside;
    show(found && isAtEnd(help) ? rules.cellOf(game.puzzle.problem, found[0]) : undefined);
    view.board.relabel(); // the marks mean something else
    tell(text);
  }

  /**
   * Show a conclusion before or after the one that is shown.
   * @param {number} by
   */
  function conclude(by) {
    const help = stepped(beside.help, by);
    if (!help) return;
    beside.help = help;
    showConclusion(help.argument[help.at].text);
  }

  function writeIt() {
    if (!beside.found) return;
    const [square, number] = beside.found;
    if (zipped()) drawTo(rules.cellOf(game.puzzle.problem, square));
    else write(rules.cellOf(game.puzzle.problem, square), number, true);
    view.board.focus();
  }

  // -- puzzles -----------------------------------------------------------------------------------

  /**
   * Show a puzzle: the stored game, or a new one.
   * @param {Puzzle} puzzle
   * @param {boolean} mine - whether the reader asked for it, so that it is kept
   * @param {Sentence} [reply] - of a new game
   */
  function open(puzzle, mine, reply) {
    const found = shelf.all().find((one) => one.puzzle.text === puzzle.text);
    watch.running = false;
    own = mine || found !== undefined;
    beside = { ...beside, typing: null, current: 0, asking: false };
    view.link.hidden = true;
    const next = found ?? state.begin(puzzle);
    shelf.opened(next);
    setGame(next, puzzle.zip ? lastCell(next) : undefined);
    if (found) tellState(["resumed"]);
    else tell(reply ?? ["begin", { inOrder: beside.counting, n: beside.current }]);
    room.changed();
  }

  /**
   * Go to a puzzle with a history entry of its own: the browser's Back leads to the one before.
   * @param {Puzzle} puzzle
   * @param {Sentence} [reply] - of a new game
   */
  function go(puzzle, reply) {
    commit();
    saving.now();
    if (puzzle.text !== game.puzzle.text)
      history.pushState(null, "", `#${room.name}/${room.address(puzzle)}`);
    open(puzzle, true, reply);
    saving.now();
    closeSheet(root);
    view.board.focus();
  }

  /**
   * Ask for a puzzle, and go to it.
   * @param {import("../board/geometry.js").Problem} problem
   * @param {import("./make.js").Wishes} wishes
   */
  async function seek(problem, wishes) {
    forget();
    show();
    tell(["making"]);
    const made = await requests.run((signal) => fetchPuzzle(problem, wishes, signal));
    if (typeof made === "string") tell(made, "bad");
    else if (made) go(made, ["made"]);
  }

  /** Send the puzzle, and how it was solved. */
  async function share() {
    saving.now();
    const { puzzle } = game;
    const { time, knights } = resultOf();
    const about = ["Caballero", titleOf(puzzle), aboutOf(puzzle)];
    const text = [...about, ...(isSolved() ? [time, knights] : [])].filter(Boolean).join(" · ");
    const address = `${room.name}/${room.address(puzzle)}`;
    const picture = isSolved() ? await pictureFile(puzzle.problem, puzzle.tour) : null;
    tell([await page.share(view.link, address, text, picture)]);
  }

  // -- events ------------------------------------------------------------------------------------

  /** @type {Record<string, () => void>} */
  const KEYS = {
    Backspace: erase,
    Delete: erase,
    p: pencil,
    n: counting,
    "+": () => count(1),
    "-": () => count(-1),
    u: undo,
    r: redo,
    c: check,
    h: hint,
    w: () => void whyNot(cursor()),
    ",": () => conclude(-1),
    ".": () => conclude(1),
    Escape: () => {
      beside.typing = null;
      beside.asking = false;
      forget();
      show();
    },
  };

  /** The keys that a Zip has, too. */
  const ZIP_KEYS = ["Backspace", "Delete", "u", "r", "c", "h", ",", ".", "Escape"];

  view.board.onchoose = choose;
  view.board.onpaint = draw;
  view.board.strokes = (square) =>
    view.begins(square) && (zipped() || (beside.counting && !beside.pencil && !beside.asking));
  view.board.onarrow = (from, to) => {
    const { problem } = game.puzzle;
    if (!zipped() || same(from, to) || rules.cellOf(problem, from) !== lastCell()) return false;
    const cell = rules.cellOf(problem, to);
    if (state.numbersOf(game)[cell] && pathCells().at(-2) !== cell) {
      tell(["notNext", { name: name(cell), last: name(lastCell()) }], "bad");
    } else drawTo(cell);
    view.board.focus();
    return true;
  };
  view.board.onkey = (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey) return;
    if (zipped() && key === "p") view.board.focus(squareAt(lastCell()));
    else if (zipped() && !ZIP_KEYS.includes(key)) return;
    else if (/^[0-9]$/.test(key)) type(key);
    else if (key === "Enter" && beside.typing) commit();
    else if (Object.hasOwn(KEYS, key)) KEYS[key]();
    else {
      if (/^(Arrow|Home|End|Page)/.test(key)) commit();
      return;
    }
    event.preventDefault();
  };
  view.table.addEventListener("focusout", (event) => {
    if (!view.table.contains(/** @type {Node | null} */ (event.relatedTarget))) commit();
  });

  /** @param {KeyboardEvent} event */
  function onkey(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") redo();
    else return;
    event.preventDefault();
  }

  view.showTime.addEventListener("change", () => {
    page.store("clock", view.showTime.checked);
    showClock();
  });
  view.showRules.addEventListener("change", () => {
    beside.rules = view.showRules.checked;
    page.store("rules", beside.rules);
    show();
  });
  view.kept.addEventListener("toggle", keptList.show);
  addEventListener("storage", follow);
  addEventListener("pagehide", saving.now);
  document.addEventListener("visibilitychange", saving.now);

  view.speak();
  return {
    open,
    go,
    seek,
    tell,
    game: () => game,
    latest: () => shelf.latest()?.puzzle ?? null,
    help: () => `${view.aim.textContent} ${say("rulesText")}`,
    keys: () => say("keys"),
    onkey,
    /** Repeat the server's help in the new language. */
    speak() {
      view.speak();
      show();
      view.board.relabel();
      if (view.kept.open) keptList.show();
      view.message.textContent = sentence();
      again();
    },
    close() {
      clearInterval(ticking);
      commit();
      saving.now();
      saving.stop();
      requests.stop();
      removeEventListener("storage", follow);
      removeEventListener("pagehide", saving.now);
      document.removeEventListener("visibilitychange", saving.now);
    },
    /** @param {string} rest */
    restore(rest) {
      const puzzle = rules.readPuzzle(rest);
      if (!puzzle) tell(["badLink"], "bad");
      else if (puzzle.text !== game.puzzle.text) {
        saving.now();
        open(puzzle, false, ["linked"]);
      }
    },
  };
}
