// What stands beside the puzzle of the day: the other kinds, the reader's days, and what was begun
// elsewhere. The board does not wait for it.

import { squareCount, writeProblem } from "../board/geometry.js";
import { sizeText } from "../board/grid.js";
import { smallArt, smallPicture } from "../board/small.js";
import { clockText, dateOf, lastDays } from "../clock.js";
import { make, panel } from "../dom.js";
import { icon } from "../icons.js";
import { artOf } from "../look/day.js";
import { boardOf } from "../play/day.js";
import { TEXTS } from "../play/levels.js";
import { levelName, nameOf, pictureOf } from "../play/names.js";
import { readBest, readRecord } from "../play/record.js";
import { fromStored, textOf } from "../play/state.js";
import { kindName, pictureOf as puzzlePicture } from "../puzzles/names.js";
import * as puzzles from "../puzzles/state.js";
import { boardWords, dateText, speakAll, words } from "../words.js";
import { dailyKind, dailyOf, KINDS, knightsOf, readResults, streakOf } from "./daily.js";

const say = words("today");
const sayPuzzle = words("puzzles");

const WEEK = 7;
const PAST = 35; // days of the calendar
/** The board of the lesson's first page with eight squares done: a first win in four moves. */
const FIRST = "#play/3x4.sa1/a1.a7XM";
/** @type {Intl.DateTimeFormatOptions} */
const SHORT = { day: "numeric", month: "short", timeZone: "UTC" };
/** @type {Intl.DateTimeFormatOptions} */
const LETTER = { weekday: "narrow", timeZone: "UTC" };

/**
 * A tile that leads somewhere.
 * @param {string} href
 * @param {string} look - a class, for its colour
 * @param {Element} picture
 * @param {string} name
 * @param {string} text
 * @param {string} verb
 */
const tile = (href, look, picture, name, text, verb) =>
  make(
    "a",
    { className: `tile of-${look}`, href },
    picture,
    make(
      "span",
      {},
      make("b", {}, name),
      make("span", { className: "quiet" }, text),
      make("span", { className: "verb" }, verb),
    ),
  );

/** @param {unknown} list */
const listOf = (list) => (Array.isArray(list) ? list : []);

/** @param {import("../app.js").Page} page */
function whatIsDone(page) {
  const results = readResults(page.load("daily"));
  const boards = readRecord(page.load("levels"), TEXTS);
  /** @param {string} date */
  const isDone = (date) => Object.hasOwn(results, date) || Object.hasOwn(boards, date);
  return { results, boards, isDone };
}

/**
 * The other puzzles of a date.
 * @param {import("../app.js").Page} page
 * @param {string} date
 * @param {string} here - the kind that is on the large board
 */
function puzzleTiles(page, date, here) {
  const { results } = whatIsDone(page);
  const begun = listOf(page.load("puzzles")).flatMap((one) => puzzles.fromStored(one) ?? []);
  return KINDS.filter((kind) => kind !== here).map((kind) => {
    const puzzle = dailyOf(date, kind);
    const game = begun.find((one) => one.puzzle.text === puzzle.text) ?? puzzles.begin(puzzle);
    const done = results[date]?.[kind];
    const verb = done
      ? `✓ ${clockText(done.seconds)} ${knightsOf(done.hints)}`
      : say(game.actions.length ? "goOn" : "play");
    const text = `${sizeText(puzzle.problem, boardWords)} · ${sayPuzzle(puzzle.level)}`;
    return tile(`#today/${date}/${kind}`, kind, puzzlePicture(game), kindName(kind), text, verb);
  });
}

/**
 * What else there is today: the board to play on, and Storm.
 * @param {import("../app.js").Page} page
 * @param {string} date
 */
function otherTiles(page, date) {
  const { problem } = boardOf(date);
  const best = readBest(page.load("storm"));
  const { boards } = whatIsDone(page);
  const text = say("size", { squares: squareCount(problem) });
  const verb = boards[date] ? `✓ ${clockText(boards[date].seconds)}` : say("play");
  const stormy = best === null ? say("stormText") : say("stormBest", { best });
  return [
    tile("#play/day", "board", smallPicture(problem, [], []), levelName(problem), text, verb),
    tile("#storm", "storm", icon("storm"), say("storm"), stormy, say("play")),
  ];
}

/**
 * A day as a link to its puzzle.
 * @param {string} date
 * @param {boolean} done
 * @param {string} text
 */
function dayLink(date, done, text) {
  const state = say("dayState", { date: dateText(new Date(date), SHORT), done });
  const className = `day${done ? " done" : ""}${date === dateOf(new Date()) ? " now" : ""}`;
  return make("a", { className, href: `#today/${date}`, "aria-label": state }, text);
}

/** @param {import("../app.js").Page} page */
function weekOf(page) {
  const { isDone } = whatIsDone(page);
  const now = new Date();
  const days = lastDays(now, WEEK).map((date) =>
    dayLink(date, isDone(date), dateText(new Date(date), LETTER)),
  );
  const streak = say("streak", { n: streakOf(isDone, now) });
  return make("div", { className: "week" }, ...days, make("p", { className: "quiet" }, streak));
}

/** @param {import("../app.js").Page} page */
function calendarOf(page) {
  const { isDone } = whatIsDone(page);
  const dates = lastDays(new Date(), PAST).reverse();
  return dates.map((date) =>
    dayLink(date, isDone(date), dateText(new Date(date), { day: "numeric", timeZone: "UTC" })),
  );
}

/**
 * What was begun elsewhere; for a new visitor, a first win.
 * @param {import("../app.js").Page} page
 */
function moreTiles(page) {
  const games = listOf(page.load("games")).flatMap((one) => fromStored(one) ?? []);
  const game = games.find(({ problem, path }) => path.length < squareCount(problem));
  const today = writeProblem(boardOf(dateOf(new Date())).problem);
  const tiles = [];
  if (game && writeProblem(game.problem) !== today) {
    const href = `#play/${textOf(game)}`;
    tiles.push(tile(href, "board", pictureOf(game), say("begun"), nameOf(game), say("goOn")));
  }
  if (!games.length && !page.load("levels"))
    tiles.push(tile(FIRST, "board", icon("play"), say("hello"), say("helloText"), say("play")));
  tiles.push(tile("#learn", "learn", icon("learn"), say("lesson"), "", say("look")));
  return tiles;
}

/** @param {string} date */
function reward(date) {
  const tour = artOf(date);
  const size = say("size", { squares: tour.path.length });
  return tile("#look/day", "art", smallArt(tour), say("todayTour"), size, say("look"));
}

/**
 * Fill a box with what stands beside the puzzle; the function that shows it for a puzzle.
 * @param {Element} box
 * @param {import("../app.js").Page} page
 */
export function fillDoor(box, page) {
  const also = make("h3");
  const tiles = make("div", { className: "tiles" });
  const week = make("div");
  const elsewhere = make("div", { className: "tiles" });
  const past = make("div", { className: "calendar" });
  const calendar = panel("calendar", past);
  const today = dateOf(new Date());
  const showPast = () => calendar.open && past.replaceChildren(...calendarOf(page));
  calendar.addEventListener("toggle", showPast);
  box.append(also, tiles, week, calendar, elsewhere);
  speakAll(box, say);

  /** @param {import("../puzzles/game.js").Puzzle} puzzle */
  return (puzzle) => {
    const { date } = puzzle;
    const { results } = whatIsDone(page);
    const kind = dailyKind(puzzle);
    const solved = Object.hasOwn(results[date] ?? {}, kind);
    const other = date === today ? otherTiles(page, date) : [];
    also.textContent = say("also", { date: dateText(new Date(date), SHORT), past: date !== today });
    tiles.replaceChildren(
      ...(solved ? [reward(date)] : []),
      ...puzzleTiles(page, date, kind),
      ...other,
    );
    week.replaceChildren(weekOf(page));
    showPast();
    elsewhere.replaceChildren(...moreTiles(page));
  };
}
