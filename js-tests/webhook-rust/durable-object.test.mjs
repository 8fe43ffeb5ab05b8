// The Durable Object of the crate, as a worker in Rust has it: by its questions, and behind the worker's webhook.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { claimsIn, driver, openObjects, tested } from "../support/claims-object.mjs";
import { record, TOKEN } from "../support/recorder.mjs";
import { startRust } from "./build.mjs";

const HOOK = "/hook/a";
const entry = `
import { RustClaims } from "./webhook_rust.js";
${tested("RustClaims")}`;

for (const useSQLite of [true, false]) {
  describe(`with${useSQLite ? "" : "out"} SQLite`, () => {
    let service;
    let worker;
    before(async () => {
      service = await record();
      const settings = { HOOK, BASE_URL: service.baseUrl, TOKEN, STORE: "durable object", ORDER: "1", DEADLINE_MS: "300", TOLD: "1" };
      worker = await startRust(settings, 1, { classes: { CLAIMS: "Claims" }, useSQLite, entry, driver });
    });
    after(() => Promise.all([service?.close(), worker?.dispose()]));
    claimsIn(() => worker);
    test("times that are not whole milliseconds are refused", async () => {
      const { fetch } = openObjects(worker, "refusals-");
      for (const question of ["claim", "renew", "settle"]) {
        for (const ms of ["", "-1", "1.5", "NaN", "Infinity"]) {
          const answer = await fetch(question, { key: "1", owner: "1", ms });
          assert.deepEqual([answer.status, await answer.text()], [400, "ms: expected whole milliseconds"]);
        }
      }
      assert.equal((await fetch("other", { key: "1", ms: "1" })).status, 404);
    });

    const bot = TOKEN.split(":")[0];
    const deliver = async (update_id, text = "hi") => {
      const message = { message_id: 1, date: 1, chat: { id: 7, type: "private" }, text };
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ update_id, message }) };
      const response = await worker.dispatchFetch(`https://bot.example${HOOK}`, init);
      return [response.status, (await response.text()) !== ""];
    };
    test("an update whose process was killed is handled when the lease ends, even if another delivery has waited for it", async () => {
      const { store, clock } = openObjects(worker, "");
      await clock(0);
      await store.claim(`${bot}:update:1`, 15_000);
      for (const ahead of [1000, 5000, 10_000]) {
        await clock(ahead);
        assert.deepEqual(await deliver(1), [503, false]);
      }
      await clock(16_000);
      for (let times = 0; times < 2; times++) assert.deepEqual(await deliver(1), [200, true]);
      await clock(0);
    });
    test("an update whose turn does not come is answered 503, and is handled later", async () => {
      const { store } = openObjects(worker, "");
      const turn = `${bot}:turn:7`;
      const { owner } = await store.claim(turn, 15_000);
      assert.deepEqual(await deliver(2), [503, false]);
      await store.release(turn, owner);
      assert.deepEqual(await deliver(2), [200, true]);
    });
    test("a handler that is late keeps its turn until it ends", async () => {
      assert.deepEqual(await deliver(3, "/slow 1500"), [200, false]);
      assert.deepEqual(await deliver(4), [503, false]);
      let answer;
      do answer = await deliver(4);
      while (answer[0] === 503);
      assert.deepEqual(answer, [200, true]);
      assert.equal(service.requests.length, 1);
    });
  });
}
