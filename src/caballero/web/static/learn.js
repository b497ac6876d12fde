// Learn: a lesson in pages, and a laboratory where searches run step by step.

import { mountLab } from "./learn-lab.js";
import { mountLesson } from "./learn-lesson.js";
import { make, say } from "./learn-parts.js";
import { speakAll } from "./words.js";

const PARTS = { lesson: mountLesson, lab: mountLab };

export function mount(root, page) {
  const tabs = make("nav", { name: "parts", className: "tabs" });
  const links = Object.keys(PARTS).map((name) => make("a", { href: `#learn/${name}`, say: name }));
  const box = make("div");
  let shown = "";
  let part = null;
  let closed = false;
  tabs.append(links[0], " ", links[1]); // read aloud, or copied, they are two words
  root.append(tabs, box);

  function show(name, rest) {
    if (name !== shown) {
      part?.close();
      shown = name;
      box.replaceChildren();
      box.className = name;
      links.forEach((link) => {
        if (link.hash === `#learn/${name}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      });
      const own = { fragment: (more) => page.fragment(`${name}/${more}`) };
      part = PARTS[name](box, Object.assign(Object.create(page), own), rest);
    } else {
      part.restore(rest);
    }
    speakAll(tabs, say);
  }

  function restore(rest) {
    const [name, ...more] = rest.split("/");
    show(Object.hasOwn(PARTS, name) ? name : "lesson", more.join("/"));
  }

  // The shell restores at once what the address says; without that, the lesson goes on.
  queueMicrotask(() => {
    if (!shown && !closed) show("lesson", "");
  });
  return {
    close() {
      closed = true;
      part?.close();
    },
    speak() {
      speakAll(tabs, say);
      part?.speak();
    },
    restore,
  };
}
