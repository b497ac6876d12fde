// The lesson: pages from the knight's move to branch and bound, each with an exercise that the page
// checks. The numbers of large searches come from the server.

import { BoardView } from "../board/board.js";
import { squareName } from "../board/geometry.js";
import { attribute, make, row } from "../dom.js";
import { certificate } from "./certificate.js";
import { PAGES } from "./pages.js";
import { saidButton } from "./parts.js";
import { say } from "./words.js";

/** @typedef {import("./pages.js").Tools} Tools */
/** @typedef {import("./pages.js").Tell} Tell */

/**
 * The number of a page from 0; null if the text is not one.
 * @param {string | number} text
 */
function pageNumber(text) {
  const number = Number(text) - 1;
  return PAGES[number] ? number : null;
}

/**
 * What a page may use. A reply stands below what it replies to: the exercise, or a part of it that
 * came later.
 * @param {Tell} tell
 * @param {HTMLElement} feedback
 * @param {Record<string, any>} state
 * @param {AbortSignal} signal
 * @returns {Tools & {parts: HTMLElement, links: HTMLElement}}
 */
function tools(tell, feedback, state, signal) {
  const box = make("div");
  const parts = make("div");
  const links = make("p");
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
    return row(saidButton(key, pressed));
  }

  /** @type {Tools["board"]} */
  function board(draws, onchoose) {
    const view = new BoardView(box, { interactive: true });
    const draw = () => {
      const now = draws();
      const { rows, columns } = now.problem;
      view.draw({ label: say("picture", rows, columns, now.path.length), ...now });
    };
    view.nameOf = (square, seen) => say("cell", squareName(square, view.rows), seen);
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
    parts,
    links,
    state,
    signal,
    tell,
    board,
    choice,
    part: () => parts.appendChild(make("div")),
    press: (key, onclick) => box.append(press(key, onclick)),
    task: (text) => box.appendChild(make("p", {}, text)),
    watch: (lab) => links.append(make("a", { href: `#learn/lab/${lab}` }, say("watch"))),
  };
}

/**
 * Links to all pages: where the reader is, and which are solved.
 * @param {number} at
 * @param {Set<number>} solved
 */
function steps(at, solved) {
  const links = PAGES.map((_, i) => {
    const done = solved.has(i + 1);
    const title = `${i + 1}${done ? " ✓" : ""} ${say(`t${i + 1}`)}${done ? `, ${say("done")}` : ""}`;
    const href = `#learn/lesson/${i + 1}`;
    const link = make("a", { href, title, "aria-label": title }, done ? `${i + 1} ✓` : `${i + 1}`);
    attribute(link, "aria-current", i === at ? "page" : null);
    return make("li", {}, link);
  });
  return make("ol", { className: "steps" }, ...links);
}

/**
 * @param {Element} root
 * @param {import("../app.js").Page} page
 * @param {string} rest
 * @returns {import("../app.js").View}
 */
export function mountLesson(root, page, rest) {
  const stored = page.load("lesson") ?? {};
  /** @type {Set<number>} */
  const solved = new Set(Array.isArray(stored.solved) ? stored.solved : []);
  /** @type {Record<string, any>[]} */
  const states = PAGES.map(() => ({}));
  let at = pageNumber(stored.page) ?? 0;
  let stop = new AbortController();

  const store = () => page.store("lesson", { page: at + 1, solved: [...solved] });

  function build(focus = false) {
    stop.abort();
    stop = new AbortController();
    const number = at + 1;
    const feedback = make("p", { className: "feedback" });
    const pages = make("nav", { "aria-label": say("pages") }, steps(at, solved));
    /** @type {Tell} */
    const tell = (right, text, last = false) => {
      const sign = right === null ? "" : right ? `✓ ${say("right")} ` : `✗ ${say("wrong")} `;
      feedback.className = `feedback ${right === null ? "" : right ? "good" : "bad"}`;
      feedback.textContent = sign + text;
      if (text) page.announce(feedback.textContent);
      // What follows the reply may come after it.
      if (text) queueMicrotask(() => feedback.scrollIntoView({ block: "nearest" }));
      if (!last) return;
      solved.add(number);
      store();
      pages.replaceChildren(steps(at, solved));
      certify();
    };
    const end = make("div");
    const certify = () => {
      if (solved.size === PAGES.length && !end.firstChild)
        end.append(certificate(page, PAGES.length));
    };
    const used = tools(tell, feedback, states[at], stop.signal);
    const title = make("h2", { tabIndex: -1 }, say(`t${number}`));
    /** @type {string[]} */
    const text = say(`p${number}`).split("**");
    // A new address, so that Back leads to the page before.
    const turn = (/** @type {number} */ to) => (location.hash = `#learn/lesson/${to + 1}`);
    const pageButton = (/** @type {string} */ key, /** @type {number} */ to, className = "") =>
      saidButton(key, () => turn(to), { hidden: !PAGES[to], className });
    root.replaceChildren(
      pages,
      make(
        "article",
        {},
        make("p", { className: "quiet" }, say("pageOf", number, PAGES.length)),
        title,
        make("p", {}, ...text.map((one, i) => (i % 2 ? make("strong", {}, one) : one))),
        make(
          "section",
          { className: "panel" },
          make("h3", {}, say("exercise")),
          used.box,
          feedback,
          used.parts,
          used.links,
        ),
      ),
      row(pageButton("previous", at - 1), pageButton("next", at + 1, "first")),
      end,
    );
    certify();
    PAGES[at](used);
    if (focus) title.focus();
  }

  /**
   * @param {number} to
   * @param {boolean} focus
   */
  function go(to, focus) {
    at = to;
    store();
    page.fragment(String(at + 1));
    build(focus);
  }

  /**
   * After a link of the lesson, reading continues at the title.
   * @param {string} text
   */
  const restore = (text) => go(pageNumber(text) ?? at, root.contains(document.activeElement));

  restore(rest);
  return { close: () => stop.abort(), speak: () => build(), restore };
}
