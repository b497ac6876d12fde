// The laboratory: one search, or two side by side, told by the server and played step by step.

import { mountChooser } from "./chooser.js";
import { EMPTY, readQuestion, writeQuestion, wrongWith } from "./geometry.js";
import { Lane } from "./learn-lane.js";
import { ORDERS, TIES, button, make, readOrder, say } from "./learn-parts.js";
import { speakAll } from "./words.js";

const MOST_SQUARES = 900;
const FIRST = 10_000; // steps that are asked for at first
const MOST = 100_000;
const MOST_SEED = 2 ** 31 - 1;
const RATES = [1, 4, 15, 60, 600]; // steps a second
const CALM = 4; // up to this rate a step back flashes
const PATIENCE = 120; // milliseconds until a choice is asked for: another one may follow

// What stands for a method in an address.
const METHODS = { n: "naive", b: "backtracking", w: "warnsdorff", s: "warnsdorff-backtracking" };
const USUAL = "5x5.sa5/b.puc/0/0";
const EXAMPLES = [
  "3x4.sa3/n.geeksforgeeks~b.geeksforgeeks/0/0",
  "4x5.sa4/b.puc~b.granada/0/0",
  "8x8.sa8/b.geeksforgeeks~w.geeksforgeeks.roth/0/0",
  "8x8.se6/w.geeksforgeeks.order~s.geeksforgeeks.order/0/0",
];
const SIGNS = { toStart: "|◀", back: "◀", forward: "▶", toEnd: "▶|" };

const label = (key, control) => make("label", {}, make("span", { say: key }), control);

function writeLane({ method, order, tie }) {
  const letter = Object.keys(METHODS).find((one) => METHODS[one] === method);
  return [letter, order, ...(method.startsWith("w") ? [tie] : [])].join(".");
}

function readLane(text, piece) {
  const [letter, order = ORDERS[0], tie = TIES[0]] = text.split(".");
  const named = ORDERS.includes(order) || order === "usual";
  const known = Object.hasOwn(METHODS, letter) && (named || readOrder(piece, order));
  return known && TIES.includes(tie) ? { method: METHODS[letter], order, tie } : null;
}

// What an address asks for; null if it cannot be read.
function readLab(text) {
  const [board, lanes = "", seed = "", at = ""] = text.split("/");
  const question = readQuestion(board);
  if (!question) return null;
  const read = lanes.split("~").slice(0, 2).map((lane) => readLane(lane, question.piece));
  if (read.includes(null)) return null;
  const whole = (digits, most) => (/^\d{1,10}$/.test(digits) ? Math.min(Number(digits), most) : 0);
  return { question, lanes: read, seed: whole(seed, MOST_SEED), at: whole(at, MOST) };
}

export function mountLab(root, page, rest) {
  let question = EMPTY;
  let two = false;
  let seed = 0;
  let at = 0;
  let wanted = 0; // where an address leads, while the steps are still coming
  let playing = false;
  let timer = 0; // of the address
  let begin = 0; // of the loading
  let changed = false; // whether it will be drawn soon

  const lanes = ["one", "two"].map(
    (title) => new Lane(title, Object.values(METHODS), reload, progress),
  );
  const shown = () => (two ? lanes : lanes.slice(0, 1));
  const most = () => Math.max(...shown().map((lane) => lane.length));
  const busy = () => shown().some((lane) => lane.loading);
  const canGrow = (lane) => lane.open && !lane.loading && lane.length < MOST;

  // -- the elements -------------------------------------------------------------------------

  const both = make("input", { type: "checkbox", onchange: reload });
  const seedInput = make("input", {
    type: "number", min: 0, max: MOST_SEED, inputMode: "numeric", onchange: reload,
  });
  const ground = make("details", { className: "panel" }, make("summary", { say: "board" }));
  const chooser = mountChooser(ground, { question, features: { end: false }, onchange: reload });
  const fault = make("p", { className: "bad fault" });
  const badLink = make("p", { className: "bad", say: "badLink", hidden: true });
  const control = (key, goal) => make("button", {
    type: "button", name: key, className: "sign", textContent: SIGNS[key],
    onclick: () => step(goal()),
  });
  const playButton = button("play", () => (playing ? pause() : play()), { className: "first" });
  const rates = RATES.map((_, i) => make("option", { value: i, say: `speed${i}` }));
  const speed = make("select", {}, ...rates);
  const range = make("input", {
    type: "range", min: 0, name: "place", oninput: () => step(range.valueAsNumber),
  });
  const place = make("span", { className: "place" });
  const more = button("more", () => load(Math.min(2 * most(), MOST)));
  const player = make("div", { className: "player", role: "group", name: "player" },
    make("div", { className: "buttons" },
      control("toStart", () => 0), control("back", () => at - 1), playButton,
      control("forward", () => at + 1), control("toEnd", most),
      label("speed", speed), place, more),
    range);
  const stage = make("div", { className: "stage" }, ...lanes.map((lane) => lane.box));
  speed.value = 1;
  root.append(
    make("h2", { say: "labTitle" }),
    make("ul", { className: "examples" }, ...EXAMPLES.map((text, i) =>
      make("li", {}, make("a", { href: `#learn/lab/${text}`, say: `example${i + 1}` })))),
    ground,
    make("div", { className: "settings" }, ...lanes.map((lane) => lane.choices)),
    make("div", { className: "fields" },
      make("label", { className: "tick" }, both, make("span", { say: "both" })),
      label("seed", seedInput)),
    badLink, fault, player, stage,
    make("p", { className: "quiet", say: "legend" }),
  );

  // Space plays and pauses where it has no meaning of its own.
  root.onkeydown = (event) => {
    const own = "button, select, summary, a, [role=grid], input:not([type=range])";
    if (event.key !== " " || event.ctrlKey || event.target.closest(own)) return;
    event.preventDefault();
    if (playing) pause();
    else play();
  };

  // -- what is asked for ----------------------------------------------------------------------

  // Begin anew, with what the fields say.
  function reload() {
    pause();
    badLink.hidden = true;
    question = chooser.question;
    two = both.checked;
    const value = seedInput.valueAsNumber;
    seed = Number.isInteger(value) ? Math.min(Math.max(value, 0), MOST_SEED) : 0;
    at = 0;
    const large = question.rows * question.columns > MOST_SQUARES;
    fault.textContent = large ? say("tooLarge", MOST_SQUARES) : "";
    player.hidden = stage.hidden = large;
    for (const lane of lanes) lane.clear(question);
    const sound = !wrongWith(question) && shown().every((lane) => !lane.wrong);
    clearTimeout(begin);
    if (!large && sound) {
      begin = setTimeout(() => load(Math.min(Math.max(FIRST, wanted), MOST)), PATIENCE);
    }
    speak();
    address();
  }

  function load(length) {
    for (const lane of shown()) if (canGrow(lane)) lane.load(seed, length);
    progress();
  }

  function progress() {
    if (changed) return;
    changed = true;
    requestAnimationFrame(() => {
      changed = false;
      if (wanted && (most() >= wanted || !busy())) {
        at = Math.min(wanted, most());
        wanted = 0;
      }
      draw();
    });
  }

  function restore(text) {
    const read = readLab(text || (most() ? "" : USUAL));
    badLink.hidden = Boolean(read) || !text;
    if (!badLink.hidden) {
      page.announce(say("badLink"));
      address();
    }
    if (!read) return;
    const asked = (one) => one.split("/").slice(0, 3).join("/");
    if (most() && asked(text) === asked(written())) {
      pause();
      if (read.at > most()) load((wanted = read.at));
      else go(read.at);
      return;
    }
    chooser.set(read.question);
    both.checked = read.lanes.length > 1;
    seedInput.value = read.seed;
    lanes[0].set(read.lanes[0]);
    lanes[1].set(read.lanes[1] ?? { ...read.lanes[0], method: "warnsdorff" });
    wanted = read.at;
    reload();
  }

  const written = () => {
    const all = shown().map((lane) => writeLane(lane.settings)).join("~");
    return `${writeQuestion(question)}/${all}/${seed}/${wanted || at}`;
  };

  // A browser lets a page change its address only so often.
  function address() {
    clearTimeout(timer);
    if (shown().some((lane) => lane.wrong)) return;
    timer = setTimeout(() => page.fragment(written()), 300);
  }

  // -- playing ----------------------------------------------------------------------------------

  const told = () => shown().map((lane) => lane.told()).join(" ");

  function draw() {
    const length = most();
    const rate = RATES[speed.value];
    for (const lane of shown()) lane.show(at, MOST);
    range.max = length;
    range.value = at;
    place.textContent = say("placeOf", at, length);
    range.setAttribute("aria-valuetext", place.textContent);
    more.hidden = !length || !shown().some(canGrow);
    stage.classList.toggle("flashing", (!playing || rate <= CALM) && !page.reduced);
  }

  function go(k) {
    at = Math.max(0, Math.min(k, most()));
    draw();
    if (!playing) address();
  }

  function step(k) {
    wanted = 0; // where the reader goes comes before where the address led
    pause();
    go(k);
    page.announce(told());
  }

  function play() {
    if (!most()) {
      reload();
      return;
    }
    if (at >= most()) go(0);
    setPlaying(true);
    let before = performance.now();
    let owed = 0;
    const tick = (now) => {
      if (!playing) return;
      const rate = RATES[speed.value];
      owed += Math.min(Math.max(now - before, 0) / 1000, 0.25) * rate;
      before = now;
      const whole = Math.floor(owed);
      owed -= whole;
      if (whole) go(at + whole);
      const over = at >= most() && !busy();
      if (over) pause();
      else requestAnimationFrame(tick);
      if (over || (whole && rate <= 1)) page.announce(told());
    };
    requestAnimationFrame(tick);
  }

  function pause() {
    if (!playing) return;
    setPlaying(false);
    draw();
    address();
  }

  function setPlaying(yes) {
    playing = yes;
    playButton.dataset.say = yes ? "pause" : "play";
    playButton.textContent = say(playButton.dataset.say);
  }

  function speak() {
    seedInput.value = seed;
    stage.classList.toggle("pair", two);
    lanes[1].box.hidden = lanes[1].choices.hidden = !two;
    for (const lane of lanes) lane.speak(two);
    speakAll(root, say);
    chooser.speak();
    for (const sign of root.querySelectorAll(".sign")) sign.title = say(sign.dataset.name);
    if (fault.textContent) fault.textContent = say("tooLarge", MOST_SQUARES);
    draw();
  }

  if (!readLab(rest)) restore(USUAL);
  if (rest) restore(rest);
  return {
    close() {
      playing = false;
      clearTimeout(timer);
      clearTimeout(begin);
      root.onkeydown = null;
      for (const lane of lanes) lane.close();
    },
    speak,
    restore,
  };
}
