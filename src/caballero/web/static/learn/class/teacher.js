// For a class: a link to chosen pages of the lesson, worksheets, and a plan for a lesson.

import { button, field, make, panel, row, textInput } from "../../dom.js";
import { language, languages, speakAll, words } from "../../words.js";
import { table } from "../parts.js";
import { mountMarks } from "./marks.js";
import { LAST, SIDES, SIZED, writePlan } from "./plan.js";
import { mountWorksheets } from "./worksheets.js";

const lessonWords = words("learn");
const say = words("class");

/** @typedef {import("./plan.js").Plan} Plan */

/** The fields of a link. */
function elements() {
  const tick = (/** @type {string} */ value) => make("input", { type: "checkbox", value });
  return {
    pages: Array.from({ length: LAST }, (_, i) => tick(`${i + 1}`)),
    titles: Array.from({ length: LAST }, () => make("span")),
    side: make("select", {}, ...[0, ...SIDES].map((side) => new Option("", `${side}`))),
    code: make(
      "select",
      {},
      ...languages().map(([value, name]) => make("option", { value, lang: value }, name)),
    ),
    ordered: tick("ordered"),
    answers: tick("answers"),
    link: textInput({ readOnly: true, name: "link" }),
    open: make("a", { say: "open", target: "_blank" }),
    message: make("p", { role: "status" }),
    plan: panel("guide"),
  };
}

/** @type {import("../../app.js").Mount} */
export function mountTeacher(root, page, rest) {
  const parts = elements();
  const copying = button("copy", copy, { className: "first" });
  for (const input of parts.pages.slice(0, 3)) input.checked = true;
  parts.code.value = language();
  const ticks = parts.pages.map((input, i) =>
    make("label", { className: "tick" }, input, parts.titles[i]),
  );
  const form = make(
    "section",
    { className: "panel" },
    make("h3", { say: "linkTitle" }),
    make("fieldset", { className: "pages" }, make("legend", { say: "pages" }), ...ticks),
    make(
      "div",
      { className: "fields" },
      field("side", parts.side),
      field("languageOf", parts.code),
    ),
    field("ordered", parts.ordered),
    field("answers", parts.answers),
    row(copying, parts.open),
    parts.link,
    parts.message,
  );
  form.addEventListener("change", show);
  const sheets = mountWorksheets();
  const marks = mountMarks(page);
  root.append(make("h2", { say: "forClass" }), make("p", { say: "intro" }));
  root.append(form, marks.box, sheets.box, parts.plan);

  /** @returns {Plan} */
  function chosen() {
    const pages = parts.pages.filter(({ checked }) => checked).map(({ value }) => Number(value));
    const side = SIZED.some((one) => pages.includes(one)) ? Number(parts.side.value) : 0;
    return { pages, side, ordered: parts.ordered.checked, answers: parts.answers.checked };
  }
  const address = () => `learn/class/${writePlan(chosen())}`;

  function show() {
    const { pages } = chosen();
    const none = !pages.length;
    parts.side.disabled = !SIZED.some((one) => pages.includes(one));
    copying.disabled = parts.link.hidden = parts.open.hidden = none;
    parts.message.textContent = none ? say("noPages") : "";
    parts.link.value = page.link(address(), parts.code.value);
    parts.open.href = `?lang=${parts.code.value}#${address()}`;
  }

  async function copy() {
    const key = await page.copyLink(parts.link, address(), parts.code.value);
    parts.message.textContent = say(key);
  }

  function speak() {
    for (const [i, title] of parts.titles.entries()) {
      title.textContent = say("page", { n: i + 1, title: lessonWords(`t${i + 1}`) });
    }
    for (const option of parts.side.options) {
      const side = Number(option.value);
      option.text = side ? say("sideOf", { n: side }) : say("usualSide");
    }
    const [summary] = parts.plan.children;
    const head = ["minutes", "what", "with"].map((key) => say(key));
    parts.plan.replaceChildren(summary, table(head, say("plan")), make("p", {}, say("planMore")));
    speakAll(root, (key) => say(key) ?? "");
    sheets.speak();
    marks.speak();
    show();
  }

  /** @param {string} text */
  function restore(text) {
    if (!text) return;
    marks.add(text);
    page.fragment(""); // loaded again, it adds nothing
  }

  speak();
  restore(rest);
  return {
    close() {
      sheets.close();
      marks.close();
    },
    speak,
    restore,
  };
}
