// The signs of buttons: lines in a square of side 24.

/** @type {Record<string, string>} */
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-4",
  redo: "M15 14l5-5-5-5M20 9H10a5.5 5.5 0 0 0 0 11h4",
  restart: "M4 4v6h6M4.6 14.5A8 8 0 1 0 6 6.6L4 10",
  hint: "M9.5 18.5h5M10.5 21.5h3M9.5 18.5c0-1.7-.6-2.8-1.4-3.600a6 6 0 1 1 7.8 0c-.8.8-1.4 1.9-1.4 3.6",
  ask: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.3 9.500a2.7 2.7 0 1 1 4 2.400c-.9.5-1.3 1-1.3 2M12 16.900v.1",
  compare: "M5 20v-8M12 20V4M19 20v-5",
  flag: "M6 21V4h11l-2.5 4 2.5 4H6",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.500M14 10a4 4 0 0 0-6-.5l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5",
  check: "M4 12.500l5 5L20 6.5",
  cross: "M6 6l12 12M18 6 6 18",
  storm: "M13 2.500 5 13.500h6l-1 8 8-11h-6z",
  erase: "M9 20h11M4 14.5 14 4.500l6 6-9.5 9.500H9.500z",
  order: "M5 18 10 11l4 4 5-9M5 18v.1M10 11v.1M14 15v.1M19 6v.1",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM13.500 7.500l3 3",
  forward: "M4 12h15M13 6l6 6-6 6",
  back: "M20 12H5M11 6l-6 6 6 6",
  day: "M5 6h14v14H5zM5 10.5h14M9 3.500v4M15 3.500v4",
  more: "M5 12v.1M12 12v.1M19 12v.1",
  today:
    "M12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600l1.4 1.400M17 17l1.4 1.400M18.400 5.600 17 7M7 17l-1.4 1.400M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  play: "M8 20h9c.3-5 .3-11-6-14l-1-3-2 3c-2 2-3 5-4.500 7.500l2 2.500c2-2 3-2 5-2.500-1 2.500-2.500 3.500-2.500 6.500z",
  puzzles: "M4 4h16v16H4zM4 12h16M12 4v16",
  learn: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v13c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v13",
  look: "M4 4h16v16H4zM4 16l5-5 4 4 3-3 4 4M15 8.500v.1",
  toFirst: "M19 6l-9 6 9 6zM6 5v14",
  stepBack: "M15 5l-7 7 7 7",
  run: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  stepForth: "M9 5l7 7-7 7",
  toLast: "M5 6l9 6-9 6zM18 5v14",
  print: "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z",
};

/** The sign of a button. @param {string} name */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("class", "icon");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const line = picture.appendChild(document.createElementNS(space, "path"));
  line.setAttribute("d", ICONS[name]);
  return picture;
}
