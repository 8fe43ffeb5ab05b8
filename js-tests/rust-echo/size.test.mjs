// A worker in Rust stays within its budget.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { sections } from "../../xtask/size/parts.mjs";
import { figures } from "../../xtask/size/figures.mjs";
import { buildRust } from "../support/rust.mjs";

const read = (path) => readFile(new URL(path, import.meta.url), "utf8");

test("what wasm-bindgen makes of it stays within the budget", async (t) => {
  const wasm = await readFile(join(await buildRust(import.meta.url), "rust_echo_bg.wasm"));
  const budget = JSON.parse(await read("../../xtask/size/budget.json"))["worker in Rust"].gzip;
  const { raw, gzip } = figures([wasm]);
  const rows = [{ name: "worker in Rust", raw, gzip }, ...sections(wasm)];
  for (const row of rows) t.diagnostic(`${row.name.padEnd(22)} ${String(row.raw).padStart(8)} raw ${String(row.gzip).padStart(8)} gzip`);
  const advice = "find what grew by `twiggy top` on a build without `strip`";
  assert.ok(gzip <= budget, `${gzip} bytes, gzip -9: ${gzip - budget} over the budget of ${budget} (xtask/size/budget.json); ${advice}`);
  // A figure that is far below the budget says that something else was measured, or that the budget should be lowered.
  assert.ok(gzip > budget * 0.9, `${gzip} bytes, gzip -9: the budget of ${budget} is too wide (xtask/size/budget.json)`);
});
