// Middleware as in the documentation, over every way of a call: spans by the SDK of OpenTelemetry, a line for each call.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, broadcast, call, createWebhookHandler, isApiError } from "botwire";
import { createEmulator } from "botwire/emulator";
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { delivery } from "../support/deliveries.mjs";

/** An emulator with a user, and a bot. */
function started(use) {
  const emulator = createEmulator();
  const alice = emulator.user();
  alice.write("hello");
  const { baseUrl, token, fetch } = emulator;
  return { emulator, alice, bot: new Bot({ baseUrl, token, fetch, use }) };
}

/** A delivery to a handler of the bot that returns a call. */
async function delivered(bot, chat_id) {
  const handle = createWebhookHandler({ bot, allowUnauthenticated: true }, () => call.sendMessage({ chat_id, text: "a" }));
  const response = await handle(delivery({ update_id: 1 }));
  assert.equal((await response.json()).method, "sendMessage");
}

test("a span for each call, with the error of the service", async () => {
  const exporter = new InMemorySpanExporter();
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("bot");
  assert.ok(trace.isSpanContextValid(tracer.startSpan("a").spanContext()));
  const spans = (call, next) =>
    tracer.startActiveSpan(call.method, { kind: SpanKind.CLIENT, attributes: { "bot.origin": call.origin } }, async (span) => {
      try {
        return await next(call);
      } catch (error) {
        span.recordException(error);
        span.setStatus({ code: SpanStatusCode.ERROR });
        if (isApiError(error)) span.setAttribute("bot.error_code", error.error_code);
        throw error;
      } finally {
        span.end();
      }
    });
  const { alice, bot } = started([spans]);
  await bot.sendMessage({ chat_id: alice.id, text: "a" });
  for await (const { status } of broadcast(bot, [alice.id], (chat_id) => call.sendMessage({ chat_id, text: "b" }))) assert.equal(status, "sent");
  await delivered(bot, alice.id);
  await assert.rejects(bot.getChat({ chat_id: 404 }));
  const found = exporter.getFinishedSpans().map(({ name, kind, attributes, status, events }) =>
    [name, kind === SpanKind.CLIENT, attributes["bot.origin"], attributes["bot.error_code"], status.code === SpanStatusCode.ERROR, events.length]);
  assert.deepEqual(found, [
    ["sendMessage", true, "call", undefined, false, 0],
    ["sendMessage", true, "call", undefined, false, 0],
    ["sendMessage", true, "returned", undefined, false, 0],
    ["getChat", true, "call", 400, true, 1],
  ]);
  const ids = exporter.getFinishedSpans().map((span) => span.spanContext().spanId);
  assert.equal(new Set(ids).size, ids.length);
});

test("a line for each call", async () => {
  const lines = [];
  const logged = async (call, next) => {
    try {
      const result = await next(call);
      lines.push(`${call.origin} ${call.method}`);
      return result;
    } catch (error) {
      lines.push(`${call.origin} ${call.method}: ${error.kind}`);
      throw error;
    }
  };
  const { alice, bot } = started([logged]);
  await bot.sendMessage({ chat_id: alice.id, text: "a" });
  await delivered(bot, alice.id);
  await assert.rejects(bot.sendMessage({}));
  await assert.rejects(bot.getChat({ chat_id: 404 }));
  assert.deepEqual(lines, ["call sendMessage", "returned sendMessage", "call sendMessage: validation", "call getChat: api"]);
});

test("a cache for getChat", async () => {
  const chats = new Map();
  const cached = async (call, next) => {
    if (call.method !== "getChat") return next(call);
    const key = `${call.params.chat_id}`;
    if (!chats.has(key)) chats.set(key, await next(call));
    return chats.get(key);
  };
  const { emulator, alice, bot } = started([cached]);
  const [first, second] = [await bot.getChat({ chat_id: alice.id }), await bot.getChat({ chat_id: alice.id })];
  assert.deepEqual(first, second);
  assert.equal(emulator.log().filter(({ method }) => method === "getChat").length, 1);
});
