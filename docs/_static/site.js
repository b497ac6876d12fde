// What the theme leaves out for those who listen or use the keyboard.
for (const caption of document.querySelectorAll(".caption[role=heading]")) {
  caption.setAttribute("aria-level", "2");
}
const spanish = document.documentElement.lang === "es";
const sides = { "sidebar-drawer": ["Chapters", "Capítulos"], "toc-drawer": ["On this page", "En esta página"] };
for (const [name, said] of Object.entries(sides)) {
  for (const side of document.querySelectorAll(`aside.${name}`)) {
    side.setAttribute("aria-label", said[Number(spanish)]);
  }
}
for (const block of document.querySelectorAll("pre")) {
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}
