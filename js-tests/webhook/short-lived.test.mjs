// An update is collected with the young objects. If something old refers to it, the collector copies it, which cost as much as the rest
// of a delivery of 30 kB: V8 puts a function literal among the old objects if it is assigned to a property.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("short-lived.mjs", import.meta.url));
const FLAGS = ["--trace-gc", "--trace-gc-nvp", "--max-semi-space-size=1"];

/** The bytes of an update as objects, at least. */
const UPDATE_BYTES = 30_000;

for (const handler of ["nothing", "answer", "gather", "in order", "sessions"]) {
  test(`no delivery outlives its response: ${handler}`, () => {
    const output = execFileSync(process.execPath, [...FLAGS, program, handler], { encoding: "utf8" });
    const promoted = [...output.matchAll(/ gc=s .* promoted=(\d+) /g)].map(([, bytes]) => Number(bytes));
    assert.ok(promoted.length > 20, `${promoted.length} collections\n${output.slice(0, 2000)}`);
    const each = promoted.reduce((sum, bytes) => sum + bytes, 0) / 1000;
    assert.ok(each < UPDATE_BYTES / 4, `${each} bytes of each delivery became old`);
  });
}
