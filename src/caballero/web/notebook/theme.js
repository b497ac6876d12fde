// The theme of the notebook that a board stands in: light or dark.

/**
 * How light a colour is, from 0 to 1; null if it cannot be seen, or not be read.
 * @param {string} colour - as computed styles write it
 */
export function lightness(colour) {
  const [r, g, b, alpha = 1] = (colour.match(/^rgba?\(([^)]*)\)$/)?.[1] ?? "")
    .split(/[\s,/]+/)
    .map(Number);
  if (!Number.isFinite(b) || alpha < 0.5) return null;
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

/**
 * "light" or "dark"; "" if nothing is known, and then the system decides.
 * @param {Document} document
 * @param {Element} el - in the notebook
 */
export function themeOf({ body, documentElement }, el) {
  const { jpThemeLight, vscodeThemeKind = "" } = body.dataset;
  if (jpThemeLight) return jpThemeLight === "true" ? "light" : "dark"; // JupyterLab, Notebook
  const vscode = `${body.className} ${vscodeThemeKind}`;
  if (/\bvscode-(light|high-contrast-light)\b/.test(vscode)) return "light";
  if (/\bvscode-(dark|high-contrast)\b/.test(vscode)) return "dark";
  const named = documentElement.dataset.theme ?? documentElement.getAttribute("theme"); // Colab
  if (named === "light" || named === "dark") return named;
  for (let node = /** @type {Element | null} */ (el); node; node = node.parentElement) {
    const light = lightness(getComputedStyle(node).backgroundColor);
    if (light !== null) return light < 0.5 ? "dark" : "light";
  }
  return "";
}
