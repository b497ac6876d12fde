// The certificate of the lesson, or of a class, for those who have solved all its pages: a name, a
// date, to print.

import { button, make, row } from "../dom.js";
import { dateText, words } from "../words.js";
import { printAlone } from "./parts.js";

const say = words("learn");

/**
 * @param {HTMLInputElement} name - the field for it
 * @param {number[]} pages
 * @param {boolean} ofClass - whether a teacher has chosen the pages, so that they are named
 */
export function certificate(name, pages, ofClass) {
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
  name.addEventListener("input", fill);
  fill();
  return make(
    "section",
    { className: "certificate panel" },
    make("h3", {}, say("allDone")),
    row(button("printIt", () => printAlone(sheet), { textContent: say("printIt") })),
    sheet,
  );
}
