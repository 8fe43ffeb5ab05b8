// The figures of the documentation are those of docs/figures.json and of the size budget, and they are on one page. Defaults are the
// same in the guide and in the typings.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expanded, LIBRARIES, PAGE, tables, versionOf } from "../../docs/figures.mjs";
import { grownSince } from "../../xtask/size/budget.mjs";
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

test("the comparison is with the versions that were measured", () => {
  const page = readFileSync(join(root, "docs/guide/comparison.md"), "utf8").replace(/\s+/g, " ");
  for (const [id, name] of Object.entries(LIBRARIES)) assert.ok(page.includes(`${name} ${versionOf(id)}`), name);
});

test("a build over its budget says which parts have grown, the largest growth first", () => {
  const recorded = [{ name: "wasm: code", raw: 100 }, { name: "bot.js", raw: 50 }, { name: "same.js", raw: 7 }, { name: "smaller.js", raw: 9 }];
  const parts = [{ name: "wasm: code", raw: 103 }, { name: "bot.js", raw: 90 }, { name: "same.js", raw: 7 }, { name: "smaller.js", raw: 8 }, { name: "call.js", raw: 20 }];
  assert.deepEqual(grownSince(recorded, parts).slice(1), ["bot.js: 90 bytes, 40 more", "call.js: 20 bytes, new", "wasm: code: 103 bytes, 3 more"]);
  const measured = JSON.parse(readFileSync(join(root, "xtask/size/parts.json"), "utf8"));
  for (const what of ["edge upload", "page with one call", "emulator wasm"]) assert.ok(measured[what].some(({ name }) => name === "wasm: code"), what);
});

/** Options with their defaults as their comments say them, and as the guide does. */
const DEFAULTS = [
  ["timeoutMs", "Default 60,000", { errors: "| a call | 60 s |" }],
  ["timeoutMs", "Default 600,000", { errors: "| a download | 10 min |", files: "| `timeoutMs` | 10 minutes |" }],
  ["idleTimeoutMs", "Default 60,000", { errors: "none; 60 s without progress", files: "`idleTimeoutMs` (60 s)" }],
  ["maxResponseBytes", "Default 16,777,216", { errors: "16,777,216 bytes" }],
  ["maxBytes", "Default 20 MB", { files: "| `maxBytes` | 20 MB |", limits: "downloads to 20 MB" }],
  ["deadlineMs", "Default 10,000, and at most 8,000", { scale: "`deadlineMs` (10 seconds by default)", "reply-or-call": "`deadlineMs` (10 seconds)", payments: "after 8 seconds at most", errors: "| a webhook, until the response | 10 s |" }],
  ["leaseMs", "Default 15,000", { scale: "**lease** of 15 seconds (`leaseMs`)", "which-store": "15 seconds by default" }],
  ["maxBodyBytes", "Default 1,048,576", { webhooks: "`maxBodyBytes` (1 MiB)", security: "`maxBodyBytes` (1 MiB)", troubleshooting: "at most 1048576 bytes" }],
  ["store", "with at least the last 10,000 updates", { scale: "remembers at least the last 10,000 updates" }],
  ["maxBytes", "Default 64,000", { sessions: "up to 64,000 bytes (`maxBytes`)" }],
  ["concurrency", "Default 8", { polling: "`concurrency` (8)" }],
  ["concurrency", "Default 10", { broadcast: "`concurrency` (10)" }],
  ["attempts", "Default 4", { polling: "`attempts` (4)" }],
  ["max_connections", "initially 40", { scale: "`max_connections` (40)", troubleshooting: "up to 40 updates at the same time" }],
];

test("the guide has the defaults that the typings have", () => {
  const folder = join(root, "pkg-template");
  const sources = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".ts")).map((name) => readFileSync(join(folder, name), "utf8"));
  const comments = sources.flatMap((text) => [...text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(\w+)\??:/g)].map(([, comment, name]) => [name, comment.replace(/\s*\n\s*\*\s*/g, " ")]));
  for (const [option, text, pages] of DEFAULTS) {
    assert.ok(comments.some(([name, comment]) => name === option && comment.includes(text)), `the comment of ${option}: ${text}`);
    for (const [page, shown] of Object.entries(pages)) assert.ok(readFileSync(join(root, `docs/guide/${page}.md`), "utf8").replace(/\s+/g, " ").includes(shown), `${page}: ${shown}`);
  }
});
