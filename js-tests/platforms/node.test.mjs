// Node: as an ES module and as a CommonJS module.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as imported from "botwire";
import { at, holds } from "./promises.mjs";
import { steps } from "./steps.mjs";

const required = createRequire(import.meta.url)("botwire");
for (const [name, botwire] of Object.entries({ import: imported, require: required })) {
  holds(`node, ${name}`, (step) => steps[step](botwire, at));
}

test("both ways give the same names", () => {
  const names = (botwire) =>
    Object.keys(botwire).filter((name) => !["default", "module.exports", "__esModule"].includes(name)).sort();
  assert.deepEqual(names(required), names(imported));
});
