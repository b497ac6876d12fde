// Playing a tour: play and pause, a move on or back, to any move, five speeds.
//
// Nothing moves by itself: a tour is shown whole, and grows only when somebody says so.

import { field, make, row } from "./parts.js";

const SPEEDS = [1, 2, 5, 12, 30]; // moves a second

// onshow(shown, playing) is called for each change, onstep(shown) after it if somebody made a step.
export function mountPlayer(say, onshow, onstep) {
  let all = 0;
  let shown = 0;
  let timer = null;

  const scrub = make("input", { type: "range", min: 0, max: 0, value: 0, data: { name: "place" } });
  const output = make("output");
  output.setAttribute("aria-live", "off"); // it changes too often to be heard
  const speed = make("select");
  for (const [at, moves] of SPEEDS.entries()) speed.append(new Option(String(moves), at));
  speed.value = "2";
  const sign = (key, text, onclick) =>
    make("button", { type: "button", textContent: text, onclick, data: { name: key } });
  const run = sign("play", "▶", () => (timer ? pause() : play()));
  const ways = {
    first: sign("first", "⇤", () => go(1)),
    back: sign("back", "−1", () => go(shown - 1)),
    forth: sign("forth", "+1", () => go(shown + 1)),
    last: sign("last", "⇥", () => go(all)),
  };
  const box = make(
    "section",
    { className: "player", hidden: true, data: { name: "player" } },
    row(ways.first, ways.back, run, ways.forth, ways.last),
    field("speed", speed),
    make("div", { className: "scrub" }, scrub, output),
  );

  function tell() {
    box.hidden = all < 2;
    scrub.max = all;
    scrub.min = Math.min(1, all);
    scrub.value = shown;
    output.textContent = say("ofMoves", shown, all);
    ways.first.disabled = ways.back.disabled = shown <= 1;
    ways.forth.disabled = ways.last.disabled = shown >= all;
    const key = timer ? "pause" : "play";
    run.textContent = timer ? "❚❚" : "▶";
    run.dataset.name = key;
    run.setAttribute("aria-label", say(key));
    for (const one of [run, ...Object.values(ways)]) one.title = say(one.dataset.name);
  }

  function show(next) {
    shown = Math.min(Math.max(next, Math.min(1, all)), all);
    tell();
    onshow(shown, Boolean(timer));
  }

  function go(next) {
    pause();
    show(next);
    onstep(shown);
  }

  function next() {
    timer = setTimeout(next, 1000 / SPEEDS[speed.value]);
    if (shown + 1 >= all) pause();
    show(shown + 1);
  }

  function play() {
    timer = setTimeout(next, 1000 / SPEEDS[speed.value]);
    show(shown >= all ? 1 : shown);
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    tell();
  }

  scrub.addEventListener("input", () => go(scrub.valueAsNumber));

  return {
    box,
    pause,
    get shown() {
      return shown;
    },
    // Another tour, of so many squares.
    load(count, first = count) {
      clearTimeout(timer);
      timer = null;
      all = count;
      show(first);
    },
    speak() {
      for (const option of speed.options) option.text = say("speeds", SPEEDS[option.value]);
      tell();
    },
  };
}
