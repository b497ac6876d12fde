// The view of Look: its elements, and how they show an exhibit.

import { BoardView, markClass } from "../board/board.js";
import { squareName } from "../board/geometry.js";
import { sizeWithin } from "../board/grid.js";
import { PIECES } from "../board/pieces.js";
import { smallArt } from "../board/small.js";
import { lastDays } from "../clock.js";
import { attribute, button, choice, field, legendItems, make, panel, row } from "../dom.js";
import { amount, boardWords, dateText, words } from "../words.js";
import { artOf } from "./day.js";
import { marksOf, STYLES } from "./state.js";

const say = words("look");

/** @typedef {import("./state.js").Exhibit} Exhibit */
/** @typedef {import("./state.js").Fault} Fault */
/** @typedef {import("../board/geometry.js").Square} Square */

const SHOWN_FAULTS = 20;
const DAYS = 12; // on the wall
/** @type {Intl.DateTimeFormatOptions} */
const DATE = { day: "numeric", month: "short", timeZone: "UTC" };
const LARGE = 20; // squares on a side, from which the board can be enlarged

/** @param {Exhibit} shown @param {Square} square */
const nameOf = ({ problem }, square) => squareName(square, problem.rows);

/** The tour in words, by its board and its piece. @param {Exhibit} shown */
export function lineOf({ problem, none, day }) {
  const { closed, surface, piece } = problem;
  const name = Object.hasOwn(PIECES, piece) ? boardWords(piece) : piece;
  const key = none ? "noCaption" : "caption";
  const date = day && dateText(new Date(day), DATE);
  const size = sizeWithin(problem, boardWords);
  return say(key, { size, piece: name, closed, surface, date });
}

/** @param {Exhibit} shown */
function captionOf(shown) {
  const { path, faults, whole } = shown;
  const line = lineOf(shown);
  if (faults.length) return `${say("faults", { n: faults.length })} ${line}`;
  if (!whole) return line;
  return (
    line +
    say("ends", {
      n: path.length,
      first: nameOf(shown, path[0]),
      last: nameOf(shown, path[path.length - 1]),
    })
  );
}

/**
 * The rows of the statistics: a key and its value; null leaves the row out.
 * @param {Exhibit} shown
 * @param {Record<string, any>} counted
 * @returns {[string, any][]}
 */
function figuresOf(shown, counted) {
  const ends = `${nameOf(shown, counted.first)}, ${nameOf(shown, counted.last)}`;
  /** @type {[[number, number], number][]} */
  const slopes = counted.slopes;
  const lines = slopes.map(([[down, right], n]) => {
    const side = right < 0 ? "left" : "right";
    return `${say("slope", { down, right: Math.abs(right), side })}: ${amount(n)}`;
  });
  return [
    ["squares", amount(counted.squares)],
    ["endsAre", counted.closed ? null : ends + say("closable", { yes: counted.closable })],
    ["turns", amount(counted.turns)],
    ["straight", amount(counted.straight)],
    ["longest", counted.longest === null ? null : say("runs", { n: counted.longest })],
    ["crossings", amount(counted.crossings)],
    ["kind", say(`kind-${counted.symmetry}`) ?? null],
    ["slopes", lines.join("\n")],
  ];
}

function elements() {
  const statistics = make("section", { hidden: true });
  return {
    table: make("div", { className: "plate table" }),
    caption: make("figcaption", { className: "head" }),
    style: choice(STYLES),
    zoom: make("input", { type: "range", min: 1, max: 8, step: 0.5, value: 1 }),
    legend: make("ul", { className: "legend" }),
    message: make("p", { className: "message" }),
    text: make("textarea", { rows: 5, spellcheck: false, maxLength: 100000 }),
    against: make("input", { type: "checkbox" }),
    list: make("ul", { className: "faults" }),
    figures: make("dl"),
    order: make("p", { className: "order" }),
    statistics,
    chooserBox: make("div"),
    toPage: make("a", { className: "to-page", say: "toPage", target: "_blank" }),
    side: make("div", { className: "beside more" }),
  };
}

/**
 * @param {Element} root
 * @param {{find: () => void, check: () => void, choose: (fault: Fault | null) => void}} act
 * @param {{player: HTMLElement, count: HTMLElement, files: HTMLElement}} boxes
 */
export function makeView(root, act, boxes) {
  const parts = elements();
  const find = button("find", act.find, { className: "first" });
  const open = button("about", () => openAbout());
  const finding = row(open, find);
  const { table, caption, legend, message, list, figures, order, statistics, toPage, side } = parts;
  statistics.append(figures, make("details", {}, make("summary", { say: "order" }), order));
  const checking = panel(
    "check",
    field("tour", parts.text),
    field("against", parts.against),
    row(button("judge", act.check)),
  );
  const wall = make("ul", { className: "wall" });
  const art = make("section", { className: "panel" }, make("h2", { say: "days" }), wall);
  const about = panel("about", statistics, boxes.count, checking, boxes.files);
  about.classList.add("about");
  side.append(list, art, about, panel("finding", parts.chooserBox));
  boxes.player.append(field("style", parts.style));
  const zooming = field("zoom", parts.zoom, { className: "zoom" });
  const touch = make("div", { className: "touch" }, zooming, boxes.player, finding, toPage);
  const bar = make("div", { className: "bar" }, message, legend, touch);
  const figure = make("figure", {}, caption, table, bar);
  root.append(make("div", { className: "stage" }, figure, side));
  const board = new BoardView(table);

  /** @param {number} zoom */
  function enlarge(zoom) {
    parts.zoom.value = String(zoom);
    board.box.style.setProperty("--zoom", String(zoom));
    attribute(board.box, "tabindex", zoom > 1 ? 0 : null); // then it scrolls, also by keys
  }
  parts.zoom.addEventListener("input", () => {
    enlarge(parts.zoom.valueAsNumber);
    follow();
  });

  /** Scroll an enlarged board, and not the page, to the piece. */
  function follow() {
    const cell = board.box.querySelector(".cell.last");
    if (parts.zoom.value === "1" || !cell) return;
    const [inner, outer] = [cell, board.box].map((one) => one.getBoundingClientRect());
    board.box.scrollBy(
      inner.left + inner.width / 2 - outer.left - outer.width / 2,
      inner.top + inner.height / 2 - outer.top - outer.height / 2,
    );
  }

  /** @param {Exhibit} shown */
  function showLegend(shown) {
    const marks = new Set(marksOf(shown, null).map(([, mark]) => mark));
    const own = [
      ["x", "faulty"],
      ["o", "unvisited"],
      ["*", "faultyToo"],
    ].filter(([mark]) => marks.has(mark));
    /** @type {[string, string][]} */
    const entries = shown.none
      ? (shown.none.legend ?? [])
      : own.map(([mark, key]) => [mark, say(key)]);
    legend.replaceChildren(...legendItems(entries, markClass));
  }

  /** @param {Exhibit} shown */
  function showFaults({ faults }) {
    const items = faults.slice(0, SHOWN_FAULTS).map((fault) => {
      const one = make("button", { type: "button", textContent: fault.message });
      for (const event of ["focus", "mouseenter"])
        one.addEventListener(event, () => act.choose(fault));
      for (const event of ["blur", "mouseleave"])
        one.addEventListener(event, () => act.choose(null));
      return make("li", {}, one);
    });
    const more = faults.length - items.length;
    if (more > 0) items.push(make("li", { textContent: say("more", { n: more }) }));
    list.replaceChildren(...items);
  }

  const days = lastDays(new Date(), DAYS).reverse();
  const links = days.map((date) => make("a", { href: `#look/day/${date}` }));
  wall.append(...links.map((link) => make("li", {}, link)));

  /** Draw the tours of the wall, in turn, so that the page answers meanwhile. */
  function hang(i = 0) {
    if (i === days.length || !wall.isConnected) return;
    links[i].prepend(smallArt(artOf(days[i])));
    setTimeout(hang, 0, i + 1);
  }
  setTimeout(hang);

  /** @param {string} shown - a day, if it is its tour */
  function nameDays(shown) {
    days.forEach((date, i) => {
      const name = links[i].querySelector("span") ?? links[i].appendChild(make("span"));
      name.textContent = dateText(new Date(date), DATE);
      attribute(links[i], "aria-current", date === shown ? "true" : null);
    });
  }

  function openAbout() {
    about.open = true;
    about.scrollIntoView({ block: "nearest" });
    about.querySelector("summary")?.focus();
  }

  return {
    ...parts,
    openAbout,

    /**
     * @param {Exhibit} shown
     * @param {number} count - how many squares of a tour are visited
     * @param {Fault | null} chosen
     */
    draw(shown, count, chosen) {
      const { problem, path, whole, numbers } = shown;
      const ended = !whole || count === path.length;
      const label = [captionOf(shown)];
      if (!ended) label.push(say("ofMoves", { shown: count, all: path.length }));
      const flat = problem.surface === "flat"; // elsewhere a line has no inside
      parts.style.options[STYLES.indexOf("mosaic")].disabled = !flat;
      table.dataset.style = parts.style.value;
      board.draw({
        problem,
        path,
        shown: whole ? count : path.length,
        numbers,
        closed: whole && problem.closed && ended,
        style: flat || parts.style.value !== "mosaic" ? parts.style.value : "path",
        marks: marksOf(shown, chosen),
        piece: whole && !ended,
        label: label.join("; "),
      });
      const large = Math.max(problem.rows, problem.columns) > LARGE;
      if (!large && !zooming.hidden) enlarge(1);
      zooming.hidden = !large;
      follow();
    },

    /** Bring what was found into sight; the focus stays where it is. */
    reveal() {
      const all = document.createRange();
      all.selectNodeContents(figure); // which may have no box of its own
      const { top, bottom } = all.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) table.scrollIntoView({ block: "start" });
    },

    /** @param {Exhibit} shown */
    showFigures(shown) {
      const { counted } = shown;
      statistics.hidden = !counted;
      order.textContent = shown.whole
        ? shown.path.map((square) => nameOf(shown, square)).join(" ")
        : "";
      if (!counted) return;
      const rows = figuresOf(shown, counted).filter(([, value]) => value !== null);
      figures.replaceChildren(
        ...rows.flatMap(([key, textContent]) => [
          make("dt", { textContent: say(key) }),
          make("dd", { textContent }),
        ]),
      );
    },

    /**
     * Show everything around the board.
     * @param {Exhibit} shown
     * @param {{busy: boolean, sound: boolean, framed: boolean}} now
     */
    show(shown, { busy, sound, framed }) {
      const { whole, none } = shown;
      caption.textContent = captionOf(shown) + (none ? ` ${none.certificate.reason}` : "");
      message.hidden = framed && Boolean(whole || none); // the board shows it
      find.dataset.say = busy ? "stop" : whole && !shown.day ? "again" : "find";
      find.textContent = say(find.dataset.say);
      find.disabled = !sound;
      open.hidden = !whole;
      open.classList.toggle("first", whole);
      find.classList.toggle("first", !whole);
      showLegend(shown);
      showFaults(shown);
      nameDays(shown.day);
      this.showFigures(shown);
    },

    /** Show the board alone, as in a frame of another page. @param {boolean} framed */
    frame(framed) {
      document.documentElement.classList.toggle("embedded", framed);
      side.hidden = finding.hidden = framed;
      toPage.hidden = !framed;
    },
  };
}
