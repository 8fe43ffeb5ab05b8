// The Rust client and webhook in workerd and in Node: a worker written in Rust against a recording service.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { failure, ok, record, refused, TOKEN } from "../support/recorder.mjs";
import { inNode, inWorkerd } from "./build.mjs";

const HOOK = "/hook/a:secret";
const MESSAGE = { message_id: 7, date: 1, chat: { id: 42, type: "private" }, text: "hi" };
const SIZE = 5 << 20;

const update = (text) => JSON.stringify({ update_id: 1, message: { ...MESSAGE, text } });

for (const [platform, start] of [["workerd", inWorkerd], ["Node", inNode]]) describe(platform, () => {
  let service;
  let worker;

  before(async () => {
    service = await record();
    worker = await start({ BASE_URL: service.baseUrl, TOKEN, HOOK });
  });

  after(async () => {
    await worker?.dispose();
    await service?.close();
  });

  beforeEach(() => {
    service.clear();
    service.answer(ok(MESSAGE));
  });

  const deliver = (body, path = HOOK, method = "POST") =>
    worker.dispatchFetch(`http://worker.invalid${path}`, { method, body, headers: method === "POST" ? { "content-type": "application/json" } : {} });

  const probe = async (name, body) => {
    const response = await worker.dispatchFetch(`http://worker.invalid/probe/${name}`, body && { method: "POST", body });
    return response.text();
  };

  test("a webhook is answered inline, after an ordinary call", async () => {
    const response = await deliver(update("hé"));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/json");
    assert.equal(await response.text(), '{"method":"sendMessage","chat_id":42,"text":"hé (after message 7)"}');
    const { path, encoding, params } = service.only;
    assert.deepEqual({ path, encoding, params }, {
      path: `/bot${TOKEN}/sendMessage`,
      encoding: "json",
      params: { chat_id: 42, text: "by an ordinary call" },
    });
  });

  test("the handler of a polling program and of axum answers in a worker", async () => {
    const response = await deliver(update("by a worker"), "/shared/secret");
    assert.equal(await response.text(), '{"method":"sendMessage","chat_id":42,"text":"by a worker"}');
    assert.equal((await deliver(update("a"), "/shared/another")).status, 404);
    assert.equal(service.requests.length, 0);
  });

  test("what is not a delivery is refused before anything else is done", async () => {
    const get = await deliver(undefined, HOOK, "GET");
    assert.deepEqual([get.status, get.headers.get("allow")], [405, "POST"]);
    assert.equal((await deliver(update("a"), "/hook/another")).status, 404);
    for (const body of ["", "[]", "{", '{"update_id":"1"}', "[".repeat(100_000), "\ud800"]) {
      assert.equal((await deliver(body)).status, 400, body.slice(0, 20));
    }
    assert.equal((await deliver("x".repeat(2 << 20))).status, 413);
    assert.equal((await deliver('{"update_id":1,"new_kind":{}}')).status, 200);
    assert.equal(service.requests.length, 0);
  });

  test("the four encodings", async () => {
    for (const name of ["json", "form", "query", "multipart"]) {
      service.clear();
      assert.equal(await probe(name), "message 7");
      assert.equal(service.only.encoding, name);
      assert.deepEqual({ ...service.only.params, chat_id: Number(service.only.params.chat_id) }, { chat_id: 42, text: "hi" });
    }
  });

  test("5 MB from bytes, a Blob and a stream", async () => {
    const body = Buffer.alloc(SIZE, 7);
    for (const [name, file] of [["bytes", "a.bin"], ["blob", "b.bin"], ["stream", "c.bin"]]) {
      service.clear();
      assert.equal(await probe(name, body), "message 7");
      const { document, caption } = service.only.params;
      assert.deepEqual([document.name, caption], [file, "a caption"]);
      assert.ok(document.bytes.equals(body));
    }
  });

  test("the bytes of a Blob or a stream do not enter wasm memory", async () => {
    const memory = Number(await probe("memory"));
    for (const name of ["blob", "stream"]) await probe(name, Buffer.alloc(SIZE, 7));
    assert.equal(Number(await probe("memory")), memory);
  });

  test("a time-out", async () => {
    service.answer({ silent: true });
    assert.match(await probe("timeout"), /^timeout: sendMessage: no response within 200 ms/);
    assert.equal(await service.only.gone(), true);
  });

  test("a dropped future aborts the request", async () => {
    service.answer(({ name }) => (name === "getMe" ? { ...ok(true), delayMs: 100 } : { silent: true }));
    assert.equal(await probe("abort"), "dropped");
    assert.equal(await service.requests.find(({ name }) => name === "sendMessage").gone(), true);
  });

  test("a 429 is waited out", async () => {
    service.answer([failure(429, "Too Many Requests", { retry_after: 1 }), ok(MESSAGE)]);
    assert.equal(await probe("retry"), "message 7");
    service.clear();
    service.answer(failure(429, "Too Many Requests", { retry_after: 60 }));
    assert.match(await probe("retry"), /^api: sendMessage: 429 Too Many Requests/);
    assert.equal(service.requests.length, 1);
  });

  test("answers that are none", async () => {
    service.answer({ status: 502, body: "<h1>Bad gateway</h1>" });
    assert.match(await probe("json"), /^http: sendMessage: HTTP 502, not a response from the service: <h1>Bad gateway<\/h1>/);
    service.answer({ status: 302, headers: { location: "/elsewhere" } });
    assert.match(await probe("json"), /^http: sendMessage: HTTP 302, a redirect, which is not followed/);
    assert.equal(service.requests.length, 2);
    service.answer({ hangUp: true });
    assert.match(await probe("json"), /^network: sendMessage: no response: /);
    service.answer({ cut: true, body: '{"ok":true,"result":' });
    assert.match(await probe("json"), /^(network|http): sendMessage: /);
  });

  test("the token is not shown", async () => {
    const encoded = encodeURIComponent(TOKEN);
    service.answer({ status: 404, body: `no /bot${TOKEN}/ nor /bot${encoded}/` });
    for (const name of ["json", "debug", "download"]) {
      const output = await probe(name);
      assert.match(output, /<token>/);
      for (const secret of [TOKEN, encoded, TOKEN.split(":")[1]]) assert.ok(!output.includes(secret), output);
    }
  });

  test("a download streams without its URL", async () => {
    service.answer({ body: Buffer.alloc(SIZE, 9), headers: { "content-type": "image/jpeg" } });
    const response = await worker.dispatchFetch("http://worker.invalid/probe/download");
    assert.equal(response.headers.get("content-type"), "image/jpeg");
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(Buffer.alloc(SIZE, 9)));
    assert.equal(service.only.path, `/file/bot${TOKEN}/photos/a%20b.jpg`);
  });

  test("updates are polled and confirmed", async () => {
    service.answer([ok([{ update_id: 4 }, { update_id: 5, new_kind: {} }]), ok([{ update_id: 6 }]), ok([])]);
    assert.equal(await probe("updates"), "4 5 6 closed");
    assert.deepEqual(service.requests.map(({ params }) => params.offset), [undefined, 6, 7]);
  });

  test("a refused connection", async () => {
    const alone = await start({ BASE_URL: await refused(), TOKEN, HOOK });
    try {
      const response = await alone.dispatchFetch("http://worker.invalid/probe/json");
      assert.match(await response.text(), /^network: sendMessage: no response: /);
    } finally {
      await alone.dispose();
    }
  });
});
