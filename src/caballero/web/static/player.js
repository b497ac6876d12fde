// The player of a tour: play and pause, one move forward or back, to any move, several speeds.
//
// It plays only when the reader starts it.

import { field, make, row } from "./dom.js";
import { pieces, speakAll, words } from "./words.js";

const SPEEDS = [1, 2, 5, 12, 30, 100, 500]; // moves per second
const LEAST = 30; // milliseconds between two pictures; faster, it shows several moves at once

/** @type {import("./words.js").Table} */
const SAID = {
  en: {
    play: "Play",
    pause: "Pause",
    first: "To the beginning",
    back: "One move back",
    forth: "One move forward",
    last: "To the end",
    place: "Squares shown",
    speed: "Speed",
    speeds: (n) => pieces(n, "move per second", "moves per second"),
    ofMoves: (shown, all) => `${shown} of ${all}`,
  },
  es: {
    play: "Reproducir",
    pause: "Pausa",
    first: "Al principio",
    back: "Un movimiento atrás",
    forth: "Un movimiento adelante",
    last: "Al final",
    place: "Casillas mostradas",
    speed: "Velocidad",
    speeds: (n) => pieces(n, "movimiento por segundo", "movimientos por segundo"),
    ofMoves: (shown, all) => `${shown} de ${all}`,
  },
};
const say = words(SAID);

/**
 * @param {(shown: number, playing: boolean) => void} onshow - called for each change
 * @param {(shown: number) => void} onstep - then called if the reader made the step
 * @param {() => void} [onend] - called when it has played to the end
 */
export function mountPlayer(onshow, onstep, onend = () => {}) {
  let all = 0;
  let least = 0;
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
  const run = sign("play", "▶", () => toggle());
  const ways = {
    first: sign("first", "⇤", () => go(least)),
    back: sign("back", "−1", () => go(shown - 1)),
    forth: sign("forth", "+1", () => go(shown + 1)),
    last: sign("last", "⇥", () => go(all)),
  };
  const controls = [
    row(ways.first, ways.back, run, ways.forth, ways.last),
    field("speed", speed),
    make("div", { className: "scrub" }, scrub, output),
  ];
  const box = make("section", { className: "tour-player", hidden: true }, ...controls);

  function tell() {
    box.hidden = all < 2;
    scrub.max = String(all);
    scrub.min = String(least);
    scrub.value = String(shown);
    output.textContent = say("ofMoves", shown, all);
    ways.first.disabled = ways.back.disabled = shown <= least;
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
    timer = setTimeout(next, Math.max(LEAST, 1000 / SPEEDS[Number(speed.value)]));
  }

  function next() {
    wait();
    const moves = Math.max(1, Math.round((LEAST * SPEEDS[Number(speed.value)]) / 1000));
    if (shown + moves >= all) pause();
    show(shown + moves);
    if (shown >= all) onend();
  }

  function play() {
    wait();
    show(shown >= all ? least : shown);
  }

  function pause() {
    clearTimeout(timer);
    timer = undefined;
    tell();
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
      for (const part of controls) speakAll(part, say);
      box.setAttribute("aria-label", name);
      for (const option of speed.options) option.text = say("speeds", SPEEDS[Number(option.value)]);
      tell();
    },
  };
}
