// Claims in Deno's own KV: several programs that share one file, and time going by.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { runtime, printedJson } from "../support/programs.mjs";
import { project } from "../support/project.mjs";

const PROGRAMS = 3;
const UPDATES = 300;

const folder = await project(import.meta.url);
const deno = (file, ...parameters) =>
  printedJson(runtime("deno"), ["run", "--no-prompt", "--unstable-kv", `--allow-read=${folder}`, `--allow-write=${folder}`, file, ...parameters], folder, { DENO_NO_UPDATE_CHECK: "1" });

test("several programs: each update is handled once, none is lost", async () => {
  const file = join(folder, "updates.db");
  const handled = await Promise.all(Array.from({ length: PROGRAMS }, () => deno("claims.mjs", file, UPDATES, PROGRAMS)));
  assert.deepEqual(handled.flat().sort((a, b) => a - b), Array.from({ length: UPDATES }, (_, index) => index + 1));
  assert.ok(handled.every((own) => own.length > 0), "each program has its part");
});

test("leases end, are renewed and released; a former owner changes nothing", async () => {
  assert.deepEqual(await deno("clock.mjs"), {
    known: "done",
    held: "busy",
    stillHeld: "busy",
    renewed: "busy",
    afterLease: ["busy", "owner"],
    former: false,
    release: true,
    released: "owner",
    stored: [["botwire,1", "done"], ["botwire,2,attempts", 2], ["botwire,2", "held"], ["botwire,3,attempts", 1], ["botwire,3", "held"]],
  });
});
