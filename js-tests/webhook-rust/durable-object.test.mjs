// The Durable Objects of the crate, as a worker in Rust has them: the tests of those of the npm package.
import { after, before, describe } from "node:test";
import { claimsIn, driver, NAMES, namespaceOf, tested, turnsIn } from "../webhook/objects.mjs";
import { startRust } from "./build.mjs";

const entry = `
import { RustClaims, RustTurns } from "./webhook_rust.js";
${tested("RustClaims", "RustTurns")}`;

for (const useSQLite of [true, false]) {
  describe(`with${useSQLite ? "" : "out"} SQLite`, () => {
    let worker;
    before(async () => (worker = await startRust({ HOOK: "/hook/a" }, 1, { classes: NAMES, useSQLite, entry, driver })));
    after(() => worker?.dispose());
    describe("claims", () => void claimsIn(() => namespaceOf(worker, "CLAIMS")));
    describe("turns", () => void turnsIn(() => namespaceOf(worker, "TURNS")));
  });
}
