// The page of branch and bound: five cities, a bound to compute, and what the search cuts off.

import { BoardView } from "../board/board.js";
import { boardFrom, same, squareName, writeProblem } from "../board/geometry.js";
import { shape } from "../board/lines.js";
import { legendItems, make } from "../dom.js";
import { words } from "../words.js";
import { boundOf, distance, lengthOf, search, waysAhead } from "./cities.js";
import { squares, table } from "./parts.js";
import { squaresOn } from "./solutions.js";

const say = words("learn");

/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {import("./cities.js").Node} Node */
/** @typedef {import("./pages.js").Tools} Tools */

// The piece goes from each city to each.
const CITIES = boardFrom(["s##x#", "#####", "#####", "#####", "xx##x"], {
  piece: "0,1+0,3+0,4+1,4+2,4+3,4+4,4",
  closed: true,
});
const BEST = 18; // of the search, before its last improvement
const PATH = squares("a5 a1 e1", 5);
const OTHERS = ["a5 b1", "a5 e1", "a5 d5 e1", "a5 b1 a1"].map((names) => squares(names, 5));
/** @type {import("./cities.js").Bounded[]} */
const BOUNDED = ["none", "made", "ahead"];

const STAR = "l.15 .4h.43l-.34 .27.13 .42-.37-.26-.37 .26.13-.42-.34-.27h.43z";

/** @param {Square} square */
const name = (square) => squareName(square, CITIES.rows);
/** @param {Square[]} path */
const pathName = (path) => path.map(name).join(" → ");
/** @param {Square[]} path */
const bound = (path) => boundOf(CITIES, path, "ahead");

function distances() {
  const cities = squaresOn(CITIES);
  const rows = cities.map((a) => [
    name(a),
    ...cities.map((b) => (same(a, b) ? "–" : distance(a, b))),
  ]);
  return table([say("city"), ...cities.map(name)], rows);
}

/** All paths from the start as a tree; the search's own stand out. @param {Node[]} nodes */
function treePicture(nodes) {
  /** @type {Map<string, Node["fate"]>} */
  const fates = new Map(nodes.map(({ path, fate }) => [path.join(), fate]));
  const all = squaresOn(CITIES);
  const lines = { never: "", made: "" };
  const dots = { expanded: "", cut: "", better: "" };
  /** @type {[number, number, string][]} */
  const names = [];
  let leaves = 0;
  /**
   * Draw what is beyond a path; where its node stands.
   * @param {Square[]} path
   * @returns {[number, number]}
   */
  function grow(path) {
    const free = all.filter((city) => !path.some((been) => same(been, city)));
    const beyond = free.map((city) => ({ path: [...path, city], at: grow([...path, city]) }));
    if (!free.length) leaves += 1;
    const x = free.length
      ? beyond.reduce((sum, { at }) => sum + at[0], 0) / beyond.length
      : leaves - 0.5;
    const y = (path.length - 1) * 3 + 1;
    for (const next of beyond) {
      const kind = fates.has(next.path.join()) ? "made" : "never";
      lines[kind] += `M${x} ${y}L${next.at.join(" ")}`;
    }
    const fate = fates.get(path.join());
    if (fate === "cut") dots.cut += `M${x - 0.4} ${y - 0.4}l.8 .8m0 -.8l-.8 .8`;
    else if (fate === "better") dots.better += `M${x} ${y - 0.6}${STAR}`;
    else if (fate) dots.expanded += `M${x - 0.35} ${y}a.35 .35 0 1 0 .7 0a.35 .35 0 1 0 -.7 0`;
    if (path.length === 2) names.push([x, y, name(path[1])]);
    return [x, y];
  }
  grow([/** @type {Square} */ (CITIES.start)]);
  const picture = shape("svg", { class: "tree", role: "img", viewBox: "-0.5 0 25 14" });
  picture.setAttribute("aria-label", say("treePicture", { n: nodes.length }));
  for (const [kind, d] of Object.entries({ ...lines, ...dots })) {
    picture.append(shape("path", { class: kind, d }));
  }
  for (const [x, y, text] of names) {
    const left = x < 12; // next to the line that comes from above
    const anchor = left ? "end" : "start";
    const label = shape("text", {
      x: `${x + (left ? -0.6 : 0.6)}`,
      y: `${y}`,
      "text-anchor": anchor,
    });
    label.textContent = text;
    picture.append(label);
  }
  return picture;
}

/** @param {Tools} tools */
export function theBound({ state, box, ground, task, press, choice, part, tell, watch }) {
  task(say("x9", { best: BEST }));
  box.append(distances());
  task(say("x9path", { path: pathName(PATH), made: lengthOf(PATH) }));
  const label = say("picture", { rows: CITIES.rows, columns: CITIES.columns, n: PATH.length });
  new BoardView(ground).draw({ problem: CITIES, path: PATH, style: "path", label });
  state.number ??= "";
  const input = make("input", { type: "number", min: 0, max: 99, value: state.number });
  input.onchange = () => (state.number = input.value);
  const field = make("label", {}, make("span", {}, say("bound")), input);
  box.append(make("div", { className: "fields" }, field));
  press("check", () => {
    state.counted = Number(state.number) === bound(PATH);
    const ways = waysAhead(CITIES, PATH).map(([city, way]) =>
      say("wayInto", { city: name(city), way }),
    );
    const key = state.counted ? "r9" : Number(state.number) === lengthOf(PATH) ? "w9made" : "w9";
    tell(
      state.counted,
      say(key, { made: lengthOf(PATH), ways: ways.join(", "), bound: bound(PATH), best: BEST }),
    );
    if (state.counted) more();
  });
  const after = part();
  const tree = part();
  const more = () => {
    after.replaceChildren();
    choice(
      "cuts",
      say("x9cut", { best: BEST }),
      OTHERS.map((path) => say("o9cut", { path: pathName(path), bound: bound(path) })),
      (...chosen) => {
        const cut = OTHERS.map((path) => bound(path) >= BEST);
        state.cut = cut.every((one, i) => one === chosen.includes(i));
        tell(state.cut, say(state.cut ? "r9cut" : "w9cut", { best: BEST }));
        if (state.cut) show();
      },
      after,
      true,
    );
  };
  const show = () => {
    const counts = BOUNDED.map((bounded) => search(CITIES, bounded));
    const signs = say("o9tree").map(
      (/** @type {string} */ text, /** @type {number} */ i) =>
        /** @type {[string, string]} */ (["●×★"[i], text]),
    );
    tree.replaceChildren(
      make("p", {}, say("x9tree", { best: counts[2].best })),
      treePicture(counts[2].nodes),
      make(
        "ul",
        { className: "signs" },
        ...legendItems(signs, (sign) => `sign-${"●×★".indexOf(sign)}`),
      ),
      table(
        [say("bounded"), say("made")],
        BOUNDED.map((bounded, i) => [say(`bound-${bounded}`), counts[i].nodes.length]),
      ),
    );
    choice(
      "lost",
      say("x9lost"),
      say("o9lost"),
      (i) => tell(i === 1, say(i === 1 ? "r9lost" : "w9lost"), i === 1),
      tree,
    );
  };
  if (state.counted) more();
  if (state.cut) show();
  const text = `${writeProblem(CITIES)}/p.usual.lifo.none.distance~p.usual.lifo.ahead.distance`;
  watch(text);
}
