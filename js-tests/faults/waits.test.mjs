// Calls that end early: aborted before and during, out of time, refused and broken connections, foreign implementations of fetch.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { Bot } from "botwire";
import { recorded } from "../support/recorded.mjs";
import { TOKEN, ok, refused } from "../support/recorder.mjs";

const { service, botWith } = await recorded({ silent: true });
const failing = (promise) => promise.then(() => assert.fail("a success"), (error) => error);
const arrived = async () => {
  while (service.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe("aborted", () => {
  for (const reason of [undefined, new Error("my reason"), "a string", Symbol("s"), null, { a: 1 }]) {
    test(`before the call, with ${String(reason?.message ?? typeof reason)}: nothing is sent`, async () => {
      service.clear();
      const error = await failing(botWith().getMe({}, { signal: AbortSignal.abort(reason) }));
      assert.deepEqual([error.kind, error.name, error.method, service.requests.length], ["aborted", "AbortedError", "getMe", 0]);
      assert.ok(error.cause === undefined || error.cause instanceof Error);
      if (reason instanceof Error) assert.equal(error.cause.message, "my reason");
    });
    test(`while it waits, with ${String(reason?.message ?? typeof reason)}: the connection is given up`, async () => {
      service.clear();
      service.answer({ silent: true });
      const stop = new AbortController();
      const call = failing(botWith().sendMessage({ chat_id: 1, text: "a" }, { signal: stop.signal }));
      await arrived();
      stop.abort(reason);
      assert.equal((await call).kind, "aborted");
      assert.equal(await service.only.gone(), true);
    });
  }
  test("while the body comes", async () => {
    service.clear();
    service.answer({ body: '{"ok":true,"result":"', headers: { "content-length": "1000" } });
    const stop = new AbortController();
    const call = failing(botWith().getMe({}, { signal: stop.signal }));
    await arrived();
    setTimeout(() => stop.abort(), 50);
    assert.equal((await call).kind, "aborted");
  });
  test("after the call: nothing, and no listener is left", async () => {
    service.answer(ok("done"));
    const stop = new AbortController();
    for (let count = 0; count < 20; count++) assert.equal(await botWith().getMe({}, { signal: stop.signal }), "done");
    assert.equal(getEventListeners(stop.signal, "abort").length, 0);
    stop.abort();
  });
  test("while a stream is read for the upload: it is canceled", async () => {
    let cancel;
    const canceled = new Promise((resolve) => (cancel = resolve));
    const document = new ReadableStream({ pull: () => new Promise(() => {}), cancel });
    const error = await failing(botWith().sendDocument({ chat_id: 1, document }, { signal: AbortSignal.timeout(50) }));
    assert.equal(error.kind, "aborted");
    await canceled;
  });
  for (const [what, ofBot, ofCall] of [["the bot", { timeoutMs: 50 }, {}], ["the call", {}, { timeoutMs: 50 }]]) {
    test(`while a stream is read for the upload, by the timeout of ${what}`, async () => {
      let canceled;
      const whenCanceled = new Promise((resolve) => (canceled = resolve));
      const document = new ReadableStream({ pull: () => new Promise(() => {}), cancel: canceled });
      const error = await failing(botWith(ofBot).sendDocument({ chat_id: 1, document }, ofCall));
      assert.deepEqual([error.kind, error.method, error.timeoutMs], ["timeout", "sendDocument", 50]);
      await whenCanceled;
    });
  }
});

describe("out of time", () => {
  for (const [what, answer] of Object.entries({
    "no answer": { silent: true },
    "an answer that comes too late": { ...ok(), delayMs: 5_000 },
    "a body that does not end": { body: "{", headers: { "content-length": "10" } },
  })) {
    test(what, async () => {
      service.clear();
      service.answer(answer);
      for (const error of [await failing(botWith({ timeoutMs: 500 }).getMe()), await failing(botWith().getMe({}, { timeoutMs: 500 }))]) {
        assert.deepEqual([error.kind, error.name, error.method, error.timeoutMs], ["timeout", "TimeoutError", "getMe", 500]);
      }
      assert.equal(await service.requests[0].gone(), true);
    });
  }
  test("getUpdates has its own timeout more than that of the bot", async () => {
    service.answer({ ...ok([]), delayMs: 400 });
    assert.deepEqual(await botWith({ timeoutMs: 200 }).getUpdates({ timeout: 50 }), []);
  });
  test("0 is not a limit, and a very long one does not fire at once", async () => {
    service.answer({ ...ok("done"), delayMs: 50 });
    for (const timeoutMs of [0, 2 ** 40, Infinity]) assert.equal(await botWith({ timeoutMs }).getMe(), "done");
  });
});

describe("no connection", () => {
  test("refused", async () => {
    const error = await failing(new Bot({ baseUrl: await refused(), token: TOKEN }).getMe());
    assert.deepEqual([error.kind, error.name, error.method, error.code], ["network", "NetworkError", "getMe", "ECONNREFUSED"]);
    assert.match(error.message, /ECONNREFUSED/);
  });
  for (const [what, answer] of Object.entries({
    "broken before an answer": { hangUp: true },
    "broken in the body": { body: '{"ok":true,"result":1}', cut: true },
  })) {
    test(what, async () => {
      service.answer(answer);
      assert.equal((await failing(botWith().getMe())).kind, "network");
    });
  }
  test("a stream that fails while it is read for the upload", async () => {
    const document = new ReadableStream({ pull() { throw new Error("the disk is gone"); } });
    const error = await failing(botWith().sendDocument({ chat_id: 1, document }));
    assert.equal(error.kind, "network");
    assert.match(error.message, /^sendDocument: a file could not be read: .*the disk is gone/);
  });
});

describe("an injected fetch", () => {
  const envelope = () => new Response('{"ok":true,"result":"done"}');
  const good = {
    "is called free": function () {
      assert.equal(this, undefined);
      return Promise.resolve(envelope());
    },
    "answers at once": () => envelope(),
    "answers with a thenable": () => ({ then: (resolve) => resolve(envelope()) }),
    "answers with a Response of its own making": async () => ({
      ok: true,
      status: 200,
      headers: new Headers(),
      text: async () => '{"ok":true,"result":"done"}',
    }),
    "answers from another realm": () =>
      runInNewContext(
        `({ ok: true, status: 200, headers: { get() { return null } }, text: async () => '{"ok":true,"result":"done"}' })`,
      ),
  };
  for (const [what, fetch] of Object.entries(good)) {
    test(what, async () => assert.equal(await botWith({ fetch }).getMe(), "done"));
  }
  test("that heeds no signal is given up all the same", async () => {
    const fetch = () => new Promise(() => {});
    assert.equal((await failing(botWith({ fetch, timeoutMs: 20 }).getMe())).kind, "timeout");
    assert.equal((await failing(botWith({ fetch }).getMe({}, { signal: AbortSignal.timeout(20) }))).kind, "aborted");
  });
});
