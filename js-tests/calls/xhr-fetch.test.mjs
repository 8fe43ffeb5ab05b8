// xhrFetch with a fake XMLHttpRequest: its settings and each outcome. With Chromium's own: platforms/xhr-fetch.test.mjs.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Bot, isValidationError, xhrFetch } from "botwire";

const URL_OF_CALL = "https://bots.example/bot1:a/sendVideo";

/** The request that was sent last. */
let request;
class FakeRequest {
  upload = {};
  headers = {};
  aborts = 0;
  open(method, url) {
    Object.assign(this, { method, url });
  }
  setRequestHeader(name, value) {
    this.headers[name] = value;
  }
  send(body) {
    this.body = body;
    request = this;
  }
  getResponseHeader(name) {
    return this.responseHeaders?.[name] ?? `the ${name}`;
  }
  abort() {
    this.aborts++;
    this.onabort();
    this.onloadend();
  }
  begin(status, responseURL = this.url) {
    Object.assign(this, { status, responseURL, readyState: 2 });
    this.onreadystatechange();
  }
  end(status, text = "", responseURL = this.url) {
    this.begin(status, responseURL);
    if (this.aborts > 0) return;
    this.response = new TextEncoder().encode(text).buffer;
    this.readyState = 4;
    this.onreadystatechange();
    this.onload();
    this.onloadend();
  }
}

beforeEach(() => (globalThis.XMLHttpRequest = FakeRequest));
afterEach(() => delete globalThis.XMLHttpRequest);

test("the request is that of the call, and the response that of the service", async () => {
  const sent = xhrFetch(URL_OF_CALL, { method: "POST", redirect: "manual", headers: { "content-type": "text/plain" }, body: "a body" });
  const { method, url, headers, body, responseType, upload } = request;
  assert.deepEqual({ method, url, headers, body, responseType, upload }, {
    method: "POST", url: URL_OF_CALL, headers: { "content-type": "text/plain" }, body: "a body", responseType: "arraybuffer", upload: {},
  });
  request.end(200, "é");
  const response = await sent;
  assert.deepEqual([response.ok, response.status, response.headers.get("retry-after"), await response.text()], [true, 200, "the retry-after", "é"]);
});

test("a request without headers and body", async () => {
  const sent = xhrFetch(URL_OF_CALL, { method: "GET", redirect: "manual" });
  assert.deepEqual([request.method, request.headers, request.body], ["GET", {}, null]);
  request.end(204);
  assert.equal((await sent).status, 204);
});

test("only a status of 2xx is a success", async () => {
  for (const [status, ok] of [[199, false], [200, true], [299, true], [300, false], [404, false]]) {
    const sent = xhrFetch(URL_OF_CALL, { method: "GET", redirect: "manual" });
    request.end(status);
    const response = await sent;
    assert.deepEqual([response.ok, response.status], [ok, status]);
  }
});

test("a response from elsewhere is a redirect; one without a URL, or with the URL in another spelling, is not a redirect", async () => {
  const respond = async (url, responseURL) => {
    const sent = xhrFetch(url, { method: "GET", redirect: "manual" });
    request.end(200, "", responseURL);
    const { ok, status } = await sent;
    return { ok, status };
  };
  assert.deepEqual(await respond(URL_OF_CALL, "https://elsewhere.example/"), { ok: false, status: 0 });
  assert.deepEqual(await respond(URL_OF_CALL, ""), { ok: true, status: 200 });
  assert.deepEqual(await respond("HTTPS://bots.example:443/a/../b", "https://bots.example/b"), { ok: true, status: 200 });
});

test("a redirect is aborted as soon as it is known, before its body is read", async () => {
  const sent = xhrFetch(URL_OF_CALL, { method: "POST", redirect: "manual" });
  request.begin(200, "https://elsewhere.example/");
  assert.deepEqual([(await sent).status, request.aborts], [0, 1]);
});

test("a larger answer than the limit is aborted: announced, while it comes, at its end", async () => {
  const refused = async (status, act, limit = { maxResponseBytes: 1000 }) => {
    const sent = xhrFetch(`${URL_OF_CALL}?a=/b`, { method: "POST", redirect: "manual", ...limit });
    request.responseHeaders = { "content-length": "10" };
    act();
    const error = await sent.catch((caught) => caught);
    return [error.name, error.method, error.status, error.message, request.aborts];
  };
  const message = (status, most) => `sendVideo: HTTP ${status}, an answer of more than ${most} bytes, see maxResponseBytes`;
  const announced = () => (Object.assign(request.responseHeaders, { "content-length": "1001" }), request.begin(200));
  assert.deepEqual(await refused(200, announced), ["HttpError", "sendVideo", 200, message(200, 1000), 1]);
  const coming = (status, loaded) => () => (request.begin(status), request.onprogress({ loaded }));
  assert.deepEqual(await refused(200, coming(200, 1001)), ["HttpError", "sendVideo", 200, message(200, 1000), 1]);
  assert.deepEqual(await refused(502, coming(502, 65_537)), ["HttpError", "sendVideo", 502, message(502, 65_536), 1]);
  assert.deepEqual(await refused(200, coming(200, (16 << 20) + 1), {}), ["HttpError", "sendVideo", 200, message(200, 16 << 20), 1]);
  assert.deepEqual(await refused(200, () => request.end(200, "a".repeat(1001))), ["HttpError", "sendVideo", 200, message(200, 1000), 1]);
});

test("the limit is that of the call", async () => {
  const bot = new Bot({ baseUrl: "https://bots.example", token: "1:a", fetch: xhrFetch, maxResponseBytes: 70_000 });
  const call = bot.getMe({}, { maxResponseBytes: 1000 });
  await new Promise((resolve) => setImmediate(resolve));
  request.begin(200);
  request.onprogress({ loaded: 1001 });
  await assert.rejects(call, { kind: "http", method: "getMe", message: /more than 1000 bytes/ });
});

test("progress is passed on", async () => {
  const calls = [];
  const sent = xhrFetch(URL_OF_CALL, { method: "POST", redirect: "manual", onUploadProgress: (...progress) => calls.push(progress) });
  request.upload.onprogress({ loaded: 3, total: 7 });
  request.end(200);
  await sent;
  assert.deepEqual(calls, [[3, 7]]);
});

test("a failure is the one of the platform's fetch", async () => {
  const sent = xhrFetch(URL_OF_CALL, { method: "POST", redirect: "manual" });
  request.onerror();
  await assert.rejects(sent, { name: "TypeError", message: "Failed to fetch" });
});

test("the signal aborts the request, and nothing listens to it after the end", async () => {
  const listeners = new Set();
  const stop = new AbortController();
  const { signal } = stop;
  signal.addEventListener = (name, listener) => void (listeners.add(listener), AbortSignal.prototype.addEventListener.call(signal, name, listener));
  signal.removeEventListener = (name, listener) => void (listeners.delete(listener), AbortSignal.prototype.removeEventListener.call(signal, name, listener));
  const first = xhrFetch(URL_OF_CALL, { method: "POST", redirect: "manual", signal });
  assert.equal(listeners.size, 1);
  request.end(200);
  await first;
  assert.equal(listeners.size, 0);

  const second = xhrFetch(URL_OF_CALL, { method: "POST", redirect: "manual", signal });
  stop.abort(new Error("enough"));
  await assert.rejects(second, { message: "enough" });
  assert.deepEqual([request.aborts, listeners.size], [1, 0]);
});

test("the end of a request without a signal, also by an abort of the page", async () => {
  const sent = xhrFetch(URL_OF_CALL, { method: "POST", redirect: "manual" });
  request.abort();
  assert.equal(await sent.catch((reason) => reason), undefined);
});

test("without XMLHttpRequest it is refused", async () => {
  delete globalThis.XMLHttpRequest;
  const error = await xhrFetch(URL_OF_CALL, { method: "POST", redirect: "manual" }).catch((caught) => caught);
  assert.ok(isValidationError(error));
  assert.equal(error.message, "xhrFetch: expected a runtime with XMLHttpRequest, got none");
});
