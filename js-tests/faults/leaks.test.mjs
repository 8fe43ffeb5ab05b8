// After many faults of every kind, no resource leaks: no socket, timer, listener, stream or claim.
import assert from "node:assert/strict";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { printedJson } from "../packaging/support/programs.mjs";

/** 10,000 in a nightly run. */
const FAULTS = Number(process.env.MIXED_FAULTS ?? 1300);

test("nothing is left of calls, uploads, downloads and deliveries that met faults", async (context) => {
  const program = fileURLToPath(new URL("leaks.mjs", import.meta.url));
  const remaining = await printedJson(execPath, [program, String(FAULTS)], ".");
  context.diagnostic(JSON.stringify(remaining));
  assert.deepEqual(remaining, { faults: FAULTS, kinds: 13, sockets: 0, resources: [], listeners: 0, streams: 0, claims: 0 });
});
