// The certificate of the lesson, or of a class, for those who have solved all its pages: a name, a
// date, to print.

import { button, make, row, textInput } from "../dom.js";
import { dateText, words } from "../words.js";
import { printAlone } from "./parts.js";

const say = words("learn");

/**
 * @param {import("../app.js").Page} page
 * @param {number[]} pages
 * @param {boolean} ofClass - whether a teacher has chosen the pages, so that they are named
 */
export function certificate(page, pages, ofClass) {
  const stored = page.load("lesson-name");
  const name = textInput({ value: typeof stored === "string" ? stored : "", maxLength: 60 });
  const sheet = make("div", { className: "sheet" });
  const fill = () => {
    const titles = pages.map((number) => say(`t${number}`)).join("; ");
    const who = name.value.trim() || "…………………………";
    sheet.replaceChildren(
      make("p", { className: "knight", "aria-hidden": "true" }, "♞"),
      make("h3", {}, say("certificate")),
      make("p", { className: "who" }, who),
      make(
        "p",
        {},
        ofClass ? say("certifiedClass", { titles }) : say("certified", { n: pages.length }),
      ),
      make("p", {}, dateText(new Date(), { dateStyle: "long" })),
      make("p", { className: "quiet" }, say("signed")),
    );
  };
  name.oninput = () => {
    page.store("lesson-name", name.value);
    fill();
  };
  fill();
  return make(
    "section",
    { className: "certificate panel" },
    make("h3", {}, say("allDone")),
    make("label", {}, make("span", {}, say("yourName")), name),
    row(button("printIt", () => printAlone(sheet), { textContent: say("printIt") })),
    sheet,
  );
}
