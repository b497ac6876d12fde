// The teacher's desk, a page of its own: what a class needs of Learn, and the way to a race.

import { make } from "../dom.js";
import { mountTeacher } from "../learn/class/teacher.js";
import { isSite, speakAll, words } from "../words.js";

const say = words("class");

/** @type {import("../app.js").Mount} */
export function mount(root, page, rest) {
  root.classList.add("learn");
  const box = root.appendChild(make("div", { className: "teacher" }));
  const view = mountTeacher(box, page, rest);
  const race = make("section", { className: "panel", hidden: isSite() });
  race.append(
    make("h3", { say: "race" }),
    make("p", { say: "raceText" }),
    make("p", {}, make("a", { href: "#race", say: "raceJoin" })),
  );
  box.append(race);
  speakAll(race, say);
  return {
    ...view,
    speak() {
      view.speak();
      speakAll(race, say);
    },
  };
}
