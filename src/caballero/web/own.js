// A page of one's own puzzles: a list, or one a day from a date. #7 shows puzzle 7, #today that of today.
// It is in the page itself, so that it runs where the page is opened as a file, too.
const puzzles = ["$addresses"];
const from = "$from"; // a date such as 2026-12-01, or nothing
const early = "$early"; // what is said of a puzzle before its day
const DAY = 86_400_000;
const [frame, share, note, one, list] = ["iframe", "textarea", "#note", "#one", "main"].map(
  (name) => document.querySelector(name),
);
const today = () => {
  const now = new Date();
  return (Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - Date.parse(from)) / DAY + 1;
};
const none = note.textContent;
const dayText = (number) =>
  new Date(Date.parse(from) + (number - 1) * DAY).toLocaleDateString(
    document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang,
    { dateStyle: "long", timeZone: "UTC" },
  );
const known = () => (from ? Math.min(Math.max(today(), 0), puzzles.length) : puzzles.length);

function show() {
  const name = location.hash.slice(1);
  const isDay = name === "today" || (from && !name);
  const number = isDay ? Math.max(known(), 1) : Number(name);
  const there = number >= 1 && number <= known();
  for (const [i, card] of [...list.children].entries()) card.hidden = i >= known();
  note.hidden = there || !(isDay || name);
  const soon = number > known() && number <= puzzles.length;
  note.textContent = soon ? early.replace("{day}", dayText(number)) : none;
  one.hidden = !there;
  list.hidden = there && !(from && !name);
  document.querySelector("#back").hidden = !there || !list.hidden;
  if (!there) return;
  const place = `play.html?lang=${document.documentElement.lang}#puzzles/${puzzles[number - 1]}`;
  if (frame.getAttribute("src") !== place) frame.setAttribute("src", place);
  const address = `${location.href.split("#")[0]}#${isDay ? "today" : number}`;
  const title = document.title.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  share.value = `<iframe src="${address.replaceAll("&", "&amp;")}" title="${title}" width="480" height="740"></iframe>`;
}

document.documentElement.classList.toggle("framed", self !== top);
addEventListener("hashchange", show);
show();
