// Looking at tours: one that is found, one that somebody brings, or the reason why there is none.

import { ask } from "./api.js";
import { BoardView, markClass } from "./board.js";
import { mountChooser } from "./chooser.js";
import {
  EMPTY,
  PIECES,
  askedOf,
  isMove,
  pathOf,
  pathText,
  readQuestion,
  same,
  squareCount,
  squareName,
  writeQuestion,
  wrongWith,
} from "./geometry.js";
import { mountCount } from "./look-count.js";
import { mountFiles } from "./look-files.js";
import { button, choice, field, make, panel, row } from "./parts.js";
import { mountPlayer } from "./look-player.js";
import { SAID } from "./words-look.js";
import { common, speakAll, words } from "./words.js";

const say = words(SAID);
const SECONDS = 10; // what a search may take
const SHOWN_FAULTS = 20;
const WRITING = 400; // milliseconds between two writings of the address
const STYLES = ["both", "path", "numbers", "colours", "symmetry"];
const SURFACES = { "false,false": "flat", "false,true": "cylinder", "true,true": "torus" };

// Whether a path is a whole tour as the question asks.
function isWhole(question, path) {
  const { closed, start, end } = question;
  if (path.length !== squareCount(question)) return false;
  if ((start && !same(start, path[0])) || (end && !same(end, path.at(-1)))) return false;
  return !closed || (path.length > 2 && isMove(question, path.at(-1), path[0]));
}

export function mount(root, page) {
  let question = EMPTY; // of what is shown
  let path = [];
  let numbers = null; // of a claim with faults: what stands on its squares
  let whole = false; // whether it is a tour
  let none = null; // the answer of the server if there is no tour
  let faults = []; // of a claim: [{ code, message, places }]
  let claim = ""; // the text with the faults
  let chosen = null; // the fault that is looked at
  let counted = null; // the statistics
  let told = ["empty"]; // a key with its values, or a sentence of the server's
  let request = null; // for a tour or a verdict
  let looking = null; // for the statistics
  let seed = 0;
  let embedded = false;
  let writing = null;

  const name = (square) => squareName(square, question.rows);
  const sentence = () => (Array.isArray(told) ? say(told[0], ...told.slice(1)) : told);

  // -- the parts ------------------------------------------------------------------------------

  const table = make("div", { className: "plate" });
  const view = new BoardView(table);
  const caption = make("figcaption");
  const style = choice(STYLES);
  const player = mountPlayer(say, draw, (n) => page.announce(say("at", n, name(path[n - 1]))));
  const legend = make("ul", { className: "legend" });
  const message = make("p", { className: "message" });
  const find = button("find", () => (request ? stop() : search()), { className: "first" });
  const finding = row(find);
  const text = make("textarea", { rows: 5, spellcheck: false, maxLength: 100000 });
  const against = make("input", { type: "checkbox" });
  const list = make("ul", { className: "faults" });
  const figures = make("dl");
  const order = make("p", { className: "order" });
  const statistics = make(
    "section",
    { className: "panel", hidden: true },
    make("h2", { data: { say: "statistics" } }),
    figures,
    make("details", {}, make("summary", { data: { say: "order" } }), order),
  );
  const chooserBox = make("div");
  const checking = panel(
    "check",
    field("tour", text),
    make("label", { className: "tick" }, against, make("span", { data: { say: "against" } })),
    row(button("judge", () => check())),
  );
  const toPage = make("a", { className: "to-page", data: { say: "toPage" }, target: "_blank" });
  const count = mountCount(say, page, () => chooser.question);
  const files = mountFiles(say, page, () => (whole ? { question, path } : null), link);
  const side = make(
    "div",
    { className: "beside" },
    chooserBox,
    finding,
    message,
    list,
    statistics,
    checking,
    count.box,
    files.box,
  );
  player.box.append(field("style", style));
  const show = make(
    "figure",
    {},
    table,
    caption,
    legend,
    player.box,
    toPage,
  );
  root.append(make("div", { className: "stand" }, show, side));
  const chooser = mountChooser(chooserBox, { question, onchange: renewed });

  // -- showing ----------------------------------------------------------------------------------

  const pieceName = () =>
    Object.hasOwn(PIECES, question.piece) ? common(question.piece) : question.piece;

  function captionOf() {
    const { rows, columns, closed, surface } = question;
    const more = say("surfaceMore")[surface];
    const line = say("caption", rows, columns, pieceName(), closed, more);
    if (faults.length) return `${say("faults", faults.length)} ${line}`;
    return whole ? line + say("ends", path.length, name(path[0]), name(path.at(-1))) : line;
  }

  function marksNow() {
    if (none) return none.marks ?? [];
    const marks = new Map();
    for (const { code, places } of chosen ? [chosen] : faults) {
      const mark = code === "never-visited" ? "o" : "x";
      for (const place of places) {
        if (!Array.isArray(place)) continue;
        const before = marks.get(String(place))?.[1] ?? mark;
        marks.set(String(place), [place, before === mark ? mark : "*"]);
      }
    }
    return [...marks.values()];
  }

  function draw(shown = player.shown, playing = false) {
    const count = whole ? shown : path.length;
    const ended = count === path.length;
    const label = [captionOf()];
    if (!ended) label.push(say("ofMoves", count, path.length));
    table.dataset.style = style.value;
    view.draw({
      question,
      path,
      shown: count,
      numbers,
      closed: whole && question.closed && ended,
      style: style.value,
      marks: marksNow(),
      piece: whole && !ended,
      label: label.join("; "),
    });
    if (!playing) write();
  }

  function showLegend() {
    const marks = new Set(marksNow().map(([, mark]) => mark));
    const own = [["x", "faulty"], ["o", "unvisited"], ["*", "faultyToo"]];
    const lines = none
      ? (none.legend ?? [])
      : own.filter(([mark]) => marks.has(mark)).map(([mark, key]) => [mark, say(key)]);
    legend.replaceChildren(
      ...lines.map(([letters, meaning]) => {
        const swatch = `swatch mark ${markClass(letters[0])}`;
        return make("li", {}, make("span", { className: swatch, textContent: letters }), ` ${meaning}`);
      }),
    );
  }

  function showFaults() {
    const items = faults.slice(0, SHOWN_FAULTS).map((fault) => {
      const look = (one) => () => {
        chosen = one;
        draw();
      };
      const made = make("button", { type: "button", textContent: fault.message });
      made.addEventListener("focus", look(fault));
      made.addEventListener("mouseenter", look(fault));
      made.addEventListener("blur", look(null));
      made.addEventListener("mouseleave", look(null));
      return make("li", {}, made);
    });
    const more = faults.length - items.length;
    if (more > 0) items.push(make("li", { textContent: say("more", more) }));
    list.replaceChildren(...items);
  }

  function showFigures() {
    statistics.hidden = !counted;
    order.textContent = whole ? path.map(name).join(" ") : "";
    if (!counted) return;
    const { first, last } = counted;
    const ends = `${name(first)}, ${name(last)}${say("closable", counted.closable)}`;
    const slopes = counted.slopes.map(
      ([[down, right], n]) => `${say("slope", down, right)}: ${n}`,
    );
    const rows = [
      ["squares", counted.squares],
      ["endsAre", counted.closed ? null : ends],
      ["turns", counted.turns],
      ["straight", counted.straight],
      ["longest", counted.longest === null ? null : say("runs", counted.longest)],
      ["crossings", counted.crossings],
      ["kind", say("kinds")[counted.symmetry] ?? null],
      ["slopes", slopes.join("\n")],
    ];
    figures.replaceChildren(
      ...rows
        .filter(([, value]) => value !== null)
        .flatMap(([key, value]) => [
          make("dt", { textContent: say(key) }),
          make("dd", { textContent: value }),
        ]),
    );
  }

  // more is only said aloud: who sees reads it beside the board.
  function tell(what, feeling = "", more = "") {
    told = what;
    message.textContent = sentence();
    message.className = `message ${feeling}`;
    page.announce(`${message.textContent} ${more}`);
  }

  function showAll(first) {
    caption.textContent = none ? `${captionOf()}. ${none.certificate.reason}` : captionOf();
    message.hidden = embedded && Boolean(whole || none); // then the board speaks for itself
    find.dataset.say = request ? "stop" : whole ? "again" : "find";
    find.textContent = say(find.dataset.say);
    find.disabled = Boolean(wrongWith(chooser.question));
    if (first === undefined) draw();
    else player.load(whole ? path.length : 0, first);
    showLegend();
    showFaults();
    showFigures();
    files.show();
    toPage.href = link(false);
  }

  // Something else is to be shown; shown is how many of its squares.
  function put(next, line, more = {}) {
    ({ numbers = null, whole = false, none = null, faults = [] } = more);
    question = next;
    path = line;
    chosen = counted = null;
    looking?.abort();
    looking = null;
    files.changed();
    showAll(more.shown ?? path.length);
    if (whole) look();
  }

  // -- the address ------------------------------------------------------------------------------

  function rest(framed) {
    const parts = [`${writeQuestion(question)}${whole ? `/${pathText(question, path)}` : ""}`];
    if (none) parts.push("none");
    if (style.value !== "both") parts.push(`s=${style.value}`);
    if (whole && player.shown < path.length) parts.push(`at=${player.shown}`);
    if (framed) parts.push("embed");
    return parts.join("&");
  }

  function link(framed) {
    return `${location.origin}${location.pathname}#look/${rest(framed)}`;
  }

  // Browsers do not allow it at every move.
  function write() {
    writing ??= setTimeout(writeNow, WRITING);
  }

  function writeNow() {
    clearTimeout(writing);
    writing = null;
    page.fragment(rest(embedded));
    files.show();
  }

  const leaving = () => writing && writeNow();

  function frame(yes) {
    embedded = yes;
    document.documentElement.classList.toggle("embedded", yes);
    side.hidden = yes;
    (yes ? legend : finding).after(message); // what is not a tour says so in a frame, too
    toPage.hidden = !yes;
  }

  // -- asking -----------------------------------------------------------------------------------

  // Ask the server; null if something else has been asked meanwhile.
  async function answered(what, asked, saying) {
    request?.abort();
    const mine = new AbortController();
    request = mine;
    tell([saying]);
    showAll();
    const said = await ask(what, asked, mine.signal);
    if (request !== mine) return null;
    request = null;
    return said;
  }

  function stop() {
    request?.abort();
    request = null;
    tell(["stopped"]);
    showAll();
  }

  async function search() {
    const next = chooser.question;
    if (wrongWith(next)) return; // the chooser says what is wrong
    const again = (whole || none) && writeQuestion(next) === writeQuestion(question);
    seed = again ? seed + 1 : 0;
    if (!again) put(next, []);
    const asked = { ...askedOf(next), seed, seconds: SECONDS };
    const said = await answered("solve", asked, "looking");
    if (!said) return;
    if (said.status === "found") {
      tell(["found"], "good");
      put(next, said.tour, { whole: true });
    } else if (said.status === "impossible") {
      tell(["none"], "bad", said.certificate.reason);
      put(next, [], { none: said });
    } else {
      tell(said.message, "bad");
      showAll();
    }
  }

  // The board that an answer is about, as a question; null if it cannot be shown here.
  function questionOf({ board, piece, closed }, ends) {
    const { shape, holes = [], wraps = [false, false] } = board;
    const surface = SURFACES[wraps];
    if (shape.length !== 2 || !surface) return null;
    const [rows, columns] = shape;
    const next = { ...EMPTY, rows, columns, holes, surface, piece, closed, ...ends };
    return wrongWith(next) ? null : next;
  }

  async function check(tour = text.value) {
    const asked = chooser.question;
    if (!tour.trim() || wrongWith(asked)) {
      tell(tour.trim() ? common(wrongWith(asked)) : ["noText"], "bad");
      text.focus();
      return;
    }
    const more = { tour, shown: !against.checked };
    const said = await answered("verify", { ...askedOf(asked), ...more }, "checking");
    if (!said) return;
    if (said.status !== "valid" && said.status !== "invalid") {
      tell(said.message, "bad");
      put(asked, []);
      return;
    }
    claim = tour;
    const valid = said.status === "valid";
    const next = questionOf(said, against.checked ? { start: asked.start, end: asked.end } : {});
    if (!next) {
      tell(`${said.message} ${say("cannotShow")}`, valid ? "" : "bad");
      put(asked, []);
      return;
    }
    chooser.set(next);
    count.changed();
    const line = said.line.map(([, square]) => square);
    if (valid) put(next, line, { whole: true });
    else put(next, line, { numbers: said.line.map(([n]) => n), faults: said.faults });
    if (valid) tell(said.message, "good");
    else tell(["faults", said.faults.length], "bad", said.message);
  }

  async function look() {
    const mine = new AbortController();
    looking = mine;
    const said = await ask("statistics", { ...askedOf(question), tour: path }, mine.signal);
    if (looking !== mine || said.status !== "statistics") return;
    counted = said.statistics;
    showFigures();
  }

  // Another board is chosen: what was shown is not on it.
  function renewed(next) {
    request?.abort();
    request = null;
    count.changed();
    tell(["empty"]);
    put(next, []);
  }

  style.addEventListener("change", () => {
    page.keep("style", style.value);
    draw();
    writeNow();
  });

  function speak() {
    const either = (key) => say(key) ?? common(key) ?? key.toUpperCase();
    speakAll(root, either);
    for (const options of root.querySelectorAll("[data-choice]")) {
      for (const option of options.options) option.text = either(option.value);
    }
    chooser.speak();
    player.speak();
    count.speak();
    files.speak();
    message.textContent = sentence();
    showAll();
    // The reasons are sentences of the server's: in another language they are asked for again.
    if (none) search();
    else if (faults.length) check(claim);
  }

  addEventListener("pagehide", leaving);
  if (STYLES.includes(page.kept("style"))) style.value = page.kept("style");
  frame(false);
  put(question, []);
  speak();

  return {
    speak,
    close() {
      request?.abort();
      looking?.abort();
      leaving();
      removeEventListener("pagehide", leaving);
      player.pause();
      count.close();
      files.close();
      document.documentElement.classList.remove("embedded");
    },
    restore(asked) {
      const [where, ...options] = asked.split("&");
      const [board, moves] = where.split("/");
      const next = readQuestion(board);
      if (!next) {
        tell(["badLink"], "bad");
        return;
      }
      frame(options.includes("embed"));
      const values = new Map(options.map((option) => option.split("=")));
      if (STYLES.includes(values.get("s"))) style.value = values.get("s");
      const line = moves ? pathOf(next, moves) : [];
      if (asked === rest(embedded)) return;
      chooser.set(next);
      count.changed();
      if (isWhole(next, line)) {
        tell(["loaded"]);
        put(next, line, { whole: true, shown: Number(values.get("at")) || line.length });
      } else {
        put(next, []);
        if (line.length) tell(["partly", line.length, squareCount(next)], "bad");
        if (options.includes("none")) search();
      }
    },
  };
}
