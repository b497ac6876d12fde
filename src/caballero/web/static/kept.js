// Games that are kept in the browser, in every view the same way: a list, the latest first, from
// which they are opened and deleted.

import { make } from "./dom.js";
import { common, dateText } from "./words.js";

const MOST = 30; // games of a view
/** Whether the browser keeps anything. */
function keeps() {
  try {
    localStorage.setItem("caballero.tried", "x".repeat(10_000)); // like a list of games
    localStorage.removeItem("caballero.tried");
    return true;
  } catch {
    return false;
  }
}

/** @typedef {Record<string, any>} Stored - a game as JSON; its date is that of its last change */
/**
 * @template Game
 * @typedef {object} Shelf
 * @property {() => Game[]} all - the latest first
 * @property {() => Game | null} latest
 * @property {(game: Game) => void} keep - as the latest
 * @property {(game: Game) => void} opened - this tab has it as it is there now
 * @property {(game: Game) => boolean} isStale - whether another tab has gone on with it since
 * @property {(game: Game) => Stored | undefined} stored - what is there now in place of a game
 * @property {() => [Game, Stored][]} entries
 * @property {(stored: Stored) => number} drop - its place in the list
 * @property {(stored: Stored, at: number) => void} putBack
 */

/**
 * The games under a name of the browser's storage.
 * @template Game
 * @param {import("./app.js").Page} page
 * @param {string} name
 * @param {object} how
 * @param {(stored: any) => Game | null} how.read
 * @param {(game: Game) => Stored} how.write
 * @param {(a: any, b: Stored) => boolean} how.same - whether the first replaces the other
 * @param {(stored: any) => string} how.sign - differs once the game has continued
 * @returns {Shelf<Game>}
 */
export function makeShelf(page, name, { read, write, same, sign }) {
  let last = ""; // the sign of what this tab has kept or opened last

  /** @returns {Stored[]} */
  function list() {
    const stored = page.load(name);
    return Array.isArray(stored) ? stored.filter((one) => one && typeof one === "object") : [];
  }
  /** @param {Stored} one */
  const others = (one) => list().filter((other) => !same(other, one));
  /** @param {Stored[]} games */
  const save = (games) => page.store(name, games.slice(0, MOST));

  const shelf = {
    entries: () =>
      list().flatMap((stored) => {
        const game = read(stored);
        return game ? [/** @type {[Game, Stored]} */ ([game, stored])] : [];
      }),
    all: () => shelf.entries().map(([game]) => game),
    latest: () => shelf.all()[0] ?? null,
    /** @param {Game} game */
    stored: (game) => list().find((one) => same(one, write(game))),
    /** @param {Game} game */
    keep(game) {
      const one = write(game);
      const { date = Date.now(), ...before } = shelf.stored(game) ?? {};
      const changed = JSON.stringify(before) !== JSON.stringify(one);
      save([{ ...one, date: changed ? Date.now() : date }, ...others(one)]);
      shelf.opened(game);
    },
    /** @param {Game} game */
    opened(game) {
      last = sign(write(game));
    },
    /** @param {Game} game */
    isStale(game) {
      const stored = shelf.stored(game);
      const there = stored && read(stored);
      return Boolean(there) && sign(write(/** @type {Game} */ (there))) !== last;
    },
    /** @param {Stored} stored */
    drop(stored) {
      const at = list().findIndex((one) => same(one, stored));
      save(others(stored));
      return at;
    },
    /** @param {Stored} stored @param {number} at */
    putBack: (stored, at) => save(others(stored).toSpliced(at, 0, stored)),
  };
  return shelf;
}

/**
 * How the games of a shelf are shown.
 * @template Game
 * @typedef {object} Showing
 * @property {(game: Game) => string} nameOf
 * @property {(game: Game) => Element} pictureOf
 * @property {(game: Game) => boolean} hides - whether it is left out, as it is open
 * @property {(game: Game) => void} open
 * @property {() => string} none - what is said without games
 */

/**
 * @param {string} name
 * @param {unknown} day - of its last change
 * @param {Element} picture
 * @param {() => void} open
 * @param {() => void} drop
 */
function itemOf(name, day, picture, open, drop) {
  const date = Number.isFinite(day) ? dateText(Number(day)) : "";
  const text = make("span", {}, `${name} `, make("span", { className: "date" }, date));
  const opening = make("button", { type: "button", className: "open", onclick: open });
  const title = common("delete");
  const deleting = make("button", {
    ...{ type: "button", textContent: "✕", title, onclick: drop },
    "aria-label": `${title}: ${name}`,
  });
  opening.append(picture, text);
  return make("li", {}, opening, deleting);
}

/** Whether two buttons have one name. @param {Element} one @param {Element} other */
const isLike = (one, other) =>
  ["aria-label", "title"].every((name) => one.getAttribute(name) === other.getAttribute(name)) &&
  one.textContent === other.textContent;

/**
 * A list to open, delete and put back games.
 * @template Game
 * @param {Element} box
 * @param {Shelf<Game>} shelf
 * @param {Showing<Game>} how
 */
export function mountKept(box, shelf, { nameOf, pictureOf, hides, open, none }) {
  /** @type {{name: string, stored: Stored, at: number} | null} */
  let dropped = null; // what was deleted last

  /** @param {Game} game @param {Stored} stored */
  function item(game, stored) {
    const name = nameOf(game);
    return itemOf(
      name,
      stored.date,
      pictureOf(game),
      () => open(game),
      () => {
        dropped = { name, stored, at: shelf.drop(stored) };
        show()?.focus();
      },
    );
  }

  /**
   * Show the list, and leave the focus and the scrolling as they are; the button that puts back
   * what was deleted, if it exists.
   */
  function show() {
    const held = box.querySelector("button:focus");
    const top = box.querySelector("ul")?.scrollTop ?? 0;
    const undo = replace();
    box.querySelector("ul")?.scrollTo(0, top);
    const again = held && [...box.querySelectorAll("button")].find((one) => isLike(one, held));
    if (again) again.focus();
    return undo;
  }

  function replace() {
    const items = shelf
      .entries()
      .flatMap(([game, stored]) => (hides(game) ? [] : [item(game, stored)]));
    const list = make("ul", { className: "kept" }, ...items);
    const able = keeps();
    const words = able ? none() : common("keepsNothing");
    const note = make("p", { className: "quiet", textContent: words });
    box.replaceChildren(...(items.length && able ? [] : [note]), ...(items.length ? [list] : []));
    if (!dropped) return null;
    const { name, stored, at } = dropped;
    const onclick = () => {
      shelf.putBack(stored, at);
      dropped = null;
      show();
      box.querySelector("button")?.focus();
    };
    const undo = make("button", { type: "button", textContent: common("putBack"), onclick });
    box.prepend(make("p", { className: "dropped" }, `${common("deleted", { name })} `, undo));
    return undo;
  }

  return { show };
}
