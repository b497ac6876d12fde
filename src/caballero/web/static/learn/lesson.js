// The lesson: pages from the knight's move to branch and bound, each with an exercise that the page
// checks. The numbers of large searches come from the server.

import { BoardView } from "../board/board.js";
import { squareName } from "../board/geometry.js";
import { attribute, make, row } from "../dom.js";
import { allOf, words } from "../words.js";
import { certificate } from "./certificate.js";
import { handIn } from "./class/hand-in.js";
import { pagesText, writePlan } from "./class/plan.js";
import { PAGES } from "./pages.js";
import { saidButton } from "./parts.js";

const say = words("learn");

/** @typedef {import("./pages.js").Tools} Tools */
/** @typedef {import("./pages.js").Tell} Tell */

/**
 * What is seen of a square, as the message of a cell names it.
 * @param {import("../board/board.js").Seen} seen
 */
function stateOf({ number, text, small, mark, target }) {
  if (small) return { state: "possible", text: small };
  if (!number && text) return { state: "given", text };
  if (mark) return { state: "chosen" };
  if (target) return { state: "candidate" };
  return number ? { state: "visited", text: number } : {};
}

/**
 * What a page may use. A reply stands below what it replies to: the exercise, or a part of it that
 * came later.
 * @param {Tell} tell
 * @param {HTMLElement} feedback
 * @param {Pick<Tools, "state" | "signal" | "side">} more
 * @returns {Tools & {parts: HTMLElement, links: HTMLElement}}
 */
function tools(tell, feedback, more) {
  const { state } = more;
  const box = make("div");
  const ground = make("div", { className: "table" });
  const parts = make("div");
  const links = make("p", { className: "links" });
  /** @param {HTMLElement} where */
  const replyTo = (where) => (where === box ? box.after(feedback) : where.append(feedback));

  /**
   * @param {string} key
   * @param {() => void} onclick
   * @param {HTMLElement} [where]
   */
  function press(key, onclick, where = box) {
    const pressed = () => {
      replyTo(where);
      onclick();
    };
    const one = saidButton(key, pressed);
    for (const other of key === "check" ? allOf(document, ".lesson .first") : [])
      other.classList.remove("first");
    one.classList.toggle("first", key === "check");
    return row(one);
  }

  /** @type {Tools["board"]} */
  function board(draws, onchoose) {
    const view = new BoardView(ground, { interactive: true });
    const draw = () => {
      const now = draws();
      const { rows, columns } = now.problem;
      view.draw({ label: say("picture", { rows, columns, n: now.path.length }), ...now });
    };
    view.nameOf = (square, seen) =>
      say("cell", { square: squareName(square, view.problem.rows), ...stateOf(seen) });
    view.onchoose = (square) => {
      replyTo(box);
      onchoose(square);
      draw();
    };
    draw();
    return draw;
  }

  /** @type {Tools["choice"]} */
  function choice(key, legend, options, judge, where = box, many = false) {
    state[key] ??= [];
    /** @type {number[]} */
    const chosen = state[key];
    const answers = options.map((text, i) => {
      const input = make("input", {
        type: many ? "checkbox" : "radio",
        checked: chosen.includes(i),
      });
      input.name = key;
      input.onchange = () => {
        const others = many ? chosen.filter((other) => other !== i) : [];
        chosen.splice(0, chosen.length, ...others, ...(input.checked ? [i] : []));
      };
      return make("label", { className: "tick" }, input, make("span", {}, text));
    });
    const answer = make("fieldset", {}, make("legend", {}, legend), ...answers);
    const answered = () => (chosen.length ? judge(...chosen) : tell(false, say("choose")));
    answer.append(press("check", answered, where));
    where.append(answer);
  }

  return {
    box,
    ground,
    parts,
    links,
    ...more,
    tell,
    board,
    choice,
    part: () => parts.appendChild(make("div")),
    press: (key, onclick) => box.append(press(key, onclick)),
    task: (text) => box.appendChild(make("p", {}, text)),
    watch: (lab) => links.append(make("a", { href: `#learn/lab/${lab}` }, say("watch"))),
  };
}

/** @typedef {import("./class/plan.js").Plan} Plan */
const MOST_PAUSE = 600; // seconds between two answers; a longer time is a pause

/** @type {Plan} */
const WHOLE = {
  pages: [...PAGES.keys()].map((i) => i + 1),
  side: 0,
  ordered: false,
  answers: false,
};

/**
 * @param {Element} root
 * @param {import("../app.js").Page} page
 * @param {string} rest
 * @param {Plan | null} [chosen] - by a teacher; without it, the whole lesson
 * @returns {import("../app.js").View}
 */
export function mountLesson(root, page, rest, chosen = null) {
  const { pages, side, ordered, answers } = chosen ?? WHOLE;
  const place = chosen ? `#learn/class/${writePlan(chosen)}/` : "#learn/lesson/";
  const key = chosen ? "class" : "lesson";
  const last = page.load(key);
  const stored = last && (!chosen || last.plan === writePlan(chosen)) ? last : {};
  const whole = (/** @type {unknown} */ value) => (Number.isInteger(value) ? Number(value) : 0);
  let tries = whole(stored.tries);
  let seconds = whole(stored.seconds);
  let since = Date.now(); // when the time was counted last
  /** @type {Set<number>} */
  const solved = new Set(Array.isArray(stored.solved) ? stored.solved : []);
  /** @type {Record<string, any>[]} */
  let states = PAGES.map(() => ({}));
  let stop = new AbortController();
  /** @param {number} number */
  const isOpen = (number) =>
    !ordered || pages.slice(0, pages.indexOf(number)).every((before) => solved.has(before));

  /**
   * The page of a text, if it can be opened; otherwise the first that is not solved.
   * @param {string | number} text
   * @param {number} otherwise
   */
  const pageOf = (text, otherwise) => {
    const number = Number(text);
    if (!pages.includes(number)) return otherwise;
    return isOpen(number) ? number : (pages.find((one) => !solved.has(one)) ?? otherwise);
  };
  let at = pageOf(stored.page, pages[0]);

  function store() {
    const plan = chosen ? { plan: writePlan(chosen) } : {};
    seconds += Math.min(Math.round((Date.now() - since) / 1000), MOST_PAUSE);
    since = Date.now();
    page.store(key, { ...plan, page: at, solved: [...solved], tries, seconds });
  }
  const report = () => ({ pages, solved: pages.filter((one) => solved.has(one)), tries, seconds });

  /** Links to all pages: where the reader is, and which are solved. */
  function steps() {
    const links = pages.map((number) => {
      const done = solved.has(number);
      const text = done ? `${number} ✓` : `${number}`;
      const title = `${text} ${say(`t${number}`)}${done ? `, ${say("done")}` : ""}`;
      const link = make("a", { title, "aria-label": title }, text);
      if (isOpen(number)) link.href = place + number;
      else attribute(link, "role", "link");
      attribute(link, "aria-disabled", isOpen(number) ? null : "true");
      attribute(link, "aria-current", number === at ? "page" : null);
      return make("li", {}, link);
    });
    return make("ol", { className: "steps" }, ...links);
  }

  /** The note for a class above its pages. */
  function aboutClass() {
    const about = make(
      "p",
      { className: "class" },
      make("strong", {}, say("yourClass", { n: pages.length, pages: pagesText(pages, "–", ", ") })),
    );
    if (ordered) about.append(` ${say("inOrder")}`);
    return about;
  }

  /** Ways out of a class. */
  function aside() {
    const again = saidButton("startAgain", () => {
      solved.clear();
      tries = seconds = 0;
      since = Date.now();
      states = PAGES.map(() => ({}));
      restore(String(pages[0]));
    });
    return row(again, make("a", { href: "#learn/lesson" }, say("wholeLesson")));
  }

  function build(focus = false) {
    stop.abort();
    stop = new AbortController();
    const number = at;
    const index = pages.indexOf(number);
    const feedback = make("p", { className: "feedback" });
    const nav = make("nav", { "aria-label": say("pages") }, steps());
    // A new address, so that Back leads to the page before.
    const turn = (/** @type {number} */ to) => (location.hash = place + to);
    const pageButton = (/** @type {string} */ key, /** @type {number} */ to) =>
      saidButton(key, () => turn(to), { hidden: !to });
    const previous = pageButton("previous", pages[index - 1]);
    const next = pageButton("next", pages[index + 1]);
    const end = make("div");
    const code = handIn(page, report);
    const certify = () => {
      const all = pages.every((one) => solved.has(one));
      if (all && !end.firstChild) end.append(certificate(code.name, pages, Boolean(chosen)));
      code.box.hidden = !solved.size;
      if (all) code.box.open = true;
      code.draw();
      const done = solved.has(number); // before, the exercise is what to do
      next.classList.toggle("first", done);
      for (const one of allOf(root, ".panel .first")) if (done) one.classList.remove("first");
      next.disabled = ordered && !solved.has(number);
    };
    /** @type {Tell} */
    const tell = (right, text, last = false) => {
      const sign = right === null ? "" : right ? `✓ ${say("right")} ` : `✗ ${say("wrong")} `;
      feedback.className = `feedback ${right === null ? "" : right ? "good" : "bad"}`;
      feedback.textContent = sign + text;
      if (text) page.announce(feedback.textContent);
      // What follows the reply may come after it.
      if (text) queueMicrotask(() => feedback.scrollIntoView({ block: "nearest" }));
      if (right !== null) tries += 1;
      if (last) solved.add(number);
      store();
      code.draw();
      if (!last) return;
      nav.replaceChildren(steps());
      certify();
    };
    const more = { state: states[number - 1], signal: stop.signal, side: side || undefined };
    const used = tools(tell, feedback, more);
    const title = make("h2", { tabIndex: -1 }, say(`t${number}`));
    /** @type {string[]} */
    const text = say(`p${number}`).split("**");
    const where = chosen
      ? say("classPage", { page: number, i: index + 1, n: pages.length })
      : say("pageOf", { i: number, n: pages.length });
    const answer = make("details", {}, make("summary", {}, say("showAnswer")), say(`a${number}`));
    root.replaceChildren(
      ...(chosen ? [aboutClass()] : []),
      nav,
      make(
        "article",
        {},
        make(
          "div",
          { className: "text" },
          make("p", { className: "quiet" }, where),
          title,
          make("p", { className: "pupil" }, say("pupil")),
          make("p", {}, ...text.map((one, i) => (i % 2 ? make("strong", {}, one) : one))),
        ),
        used.ground,
        make(
          "section",
          { className: "panel" },
          make("h3", {}, say("exercise")),
          used.box,
          feedback,
          used.parts,
          used.links,
          ...(answers ? [answer] : []),
        ),
      ),
      row(
        previous,
        next,
        saidButton("printPage", () => print()),
      ),
      code.box,
      end,
      ...(chosen ? [aside()] : []),
    );
    PAGES[number - 1](used);
    certify();
    if (focus) title.focus();
  }

  /** After a link of the lesson, reading continues at the title. @param {string} text */
  function restore(text) {
    at = pageOf(text, at);
    store();
    page.fragment(String(at));
    build(root.contains(document.activeElement));
  }

  restore(rest);
  return { close: () => stop.abort(), speak: () => build(), restore };
}
