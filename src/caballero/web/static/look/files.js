// Ways to export a tour: a file, a print, a link, a frame in another page.

import { fetchFile, Requests } from "../api.js";
import { requestOf, squareCount } from "../board/geometry.js";
import { button, choice, field, make, panel, row } from "../dom.js";
import { words } from "../words.js";

const say = words("look");

/** @typedef {import("../board/geometry.js").Problem} Problem */
/** @typedef {{problem: Problem, path: import("../board/geometry.js").Square[]}} Tour */

const MOST_MOVING = 400; // the largest board of a GIF, in squares
const STYLES = ["path", "numbers", "arrows", "thread", "colours", "symmetry", "mosaic"];

/**
 * The JSON that the command line writes and reads.
 * @param {Tour} tour
 */
function jsonOf({ problem, path }) {
  const { rows, columns, holes, surface, piece, closed } = problem;
  const wraps = surface !== "flat" && { wraps: [surface === "torus", true] };
  const board = { shape: [rows, columns], ...(holes.length && { holes }), ...wraps };
  const data = { caballero: 1, status: "found", board, piece, closed, tour: path };
  return new Blob([JSON.stringify(data)], { type: "application/json" });
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

  const format = choice(["svg", "png", "gif", "json"]);
  const style = choice(STYLES);
  const theme = choice(["light", "dark", "wood", "print"]);
  /**
   * @param {number} min
   * @param {number} max
   * @param {number} value
   */
  const number = (min, max, value) => make("input", { type: "number", min, max, value });
  const width = number(40, 2000, 720);
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
    for (const one of drawing) one.hidden = format.value === "json";
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
    format: format.value,
    style: style.value,
    theme: theme.value,
    width: Math.round(Math.min(Math.max(width.valueAsNumber || 720, 40), 2000)),
    fps: Math.min(Math.max(fps.valueAsNumber || 8, 1), 25),
  });

  async function draw() {
    const tour = of();
    if (!tour) return;
    const kind = format.value;
    forget();
    [state, fault] = ["drawing", ""];
    const drawn = requests.run(async (signal) =>
      kind === "json" ? jsonOf(tour) : fetchFile("picture", bodyOf(tour), signal),
    );
    show();
    const result = await drawn;
    if (result === null) return;
    [state, fault] = ["", result instanceof Blob ? "" : String(result.message)];
    if (result instanceof Blob) {
      address = URL.createObjectURL(result);
      file.href = address;
      file.download = `caballero-${tour.problem.rows}x${tour.problem.columns}.${kind}`;
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
    speak: show,
    /** Another tour: forget the files of the last one. */
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
