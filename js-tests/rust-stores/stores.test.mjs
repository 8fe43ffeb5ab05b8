// The example of stores in Rust: its manifest, and its promises over a real Redis and a real PostgreSQL.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { postgres, redis } from "../support/databases.mjs";
import { target } from "../support/target.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));

test("the crate that is tested has the dependencies of the example", async () => {
  const dependencies = async (file) => {
    const [, text] = (await readFile(join(folder, file), "utf8")).split("[dependencies]\n");
    return text.split("\n\n")[0].trimEnd().replace(/botwire = {[^,]+, /, "");
  };
  assert.equal(await dependencies("Cargo.toml"), await dependencies("../../examples/stores-rust/Cargo.toml"));
});

const options = redis.url && postgres.url ? {} : { ...redis.options, ...postgres.options };
test("claims, turns and sessions, as two processes share them", options, async () => {
  const environment = { ...process.env, BOTWIRE_TEST_REDIS: redis.url, BOTWIRE_TEST_POSTGRES: postgres.url };
  // It uses what is compiled already.
  const shared = ["--config", `build.build-dir=${JSON.stringify(target)}`, "--config", "profile.dev.debug=false", "--target-dir", join(target, "rust-stores")];
  const { stdout } = await promisify(execFile)(process.env.CARGO ?? "cargo", ["test", "--quiet", "--locked", ...shared], { cwd: folder, env: environment, maxBuffer: 1 << 24 });
  assert.match(stdout, /2 passed/);
});
