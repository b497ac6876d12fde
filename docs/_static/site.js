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
if (spanish) {
  const names = {
    "#__navigation": "Mostrar u ocultar los capítulos",
    "#__toc": "Mostrar u ocultar el contenido de esta página",
    ".theme-toggle": "Colores: claros, oscuros o los del sistema",
  };
  for (const [where, name] of Object.entries(names)) {
    for (const part of document.querySelectorAll(where)) part.setAttribute("aria-label", name);
  }
}
for (const block of document.querySelectorAll("pre")) {
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}
