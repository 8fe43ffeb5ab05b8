// The default timeout and the largest answer, in each runtime: the call ends, and with it the connection.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { TOKEN } from "../../support/recorder.mjs";
import { listen } from "../../support/serve.mjs";
import { runtimes } from "./runtimes.mjs";

/** Milliseconds in which connections have to be closed; without an abort they are open for a minute and more. */
const PATIENCE = 40_000;

const START = '{"ok":true,"result":"';
/** Some 130 kB that are 128 MiB. */
const bomb = gzipSync(Buffer.concat([Buffer.from(START), Buffer.alloc(1 << 27, "a")]));

/** Method → the response of the service, which never ends the connection. */
const ANSWERS = {
  getMe() {},
  sendMessage() {},
  getWebhookInfo(response) {
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => { while (!response.destroyed && response.write("a".repeat(65_536))); };
    response.on("drain", more).write(START);
    more();
  },
  getUpdates(response) {
    const headers = { "content-type": "application/json", "content-encoding": "gzip", "content-length": `${bomb.length + 1}` };
    response.writeHead(200, headers).write(bomb);
  },
};
const unfinished = (response) => response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write(START);

/** A service that ends no answer but that at /connections: how many of the others are open, once all are closed. */
async function startEndless() {
  const open = new Set();
  let came = 0;
  const server = createServer(async ({ url, socket }, response) => {
    response.on("error", () => {});
    if (url === "/connections") {
      const end = performance.now() + PATIENCE;
      while (open.size > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
      response.setHeader("content-type", "application/json").end(JSON.stringify({ came: came > 0, open: open.size }));
      came = 0;
      return;
    }
    came++;
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    (ANSWERS[url.split("/").at(-1)] ?? unfinished)(response);
  });
  const { url: baseUrl, close } = await listen(server);
  return { baseUrl, close };
}

for (const [name, run] of Object.entries(await runtimes("limits"))) {
  test(name, async () => {
    const service = await startEndless();
    try {
      const seen = await run({ baseUrl: service.baseUrl, token: TOKEN });
      assert.equal(Object.keys(seen).length, 6);
      for (const [what, result] of Object.entries(seen)) {
        const kind = what.includes("answer") ? "too large" : "timeout";
        assert.deepEqual([what, result], [what, { ends: [kind], came: true, open: 0 }]);
      }
    } finally {
      service.close();
    }
  });
}
