// The front door: the boards of today, the week, what was begun, what comes next. Who comes for the
// first time plays first, and reads later.

import { sizeText, squareCount, writeProblem } from "../board/geometry.js";
import { smallArt, smallPicture } from "../board/small.js";
import { clockText, dateOf, lastDays } from "../clock.js";
import { copyText, make, signed } from "../dom.js";
import { icon } from "../icons.js";
import { artOf } from "../look/day.js";
import { boardOf } from "../play/day.js";
import { LEVELS, nextLevel, TEXTS, worldOf } from "../play/levels.js";
import { levelName, nameOf, pictureOf, titleOf } from "../play/names.js";
import { readBest, readRecord } from "../play/record.js";
import { fromStored, textOf } from "../play/state.js";
import { DAILY, puzzleOf } from "../puzzles/day.js";
import { progressOf, pictureOf as puzzlePicture } from "../puzzles/names.js";
import * as puzzles from "../puzzles/state.js";
import { boardWords, dateText, speakAll, words } from "../words.js";
import { readPuzzles, streakOf } from "./days.js";
import { mountFirst } from "./first.js";

const say = words("today");
const playWords = words("play");
const puzzleWords = words("puzzles");

/** @typedef {import("../play/record.js").Best} Best */

const WEEK = 7;
/** @type {Intl.DateTimeFormatOptions} */
const SHORT = { day: "numeric", month: "short", timeZone: "UTC" };
/** @type {Intl.DateTimeFormatOptions} */
const LETTER = { weekday: "narrow", timeZone: "UTC" };

/** @param {Best} best */
const knights = ({ alone, back }) => `♞${alone ? "♞" : ""}${back ? "" : "♞"}`;

/**
 * A card that leads somewhere.
 * @param {Element | string} picture
 * @param {string} title
 * @param {string} text
 * @param {...Element} acts
 */
const card = (picture, title, text, ...acts) =>
  make(
    "section",
    { className: "card" },
    make("div", { className: "picture" }, picture),
    make(
      "div",
      {},
      make("h3", {}, title),
      make("p", { className: "quiet" }, text),
      make("div", { className: "buttons" }, ...acts),
    ),
  );

/**
 * @param {string} href
 * @param {string} key
 * @param {boolean} first
 */
const to = (href, key, first) =>
  make("a", { className: first ? "button first" : "button", href, say: key });

/**
 * @param {Element} root
 * @param {import("../app.js").Page} page
 * @returns {import("../app.js").View}
 */
export function mount(root, page) {
  const box = make("div", { className: "door" });
  const told = make("p", { className: "told", role: "status" });
  root.append(box);
  const stored = ["games", "puzzles"].map((name) => page.load(name));
  const isNew =
    !page.load("levels") && stored.every((list) => !Array.isArray(list) || !list.length);
  const first = isNew ? mountFirst(page) : null;

  /** @param {string} text */
  async function shareText(text) {
    told.textContent = (await copyText(text)) ? say("copied") : text;
  }

  /**
   * A result without the solution.
   * @param {string} what
   * @param {string} date
   * @param {string} rest
   */
  const sharing = (what, date, rest) =>
    signed("link", "share", () =>
      shareText(`Caballero · ${dateText(new Date(date), SHORT)} · ${what} · ${rest}`),
    );

  /**
   * @param {string} date
   * @param {Best | undefined} best
   */
  function boardCard(date, best) {
    const { problem } = boardOf(date);
    const game = games().find((one) => writeProblem(one.problem) === writeProblem(problem));
    const path = game?.path ?? [];
    const all = squareCount(problem);
    const time = best && clockText(best.seconds);
    const text = best
      ? `${knights(best)} ${say("done", { time })}`
      : path.length
        ? say("made", { n: path.length, all })
        : say("size", { squares: all });
    const what = `${problem.rows}×${problem.columns}`;
    return card(
      smallPicture(problem, path, [path]),
      `${say("todayBoard")}: ${levelName(problem)}`,
      text,
      to("#play/day", best ? "look" : path.length ? "goOn" : "play", !best),
      ...(best ? [sharing(what, date, `${time} · ${knights(best)}`)] : []),
    );
  }

  /**
   * @param {string} date
   * @param {import("../puzzles/make.js").Wishes["kind"]} kind
   */
  function puzzleCard(date, kind) {
    const { problem, level } = puzzleOf(date, kind);
    const made = readPuzzles(page.load(DAILY[kind]))[date];
    const game = made && kept().find((one) => one.puzzle.text === made.text);
    const done = made?.seconds != null;
    const time = clockText(made?.seconds ?? 0);
    const name = puzzleWords(level);
    const size = sizeText(problem, boardWords);
    const what = `${size} ${name}`;
    return card(
      game ? puzzlePicture(game) : smallPicture(problem, [], []),
      `${say(`today-${kind}`)}: ${size}, ${name}`,
      done
        ? say("done", { time })
        : game
          ? progressOf(game)
          : say("size", { squares: squareCount(problem) }),
      to(
        `#puzzles/${kind === "numbers" ? "day" : kind}`,
        done ? "look" : game?.actions.length ? "goOn" : "play",
        !done,
      ),
      ...(done ? [sharing(what, date, time)] : []),
    );
  }

  /** @param {string} date */
  function artCard(date) {
    const tour = artOf(date);
    return card(
      smallArt(tour),
      say("todayTour"),
      say("size", { squares: tour.path.length }),
      to("#look/day", "look", false),
    );
  }

  const games = () => listOf(stored[0]).flatMap((one) => fromStored(one) ?? []);
  const kept = () => listOf(stored[1]).flatMap((one) => puzzles.fromStored(one) ?? []);

  /** @param {unknown} list */
  const listOf = (list) => (Array.isArray(list) ? list : []);

  /**
   * @param {Record<string, Best>} boards
   * @param {Record<string, import("./days.js").Puzzle>} days
   */
  function week(boards, days) {
    const now = new Date();
    /** @param {string} date */
    const solved = (date) => days[date]?.seconds != null;
    const list = lastDays(now, WEEK).map((date) => {
      const signs = [Object.hasOwn(boards, date), solved(date)];
      const day = new Date(date);
      return make(
        "li",
        { className: date === dateOf(now) ? "now" : "" },
        make("span", { "aria-hidden": "true" }, dateText(day, LETTER)),
        ...signs.map((done) =>
          make("span", { className: done ? "dot done" : "dot", "aria-hidden": "true" }),
        ),
        make(
          "span",
          { className: "unseen" },
          say("dayState", { date: dateText(day, SHORT), board: signs[0], puzzle: signs[1] }),
        ),
      );
    });
    const streak = streakOf((date) => Object.hasOwn(boards, date) || solved(date), now);
    return make(
      "section",
      { className: "card week" },
      make("h3", {}, say("week")),
      make("ol", {}, ...list),
      make("p", { className: "quiet" }, say("streak", { n: streak })),
    );
  }

  /**
   * What was begun, but for the boards of today, and what comes next.
   * @param {string} date
   * @param {Record<string, Best>} boards
   * @param {string | undefined} puzzleText
   */
  function more(date, boards, puzzleText) {
    const boardText = writeProblem(boardOf(date).problem);
    const game = games().find(
      ({ problem, path }) =>
        path.length < squareCount(problem) && writeProblem(problem) !== boardText,
    );
    const puzzle = kept().find((one) => puzzles.canUndo(one) && one.puzzle.text !== puzzleText);
    const level = nextLevel(LEVELS[LEVELS.length - 1], (key) => Object.hasOwn(boards, key));
    const text = writeProblem(level);
    const best = readBest(page.load("storm"));
    return [
      game &&
        card(
          pictureOf(game),
          say("begun"),
          nameOf(game),
          to(`#play/${textOf(game)}`, "goOn", false),
        ),
      puzzle &&
        card(
          puzzlePicture(puzzle),
          say("begun"),
          progressOf(puzzle),
          to(`#puzzles/${puzzle.puzzle.text}`, "goOn", false),
        ),
      card(
        smallPicture(level, [], []),
        say("nextLevel", { world: playWords(`world-${worldOf(level)?.name}`) }),
        titleOf(level),
        to(`#play/${text}`, "play", false),
      ),
      card(
        icon("storm"),
        say("storm"),
        best === null ? say("stormText") : say("stormBest", { best }),
        to("#storm", "play", false),
      ),
      card("♞", say("lesson"), "", to("#learn", "goOn", false)),
      artCard(date),
    ].filter((one) => one !== undefined);
  }

  function show() {
    const date = dateOf(new Date());
    const boards = readRecord(page.load("levels"), TEXTS);
    const days = readPuzzles(page.load("days"));
    box.replaceChildren(
      ...(first ? [first.box] : []),
      make("h2", {}, say("everyday")),
      make(
        "div",
        { className: "cards" },
        boardCard(date, boards[date]),
        puzzleCard(date, "numbers"),
        puzzleCard(date, "zip"),
        puzzleCard(date, "rikudo"),
        week(boards, days),
      ),
      told,
      make("h2", {}, say("ways")),
      make("div", { className: "cards" }, ...more(date, boards, days[date]?.text)),
    );
    speakAll(box, say);
    first?.speak();
  }

  show();
  return { speak: show, close() {}, restore() {} };
}
