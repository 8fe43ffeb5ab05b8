// The lines of the shell in the README, the quick start and the pages of hosts, and which of them a test has run.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/target.mjs";
import { blocksOf } from "./blocks.mjs";

const PAGES = ["README.md", "docs/guide/quick-start.md", ...readdirSync(join(root, "docs/hosts")).filter((name) => name.endsWith(".md")).map((name) => `docs/hosts/${name}`)];

/** Page, tab and line, such as `quick-start [Deno]: deno add npm:botwire`. */
export const lines = PAGES.flatMap((page) => blocksOf(page, readFileSync(join(root, page), "utf8"))
  .filter(({ language }) => ["sh", "bash", "console", "shell", "powershell"].includes(language))
  .flatMap(({ code, info }) => code.trim().split("\n").map((line) => line.replace(/ +#.*/, "")).filter(Boolean)
    .map((line) => `${page.replace(/^docs\/(?:guide\/|hosts\/)?|\.md$/g, "")}${info.startsWith("[") ? ` ${info}` : ""}: ${line}`)));

/** The lines that were run. */
export const copied = new Set();

/** Returns the first line of a page, such as `quick-start [Deno]`, that begins so, and notes that it is run. */
export function copy(page, start) {
  const found = lines.find((line) => line.startsWith(`${page}: ${start}`));
  assert.ok(found, `${page} has no line ${start}`);
  copied.add(found);
  return found.slice(page.length + 2);
}

/** How the lines begin that compile for minutes, which rust-lines.mjs runs. */
export const COMPILES = [
  "quick-start [Rust]: cargo install worker-build --locked --debug", "quick-start [Rust]: npx botwire emulator ",
  "rust: npm create ", "rust: cd my-bot", "rust: npm run dev", "rust: cargo install --locked trunk", "rust: trunk serve", "rust: wasm-pack test --headless --chrome",
  "rust-servers: cargo build ", "rust-servers: wasmtime serve ",
  "rust-workers: cargo install worker-build --locked --debug", "rust-workers: npx wrangler dev",
];
