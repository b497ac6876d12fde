// Before the first paint: the theme and the size that the reader chose in display.js.

for (const key of ["theme", "large"]) {
  try {
    const value = JSON.parse(localStorage.getItem(`caballero.${key}`) ?? "null");
    if (value) document.documentElement.dataset[key] = String(value);
  } catch {
    // private windows store nothing
  }
}

// Browsers run no other script of a page that was opened as a file, so it stays empty.
if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () =>
    document.querySelector("#asFile")?.removeAttribute("hidden"),
  );
}
