// Messages with values, for the page and for the board of a notebook: a small part of the format of
// ICU, which translators and their tools know. The usual library for all of it has 40 kB.
//
//   {name}                                         a value; a number as the language writes it
//   {n, plural, =0 {none} one {# move} other {# moves}}   # is the number
//   {closed, select, true {closed} other {open}}   an absent value selects "none"

/**
 * A text, or a value with its kind; `cases` are those of a plural and a select.
 * @typedef {string | {name: string, kind: string, cases: Record<string, Part[]>}} Part
 */
/** @typedef {Record<string, any>} Values - by name */

/**
 * The parts of a message; throws a SyntaxError that says where it is wrong.
 * @param {string} text
 * @returns {Part[]}
 */
export function parse(text) {
  let at = 0;
  /** @param {RegExp} pattern */
  function take(pattern) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  }
  /** @param {RegExp} pattern @param {string} what */
  function need(pattern, what) {
    const found = take(pattern);
    if (!found) throw new SyntaxError(`${what} is missing at character ${at} of “${text}”`);
    return found;
  }
  /** @param {string} counted - the name of the plural around @returns {Part[]} */
  function message(counted) {
    /** @type {Part[]} */
    const parts = [];
    for (;;) {
      // In ICU an apostrophe quotes the sign after it.
      const plain = take(counted ? /(?:[^{}#']|'(?![{}#]))+/y : /(?:[^{}']|'(?![{}]))+/y);
      if (plain) parts.push(plain[0]);
      else if (take(/\{/y)) parts.push(value(counted));
      else if (counted && take(/#/y)) parts.push({ name: counted, kind: "", cases: {} });
      else return parts;
    }
  }
  /** @param {string} counted @returns {Part} */
  function value(counted) {
    const [, name] = need(/\s*(\w+)\s*/y, "A name");
    const kind = take(/,\s*(plural|select)\s*,/y)?.[1] ?? "";
    /** @type {Record<string, Part[]>} */
    const cases = {};
    for (let one = kind && take(/\s*(=\d+|\w+)\s*\{/y); one; one = take(/\s*(=\d+|\w+)\s*\{/y)) {
      cases[one[1]] = message(kind === "plural" ? name : counted);
      need(/\}\s*/y, "}");
    }
    if (kind && !cases.other) need(/other/y, "The case “other”");
    need(/\}/y, "}");
    return { name, kind, cases };
  }
  const parts = message("");
  need(/$/y, "The end, or {,");
  return parts;
}

/**
 * A number as a language writes it, with a true minus: Spanish parts thousands by a space, from five
 * digits on. The first formatter takes a browser some ten milliseconds: small numbers need none.
 * @param {number | bigint} n
 * @param {string} language
 */
export const amountIn = (n, language) =>
  Number.isInteger(n) && n >= 0 && n < 1000
    ? String(n)
    : new Intl.NumberFormat(language)
        .formatToParts(n)
        .map(({ type, value }) =>
          type === "minusSign" ? "−" : type === "group" && language === "es" ? "\u00a0" : value,
        )
        .join("");

/**
 * @param {string | Part[]} message
 * @param {Values} values
 * @param {string} language
 * @returns {string}
 */
export function format(message, values, language) {
  const parts = typeof message === "string" ? parse(message) : message;
  return parts.map((part) => (typeof part === "string" ? part : filled(part))).join("");

  /** @param {Exclude<Part, string>} part */
  function filled({ name, kind, cases }) {
    const value = values[name] ?? "";
    if (!kind) return typeof value === "number" ? amountIn(value, language) : String(value);
    const chosen =
      kind === "select"
        ? [String(value) || "none"]
        : [`=${value}`, new Intl.PluralRules(language).select(value)];
    const found = chosen.find((one) => Object.hasOwn(cases, one)) ?? "other";
    return format(cases[found], values, language);
  }
}
