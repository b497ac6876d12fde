// Before the first paint: the theme and the size that the reader chose in display.js; and the words of the
// page are hidden from who reads another language than they are in, until app.js speaks it.

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

// Browsers run no other script of a page that was opened as a file, so it stays empty.
if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () =>
    document.querySelector("#asFile")?.removeAttribute("hidden"),
  );
}
