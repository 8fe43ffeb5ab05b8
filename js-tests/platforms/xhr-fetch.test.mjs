// xhrFetch in Chromium: progress while the service still reads, abort, redirects, failures.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { openPage } from "../support/chromium.mjs";
import { TOKEN, refused } from "../support/recorder.mjs";
import { listen } from "../support/serve.mjs";

/** Larger than the buffers between a page and a service. */
const SIZE = 30 << 20;
const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

let opened;
let service;
let baseUrl;
/** Handles a POST to the service; preflights are answered separately. */
let onPost;
/** Comes true when the page has reported a part of the body. */
let partSent;
let tellPart;
before(async () => {
  opened = await openPage();
  await opened.page.exposeFunction("partSent", () => tellPart());
  service = await listen(createServer((request, response) => {
    if (request.method === "OPTIONS") response.writeHead(204, CORS).end();
    else onPost(request, response);
  }));
  baseUrl = service.url;
});
after(async () => {
  await opened?.close();
  await service?.close();
});

/** Uploads from the page. Returns the outcome and the reported progress. */
const upload = (options = {}) => {
  partSent = new Promise((resolve) => (tellPart = resolve));
  return opened.page.evaluate(
    async ([baseUrl, token, size, { aborts, withoutProgress }]) => {
      const { Bot, xhrFetch } = await import("botwire");
      const calls = [];
      const stop = new AbortController();
      const onUploadProgress = (sent, total) => {
        calls.push([sent, total]);
        if (sent === total || calls.length > 1) return;
        globalThis.partSent();
        if (aborts) stop.abort(new Error("enough"));
      };
      const ways = { fetch: xhrFetch, signal: stop.signal, ...(withoutProgress ? {} : { onUploadProgress }) };
      const outcome = await new Bot({ baseUrl, token }).sendVideo({ chat_id: 1, video: new Uint8Array(size) }, ways).then(
        (result) => ({ result }),
        ({ kind, message, status, cause }) => ({ kind, message, status, cause: cause?.message }),
      );
      return { ...outcome, calls };
    },
    [options.baseUrl ?? baseUrl, TOKEN, options.size ?? SIZE, options],
  );
};

const answer = (response, body = { ok: true, result: 5 }, status = 200, headers = {}) =>
  response.writeHead(status, { ...CORS, ...headers }).end(JSON.stringify(body));

test("it tells of a part while the service has not read the rest", async () => {
  onPost = async (request, response) => {
    request.once("readable", async () => {
      request.read(1);
      await partSent;
      request.resume();
      await once(request, "end");
      answer(response);
    });
  };
  const { result, calls } = await upload();
  assert.equal(result, 5);
  const [first, last] = [calls[0], calls.at(-1)];
  assert.ok(first[0] > 0 && first[0] < first[1] && first[1] > SIZE, `${first}`);
  assert.equal(last[0], last[1]);
});

test("an abort ends the upload", async () => {
  let closed;
  onPost = (request) => {
    request.on("error", () => {});
    closed = new Promise((resolve) => request.socket.once("close", resolve));
    request.once("readable", () => request.read(1));
    partSent.then(() => request.resume());
  };
  const { kind, cause } = await upload({ aborts: true });
  assert.deepEqual([kind, cause], ["aborted", "enough"]);
  await closed;
});

test("an answer that never ends is left, and so is the body of a redirect", async () => {
  let ended;
  onPost = (request, response) => {
    if (request.url === "/redirected") return request.resume().on("end", () => response.writeHead(307, { ...CORS, location: "/elsewhere" }).end());
    request.resume();
    ended = new Promise((resolve) => response.once("close", () => resolve(response.socket?.bytesWritten)));
    response.on("error", () => {}).writeHead(200, { ...CORS, "content-type": "application/json" });
    const more = () => { while (!response.destroyed && response.write(" ".repeat(1 << 16))); };
    response.on("drain", more);
    more();
  };
  const { kind, message } = await upload({ size: 1000 });
  assert.deepEqual([kind, /more than 16777216 bytes/.test(message)], ["http", true]);
  await ended;
  const redirected = await opened.page.evaluate(async (url) => {
    const { xhrFetch } = await import("botwire");
    return (await xhrFetch(url, { method: "POST", redirect: "manual", body: "a" })).status;
  }, `${baseUrl}/redirected`);
  assert.equal(redirected, 0);
  await ended;
});

test("failures of the service, no service, and a redirect are distinguished", async () => {
  onPost = (request, response) => request.resume().on("end", () => answer(response, { ok: false, error_code: 400, description: "Bad Request" }, 400));
  const size = 1000;
  assert.equal((await upload({ size })).kind, "api");
  onPost = (request) => request.socket.destroy();
  assert.equal((await upload({ size, withoutProgress: true })).kind, "network");
  assert.equal((await upload({ size, baseUrl: await refused() })).kind, "network");
  onPost = (request, response) => {
    request.resume();
    if (request.url === "/elsewhere") return answer(response);
    request.on("end", () => answer(response, {}, 307, { location: "/elsewhere" }));
  };
  const { kind, status, message } = await upload({ size });
  assert.deepEqual([kind, status], ["http", 0]);
  assert.match(message, /redirect/);
});
