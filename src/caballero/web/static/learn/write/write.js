// Write it yourself: a search of the reader's own, followed until it differs from a right search.

import { BoardView } from "../../board/board.js";
import { EMPTY } from "../../board/geometry.js";
import { paced } from "../../clock.js";
import { attribute, button, field, make, panel, row } from "../../dom.js";
import { mountPlayer } from "../../player.js";
import { amount, inTime, speakAll, words } from "../../words.js";
import { callList, grow, picture, stackOf } from "./grown.js";
import { grid, nameOf, putsAt, squaresAt, sum } from "./puzzles.js";
import { canRun, run, serverHasSite, stop } from "./run.js";

/** @typedef {import("../../board/geometry.js").Square} Square */
/** @typedef {import("./run.js").Told} Told */

const say = words("write");

const AIMS = ["tour", "queens", "sudoku", "sum"];
const BEGINNINGS = ["board", "five", "mistake1", "mistake2", "mistake3"];
const OTHERS = ["queens", "sudoku", "sum", "solutions", "some", "none"]; // right for other puzzles
const RIGHT = ["tour", "no-tour", "tours", "found", ...OTHERS];
const KEY = "program";
const RATES = [1, 4, 15, 60, 600]; // lines per second

/**
 * The editor, or a plain field where it is not there.
 * @param {HTMLElement} box
 * @param {{text: string, name: string, onchange: () => void}} wishes
 */
async function makeEditor(box, wishes) {
  try {
    const made = await inTime(import(new URL("../../vendor/editor.js", import.meta.url).href));
    return made.makeEditor(box, wishes);
  } catch {
    const area = make("textarea", {
      value: wishes.text,
      spellcheck: false,
      rows: 24,
      "aria-label": wishes.name,
      oninput: wishes.onchange,
    });
    box.append(area);
    return {
      get text() {
        return area.value;
      },
      set text(next) {
        area.value = next;
      },
      light() {},
      close() {},
    };
  }
}

/** The squares that are visited after some lines. @param {Told["steps"]} steps @param {number} k */
function pathAt(steps, k) {
  /** @type {Square[]} */
  const path = [];
  for (let i = 0; i < k; i += 1) {
    for (const [kind, square] of changesOf(steps[i])) {
      if (kind === "place") path.push(square);
      else if (kind === "free") path.pop();
    }
  }
  return path;
}

/** What a line did to the board. @param {(number | string)[]} step @returns {[string, Square][]} */
function changesOf(step) {
  /** @type {[string, Square][]} */
  const found = [];
  for (let i = 2; i < step.length; i += 3) {
    found.push([String(step[i]), [Number(step[i + 1]), Number(step[i + 2])]]);
  }
  return found;
}

/** @type {import("../../app.js").Mount} */
export function mountWrite(root, page) {
  /** @type {Told | null} */
  let told = null;
  let state = ""; // what is said without an answer
  /** @type {any} */
  let editor = null;
  let closed = false;
  let text = page.load(KEY);
  if (typeof text !== "string") text = say("program-board").join("\n");

  const begin = make(
    "select",
    { onchange: () => open(begin.value) },
    ...["", ...BEGINNINGS].map((value) => make("option", { value, say: `begin-${value}` })),
  );
  const aim = make(
    "select",
    { onchange: () => page.store("aim", aim.value) },
    ...AIMS.map((value) => make("option", { value, say: `aim-${value}` })),
  );
  aim.value = AIMS.find((one) => one === page.load("aim")) ?? "tour";
  const start = button("run", () => void go(), { className: "main", disabled: !canRun() });
  const end = button("stop", () => stop(), { hidden: true });
  const bar = make("progress", { max: 1, value: 0, hidden: true, name: "starting" });
  const verdict = make("p", { className: "verdict", role: "status" });
  const sentence = make("p", { className: "sentence" });
  const editing = make("div", { className: "editor" });
  const canvas = make("div", { className: "ground" });
  const board = new BoardView(canvas);
  const other = make("div", { className: "other" });
  const compared = make("div");
  const calls = make("ol", { className: "calls" });
  const tree = make("div", { className: "grown", tabIndex: 0, role: "group", name: "tree" });
  const within = panel("calls", calls);
  const grown = panel("tree", tree);
  for (const one of [within, grown]) one.addEventListener("toggle", () => one.open && draw());
  const printed = make("pre", { className: "printed", tabIndex: 0, name: "printed" });
  const player = mountPlayer({
    onshow: () => draw(),
    onstep: () => page.announce(sentence.textContent ?? ""),
    unit: "steps",
    speeds: RATES,
    speed: 1,
  });
  const keep = paced(() => page.store(KEY, editor.text));
  const seen = make("section", { className: "seen", hidden: true });
  seen.append(player.box, sentence, canvas, other, within, grown, compared, printed);
  const away = make("p", { className: "quiet", say: "away", hidden: canRun() });
  const there = make("a", { href: "site/#learn/write", say: "there", hidden: true });
  if (!canRun()) {
    serverHasSite().then((has) => {
      there.hidden = !has;
      away.hidden = has;
    });
  }
  root.append(
    make("h2", { say: "title" }),
    make("p", { say: "intro" }),
    away,
    make("p", {}, there),
    make(
      "div",
      { className: "desk" },
      make(
        "section",
        { className: "own" },
        row(field("aim", aim), field("begin", begin)),
        editing,
        row(start, end, button("save", save), make("a", { href: "#learn/lab", say: "toLab" })),
      ),
      make("section", { className: "answer" }, bar, verdict, seen),
    ),
  );
  makeEditor(editing, { text, name: say("program"), onchange }).then((made) => {
    if (closed) made.close();
    else editor = made;
  });
  speak();

  /** @param {string} name - of a beginning */
  function open(name) {
    if (!name || !editor) return;
    editor.text = say(`program-${name}`).join("\n");
    aim.value = AIMS.find((one) => one === name) ?? "tour";
    page.store("aim", aim.value);
    begin.value = "";
  }

  function onchange() {
    keep.soon();
    if (!told) return;
    told = null; // its lines are others now
    state = "changed";
    show();
  }

  function save() {
    const file = new Blob([editor?.text ?? text], { type: "text/x-python" });
    const link = make("a", { href: URL.createObjectURL(file), download: "caballero_own.py" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  }

  async function go() {
    if (!editor) return;
    told = null;
    state = "running";
    busy(true);
    show();
    const answer = await run(editor.text, aim.value, (progress) => {
      bar.hidden = progress >= 1;
      bar.value = progress;
    });
    if (closed) return;
    if (typeof answer === "string") state = answer;
    else told = answer;
    busy(false);
    show();
    page.announce(verdict.textContent ?? "");
  }

  /** @param {boolean} yes */
  function busy(yes) {
    const held = document.activeElement;
    start.hidden = yes;
    end.hidden = bar.hidden = !yes;
    if (held === start || held === end) (yes ? end : start).focus();
  }

  /** Say what came out, and begin at the last line that ran. */
  function show() {
    const { verdict: key = state, values = {}, line = 0 } = told ?? {};
    const right = RIGHT.includes(key);
    const where = told && line && !right ? `${say("line", { n: line })} ` : "";
    verdict.textContent = key ? where + say(`told-${key}`, values) : "";
    attribute(verdict, "class", `verdict ${told ? (right ? "good" : "bad") : ""}`);
    const steps = told?.steps ?? [];
    seen.hidden = !told || !steps.length;
    grown.hidden = !told?.rows;
    other.hidden = !told?.rows || !["sudoku", "sum"].includes(told.puzzle);
    canvas.hidden = !told?.rows || !other.hidden;
    within.hidden = !told?.calls?.some(([, text]) => text);
    printed.textContent = told?.output ?? "";
    printed.hidden = !told?.output;
    compare();
    player.load(steps.length, steps.length, 0);
  }

  /** The nodes compared with the textbook's. */
  function compare() {
    const rows = told?.textbook ?? [];
    compared.hidden = !rows.length;
    if (!told || !rows.length) return compared.replaceChildren();
    const { nodes, verdict: key } = told;
    const own = { name: "own", nodes, exact: RIGHT.includes(key) };
    const cells = [own, ...rows].map(({ name, nodes, exact }) =>
      make(
        "tr",
        name === "own" ? { className: "mine" } : {},
        make("th", { scope: "row" }, say(`of-${name}`) ?? say("of-order", { name })),
        make(
          "td",
          {},
          exact ? amount(nodes) : say(name === "own" ? "so-far" : "more-than", { n: nodes }),
        ),
      ),
    );
    const same = RIGHT.includes(key) ? rows.find((one) => one.exact && one.nodes === nodes) : null;
    compared.replaceChildren(
      make("table", {}, make("caption", {}, say("nodes")), make("tbody", {}, ...cells)),
      ...(same ? [make("p", {}, say("same", { name: same.name }))] : []),
    );
  }

  function draw() {
    if (!told) {
      editor?.light(0, "");
      return;
    }
    const { steps, rows, columns, verdict: key, values, line, puzzle } = told;
    const k = player.shown;
    const step = steps[k - 1];
    const atEnd = k === steps.length;
    const path = pathAt(steps, k);
    const changes = step ? changesOf(step) : [];
    const [kind, square] = changes.at(-1) ?? ["", null];
    const wrong = atEnd && !RIGHT.includes(key);
    editor?.light(wrong ? line : Number(step?.[0] ?? 0), wrong ? "wrong" : "lit");
    const of = told;
    const queens = puzzle === "queens" || key === "queens";
    const crowned = queens ? squaresAt(steps.slice(0, k).flatMap(changesOf)) : [];
    const faulty = wrong ? [values.what, values.there] : [];
    if (other.childNodes.length || !other.hidden) drawOther(told, k, square);
    if (rows && other.hidden)
      board.draw({
        problem: { ...EMPTY, rows, columns },
        path: queens ? [] : path,
        piece: !queens,
        looks: crowned.map((one) => [one, { text: "♛" }]),
        marks: queens
          ? crowned.filter((one) => faulty.includes(nameOf(of, one))).map((one) => [one, "x"])
          : square && kind !== "place"
            ? [[square, kind === "free" ? "←" : "x"]]
            : [],
        label: say("picture", { rows, columns, n: path.length }),
      });
    drawCalls(told, k);
    const name = square && nameOf(told, square);
    const does = puzzle === "tour" ? kind : `${kind}-other`;
    const cut = k >= 30_000 ? say("first-steps", { n: k }) : ""; // as many as program.py keeps
    sentence.textContent = step
      ? `${say("line", { n: Number(step[0]) })} ${kind ? say(`does-${does}`, { square: name, n: path.length, number: numberAt(told, k) }) : ""}${cut && ` ${cut}`}`
      : say("begins");
  }

  /**
   * The open calls and the tree, where the reader wants to see them.
   * @param {Told} of
   * @param {number} k - the lines that were run
   */
  function drawCalls(of, k) {
    const { steps, calls: all, rows } = of;
    if (within.open)
      calls.replaceChildren(...callList(stackOf(all, Number(steps[k - 1]?.[1] ?? -1))));
    if (!grown.open || !rows) return;
    const done = steps.slice(0, k).flatMap(changesOf);
    const made = grow(done.map(([kind, square]) => [kind, nameOf(of, square)]));
    const label = say("grown", { n: made.nodes.length - 1 });
    tree.replaceChildren(make("p", { className: "quiet" }, label), picture(made, label));
    tree.scrollTo(tree.scrollWidth, tree.scrollHeight);
  }

  /** What was put last, after some steps. @param {Told} of @param {number} k */
  function numberAt({ steps, entries = [], puzzle }, k) {
    const placed = steps.slice(0, k).flatMap(changesOf);
    const count = placed.filter(([kind]) => kind === "place").length;
    return puzzle === "sudoku" ? ` = ${entries[count - 1]}` : "";
  }

  /**
   * A sudoku, or numbers.
   * @param {Told} of
   * @param {number} k - the lines that were run
   * @param {Square | null} last - the cell that changed
   */
  function drawOther(of, k, last) {
    const puts = putsAt(of.steps.slice(0, k).flatMap(changesOf), of.entries ?? []);
    const draw = of.puzzle === "sudoku" ? grid : sum;
    other.replaceChildren(draw(of, puts, `${last}`, say("other", { n: puts.size })));
  }

  function speak() {
    speakAll(root, (key) => say(key) ?? "");
    player.speak(say("player"));
    show();
  }

  return {
    close() {
      closed = true;
      keep.stop();
      stop();
      player.pause();
      editor?.close();
    },
    speak,
    restore: () => {},
  };
}
