// Uploads from workerd: streams with a known length, created anew for each attempt, and canceled with the call.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { TOKEN, failure, ok, record } from "../support/recorder.mjs";
import { listen } from "../support/serve.mjs";
import { startWorker } from "../support/workerd.mjs";
import { pattern } from "./steps.mjs";

const SOURCE = `
import { Bot } from "botwire";
import { pattern } from "./platforms/steps.mjs";

const bodies = [];
const native = globalThis.fetch;
globalThis.fetch = (url, init) => {
  if (init?.body) bodies.push(Object.prototype.toString.call(init.body).slice(8, -1));
  return native(url, init);
};
const steps = {
  async album(bot, size) {
    const [bytes, blob] = [pattern(size), new Blob([pattern(size)])];
    const media = [
      { type: "photo", media: bytes.subarray(5) },
      { type: "photo", media: blob },
    ];
    const result = await bot.sendMediaGroup({ chat_id: 1, media }, { retry: 1 });
    const isIntact = bytes.length === size && pattern(size).every((byte, index) => byte === bytes[index]);
    return { result, isIntact, bodies: bodies.splice(0) };
  },
  async abort(bot, size, { origin }) {
    const stop = new AbortController();
    const call = bot.sendDocument({ chat_id: 1, document: new Uint8Array(size) }, { signal: stop.signal }).catch((error) => error);
    // Answered once the upload has begun.
    await native(origin + "/begun");
    stop.abort();
    const { kind } = await call;
    return { kind, after: await bot.sendDocument({ chat_id: 1, document: new Uint8Array(10) }) };
  },
  async kinds(bot, size) {
    const document = pattern(size);
    for (const file of [document, new Blob([document]), new Response(document), new Blob([document]).stream()]) {
      await bot.sendDocument({ chat_id: 1, document: file });
    }
  },
  async refused(bot, size) {
    const { kind } = await bot.sendDocument({ chat_id: 1, document: new Blob([new Uint8Array(size)]) }).catch((error) => error);
    return { kind, after: await bot.sendDocument({ chat_id: 1, document: new Uint8Array(10) }) };
  },
};

export default {
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    const { step, size, baseUrl } = Object.fromEntries(searchParams);
    const bot = new Bot({ baseUrl, token: ${JSON.stringify(TOKEN)} });
    return Response.json((await steps[step](bot, Number(size), new URL(baseUrl))) ?? null);
  },
};
`;

const MEBIBYTE = 1 << 20;

let worker;
before(async () => (worker = await startWorker(SOURCE)));
after(() => worker?.dispose());

async function run(step, size, baseUrl, at = worker) {
  const response = await at.dispatchFetch(`http://worker.invalid/?${new URLSearchParams({ step, size, baseUrl })}`);
  assert.equal(response.status, 200, response.status === 200 ? "" : await response.clone().text());
  return response.json();
}

for (const [what, size, body] of [
  ["large files are streamed", MEBIBYTE + 6, "ReadableStream"],
  ["small ones are sent as a whole", 1000, "Blob"],
]) {
  test(`${what}: their length is announced, a second try sends the same, the caller's bytes stay`, async () => {
    const service = await record([failure(429, "Too Many Requests", { retry_after: 0 }), ok("done")]);
    try {
      const answer = await run("album", size, service.baseUrl);
      assert.deepEqual(answer, { result: "done", isIntact: true, bodies: [body, body] });
      assert.equal(service.requests.length, 2);
      for (const { headers, raw, params } of service.requests) {
        assert.equal(headers["content-length"], `${raw.length}`);
        assert.equal(headers["transfer-encoding"], undefined);
        const files = Object.values(params).filter((value) => value.bytes);
        assert.deepEqual(files.map(({ bytes }) => bytes.length), [size - 5, size]);
        assert.ok(files[0].bytes.equals(pattern(size).subarray(5)));
        assert.ok(files[1].bytes.equals(pattern(size)));
      }
    } finally {
      await service.close();
    }
  });
}

/** A service that reads of a large upload no more than its start, and then does `then`. */
async function stuck(then) {
  let begin;
  const begun = new Promise((resolve) => (begin = resolve));
  const { url: baseUrl, close } = await listen(createServer(async (request, response) => {
    if (request.url === "/begun") return void begun.then(() => response.end());
    if (Number(request.headers["content-length"]) < MEBIBYTE) return void request.resume().on("end", () => response.end(ok("done").body));
    await once(request, "readable");
    begin(request);
    then?.(response);
  }));
  return {
    baseUrl,
    /** Reads the rest, and returns true if the body is complete. */
    async isWhole() {
      const request = await begun;
      request.on("error", () => {});
      await new Promise((resolve) => request.resume().on("close", resolve));
      return request.complete;
    },
    close,
  };
}

test("a call that is aborted ends its upload, and the next one is sent", async () => {
  const service = await stuck();
  try {
    assert.deepEqual(await run("abort", 40 * MEBIBYTE, service.baseUrl), { kind: "aborted", after: "done" });
    assert.equal(await service.isWhole(), false);
  } finally {
    await service.close();
  }
});

test("an upload that is refused before it was read fails, and the next one is sent", async () => {
  const service = await stuck((response) => {
    response.writeHead(413, { "content-type": "text/html", connection: "close" });
    response.end("<h1>Too Large</h1>");
  });
  try {
    const { kind, after } = await run("refused", 40 * MEBIBYTE, service.baseUrl);
    assert.ok(["http", "network"].includes(kind), kind);
    assert.equal(after, "done");
  } finally {
    await service.close();
  }
});

test("with a compatibility date of 2021, when streams had no constructor and classes no names", async () => {
  const old = await startWorker(SOURCE, undefined, 1, "2021-11-10");
  const service = await record();
  try {
    await run("kinds", MEBIBYTE, service.baseUrl, old);
    assert.equal(service.requests.length, 4);
    for (const { headers, raw, params } of service.requests) {
      assert.equal(headers["content-length"], `${raw.length}`);
      assert.ok(params.document.bytes.equals(pattern(MEBIBYTE)));
    }
  } finally {
    await service.close();
    await old.dispose();
  }
});
