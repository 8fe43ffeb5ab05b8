// The Durable Object itself, in workerd with its storage and alarms, and a clock that can be set.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { TOKEN } from "../support/recorder.mjs";
import { startIsolates } from "./isolates.mjs";
import { claimsIn, driver, NAMES, tested } from "./objects.mjs";

const PATH = "/hook/s3cret-p4th";
const options = { baseUrl: "https://service.invalid", token: TOKEN, path: PATH, deadlineMs: 300 };

const source = `
import { createWebhookHandler } from "botwire";
import { UpdateClaims, durableObjectStore } from "botwire/stores/durable-object";
${tested("UpdateClaims")}
const handle = createWebhookHandler((env) => ({ ...${JSON.stringify(options)}, store: durableObjectStore(env.CLAIMS) }), (update, { env }) =>
  update.update_id === 1 && env.ISOLATE === 0 ? new Promise(() => {}) : { method: "sendMessage", chat_id: 7, text: "by " + env.ISOLATE });
export default { fetch: handle };`;

const classes = (useSQLite) => Object.fromEntries(Object.entries(NAMES).map(([name, className]) => [name, { className, useSQLite }]));

for (const [what, durableObjects] of Object.entries({ "with SQLite": classes(true), without: classes(false) })) {
  describe(`claims in an object ${what}`, () => {
    let isolates;
    before(async () => (isolates = await startIsolates(source, 2, { durableObjects, driver })));
    after(() => isolates.dispose());
    const { clock, use } = claimsIn(() => isolates);
    test("a handler that never ends and is not renewed: 503 for a lease, then another isolate handles the update", async () => {
      use("");
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
      assert.deepEqual(await deliver(1), [200, ""]);
    });
  });
}
