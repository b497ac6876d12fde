// The player of a tour or of a search: play and pause, a step forward or back, to any step, several
// speeds. The steps of a tour are its moves.
//
// It plays only when the reader starts it.

import { field, make, row } from "./dom.js";
import { icon } from "./icons.js";
import { speakAll, words } from "./words.js";

const SPEEDS = [1, 2, 5, 12, 30, 100, 500]; // moves per second
const LEAST = 30; // milliseconds between two pictures; faster, it shows several steps at once

const say = words("player");

/**
 * What a player calls, and what it plays.
 * @typedef {object} Wishes
 * @property {(shown: number, playing: boolean) => void} onshow - for each change
 * @property {(shown: number) => void} onstep - then, if the reader made the step
 * @property {() => void} [onend] - when it has played to the end
 * @property {() => void} [onpause] - when it does not play any more, or the reader leaves
 * @property {() => boolean} [waits] - whether there will be more steps; then it is never hidden
 * @property {"moves" | "steps"} [unit]
 * @property {number[]} [speeds] - steps per second
 * @property {number} [speed] - the index of the first
 */

/** @param {Wishes} wishes */
export function mountPlayer({
  onshow,
  onstep,
  onend = () => {},
  onpause = () => {},
  waits,
  unit = "moves",
  speeds = SPEEDS,
  speed: usual = 2,
}) {
  /** @param {string} key */
  const word = (key) => say(key) ?? say(`${unit}-${key}`);
  const rate = () => speeds[Number(speed.value)];
  let all = 0;
  let least = 0;
  let shown = 0;
  /** @type {number | undefined} */
  let timer;

  const scrub = make("input", { type: "range", min: 0, max: 0, value: 0, name: "place" });
  const output = make("output", { className: "place", "aria-live": "off" }); // it changes too often
  const speed = make("select", {}, ...speeds.map((_, at) => new Option("", String(at))));
  speed.value = String(usual);
  /**
   * @param {string} name
   * @param {string} picture - of icons.js
   * @param {() => void} onclick
   */
  const sign = (name, picture, onclick) =>
    make("button", { type: "button", onclick, name }, icon(picture));
  const run = sign("play", "run", () => toggle());
  const ways = {
    first: sign("first", "toFirst", () => go(least)),
    back: sign("back", "stepBack", () => go(shown - 1)),
    forth: sign("forth", "stepForth", () => go(shown + 1)),
    last: sign("last", "toLast", () => go(all)),
  };
  const controls = [
    row(ways.first, ways.back, run, ways.forth, ways.last),
    field("speed", speed),
    make("div", { className: "scrub" }, scrub, output),
  ];
  const box = make("section", { className: "tour-player", hidden: true }, ...controls);

  function tell() {
    box.hidden = !waits && all < 2;
    scrub.max = String(all);
    scrub.min = String(least);
    scrub.value = String(shown);
    output.textContent = say(`${unit}-at`, { shown, all });
    scrub.setAttribute("aria-valuetext", output.textContent ?? "");
    ways.first.disabled = ways.back.disabled = shown <= least;
    ways.forth.disabled = ways.last.disabled = shown >= all;
    const key = timer ? "pause" : "play";
    if (run.dataset.name !== key) run.replaceChildren(icon(timer ? "pause" : "run"));
    run.dataset.name = key;
    run.setAttribute("aria-label", say(key));
    for (const one of [run, ...Object.values(ways)]) {
      one.title = word(one.dataset.name ?? "");
    }
  }

  /** @param {number} next */
  function show(next) {
    shown = Math.min(Math.max(next, least), all);
    tell();
    onshow(shown, Boolean(timer));
  }

  /** @param {number} next */
  function go(next) {
    const held = document.activeElement;
    pause();
    show(next);
    // A button that can do no more gives the focus away.
    if (held instanceof HTMLButtonElement && held.disabled && box.contains(held)) run.focus();
    onstep(shown);
  }

  function wait() {
    timer = setTimeout(next, Math.max(LEAST, 1000 / rate()));
  }

  function next() {
    wait();
    const steps = Math.max(1, Math.round((LEAST * rate()) / 1000));
    if (shown + steps >= all && !waits?.()) pause();
    show(shown + steps);
    if (!timer) onend();
  }

  function play() {
    wait();
    show(shown >= all ? least : shown);
  }

  function pause() {
    const played = timer;
    clearTimeout(timer);
    timer = undefined;
    tell();
    if (played) onpause();
  }

  const toggle = () => (timer ? pause() : play());

  scrub.addEventListener("input", () => go(scrub.valueAsNumber));

  return {
    box,
    run,
    play,
    pause,
    /** @param {"toggle" | keyof typeof ways} does - as the button does */
    press: (does) => (does === "toggle" ? run : ways[does]).click(),
    get shown() {
      return shown;
    },
    get playing() {
      return Boolean(timer);
    },
    get rate() {
      return rate();
    },
    show,
    /** @param {number} count - of the steps, of which those that are shown are the first */
    grow(count) {
      all = count;
      tell();
    },
    /**
     * Show another tour.
     * @param {number} count - of its squares
     * @param {number} [first] - how many are shown
     * @param {number} [fewest] - how many are shown at the beginning
     */
    load(count, first = count, fewest = Math.min(1, count)) {
      clearTimeout(timer);
      timer = undefined;
      all = count;
      least = fewest;
      show(first);
    },
    /** @param {string} name - of the player */
    speak(name) {
      for (const part of controls) speakAll(part, word);
      box.setAttribute("aria-label", name);
      for (const option of speed.options) {
        option.text = say("speeds", { n: speeds[Number(option.value)] });
      }
      tell();
    },
  };
}
