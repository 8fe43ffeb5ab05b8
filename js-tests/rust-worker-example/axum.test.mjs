// The program of the page on workers in Rust that uses axum compiles with the dependencies of the page.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { blocks } from "../docs/blocks.mjs";
import { made, put } from "../docs/project.mjs";
import { root, target } from "../support/target.mjs";

const PAGE = "docs/hosts/rust-workers.md";
const LOCK = fileURLToPath(new URL("axum.lock", import.meta.url));

test("the worker with axum compiles as shown", async () => {
  const of = (language, text) => blocks(language).find(({ page, code }) => page === PAGE && code.includes(text)).code;
  const folder = join(made, "page-axum");
  const head = '[package]\nname = "page-axum"\nversion = "0.0.0"\nedition = "2024"\n\n[lib]\ncrate-type = ["cdylib"]\n';
  const patch = `[patch.crates-io]\nbotwire = { path = ${JSON.stringify(root)} }\n\n[workspace]\n`;
  put(folder, "Cargo.toml", [head, of("toml", "tower-service"), patch].join("\n"));
  put(folder, "src/lib.rs", of("rust", "use axum::"));
  copyFileSync(LOCK, join(folder, "Cargo.lock"));
  // Reuses compiled dependencies.
  const shared = ["--config", `build.build-dir=${JSON.stringify(target)}`];
  const args = ["check", ...shared, "--quiet", "--locked", "--target", "wasm32-unknown-unknown", "--target-dir", join(target, "rust-suites")];
  const { code = 0, stderr } = await promisify(execFile)(process.env.CARGO ?? "cargo", args, { cwd: folder, maxBuffer: 1 << 24 }).catch((error) => error);
  assert.equal(code, 0, stderr);
});
