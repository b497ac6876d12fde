// Ways to export a tour: a file, a print, a link, a frame in another page.

import { fetchFile, Requests } from "../api.js";
import { requestOf, squareCount } from "../board/geometry.js";
import { lineOf } from "../board/lines.js";
import { button, choice, field, make, panel, row } from "../dom.js";
import { common, words } from "../words.js";

const say = words("look");

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {{problem: Problem, path: import("../board/geometry.js").Square[]}} Tour */

const MOST_MOVING = 400; // the largest board of a GIF, in squares
const MOST_WIDE = 2000;
const STYLES = ["path", "numbers", "arrows", "thread", "colours", "symmetry", "mosaic"];

/** The JSON that the command line writes and reads. @param {Tour} tour */
function jsonOf({ problem, path }) {
  const { rows, columns, holes, surface, piece, closed } = problem;
  const wraps = surface !== "flat" && { wraps: [surface === "torus", true] };
  const board = { shape: [rows, columns], ...(holes.length && { holes }), ...wraps };
  const data = { caballero: 1, status: "found", board, piece, closed, tour: path };
  return new Blob([JSON.stringify(data)], { type: "application/json" });
}

/**
 * The tour for a machine with a pen: its lines alone, a centimetre a square, each drawn once.
 * @param {Tour} tour
 */
function strokesOf({ problem, path }) {
  const { rows, columns, closed } = problem;
  const size = `width="${columns}cm" height="${rows}cm" viewBox="0 0 ${columns} ${rows}"`;
  const pen = 'fill="none" stroke="black" stroke-width="0.04" stroke-linejoin="round"';
  const line = `<path ${pen} d="${lineOf(problem, path, closed)}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${line}</svg>`;
  return new Blob([svg], { type: "image/svg+xml" });
}

/** @type {Record<string, [number, number]>} the sizes of wallpapers, in pixels */
const SCREENS = { phone: [1080, 2400], desktop: [2560, 1440] };
/** @type {Record<string, string>} what lies around the board in each theme */
const AROUND = { light: "#faf7f1", dark: "#14171d", wood: "#5b3418", print: "#ffffff" };
/** @type {Record<string, string>} the ends of names that do not follow from the format */
const ENDINGS = { pen: "-pen.svg", phone: "-phone.png", desktop: "-desktop.png" };
const FILLED = 0.86; // of the shorter side

/**
 * A picture in the middle of a screen.
 * @param {Blob} svg
 * @param {[number, number]} screen
 * @param {string} ground
 */
async function wallpaperOf(svg, [width, height], ground) {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const brush = canvas.getContext("2d");
    if (!brush) return null;
    brush.fillStyle = ground;
    brush.fillRect(0, 0, width, height);
    const fit = FILLED * Math.min(width / image.naturalWidth, height / image.naturalHeight);
    const [w, h] = [image.naturalWidth * fit, image.naturalHeight * fit];
    brush.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
    /** @type {Blob | null} */
    const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return png;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * @param {import("../app.js").Page} page
 * @param {() => Tour | null} of - the tour of the moment
 * @param {(framed: boolean) => string} link - its address
 */
export function mountFiles(page, of, link) {
  const requests = new Requests();
  let address = ""; // of the file in the browser's memory
  let state = ""; // the key of the message
  let fault = ""; // a sentence of the server

  const format = choice(["svg", "png", "gif", "json", "pen", ...Object.keys(SCREENS)]);
  const style = choice(STYLES);
  const theme = choice(["light", "dark", "wood", "print"]);
  /**
   * @param {number} min
   * @param {number} max
   * @param {number} value
   */
  const number = (min, max, value) => make("input", { type: "number", min, max, value });
  const width = number(40, MOST_WIDE, 720);
  const fps = number(1, 25, 8);
  const save = button("save", () => (requests.pending ? stop() : draw()), { className: "first" });
  const message = make("p", { className: "fault bad" });
  const file = make("a", { hidden: true });
  const written = make("input", { type: "text", readOnly: true, name: "link" });
  const snippet = make("textarea", { readOnly: true, rows: 3, name: "snippet" });
  const frame = make(
    "div",
    { hidden: true },
    make("p", { say: "snippet" }),
    snippet,
    make("p", { className: "quiet", say: "embedHelp" }),
  );
  const drawing = [field("drawn", style), field("theme", theme), field("width", width)];
  const moving = field("fps", fps);
  const fields = make("div", { className: "fields" }, field("format", format), ...drawing, moving);
  const copying = button("copy", () => copy());
  const framing = button("embed", () => {
    frame.hidden = !frame.hidden;
    show();
  });
  const printing = button("printIt", () => print());
  const box = panel(
    "files",
    fields,
    row(save, file),
    message,
    row(printing, copying, framing),
    written,
    frame,
  );

  function show() {
    const tour = of();
    for (const one of drawing) one.hidden = ["json", "pen"].includes(format.value);
    drawing[2].hidden ||= format.value in SCREENS;
    moving.hidden = format.value !== "gif";
    const large = tour && squareCount(tour.problem) > MOST_MOVING;
    format.options[2].disabled = Boolean(large);
    style.options[6].disabled = Boolean(tour && tour.problem.surface !== "flat");
    if (large && format.value === "gif") format.value = "svg";
    if (style.selectedOptions[0].disabled) style.value = "path";
    save.disabled = !tour;
    save.dataset.say = requests.pending ? "stop" : "save";
    save.textContent = say(save.dataset.say);
    message.classList.toggle("bad", Boolean(fault));
    message.textContent = fault || (state && say(state));
    written.value = link(false);
    const [w, h] = tour ? [tour.problem.columns, tour.problem.rows] : [1, 1];
    const high = Math.round((450 * h) / w) + 250;
    const about = 'title="Caballero" loading="lazy"';
    snippet.value = `<iframe src="${link(true).replaceAll("&", "&amp;")}" width="480" height="${high}" ${about}></iframe>`;
    framing.setAttribute("aria-expanded", String(!frame.hidden));
    if (file.download)
      file.textContent = say("saved", { name: file.download, kilobytes: file.dataset.size });
  }

  /** @param {Tour} tour */
  const bodyOf = ({ problem, path }) => ({
    ...requestOf(problem),
    tour: path,
    format: format.value in SCREENS ? "svg" : format.value,
    style: style.value,
    theme: theme.value,
    width:
      format.value in SCREENS
        ? MOST_WIDE
        : Math.round(Math.min(Math.max(width.valueAsNumber || 720, 40), MOST_WIDE)),
    fps: Math.min(Math.max(fps.valueAsNumber || 8, 1), 25),
  });

  /**
   * @param {string} kind
   * @param {Tour} tour
   * @param {AbortSignal} signal
   */
  async function fileOf(kind, tour, signal) {
    if (kind === "json") return jsonOf(tour);
    if (kind === "pen") return strokesOf(tour);
    const picture = await fetchFile("picture", bodyOf(tour), signal);
    if (!(kind in SCREENS) || !(picture instanceof Blob)) return picture;
    const ground = AROUND[theme.value];
    const paper = await wallpaperOf(picture, SCREENS[kind], ground);
    return paper ?? { status: "refused", message: common("noPng") };
  }

  async function draw() {
    const tour = of();
    if (!tour) return;
    const kind = format.value;
    forget();
    [state, fault] = ["drawing", ""];
    const drawn = requests.run((signal) => fileOf(kind, tour, signal));
    show();
    const result = await drawn;
    if (result === null) return;
    [state, fault] = ["", result instanceof Blob ? "" : String(result.message)];
    if (result instanceof Blob) {
      address = URL.createObjectURL(result);
      file.href = address;
      file.download = `caballero-${tour.problem.rows}x${tour.problem.columns}${ENDINGS[kind] ?? `.${kind}`}`;
      file.dataset.size = String(Math.max(1, Math.round(result.size / 1000)));
      file.hidden = false;
      file.click();
    }
    show();
    page.announce(fault || (file.textContent ?? ""));
  }

  function stop() {
    requests.stop();
    [state, fault] = ["stopped", ""];
    show();
  }

  function forget() {
    if (address) URL.revokeObjectURL(address);
    address = "";
    file.hidden = true;
    file.removeAttribute("href");
  }

  async function copy() {
    show();
    written.select();
    [state, fault] = ["copied", ""];
    try {
      await navigator.clipboard.writeText(written.value);
    } catch {
      state = "copyIt"; // browsers allow it only on localhost or over HTTPS
    }
    show();
    page.announce(say(state));
  }

  for (const control of [format, style]) control.addEventListener("change", show);

  return {
    box,
    show,
    /** @param {string} name - of the style of the page, which the file has, too, if it can */
    drawAs(name) {
      if (STYLES.includes(name)) style.value = name;
    },
    speak: show,
    /** Another tour: forget the files of the last. */
    changed() {
      requests.stop();
      state = fault = "";
      forget();
      show();
    },
    close() {
      requests.stop();
      forget();
    },
  };
}
