// download(): the bytes as a stream with progress, never the URL, a size limit, and typed errors.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { Bot, download } from "botwire";
import { recorded } from "../support/recorded.mjs";
import { TOKEN, failure, ok } from "../support/recorder.mjs";
import { assertHidden } from "../support/secrets.mjs";
import { listen } from "../support/serve.mjs";

const MEBIBYTE = 1 << 20;
const bytes = Buffer.from(Uint8Array.from({ length: 3 * MEBIBYTE }, (_, index) => (index * 13) & 255));
const file = { file_id: "f1", file_size: bytes.length, file_path: "documents/ä b?#%.bin" };
/** The service does not say its size. */
const unsized = { ...file, file_size: undefined };
const content = { headers: { "content-type": "image/x-test" }, body: bytes };

let metadata;
let answer;
const { service, botWith } = await recorded(({ name }) => (name === "getFile" ? metadata : answer));
function respondWith(next = {}) {
  service.clear();
  metadata = ok(next.file ?? file);
  answer = next.answer ?? content;
}
const arrived = async (response) => Buffer.from(await response.arrayBuffer());

describe("what can be downloaded", () => {
  const sources = {
    "a file_id": "f1",
    "a File": file,
    "a File without a path": { file_id: "f1" },
    "a Document": { file_id: "f1", file_name: "a", mime_type: "b", file_size: 5 },
    "a PhotoSize": { file_id: "f1", width: 1, height: 1 },
  };
  for (const [what, source] of Object.entries(sources)) {
    test(what, async () => {
      respondWith();
      const response = await download(botWith(), source);
      assert.equal(Buffer.compare(await arrived(response), bytes), 0);
      const last = service.requests.at(-1);
      assert.equal(last.httpMethod, "GET");
      assert.equal(last.path, `/file/bot${TOKEN}/documents/${encodeURIComponent("ä b?#%.bin")}`);
      assert.equal(service.requests.length, source.file_path ? 1 : 2);
      if (!source.file_path) assert.deepEqual(service.requests[0].params, { file_id: "f1" });
    });
  }
});

describe("the response", () => {
  test("holds type and length, and neither the URL nor the token", async () => {
    respondWith();
    const response = await download(botWith(), file);
    assert.ok(response instanceof Response);
    assert.deepEqual([response.status, response.ok, response.url, response.redirected], [200, true, "", false]);
    assert.equal(response.headers.get("content-type"), "image/x-test");
    assert.equal(response.headers.get("content-length"), String(bytes.length));
    assertHidden(response, TOKEN, "the response");
    respondWith({ answer: { ...content, headers: { "content-type": `text/plain; of=/file/bot${TOKEN}/a` } } });
    const echoing = await download(botWith(), file);
    assert.equal(echoing.headers.get("content-type"), "text/plain; of=/file/bot<token>/a");
    assertHidden(echoing, TOKEN, "the response of a service that echoes");
    assert.ok(!inspect(response, { depth: Infinity, showHidden: true }).includes("/file/"));
    await response.body.cancel();
  });
  test("is a stream: the first bytes come before the last are sent", async () => {
    respondWith();
    const seen = [];
    const response = await download(botWith(), file, { onProgress: (received, total) => seen.push([received, total]) });
    const reader = response.body.getReader();
    const first = await reader.read();
    assert.ok(first.value.byteLength < bytes.length);
    assert.deepEqual(seen, [[first.value.byteLength, bytes.length]]);
    await reader.cancel();
    assert.equal(await service.only.gone(), true, "the connection is given up with the stream");
  });
  test("tells the progress, ever greater, up to the whole", async () => {
    respondWith();
    const seen = [];
    await arrived(await download(botWith(), file, { onProgress: (...all) => seen.push(all) }));
    assert.ok(seen.length > 1);
    for (const [index, [received, total]] of seen.entries()) {
      assert.ok(received > (seen[index - 1]?.[0] ?? 0));
      assert.equal(total, bytes.length);
    }
    assert.deepEqual(seen.at(-1), [bytes.length, bytes.length]);
  });
  test("of an encoded body is the decoded one, its total unknown", async () => {
    respondWith({ answer: { headers: { "content-encoding": "gzip" }, body: gzipSync(bytes) } });
    const totals = new Set();
    const response = await download(botWith(), file, { onProgress: (_, total) => totals.add(total) });
    assert.equal(Buffer.compare(await arrived(response), bytes), 0);
    assert.deepEqual([...totals], [undefined]);
  });
  test("of what is not a bot is refused by the argument's name", async () => {
    const error = await download({ baseUrl: service.baseUrl }, file).catch((caught) => caught);
    assert.deepEqual([error.kind, error.method, error.path], ["validation", "download", "bot"]);
  });
  test("has the headers that describe the file, and no others", async () => {
    const headersOf = async (headers) => {
      const fetch = async () => new Response("abc", { headers });
      const response = await download(botWith({ fetch }), unsized);
      await response.arrayBuffer();
      return Object.fromEntries(response.headers);
    };
    assert.deepEqual(await headersOf({ "content-type": "a/b", "content-length": "3", "x-more": "c" }), { "content-type": "a/b", "content-length": "3" });
    assert.deepEqual(await headersOf({ "content-type": "a/b", "content-length": "3", "content-encoding": "gzip" }), { "content-type": "a/b" });
    const bare = await download(botWith({ fetch: async () => new Response(null) }), unsized);
    assert.deepEqual([Object.fromEntries(bare.headers), bare.body], [{}, null]);
  });
  test("of an empty file", async () => {
    respondWith({ answer: { body: "" } });
    for (const source of [unsized, { ...file, file_size: 0 }]) assert.equal((await arrived(await download(botWith(), source))).length, 0);
  });
});

describe("files over 20 MB are refused early", () => {
  const over = 20 * MEBIBYTE + 1;
  const refused = async (source, calls, options) => {
    const error = await download(botWith(), source, options).catch((caught) => caught);
    assert.deepEqual([error.kind, error.path], ["validation", "file_size"]);
    assert.match(error.received, new RegExp(`${options?.maxBytes ? "" : over}`));
    assert.equal(service.requests.length, calls);
  };
  test("by the size that the caller knows: nothing is called", async () => {
    respondWith();
    await refused({ ...file, file_size: over }, 0);
    await refused({ file_id: "f1", file_size: over }, 0);
  });
  test("by the size that getFile tells: the file is not asked for", async () => {
    respondWith({ file: { ...file, file_size: over } });
    await refused("f1", 1);
  });
  test("by the length that is announced: the body is not read", async () => {
    respondWith({ answer: { headers: { "content-length": String(over) }, body: "x" } });
    await refused({ ...file, file_size: undefined }, 1);
  });
  test("by the bytes that come, where nothing was announced", async () => {
    respondWith({ answer: { headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(over)) } });
    const response = await download(botWith(), unsized);
    const error = await response.arrayBuffer().catch((caught) => caught);
    assert.deepEqual([error.kind, error.path], ["validation", "file_size"]);
  });
  test("exactly 20 MB are not", async () => {
    respondWith({ answer: { body: Buffer.alloc(20 * MEBIBYTE) } });
    assert.equal((await arrived(await download(botWith(), { ...file, file_size: 20 * MEBIBYTE }))).length, 20 * MEBIBYTE);
  });
  test("as soon as one byte is too much, with the bytes that came", async () => {
    for (const [maxBytes, received] of [[6, undefined], [5, "6 or more"], [3, "6 or more"]]) {
      const body = new ReadableStream({ start: (controller) => (controller.enqueue(new Uint8Array(3)), controller.enqueue(new Uint8Array(3)), controller.close()) });
      const fetch = async () => new Response(body);
      const response = await download(botWith({ fetch }), { file_id: "a", file_path: "a" }, { maxBytes });
      const error = await response.arrayBuffer().then(() => undefined, (caught) => caught);
      assert.deepEqual([error?.received, error?.expected], [received, received && `at most ${maxBytes} bytes`]);
    }
  });
  test("by a limit of the caller's own", async () => {
    respondWith();
    await refused(file, 0, { maxBytes: 1000 });
  });
});

describe("faults", () => {
  const cases = {
    "getFile fails": [{}, failure(400, "Bad Request: invalid file id"), content, "api"],
    "the file is gone": [file, undefined, failure(404, "Not Found"), "api"],
    "a proxy's page": [file, undefined, { status: 502, body: "<h1>Bad Gateway" }, "http"],
    "a redirect": [file, undefined, { status: 302, headers: { location: "/elsewhere" }, body: "" }, "http"],
    "a broken connection": [file, undefined, { hangUp: true }, "network"],
    "a File without a path": [{}, ok({ file_id: "f1" }), content, "validation"],
  };
  for (const [what, [source, meta, next, kind]] of Object.entries(cases)) {
    test(what, async () => {
      respondWith({ answer: next });
      if (meta) metadata = meta;
      const error = await download(botWith(), meta ? "f1" : source).catch((caught) => caught);
      assert.equal(error.kind, kind, error.stack);
      assertHidden(error, TOKEN, what);
    });
  }
  test("fewer bytes than the service says, with any Content-Length", async () => {
    for (const source of ["f1", file]) {
      respondWith({ answer: { body: bytes.subarray(0, 1000) } });
      const response = await download(botWith(), source);
      await assert.rejects(response.arrayBuffer(), { kind: "network", message: `download: the file broke off: 1000 of ${bytes.length} bytes` });
    }
    const withoutBody = download(botWith({ fetch: async () => new Response(null) }), file);
    await assert.rejects(withoutBody, { kind: "network", message: `download: the file broke off: 0 of ${bytes.length} bytes` });
  });
  for (const status of [201, 204, 206]) {
    test(`a response with status ${status}, which is not the whole file`, async () => {
      const fetch = async () => new Response(status === 204 ? null : "abc", { status });
      await assert.rejects(download(botWith({ fetch }), unsized), { kind: "http", status });
    });
  }
  test("a body that breaks off fails the stream, not silently", async () => {
    respondWith({ answer: { body: bytes.subarray(0, 1000), cut: true } });
    const response = await download(botWith(), unsized);
    const error = await response.arrayBuffer().catch((caught) => caught);
    assert.equal(error.kind, "network", error.stack);
    assert.match(error.message, /^download: the file broke off/);
    assertHidden(error, TOKEN);
  });
  for (const file_path of ["", "/", "../getMe", "a/../../b", "./a", "a//b", "/etc/passwd", 5]) {
    test(`a path that leads elsewhere: ${JSON.stringify(file_path)}`, async () => {
      respondWith();
      const error = await download(botWith(), { file_id: "f1", file_path }).catch((caught) => caught);
      assert.equal(error.kind, "validation");
      assert.equal(error.received, file_path === 5 ? "5" : `"${file_path}"`);
      assert.equal(service.requests.length, 0);
    });
  }
  for (const folder of ["/var/lib/bots", "C:\\data", "c:/data", "\\\\server\\data"]) {
    test(`a file of the service's machine in ${folder}: the error shows where it is, without the token`, async () => {
      respondWith();
      const error = await download(botWith(), { file_id: "f1", file_path: `${folder}/${TOKEN}/file.pdf` }).catch((caught) => caught);
      assert.equal(error.path, "file_path");
      assert.equal(error.received, `"${folder}/<token>/file.pdf"`);
      assert.match(error.message, /an absolute one is a file on the service's machine: read it there/);
      assertHidden(error, TOKEN);
      assert.equal(service.requests.length, 0);
    });
  }
  test("aborted before, while it waits, and while the bytes come", async () => {
    respondWith();
    const before = await download(botWith(), file, { signal: AbortSignal.abort() }).catch((caught) => caught);
    assert.equal(before.kind, "aborted");
    respondWith({ answer: { silent: true } });
    const waiting = await download(botWith(), file, { signal: AbortSignal.timeout(50) }).catch((caught) => caught);
    assert.equal(waiting.kind, "aborted");
    respondWith({ answer: { body: bytes.subarray(0, 1000), headers: { "content-length": "5000" } } });
    const stop = new AbortController();
    const response = await download(botWith(), file, { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    const reading = await response.arrayBuffer().catch((caught) => caught);
    assert.equal(reading.kind, "aborted", reading.stack);
  });
  test("out of time, while it waits and while the bytes stop coming", async () => {
    respondWith({ answer: { silent: true } });
    assert.equal((await download(botWith(), file, { idleTimeoutMs: 50 }).catch((caught) => caught)).kind, "timeout");
    respondWith({ answer: { body: bytes.subarray(0, 1000), headers: { "content-length": "5000" } } });
    const response = await download(botWith(), file, { idleTimeoutMs: 100 });
    assert.equal((await response.arrayBuffer().catch((caught) => caught)).kind, "timeout");
  });
});

for (const [how, stop] of Object.entries({
  "an abort": (controller) => controller.abort(),
  "a reader that cancels": (_, reader) => reader.cancel(),
})) {
  test(`${how} while the next bytes are awaited ends the connection`, async () => {
    const server = createServer((_, answer) => {
      answer.on("close", () => server.emit("left"));
      answer.write("first");
    });
    const left = once(server, "left");
    const { url: baseUrl, close } = await listen(server);
    const bot = new Bot({ baseUrl, token: TOKEN });
    const controller = new AbortController();
    const response = await download(bot, { file_id: "f1", file_path: "a" }, { signal: controller.signal });
    const reader = response.body.getReader();
    await reader.read();
    const next = reader.read().catch((error) => error);
    stop(controller, reader);
    await Promise.all([left, next]);
    await close();
  });
}

for (const [name, value] of ["timeoutMs", "idleTimeoutMs"].flatMap((option) => [-1, NaN, "5", null].map((wrong) => [option, wrong]))) {
  test(`${value} as ${name} is not a time`, async () => {
    respondWith();
    const error = await download(botWith(), file, { [name]: value }).catch((caught) => caught);
    assert.deepEqual([error.kind, error.path], ["validation", name]);
  });
}
