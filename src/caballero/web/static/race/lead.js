// The teacher's part of a race: a board, the pupils who have joined, and who is how far, for a
// projector.

import { mountChooser } from "../board/chooser.js";
import { requestOf, squareCount, wrongWith } from "../board/geometry.js";
import { pieceSign, smallPicture } from "../board/small.js";
import { clockText } from "../clock.js";
import { button, copyText, field, make, row } from "../dom.js";
import { readGame } from "../game/rules.js";
import { titleOf } from "../play/names.js";
import { mountPossible } from "../play/possible.js";
import { language, speakAll, words } from "../words.js";
import { askRace } from "./ask.js";
import { Clock, columnsOf, problemOf, repeated } from "./state.js";

const say = words("race");
const sayPlay = words("play");

/** @typedef {import("../api.js").Answer} Answer */
/** @typedef {import("./state.js").Runner} Runner */

const PAUSE = 1000; // milliseconds between two looks
const TICK = 250;
const GLIDE = { duration: 400, easing: "ease-in-out" };
const FIRST = "5x5.sa1";

/** What the teacher sees. */
function elements() {
  const hidden = { hidden: true };
  return {
    setup: make("section", { className: "panel setup", ...hidden }, make("h2", { say: "title" })),
    board: make("div"),
    note: make("p", { className: "bad" }),
    kept: make("input", { type: "checkbox", checked: true }),
    lobby: make("section", { className: "lobby", ...hidden }),
    code: make("canvas", { role: "img", name: "code" }),
    address: make("p", { className: "address" }),
    only: make("p", { className: "bad", say: "only" }),
    joined: make("h2"),
    pupils: make("ul", { className: "pupils" }),
    track: make("section", { className: "track", ...hidden }),
    picture: make("div"),
    what: make("h2"),
    time: make("p", { className: "time" }),
    done: make("p", { role: "status" }),
    late: make("p", { className: "quiet" }),
    lanes: make("ol", { className: "lanes" }),
    message: make("p", { role: "status" }),
  };
}

/** @type {import("../app.js").Mount} */
export function mountLead(root, page, key) {
  /** @type {Answer} */
  let seen = { status: "away" };
  let choosing = false; // the board of another race
  let drawn = ""; // the link whose code is drawn
  let pictured = 0; // the round whose board is drawn
  let cut = false; // whether the server did not answer
  /** @type {() => string} */
  let sentence = () => "";
  const clock = new Clock();
  const parts = elements();
  const { setup, lobby, track, lanes } = parts;
  /** @type {Map<string, HTMLElement>} */
  const lanesOf = new Map();
  const possible = mountPossible((reason) => {
    parts.note.textContent = reason;
  });
  const chooser = mountChooser(parts.board, {
    problem: /** @type {any} */ (readGame(FIRST)).problem,
    onchange: (problem) => possible.look(problem),
    onwrong: () => possible.stop(),
  });
  const keeping = field("again", parts.kept);
  setup.append(
    make("p", { say: "intro" }),
    parts.board,
    parts.note,
    keeping,
    row(button("open", open, { className: "first" })),
  );
  const starting = button("start", () => act("start"), { className: "first" });
  const other = () => choose();
  lobby.append(
    make(
      "div",
      { className: "panel way" },
      make("h2", { say: "joinAt" }),
      parts.code,
      parts.address,
      parts.only,
      row(button("copy", copy)),
    ),
    make(
      "div",
      { className: "panel" },
      parts.joined,
      parts.pupils,
      row(starting, button("other", other)),
    ),
  );
  const ending = button("end", () => act("end"));
  const again = button("next", other, { className: "first" });
  track.append(
    make(
      "div",
      { className: "top" },
      parts.picture,
      make("div", {}, parts.what, parts.done, parts.late),
      parts.time,
      row(ending, again),
    ),
    lanes,
  );
  root.append(setup, lobby, track, parts.message);
  const polling = repeated(look, PAUSE);
  const ticking = setInterval(showTime, TICK);

  // -- what is shown -------------------------------------------------------------------------------

  /** @param {() => string} what */
  function tell(what) {
    sentence = what;
    parts.message.textContent = what();
  }

  function showTime() {
    parts.time.textContent = clock.text;
  }

  function show() {
    const { status } = seen;
    const running = status === "running" || status === "over";
    setup.hidden = !(choosing || status === "none");
    lobby.hidden = choosing || status !== "open";
    track.hidden = choosing || !running;
    keeping.hidden = !seen.count;
    if (!lobby.hidden) showLobby();
    if (!track.hidden) showTrack();
  }

  /** Where pupils join: short, to be typed. */
  const address = () => page.link("race").replace(/\?.*/, "race");

  function showLobby() {
    parts.address.textContent = address();
    parts.only.hidden = !/^https?:..(localhost|127[.]|\[::1\])/.test(address());
    parts.joined.textContent = say("joined", { n: seen.count });
    starting.disabled = !seen.count;
    const names = seen.pupils.map((/** @type {Runner} */ { name }) => name);
    names.sort(new Intl.Collator(language()).compare);
    if (parts.pupils.textContent !== names.join("")) {
      parts.pupils.replaceChildren(...names.map(pupil));
    }
    void drawCode();
  }

  /** @param {string} name */
  function pupil(name) {
    const label = say("remove", { name });
    const remove = make("button", {
      type: "button",
      textContent: "✕",
      "aria-label": label,
      onclick: () => act("remove", name),
    });
    return make("li", {}, make("span", {}, name), remove);
  }

  async function drawCode() {
    const link = page.link("race");
    if (drawn === link) return;
    drawn = link;
    /** @type {any} */
    const qr = await import(new URL("../vendor/qr.js", import.meta.url).href).catch(() => null);
    parts.code.hidden = !qr;
    const colours = { on: [0, 0, 0], off: [255, 255, 255], pad: 2 };
    qr?.generate(link).toCanvas(parts.code, colours);
  }

  function showTrack() {
    const problem = problemOf(seen.problem);
    const all = squareCount(problem);
    /** @type {Runner[]} */
    const pupils = seen.pupils;
    const done = pupils.filter(({ finished }) => finished !== null).length;
    const over = seen.status === "over";
    parts.what.textContent = titleOf(problem);
    parts.done.textContent = say(over ? "isOver" : "done", { done, n: pupils.length });
    parts.late.textContent = over ? "" : `${say("joinAt")} ${address()}`;
    if (pictured !== seen.round) parts.picture.replaceChildren(smallPicture(problem, [], []));
    pictured = seen.round;
    ending.hidden = over;
    again.hidden = !over;
    showTime();
    const columns = columnsOf(pupils.length);
    lanes.style.setProperty("--columns", String(columns));
    lanes.style.setProperty("--lines", String(Math.ceil(pupils.length / columns)));
    for (const [name, lane] of lanesOf) {
      if (pupils.some((one) => one.name === name)) continue;
      lane.remove();
      lanesOf.delete(name);
    }
    moved(pupils.map((one) => laneOf(one, problem, all)));
  }

  /**
   * The lane of a pupil, as it is now.
   * @param {Runner} runner
   * @param {import("./state.js").Problem} problem
   * @param {number} all
   */
  function laneOf({ name, number, finished }, { piece }, all) {
    const lane = lanesOf.get(name) ?? make("li", {});
    if (!lanesOf.has(name)) {
      const way = make("span", { className: "lane" }, pieceSign(piece));
      lane.append(make("span", { className: "name" }, name), way, make("span"));
      lanesOf.set(name, lane);
    }
    lane.classList.toggle("finished", finished !== null);
    lane.style.setProperty("--part", String(number / all));
    const text = finished === null ? say("squares", { n: number, all }) : clockText(finished);
    if (lane.lastElementChild) lane.lastElementChild.textContent = text;
    return lane;
  }

  /**
   * Show the lanes in this order; lanes that change places glide there.
   * @param {HTMLElement[]} order
   */
  function moved(order) {
    if (order.every((lane, i) => lanes.children[i] === lane)) return;
    const places = order.map((lane) => lane.isConnected && lane.getBoundingClientRect());
    lanes.append(...order);
    for (const [i, lane] of order.entries()) {
      const [before, now] = [places[i], lane.getBoundingClientRect()];
      if (page.reduced || !before || (before.x === now.x && before.y === now.y)) continue;
      const from = `translate(${before.x - now.x}px, ${before.y - now.y}px)`;
      lane.animate([{ transform: from }, { transform: "none" }], GLIDE);
    }
  }

  // -- the server ----------------------------------------------------------------------------------

  /** @param {Answer} answer */
  function take(answer) {
    if (["none", "open", "running", "over"].includes(answer.status)) {
      if (cut) tell(() => "");
      cut = false;
      seen = answer;
      clock.set(answer);
    } else {
      cut = answer.status === "away";
      const lost = answer.code === "web-not-found";
      tell(() => (lost ? say("nowhere") : String(answer.message)));
    }
    show();
  }

  async function look() {
    take(await askRace("lead", { key }));
  }

  /** @param {string} what @param {string} [name] */
  async function act(what, name = "") {
    tell(() => "");
    take(await askRace("lead", { key, act: what, name }));
  }

  function choose() {
    choosing = true;
    possible.look(chooser.problem);
    show();
  }

  async function open() {
    const { problem } = chooser;
    if (wrongWith(problem)) return;
    tell(() => "");
    const body = { ...requestOf(problem), key, again: parts.kept.checked };
    const answer = await askRace("open", body);
    if (answer.status === "open") choosing = false;
    lanes.replaceChildren();
    lanesOf.clear();
    take(answer);
  }

  async function copy() {
    const copied = await copyText(page.link("race"));
    tell(() => say(copied ? "copied" : "copyIt"));
  }

  function speak() {
    speakAll(root, (key) => say(key) ?? sayPlay(key));
    parts.message.textContent = sentence();
    parts.pupils.replaceChildren();
    chooser.speak();
    possible.speak();
    show();
  }

  speak();
  void polling.now();
  return {
    close() {
      polling.stop();
      possible.stop();
      clearInterval(ticking);
    },
    speak,
    restore() {},
  };
}
