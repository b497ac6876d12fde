// The codes of a class as a table: pasted, a line for a pupil, or added by the QR codes.

import { button, copyText, field, make, row } from "../../dom.js";
import { language, words } from "../../words.js";
import { pagesText } from "./plan.js";
import { csvOf, MOST_NAME, readReports, timeText } from "./report.js";

const say = words("class");

const MOST_TEXT = 20_000; // letters
const COLUMNS = ["name", "solvedPages", "tries", "time", "remark"];

/** @typedef {import("./report.js").Row} Row */

/** What a row is sorted by, in each column. @type {((row: Row) => string | number)[]} */
const KEYS = [
  ({ name }) => name,
  ({ report }) => report?.solved.length ?? -1,
  ({ report }) => report?.tries ?? -1,
  ({ report }) => report?.seconds ?? -1,
  ({ fault }) => (fault ? say(...fault) : ""),
];

/** @param {import("../../app.js").Page} page */
export function mountMarks(page) {
  const stored = () => {
    const text = page.load("codes");
    return typeof text === "string" ? text.slice(0, MOST_TEXT) : "";
  };
  const list = make("textarea", { rows: 5, maxLength: MOST_TEXT, spellcheck: false });
  const shown = make("div", { className: "marks" });
  const message = make("p", { role: "status" });
  const buttons = row(
    button("copyTable", copy),
    button("saveCsv", save),
    button("clearCodes", () => write("")),
  );
  const box = make(
    "section",
    { className: "panel" },
    make("h3", { say: "marks" }),
    make("p", { say: "marksHelp" }),
    field("codes", list),
    shown,
    buttons,
    message,
  );
  let by = 0;
  let down = false;

  /** @param {string} text */
  function write(text) {
    list.value = text;
    page.store("codes", text);
    show();
  }

  /** @returns {Row[]} */
  function sorted() {
    const order = new Intl.Collator(language(), { numeric: true });
    const compare = (/** @type {Row} */ a, /** @type {Row} */ b) => {
      const [one, other] = [KEYS[by](a), KEYS[by](b)];
      return typeof one === "number" ? one - Number(other) : order.compare(one, String(other));
    };
    return readReports(list.value).sort((a, b) => (down ? -1 : 1) * compare(a, b));
  }

  /** @param {Row} row */
  const cells = ({ name, report, fault }) => [
    name || say("nameless"),
    report
      ? say("solvedOf", {
          solved: report.solved.length,
          n: report.pages.length,
          pages: pagesText(report.solved, "–", ", ") || "none",
        })
      : "",
    report?.tries ?? "",
    report ? timeText(report.seconds) : "",
    fault ? say(...fault) : "",
  ];

  const table = () => [COLUMNS.map((key) => say(key)), ...sorted().map(cells)];

  /** @param {number} column */
  function sort(column) {
    down = column === by && !down;
    by = column;
    show();
    shown.querySelectorAll("button")[column]?.focus();
  }

  function show() {
    const [head, ...rows] = table();
    const top = head.map((text, i) => {
      const sign = i === by ? (down ? " ▼" : " ▲") : "";
      const pressed = make("button", { type: "button", onclick: () => sort(i) }, `${text}${sign}`);
      const way = i === by ? (down ? "descending" : "ascending") : "none";
      return make("th", { scope: "col", "aria-sort": way }, pressed);
    });
    const lines = rows.map((values) =>
      make(
        "tr",
        {},
        ...values.map((value, i) =>
          i
            ? make("td", { className: i === 4 ? "bad" : "" }, String(value))
            : make("th", { scope: "row" }, String(value)),
        ),
      ),
    );
    const whole = make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...top)),
      make("tbody", {}, ...lines),
    );
    shown.replaceChildren(...(rows.length ? [whole] : []));
    buttons.hidden = !rows.length;
    message.textContent = "";
  }

  async function copy() {
    const text = table()
      .map((cells) => cells.join("\t"))
      .join("\n");
    message.textContent = say((await copyText(text)) ? "tableCopied" : "tableUncopied");
  }

  function save() {
    const decimal = new Intl.NumberFormat(language()).format(0.5);
    const text = csvOf(table(), decimal.includes(",") ? ";" : ",");
    const file = new Blob(["\ufeff", text], { type: "text/csv" }); // spreadsheets know it by the mark
    const href = URL.createObjectURL(file);
    make("a", { href, download: "caballero.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  /** @param {StorageEvent} event - another tab has scanned a code */
  function follow({ key }) {
    if (!key?.endsWith("codes")) return;
    list.value = stored();
    show();
  }

  list.value = stored();
  list.addEventListener("input", () => write(list.value));
  addEventListener("storage", follow);
  return {
    box,
    speak: show,
    close: () => removeEventListener("storage", follow),
    /** Add the code of an address, unless it is there. @param {string} rest - code/name */
    add(rest) {
      const [code, ...names] = rest.split("/");
      const name = names.join("/").replace(/\s+/g, " ").slice(0, MOST_NAME);
      const text = stored();
      if (code && !text.includes(code)) {
        write(`${text.trimEnd()}${text.trim() && "\n"}${name} ${code}`.slice(0, MOST_TEXT));
      }
      box.scrollIntoView({ block: "start" });
    },
  };
}
