// What a pupil did, as a short code such as 06Z0-0S7K-PQ4M: pages, tries and time, with a checksum, so
// that a mistyped code is noticed. It proves nothing: who can read this can write a code.

import { LAST } from "./plan.js";

/**
 * @typedef {object} Report
 * @property {number[]} pages - of the lesson or the class, from 1, in order
 * @property {number[]} solved - those of them that are solved
 * @property {number} tries - answers that were checked, right or wrong
 * @property {number} seconds
 */
/**
 * A line of a list of codes. Without a report, `fault` is why, a key of the words with its values.
 * @typedef {object} Row
 * @property {string} name
 * @property {Report | null} report
 * @property {[string, Record<string, any>] | null} fault
 */

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // of Crockford: none looks like another
const LENGTH = 12;
const LEAST = 9; // letters of a code with too few
const PRIME = 32749; // the largest of three letters: one wrong letter, or two exchanged, are found
const SALT = 2026;
const MOST = { tries: 2 ** 10 - 1, seconds: 2 ** 15 - 1 };
const MOST_LINES = 200;
export const MOST_NAME = 40; // letters

/** @param {number[]} pages */
const bitsOf = (pages) => pages.reduce((bits, page) => bits | (1 << (page - 1)), 0);
/** @param {number} bits */
const pagesOf = (bits) =>
  Array.from({ length: LAST }, (_, i) => i + 1).filter((page) => (bits >> (page - 1)) & 1);

/** @param {Report} report */
export function writeReport({ pages, solved, tries, seconds }) {
  const fields = [bitsOf(pages), bitsOf(solved), Math.min(tries, MOST.tries)].map(BigInt);
  const value = fields.reduce((sum, field) => (sum << 10n) | field, 0n);
  const told = (value << 15n) | BigInt(Math.min(Math.floor(seconds), MOST.seconds));
  let all = (told << 15n) | checkOf(told);
  let text = "";
  for (let i = 0; i < LENGTH; i += 1, all >>= 5n) text = LETTERS[Number(all & 31n)] + text;
  return text.replace(/(.{4})(?=.)/g, "$1-");
}

/** @param {bigint} told */
const checkOf = (told) => (told + BigInt(SALT)) % BigInt(PRIME);

/**
 * The letters of a code, as they were typed: no signs between, and 0 and 1 for what looks like them.
 * @param {string} text
 */
const lettersOf = (text) =>
  text
    .toUpperCase()
    .replace(/[\s\-\u2010-\u2014_.]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");

/**
 * The report of a code; null if it is none, or mistyped.
 * @param {string} text
 * @returns {Report | null}
 */
export function readReport(text) {
  const letters = lettersOf(text);
  if (letters.length !== LENGTH) return null;
  let all = 0n;
  for (const letter of letters) {
    const digit = LETTERS.indexOf(letter);
    if (digit < 0) return null;
    all = (all << 5n) | BigInt(digit);
  }
  const told = all >> 15n;
  if ((all & 0x7fffn) !== checkOf(told)) return null;
  const field = (/** @type {bigint} */ shift) => Number((told >> shift) & 0x3ffn);
  const [pages, solved] = [pagesOf(field(35n)), pagesOf(field(25n))];
  if (!pages.length || !solved.every((page) => pages.includes(page))) return null;
  return { pages, solved, tries: field(15n), seconds: Number(told & 0x7fffn) };
}

/** @param {string} text */
const nameIn = (text) =>
  text
    .replace(/^\s*\d{1,3}\s*[.)]\s+/, "") // the number in a list
    .replace(/^[\s:;,|/–—-]+|[\s:;,|/–—-]+$/g, "")
    .replace(/\s+/g, " ")
    .slice(0, MOST_NAME);

/**
 * What is wrong with the letters of a code that cannot be read.
 * @param {string} text
 * @returns {[string, Record<string, any>]}
 */
function faultOf(text) {
  const letters = lettersOf(text);
  const strange = [...letters].find((letter) => !LETTERS.includes(letter));
  if (!letters) return ["noCode", {}];
  if (strange) return ["strangeLetter", { letter: strange }];
  if (letters.length < LENGTH) return ["lettersMissing", { n: LENGTH - letters.length }];
  if (letters.length > LENGTH) return ["lettersMore", { n: letters.length - LENGTH }];
  return ["mistyped", {}];
}

/**
 * A line with a name and a code, in either order, or the address of a scanned code.
 * @param {string} line
 * @returns {Row}
 */
function readLine(line) {
  const [before, scanned] = line.split(/\S*#(?:desk|learn\/teacher)\//);
  let text = line;
  if (scanned !== undefined) text = `${before} ${decoded(scanned).replace("/", " ")}`;
  const groups =
    /(?<![\p{L}\p{N}])(?=((?:[\dA-Za-z]{4}[\s\-\u2010-\u2014_.]*){3})(?![\p{L}\p{N}]))/gu;
  for (const { 1: code, index } of text.matchAll(groups)) {
    const report = readReport(code);
    const name = `${text.slice(0, index)} ${text.slice(index + code.length)}`;
    if (report) return { name: nameIn(name), report, fault: null };
  }
  const rest = text.replace(/^\s*\d{1,3}\s*[.)]\s+/, "").replace(/[\s:;,]+/g, " ");
  const meant = rest.split(" ").find(isLikeCode) ?? APART.exec(rest)?.[0] ?? "";
  return { name: nameIn(rest.replace(meant, "")), report: null, fault: faultOf(meant) };
}

// Three groups of a code, which cannot be read, with blanks between.
const APART = /(?<!\S)(?:(?=\w*\d)[\dA-Za-z]{3,5} ){2}(?:(?=\w*\d)\w{3,6}|[A-Z]{3,4})(?!\S)/;

/**
 * Whether a word is a code that cannot be read; a name may have digits, or be ANNA.
 * @param {string} word
 */
function isLikeCode(word) {
  const groups = word.split(/[-\u2010-\u2014_.]+/);
  if (lettersOf(word).length < LEAST) return false;
  if (groups.length === 1) return /\d/.test(word) && !/^\p{L}{4,}\d*\p{L}?$/u.test(word);
  return (
    groups.filter((group) => /\d/.test(group)).length > 1 || /^[A-Z]{4}\W[A-Z]{4}\W/.test(word)
  );
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The rows of a pasted text: one a line; a name may stand on the line before its code.
 * @param {string} text
 * @returns {Row[]}
 */
export function readReports(text) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {Map<string, string>} */
  const seen = new Map();
  for (const line of text.split("\n").slice(0, MOST_LINES)) {
    if (!line.trim()) continue;
    const row = readLine(line.slice(0, 300));
    const last = rows.at(-1);
    if (last?.fault?.[0] === "noCode" && !row.name && row.fault?.[0] !== "noCode") {
      row.name = last.name;
      rows.pop();
    }
    if (row.report) {
      const code = writeReport(row.report);
      const other = seen.get(code);
      if (other !== undefined) row.fault = ["sameCode", { name: other }];
      else seen.set(code, row.name);
    }
    rows.push(row);
  }
  return rows;
}

/**
 * The line of a pupil in the address of the QR code, and in the list.
 * @param {string} name
 * @param {string} code
 */
export const reportPlace = (name, code) =>
  `desk/${code}${name.trim() && `/${encodeURIComponent(name.trim().slice(0, MOST_NAME))}`}`;

/** @param {number} seconds */
export const timeText = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/**
 * A table as CSV: a cell that begins like a formula would be a formula in a spreadsheet.
 * @param {(string | number)[][]} rows
 * @param {string} comma
 */
export function csvOf(rows, comma) {
  const cell = (/** @type {string | number} */ value) => {
    const text = String(value);
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /["\n\r;,\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `${rows.map((row) => row.map(cell).join(comma)).join("\r\n")}\r\n`;
}
