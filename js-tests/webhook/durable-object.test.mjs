// The Durable Objects themselves, in workerd with its storage and alarms, and a clock that can be set.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { TOKEN } from "../support/recorder.mjs";
import { startIsolates } from "./isolates.mjs";
import { claimsIn, driver, NAMES, namespaceOf, tested, turnsIn } from "./objects.mjs";

const PATH = "/hook/s3cret-p4th";
const options = { baseUrl: "https://service.invalid", token: TOKEN, path: PATH, deadlineMs: 300 };

const source = `
import { createWebhookHandler } from "botwire";
import { ChatTurns as Turns, UpdateClaims, durableObjectStore } from "botwire/stores/durable-object";
${tested("UpdateClaims", "Turns")}
const handle = createWebhookHandler({ ...${JSON.stringify(options)}, store: (env) => durableObjectStore(env.CLAIMS) }, (update, { env }) =>
  update.update_id === 1 && env.ISOLATE === 0 ? new Promise(() => {}) : { method: "sendMessage", chat_id: 7, text: "by " + env.ISOLATE });
export default { fetch: handle };`;

const classes = (useSQLite) => Object.fromEntries(Object.entries(NAMES).map(([name, className]) => [name, { className, useSQLite }]));

for (const [what, durableObjects] of Object.entries({ "with SQLite": classes(true), without: classes(false) })) {
  describe(`claims in an object ${what}`, () => {
    let isolates;
    before(async () => (isolates = await startIsolates(source, 2, { durableObjects, driver })));
    after(() => isolates.dispose());
    const { clock, use } = claimsIn(() => namespaceOf(isolates, "CLAIMS"));
    test("a handler that never ends: 503 for a while, then another isolate handles the update", async () => {
      use("updates");
      const deliver = async (index) => {
        const body = JSON.stringify({ update_id: 1, message: { text: "a" } });
        const response = await isolates.send(index, `https://bot.example${PATH}`, { method: "POST", headers: { "content-type": "application/json" }, body });
        return [response.status, await response.text()];
      };
      await clock(0);
      assert.deepEqual(await deliver(0), [200, ""]);
      assert.deepEqual(await deliver(1), [503, ""]);
      await clock(60_001);
      const [status, text] = await deliver(1);
      assert.deepEqual([status, JSON.parse(text).text], [200, "by 1"]);
      assert.deepEqual(await deliver(1), [200, ""]);
    });
  });

  describe(`turns in an object ${what}`, () => {
    let isolates;
    before(async () => (isolates = await startIsolates(source, 1, { durableObjects, driver })));
    after(() => isolates.dispose());
    turnsIn(() => namespaceOf(isolates, "TURNS"));
  });
}
