// How many tours there are: counted now, within limits, beside what was published.

import { ask } from "./api.js";
import { askedOf, wrongWith } from "./geometry.js";
import { button, choice, field, make, panel, row } from "./parts.js";
import { language } from "./words.js";

const MOST = 64; // squares of a board that the server counts on, holes included
const SECONDS = 10;

// of() is the question of the moment. Returns { box, changed(), speak(), close() }.
export function mountCount(say, page, of) {
  let request = null;
  let answer = null; // what was counted, and in what time
  let fault = null; // why not
  let published = null; // null: not asked for this question yet

  const kind = choice(["lines", "directed", "classes"]);
  const begin = button("counted", () => (request ? stop() : count()), { className: "first" });
  const result = make("div", { className: "counted" });
  const known = make("div", { className: "known" });
  const limit = make("p", { className: "quiet", hidden: true });
  const box = panel("count", row(field("what", kind), begin), limit, result, known);

  const number = (text) => BigInt(text).toLocaleString(language());

  function show() {
    const question = of();
    const large = question.rows * question.columns > MOST;
    limit.hidden = !large;
    limit.textContent = say("tooMany", MOST);
    begin.disabled = large || Boolean(wrongWith(question));
    begin.dataset.say = request ? "stop" : "counted";
    begin.textContent = say(begin.dataset.say);
    result.replaceChildren();
    if (request) result.append(make("p", { textContent: say("counting") }));
    if (fault) result.append(make("p", { className: "bad", textContent: fault }));
    if (answer) {
      result.append(
        make("h3", { textContent: `${say("result")}, ${say("took", answer.seconds)}` }),
        make("p", { className: "number-of", textContent: number(answer.count) }),
        make("p", { className: "quiet", textContent: answer.convention }),
      );
    }
    known.replaceChildren();
    if (!published) return;
    known.append(make("h3", { textContent: say("known") }));
    if (!published.length) known.append(make("p", { textContent: say("unknown") }));
    for (const one of published) {
      const value = make(one.refuted ? "s" : "span", { textContent: number(one.count) });
      const line = make("p", { className: "number-of" }, value);
      if (one.refuted) line.append(` (${say("refuted")})`);
      const told = [one.source, one.convention, one.note].filter(Boolean);
      known.append(line, ...told.map((text) => make("p", { className: "quiet", textContent: text })));
    }
  }

  async function look() {
    const question = of();
    if (published || !box.open || wrongWith(question)) return;
    const said = await ask("known", askedOf(question));
    if (question !== of() || said.status !== "known") return;
    published = said.known;
    show();
  }

  async function count() {
    if (wrongWith(of())) return; // the chooser says what is wrong
    const asked = { ...askedOf(of()), seconds: SECONDS };
    if (kind.value === "directed") asked.directed = true;
    if (kind.value === "classes") asked.up_to_symmetry = true;
    const mine = new AbortController();
    request = mine;
    answer = fault = null;
    show();
    page.announce(say("counting"));
    const begun = performance.now();
    const said = await ask("count", asked, mine.signal);
    if (request !== mine) return;
    request = null;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    if (said.status === "counted") answer = { ...said, seconds };
    else fault = said.message;
    show();
    page.announce(fault ?? `${number(answer.count)}. ${answer.convention}`);
  }

  // The server ends the work when nobody waits for it any more.
  function stop() {
    request?.abort();
    request = null;
    fault = say("stopped");
    show();
    page.announce(fault);
  }

  function changed() {
    request?.abort();
    request = answer = fault = published = null;
    show();
    look();
  }

  kind.addEventListener("change", changed);
  box.addEventListener("toggle", look);

  return {
    box,
    changed,
    speak: changed, // source and convention are sentences of the server's
    close() {
      request?.abort();
      request = null;
    },
  };
}
