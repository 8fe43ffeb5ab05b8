// Files with wrong metadata: the bytes that were checked are the bytes that are sent, or the call fails with a path.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { createWebhookHandler } from "botwire";
import { delivery } from "../support/deliveries.mjs";
import { recorded } from "../support/recorded.mjs";
import { TOKEN, ok } from "../support/recorder.mjs";

const { service, botWith } = await recorded(ok());
beforeEach(() => service.clear());

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) & 255);
/** A property that returns the values one after another, then keeps the last one. */
const changing = (...values) => ({ get: () => (values.length > 1 ? values.shift() : values[0]) });
const throwing = { get: () => assert.fail("a getter of the test") };
const withProperties = (object, properties) => Object.defineProperties(object, properties);
const tagged = (byteLength) => withProperties({}, { byteLength, [Symbol.toStringTag]: { value: "ArrayBuffer" } });
const detached = (make = (buffer) => buffer) => {
  const buffer = bytes.slice().buffer;
  const made = make(buffer);
  structuredClone(buffer, { transfer: [buffer] });
  return made;
};

/** Every way in which a call sends a file: as a stream by the platform's `fetch`, as bytes or a Blob by another one, in a response. */
const WAYS = {
  "a stream": async (document) => send(botWith(), document),
  "bytes or a Blob": async (document) => send(botWith({ fetch: (...parameters) => fetch(...parameters) }), document),
  "a response": async (document) => {
    let failure;
    const options = { baseUrl: service.baseUrl, token: TOKEN, allowUnauthenticated: true, onError: (error) => void (failure = error) };
    const handler = createWebhookHandler(options, () => ({ method: "sendDocument", chat_id: 1, document }));
    const response = await handler(delivery({ update_id: 1, message: {} }));
    if (failure) throw failure;
    return (await response.formData()).get("document").arrayBuffer();
  },
};

async function send(bot, document) {
  await bot.sendDocument({ chat_id: 1, document });
  const { headers, raw, params } = service.only;
  assert.equal(headers["content-length"] ?? `${raw.length}`, `${raw.length}`);
  assert.equal(headers["transfer-encoding"], undefined, "the length is announced");
  return params.document.bytes;
}

test("a text that begins like a file placeholder is a text, and takes no file", async () => {
  const bot = botWith();
  const media = [{ type: "photo", media: bytes }, { type: "photo", media: "id" }];
  await bot.sendMediaGroup({ chat_id: 1, media });
  const [start] = /attach:\/\/\d+/.exec(service.only.raw.toString());
  for (const end of ["", "Z", "Z0", "-", "-Z", "-0x0", "-0 ", "- 0", "X-0"]) {
    service.clear();
    await bot.sendPhoto({ chat_id: 1, photo: bytes, caption: start + end });
    const { caption, photo } = service.only.params;
    assert.deepEqual([caption, photo.bytes.length], [start + end, bytes.length]);
  }
  service.clear();
  await assert.rejects(bot.sendPhoto({ chat_id: 1, photo: bytes, caption: `${start}-0` }), { kind: "validation", path: "caption" });
});

const WHOLE = {
  "a view whose properties lie": () =>
    withProperties(bytes.slice(), { byteLength: { value: 3 }, byteOffset: { value: 500 }, length: { value: 0 }, buffer: { value: new ArrayBuffer(9) } }),
  "a view whose getters throw": () => withProperties(bytes.slice(), { byteLength: throwing, byteOffset: throwing, buffer: throwing }),
  "a DataView whose properties change": () =>
    withProperties(new DataView(bytes.slice().buffer), { byteLength: changing(1000, 5), byteOffset: changing(0, 900) }),
  "an ArrayBuffer whose properties lie": () => withProperties(bytes.slice().buffer, { byteLength: { value: -3 }, byteOffset: { value: 7 }, buffer: { value: 1 } }),
  "an ArrayBuffer of another realm": () => runInNewContext("Uint8Array.from(bytes).buffer", { bytes }),
  "a DataView of another realm": () => runInNewContext("new DataView(Uint8Array.from(bytes).buffer)", { bytes }),
  "a subclass with a size of its own": () =>
    new (class extends Uint8Array {
      get byteLength() {
        return 1;
      }
    })(bytes),
  "a Blob whose size lies": () => withProperties(new Blob([bytes]), { size: { value: 5 } }),
  "a Blob whose size changes": () => withProperties(new Blob([bytes]), { size: changing(1000, 1000, 5) }),
  "a subclass of Blob with a smaller size": () =>
    new (class extends Blob {
      get size() {
        return 5;
      }
    })([bytes]),
  "an object that inherits from Blob": () =>
    withProperties(Object.create(Blob.prototype), {
      size: { value: 10 },
      type: { value: "" },
      stream: { value: () => new Blob([bytes]).stream() },
      arrayBuffer: { value: async () => bytes.slice().buffer },
    }),
  "an object like a Blob whose size lies": () => new (class {
    size = 5;
    type = "";
    arrayBuffer = async () => bytes.slice().buffer;
  })(),
  "an object like a Blob whose size is not a number": () => new (class {
    size = "7";
    type = "";
    arrayBuffer = async () => bytes.slice().buffer;
  })(),
};

const REFUSED = {
  "an object that looks like an ArrayBuffer": () => tagged({ value: 10 }),
  ...Object.fromEntries([NaN, -3, "7", 1e9, Infinity, undefined].map((length) => [`the same with a byteLength of ${length}`, () => tagged({ value: length })])),
  "the same with a getter that throws": () => tagged(throwing),
  "the same with a getter that changes": () => tagged(changing(10, 1e9)),
  "an object that inherits from ArrayBuffer": () => Object.create(ArrayBuffer.prototype, { byteLength: { value: 10 } }),
  "an object that inherits from Uint8Array": () => Object.create(bytes, { byteLength: { value: 10 } }),
  "a detached ArrayBuffer": () => detached(),
  "a detached Uint8Array": () => detached((buffer) => new Uint8Array(buffer)),
  "a detached DataView": () => detached((buffer) => new DataView(buffer)),
  "a Uint8Array out of the bounds of its buffer": () => {
    const buffer = new ArrayBuffer(10, { maxByteLength: 20 });
    const view = new Uint8Array(buffer, 5, 5);
    buffer.resize(7);
    return view;
  },
  "an object like a Blob whose size throws": () => withProperties(new (class { arrayBuffer() {} })(), { size: throwing }),
  "a buffer that is detached while the parameters are read": () => {
    const buffer = bytes.slice().buffer;
    return withProperties({ data: buffer }, { name: { enumerable: true, get: () => (structuredClone(buffer, { transfer: [buffer] }), "a") } });
  },
};

for (const [way, sent] of Object.entries(WAYS)) {
  describe(`sent as ${way}`, () => {
    for (const [what, make] of Object.entries(WHOLE)) {
      test(`${what}: all of its bytes`, async () => assert.deepEqual(Buffer.from(await sent(make())), Buffer.from(bytes)));
    }
    for (const [what, make] of Object.entries(REFUSED)) {
      for (const [how, parameters] of Object.entries({ itself: (file) => file, "in { data }": (data) => ({ data, name: "a" }) })) {
        const isNamed = make().data !== undefined;
        if (isNamed && how !== "itself") continue;
        test(`${what}, ${how}: refused`, async () => {
          await assert.rejects(sent(parameters(make())), ({ kind, method, path }) => kind === "validation" && method === "sendDocument" && path.startsWith("document"));
          assert.equal(service.requests.length, 0);
        });
      }
    }
  });
}

describe("bytes that go between two attempts", () => {
  const GOING = {
    detached: (buffer) => structuredClone(buffer, { transfer: [buffer] }),
    "made smaller": (buffer) => buffer.resize(10),
  };
  for (const [what, go] of Object.entries(GOING)) {
    test(`${what}: the retry is refused with the path`, async () => {
      const buffer = new ArrayBuffer(1000, { maxByteLength: 2000 });
      new Uint8Array(buffer).set(bytes);
      const lengths = [];
      const flaky = async (_url, { body }) => {
        lengths.push(body.length);
        go(buffer);
        return Response.json({ ok: false, error_code: 429, description: "", parameters: { retry_after: 0 } }, { status: 429 });
      };
      const bot = botWith({ fetch: flaky, retry: 1 });
      const media = [{ type: "photo", media: new Uint8Array(buffer) }, { type: "photo", media: new Uint8Array(9) }];
      await assert.rejects(bot.sendMediaGroup({ chat_id: 1, media }), {
        kind: "validation",
        method: "sendMediaGroup",
        path: "media[0].media",
        received: "bytes that are gone",
      });
      assert.equal(lengths.length, 1);
    });
  }
  test("a view that grows with its buffer: the same bytes are sent again", async () => {
    const buffer = new ArrayBuffer(1000, { maxByteLength: 2000 });
    const document = new Uint8Array(buffer);
    document.set(bytes);
    const sent = [];
    const flaky = async (_url, { body, headers }) => {
      sent.push(Buffer.from(await (await new Response(body, { headers }).formData()).get("document").arrayBuffer()));
      buffer.resize(2000);
      return Response.json({ ok: sent.length > 1, result: true, error_code: 429, description: "", parameters: { retry_after: 0 } });
    };
    await botWith({ fetch: flaky, retry: 1 }).sendDocument({ chat_id: 1, document });
    assert.deepEqual(sent, [Buffer.from(bytes), Buffer.from(bytes)]);
  });
  test("detached while another file is read", async () => {
    const buffer = bytes.slice().buffer;
    const stream = new ReadableStream({
      pull(controller) {
        structuredClone(buffer, { transfer: [buffer] });
        controller.enqueue(bytes);
        controller.close();
      },
    }, { highWaterMark: 0 });
    const media = [{ type: "photo", media: buffer }, { type: "photo", media: stream }];
    const error = await botWith().sendMediaGroup({ chat_id: 1, media }).catch((caught) => caught);
    assert.deepEqual([error.kind, error.path], ["validation", "media[0].media"]);
    assert.equal(service.requests.length, 0);
  });
});

describe("what a file gives when it is read", () => {
  const like = (arrayBuffer) => new (class {
    size = 5;
    type = "";
    arrayBuffer = arrayBuffer;
  })();
  const streamed = (chunk) => new ReadableStream({ start: (controller) => (controller.enqueue(chunk), controller.close()) });
  for (const [what, make] of Object.entries({
    "a Blob that gives no bytes": () => like(async () => tagged({ value: 5 })),
    "a Blob that gives a detached buffer": () => like(async () => detached()),
    "a stream of something else": () => streamed({ byteLength: 5 }),
  })) {
    test(`${what}: nothing is sent`, async () => {
      await assert.rejects(WAYS["a stream"](make()), { kind: "validation", method: "sendDocument", expected: "bytes or Strings in file" });
      assert.equal(service.requests.length, 0);
    });
  }
  test("a Blob that claims to be small is checked by the bytes it gives", async () => {
    const error = await WAYS["a stream"](like(async () => new ArrayBuffer(51 << 20))).catch((caught) => caught);
    assert.deepEqual([error.kind, error.path], ["validation", "document"]);
  });
  test("a Response that announces too much is refused before it is read", async () => {
    const response = new Response("a", { headers: { "content-length": String(51 << 20) } });
    await assert.rejects(WAYS["a stream"](response), { kind: "validation", path: "document" });
    assert.equal(response.bodyUsed, false);
  });
  /** A stream without an end: the chunks that were read, and whether it was canceled. */
  const endless = (chunk) => {
    const seen = { chunks: 0, isCanceled: false };
    const pull = (controller) => (seen.chunks++, controller.enqueue(chunk));
    return [new ReadableStream({ pull, cancel: () => void (seen.isCanceled = true) }, { highWaterMark: 0 }), seen];
  };
  test("a stream that does not end is read up to the largest size of a file", async () => {
    const [stream, seen] = endless(new Uint8Array(1 << 20));
    await assert.rejects(WAYS["a stream"](stream), { kind: "validation", path: "document", received: `${51 << 20} bytes` });
    assert.deepEqual(seen, { chunks: 51, isCanceled: true });
    assert.equal(service.requests.length, 0);
  });
  test("a stream of any size is sent if limits are not checked", async () => {
    const chunks = Array(52).fill(new Uint8Array(1 << 20));
    const stream = new ReadableStream({ pull: (controller) => (chunks.length > 0 ? controller.enqueue(chunks.pop()) : controller.close()) });
    let size;
    const fetch = async (_, { body }) => ((size = (await new Response(body).arrayBuffer()).byteLength), Response.json({ ok: true, result: true }));
    await botWith({ fetch, checkLimits: false }).sendDocument({ chat_id: 1, document: stream });
    assert.ok(size > 52 << 20);
  });
  test("if one stream fails, the others are canceled", async () => {
    const [stream, seen] = endless(new Uint8Array(1));
    const failing = new ReadableStream({ pull: () => Promise.reject(new Error("disk died")) }, { highWaterMark: 0 });
    const slow = new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => void (seen.isSlowCanceled = true) }, { highWaterMark: 0 });
    const media = [failing, stream, slow].map((data) => ({ type: "photo", media: data }));
    await assert.rejects(botWith().sendMediaGroup({ chat_id: 1, media }), { kind: "network", message: "sendMediaGroup: a file could not be read: disk died" });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([seen.isCanceled, seen.isSlowCanceled], [true, true]);
  });
  test("a stream of texts is sent in UTF-8", async () => {
    assert.equal(Buffer.from(await WAYS["a stream"](streamed("ä"))).toString(), "ä");
  });
});

test("what cannot be sent as a file is refused, with the reason", async () => {
  const used = new Response("a");
  await used.text();
  const locked = new ReadableStream();
  locked.getReader();
  const unnamed = "a file with an unusable name or type";
  const unreadable = () => { throw new Error("no"); };
  const bot = botWith();
  for (const [document, received] of [
    [used, "a Response that was read"],
    [{ data: used }, "a Response that was read"],
    [locked, "a ReadableStream that is being read"],
    [new Response("Not Found", { status: 404 }), "a Response with status 404"],
    [Response.error(), "a Response with status 0"],
    [{ data: null }, "an empty object"],
    [{ data: undefined, name: "a" }, "an object"],
    [{ data: 5 }, "an object"],
    [{ data: bytes, more: 1 }, "an object"],
    [new (class { arrayBuffer() {} })(), "an empty object"],
    [new (class { status = 200; })(), "an object"],
    [{ data: bytes, name: 5 }, unnamed],
    [{ data: bytes, type: 5 }, unnamed],
    [{ data: bytes, type: "ä" }, unnamed],
    [new Proxy({}, { ownKeys: unreadable }), "an object that cannot be read"],
  ]) {
    const error = await bot.sendDocument({ chat_id: 1, document }).catch((caught) => caught);
    assert.deepEqual([error.kind, error.path, error.received], ["validation", "document", received]);
  }
  assert.equal(service.requests.length, 0);
});
