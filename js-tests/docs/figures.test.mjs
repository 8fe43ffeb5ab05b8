// The figures of the documentation are those of docs/figures.json and of the size budget, and they are on one page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expanded, PAGE, tables } from "../../docs/figures.mjs";
import { root } from "../support/target.mjs";
import { pages } from "./blocks.mjs";

test("the tables on size and speed are those that the benchmarks wrote", () => {
  const text = readFileSync(PAGE, "utf8");
  for (const name of Object.keys(tables())) assert.ok(text.includes(`<!-- figures: ${name} -->`), name);
  assert.equal(text, expanded(text), "run `node docs/figures.mjs`");
});

test("no other page states a compressed size, except the two of the README that builds measure", () => {
  const size = /[^.|\n]*\d[\d,.  ]*(?:k?B|KiB|bytes)\b[^.\n]*gzip[^.|\n]*/g;
  const found = ["CHANGELOG.md", ...pages()].flatMap((page) => (readFileSync(join(root, page), "utf8").match(size) ?? []).map((text) => `${page}: ${text.trim()}`));
  const unknown = found.filter((text) => !text.startsWith("docs/guide/performance.md") && !/^README\.md: .*(less than \d+ KiB \(gzip\)|at most \d+ kB gzip)/.test(text));
  assert.deepEqual(unknown, []);
});
