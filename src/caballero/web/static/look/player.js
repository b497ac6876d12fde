// The player of a tour: play and pause, one move forward or back, to any move, five speeds.
//
// A tour is shown whole; it plays only when the reader starts it.

import { field, make, row } from "../dom.js";
import { say } from "./words.js";

const SPEEDS = [1, 2, 5, 12, 30]; // moves per second

/**
 * @param {(shown: number, playing: boolean) => void} onshow - called for each change
 * @param {(shown: number) => void} onstep - then called if the reader made the step
 */
export function mountPlayer(onshow, onstep) {
  let all = 0;
  let shown = 0;
  /** @type {number | undefined} */
  let timer;

  const scrub = make("input", { type: "range", min: 0, max: 0, value: 0, name: "place" });
  const output = make("output", { "aria-live": "off" }); // it changes too often to be announced
  const speed = make("select", {}, ...SPEEDS.map((_, at) => new Option("", String(at))));
  speed.value = "2";
  /**
   * @param {string} name
   * @param {string} textContent
   * @param {() => void} onclick
   */
  const sign = (name, textContent, onclick) =>
    make("button", { type: "button", textContent, onclick, name });
  const run = sign("play", "▶", () => (timer ? pause() : play()));
  const ways = {
    first: sign("first", "⇤", () => go(1)),
    back: sign("back", "−1", () => go(shown - 1)),
    forth: sign("forth", "+1", () => go(shown + 1)),
    last: sign("last", "⇥", () => go(all)),
  };
  const box = make(
    "section",
    { className: "player", hidden: true, name: "player" },
    row(ways.first, ways.back, run, ways.forth, ways.last),
    field("speed", speed),
    make("div", { className: "scrub" }, scrub, output),
  );

  function tell() {
    box.hidden = all < 2;
    scrub.max = String(all);
    scrub.min = String(Math.min(1, all));
    scrub.value = String(shown);
    output.textContent = say("ofMoves", shown, all);
    ways.first.disabled = ways.back.disabled = shown <= 1;
    ways.forth.disabled = ways.last.disabled = shown >= all;
    const key = timer ? "pause" : "play";
    run.textContent = timer ? "❚❚" : "▶";
    run.dataset.name = key;
    run.setAttribute("aria-label", say(key));
    for (const one of [run, ...Object.values(ways)]) {
      one.title = say(one.dataset.name ?? "");
    }
  }

  /** @param {number} next */
  function show(next) {
    shown = Math.min(Math.max(next, Math.min(1, all)), all);
    tell();
    onshow(shown, Boolean(timer));
  }

  /** @param {number} next */
  function go(next) {
    pause();
    show(next);
    onstep(shown);
  }

  function next() {
    timer = setTimeout(next, 1000 / SPEEDS[Number(speed.value)]);
    if (shown + 1 >= all) pause();
    show(shown + 1);
  }

  function play() {
    timer = setTimeout(next, 1000 / SPEEDS[Number(speed.value)]);
    show(shown >= all ? 1 : shown);
  }

  function pause() {
    clearTimeout(timer);
    timer = undefined;
    tell();
  }

  scrub.addEventListener("input", () => go(scrub.valueAsNumber));

  return {
    box,
    pause,
    /** @param {"toggle" | keyof typeof ways} does - as the button does */
    press: (does) => (does === "toggle" ? run : ways[does]).click(),
    get shown() {
      return shown;
    },
    /**
     * Show another tour.
     * @param {number} count - of its squares
     * @param {number} [first] - how many are shown
     */
    load(count, first = count) {
      clearTimeout(timer);
      timer = undefined;
      all = count;
      show(first);
    },
    speak() {
      for (const option of speed.options) option.text = say("speeds", SPEEDS[Number(option.value)]);
      tell();
    },
  };
}
