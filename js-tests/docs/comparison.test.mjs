// The table of what other libraries have: each row names something of botwire, and what is missing in Rust is said. The bot to compare.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as botwire from "botwire";
import * as conversations from "botwire/conversations";
import { root } from "../support/target.mjs";

const page = readFileSync(join(root, "docs/guide/comparison.md"), "utf8").split("{#where-it-is}")[1];
const [before] = page.split("\n| What |");
const rows = [...page.matchAll(/^\| (?!What |-)(.*?) \|.* \| (.*?) \|$/gm)].map(([, what, here]) => ({ what, here }));
const namesIn = (text) => [...text.matchAll(/`(\w+)(?:\(\w+\))?`/g)].map(([, name]) => name);
/** Options of a Bot, and a function that a conversation gets. */
const MEMBERS = ["ask", "retry", "use"];

test("each row but translations links to a name that exists", () => {
  assert.ok(rows.length > 25, `${rows.length} rows`);
  const empty = rows.filter(({ here }) => !/^\[(`.+`|OpenTelemetry)\]\(\S+\)$/.test(here)).map(({ what }) => what);
  assert.deepEqual(empty, ["Translations"]);
  assert.deepEqual(rows.flatMap(({ here }) => namesIn(here)).filter((name) => !(name in botwire || name in conversations || MEMBERS.includes(name))), []);
});

test("what the page says to be missing in Rust is missing there", () => {
  const missing = namesIn(before);
  assert.ok(missing.length > 5, before);
  const functions = [...readFileSync(join(root, "api/rust.txt"), "utf8").matchAll(/^pub (?:async )?fn botwire::(?:client|text|webhook)::(\w+)[<(]/gm)].map(([, name]) => name.replace(/_/g, ""));
  assert.ok(functions.includes("onmessage"));
  assert.deepEqual(missing.filter((name) => !(name in botwire) || functions.includes(name.toLowerCase())), []);
});

test("the whole bot of the example has at most 50 lines, and no annotation of a type", () => {
  const lines = readFileSync(join(root, "examples/side-by-side/main.ts"), "utf8").split("\n").filter((line) => line.trim() !== "");
  assert.ok(lines.length <= 50, `${lines.length} lines`);
  assert.deepEqual(lines.filter((line) => /\bas [A-Z]|<[A-Z]\w*>|\w: [A-Z][a-z]\w*[,)=]/.test(line)), []);
});
