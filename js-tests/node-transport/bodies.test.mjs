// Bodies of Node's transport: compressed ones, uploads and downloads, truncated ones, and aborts and timeouts.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import http from "node:http";
import zlib from "node:zlib";
import { Bot, download } from "botwire";
import { failing, RESULT, serveHttp, serveRaw, TOKEN } from "./servers.mjs";

const botOf = ({ port }, options) => new Bot({ baseUrl: `http://127.0.0.1:${port}`, token: TOKEN, ...options });
/**
 * Waits until this process has no connection to the service. While the service does not read, it cannot see the end
 * itself.
 */
const none = async ({ port }) => {
  while (process._getActiveHandles().some(({ remotePort, destroyed }) => remotePort === port && !destroyed)) await setTimeout(5);
};
const TEXT = JSON.stringify({ ok: true, result: "é👩‍👩‍👧".repeat(40_000) });
const { result: LONG } = JSON.parse(TEXT);
/** Answers all with this. */
const answering = (headers, body) =>
  serveHttp((request, response) => request.resume().on("end", () => response.writeHead(200, headers).end(body)));

describe("compressed", () => {
  const bytes = Buffer.from(TEXT);
  for (const [coding, body] of Object.entries({
    gzip: zlib.gzipSync(bytes),
    "X-GZip": zlib.gzipSync(bytes),
    deflate: zlib.deflateSync(bytes),
    br: zlib.brotliCompressSync(bytes),
    "gzip, br": zlib.brotliCompressSync(zlib.gzipSync(bytes)),
    "deflate,deflate , gzip": zlib.gzipSync(zlib.deflateSync(zlib.deflateSync(bytes))),
  })) {
    test(`${coding}: an answer, and a file`, async () => {
      const service = await answering({ "content-encoding": coding }, body);
      assert.equal(await botOf(service).getMe(), LONG);
      const file = await download(botOf(service), { file_id: "a", file_path: "a" });
      assert.equal(file.headers.get("content-length"), null);
      assert.equal(await file.text(), TEXT);
    });
  }
  test("deflate without the header of zlib, long and short", async () => {
    for (const text of [TEXT, RESULT]) {
      const service = await answering({ "content-encoding": "deflate" }, zlib.deflateRawSync(text));
      assert.deepEqual(await botOf(service).getMe(), JSON.parse(text).result);
    }
  });
  test("a coding that is not accepted leaves the body as it is, as with fetch", async () => {
    for (const coding of ["identity", "zstd", "gzip, zstd"]) {
      assert.equal(await botOf(await answering({ "content-encoding": coding }, RESULT)).getMe(), true, coding);
    }
  });
  test("what is not compressed as announced, and more than five codings, are NetworkErrors", async () => {
    for (const coding of ["gzip", "br", "deflate", Array(6).fill("gzip").join()]) {
      const service = await answering({ "content-encoding": coding }, RESULT);
      assert.equal((await failing(botOf(service).getMe())).kind, "network", coding);
    }
  });
  test("128 MiB of zeros ends at the bound, and its connection with it", async () => {
    const gzip = zlib.createGzip();
    for (let part = 0; part < 8; part++) gzip.write(Buffer.alloc(1 << 24));
    gzip.end();
    const chunks = [];
    for await (const chunk of gzip) chunks.push(chunk);
    const service = await answering({ "content-encoding": "gzip" }, Buffer.concat(chunks));
    const before = process.memoryUsage.rss();
    assert.match((await failing(botOf(service).getMe())).message, /more than 16777216 bytes/);
    assert.ok(process.memoryUsage.rss() - before < 150 << 20);
    await none(service);
  });
});

describe("requests", () => {
  /** Returns the request that the service receives. */
  async function sent(call, options) {
    let seen;
    const service = await serveHttp(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      seen = { verb: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks) };
      response.end(RESULT);
    });
    await call(botOf(service, options));
    return { ...seen, host: `127.0.0.1:${service.port}` };
  }
  test("JSON has its length in bytes, and what fetch announces", async () => {
    const { headers, body, host } = await sent((bot) => bot.sendMessage({ chat_id: 1, text: "é👩‍👩‍👧" }));
    assert.deepEqual(JSON.parse(body), { chat_id: 1, text: "é👩‍👩‍👧" });
    assert.deepEqual(headers, {
      host, accept: "*/*", "accept-encoding": "gzip, deflate, br", "user-agent": "node", "content-type": "application/json", "content-length": `${body.length}`, connection: "keep-alive",
    });
  });
  test("a query, and a POST without a body", async () => {
    const { verb, url, headers } = await sent((bot) => bot.sendMessage({ chat_id: 1, text: "a b&é" }, { httpMethod: "GET" }));
    assert.deepEqual([verb, url, headers["content-length"]], ["GET", `/bot${TOKEN}/sendMessage?chat_id=1&text=a+b%26%C3%A9`, undefined]);
    const empty = await sent((bot) => bot.getMe({}, { encoding: "query" }));
    assert.deepEqual([empty.verb, empty.headers["content-length"], empty.headers["transfer-encoding"]], ["POST", "0", undefined]);
  });
  const bytes = new Uint8Array(3_000_001).map((_, index) => index % 251);
  for (const [what, document] of Object.entries({
    bytes: () => bytes,
    "a Blob": () => new Blob([bytes]),
    "a stream": () => new Blob([bytes]).stream(),
    "a Response": () => new Response(bytes),
  })) {
    test(`${what}: whole, with its length, and its progress to the end`, async () => {
      const progress = [];
      const { headers, body } = await sent((bot) => bot.sendDocument({ chat_id: 1, document: document() }, { onUploadProgress: (...at) => progress.push(at) }));
      assert.ok(body.includes(bytes) && body.length > bytes.length);
      assert.deepEqual([headers["content-length"], headers["transfer-encoding"]], [`${body.length}`, undefined]);
      assert.deepEqual(progress.at(-1), [body.length, body.length]);
      assert.ok(progress.length > 40);
    });
  }
  test("progress waits for the service", async () => {
    let go;
    const service = await serveHttp((request, response) => {
      go = () => request.resume();
      request.pause().on("end", () => response.end(RESULT));
    });
    let at = 0;
    const call = botOf(service).sendDocument({ chat_id: 1, document: new Blob([new Uint8Array(50_000_000)]) }, { onUploadProgress: (sent) => (at = sent) });
    while (!go) await setTimeout(5);
    await setTimeout(200);
    assert.ok(at > 0 && at < 25_000_000, `${at} bytes`);
    go();
    assert.equal(await call, true);
  });
  test("what onUploadProgress throws ends the call and its connection", async () => {
    const service = await serveHttp();
    const { kind, cause } = await failing(botOf(service).sendDocument({ chat_id: 1, document: bytes }, { onUploadProgress: () => { throw new Error("mine"); } }));
    assert.deepEqual([kind, cause.message], ["network", "mine"]);
    await none(service);
  });
});

describe("redirects", () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} is not followed, by calls and downloads`, async () => {
      let requests = 0;
      const service = await serveHttp((request, response) => {
        requests++;
        request.resume().on("end", () => response.writeHead(status, { location: "/elsewhere" }).end());
      });
      for (const call of [botOf(service).getMe(), download(botOf(service), { file_id: "a", file_path: "a" })]) {
        assert.match((await failing(call)).message, new RegExp(`HTTP ${status}, a redirect, which is not followed`));
      }
      assert.equal(requests, 2);
    });
  }
});

describe("ended early", () => {
  test("an answer before the end of an upload is the result; the rest is not sent", async () => {
    const service = await serveHttp((request, response) => response.writeHead(413).end('{"ok":false,"error_code":413,"description":"Request Entity Too Large"}'));
    let at = 0;
    const document = new Blob([new Uint8Array(50_000_000)]);
    const error = await failing(botOf(service).sendDocument({ chat_id: 1, document }, { onUploadProgress: (sent) => (at = sent) }));
    assert.deepEqual([error.kind, error.error_code], ["api", 413]);
    await none(service);
    assert.ok(at < 50_000_000);
  });
  const held = () => serveHttp((request) => request.pause());
  const halfway = () => serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"ok":true'));
  const DEEDS = {
    "a call that waits": [held, (bot, options) => bot.getMe({}, options)],
    "the body of an answer": [halfway, (bot, options) => bot.getMe({}, options)],
    "an upload of bytes": [held, (bot, options) => bot.sendDocument({ chat_id: 1, document: new Uint8Array(20_000_000) }, options)],
    "an upload of a Blob": [held, (bot, options) => bot.sendDocument({ chat_id: 1, document: new Blob([new Uint8Array(20_000_000)]) }, options)],
    "a download": [halfway, async (bot, options) => (await download(bot, { file_id: "a", file_path: "a" }, options)).text()],
  };
  for (const [what, [serve, deed]] of Object.entries(DEEDS)) {
    test(`${what}: a signal and a timeout end the connection`, async () => {
      const service = await serve();
      const stop = new AbortController();
      const call = failing(deed(botOf(service), { signal: stop.signal }));
      while (service.sockets.size === 0) await setTimeout(5);
      await setTimeout(20);
      stop.abort();
      assert.equal((await call).kind, "aborted");
      await none(service);
      assert.equal((await failing(deed(botOf(service), { timeoutMs: 50 }))).kind, "timeout");
      await none(service);
    });
  }
  test("a signal that is aborted before: nothing is sent", async () => {
    const service = await serveHttp();
    assert.equal((await failing(botOf(service).getMe({}, { signal: AbortSignal.abort() }))).kind, "aborted");
    assert.equal(service.accepted, 0);
  });
  test("a download that is canceled ends its connection; one that is read to its end keeps it", async () => {
    const service = await serveHttp((request, response) => {
      request.resume().on("end", () => (request.url.endsWith("endless") ? response.write("a".repeat(100_000)) : response.end("whole")));
    });
    const file = await download(botOf(service), { file_id: "a", file_path: "endless" });
    const reader = file.body.getReader();
    assert.ok((await reader.read()).value instanceof Uint8Array);
    await reader.cancel();
    await none(service);
    assert.equal(await (await download(botOf(service), { file_id: "a", file_path: "a" })).text(), "whole");
    assert.equal(service.sockets.size, 1);
  });
});

describe("an upload is not copied, whatever has replaced the global fetch", () => {
  const { fetch } = globalThis;
  /** Returns the last byte that the service gets if the file changes after the service got the first bytes. */
  async function lastByte(options) {
    const data = new Uint8Array(32 << 20);
    const received = withResolvers();
    const service = await serveHttp((request, response) => {
      let last;
      request.once("data", (first) => {
        request.pause();
        data[data.length - 1] = 7;
        last = first;
        request.on("data", (chunk) => (last = Buffer.concat([last, chunk]).subarray(-1000)));
        request.resume();
      });
      request.on("end", () => (received.resolve(last.subarray(0, last.lastIndexOf("\r\n--")).at(-1)), response.end(RESULT)));
    });
    await botOf(service, options).sendDocument({ chat_id: 1, document: data });
    return received.promise;
  }
  function withResolvers() {
    const all = {};
    all.promise = new Promise((resolve) => (all.resolve = resolve));
    return all;
  }
  test("by an agent, beside a tracer that wraps fetch", async () => {
    globalThis.fetch = (...args) => fetch(...args);
    try {
      assert.equal(await lastByte({ agent: new http.Agent() }), 7);
      // A replaced fetch sends what has no such option. It may take no stream, so it gets a copy.
      assert.equal(await lastByte({}), 0);
    } finally {
      globalThis.fetch = fetch;
    }
  });
  test("by a bot without options", async () => assert.equal(await lastByte({}), 7));
});
