// An answer that never ends, in every framing of HTTP/1.1, with lengths that lie: no runtime reads on behind the limit.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { openPage } from "../../support/chromium.mjs";
import { TOKEN } from "../../support/recorder.mjs";
import { listen } from "../../support/serve.mjs";
import { runtimes } from "./runtimes.mjs";

/** Bytes that the package may read of a body with a limit of 1000 bytes, unless the runtime's first chunk is larger. */
const MOST_TAKEN = 1 << 16;
/** Runtimes whose first chunk is everything received so far. */
const LARGE_PIECES = { Bun: 1 << 22, Chromium: 1 << 22 };
/**
 * Bytes that the service may write before the connection closes: the buffers of the runtime and of both sockets, more
 * on a busy machine. Without a limit it writes gigabytes.
 */
const MOST_SENT = 256 << 20;

const piece = Buffer.alloc(1 << 16, "a");
const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
const zipped = gzipSync(Buffer.alloc(1 << 24, "a"));
const zippedChunk = Buffer.concat([Buffer.from(`${zipped.length.toString(16)}\r\n`), zipped, Buffer.from("\r\n")]);

/** Headers, and the data that repeats. */
const FRAMINGS = [
  [["transfer-encoding: chunked"], chunk],
  [["Transfer-Encoding: CHUNKED"], chunk],
  [["transfer-encoding:\tchunked "], chunk],
  [["content-length: 10", "transfer-encoding: chunked"], chunk],
  [["Transfer-Encoding: Chunked", "Content-Length: 10"], chunk],
  [["content-length: 10", "transfer-encoding: identity, chunked"], chunk],
  [["content-length: 10", "transfer-encoding: gzip, chunked"], zippedChunk],
  [["content-length: 10", "transfer-encoding: chunked", "content-encoding: gzip"], zippedChunk],
  [["transfer-encoding: chunked", "content-encoding: gzip"], zippedChunk],
  [["content-length: 100000000000"], piece],
  [["content-length: 10", "content-length: 100000000000"], piece],
  [["content-length: 10, 100000000000"], piece],
  [["content-length: 100000000000", "content-encoding: gzip"], zipped],
  [["connection: close"], piece],
  [["connection: close", "content-encoding: gzip"], zipped],
  [["content-length: 10", "content-length : 100000000000"], piece],
];

/** A service whose responses never end; it counts the bytes written. */
async function startEndless() {
  const sent = [];
  const server = createServer((socket) => {
    let request = "";
    socket.on("error", () => {});
    socket.on("data", (data) => {
      request += data.toString("latin1");
      const [, framing] = /chat_id["=]*:?(\d+)/.exec(request) ?? [];
      if (framing === undefined || socket.isAnswered) return;
      socket.isAnswered = true;
      const [headers, part] = FRAMINGS[framing];
      socket.once("close", () => sent.push({ framing, bytes: socket.bytesWritten }));
      socket.write(["HTTP/1.1 200 OK", "access-control-allow-origin: *", ...headers, "", ""].join("\r\n"), "latin1");
      const more = () => { while (!socket.destroyed && socket.write(part)); };
      socket.on("drain", more);
      more();
    });
  });
  const { url: baseUrl } = await listen(server);
  return { baseUrl, sent, close: () => server.close() };
}

const RUNTIMES = {
  ...(await runtimes("framings")),
  async Chromium(at) {
    const { page, close } = await openPage();
    try {
      return await page.evaluate(async (at) => {
        const { framings } = await import("/packaging/limits/framings.mjs");
        return framings(await import("botwire"), at);
      }, at);
    } finally {
      await close();
    }
  },
};

for (const [name, run] of Object.entries(RUNTIMES)) {
  test(name, { timeout: 120_000 }, async (t) => {
    const service = await startEndless();
    try {
      const ends = await run({ baseUrl: service.baseUrl, token: TOKEN, count: FRAMINGS.length });
      assert.equal(ends.length, 2 * FRAMINGS.length);
      for (const { framing, end, taken, reads } of ends) {
        const what = FRAMINGS[framing][0].join(", ");
        t.diagnostic(`${what}: ${end}, ${taken} bytes`);
        // Responses that a runtime itself refuses never reach the package.
        assert.ok(["too large", "network", "http"].includes(end), `${what}: ${end}`);
        assert.ok(taken <= MOST_TAKEN || (reads === 1 && taken <= LARGE_PIECES[name]), `${what}: ${taken} bytes`);
      }
      for (const { framing, bytes } of service.sent) assert.ok(bytes <= MOST_SENT, `${FRAMINGS[framing][0]}: ${bytes} bytes sent`);
    } finally {
      service.close();
    }
  });
}
