// The rooms of Play: levels and Storm, which lead to each other.

import { attribute, make } from "../dom.js";

/**
 * @param {"levels" | "storm"} here
 * @param {(event: Event) => void} [onclick] - on the room where one is
 */
export function rooms(here, onclick) {
  const links = ["levels", "storm"].map((room) => {
    const link = make("a", { href: room === "levels" ? "#play" : "#storm", say: room });
    if (room !== here) return link;
    attribute(link, "aria-current", "page");
    if (onclick) link.addEventListener("click", onclick);
    return link;
  });
  return make("nav", { className: "tabs", name: "rooms" }, ...links);
}
