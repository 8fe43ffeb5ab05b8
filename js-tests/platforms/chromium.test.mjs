// Chromium: a page on another origin than the service, with plain modules and the wasm fetched when it is first needed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage } from "../support/chromium.mjs";
import { TOKEN } from "../support/recorder.mjs";
import { at, holds, service } from "./promises.mjs";

let opened;
before(async () => (opened = await openPage()));
after(() => opened?.close());

test("chromium: the wasm is not fetched before the first call", async () => {
  await opened.page.evaluate(async (token) => {
    const { Bot } = await import("botwire");
    globalThis.bot = new Bot({ baseUrl: "https://service.invalid", token });
  }, TOKEN);
  assert.deepEqual(opened.requested.filter((path) => path.endsWith(".wasm")), []);
  assert.ok(opened.requested.some((path) => path.startsWith("/node_modules/botwire/")));
});

test("chromium: twenty first calls at once", async () => {
  const results = await opened.page.evaluate(
    async ([baseUrl, token]) => {
      const { Bot } = await import("botwire");
      const calls = Array.from({ length: 20 }, (_, id) => new Bot({ baseUrl, token }).sendMessage({ chat_id: id, text: "a" }));
      return Promise.all(calls);
    },
    [service.baseUrl, TOKEN],
  );
  assert.equal(results.length, 20);
  assert.equal(service.requests.length, 20);
});

holds(
  "chromium",
  (step) =>
    opened.page.evaluate(
      async ([name, at]) => {
        const botwire = await import("botwire");
        const { steps } = await import("/platforms/steps.mjs");
        return steps[name](botwire, at);
      },
      [step, at],
    ),
);

test("chromium: the console and the debugger show no token, private fields included", async () => {
  const session = await opened.page.context().newCDPSession(opened.page);
  const show = async (expression) => {
    const { result } = await session.send("Runtime.evaluate", { expression, awaitPromise: true, generatePreview: true });
    const shown = [JSON.stringify(result)];
    const open = [result.objectId];
    for (let count = 0; open.length > 0 && count < 200; count++) {
      const objectId = open.shift();
      if (!objectId) continue;
      const {
        result: own,
        internalProperties = [],
        privateProperties = [],
      } = await session.send("Runtime.getProperties", { objectId, ownProperties: true });
      shown.push(JSON.stringify([own, internalProperties, privateProperties]));
      open.push(...[...own, ...privateProperties].map(({ value }) => value?.objectId));
    }
    return shown.join();
  };
  const [url, refusingUrl] = [service.baseUrl, at.refused].map((address) => JSON.stringify(address));
  const token = JSON.stringify(TOKEN);
  const secret = TOKEN.slice(15, 40);
  assert.ok((await show(`({ a: { b: ${token} } })`)).includes(secret), "the search finds one that is there");
  assert.ok((await show(`new (class { #a = ${token} })()`)).includes(secret), "and a private one");
  for (const expression of [
    `import("botwire").then(({ Bot }) => new Bot({ baseUrl: ${url}, token: ${token} }))`,
    `import("botwire").then(({ Bot }) => new Bot({ baseUrl: ${refusingUrl}, token: ${token} }).getMe().catch((error) => error))`,
    `import("botwire").then(({ Bot }) => new Bot({ baseUrl: ${url}, token: ${token} }).sendMessage({ chat_id: 1, text: "429" }).catch((error) => error))`,
    `import("botwire").then(({ Bot, updates }) => updates(new Bot({ baseUrl: ${url}, token: ${token} })))`,
    `import("botwire").then(({ createWebhookHandler }) => [createWebhookHandler({ baseUrl: ${url}, token: ${token}, path: "/a" }, () => {})])`,
  ]) {
    const shown = await show(expression);
    assert.ok(shown.length > 100);
    assert.ok(!shown.includes(secret), `${expression}: ${shown}`);
  }
});

test("chromium: no call cost a preflight but those that tell the progress of an upload", () => {
  assert.deepEqual(service.preflights.filter((path) => !path.endsWith("/sendVideo")), []);
});

test("chromium: one wasm was fetched, once, and nothing went uncaught", () => {
  assert.equal(opened.requested.filter((path) => path.endsWith(".wasm")).length, 1);
  assert.deepEqual(opened.complaints, []);
});
