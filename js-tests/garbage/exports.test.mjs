// Garbage into every exported function, constructor and method: a typed error or a success, and the next call works.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as botwire from "botwire";
import { delivery, PATH } from "../support/deliveries.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";
import { METHODS_OF_BOT, instant, works } from "./instance.mjs";
import { settled } from "./outcome.mjs";
import { ODD_VALUES } from "../support/odd-values.mjs";

const { Bot, createWebhookHandler, download, updates } = botwire;
/** The options of a bot, and those of its webhook. */
const BOT = { baseUrl: "https://service.example", token: "1:a", fetch: instant };
const OWN = { ...BOT, path: PATH };
/** Every function of the main entry, those inside of exported objects too. */
const exported = Object.entries(botwire).flatMap(([name, value]) => [
  [name, value],
  ...(Array.isArray(value) ? [] : Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one])),
]);
// `init` returns at once here, because the engine runs; its arguments are tested in init.test.mjs.
const functions = exported.filter(([name, value]) => typeof value === "function" && !/^[A-Z]/.test(name));
const classes = exported.filter(([name, value]) => typeof value === "function" && /^[A-Z]/.test(name));
assert.ok(functions.length > 30 && classes.length > 5);
await works();

for (const [name, make] of Object.entries(ODD_VALUES)) {
  describe(name, () => {
    test("functions", async () => {
      for (const [what, one] of functions) {
        for (const args of [[make()], [make(), make()], ["a", make()], ["a", 5, make()], [[make()]], [{ a: make() }]])
          await settled(() => drained(one(...args)), what);
      }
      await works();
    });
    test("constructors", async () => {
      for (const [what, One] of classes.filter(([, { prototype }]) => !(prototype instanceof Error))) {
        for (const args of [[make()], [make(), make()], [{ ...OWN, ...shallow(make()) }]])
          await settled(() => new One(...args), what);
      }
      for (const option of [
        "baseUrl",
        "token",
        "fetch",
        "encoding",
        "httpMethod",
        "timeoutMs",
        "retry",
        "followMigration",
        "checkLimits",
        "allowHttp",
      ]) {
        await settled(() => new Bot({ ...BOT, [option]: make() }), option);
      }
      await works();
    });
    test("methods of a bot", async () => {
      const bot = new Bot(BOT);
      for (const method of METHODS_OF_BOT) {
        await settled(() => bot[method](make()), method);
        await settled(() => bot[method]({}, make()), method);
        await settled(
          () => bot[method]({ chat_id: make(), text: make(), offset: make(), url: make(), [String(method)]: make() }),
          method,
        );
      }
      await settled(() => bot.getMe.call(make()), "this");
      await settled(() => bot.call(make(), make(), make()), "call");
      await settled(() => bot.call("anyMethod", { unknown: make(), list: [make(), { a: make() }] }), "call");
      await settled(() => bot.call("sendMessage", { chat_id: 1, text: "a", reply_markup: make() }), "call");
      for (const option of ["signal", "timeoutMs", "encoding", "httpMethod", "retry", "checkLimits"]) {
        await settled(() => bot.getMe({}, { [option]: make() }), option);
      }
      await works();
    });
    // In virtual time, since polling pauses after an empty answer.
    test("updates() and download()", () => inVirtualTime(undefined, async () => {
      const bot = new Bot({ ...BOT, fetch: emptyThenGone() });
      for (const option of ["timeout", "limit", "allowed_updates", "signal", "onError", "confirmOnBreak"]) {
        await settled(() => updates(bot, { timeout: 0, [option]: make() }).next(), option);
      }
      await settled(() => updates(bot, make()).next(), "updates");
      await settled(() => updates(make()).next(), "updates");
      await settled(() => download(bot, make(), make()), "download");
      await settled(() => download(make(), "a"), "download");
      await settled(() => download(bot, { file_id: make(), file_path: make(), file_size: make() }), "download");
      for (const option of ["signal", "onProgress", "timeoutMs", "maxBytes"])
        await settled(() => download(bot, "a", { [option]: make() }), option);
      await works();
    }));
    test("the webhook handler", async () => {
      for (const args of [
        [make(), make()],
        [OWN, make()],
        [{ ...OWN, path: make() }, () => {}],
        [{ ...OWN, check: make() }, () => {}],
        [{ ...OWN, check: { table: make() } }, () => {}],
        [{ ...OWN, onError: make() }, () => {}],
      ]) {
        await settled(() => createWebhookHandler(...args), "createWebhookHandler");
      }
      const quiet = { ...OWN, onError: () => {}, store: false };
      // A handler that never ends is never answered for.
      if (name === "a thenable that never calls back") return;
      const request = () => delivery({ update_id: 1 });
      await settled(() => createWebhookHandler(quiet, () => make())(request()), "what it returns");
      await settled(
        () => createWebhookHandler(quiet, () => ({ method: "sendMessage", chat_id: 1, text: make() }))(request()),
        "what it returns",
      );
      await settled(() => createWebhookHandler(quiet, () => ({ method: make() }))(request()), "what it returns");
      await settled(() => createWebhookHandler(quiet, () => { throw make(); })(request()), "what it throws");
      await settled(
        () => createWebhookHandler({ ...OWN, onError: () => make() }, () => { throw 1; })(request()),
        "what onError returns",
      );
      await settled(
        () => createWebhookHandler(quiet, (_, { waitUntil }) => waitUntil(make()))(request(), make(), make()),
        "waitUntil",
      );
      await settled(() => createWebhookHandler(quiet, () => {})(make(), make(), make()), "its arguments");
      await works();
    });
    test("what fetch gives", async () => {
      for (const fetch of [
        make,
        async () => make(),
        async () => ({ ok: true, status: 200, headers: new Headers(), text: () => make() }),
        () => { throw make(); },
      ]) {
        const bot = new Bot({ ...BOT, fetch, timeoutMs: 20 });
        await settled(() => bot.getMe(), "fetch");
        await settled(() => download(bot, { file_id: "a", file_path: "b" }, { timeoutMs: 20 }), "fetch");
      }
      await works();
    });
  });
}

/** A service without updates that is gone after the second call, so that no loop is endless. */
function emptyThenGone() {
  let calls = 0;
  return async () =>
    ++calls % 3 === 0 ? new Response('{"ok":false,"error_code":404,"description":"gone"}', { status: 404 }) : instant();
}

/** The first result of an async iterator, since some check their arguments only then; other values unchanged. */
const drained = (value) => (Object.prototype.toString.call(value) === "[object AsyncGenerator]" ? value.next() : value);

/** The own fields of a value as far as they can be read. */
function shallow(value) {
  try {
    return { ...value };
  } catch {
    return {};
  }
}
