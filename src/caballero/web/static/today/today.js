// Today: the puzzle of the day on a large board, at once. What stands beside it comes after it: door.js.

import { dateOf } from "../clock.js";
import { make } from "../dom.js";
import { kindName } from "../puzzles/names.js";
import { Session } from "../puzzles/session.js";
import { dateText, inTime, loadWords, speakAll, words } from "../words.js";
import { dailyKind, dailyOf, KINDS, readDaily, readResults, withResult } from "./daily.js";

const say = words("today");

/** @type {Intl.DateTimeFormatOptions} */
const LONG = { dateStyle: "long", timeZone: "UTC" };

/** The puzzle of an address, or what is wrong with it. @param {string} rest */
function read(rest) {
  const [date, kind] = readDaily(rest) ?? [];
  if (date && date <= dateOf(new Date())) return dailyOf(date, kind);
  /** @type {import("../game/rules.js").Sentence} */
  const wrong = date ? ["opensOn", { date: dateText(new Date(date), LONG) }] : ["badLink"];
  return wrong;
}

/** The first kind of a day that is not solved. @param {import("../app.js").Page} page @param {string} date */
function nextKind(page, date) {
  const done = readResults(page.load("daily"))[date] ?? {};
  return KINDS.find((one) => !Object.hasOwn(done, one));
}

/** @type {import("../app.js").Mount} */
export function mount(root, page) {
  const today = dateOf(new Date());
  const door = make("div", { className: "door" });
  const box = make("div", {}, make("p", { className: "what", say: "what" }), door);
  /** @type {ReturnType<import("./door.js").fillDoor> | null} */
  let showDoor = null;
  const show = () => showDoor?.(session.game.puzzle);
  const session = new Session(root, page, {
    name: "today",
    first: dailyOf(today),
    more: [box],
    address: (puzzle) => `${puzzle.date}/${dailyKind(puzzle)}`,
    read,
    changed: show,
    solved({ puzzle, seconds, hints }) {
      const kind = dailyKind(puzzle);
      const results = readResults(page.load("daily"));
      if (kind) page.store("daily", withResult(results, puzzle.date, kind, { seconds, hints }));
      show();
    },
    next() {
      const { date } = session.game.puzzle;
      const kind = nextKind(page, date);
      const go = () => session.go(dailyOf(date, kind));
      return kind ? [String(say("next", { kind: kindName(kind) })), go] : null;
    },
    speak,
  });

  function speak() {
    speakAll(box, say);
    show();
  }

  session.open(dailyOf(today), false);
  speak();
  inTime(Promise.all([import("./door.js"), loadWords("play")])).then(
    ([{ fillDoor }]) => {
      showDoor = fillDoor(door, page);
      show();
    },
    () => page.failed(door),
  );
  return session;
}
