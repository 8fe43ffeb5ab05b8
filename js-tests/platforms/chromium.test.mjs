// Chromium: a page on another origin than the service, with plain modules and the wasm fetched when it is first needed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage } from "../support/chromium.mjs";
import { TOKEN, record, refused } from "../support/recorder.mjs";
import { holds, script } from "./promises.mjs";

let service;
let opened;
let nobody;
before(async () => {
  service = await record(script);
  nobody = await refused();
  opened = await openPage();
});
after(async () => {
  await opened?.close();
  await service?.close();
});

test("chromium: the wasm is not fetched before the first call", async () => {
  await opened.page.evaluate(async (token) => {
    const { Bot } = await import("botwire");
    globalThis.bot = new Bot({ baseUrl: "https://service.invalid", token });
  }, TOKEN);
  assert.deepEqual(opened.requested.filter((path) => path.endsWith(".wasm")), []);
  assert.ok(opened.requested.some((path) => path.startsWith("/node_modules/botwire/")));
});

holds("chromium", (step) => opened.page.evaluate(async ([name, at]) => {
  const botwire = await import("botwire");
  const { steps } = await import("/platforms/steps.mjs");
  return steps[name](botwire, at);
}, [step, { baseUrl: service.baseUrl, refused: nobody, token: TOKEN }]), () => service);

test("chromium: one wasm was fetched, once, and nothing went uncaught", () => {
  assert.equal(opened.requested.filter((path) => path.endsWith(".wasm")).length, 1);
  assert.deepEqual(opened.complaints, []);
});
