// The number of tours: counted now, within limits, next to the published count.

import { ask, Requests } from "../api.js";
import { requestOf, wrongWith } from "../board/geometry.js";
import { button, choice, field, make, panel, row } from "../dom.js";
import { amount, words } from "../words.js";
import { exhibit, sortPublished } from "./state.js";
import { lineOf } from "./view.js";

const say = words("look");

const MOST = 64; // the largest board that the server counts on, in squares, holes included
const SECONDS = 10;

/**
 * @param {import("../app.js").Page} page
 * @param {() => import("../board/geometry.js").Problem} of - the problem of the moment
 */
export function mountCount(page, of) {
  const requests = new Requests();
  /** @type {Record<string, any> | null} */
  let answer = null; // the count, and its time
  let late = false; // whether there is none within the limit
  /** @type {string | null} */
  let fault = null; // why else there is none
  /** @type {import("./state.js").Published[] | null} */
  let published = null; // null: not requested for this problem yet

  const kind = choice(["lines", "directed", "classes"]);
  const begin = button("counted", () => (requests.pending ? stop() : count()), {
    className: "first",
  });
  const what = make("p");
  const result = make("div", { className: "counted" });
  const known = make("div", { className: "known" });
  const limit = make("p", { className: "quiet", hidden: true });
  const box = panel("count", what, row(field("what", kind), begin), limit, result, known);

  const number = (/** @type {string} */ text) => amount(BigInt(text));

  function show() {
    const problem = of();
    what.textContent = lineOf(exhibit(problem));
    const large = problem.rows * problem.columns > MOST;
    limit.hidden = !large;
    limit.textContent = say("tooMany", { most: MOST });
    begin.disabled = large || Boolean(wrongWith(problem));
    begin.dataset.say = requests.pending ? "stop" : "counted";
    begin.textContent = say(begin.dataset.say);
    result.replaceChildren();
    if (requests.pending) result.append(make("p", { textContent: say("counting") }));
    if (fault) result.append(make("p", { className: "bad", textContent: fault }));
    if (answer) {
      result.append(
        make("h2", {
          textContent: `${say("result")}, ${say("took", { seconds: answer.seconds })}`,
        }),
        make("p", { className: "number-of", textContent: number(answer.count) }),
        make("p", { className: "quiet", textContent: answer.convention }),
      );
    }
    if (late) result.append(make("p", { textContent: lateness() }));
    known.replaceChildren();
    if (!published) return;
    const { asked, others } = sortPublished(published, kind.value);
    known.append(make("h2", { textContent: say("known") }));
    if (!asked.length) known.append(make("p", { textContent: say("unknown") }));
    known.append(...asked.flatMap(linesOf));
    if (others.length) known.append(make("h2", { textContent: say("otherwise") }));
    known.append(...others.flatMap(linesOf));
  }

  const lateness = () =>
    say("tooLong", { known: Boolean(sortPublished(published ?? [], kind.value).asked.length) });

  /** @param {import("./state.js").Published} one */
  function linesOf(one) {
    const value = make(one.refuted ? "s" : "span", { textContent: number(one.count) });
    const line = make("p", { className: "number-of" }, value);
    if (one.refuted) line.append(` (${say("refuted")})`);
    const notes = [one.source, one.convention, one.note].filter(Boolean);
    return [line, ...notes.map((text) => make("p", { className: "quiet", textContent: text }))];
  }

  async function look() {
    const problem = of();
    if (published || !box.open || wrongWith(problem)) return;
    const reply = await ask("known", requestOf(problem));
    if (problem !== of() || reply.status !== "known") return;
    published = reply.known;
    show();
  }

  async function count() {
    if (wrongWith(of())) return; // the chooser shows what is wrong
    /** @type {Record<string, any>} */
    const body = { ...requestOf(of()), seconds: SECONDS };
    if (kind.value === "directed") body.directed = true;
    if (kind.value === "classes") body.up_to_symmetry = true;
    answer = fault = null;
    late = false;
    const started = performance.now();
    const counting = requests.run((signal) => ask("count", body, signal));
    show();
    page.announce(say("counting"));
    const reply = await counting;
    if (!reply) return;
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    if (reply.status === "counted") answer = { ...reply, seconds };
    else if (reply.status === "gave-up" && ["seconds", "megabytes"].includes(reply.limit))
      late = true;
    else fault = reply.message;
    show();
    const counted = () => `${number(reply.count)}. ${reply.convention}`;
    page.announce(fault ?? (late ? lateness() : counted()));
  }

  // The server ends the work when the request is aborted.
  function stop() {
    requests.stop();
    fault = String(say("stopped"));
    show();
    page.announce(fault);
  }

  function changed() {
    requests.stop();
    answer = fault = published = null;
    late = false;
    show();
    look();
  }

  kind.addEventListener("change", changed);
  box.addEventListener("toggle", look);

  return {
    box,
    changed,
    speak: changed, // source and convention are sentences of the server
    close: () => requests.stop(),
  };
}
