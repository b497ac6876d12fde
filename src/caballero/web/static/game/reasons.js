// How help is shown: marks, next squares, and a reason step by step. For Play, for Puzzles and for the
// board of a notebook; `say` has their words in the reader's language.

import { markClass } from "../board/board.js";
import { button, legendItems, make, row } from "../dom.js";

/** @typedef {import("../play/view.js").Help} Help */
/** @typedef {import("../board/geometry.js").Square} Square */
/** @typedef {import("../words.js").Say} Say */
/**
 * A reason of the server: what to do or see, and why, with the squares and moves that it means, and
 * the number of a square that it finds; of a puzzle also its rule.
 * @typedef {{text: string, short: string, marks: [Square, string][], legend: [string, string][],
 *   used: Square[][], out: Square[][], found?: [Square, number] | null, rule?: string}} Reason
 */
/**
 * What is shown of a reason.
 * @typedef {object} Shown
 * @property {[Square, string][]} marks
 * @property {[string, string][]} legend - of the marks
 * @property {Reason[]} argument - the reason, if it takes several conclusions
 * @property {string} [reason] - if it takes one
 * @property {number} at - the conclusion that is shown
 * @property {Reason[]} [later] - a longer reason, to be shown on request
 */

const MOST_STEPS = 5; // of a reason that is shown at once

/**
 * How a reason is shown: step by step; of a long reason first only where it leads.
 * @param {Reason[]} argument
 * @param {boolean} [whole] - all steps, however many they are
 * @returns {Shown}
 */
export function shownOf(argument, whole = argument.length <= MOST_STEPS) {
  const { marks, legend } = argument[whole ? 0 : argument.length - 1];
  const several = whole && argument.length > 1;
  return {
    marks,
    legend,
    argument: several ? argument : [],
    at: 0,
    ...(!whole && { later: argument }),
  };
}

/**
 * The elements that show a reason one conclusion at a time.
 * @param {(by: number) => void} onstep - to a conclusion before or after, or to the last
 * @param {HTMLElement} [told] - where the conclusion is shown, if not between the buttons
 */
export function makeStepper(onstep, told) {
  const place = make("p", { className: "quiet" });
  const conclusion = told ?? make("p", { className: "conclusion" });
  const before = button("before", () => onstep(-1));
  const after = button("after", () => onstep(1));
  const toEnd = button("toEnd", () => onstep(Number.POSITIVE_INFINITY));
  const argument = make(
    "section",
    { className: "argument", hidden: true, name: "argument" },
    place,
  );
  if (!told) argument.append(conclusion);
  argument.append(row(before, after, toEnd));
  return { argument, place, conclusion, before, after, toEnd };
}

/** Whether a reason is shown to its end. @param {Shown | null} help */
export const isAtEnd = (help) => !help || help.at >= help.argument.length - 1;

/**
 * The reason after a step; null if there is no other conclusion that way.
 * @template {Shown} Kind
 * @param {Kind | null} shown
 * @param {number} by
 * @returns {Kind | null}
 */
export function stepped(shown, by) {
  if (!shown) return null;
  const at = Math.min(shown.at + by, shown.argument.length - 1);
  return at < 0 || at === shown.at ? null : { ...shown, at };
}

/**
 * What an answer of the server says against a position, or for it if it can be finished.
 * @param {import("../api.js").Answer} reply
 */
export function helpOf(reply) {
  const lost = reply.finishable === false;
  const lines = lost ? (reply.argument ?? []) : [];
  return {
    lost,
    legend: reply.legend ?? [],
    marks: lost ? (reply.marks ?? []) : [],
    argument: lines.length > 1 ? lines : [],
    reason: lines.length === 1 ? lines[0].text : "",
    at: 0,
  };
}

/** What the marks of the moment mean. @param {Shown | null} help @returns {[string, string][]} */
export const legendOf = (help) => (help?.argument[help.at] ?? help)?.legend ?? [];

/**
 * What is marked: of a reason in several conclusions, those up to the conclusion that is shown.
 * @param {Shown | null} help
 */
export function seenOf(help) {
  if (!help?.argument.length) return { marks: help?.marks ?? [], legend: legendOf(help) };
  const known = help.argument.slice(0, help.at + 1);
  const { marks } = help.argument[help.at];
  const used = known.flatMap((line) => line.used);
  const out = known.flatMap((line) => line.out);
  return { marks, legend: legendOf(help), used, out };
}

/** Which conclusion is shown. @param {Pick<Help, "argument" | "at">} help @param {Say} say */
export function placeOf({ argument: { length }, at }, say) {
  return say("conclusion", { n: at + 1, all: length, last: at + 1 === length });
}

/**
 * Show the conclusion of the moment.
 * @param {ReturnType<typeof makeStepper>} parts
 * @param {Shown | null} help
 * @param {Say} say
 */
export function showArgument(parts, help, say) {
  const { argument = [], at = 0 } = help ?? {};
  parts.argument.hidden = !argument.length;
  if (!argument.length) return;
  parts.place.textContent = placeOf({ argument, at }, say);
  parts.conclusion.textContent = argument[at].text;
  const held = document.activeElement;
  parts.before.disabled = at === 0;
  parts.after.disabled = parts.toEnd.disabled = at === argument.length - 1;
  if (held === parts.before && parts.before.disabled) parts.after.focus();
  if ((held === parts.after || held === parts.toEnd) && parts.after.disabled) parts.before.focus();
}

/**
 * Show the reason, the next squares in turn, and what the marks mean.
 * @param {HTMLElement} box
 * @param {Help | null} help
 * @param {Say} say
 */
export function showAnswer(box, help, say) {
  box.replaceChildren();
  if (help?.candidates?.length && help.lines?.length) {
    const lines = help.lines.map((text) => make("li", { textContent: text }));
    const exits = make("p", { textContent: say("exits"), className: "quiet" });
    box.append(exits, make("ul", {}, ...lines));
  }
  if (help?.reason) box.append(make("p", {}, help.reason));
  const { marks, legend } = seenOf(help);
  if (marks.length)
    box.append(make("ul", { className: "legend" }, ...legendItems(legend, markClass)));
}
