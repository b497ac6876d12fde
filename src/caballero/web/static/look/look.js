// Look: a tour that the server found or the reader brings, or the reason why there is none.

import { ask, Requests } from "../api.js";
import { mountChooser } from "../board/chooser.js";
import {
  EMPTY,
  requestOf,
  squareCount,
  squareName,
  writeProblem,
  wrongWith,
} from "../board/geometry.js";
import { paced } from "../clock.js";
import { closeSheet } from "../dom.js";
import { playerKey } from "../game/keys.js";
import { mountPlayer } from "../player.js";
import { boardWords, speakAll, words } from "../words.js";
import { mountCount } from "./count.js";
import { mountFiles } from "./files.js";
import { exhibit, isWhole, problemOf, readLook, STYLES, writeLook } from "./state.js";
import { makeView } from "./view.js";

const say = words("look");

/** @typedef {import("../messages.js").Values} Values */

const SECONDS = 10; // the limit of a search

/**
 * @param {Element} root
 * @param {import("../app.js").Page} page
 * @param {string} place - what the address describes
 * @returns {import("../app.js").View}
 */
export function mount(root, page, place) {
  let shown = exhibit(EMPTY);
  let liked = "both"; // the style of all but the tours of days, which have their own
  let claim = ""; // the text with the faults
  /** @type {import("./state.js").Fault | null} */
  let chosen = null; // the selected fault
  /** @type {[string, Values?] | string} */
  let latest = ["empty"]; // a key with its values, or a sentence of the server
  let seed = 0;
  let framed = false;
  const requests = new Requests(); // for a tour or a verdict
  const looking = new Requests(); // for the statistics

  const player = mountPlayer({
    onshow: draw,
    onstep: (n) =>
      page.announce(say("at", { n, name: squareName(shown.path[n - 1], shown.problem.rows) })),
  });
  const count = mountCount(page, () => shown.problem);
  const files = mountFiles(page, () => (shown.whole ? shown : null), link);
  const view = makeView(
    root,
    {
      find: () => (requests.pending ? stop() : search()),
      check: () => check(),
      choose(fault) {
        chosen = fault;
        draw();
      },
    },
    { player: player.box, count: count.box, files: files.box },
  );
  const chooser = mountChooser(view.chooserBox, {
    problem: shown.problem,
    onchange: replaceBoard,
    unfolded: true,
  });

  // -- showing ----------------------------------------------------------------------------------

  function draw(at = player.shown, playing = false) {
    view.draw(shown, at, chosen);
    if (!playing) address.soon();
  }

  const sentence = () => (Array.isArray(latest) ? say(...latest) : latest);

  /**
   * @param {[string, Values?] | string} what
   * @param {"" | "good" | "bad"} [feeling]
   * @param {string} [more] - only announced: on the page it stands next to the board
   */
  function tell(what, feeling = "", more = "") {
    latest = what;
    view.message.textContent = sentence();
    view.message.className = `message ${feeling}`;
    page.announce(`${sentence()} ${more}`);
  }

  /** @param {number} [at] - for another exhibit: how many squares are shown */
  function show(at) {
    const sound = !wrongWith(chooser.problem);
    view.show(shown, { busy: requests.pending, sound, framed });
    if (at === undefined) draw();
    else player.load(shown.whole ? shown.path.length : 0, at);
    files.show();
    view.toPage.href = `#look/${rest(false)}`;
  }

  /**
   * Show something else.
   * @param {import("./state.js").Exhibit} next
   * @param {number} [at]
   * @param {string} [style]
   */
  function put(next, at = next.path.length, style = liked) {
    const other = next.problem !== shown.problem;
    shown = next;
    if (other) count.changed();
    view.style.value = style;
    files.drawAs(style);
    chosen = null;
    looking.stop();
    files.changed();
    show(at);
    if (shown.whole) look();
  }

  // -- the address ------------------------------------------------------------------------------

  /** @param {boolean} inFrame */
  const rest = (inFrame) =>
    writeLook(shown, { style: view.style.value, at: player.shown, framed: inFrame });

  /** @param {boolean} inFrame */
  function link(inFrame) {
    return page.link(`look/${rest(inFrame)}`);
  }

  const address = paced(() => {
    page.fragment(rest(framed));
    files.show();
  });

  /** @param {boolean} yes */
  function frame(yes) {
    framed = yes;
    view.frame(yes);
  }

  // -- requests ----------------------------------------------------------------------------------

  /**
   * Ask the server; null if another request followed.
   * @param {string} path
   * @param {object} body
   * @param {string} saying
   */
  function fetchAnswer(path, body, saying) {
    const answer = requests.run((signal) => ask(path, body, signal));
    tell([saying]);
    show();
    return answer;
  }

  function stop() {
    requests.stop();
    tell(["stopped"]);
    show();
  }

  async function search() {
    const next = chooser.problem;
    if (wrongWith(next)) return; // the chooser shows what is wrong
    closeSheet(root);
    const again = (shown.whole || shown.none) && writeProblem(next) === writeProblem(shown.problem);
    seed = again ? seed + 1 : 0;
    if (!again) put(exhibit(next));
    const body = { ...requestOf(next), ...(again ? { seed } : {}), seconds: SECONDS };
    const reply = await fetchAnswer("solve", body, "looking");
    if (!reply) return;
    if (reply.status === "found") {
      tell(["found"], "good");
      put(exhibit(next, reply.tour, { whole: true }));
    } else if (reply.status === "impossible") {
      tell(["none"], "bad", reply.certificate.reason);
      put(exhibit(next, [], { none: reply }));
      void tellFarthest(shown);
    } else {
      const { status, limit, message } = reply;
      const late = status === "gave-up" && ["seconds", "megabytes"].includes(limit);
      tell(late ? ["notFound", { limit, seconds: SECONDS }] : message, "bad");
      show();
    }
    view.reveal();
  }

  /** Say how far a path gets where there is no tour. @param {import("./state.js").Exhibit} none */
  async function tellFarthest(none) {
    const { farthest } = await import("../play/farthest.js");
    if (shown !== none || requests.pending) return;
    const far = await requests.run((signal) => farthest(none.problem, signal));
    if (far) tell(`${say("none")} ${far}`, "bad");
  }

  async function check(tour = view.text.value) {
    const wanted = chooser.problem;
    const wrong = wrongWith(wanted);
    if (!tour.trim() || wrong) {
      tell(tour.trim() && wrong ? boardWords(wrong) : ["noText"], "bad");
      view.text.focus();
      return;
    }
    const against = view.against.checked;
    const body = { ...requestOf(wanted), tour, shown: !against };
    const reply = await fetchAnswer("verify", body, "checking");
    if (!reply) return;
    if (reply.status !== "valid" && reply.status !== "invalid") {
      tell(reply.message, "bad");
      put(exhibit(wanted));
      return;
    }
    closeSheet(root);
    claim = tour;
    const valid = reply.status === "valid";
    const next = problemOf(reply, against ? { start: wanted.start, end: wanted.end } : {});
    if (!next) {
      tell(`${reply.message} ${say("cannotShow")}`, valid ? "" : "bad");
      put(exhibit(wanted));
      return;
    }
    chooser.set(next);
    /** @type {[number, import("../board/geometry.js").Square][]} */
    const line = reply.line;
    const path = line.map(([, square]) => square);
    const numbers = line.map(([n]) => n);
    put(exhibit(next, path, valid ? { whole: true } : { numbers, faults: reply.faults }));
    if (valid) tell(reply.message, "good");
    else tell(["faults", { n: reply.faults.length }], "bad", reply.message);
    view.reveal();
  }

  async function look() {
    const body = { ...requestOf(shown.problem), tour: shown.path };
    const reply = await looking.run((signal) => ask("statistics", body, signal));
    if (reply?.status !== "statistics") return;
    shown = { ...shown, counted: reply.statistics };
    view.showFigures(shown);
  }

  /**
   * Show another board, without the tour of the last.
   * @param {import("./state.js").Problem} next
   */
  function replaceBoard(next) {
    requests.stop();
    tell(["empty"]);
    put(exhibit(next));
  }

  view.style.addEventListener("change", () => {
    liked = view.style.value;
    page.store("style", liked);
    files.drawAs(liked);
    draw();
    address.now();
  });

  function speak() {
    speakAll(root, (key) => say(key) ?? boardWords(key) ?? key.toUpperCase());
    chooser.speak();
    player.speak(say("player"));
    count.speak();
    files.speak();
    view.message.textContent = sentence();
    show();
    // Reasons are sentences of the server: another language needs another request.
    if (shown.none) search();
    else if (shown.faults.length) check(claim);
  }

  addEventListener("pagehide", address.flush);
  /** @param {string} text - of an address */
  function restore(text) {
    const read = readLook(text);
    if (!read) {
      tell(["badLink"], "bad");
      return;
    }
    frame(read.framed);
    const { problem, path, day } = read;
    if (read.style && !day) liked = read.style;
    if (read.about) view.openAbout();
    if (text === rest(framed)) return;
    if (!day) chooser.set(problem); // what the reader looks for next is no tour of a day
    if (isWhole(problem, path)) {
      tell([day ? "day" : "loaded"]);
      put(
        exhibit(problem, path, { whole: true, day }),
        read.at || path.length,
        read.style ?? liked,
      );
      if (day) view.reveal();
    } else {
      put(exhibit(problem));
      if (path.length) tell(["partly", { n: path.length, all: squareCount(problem) }], "bad");
      if (read.none) search();
    }
  }

  if (STYLES.includes(page.load("style"))) liked = page.load("style");
  frame(false);
  if (place) put(shown);
  else restore("day");
  speak();

  return {
    keys: () => say("keys"),
    onkey(event) {
      const does = playerKey(event);
      if (!does || player.box.hidden) return;
      event.preventDefault();
      player.press(does);
    },
    speak,
    close() {
      requests.stop();
      looking.stop();
      address.flush();
      removeEventListener("pagehide", address.flush);
      player.pause();
      count.close();
      files.close();
      document.documentElement.classList.remove("embedded");
    },
    restore,
  };
}
