// The first page: ask for a tour, see it, check one.

import { draw, squareName } from "./board.js";
import { SAID } from "./words.js";

const at = (id) => document.getElementById(id);
const MOST_FAULTS = 10;

let language = chosenLanguage();
let shown = {}; // what the board shows, for drawing it again in another language

function chosenLanguage() {
  try {
    const kept = localStorage.getItem("language");
    if (kept in SAID) return kept;
  } catch {
    // private windows keep nothing
  }
  const liked = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());
  return liked.find((name) => name in SAID) ?? "en";
}

function speak(chosen) {
  language = chosen;
  document.documentElement.lang = language;
  at("language").value = language;
  for (const part of document.querySelectorAll("[data-say]")) {
    part.textContent = SAID[language][part.dataset.say];
  }
}

function say(sentence, { bad = false, faults = [] } = {}) {
  at("status").textContent = sentence;
  at("status").classList.toggle("bad", bad);
  const lines = faults.slice(0, MOST_FAULTS);
  if (faults.length > lines.length) {
    lines.push(SAID[language].more(faults.length - lines.length));
  }
  at("faults").replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
}

function show(what) {
  shown = what;
  const { rows, columns } = what;
  const title = SAID[language].picture(rows, columns);
  at("board").replaceChildren(draw({ ...what, title }));
}

function question() {
  const rows = at("rows").valueAsNumber;
  const columns = at("columns").valueAsNumber;
  const asked = { board: { shape: [rows, columns] }, closed: at("closed").checked };
  const start = at("start").value.trim();
  return start ? { ...asked, start } : asked;
}

async function ask(path, asked) {
  for (const button of document.querySelectorAll("button")) button.disabled = true;
  try {
    const response = await fetch(`api/${path}?lang=${language}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(asked),
    });
    return await response.json();
  } catch {
    return { status: "away", message: SAID[language].away };
  } finally {
    for (const button of document.querySelectorAll("button")) button.disabled = false;
  }
}

async function find() {
  const asked = question();
  const [rows, columns] = asked.board.shape;
  say(SAID[language].searching);
  const answer = await ask("solve", asked);
  if (answer.status === "found") {
    const { tour, closed } = answer;
    show({ rows, columns, tour, closed });
    at("squares").value = tour.map((square) => squareName(square, rows)).join(" ");
    say(SAID[language][closed ? "close" : "open"](tour.length));
  } else if (answer.status === "impossible") {
    const marked = answer.marks.filter(([, mark]) => mark === "x").map(([square]) => square);
    show({ rows, columns, marked });
    say(`${SAID[language].none} ${answer.certificate.reason}`);
  } else {
    say(answer.message, { bad: true });
  }
}

async function check() {
  if (!at("question").reportValidity()) return;
  const tour = at("squares").value;
  if (!tour.trim()) {
    say(SAID[language].empty, { bad: true });
    return;
  }
  const asked = question();
  const [rows, columns] = asked.board.shape;
  say(SAID[language].checking);
  const answer = await ask("verify", { ...asked, tour });
  if (answer.status === "valid") {
    say(answer.message);
  } else if (answer.status === "invalid") {
    const marked = answer.faults.flatMap((fault) => fault.places);
    show({ rows, columns, marked: marked.filter(([r, c]) => r < rows && c < columns) });
    const [first, ...others] = answer.faults.map((fault) => fault.message);
    say(first, { bad: true, faults: others });
  } else {
    say(answer.message, { bad: true });
  }
}

at("question").addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});
at("check").addEventListener("click", check);
at("language").addEventListener("change", (event) => {
  speak(event.target.value);
  say("");
  show(shown);
  try {
    localStorage.setItem("language", language);
  } catch {
    // then the browser's own language comes first again
  }
});
speak(language);
show({ rows: at("rows").valueAsNumber, columns: at("columns").valueAsNumber });
