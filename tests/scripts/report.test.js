// The codes of a class: written, read back, and told when they are mistyped.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  csvOf,
  readReport,
  readReports,
  reportPlace,
  timeText,
  writeReport,
} from "#page/learn/class/report.js";

const ANA = { pages: [1, 2, 3], solved: [1, 3], tries: 7, seconds: 754 };
const LUIS = { pages: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], solved: [], tries: 0, seconds: 0 };
const [ana, luis] = [ANA, LUIS].map(writeReport);

test("a code is read back, in any case, with or without signs", () => {
  for (const [report, code] of [
    [ANA, ana],
    [LUIS, luis],
  ]) {
    assert.match(code, /^\w{4}-\w{4}-\w{4}$/);
    for (const one of [code, code.toLowerCase(), code.replaceAll("-", ""), code.replace("-", " ")])
      assert.deepEqual(readReport(one), report);
    assert.deepEqual(readReport(code.replaceAll("0", "O").replaceAll("1", "l")), report);
  }
  const most = { ...ANA, tries: 5000, seconds: 1e6 };
  assert.deepEqual(readReport(writeReport(most)), { ...ANA, tries: 1023, seconds: 32767 });
});

test("one wrong letter, or two exchanged, are found", () => {
  for (const code of [ana, luis].map((one) => one.replaceAll("-", ""))) {
    for (let i = 0; i < 12; i += 1) {
      for (const letter of "0123456789ABCDEFGHJKMNPQRSTVWXYZ") {
        const wrong = code.slice(0, i) + letter + code.slice(i + 1);
        if (wrong !== code) assert.equal(readReport(wrong), null, wrong);
      }
      for (let j = i + 1; j < 12; j += 1) {
        const letters = [...code];
        [letters[i], letters[j]] = [letters[j], letters[i]];
        if (letters.join("") !== code) assert.equal(readReport(letters.join("")), null);
      }
    }
  }
});

test("lines of any reasonable form are read", () => {
  const place = reportPlace("Ana Núñez", ana);
  for (const line of [
    `Ana Núñez ${ana}`,
    `Ana Núñez: ${ana.toLowerCase()}`,
    `1. Ana Núñez - ${ana.replaceAll("-", " ")}`,
    `Ana Núñez\t${ana.replaceAll("-", "")}`,
    `${ana}; Ana Núñez`,
    `http://10.0.0.7:8864/?lang=es#${place}`,
    `http://10.0.0.7:8864/#${place.replace("desk", "learn/teacher")}`,
    `Ana Núñez\n${ana}`,
  ]) {
    assert.deepEqual(readReports(line), [{ name: "Ana Núñez", report: ANA, fault: null }], line);
  }
});

test("what is wrong with a code is told, beside its name", () => {
  const faults = (/** @type {string} */ text) => readReports(text).map((row) => row.fault);
  assert.deepEqual(faults("Ana"), [["noCode", {}]]);
  assert.deepEqual(faults(`Ana ${ana.slice(0, -1)}`), [["lettersMissing", { n: 1 }]]);
  assert.deepEqual(faults(`Ana ${ana}77`), [["lettersMore", { n: 2 }]]);
  assert.deepEqual(faults(`Ana U${ana.slice(1)}`), [["strangeLetter", { letter: "U" }]]);
  const wrong = ana.slice(0, -1) + (ana.endsWith("7") ? "8" : "7");
  assert.deepEqual(readReports(`Ana ${wrong}`), [
    { name: "Ana", report: null, fault: ["mistyped", {}] },
  ]);
  assert.deepEqual(faults(`Ana ${ana}\nEva ${ana}`), [null, ["sameCode", { name: "Ana" }]]);
  assert.equal(readReports(`Ana ${ana}\n`.repeat(1000)).length, 200);
});

test("a name may have digits, or four capitals", () => {
  const names = ["Ana 3B", "ANNA", "ANNA ROSA 3B", "ANNA 4ESO 3B", "Alejandro3B", "Ana-Maria-3B"];
  for (const name of [...names, "R2D2", "Luis 2.º ESO", "EVAN 4ESO", "Ana (2)", "JOSE LUIS PENA"]) {
    const read = [{ name, report: ANA, fault: null }];
    for (const text of [
      `${name}\n${ana}`,
      `${name} ${ana}`,
      `${name}: ${ana.replaceAll("-", " ")}`,
    ])
      assert.deepEqual(readReports(text), read, text);
    assert.deepEqual(readReports(name), [{ name, report: null, fault: ["noCode", {}] }]);
    const apart = /(4ESO|R2D2)$/.test(name) ? [] : [ana.replaceAll("-", " ")]; // a code, too
    for (const code of [ana, ana.replaceAll("-", ""), ...apart])
      for (const line of [`${name} ${code.slice(0, -1)}`, `${code.slice(0, -1)} ${name}`])
        assert.deepEqual(
          readReports(line),
          [{ name, report: null, fault: ["lettersMissing", { n: 1 }] }],
          line,
        );
  }
});

test("a table for a spreadsheet has no formulas", () => {
  assert.equal(csvOf([["=1+1", 'a"b', 3]], ";"), `'=1+1;"a""b";3\r\n`);
  assert.equal(timeText(754), "12:34");
});
