// poll(): the calls that handlers return, their context, and the end.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { button, createWebhookHandler, inlineKeyboard, inOrder, on, poll } from "botwire";
import { storeWith } from "../support/stores.mjs";
import { calls, polling, until, wait } from "./polling.mjs";

const quiet = () => {};

describe("calls", () => {
  test("what a handler returns is made as an ordinary call, also a file", () =>
    polling(async ({ emulator, bot, stop }) => {
      const alice = emulator.user();
      alice.write("text");
      alice.write("file");
      const handler = on({
        message: ({ chat, text }) =>
          text === "text"
            ? { method: "sendMessage", chat_id: chat.id, text: "hi" }
            : { method: "sendDocument", chat_id: chat.id, document: new Blob(["abc"]) },
      });
      void until(() => alice.messages().length === 4).then(() => stop.abort());
      await poll(bot, handler, { signal: stop.signal });
      assert.deepEqual(alice.messages().map(({ text, document }) => text ?? document.file_size), ["text", "file", "hi", 3]);
      assert.deepEqual(calls(emulator).map(({ kind }) => kind).includes("inline"), false);
    }));
  test("one with a fault is checked before it is sent, and reported", () =>
    polling(async ({ emulator, bot, stop }) => {
      emulator.user().write("a");
      const reported = [];
      const handler = ({ message }) => ({ method: "sendMessage", chat_id: message.chat.id, text: 5 });
      const onError = (error) => (reported.push([error.kind, error.path]), stop.abort(), "handled");
      await poll(bot, handler, { signal: stop.signal, onError });
      assert.deepEqual(reported, [["validation", "text"]]);
      assert.equal(calls(emulator, "sendMessage").length, 0);
    }));
  test("a pre-checkout query that waited 10 s for its turn is not answered", () =>
    polling(async ({ emulator, botOf, stop }) => {
      const from = { id: 7, is_bot: false, first_name: "A" };
      const message = { message_id: 1, date: 1, from, chat: { id: 7, type: "private", first_name: "A" }, text: "a" };
      const pre_checkout_query = { id: "q1", from, currency: "EUR", total_amount: 1, invoice_payload: "x" };
      const answers = [[{ update_id: 1, message }, { update_id: 2, pre_checkout_query }]];
      const fetch = async (url, init) =>
        url.endsWith("getUpdates") ? Response.json({ ok: true, result: answers.shift() ?? [] }) : emulator.fetch(url, init);
      const errors = [];
      const onError = (error) => (errors.push([error.kind, error.method]), stop.abort(), "handled");
      const handler = on({ message: () => wait(10_000), pre_checkout_query: (_, { answer }) => answer({ ok: true }) });
      await poll(botOf(emulator, fetch), handler, { signal: stop.signal, onError });
      assert.deepEqual(errors, [["timeout", "answerPreCheckoutQuery"]]);
    }));
  test("one is repeated after 429 without the handler", () =>
    polling(async ({ emulator, bot, stop }) => {
      const alice = emulator.user();
      alice.write("a");
      emulator.fault({ kind: "rate_limit", retry_after: 2, method: "sendMessage", times: 2 });
      let count = 0;
      const handler = ({ message }) => (count++, { method: "sendMessage", chat_id: message.chat.id, text: "b" });
      void until(() => alice.messages().length === 2).then(() => stop.abort());
      await poll(bot, handler, { signal: stop.signal, onError: () => assert.fail() });
      assert.deepEqual([count, alice.messages().map(({ text }) => text)], [1, ["a", "b"]]);
    }));
  test("one is not made again where it may have been carried out, or cannot succeed; the handler runs once", async (t) => {
    const sendMessage = { method: "sendMessage", text: "b" };
    for (const [name, fault, returned, made, sent] of [
      ["lost answer", { kind: "drop_after", times: 1 }, sendMessage, 1, 1],
      ["a proxy's page", { kind: "page", status: 502, times: 1 }, sendMessage, 1, 0],
      ["blocked", { kind: "error", error_code: 403, times: 1 }, sendMessage, 1, 0],
      ["no such parameter value", undefined, { ...sendMessage, parse_mode: "Word" }, 0, 0],
    ]) {
      await t.test(name, () =>
        polling(async ({ emulator, bot, stop }) => {
          const alice = emulator.user();
          alice.write("a");
          if (fault) emulator.fault({ ...fault, method: returned.method });
          let runs = 0;
          const seen = [];
          const handler = ({ message }) => (runs++, { ...returned, chat_id: message.chat.id });
          const onError = (_, { willRetry }) => void (seen.push(willRetry), willRetry || setTimeout(() => stop.abort(), 5000));
          await poll(bot, handler, { signal: stop.signal, onError });
          const log = calls(emulator, returned.method);
          assert.deepEqual([runs, seen, log.length], [1, [false], made]);
          assert.equal(alice.messages().length - 1, sent);
        }));
    }
  });
  test("one of an idempotent method is made again by its own retries, without the handler, and then reported", () =>
    polling(async ({ emulator, bot, stop }) => {
      emulator.user().write("a");
      emulator.fault({ kind: "drop_after", method: "sendChatAction", times: 9 });
      const seen = [];
      let runs = 0;
      const handler = ({ message }) => (runs++, { method: "sendChatAction", chat_id: message.chat.id, action: "typing" });
      await poll(bot, handler, { signal: stop.signal, onError: (_, { willRetry }) => void (seen.push(willRetry), stop.abort()) });
      assert.deepEqual([runs, seen, calls(emulator, "sendChatAction").length], [1, [false], 4]);
    }));
  test("the answer to a query is sent: returned, made, or both; before a throw if the update is over", async (t) => {
    const handlers = {
      returned: (_, { answer }) => answer({ text: "Hi" }),
      made: (_, { answer }) => void answer({ text: "Hi" }),
      "made before another call": (query, { answer }) => (answer({ text: "Hi" }), { method: "sendMessage", chat_id: query.from.id, text: "b" }),
      "made before the answer to another query": (_, { answer }) => (answer({ text: "Hi" }), { method: "answerCallbackQuery", callback_query_id: "other" }),
      "returned in lower case too": (query, { answer }) => (answer({ text: "Hi" }), { method: "answercallbackquery", callback_query_id: query.id, text: "Hi" }),
      "made before a throw": (_, { answer }) => {
        answer({ text: "Hi" });
        throw new Error("no");
      },
      "made later": (_, { answer, waitUntil }) => waitUntil(wait(1000).then(() => answer({ text: "Hi" }))),
    };
    for (const [what, callback_query] of Object.entries(handlers)) {
      await t.test(what, () =>
        polling(async ({ emulator, bot, stop }) => {
          const alice = emulator.user();
          alice.write("/start");
          const handler = on({
            message: ({ chat }) => ({ method: "sendMessage", chat_id: chat.id, text: "Press", reply_markup: inlineKeyboard([[button.callback("A", "a")]]) }),
            callback_query,
          });
          const polled = poll(bot, handler, { signal: stop.signal, onError: quiet });
          await until(() => alice.messages().length === 2);
          const shown = await alice.press("A").answer();
          stop.abort();
          await polled;
          assert.equal(shown?.text, "Hi");
          const own = calls(emulator, "answerCallbackQuery").filter(({ parameters }) => parameters.callback_query_id !== "other");
          assert.equal(own.length, 1);
        }),
      );
    }
  });
});

describe("the context", () => {
  test("is that of a webhook, but for the request", () =>
    polling(async ({ emulator, bot, stop }) => {
      emulator.user().write("a");
      const env = { KEY: 1 };
      let seen;
      const handler = (update, context) => {
        seen = { update, context, extended: context.with({ session: 5 }), copy: { ...context } };
        stop.abort();
      };
      await poll(bot, handler, { signal: stop.signal, env });
      const { update, context, extended, copy } = seen;
      assert.deepEqual([Object.getPrototypeOf(context.bot) === bot, context.bot === copy.bot], [true, true]);
      assert.equal(context.env, env);
      assert.equal(context.update, update);
      assert.deepEqual([context.updateKind, context.isLate, context.request, extended.session, extended.env], ["message", false, undefined, 5, env]);
      assert.equal(copy.signal, context.signal);
      assert.equal(context.signal.aborted, false);
      assert.throws(() => context.answer(), { kind: "validation" });
    }));
  test("the same handler serves a webhook", () =>
    polling(async ({ emulator, bot, stop }) => {
      const alice = emulator.user();
      const handler = on({ message: ({ chat, text }) => ({ method: "sendMessage", chat_id: chat.id, text: `You wrote ${text}` }) });
      emulator.webhook = createWebhookHandler({ bot, path: "/hook" }, handler);
      await bot.setWebhook({ url: "https://bot.example/hook" });
      alice.write("a");
      await until(() => alice.messages().length === 2);
      const polled = poll(bot, handler, { signal: stop.signal });
      await until(() => calls(emulator, "deleteWebhook").length > 0);
      alice.write("b");
      await until(() => alice.messages().length === 4);
      stop.abort();
      await polled;
      assert.deepEqual(alice.messages().map(({ text }) => text), ["a", "You wrote a", "b", "You wrote b"]);
    }));
  test("inOrder holds its turn until the call is made", () =>
    polling(async ({ emulator, bot, stop }) => {
      emulator.user().write("a");
      const asked = [];
      const store = storeWith({ claim: () => (asked.push("claim"), { owner: "1" }), release: () => asked.push("release") });
      const handler = inOrder({ store }, ({ message }) => ({ method: "sendMessage", chat_id: message.chat.id, text: "b" }));
      emulator.watch(() => {
        if (calls(emulator, "sendMessage").length > 0 && !asked.includes("sent")) asked.push("sent");
      });
      void until(() => asked.includes("release")).then(() => stop.abort());
      await poll(bot, handler, { signal: stop.signal });
      assert.deepEqual(asked, ["claim", "sent", "release"]);
    }));
  test("what waitUntil was given is waited for at the end, and reported if it rejects", () =>
    polling(async ({ emulator, bot, stop, now }) => {
      emulator.user().write("a");
      const own = new Error("later");
      const reported = [];
      const handler = (_, { waitUntil }) => {
        waitUntil(wait(5000).then(() => Promise.reject(own)));
        stop.abort();
      };
      await poll(bot, handler, { signal: stop.signal, onError: (error) => void reported.push(error) });
      assert.deepEqual([reported, now() >= 5000], [[own], true]);
    }));
});
