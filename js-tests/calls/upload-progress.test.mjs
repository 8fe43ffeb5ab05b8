// The option onUploadProgress of a call. The progress that each runtime reports is tested in platforms/ and packaging/.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, xhrFetch } from "botwire";
import { createEmulator } from "botwire/emulator";
import { failure, ok, record, TOKEN } from "../support/recorder.mjs";

/** Five pieces, and no byte more. */
const size = 5 * 2 ** 16;
const document = new Uint8Array(size);

async function withService(script, work) {
  const service = await record(script);
  try {
    return await work(new Bot({ baseUrl: service.baseUrl, token: TOKEN }), service);
  } finally {
    await service.close();
  }
}

test("each retry begins again", () =>
  withService([failure(429, "Too Many Requests", { retry_after: 0 }), ok(1)], async (bot, { requests }) => {
    const progress = [];
    await bot.sendDocument({ chat_id: 1, document }, { retry: 1, onUploadProgress: (...bytes) => progress.push(bytes) });
    const ends = progress.flatMap(([sent, total], index) => (sent === total ? [index] : []));
    // The boundary, and so the length, is another one.
    assert.deepEqual(ends.map((index) => progress[index][0]), requests.map(({ raw }) => raw.length));
    assert.ok(progress[ends[0] + 1][0] < size && ends[1] === progress.length - 1);
  }));

test("a Blob counts as bytes do: in pieces, each before it is sent", () =>
  withService(ok(1), async (bot, service) => {
    const progress = [];
    await bot.sendDocument({ chat_id: 1, document: new Blob([document]) }, { onUploadProgress: (...bytes) => progress.push(bytes) });
    const { raw, params } = service.only;
    assert.equal(params.document.bytes.length, size);
    assert.ok(progress.length > size / 2 ** 16 && progress.every(([sent, total], index) => sent > (progress[index - 1]?.[0] ?? 0) && total === raw.length));
    assert.equal(progress.at(-1)[0], raw.length);
  }));

test("a call without a file tells nothing", () =>
  withService(ok(1), async (bot) => {
    const onUploadProgress = () => assert.fail("called");
    await bot.sendMessage({ chat_id: 1, text: "a" }, { onUploadProgress, encoding: "multipart" });
    await bot.sendMessage({ chat_id: 1, text: "a" }, { onUploadProgress });
  }));

test("what it throws ends the call, and the next one works", () =>
  withService(ok(1), async (bot, service) => {
    const onUploadProgress = () => { throw new Error("enough"); };
    const error = await bot.sendDocument({ chat_id: 1, document }, { onUploadProgress }).catch((caught) => caught);
    assert.deepEqual([error.kind, /enough/.test(error.message)], ["network", true]);
    service.clear();
    assert.equal(await bot.sendDocument({ chat_id: 1, document }), 1);
  }));

test("an injected fetch is given it with a body that is no stream", async () => {
  const input = [];
  const fetch = async (_, init) => {
    input.push(init);
    init.onUploadProgress?.(1, 2);
    return new Response(ok(1).body);
  };
  const bot = new Bot({ baseUrl: "https://service.example", token: TOKEN, fetch });
  const progress = [];
  await bot.sendDocument({ chat_id: 1, document }, { onUploadProgress: (...bytes) => progress.push(bytes) });
  assert.deepEqual([progress, input[0].body instanceof Uint8Array], [[[1, 2]], true]);
  await bot.sendMessage({ chat_id: 1, text: "a" }, { onUploadProgress: () => assert.fail("called") });
  assert.equal("onUploadProgress" in input[1], false);
});

test("the emulator tells it", async () => {
  const emulator = createEmulator();
  const alice = emulator.user();
  alice.write("/start");
  const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
  const progress = [];
  await bot.sendDocument({ chat_id: alice.id, document }, { onUploadProgress: (...bytes) => progress.push(bytes) });
  assert.ok(progress.length === 6 && progress.every(([sent, total], index) => sent > (progress[index - 1]?.[0] ?? 0) && total === progress[5][0]));
  assert.ok(progress[5][0] > size);
  const stopped = await bot.sendDocument({ chat_id: alice.id, document }, { onUploadProgress: () => { throw new Error("mine"); } }).catch((error) => error);
  assert.equal(stopped.kind, "network");
  assert.equal(emulator.log().filter(({ kind }) => kind === "call").length, 1);
  await emulator.close();
});

test("xhrFetch says that it is for pages", async () => {
  const bot = new Bot({ baseUrl: "https://service.example", token: TOKEN });
  const error = await bot.sendDocument({ chat_id: 1, document }, { fetch: xhrFetch }).catch((caught) => caught);
  assert.match(error.message, /^xhrFetch: expected a runtime with XMLHttpRequest/);
});

for (const value of [5, null, {}]) {
  test(`${JSON.stringify(value)} is refused`, async () => {
    const bot = new Bot({ baseUrl: "https://service.example", token: TOKEN, fetch: () => assert.fail("sent") });
    const error = await bot.getMe({}, { onUploadProgress: value }).catch((caught) => caught);
    assert.deepEqual([error.kind, error.path], ["validation", "onUploadProgress"]);
  });
}
