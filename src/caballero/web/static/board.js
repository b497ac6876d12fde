// A board as SVG: squares, a path with its numbers, and marks. One unit is one square.

const SPACE = "http://www.w3.org/2000/svg";
const MOST_NUMBERS = 1000;

function shape(name, attributes, text) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

export function columnName(column) {
  let name = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(97 + ((left - 1) % 26)) + name;
  }
  return name;
}

export function squareName([row, column], rows) {
  return `${columnName(column)}${rows - row}`;
}

// tour: squares in order, or none; marked: squares that stand out; title: for who cannot see it.
export function draw({ rows, columns, tour = [], closed = false, marked = [], title }) {
  const svg = shape("svg", {
    viewBox: `-0.7 -0.2 ${columns + 0.9} ${rows + 0.9}`,
    role: "img",
    "aria-label": title,
  });
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const tone = (row + column) % 2 ? "dark" : "pale";
      svg.append(shape("rect", { x: column, y: row, width: 1, height: 1, class: tone }));
    }
  }
  for (const [row, column] of marked) {
    svg.append(shape("rect", { x: column, y: row, width: 1, height: 1, class: "mark" }));
  }
  for (let row = 0; row < rows; row += 1) {
    svg.append(shape("text", { x: -0.35, y: row + 0.5, class: "edge" }, rows - row));
  }
  for (let column = 0; column < columns; column += 1) {
    const at = { x: column + 0.5, y: rows + 0.35, class: "edge" };
    svg.append(shape("text", at, columnName(column)));
  }
  if (tour.length) {
    const points = tour.map(([row, column]) => `${column + 0.5} ${row + 0.5}`);
    const d = `M${points.join("L")}${closed ? "Z" : ""}`;
    svg.append(shape("path", { d, class: "path" }));
    const [row, column] = tour[0];
    svg.append(shape("circle", { cx: column + 0.5, cy: row + 0.5, r: 0.36, class: "end" }));
    if (tour.length <= MOST_NUMBERS) {
      tour.forEach(([r, c], i) => {
        svg.append(shape("text", { x: c + 0.5, y: r + 0.5, class: "number" }, i + 1));
      });
    }
  }
  return svg;
}
