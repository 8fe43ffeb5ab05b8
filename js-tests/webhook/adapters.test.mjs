// The adapters: node:http, Express with and without its body parsers, AWS Lambda.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as requestOf } from "node:http";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { createWebhookHandler, isValidationError } from "botwire";
import { lambdaHandler } from "botwire/adapters/lambda";
import { nodeListener } from "botwire/adapters/node";
import { TOKEN } from "../support/recorder.mjs";
import { listen } from "../support/serve.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";

const express = createRequire(import.meta.url)("express");
const PATH = "/hook/s3cret-p4th";
let id = 0;
const delivery = () => JSON.stringify({ update_id: ++id, message: { message_id: 1, date: 1, chat: { id: 7, type: "private" }, text: "é" } });
const options = { baseUrl: "https://service.invalid", token: TOKEN, path: PATH };
const echo = ({ message }) => ({ method: "sendMessage", chat_id: message.chat.id, text: message.text });
const secretHeader = { name: "X-Hook-Secret", value: "s" };
const REPLY = { method: "sendMessage", chat_id: 7, text: "é" };

async function listening(listener, use) {
  const { url, close } = await listen(createServer(listener));
  try {
    return await use(url);
  } finally {
    await close();
  }
}
const post = (url, body = delivery(), headers = { "content-type": "application/json" }) => fetch(url, { method: "POST", headers, body });

// Runs first, while no sockets are open: their timers would run in virtual time too.
test("node:http: the rest of a refused body is awaited for a second", () =>
  inVirtualTime(undefined, async ({ now }) => {
    const body = { complete: false, [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) };
    let endedAt;
    const outgoing = { on() {}, writeHead() {}, end: () => (endedAt = now()) };
    void nodeListener(createWebhookHandler(options, echo))({ method: "POST", url: "/", headers: {}, ...body }, outgoing);
    await new Promise((resolve) => setTimeout(resolve, 5000));
    assert.equal(endedAt, 1000);
  }));

const routed = (...before) => {
  const app = express();
  before.forEach((middleware) => app.use(middleware));
  app.use("/hook", nodeListener(createWebhookHandler(options, echo)));
  return app;
};
for (const [what, listener] of Object.entries({
  "node:http": nodeListener(createWebhookHandler(options, echo)),
  "Express, mounted": routed(),
  "Express after express.json": routed(express.json()),
  "Express after express.raw": routed(express.raw({ type: "*/*" })),
  "Express after express.text": routed(express.text({ type: "*/*" })),
})) {
  test(what, () =>
    listening(listener, async (url) => {
      assert.deepEqual(await (await post(url + PATH)).json(), REPLY);
      assert.equal((await post(`${url}/hook/other`)).status, 404);
      assert.equal((await fetch(url + PATH)).status, 405);
      assert.equal((await post(url + PATH, "[]")).status, 400);
      assert.deepEqual(await (await post(url + PATH)).json(), REPLY);
    }));
}

test("after express.json: replacement characters for invalid UTF-8, however they were written", () => {
  const texts = [];
  const app = express();
  app.use(express.json(), nodeListener(createWebhookHandler(options, ({ message }) => void texts.push(message.text))));
  return listening(app, async (url) => {
    for (const text of ['"\\ufffd\\u00e9"', '"\\ufffd\\/"', '   "\ufffd"']) {
      const body = `{"update_id":${++id},"message":{"text":${text}}}`;
      assert.equal((await post(url + PATH, body)).status, 200, body);
      assert.equal(texts.pop(), JSON.parse(text));
    }
  });
});
test("after a body parser that left the body alone, as those of Express 4", () => {
  const listener = nodeListener(createWebhookHandler(options, echo));
  const parsed = (request, response) => listener(Object.assign(request, { body: {} }), response);
  return listening(parsed, async (url) => assert.deepEqual(await (await post(url + PATH)).json(), REPLY));
});

for (const encoding of ["utf8", "latin1", "hex", "base64"]) {
  test(`after middleware that calls setEncoding("${encoding}")`, () => {
    const listener = nodeListener(createWebhookHandler(options, echo));
    return listening((request, response) => listener(request.setEncoding(encoding), response), async (url) => {
      assert.deepEqual(await (await post(url + PATH)).json(), REPLY);
      assert.equal((await post(url + PATH, delivery().padEnd((1 << 20) + 1))).status, 413);
    });
  });
}

test("rawBody goes before body", () => {
  const listener = nodeListener(createWebhookHandler(options, echo));
  const parsed = async (request, response) => {
    const rawBody = Buffer.concat(await request.toArray());
    return listener(Object.assign(request, { rawBody, body: { update_id: "none" } }), response);
  };
  return listening(parsed, async (url) => assert.deepEqual(await (await post(url + PATH)).json(), REPLY));
});

test("Fastify's own request and reply", () => {
  const listener = nodeListener(createWebhookHandler(options, echo));
  let hijacked = 0;
  const parsed = async (raw, response) => {
    const body = JSON.parse(Buffer.concat(await raw.toArray()));
    await listener({ raw, body }, { raw: response, hijack: () => hijacked++ });
  };
  return listening(parsed, async (url) => {
    assert.deepEqual(await (await post(url + PATH)).json(), REPLY);
    assert.equal(hijacked, 1);
  });
});

test("a prefix is removed from the path, and from no other part of it", () => {
  const listener = nodeListener(createWebhookHandler(options, echo), { prefix: "/bots/one" });
  return listening(listener, async (url) => {
    for (const [path, status] of [[`/bots/one${PATH}`, 200], [`/bots/one${PATH}?a=b`, 200], [PATH, 200], [`/bots${PATH}`, 404], [`/bots/one/bots/one${PATH}`, 404], [`/bots/ones${PATH}`, 404], [`/?/bots/one${PATH}`, 404]]) {
      assert.equal((await post(url + path)).status, status, path);
    }
    const request = requestOf(url, { path: `http://bot.example/bots/one${PATH}`, method: "POST", headers: { "content-type": "application/json" } });
    const [response] = await once(request.end(delivery()), "response");
    assert.equal(response.statusCode, 200);
  });
});

for (const prefix of ["prod", "/prod/", "/", "/a?b", "/a#", "//", 5, null]) {
  test(`the prefix ${JSON.stringify(prefix)} is refused`, () => {
    for (const adapter of [nodeListener, lambdaHandler]) {
      assert.throws(() => adapter(() => {}, { prefix }), (error) => isValidationError(error) && error.method === adapter.name && error.path === "prefix");
    }
  });
}

test("after middleware that has read the body and passes none on, as Koa's parsers: 500, and onError gets the error", async () => {
  const errors = [];
  const rejections = [];
  const onReject = (rejection) => rejections.push(rejection);
  const onError = (error) => void errors.push(error.message);
  const listener = nodeListener(createWebhookHandler({ ...options, onReject, onError }, echo));
  const parsed = async (request, response) => {
    for await (const _ of request);
    return listener(request, response);
  };
  await listening(parsed, async (url) => assert.equal((await post(url + PATH)).status, 500));
  assert.deepEqual(rejections.map(({ status, error }) => [status, error.path, error.received]), [[500, "body", "one that was read before"]]);
  assert.deepEqual(errors, [rejections[0].error.message]);
});

test("node:http: a request for a whole URL, as of proxies", () =>
  listening(nodeListener(createWebhookHandler(options, echo)), async (url) => {
    for (const [path, status] of [[PATH, 200], ["/hook/other", 404]]) {
      const request = requestOf(url, { path: `http://bot.example${path}`, method: "POST", headers: { "content-type": "application/json" } });
      const [response] = await once(request.end(delivery()), "response");
      assert.equal(response.statusCode, status);
    }
  }));

test("node:http: the secret header in any case", () =>
  listening(nodeListener(createWebhookHandler({ ...options, secretHeader }, echo)), async (url) => {
    assert.equal((await post(url + PATH, delivery(), { "content-type": "application/json", "x-hook-secret": "s" })).status, 200);
  }));

test("node:http: the environment is that of the process, also for options", () => {
  process.env.HOOK_PATH = PATH;
  const handler = createWebhookHandler((env) => ({ ...options, path: env.HOOK_PATH }), ({ message }, { env }) => ({ ...echo({ message }), text: env.HOOK_PATH }));
  return listening(nodeListener(handler), async (url) => {
    assert.deepEqual(await (await post(url + PATH)).json(), { ...REPLY, text: PATH });
  });
});

test("node:http: a client that is gone aborts the signal", async () => {
  let aborted;
  const handler = createWebhookHandler({ ...options, deadlineMs: 0 }, async (_, { signal }) => {
    aborted = once(signal, "abort");
    await aborted;
  });
  await listening(nodeListener(handler), async (url) => {
    const controller = new AbortController();
    const response = fetch(url + PATH, { method: "POST", body: delivery(), headers: { "content-type": "application/json" }, signal: controller.signal });
    while (!aborted) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await assert.rejects(response);
    await aborted;
  });
});

test("node:http: a program that answers before the handler does: the call is sent, and the server goes on", async () => {
  const sent = [];
  const fetch = async (url) => (sent.push(url.split("/").at(-1)), Response.json({ ok: true, result: true }));
  let answer;
  const handler = createWebhookHandler({ ...options, fetch }, async (update, { signal }) => {
    const aborted = once(signal, "abort");
    answer();
    await aborted;
    return echo(update);
  });
  const listener = nodeListener(handler);
  const outcomes = [];
  const answered = (incoming, outgoing) => {
    answer = () => outgoing.writeHead(504).end("too slow");
    outcomes.push(listener(incoming, outgoing));
  };
  await listening(answered, async (url) => {
    assert.equal(await (await post(url + PATH)).text(), "too slow");
    assert.equal(await (await post(url + PATH)).text(), "too slow");
  });
  assert.deepEqual([await Promise.all(outcomes), sent], [[undefined, undefined], ["sendMessage", "sendMessage"]]);
});

test("node:http: a program that has begun to answer: the console shows the error, and the response ends", async ({ mock }) => {
  const shown = mock.method(console, "error", () => {});
  let outgoing;
  const handler = createWebhookHandler(options, (update) => (outgoing.writeHead(202), outgoing.flushHeaders(), echo(update)));
  const listener = nodeListener(handler);
  await listening((incoming, made) => listener(incoming, (outgoing = made)), async (url) => {
    assert.equal((await post(url + PATH)).status, 202);
  });
  assert.deepEqual(shown.mock.calls.map(({ arguments: [{ code }] }) => code), ["ERR_HTTP_HEADERS_SENT"]);
});

for (const [what, path, status] of [["too large a body", PATH, 413], ["a body for another path", "/", 404]]) {
  test(`node:http: ${what}: ${status}, and the client can send the rest`, () =>
    listening(nodeListener(createWebhookHandler(options, echo)), async (url) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      const size = 1 << 21;
      socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`);
      const [answer] = await once(socket, "data");
      assert.match(String(answer), new RegExp(`^HTTP/1.1 ${status} [^]*connection: close`, "i"));
      // In pieces, since a closed socket fails only the next one.
      for (let sent = 0; sent < size; sent += 1 << 16) await promisify(socket.write).call(socket, Buffer.alloc(1 << 16, " "));
      await once(socket, "close");
    }));
}

test("node:http: a body that goes on is not taken for ever", () =>
  listening(nodeListener(createWebhookHandler(options, echo)), async (url) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    const closed = new Promise((resolve) => socket.on("error", () => {}).once("close", resolve));
    socket.write(`POST ${PATH} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${" ".repeat(1 << 16)}\r\n`;
    const send = () => socket.destroyed || socket.write(chunk, () => setImmediate(send));
    send();
    await closed;
    assert.ok(socket.bytesWritten < 64 << 20, `${socket.bytesWritten} bytes`);
  }));

describe("AWS Lambda", () => {
  const event = (body, more = {}, method = "POST") => ({
    version: "2.0",
    rawPath: PATH,
    rawQueryString: "",
    headers: { "content-type": "application/json", "content-length": String(body.length) },
    requestContext: { domainName: "x.lambda-url.invalid", http: { method, path: PATH } },
    body,
    isBase64Encoded: false,
    ...more,
  });
  test("text and base64", async () => {
    const run = lambdaHandler(createWebhookHandler(options, echo));
    for (const [body, isBase64Encoded] of [[delivery(), false], [Buffer.from(delivery()).toString("base64"), true]]) {
      const result = await run(event(body, { isBase64Encoded }));
      assert.deepEqual([result.statusCode, result.isBase64Encoded, JSON.parse(result.body)], [200, false, REPLY]);
    }
    assert.equal((await run(event("!", { isBase64Encoded: true }))).statusCode, 400);
    for (const without of ["headers", "body", "rawQueryString"]) {
      assert.equal((await run(event(delivery(), { [without]: undefined }))).statusCode, without === "body" ? 400 : 200);
    }
    assert.equal((await run(event("", {}, "GET"))).statusCode, 405);
    assert.equal((await run(event(delivery(), { rawPath: "/" }))).statusCode, 404);
  });
  test("a stage, as the prefix", async () => {
    const run = lambdaHandler(createWebhookHandler(options, echo), { prefix: "/prod" });
    for (const [rawPath, status] of [[`/prod${PATH}`, 200], [PATH, 200], [`/dev${PATH}`, 404], [`/prod/prod${PATH}`, 404]]) {
      assert.equal((await run(event(delivery(), { rawPath }))).statusCode, status, rawPath);
    }
  });
  test("only the path is compared", async () => {
    const run = lambdaHandler(createWebhookHandler(options, echo));
    for (const rawPath of [`${PATH}?`, `${PATH}#`, `/?${PATH}`, `?${PATH}`]) assert.equal((await run(event(delivery(), { rawPath }))).statusCode, 404, rawPath);
  });
  test("the secret header in any case", async () => {
    const run = lambdaHandler(createWebhookHandler({ ...options, secretHeader }, echo));
    assert.equal((await run(event(delivery(), { headers: { "x-hook-secret": "s" } }))).statusCode, 200);
  });
  test("events of another format are refused by name", async () => {
    const run = lambdaHandler(createWebhookHandler(options, echo));
    const rest = { version: "1.0", httpMethod: "POST", path: PATH, headers: {}, body: delivery(), isBase64Encoded: false, requestContext: {} };
    for (const wrong of [rest, {}, undefined, null, "x"]) {
      await assert.rejects(run(wrong), (error) => isValidationError(error) && /^lambdaHandler: requestContext.http: .* format 2.0/.test(error.message));
    }
  });
  test("a file is sent back as base64", async () => {
    const photo = Uint8Array.from({ length: 20_000 }, (_, index) => index);
    const run = lambdaHandler(createWebhookHandler(options, () => ({ method: "sendPhoto", chat_id: 7, photo })));
    const { headers, body, isBase64Encoded } = await run(event(delivery()));
    assert.equal(isBase64Encoded, true);
    const form = await new Response(Buffer.from(body, "base64"), { headers }).formData();
    assert.deepEqual(new Uint8Array(await form.get("photo").arrayBuffer()), photo);
  });
  test("the answer waits for the promises given to waitUntil", async () => {
    let isDone = false;
    const handler = createWebhookHandler(options, (_, { waitUntil }) => waitUntil(new Promise((resolve) => setTimeout(resolve, 50)).then(() => (isDone = true))));
    await lambdaHandler(handler)(event(delivery()));
    assert.equal(isDone, true);
  });
  test("the answer waits for a promise given to waitUntil while it waits", async () => {
    let isDone = false;
    const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
    const handler = createWebhookHandler(options, (_, { waitUntil }) => waitUntil(soon().then(() => waitUntil(soon().then(() => (isDone = true))))));
    await lambdaHandler(handler)(event(delivery()));
    assert.equal(isDone, true);
  });
});
