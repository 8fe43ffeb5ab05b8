// In Node, a file is sent as a stream: in as few chunks as it has, without a copy, and nothing is retained once it is sent.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bot } from "botwire";
import { build } from "esbuild";
import { TOKEN, ok } from "../support/recorder.mjs";

const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);

async function chunksOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const text = (chunk) => Buffer.from(chunk).toString("latin1");

/** A Blob that records its reads, their progress, and cancellation. */
class Counted extends Blob {
  reads = [];
  stream() {
    const read = { bytes: 0, isCanceled: false };
    this.reads.push(read);
    const reader = super.stream().getReader();
    const pull = async (controller) => {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      read.bytes += value.length;
      controller.enqueue(value);
    };
    return new ReadableStream({ pull, cancel: () => void (read.isCanceled = true) }, { highWaterMark: 0 });
  }
}

const native = globalThis.fetch;
let sent;
beforeEach(() => {
  // With one parameter, as Node's own.
  globalThis.fetch = async (url, init = undefined) => {
    sent = init;
    return new Response(ok().body);
  };
});
afterEach(() => { globalThis.fetch = native; });

const album = (...photos) => ({
  chat_id: 1,
  media: photos.map((media) => ({ type: "photo", media })),
  disable_notification: true,
});

async function bodyOf(params, From = Bot) {
  await new From({ baseUrl: "https://service.invalid", token: TOKEN }).sendMediaGroup(params);
  return sent;
}

test("all between two files is one chunk, and the bytes of a file are the caller's own", async () => {
  const { body, headers } = await bodyOf(album(bytes, "AgADBAAD", bytes.subarray(7)));
  const chunks = await chunksOf(body);
  assert.equal(chunks.length, 5);
  assert.equal(chunks[1].buffer, bytes.buffer);
  assert.deepEqual([chunks[3].buffer, chunks[3].byteOffset], [bytes.buffer, 7]);
  assert.match(text(chunks[0]), /name="chat_id"[^]*name="media"[^]*name="disable_notification"[^]*filename="file"/);
  assert.equal(headers["content-length"], `${chunks.reduce((sum, chunk) => sum + chunk.length, 0)}`);
});

test("a copy of the body, as fetch takes one, reads the file anew instead of keeping what was sent", async () => {
  const photo = new Counted([bytes]);
  const { body } = await bodyOf(album(photo, bytes));
  const [original, copy] = body.tee();
  const first = Buffer.concat(await chunksOf(copy));
  assert.deepEqual(photo.reads.map((read) => read.bytes), [bytes.length], "what is not read is not fetched");
  const second = Buffer.concat(await chunksOf(original));
  assert.deepEqual(photo.reads.map((read) => read.bytes), [bytes.length, bytes.length]);
  assert.ok(first.equals(second));
  assert.ok(first.includes(bytes));
});

test("a Blob without a stream, as jsdom's, is read whole", async () => {
  const photo = Object.assign(new Blob([bytes]), { stream: undefined });
  const { body, headers } = await bodyOf(album(photo, bytes));
  const chunks = await chunksOf(body);
  assert.ok(chunks[1] instanceof Uint8Array);
  assert.ok(Buffer.from(chunks[1]).equals(Buffer.from(bytes)));
  assert.equal(headers["content-length"], `${Buffer.concat(chunks).length}`);
});

test("without ReadableStream.from, as before Node 20.6, it is bytes or a Blob", async () => {
  const { from } = ReadableStream;
  ReadableStream.from = undefined;
  try {
    assert.ok((await bodyOf(album(bytes, bytes))).body instanceof Uint8Array);
    assert.ok((await bodyOf(album(new Blob([bytes]), bytes))).body instanceof Blob);
  } finally {
    ReadableStream.from = from;
  }
});

test("a body that is given up reads no more of its files", async () => {
  const [first, second] = [new Counted([bytes]), new Counted([bytes])];
  const { body } = await bodyOf(album(first, second));
  const reader = body.getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  assert.deepEqual([first.reads, second.reads], [[{ bytes: bytes.length, isCanceled: true }], []]);
});

/** Bundlers pass a worker's wasm as a compiled module; here it is compiled in Node. */
const compiled = {
  name: "compiled",
  setup(plugins) {
    plugins.onLoad({ filter: /\.wasm$/ }, async ({ path }) => {
      const wasm = (await readFile(path)).toString("base64");
      return { contents: `export default new WebAssembly.Module(Buffer.from("${wasm}", "base64"));` };
    });
  },
};

/** The class of a bundle. */
async function bundledBot(options) {
  const stdin = { contents: 'export { Bot } from "botwire";', resolveDir: fileURLToPath(new URL("..", import.meta.url)) };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "esm", plugins: [compiled], ...options });
  return (await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`)).Bot;
}

for (const platform of ["node", "browser", "neutral"]) {
  test(`also in Node from a bundle for the platform ${platform}`, async () => {
    const { body, headers } = await bodyOf(album(bytes, bytes.subarray(1)), await bundledBot({ platform }));
    const chunks = await chunksOf(body);
    assert.equal(chunks[1].buffer, bytes.buffer);
    assert.equal(headers["content-length"], `${Buffer.concat(chunks).length}`);
  });
}

test("in Node from a bundle for workerd, whose streams Node lacks, the body is bytes", async () => {
  const Bot = await bundledBot({ platform: "browser", conditions: ["workerd", "worker", "browser"] });
  const { body } = await bodyOf(album(bytes, bytes.subarray(1)), Bot);
  assert.ok(body instanceof Uint8Array && body.length > 2 * bytes.length - 1);
});

test("another fetch in place of Node's own, as node-fetch, gets bytes or a Blob", async () => {
  globalThis.fetch = async (url, init) => {
    sent = init;
    return new Response(ok().body);
  };
  const ofBytes = await bodyOf(album({ data: bytes, name: "a.png" }, { data: bytes, name: "b.png" }));
  assert.ok(ofBytes.body instanceof Uint8Array);
  const ofBlob = await bodyOf(album(new Blob([bytes]), { data: bytes, name: "b.png" }));
  assert.ok(ofBlob.body instanceof Blob);
});

test("an upload without any fetch fails as any other call does", async () => {
  delete globalThis.fetch;
  const error = await bodyOf(album(new Blob([bytes]), { data: bytes, name: "b.png" })).catch((caught) => caught);
  assert.equal(error.kind, "network");
});
