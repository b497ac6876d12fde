// The lesson as a teacher chose it for a class, by a link.

import { make } from "../../dom.js";
import { words } from "../../words.js";
import { mountLesson } from "../lesson.js";
import { readPlan, writePlan } from "./plan.js";

const say = words("learn");

/** @type {import("../../app.js").Mount} */
export function mountClass(root, page, rest) {
  /** @type {import("../../app.js").View | null} */
  let lesson = null;
  let shown = "";

  /** Say that a link is none of a class; the lesson is a click away. */
  function refuse() {
    lesson = null;
    shown = "";
    const link = make("a", { href: "#learn/lesson" }, say("wholeLesson"));
    root.replaceChildren(make("p", { className: "bad" }, say("badClass")), make("p", {}, link));
    page.announce(say("badClass"));
  }

  /** @param {string} text */
  function restore(text) {
    const [first, number = ""] = text.split("/");
    const plan = readPlan(first);
    if (plan && lesson && shown === writePlan(plan)) {
      lesson.restore(number);
      return;
    }
    lesson?.close();
    if (!plan) {
      refuse();
      return;
    }
    shown = writePlan(plan);
    const fragment = (/** @type {string} */ more) => page.fragment(`${shown}/${more}`);
    lesson = mountLesson(root, Object.assign(Object.create(page), { fragment }), number, plan);
  }

  restore(rest);
  return {
    close: () => lesson?.close(),
    speak: () => (lesson ? lesson.speak() : refuse()),
    restore,
  };
}
