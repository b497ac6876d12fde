// The laboratory: a search, or two side by side, which the server runs and the page plays.

import { mountChooser } from "../board/chooser.js";
import { EMPTY, wrongWith } from "../board/geometry.js";
import { paced } from "../clock.js";
import { attribute, button, field, make, panel, row } from "../dom.js";
import { playerKey } from "../game/keys.js";
import { mountPlayer } from "../player.js";
import { speakAll, words } from "../words.js";
import { METHODS, MOST_SEED, MOST_STEPS, readLab, searchesOf, writeLab } from "./address.js";
import { Lane } from "./lane.js";

const say = words("learn");

const WIDE = "(min-width: 100rem)"; // here the settings have room next to the search
const MOST_SQUARES = 900;
const FIRST = 10_000; // steps of the first request
const RATES = [1, 4, 15, 60, 600]; // steps per second
const CALM = 4; // up to this rate a step back flashes
const DELAY = 120; // milliseconds before a request: another choice may follow

const USUAL = "5x5.sa5/b.puc/0/0";
// Seven cities are the squares of a board, and the piece goes from each to each.
const CITIES = "4x4.c.p0,1+1,1+0,2+1,2+2,2+0,3+1,3+2,3+3,3.sa4.hN9G";
const EXAMPLES = [
  "3x4.sa3/n.geeksforgeeks~b.geeksforgeeks/0/0",
  "4x5.sa4/b.puc~b.granada/0/0",
  "8x8.sa8/b.geeksforgeeks~w.geeksforgeeks.roth/0/0",
  "8x8.se6/w.geeksforgeeks.order~s.geeksforgeeks.order/0/0",
  "3x4.sa3/p.geeksforgeeks.lifo.none.turns~p.geeksforgeeks.least.ahead.turns/0/0",
  `${CITIES}/p.usual.least.made.distance~p.usual.least.ahead.distance/0/0`,
  `${CITIES}/p.usual.least.ahead.distance~p.usual.least.ahead.climb/0/0`,
];

/**
 * What the reader can do.
 * @typedef {object} Actions
 * @property {() => void} reload - with the values of the fields
 * @property {() => void} more
 * @property {() => void} set - show or hide the settings
 * @property {(i: number) => void} turn - to one of two searches, where only one has room
 */

/** @param {Actions} act */
function elements(act) {
  return {
    setting: button("settings", act.set, { className: "setting" }),
    settings: make("section", { className: "settings", name: "settings" }),
    which: ["one", "two"].map((name, i) => button(name, () => act.turn(i))),
    both: make("input", { type: "checkbox", onchange: act.reload }),
    seed: make("input", {
      type: "number",
      min: 0,
      max: MOST_SEED,
      inputMode: "numeric",
      onchange: act.reload,
    }),
    ground: panel("board"),
    fault: make("p", { className: "bad fault" }),
    badLink: make("p", { className: "bad", say: "badLink", hidden: true }),
    more: button("more", act.more),
    foot: make("div", { className: "player" }),
    lanes: make("div", { className: "lanes" }),
  };
}

/**
 * Put the elements on the page.
 * @param {Element} root
 * @param {ReturnType<typeof elements>} parts
 * @param {Lane[]} lanes
 * @param {HTMLElement} player
 */
function arrange(root, parts, lanes, player) {
  const { setting, settings, foot } = parts;
  foot.append(player, parts.more);
  parts.lanes.append(...lanes.map((lane) => lane.box));
  const examples = EXAMPLES.map((text, i) =>
    make("li", {}, make("a", { href: `#learn/lab/${text}`, say: `example${i + 1}` })),
  );
  settings.append(
    make("p", {}, make("a", { href: "#learn/write", say: "write" })),
    make("h3", { say: "examples" }),
    make("ul", { className: "examples" }, ...examples),
    parts.ground,
    ...lanes.map((lane) => lane.choices),
    make("div", { className: "fields" }, field("both", parts.both), field("seed", parts.seed)),
  );
  const which = row(...parts.which);
  which.classList.add("which");
  root.append(
    make("h2", { say: "labTitle", className: "unseen" }),
    setting,
    make(
      "div",
      { className: "bench" },
      settings,
      make("div", { className: "work" }, parts.badLink, parts.fault, foot, which, parts.lanes),
    ),
  );
}

/** @type {import("../app.js").Mount} */
export function mountLab(root, page, rest) {
  let problem = EMPTY;
  let two = false;
  let seed = 0;
  let pendingStep = 0; // the step that the address names, until it is loaded
  let loading = 0; // the timer that will begin the searches
  let changed = false; // whether a drawing is due

  const lanes = ["one", "two"].map(
    (title) => new Lane(title, Object.values(METHODS), reload, progress, more, pick),
  );
  const shown = () => (two ? lanes : lanes.slice(0, 1));
  const most = () => Math.max(...shown().map((lane) => lane.length));
  const busy = () => shown().some((lane) => lane.loading);
  const canGrow = (/** @type {Lane} */ lane) =>
    lane.open && !lane.loading && lane.length < MOST_STEPS;
  const parts = elements({
    reload,
    more,
    set: () => showSettings(parts.settings.hidden),
    turn,
  });
  const player = mountPlayer({
    onshow(_, playing) {
      draw();
      if (playing && player.rate <= 1) page.announce(describe());
    },
    onstep() {
      pendingStep = 0; // the reader's choice replaces the step of the address
      address.soon();
      page.announce(describe());
    },
    onend: () => page.announce(describe()),
    onpause() {
      draw();
      address.soon();
    },
    waits: busy,
    unit: "steps",
    speeds: RATES,
    speed: 1,
  });
  arrange(root, parts, lanes, player.box);
  const chooser = mountChooser(parts.ground, { problem, without: ["end"], onchange: reload });
  showSettings(matchMedia(WIDE).matches);
  turn(0);

  /** @param {boolean} yes */
  function showSettings(yes) {
    parts.settings.hidden = !yes;
    attribute(parts.setting, "aria-expanded", String(yes));
  }

  /** @param {number} i */
  function turn(i) {
    parts.lanes.dataset.shown = String(i);
    for (const [k, one] of parts.which.entries()) attribute(one, "aria-pressed", String(k === i));
  }

  // -- requests ------------------------------------------------------------------------------

  function reload() {
    player.load(0, 0, 0);
    parts.badLink.hidden = true;
    problem = chooser.problem;
    two = parts.both.checked;
    const value = parts.seed.valueAsNumber;
    seed = Number.isInteger(value) ? Math.min(Math.max(value, 0), MOST_SEED) : 0;
    const large = problem.rows * problem.columns > MOST_SQUARES;
    parts.fault.textContent = large ? say("tooLarge", { n: MOST_SQUARES }) : "";
    parts.foot.hidden = parts.lanes.hidden = large;
    for (const lane of lanes) lane.clear(problem);
    const sound = !wrongWith(problem) && shown().every((lane) => !lane.wrong);
    clearTimeout(loading);
    loading = !large && sound ? setTimeout(begin, DELAY) : 0;
    speak();
    address.soon();
  }

  function begin() {
    loading = 0;
    load(Math.min(Math.max(FIRST, pendingStep), MOST_STEPS));
  }

  /** @param {number} length */
  function load(length) {
    for (const lane of shown()) if (canGrow(lane)) lane.load(seed, length);
    progress();
  }

  /** Twice as many steps as there are; the first, if there are none. */
  function more() {
    load(Math.min(Math.max(FIRST, 2 * most()), MOST_STEPS));
  }

  function progress() {
    if (changed) return;
    changed = true;
    requestAnimationFrame(() => {
      changed = false;
      player.grow(most());
      if (pendingStep && (most() >= pendingStep || !(loading || busy()))) {
        const step = pendingStep;
        pendingStep = 0;
        player.show(step);
      } else draw();
    });
  }

  /** @param {string} text */
  function restore(text) {
    const read = readLab(text || (most() ? "" : USUAL));
    parts.badLink.hidden = Boolean(read) || !text;
    if (!parts.badLink.hidden) {
      page.announce(say("badLink"));
      address.soon();
    }
    if (!read) return;
    if (most() && searchesOf(text) === searchesOf(addressText())) {
      player.pause();
      if (read.at <= most()) player.show(read.at);
      else {
        pendingStep = read.at;
        load(pendingStep);
      }
      return;
    }
    chooser.set(read.problem);
    parts.both.checked = read.lanes.length > 1;
    parts.seed.value = String(read.seed);
    lanes[0].set(read.lanes[0]);
    lanes[1].set(read.lanes[1] ?? { ...read.lanes[0], method: "warnsdorff" });
    pendingStep = read.at;
    reload();
  }

  const addressText = () =>
    writeLab({
      problem,
      lanes: shown().map((lane) => lane.settings),
      seed,
      at: pendingStep || player.shown,
    });

  const address = paced(() => {
    if (shown().every((lane) => !lane.wrong)) page.fragment(addressText());
  });

  /**
   * Show a branch of a tree: the step at which the search is there, or its board alone.
   * @param {number} step - 0 if no step that is here leads to it
   */
  function pick(step) {
    player.pause();
    if (step) player.show(step);
    else draw();
    pendingStep = 0;
    address.soon();
    page.announce(describe());
  }

  // -- playing ----------------------------------------------------------------------------------

  const describe = () =>
    shown()
      .map((lane) => lane.describe())
      .join(" ");

  function draw() {
    for (const lane of shown()) lane.show(player.shown, MOST_STEPS);
    parts.more.hidden = !most() || !shown().some(canGrow);
    const slow = !player.playing || player.rate <= CALM;
    parts.lanes.classList.toggle("flashing", slow && !page.reduced);
  }

  function speak() {
    parts.seed.value = String(seed);
    parts.lanes.classList.toggle("pair", two);
    lanes[1].box.hidden = lanes[1].choices.hidden = !two;
    for (const lane of lanes) lane.speak();
    speakAll(root, (key) => say(key) ?? "");
    chooser.speak();
    player.speak(say("player"));
    if (parts.fault.textContent) parts.fault.textContent = say("tooLarge", { n: MOST_SQUARES });
    draw();
  }

  if (!readLab(rest)) restore(USUAL);
  if (rest) restore(rest);
  return {
    close() {
      player.pause();
      address.stop();
      clearTimeout(loading);
      for (const lane of lanes) lane.close();
    },
    keys: () => say("labKeys"),
    onkey(event) {
      const does = playerKey(event);
      if (!does) return;
      event.preventDefault();
      player.press(does);
    },
    speak,
    restore,
  };
}
