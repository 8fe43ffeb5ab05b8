// The table of hostile requests against node:http, AWS Lambda and workerd; the other runtimes are in packaging/hostile.
import assert from "node:assert/strict";
import { isUtf8 } from "node:buffer";
import { createServer } from "node:http";
import { test } from "node:test";
import { createWebhookHandler } from "botwire";
import { lambdaHandler } from "botwire/adapters/lambda";
import { nodeListener } from "botwire/adapters/node";
import { delivery } from "../support/deliveries.mjs";
import { listen } from "../support/serve.mjs";
import { startIsolates } from "./isolates.mjs";
import { HOSTILE, isOddTarget, OPTIONS as options, PATH, SECRET, SLOW, update } from "./hostile.mjs";
import { withstands } from "./withstands.mjs";

async function startNode(deadlineMs) {
  return listen(createServer(nodeListener(createWebhookHandler({ ...options, deadlineMs }, echo))));
}

const echo = ({ message }) => {
  if (message?.chat) return { method: "sendMessage", chat_id: message.chat.id, text: message.text };
};

async function startWorkerd(deadlineMs) {
  const isolates = await startIsolates(
    `import { createWebhookHandler } from "botwire";
    export default { fetch: createWebhookHandler(${JSON.stringify({ ...options, deadlineMs })}, ({ message }) => {
      if (message?.chat) return { method: "sendMessage", chat_id: message.chat.id, text: message.text };
    }) };`,
    1,
  );
  return { port: Number(isolates.url.port), close: () => isolates.dispose() };
}

/** A server that makes events of requests as API Gateway does: of whole bodies, in base64 or not. */
async function startLambda() {
  const run = lambdaHandler(createWebhookHandler(options, echo));
  let count = 0;
  return listen(createServer(async (request, response) => {
    const bytes = Buffer.concat(await request.toArray().catch(() => []));
    const isBase64Encoded = !isUtf8(bytes) || count++ % 2 === 0;
    const [rawPath, rawQueryString = ""] = request.url.split("?");
    const headers = Object.fromEntries(Object.entries(request.headersDistinct).map(([name, values]) => [name, values.join(",")]));
    const requestContext = { domainName: "id.lambda-url.invalid", http: { method: request.method } };
    const body = bytes.length > 0 ? { body: bytes.toString(isBase64Encoded ? "base64" : "utf8") } : {};
    const result = await run({ rawPath, rawQueryString, headers, requestContext, isBase64Encoded, ...body });
    response.writeHead(result.statusCode, result.headers).end(result.body, result.isBase64Encoded ? "base64" : "utf8");
  }));
}

withstands("node:http", startNode);
// Its gateway waits for all of a body before it makes an event.
const WHOLE = ["a body that never ends", ...SLOW, "a body in chunks that drips", "a body in chunks that stops", "a content-length of 2 GB", "a body beyond its length"];
withstands("AWS Lambda", startLambda, { except: WHOLE });
// Miniflare, in front of workerd, makes a URL of them.
withstands("workerd", startWorkerd, { except: [...SLOW, ...Object.keys(HOSTILE).filter(isOddTarget)] });

const streamed = (body) => delivery(body, { headers: { [SECRET.name]: SECRET.value } });

test("no more of a body is taken than the limit and a chunk", async () => {
  let taken = 0;
  let isCanceled = false;
  const body = new ReadableStream({
    pull: (controller) => {
      taken += 1 << 16;
      controller.enqueue(new Uint8Array(1 << 16).fill(32));
    },
    cancel: () => void (isCanceled = true),
  }, { highWaterMark: 0 });
  const handler = createWebhookHandler(options, () => assert.fail());
  const response = await handler(streamed(body));
  assert.equal(response.status, 413);
  assert.ok(taken <= (1 << 20) + (1 << 17), `${taken} bytes`);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isCanceled, true);
});

test("a body that stops is canceled at the deadline", async () => {
  let isCanceled = false;
  const body = new ReadableStream({ cancel: () => void (isCanceled = true) });
  const handler = createWebhookHandler({ ...options, deadlineMs: 5 }, () => assert.fail());
  const { status } = await handler(streamed(body));
  assert.deepEqual([status, isCanceled], [408, true]);
});

test("nothing of a body is read before the secrets are right", async () => {
  const handler = createWebhookHandler(options, () => assert.fail());
  for (const [path, headers] of [["/", {}], [PATH, {}], [PATH, { [SECRET.name]: SECRET.value, "content-type": "text/html" }]]) {
    const request = new Request(`https://bot.example${path}`, { method: "POST", body: update(), headers });
    assert.ok((await handler(request)).status >= 400);
    assert.equal(request.bodyUsed, false);
  }
});
