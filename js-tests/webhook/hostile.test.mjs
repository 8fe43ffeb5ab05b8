// The table of hostile requests, on sockets, against node:http and workerd: the right status, and the next request is fine.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { TOKEN } from "../support/recorder.mjs";
import { startIsolates } from "./isolates.mjs";
import { DEADLINE_MS, HOSTILE, PATH, SECRET, exchange, update } from "./hostile.mjs";

const options = { baseUrl: "https://service.invalid", token: TOKEN, path: PATH, secretHeader: SECRET, deadlineMs: DEADLINE_MS };
const REPLY = { method: "sendMessage", chat_id: 7, text: "hi" };

async function startNode() {
  const handler = createWebhookHandler(options, (update) => {
    const { message } = update;
    if (message?.chat) return { method: "sendMessage", chat_id: message.chat.id, text: message.text };
  });
  const server = createServer(nodeListener(handler)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: server.address().port,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function startWorkerd() {
  const isolates = await startIsolates(
    `import { createWebhookHandler } from "botwire";
    export default { fetch: createWebhookHandler(${JSON.stringify(options)}, ({ message }) => {
      if (message?.chat) return { method: "sendMessage", chat_id: message.chat.id, text: message.text };
    }) };`,
    1,
  );
  return { port: Number(isolates.url.port), close: () => isolates.dispose() };
}

for (const [runtime, start] of Object.entries({ "node:http": startNode, workerd: startWorkerd })) {
  describe(runtime, () => {
    let server;
    before(async () => (server = await start()));
    after(() => server.close());
    const fine = async () => {
      const { status, text } = await exchange(server.port);
      assert.equal(status, 200);
      assert.deepEqual(JSON.parse(/\{.*\}/.exec(text)[0]), REPLY);
    };

    test("a fit delivery is answered", fine);
    for (const [name, [status, request]] of Object.entries(HOSTILE)) {
      test(`${name}: ${status}`, async () => {
        const answer = await exchange(server.port, request);
        assert.equal(answer.status, status);
        if (status === 405) assert.match(answer.headers, /^allow: post\r?$/m);
        assert.equal(answer.text.includes(TOKEN), false);
        await fine();
      });
    }
    test("broken off in the middle", async () => {
      for (let count = 0; count < 20; count++) await exchange(server.port, { body: update().padEnd(5000), breakOff: true });
      await fine();
    });
    test("a repeated delivery: 200, and nothing is answered", async () => {
      const body = update();
      assert.match((await exchange(server.port, { body })).text, /hi/);
      const again = await exchange(server.port, { body });
      assert.deepEqual([again.status, again.text.includes("hi")], [200, false]);
    });
    test("1,000 at once", async () => {
      const answers = await Promise.all(Array.from({ length: 1000 }, () => exchange(server.port)));
      assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text.includes("hi")}`))], ["200 true"]);
    });
  });
}

test("no more of a body is taken than the limit and a chunk", async () => {
  let taken = 0;
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => {
      taken += 1 << 16;
      controller.enqueue(new Uint8Array(1 << 16).fill(32));
    },
    cancel: () => void (isCancelled = true),
  }, { highWaterMark: 0 });
  const headers = { "content-type": "application/json", [SECRET.name]: SECRET.value };
  const handler = createWebhookHandler(options, () => assert.fail());
  const response = await handler(new Request(`https://bot.example${PATH}`, { method: "POST", headers, body, duplex: "half" }));
  assert.equal(response.status, 413);
  assert.ok(taken <= (1 << 20) + (1 << 17), `${taken} bytes`);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isCancelled, true);
});

test("nothing of a body is read before the secrets are right", async () => {
  const handler = createWebhookHandler(options, () => assert.fail());
  for (const [path, headers] of [["/", {}], [PATH, {}], [PATH, { [SECRET.name]: SECRET.value, "content-type": "text/html" }]]) {
    const request = new Request(`https://bot.example${path}`, { method: "POST", body: update(), headers });
    assert.ok((await handler(request)).status >= 400);
    assert.equal(request.bodyUsed, false);
  }
});
