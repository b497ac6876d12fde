// A picture of a tour in colours, to send: as a PNG, where the device sends pictures.

import { movesOf } from "./board/colours.js";
import { smallPuzzle } from "./board/small.js";
import { make } from "./dom.js";

const SIDE = 1080; // pixels
const STYLE =
  ".plain,.pale{fill:#f1e8d6;stroke:#d8ccb4;stroke-width:.02}.dark{fill:#879db0}.hole{fill:#fff}" +
  ".line,.forced,.walls,.join{fill:none}.walls{stroke:#10151c;stroke-width:.1}" +
  "path:not([class]){fill:none;stroke-width:.16;stroke-linecap:round}";

/**
 * @param {import("./board/geometry.js").Problem} problem
 * @param {import("./board/geometry.js").Path} path
 * @returns {Promise<File | null>} null where a device sends none, or draws none
 */
export async function pictureFile(problem, path) {
  const empty = new File([], "caballero.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [empty] })) return null;
  const drawing = smallPuzzle(problem, [], []);
  drawing.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  drawing.setAttribute("width", String(SIDE));
  drawing.setAttribute("height", String(SIDE));
  drawing.prepend(make("style", { textContent: STYLE }));
  drawing.append(...movesOf(problem, path, { to: path.length - 1 }));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing.outerHTML)}`;
  const canvas = make("canvas", { width: SIDE, height: SIDE });
  try {
    await image.decode();
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return blob && new File([blob], "caballero.png", { type: "image/png" });
  } catch {
    return null;
  }
}
