// The end of a pupil's lesson: a code for the teacher, in letters and as a QR code.

import { copyText, make, row, textInput } from "../../dom.js";
import { words } from "../../words.js";
import { saidButton } from "../parts.js";
import { reportPlace, writeReport } from "./report.js";

const say = words("learn");

/**
 * The panel with the code, what writes it anew, and the field for the name.
 * @param {import("../../app.js").Page} page
 * @param {() => import("./report.js").Report} report
 */
export function handIn(page, report) {
  const stored = page.load("lesson-name");
  const name = textInput({ value: typeof stored === "string" ? stored : "", maxLength: 40 });
  const code = make("output", { className: "report" });
  const picture = make("canvas", { role: "img", "aria-label": say("codePicture") });
  const message = make("p", { role: "status" });
  const copy = async () => {
    const copied = await copyText(`${name.value.trim()} ${code.textContent}`.trim());
    message.textContent = say(copied ? "codeCopied" : "codeCopyIt");
  };
  const box = make(
    "details",
    { className: "panel hand-in" },
    make("summary", {}, say("codeTitle")),
    make("p", {}, say("codeHelp")),
    make("label", {}, make("span", {}, say("codeName")), name),
    code,
    row(saidButton("codeCopy", copy)),
    message,
    picture,
  );

  async function draw() {
    code.textContent = writeReport(report());
    if (!box.open) return;
    /** @type {any} */
    const qr = await import(new URL("../../vendor/qr.js", import.meta.url).href).catch(() => null);
    picture.hidden = !qr;
    if (!qr) return;
    const { correction, generate } = qr;
    const address = page.link(reportPlace(name.value, code.textContent));
    generate(address, { minCorrectionLevel: correction.L }).toCanvas(picture, {
      on: [0, 0, 0],
      off: [255, 255, 255],
      pad: 4,
    });
  }
  name.oninput = () => {
    page.store("lesson-name", name.value);
    draw();
  };
  box.addEventListener("toggle", draw);
  return { box, draw, name };
}
