// Storm: three minutes of "can this still be finished?". The positions come from a file, which the engine
// has made, so that it starts at once; the server gives the reason of a wrong answer.

import { ask, Requests } from "../api.js";
import { requestOf } from "../board/geometry.js";
import { Watch } from "../clock.js";
import { helpOf, stepped } from "../game/reasons.js";
import { readBest } from "../play/record.js";
import { amount, inTime, words } from "../words.js";
import * as state from "./state.js";
import { describe, makeView } from "./view.js";

const say = words("storm");

/** @typedef {import("./state.js").Answer} Answer */

const TICK = 200; // milliseconds
const SEARCH = 4; // the most seconds of the search for a reason
const SWIPE = 48; // pixels

/** @type {Record<string, boolean>} */
const SAYS = { arrowright: true, y: true, s: true, arrowleft: false, n: false };

/** @type {import("../app.js").Mount} */
export function mount(root, page) {
  /** @type {import("./view.js").Phase} */
  let phase = "ready";
  let run = state.FRESH;
  /** @type {state.Level[]} */
  let levels = [];
  let seconds = 0; // of the clock that are gone
  /** @type {Answer | null} */
  let told = null; // the answer whose reason is shown
  /** @type {import("../play/view.js").Help | null} */
  let help = null;
  /** @type {import("./state.js").Path} */
  let rest = []; // of the tour, of a position that could be finished
  let sentence = () => "";
  let mood = "";
  const watch = new Watch();
  const requests = new Requests();
  const view = makeView(root, {
    start,
    answer,
    goOn: () => pose(),
    conclude,
    share,
    review,
    open: (one) => void explain(one),
  });

  // -- what is shown -------------------------------------------------------------------------------

  /** @param {() => string} what @param {"" | "good" | "bad"} [feeling] */
  function tell(what, feeling = "") {
    sentence = what;
    mood = feeling;
    page.announce(sentence());
  }

  function show() {
    const position = told?.position ?? run.position ?? state.sample(levels);
    const left = Math.max(0, state.SECONDS - seconds - watch.peek());
    const best = readBest(page.load("storm"));
    view.show({ phase, run, levels, told, position, help, rest, left, best, sentence, mood });
  }

  // -- the run -------------------------------------------------------------------------------------

  function start() {
    run = state.FRESH;
    seconds = 0;
    pose();
  }

  /** Ask the next position. */
  function pose(before = "") {
    requests.stop();
    run = state.deal(run, levels, Math.random);
    [phase, told, help, rest] = ["going", null, null, []];
    watch.running = true;
    tell(() => "");
    page.announce([before, describe(run.position)].filter(Boolean).join(" "));
    show();
    if (!before) view.table.focus();
  }

  /** @param {boolean} said */
  function answer(said) {
    if (phase !== "going") return;
    run = state.answered(run, said);
    const last = run.answers[run.answers.length - 1];
    if (state.isRight(last)) {
      pose(say("right"));
      return;
    }
    hold("wrong");
    void explain(last);
    view.next.focus();
  }

  /** @param {import("./view.js").Phase} next */
  function hold(next) {
    seconds += watch.take();
    watch.running = false;
    phase = next;
  }

  function tick() {
    if (phase !== "going") return;
    if (seconds + watch.peek() < state.SECONDS) show();
    else finish();
  }

  function finish() {
    hold("over");
    run = { ...run, position: null };
    const score = state.scoreOf(run);
    const best = readBest(page.load("storm"));
    const isBest = run.answers.length > 0 && (best === null || score > best);
    if (isBest) page.store("storm", { score });
    const right = state.rightIn(run);
    const values = { score, right, wrong: run.answers.length - right, best: isBest };
    tell(() => say("over", values), isBest && score > 0 ? "good" : "");
    show();
    view.start.focus();
  }

  /** Who looks away loses no time, and gains none: another position comes. */
  function pause() {
    if (!document.hidden || phase !== "going") return;
    hold("paused");
    run = { ...run, position: null };
    tell(() => say("paused"));
    show();
    view.next.focus();
  }

  // -- reasons -------------------------------------------------------------------------------------

  /** Show why a position cannot be finished, or how it can. @param {Answer} one */
  async function explain(one) {
    const { problem, path, can } = one.position;
    const mistakes = state.mistakesIn(run);
    const values = { n: mistakes.indexOf(one) + 1, all: mistakes.length, said: one.said };
    const wrong = () => say(phase === "over" ? "mistake" : "wrong", values);
    [told, help, rest] = [one, null, []];
    tell(() => `${wrong()} ${say("looking")}`, "bad");
    show();
    const body = { ...requestOf(problem), path, strength: can ? 3 : 1, seconds: SEARCH };
    const reply = await requests.run((signal) => ask("hint", body, signal));
    if (!reply) return;
    if (reply.status === "hint" && can) {
      rest = reply.rest;
      tell(() => `${wrong()} ${say("could")}`, "bad");
    } else {
      if (reply.status === "hint") help = { ...helpOf(reply), again: () => void explain(one) };
      tell(() => `${wrong()} ${help?.reason ? reply.short : reply.message}`, "bad");
      page.announce(`${wrong()} ${reply.message}`);
    }
    show();
  }

  /** Show the mistakes one after the other. */
  function review() {
    const mistakes = state.mistakesIn(run);
    const at = told ? mistakes.indexOf(told) + 1 : 0;
    void explain(mistakes[at % mistakes.length]);
  }

  /** @param {number} by */
  function conclude(by) {
    const next = stepped(help, by);
    if (!next) return;
    help = next;
    show();
    page.announce(next.argument[next.at].text);
  }

  async function share() {
    const parts = ["Caballero", say("title"), amount(state.scoreOf(run)), state.signsOf(run)];
    const key = await page.share(view.link, "storm", parts.join(" · "), null);
    view.told.textContent = words("puzzles")(key);
  }

  // -- events --------------------------------------------------------------------------------------

  /** @type {[number, number] | null} */
  let pressed = null;
  view.table.addEventListener("pointerdown", ({ clientX, clientY }) => {
    pressed = [clientX, clientY];
  });
  view.table.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (!pressed) return;
    const [across, down] = [clientX - pressed[0], clientY - pressed[1]];
    pressed = null;
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) answer(across > 0);
  });
  document.addEventListener("visibilitychange", pause);
  const ticking = setInterval(tick, TICK);

  async function fetchLevels() {
    try {
      const answer = await inTime(fetch(new URL("positions.json", import.meta.url)));
      levels = state.readLevels(await inTime(answer.json()));
    } catch {
      page.failed(root);
    }
    show();
  }

  view.speak();
  show();
  void fetchLevels();

  return {
    keys: () => say("keys"),
    onkey(event) {
      const said = SAYS[event.key.toLowerCase()];
      if (said === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      if (phase === "going") answer(said);
      else if (help && event.key.startsWith("Arrow")) conclude(said ? 1 : -1);
      else return;
      event.preventDefault();
    },
    speak() {
      view.speak();
      show();
      if (told) void explain(told);
    },
    close() {
      clearInterval(ticking);
      document.removeEventListener("visibilitychange", pause);
      requests.stop();
    },
    restore() {},
  };
}
