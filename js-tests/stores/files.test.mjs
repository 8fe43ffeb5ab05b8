// Claims, turns and sessions in files that processes share, by each client for SQLite and by Deno KV; and in D1.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isValidationError } from "botwire";
import { sqliteStore } from "botwire/stores/sqlite";
import { Miniflare } from "miniflare";
import { runtime, printedJson } from "../packaging/support/programs.mjs";
import { temporary } from "../support/temporary.mjs";
import { bundle, COMPATIBILITY_DATE, modulesOf } from "../support/wrangler.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const QUIET = { NODE_NO_WARNINGS: "1", DENO_NO_UPDATE_CHECK: "1" };
const folder = temporary();

const DENO = ["run", "--no-prompt", "--unstable-kv", "--allow-read", "--allow-write", "--allow-env", "--allow-sys", "--allow-ffi"];
/** By client: the program, and its parameters. */
const CLIENTS = { "node:sqlite": ["node24"], "better-sqlite3": ["node24"], "bun:sqlite": ["bun"], "Deno.Kv": ["deno", ...DENO] };
const needs = (program) => ({ skip: !runtime(program) && `npm has no ${program} for this machine` });

const run = (client, task, file, ...more) => {
  const [program, ...parameters] = CLIENTS[client];
  return printedJson(runtime(program), [...parameters, "file-program.mjs", client, task, join(folder, file), ...more], here, QUIET);
};

for (const [client, [program]] of Object.entries(CLIENTS)) {
  test(`by ${client} the store keeps its guarantees`, needs(program), async () => {
    const { count, failed } = await run(client, "guarantees", `${client.replace(":", "-")}.db`);
    assert.deepEqual([count > 10, failed], [true, []]);
  });
}

for (const client of ["node:sqlite", "bun:sqlite"]) {
  test(`by ${client}: while somebody else has locked the file updates are refused and reported, and later each is handled once`, needs(CLIENTS[client][0]), () =>
    run(client, "lock", `locked-by-${client.replace(":", "-")}.db`));
}

for (const [journal, client] of [["DELETE", "node:sqlite"], ["WAL", "better-sqlite3"], ["WAL", "node:sqlite"]]) {
  test(`of four processes by ${client}, with the journal ${journal}, one handles each update`, needs("node24"), async () => {
    const keys = 200;
    const file = `${journal}-${client.replace(":", "-")}.db`;
    await run(client, "create", file, journal);
    const handled = await Promise.all(Array.from({ length: 4 }, () => run(client, "race", file, `${keys}`)));
    assert.deepEqual(handled.flat().sort((a, b) => a - b), Array.from({ length: keys }, (_, key) => key));
  });
}

for (const client of ["node:sqlite", "bun:sqlite"]) {
  test(`by ${client}, tables of another version are refused with what to do`, needs(CLIENTS[client][0]), async () => {
    const message = "sqliteStore: the tables botwire_claims and botwire_places are of another version of botwire; rename or drop them, then call createTables() or run schema";
    assert.deepEqual(await run(client, "outdated", `outdated-by-${client.replace(":", "-")}.db`), [message, message]);
  });
}

test("in D1 the store keeps its guarantees, in workerd", async () => {
  const bundled = await bundle({ source: 'export { default } from "./d1-worker.mjs";', resolveDir: here, external: ["node:*"] });
  const worker = new Miniflare({
    modules: modulesOf(bundled),
    modulesRoot: ".",
    compatibilityDate: COMPATIBILITY_DATE,
    compatibilityFlags: ["nodejs_compat"],
    d1Databases: ["DB"],
  });
  try {
    const { count, failed } = await (await worker.dispatchFetch("http://worker.invalid/")).json();
    assert.deepEqual([count > 10, failed], [true, []]);
  } finally {
    await worker.dispose();
  }
});

test("a statement is tried again while the file is locked, and other errors are not hidden", async () => {
  const locked = (message, properties) => Object.assign(new Error(message), properties);
  const errors = [
    locked("database is locked", { code: "ERR_SQLITE_ERROR", errcode: 5 }), // node:sqlite
    locked("database table is locked: botwire_claims", { code: "ERR_SQLITE_ERROR", errcode: 6 }),
    locked("database is locked", { code: "SQLITE_BUSY" }), // better-sqlite3 and bun:sqlite
    locked("the text is another one", { code: "SQLITE_BUSY_SNAPSHOT" }),
    locked("D1_ERROR: database is locked: SQLITE_BUSY"),
    locked("SQLITE_BUSY: busy"),
    locked("Error code 5: The database file is locked"), // Deno KV
  ];
  const retried = errors.length;
  let asked = 0;
  const store = sqliteStore(() => {
    asked++;
    if (errors.length > 0) throw errors.shift();
    return [{ key: "a" }];
  });
  assert.equal(await store.release("a", "b"), true);
  assert.equal(asked, retried + 1);
  for (const table of ["botwire_claims", "blocked_claims", "busy_claims"]) {
    errors.push(new Error(`no such table: ${table}`));
    await assert.rejects(store.release("a", "b"), { message: `no such table: ${table}` });
  }
});

for (const wrong of [undefined, null, {}, "bot.db", { prepare() {} }]) {
  test(`${JSON.stringify(wrong)} is refused by name`, () => {
    assert.throws(() => sqliteStore(wrong), (error) => isValidationError(error) && error.method === "sqliteStore" && error.path === "database");
  });
}
test("the option prefix is refused by name", () => {
  assert.throws(() => sqliteStore(() => [], { prefix: "a" }), (error) => isValidationError(error) && error.path === "prefix");
});
