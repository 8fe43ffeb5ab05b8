// The example of stores in Rust: its manifest, and its promises over a file of SQLite, a real Redis and a real PostgreSQL.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { postgres, redis } from "../support/databases.mjs";
import { cargoTest } from "./build.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));

test("the crate that is tested has the dependencies of the example", async () => {
  const dependencies = async (file) => {
    const [, text] = (await readFile(join(folder, file), "utf8")).split("[dependencies]\n");
    return text.split("\n\n")[0].trimEnd().replace(/botwire = {[^,]+, /, "");
  };
  assert.equal(await dependencies("Cargo.toml"), await dependencies("../../examples/stores-rust/Cargo.toml"));
});

const options = redis.url && postgres.url ? {} : { ...redis.options, ...postgres.options };
test("claims, turns and sessions, as two processes share them, in Redis and PostgreSQL", options, async () => {
  const { stdout } = await cargoTest(["--", "--skip", "sqlite"], { BOTWIRE_TEST_REDIS: redis.url, BOTWIRE_TEST_POSTGRES: postgres.url });
  assert.match(stdout, /2 passed/);
});

test("claims, turns and sessions, as two processes share them, in SQLite", async () => {
  const { stdout } = await cargoTest(["sqlite"]);
  assert.match(stdout, /1 passed/);
});
