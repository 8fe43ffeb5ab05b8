// A Bot inside of what state libraries make of it: a Proxy still is the bot, and a copy is not.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { inspect } from "node:util";
import { isReactive, reactive, readonly, ref, shallowReadonly } from "@vue/reactivity";
import { Bot, createWebhookHandler, download, poll, registerWebhook } from "botwire";
import { immerable, produce } from "immer";
import { observable } from "mobx";
import { delivery, PATH } from "../support/deliveries.mjs";
import { recorded } from "../support/recorded.mjs";
import { TOKEN, ok } from "../support/recorder.mjs";

const { service, botWith } = await recorded(ok());
beforeEach(() => service.clear());

/** Each way to a Bot through a state library. */
const WAYS = {
  "a Proxy without traps": (bot) => new Proxy(bot, {}),
  "a Proxy of a Proxy": (bot) => new Proxy(new Proxy(bot, {}), {}),
  "reactive of Vue": (bot) => reactive({ bot }).bot,
  "ref of Vue": (bot) => ref(bot).value,
  "readonly of Vue": (bot) => readonly(reactive({ bot })).bot,
  "shallowReadonly of Vue": (bot) => shallowReadonly(bot),
  "observable of MobX": (bot) => observable({ bot }).bot,
  "a draft of Immer": (bot) => {
    let draft;
    // Immer revokes its drafts at the end of `produce`.
    produce({ bot }, (state) => void (draft = state.bot));
    return draft;
  },
  "a frozen bot": (bot) => Object.freeze(bot),
  "an object that inherits from it": (bot) => Object.create(bot),
};

for (const [name, wrap] of Object.entries(WAYS)) {
  test(`${name} calls methods, and is a Bot for every function`, async () => {
    const bot = wrap(botWith());
    await bot.sendMessage({ chat_id: 1, text: "hi" });
    await bot.call("getMe");
    await registerWebhook(bot, { url: `http://127.0.0.1:1${PATH}` }).catch((error) => assert.equal(error.kind, "http"));
    await poll(bot, () => {}, { signal: AbortSignal.abort() });
    await download(bot, { file_id: "a" }).catch((error) => assert.doesNotMatch(error.message, /a Bot/));
    const handler = createWebhookHandler({ bot, path: PATH, use: [(call, next) => next(call)] }, (_, { bot }) => bot.getChat({ chat_id: 1 }).then(() => {}));
    assert.equal((await handler(delivery({ update_id: 1, message: {} }))).status, 200);
    assert.ok(["sendMessage", "getMe", "getChat"].every((method) => service.requests.some(({ name }) => name === method)));
    bot.close();
  });
}

test("Vue really makes a Proxy of a bot, and a draft of Immer is one", () => {
  assert.ok(isReactive(reactive({ bot: botWith() }).bot));
  class Marked extends Bot {}
  Marked.prototype[immerable] = true;
  produce({ bot: new Marked({ baseUrl: service.baseUrl, token: TOKEN }) }, ({ bot }) => {
    assert.equal(bot.toJSON().baseUrl, service.baseUrl);
    bot.close();
  });
});

test("a copy of a bot has no token, so it is refused by name", async () => {
  const bot = botWith();
  for (const copy of [structuredClone(bot), JSON.parse(JSON.stringify(bot)), { ...bot }, Object.assign(Object.create(Bot.prototype), bot)]) {
    assert.throws(() => createWebhookHandler({ bot: copy, path: PATH }, () => {}), { kind: "validation", message: /bot|this/ });
    await assert.rejects(poll(copy, () => {}), { kind: "validation", message: "poll: bot: expected a Bot, got an object" });
    assert.ok(!inspect(copy, { showHidden: true }).includes(TOKEN));
  }
});

test("a revoked Proxy is refused, and no inspector shows the token", async () => {
  const { proxy, revoke } = Proxy.revocable(botWith(), {});
  revoke();
  await assert.rejects(poll(proxy, () => {}), { kind: "validation" });
  for (const shown of [botWith(), reactive(botWith())]) assert.ok(!inspect(shown, { showHidden: true, showProxy: true, depth: 9 }).includes(TOKEN.split(":")[1]));
});
