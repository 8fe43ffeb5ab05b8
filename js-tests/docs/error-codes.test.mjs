// The page of error codes has every kind of error, and what it says of isTransientError is true.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Bot, isTransientError } from "botwire";
import { root } from "../support/target.mjs";

const page = readFileSync(join(root, "docs/guide/error-codes.md"), "utf8");

test("the page has each kind of error once", () => {
  const folder = join(root, "pkg-template/errors");
  const kinds = readdirSync(folder).flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(/declare readonly kind: "(\w+)"/g)].map(([, kind]) => kind));
  assert.ok(kinds.length >= 8, String(kinds));
  const listed = [...page.matchAll(/^\| `(?!kind`)([a-z]+)` \|/gm)].map(([, kind]) => kind);
  assert.deepEqual(listed.sort(), kinds.filter((kind) => kind !== "api").sort());
});

test("isTransientError is true after network, timeout, 429 and 5xx only, as the page says", async () => {
  assert.ok(page.includes("after `network`, `timeout`, 429 and 5xx."));
  const answers = {
    network: async () => { throw new TypeError("fetch failed"); },
    timeout: (_url, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ...Object.fromEntries([400, 401, 403, 404, 409, 413, 429, 500, 502].map((code) => [code, async () => Response.json({ ok: false, error_code: code, description: "No" }, { status: code })])),
    "http 502": async () => new Response("<html>", { status: 502 }),
  };
  const transient = [];
  for (const [name, fetch] of Object.entries(answers)) {
    const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch, timeoutMs: 20 });
    const error = await bot.getMe().then(() => assert.fail(name), (error) => error);
    if (isTransientError(error)) transient.push(name);
  }
  assert.deepEqual(transient.sort(), ["429", "500", "502", "http 502", "network", "timeout"]);
});
