// What a tour is taken away as: a file, a print, a link, a frame in another page.

import { isTold, send } from "./api.js";
import { common } from "./words.js";
import { askedOf, squareCount } from "./geometry.js";
import { button, choice, field, make, panel, row } from "./parts.js";

const MOST_MOVING = 400; // squares of a board that a GIF is made of
const STYLES = ["path", "numbers", "arrows", "thread", "colours", "symmetry", "mosaic"];
const TYPES = { svg: "image/svg+xml", png: "image/png", gif: "image/gif", json: "application/json" };

// of() is the tour of the moment: { question, path }, or null; link() the address of it.
export function mountFiles(say, page, of, link) {
  let request = null;
  let address = null; // of the file in the memory of the browser
  let told = null;

  const format = choice(["svg", "png", "gif", "json"]);
  const style = choice(STYLES);
  const theme = choice(["light", "dark", "wood", "print"]);
  const number = (min, max, value) => make("input", { type: "number", min, max, value });
  const width = number(40, 2000, 720);
  const fps = number(1, 25, 8);
  const save = button("save", () => (request ? stop() : draw()), { className: "first" });
  const state = make("p", { className: "fault bad" });
  const file = make("a", { hidden: true });
  const written = make("input", { type: "text", readOnly: true, data: { name: "link" } });
  const snippet = make("textarea", { readOnly: true, rows: 3, data: { name: "snippet" } });
  const frame = make(
    "div",
    { hidden: true },
    make("p", { data: { say: "snippet" } }),
    snippet,
    make("p", { className: "quiet", data: { say: "embedHelp" } }),
  );
  const fields = make(
    "div",
    { className: "fields" },
    field("format", format),
    ...[["drawn", style], ["theme", theme], ["width", width], ["fps", fps]].map(([key, control]) =>
      field(key, control),
    ),
  );
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
    state,
    row(printing, copying, framing),
    written,
    frame,
  );
  const row_ = (control, shown) => (control.closest("label").hidden = !shown);

  function show() {
    const tour = of();
    const drawn = format.value !== "json";
    for (const control of [style, theme, width]) row_(control, drawn);
    row_(fps, format.value === "gif");
    const large = tour && squareCount(tour.question) > MOST_MOVING;
    format.options[2].disabled = Boolean(large);
    style.options[6].disabled = Boolean(tour && tour.question.surface !== "flat");
    if (large && format.value === "gif") format.value = "svg";
    if (style.selectedOptions[0].disabled) style.value = "path";
    save.disabled = !tour;
    save.dataset.say = request ? "stop" : "save";
    save.textContent = say(save.dataset.say);
    state.classList.toggle("bad", typeof told === "string");
    state.textContent = told ? (typeof told === "string" ? told : say(...told)) : "";
    written.value = link(false);
    const [w, h] = tour ? [tour.question.columns, tour.question.rows] : [1, 1];
    const high = Math.round((450 * h) / w) + 250;
    const about = 'title="Caballero" loading="lazy"';
    snippet.value = `<iframe src="${link(true).replaceAll("&", "&amp;")}" width="480" height="${high}" ${about}></iframe>`;
    framing.setAttribute("aria-expanded", String(!frame.hidden));
    if (file.download) file.textContent = say("saved", file.download, file.dataset.size);
  }

  // What the command line writes, too; it reads back.
  function json({ question, path }) {
    const { rows, columns, holes, surface, piece, closed } = question;
    const board = { shape: [rows, columns] };
    if (holes.length) board.holes = holes;
    if (surface !== "flat") board.wraps = [surface === "torus", true];
    const data = { caballero: 1, status: "found", board, piece, closed, tour: path };
    return new Blob([JSON.stringify(data)], { type: TYPES.json });
  }

  async function made({ question, path }, signal) {
    const asked = { ...askedOf(question), tour: path, format: format.value };
    asked.style = style.value;
    asked.theme = theme.value;
    asked.width = Math.round(Math.min(Math.max(width.valueAsNumber || 720, 40), 2000));
    asked.fps = Math.min(Math.max(fps.valueAsNumber || 8, 1), 25);
    const response = await send("picture", asked, signal);
    if (isTold(response)) throw new Error((await response.json()).message);
    return response.blob();
  }

  async function draw() {
    const tour = of();
    const mine = new AbortController();
    request = mine;
    forget();
    told = ["drawing"];
    show();
    const kind = format.value;
    let blob = null;
    let fault = null;
    try {
      blob = kind === "json" ? json(tour) : await made(tour, mine.signal);
    } catch (error) {
      fault = error instanceof TypeError ? common("away") : error.message; // so says fetch
    }
    if (request !== mine) return;
    request = null;
    told = fault;
    if (blob) {
      address = URL.createObjectURL(blob);
      file.href = address;
      file.download = `caballero-${tour.question.rows}x${tour.question.columns}.${kind}`;
      file.dataset.size = Math.max(1, Math.round(blob.size / 1000));
      file.hidden = false;
      file.click();
    }
    show();
    page.announce(fault ?? file.textContent);
  }

  function stop() {
    request?.abort();
    request = null;
    told = ["stopped"];
    show();
  }

  function forget() {
    if (address) URL.revokeObjectURL(address);
    address = null;
    file.hidden = true;
    file.removeAttribute("href");
  }

  async function copy() {
    show();
    written.select();
    let key = "copied";
    try {
      await navigator.clipboard.writeText(written.value);
    } catch {
      key = "copyIt"; // browsers allow it only at home, or encrypted
    }
    told = [key];
    show();
    page.announce(say(key));
  }

  for (const control of [format, style]) control.addEventListener("change", show);

  return {
    box,
    show,
    speak: show,
    // Another tour: what was made of the one before is put away.
    changed() {
      request?.abort();
      request = told = null;
      forget();
      show();
    },
    close() {
      request?.abort();
      forget();
    },
  };
}
