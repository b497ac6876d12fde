// The theme of a notebook.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lightness, themeOf } from "../../src/caballero/web/notebook/theme.js";

test("how light a colour is", () => {
  assert.equal(lightness("rgb(255, 255, 255)"), 1);
  assert.equal(lightness("rgb(0, 0, 0)"), 0);
  assert.equal(lightness("rgba(0, 0, 0, 0)"), null);
  assert.equal(lightness("rgba(255, 255, 255, 0.9)"), 1);
  assert.ok((lightness("rgb(0 0 255 / 80%)") ?? 1) < 0.5);
  for (const none of ["", "transparent", "color(srgb 1 1 1)", "rgb()"]) {
    assert.equal(lightness(none), null, none);
  }
});

test("notebooks name their theme", () => {
  const page = (dataset = {}, className = "", root = {}) => ({
    body: { dataset, className },
    documentElement: { dataset: {}, getAttribute: () => null, ...root },
  });
  const none = /** @type {any} */ (null);
  assert.equal(themeOf(page({ jpThemeLight: "false" }), none), "dark");
  assert.equal(themeOf(page({ jpThemeLight: "true" }, "vscode-dark"), none), "light");
  assert.equal(themeOf(page({}, "a vscode-dark b"), none), "dark");
  assert.equal(themeOf(page({}, "vscode-high-contrast"), none), "dark");
  assert.equal(themeOf(page({ vscodeThemeKind: "vscode-high-contrast-light" }), none), "light");
  assert.equal(themeOf(page({}, "", { dataset: { theme: "dark" } }), none), "dark");
  assert.equal(themeOf(page({}, "", { getAttribute: () => "light" }), none), "light");
  assert.equal(themeOf(page(), none), "");
});
