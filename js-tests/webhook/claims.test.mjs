// Claims across isolates: repeated and shuffled deliveries to several workers, each update handled once and none lost.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { TOKEN } from "../support/recorder.mjs";
import { COMPATIBILITY_DATE } from "../support/wrangler.mjs";
import { assertHandledOnce } from "./claimed.mjs";
import { driverOf } from "./deliveries.mjs";
import { startIsolates } from "./isolates.mjs";
import { assertInOrder, STEPS } from "./steps.mjs";

/** For a longer run: `DELIVERIES=100000 node --test webhook/claims.test.mjs`. */
const DELIVERIES = Number(process.env.DELIVERIES ?? 3000);
const ISOLATES = 3;
const PATH = "/hook/s3cret-p4th";

const source = (store) => `
import { createWebhookHandler, inOrder } from "botwire";
import { durableObjectStore, UpdateClaims } from "botwire/stores/durable-object";
import { workersKvStore } from "botwire/stores/workers-kv";
export { UpdateClaims };
/** What this isolate has handled. */
const handled = [];
${STEPS}
const log = (env, what) => env.STEPS.get(env.STEPS.idFromName("all")).fetch("https://log.invalid/add?what=" + what, { method: "POST" });
const options = { baseUrl: "https://service.invalid", token: "${TOKEN}", path: "${PATH}", onError: () => "retry", store: ${store} };
const handle = createWebhookHandler(options, async (update, { env }) => {
  if (Math.random() < 0.1) throw new Error("one in ten");
  handled.push(update.update_id);
  return { method: "sendMessage", chat_id: 7, text: String(update.update_id) };
});
const ordered = createWebhookHandler({ ...options, store: false }, inOrder({ store: (env) => durableObjectStore(env.CLAIMS) }, async (update, { env }) => {
  await log(env, "begin-" + update.update_id);
  await log(env, "end-" + update.update_id);
}));
export default {
  fetch(request, env, context) {
    if (request.url.endsWith("/steps")) return env.STEPS.get(env.STEPS.idFromName("all")).fetch("https://log.invalid/list");
    if (request.url.endsWith("/handled")) return Response.json(handled.splice(0));
    return (request.headers.has("x-ordered") ? ordered : handle)(request, env, context);
  },
};`;

const driver = driverOf({ count: DELIVERIES, isolates: ISOLATES, path: PATH, text: "a" });

const durableObjects = {
  CLAIMS: { className: "UpdateClaims", useSQLite: true },
  STEPS: { className: "Steps", useSQLite: true },
};
const start = (store, objects = durableObjects) => startIsolates(source(store), ISOLATES, { durableObjects: objects, kvNamespaces: ["KV"], driver });
const init = (body, headers) => ({ method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });
/** The updates that the isolates have handled since the last call. */
const handledBy = async (isolates) => {
  const asked = Array.from({ length: ISOLATES }, async (_, index) => (await isolates.send(index, "https://bot.example/handled")).json());
  return (await Promise.all(asked)).flat();
};

for (const [what, objects] of Object.entries({
  "Durable Objects with SQLite": durableObjects,
  "Durable Objects without": Object.fromEntries(Object.entries(durableObjects).map(([name, { className }]) => [name, { className }])),
})) {
  test(`${what}: ${DELIVERIES} deliveries, 30 % repeated, shuffled, one in ten throws`, { timeout: 1_800_000 }, () =>
    assertHandledOnce(() => start("(env) => durableObjectStore(env.CLAIMS)", objects), handledBy, DELIVERIES));
}

describe("other ways to share", () => {
  let isolates;
  before(async () => (isolates = await start("(env) => workersKvStore(env.KV)")));
  after(() => isolates.dispose());

  test("Workers KV tells what another isolate has handled", async () => {
    for (let id = 1; id <= 20; id++) {
      for (const isolate of [0, 0, 1, 2]) {
        for (let tries = 0; tries < 20; tries++) {
          if ((await isolates.send(isolate, `https://bot.example${PATH}`, init({ update_id: id }))).ok) break;
        }
      }
    }
    assert.deepEqual((await handledBy(isolates)).sort((a, b) => a - b), Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test("updates of a chat are handled one at a time, those of two chats in parallel", async () => {
    const send = (id, chat, isolate) => isolates.send(isolate, `https://bot.example${PATH}`, init({ update_id: id, message: { chat: { id: chat } } }, { "x-ordered": "1" }));
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, index) => send(index, index % 2, index % ISOLATES)));
    assert.deepEqual([...new Set(statuses.map(({ status }) => status))], [200]);
    assertInOrder(await (await isolates.send(0, "https://bot.example/steps")).json(), 6);
  });
});

// Since 2024-10-14, workerd itself lets one request settle a promise that another awaits.
for (const date of ["2024-01-01", COMPATIBILITY_DATE]) {
  test(`workerd as of ${date}: a delivery that waits for another in its isolate takes over when that throws`, async () => {
    const isolates = await startIsolates(
      `import { createWebhookHandler } from "botwire";
      let runs = 0;
      const options = { baseUrl: "https://service.invalid", token: "${TOKEN}", path: "${PATH}", onError: () => "retry" };
      export default { fetch: createWebhookHandler(options, async (update, { waitUntil }) => {
        const run = ++runs;
        await scheduler.wait(100);
        if (run === 1) throw new Error("a");
        await (await caches.open("x")).match("https://cache.invalid/");
        return { method: "sendMessage", chat_id: 7, text: "run " + run };
      }) };`,
      1,
      { date },
    );
    try {
      const send = async () => {
        const response = await isolates.send(0, `https://bot.example${PATH}`, init({ update_id: 1 }));
        return `${response.status} ${await response.text()}`;
      };
      const answers = await Promise.all([send(), send(), send()]);
      assert.deepEqual(answers.sort(), [...Array(2).fill('200 {"method":"sendMessage","chat_id":7,"text":"run 2"}'), "503 "]);
    } finally {
      await isolates.dispose();
    }
  });
}
