// A worker whose handler panics, as worker-build builds it: the request, other requests of the instance, and the next ones.
import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { heapOf } from "../packaging/support/heap.mjs";
import { ok, record } from "../support/recorder.mjs";
import { temporary } from "../support/temporary.mjs";
import { build, createProject, start } from "./build.mjs";

let project;
let bundle;
let service;
before(async () => {
  service = await record();
  service.answer(ok({ message_id: 9, date: 1, chat: { id: 7, type: "private" } }));
  project = await createProject(temporary());
  await cp(fileURLToPath(new URL("panics.rs", import.meta.url)), join(project, "src/lib.rs"));
  bundle = await build(project);
});
after(() => service?.close());

/** Starts the worker. Returns a function that delivers a text and returns the status and the body of the response. */
async function worker(bindings, options = {}) {
  const log = [];
  const handleRuntimeStdio = (stdout, stderr) => [stdout, stderr].forEach((stream) => stream.on("data", (data) => log.push(String(data))));
  const { url, close, miniflare } = await start(bundle, project, 0, { bindings: { SERVICE: service.baseUrl, ...bindings }, handleRuntimeStdio, ...options });
  const post = async (text, update_id, chat = 7) => {
    const update = { update_id, message: { message_id: 1, date: 1, chat: { id: chat, type: "private" }, text } };
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/hook/3f9a`, { method: "POST", headers, body: JSON.stringify(update) });
    return [response.status, await response.text()];
  };
  return { post, close, miniflare, log };
}

/** The text that the bot returns, or the body. */
const reply = ([status, body]) => [status, JSON.parse(body).text];
const PANIC = "panic";

for (const [name, bindings] of [["in the task of the response", { DETACHED: "1" }], ["in waitUntil", {}]]) {
  describe(`a panic ${name}`, () => {
    let post, close, log;
    before(async () => {
      ({ post, close, log } = await worker(bindings));
      assert.deepEqual(reply(await post("hello", 1)), [200, "hello"]);
    });
    after(() => close());

    test("ends its request and those of other chats, which come again", async () => {
      // This handler never ends by itself, and there is no deadline: only the panic can end it.
      const waiting = post("wait", 10, 8);
      while (!log.join("").includes("waiting")) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.equal((await post(PANIC, 11))[0], 500);
      assert.equal((await waiting)[0], 500);
      // Neither waits for a claim of the dead instance.
      assert.deepEqual(reply(await post("came again", 10, 8)), [200, "came again"]);
      assert.equal((await post(PANIC, 11))[0], 500);
      assert.match(log.join(""), /panicked at src\/lib\.rs:\d+:\d+:\nasked to/);
    });
    test("is given up after all attempts, and on_error hears it", async () => {
      for (let attempt = 0; attempt < 4; attempt++) assert.equal((await post(PANIC, 20))[0], 500, `attempt ${attempt}`);
      assert.deepEqual(await post(PANIC, 20), [200, "update 20: its process has died 4 times while it was handled"]);
      assert.deepEqual(await post(PANIC, 20), [200, ""]);
    });
    test("after a message was sent ends the update, and on_error hears it", async () => {
      service.clear();
      assert.equal((await post("send and panic", 25))[0], 500);
      assert.deepEqual(await post("send and panic", 25), [200, ""]);
      assert.equal(service.requests.length, 1);
      assert.match(log.join(""), /on_error: update 25: the host dropped a task before it had ended, or the handler panicked/);
    });
    test("does not count as an attempt of an update that only ran beside it", async () => {
      for (let id = 30; id < 35; id++) {
        const count = log.join("").split("waiting").length;
        const waiting = post("wait", 3, 8);
        while (log.join("").split("waiting").length === count) await new Promise((resolve) => setTimeout(resolve, 5));
        assert.equal((await post(PANIC, id))[0], 500);
        assert.equal((await waiting)[0], 500);
      }
      assert.deepEqual(reply(await post("came again", 3, 8)), [200, "came again"]);
    });
  });
}

test("1,000 panics leave nothing in memory", async () => {
  const { post, close, miniflare } = await worker({}, { inspectorPort: 0, name: "panics" });
  try {
    let id = 0;
    const heap = await heapOf(miniflare, "panics", () => post("hello", ++id));
    const panics = async (count) => {
      for (let times = 0; times < count; times++) assert.equal((await post(PANIC, ++id))[0], 500);
      return heap();
    };
    const before = await panics(50);
    const grown = (await panics(1000)) - before;
    // An instance alone has more than 1 kB of objects, and a megabyte of memory.
    assert.ok(grown < 1 << 20, `${grown} bytes more`);
  } finally {
    await close();
  }
});
