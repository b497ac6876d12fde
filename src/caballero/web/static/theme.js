// Before the first paint: the theme and the size that the reader chose in display.js; and the words of the
// page are hidden from who reads another language than they are in, until app.js speaks it. If a file
// that app.js needs is missing or slow, this script says so.

for (const key of ["theme", "large"]) {
  try {
    const value = JSON.parse(localStorage.getItem(`caballero.${key}`) ?? "null");
    if (value) document.documentElement.dataset[key] = String(value);
  } catch {
    // private windows store nothing
  }
}

let reads = new URLSearchParams(location.search).get("lang") ?? "";
try {
  reads ||= localStorage.getItem("language") ?? "";
} catch {
  // then as the browser says
}
reads ||= navigator.language.slice(0, 2);
document.documentElement.toggleAttribute("data-silent", reads !== document.documentElement.lang);

const WAIT_MS = 20_000; // as inTime of words.js
const FIRST = ["colours.css", "style.css", "today/today.css"]; // nothing is painted before they are there

/** Say that a file is missing or slow, if app.js has not begun, or nothing is painted. */
function late() {
  const named = FIRST.map((name) => document.querySelector(`link[href='static/${name}']`));
  const slow = named.filter((one) => one instanceof HTMLLinkElement && !one.sheet);
  for (const link of slow) link?.remove();
  document.documentElement.toggleAttribute("data-unstyled", slow.length > 0);
  if (slow.length || document.querySelector("#language:disabled"))
    document.querySelector("#wordless")?.removeAttribute("hidden");
}

addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.matches("#wordless button")) location.reload();
});

// Browsers run no other script of a page that was opened as a file, so it stays empty.
if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () =>
    document.querySelector("#asFile")?.removeAttribute("hidden"),
  );
} else {
  setTimeout(late, WAIT_MS);
  addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && late(), true);
}
