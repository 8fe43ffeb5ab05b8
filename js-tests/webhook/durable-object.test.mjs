// The Durable Object itself, in workerd with its storage and alarms, and a clock that can be set.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { durableObjectStore } from "botwire/stores/durable-object";
import { claimsIn, driver, namespaceOf, openObjects, tested } from "../support/claims-object.mjs";
import { TOKEN } from "../support/recorder.mjs";
import { startIsolates } from "./isolates.mjs";

const PATH = "/hook/s3cret-p4th";
const options = { baseUrl: "https://service.invalid", token: TOKEN, path: PATH, deadlineMs: 300 };

const source = `
import { createWebhookHandler } from "botwire";
import { UpdateClaims, durableObjectStore } from "botwire/stores/durable-object";
${tested("UpdateClaims")}
const handle = createWebhookHandler((env) => ({ ...${JSON.stringify(options)}, store: durableObjectStore(env.CLAIMS) }), (update, { env }) =>
  update.update_id === 1 && env.ISOLATE === 0 ? new Promise(() => {}) : { method: "sendMessage", chat_id: 7, text: "by " + env.ISOLATE });
export default { fetch: handle };`;

for (const useSQLite of [true, false]) {
  describe(`claims in an object with${useSQLite ? "" : "out"} SQLite`, () => {
    let isolates;
    before(async () => (isolates = await startIsolates(source, 2, { durableObjects: { CLAIMS: { className: "Claims", useSQLite } }, driver })));
    after(() => isolates.dispose());
    claimsIn(() => isolates);
    test("shards keep each their own", async () => {
      const store = durableObjectStore(namespaceOf(isolates, "sharded-"), { shards: 4 });
      const keys = Array.from({ length: 40 }, (_, index) => `7:update:${index}`);
      for (const key of keys) assert.equal(await store.settle(key, (await store.claim(key, 15_000)).owner, 100), true);
      for (const key of keys) assert.equal(await store.claim(key, 15_000), "done");
      const { keys: stored } = await openObjects(isolates, "sharded-").stored();
      const count = stored.filter((key) => key.startsWith("key:")).length;
      assert.ok(count > 0 && count < 40, `${count} of 40`);
    });
    test("a handler that never ends and is not renewed: 503 for a lease, then another isolate handles the update", async () => {
      const { clock } = openObjects(isolates, "");
      const deliver = async (index) => {
        const body = JSON.stringify({ update_id: 1, message: { text: "a" } });
        const response = await isolates.send(index, `https://bot.example${PATH}`, { method: "POST", headers: { "content-type": "application/json" }, body });
        return [response.status, await response.text()];
      };
      await clock(0);
      assert.deepEqual(await deliver(0), [200, ""]);
      assert.deepEqual(await deliver(1), [503, ""]);
      await clock(15_001);
      const [status, text] = await deliver(1);
      assert.deepEqual([status, JSON.parse(text).text], [200, "by 1"]);
      assert.deepEqual(await deliver(0), [200, text], "its response again, also from the other isolate");
    });
  });
}
