// The same calls against telegram-test-api, an independent fake of the service, in both directions.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { Bot, createWebhookHandler, updates } from "botwire";
import TelegramServer from "telegram-test-api";
import { freePort, serve } from "../support/serve.mjs";
import { PATIENCE } from "../support/eventually.mjs";
import { TOKEN } from "../support/recorder.mjs";

let server;
let client;
let bot;
let baseUrl;
before(async () => {
  server = new TelegramServer({ port: await freePort(), host: "127.0.0.1", storeTimeout: 60 });
  await server.start();
  baseUrl = server.config.apiURL;
});
after(() => server.stop());
let chatId = 100;
beforeEach(() => {
  // A new chat for each test, because the fake keeps earlier messages.
  chatId += 1;
  server.storage.userMessages = [];
  client = server.getClient(TOKEN, { chatId, userId: chatId, timeout: PATIENCE });
  bot = new Bot({ baseUrl, token: TOKEN });
});

const keyboard = { inline_keyboard: [[{ text: "Ünit 👩‍👩‍👧", callback_data: "a&b=c" }]] };

describe("from the bot", () => {
  test("getMe", async () => {
    assert.deepEqual(await bot.getMe(), { username: "TestNameBot", first_name: "Test First name", id: 666 });
  });

  for (const encoding of ["json", "form"]) {
    test(`sendMessage as ${encoding}`, async () => {
      const text = 'a&b=c+d %41 "é" 👩‍👩‍👧\n?';
      const message = await bot.sendMessage(
        { chat_id: chatId, text, reply_markup: keyboard, disable_notification: true },
        { encoding },
      );
      assert.equal(message.chat.id, chatId);
      assert.equal(message.text, text);
      assert.deepEqual(message.reply_markup, keyboard);
      const { result } = await client.getUpdates();
      assert.equal(result.length, 1);
      assert.equal(result[0].message.text, text);
      assert.deepEqual(result[0].message.reply_markup, keyboard);
      assert.equal(String(result[0].message.disable_notification), "true");
    });

    test(`sendMessage with each kind of reply markup as ${encoding}`, async () => {
      const markups = [
        { keyboard: [[{ text: "a" }]], one_time_keyboard: true },
        { remove_keyboard: true },
        { force_reply: true, selective: false },
      ];
      for (const reply_markup of markups) {
        await bot.sendMessage({ chat_id: chatId, text: "a", reply_markup }, { encoding });
        const { result } = await client.getUpdates();
        assert.deepEqual(result[0].message.reply_markup, reply_markup);
      }
    });

    test(`editMessageText, editMessageReplyMarkup and deleteMessage as ${encoding}`, async () => {
      const { message_id } = await bot.sendMessage({ chat_id: chatId, text: "old" }, { encoding });
      assert.equal(await bot.editMessageText({ chat_id: chatId, message_id, text: "new" }, { encoding }), null);
      await bot.editMessageReplyMarkup({ chat_id: chatId, message_id, reply_markup: keyboard }, { encoding });
      const { result } = await client.getUpdates();
      assert.equal(result[0].message.text, "new");
      assert.deepEqual(result[0].message.reply_markup, keyboard);
      assert.equal(await bot.deleteMessage({ chat_id: chatId, message_id }, { encoding }), null);
      const error = await bot.deleteMessage({ chat_id: chatId, message_id }, { encoding }).catch((caught) => caught);
      assert.deepEqual([error.kind, error.error_code], ["api", 400]);
      assert.match(error.description, /wasn't found/);
    });
  }

  test("setWebhook in the query, by GET and by POST, and deleteWebhook", async () => {
    for (const httpMethod of ["GET", "POST"]) {
      const asked = new Bot({ baseUrl, token: TOKEN, encoding: "query", httpMethod });
      await asked.setWebhook({ url: "https://bot.example/hook?a=b&c=%20" });
      assert.equal(server.webhooks[TOKEN].url, "https://bot.example/hook?a=b&c=%20");
      assert.equal(await asked.deleteWebhook(), true);
      assert.equal(server.webhooks[TOKEN], undefined);
    }
  });

  test("answerCallbackQuery", async () => {
    assert.equal(await bot.answerCallbackQuery({ callback_query_id: "1", text: "a" }), null);
  });

  test("a method that it does not know", async () => {
    const error = await bot.sendVenue({ chat_id: 1, latitude: 1, longitude: 1, title: "a", address: "b" })
      .catch((caught) => caught);
    assert.deepEqual([error.kind, error.status], ["http", 500]);
    assert.match(String(error.message), /not supported/);
  });
});

describe("to the bot", () => {
  test("getUpdates", async () => {
    await client.sendMessage(client.makeMessage("hello 👩‍👩‍👧"));
    await client.sendCommand(client.makeCommand("/start now"));
    await client.sendCallback(client.makeCallbackQuery("data"));
    const updates = await bot.getUpdates({ limit: 100, timeout: 0, allowed_updates: [] });
    assert.deepEqual(updates.map((update) => Object.keys(update)[1]), ["message", "message", "callback_query"]);
    assert.equal(updates[0].message.text, "hello 👩‍👩‍👧");
    assert.deepEqual(updates[1].message.entities, [{ offset: 0, length: 6, type: "bot_command" }]);
    assert.equal(updates[2].callback_query.data, "data");
  });

  test("updates(), while the user goes on writing", async () => {
    const stop = new AbortController();
    const texts = [];
    await client.sendMessage(client.makeMessage("0"));
    for await (const { message } of updates(bot, { signal: stop.signal, timeout: 0 })) {
      texts.push(message.text);
      await bot.sendMessage({ chat_id: message.chat.id, text: `re ${message.text}` });
      if (texts.length === 5) stop.abort();
      else await client.sendMessage(client.makeMessage(String(texts.length)));
    }
    assert.deepEqual(texts, ["0", "1", "2", "3", "4"]);
    const { result } = await client.getUpdates();
    assert.deepEqual(result.map(({ message }) => message.text), ["re 0", "re 1", "re 2", "re 3", "re 4"]);
  });

  test("a delivery to the webhook", async () => {
    const seen = [];
    const handler = createWebhookHandler({ baseUrl, token: TOKEN, path: "/hook/secret" }, async (update, context) => {
      seen.push(update);
      await context.bot.sendMessage({ chat_id: update.message.chat.id, text: `called ${update.message.text}` });
      return { method: "sendMessage", chat_id: update.message.chat.id, text: "inline" };
    });
    const statuses = [];
    const hook = await serve(async (request) => {
      const response = await handler(request);
      statuses.push(response.status);
      return response;
    });
    try {
      // The spec requires https; the fake delivers to any URL.
      await new Bot({ baseUrl, token: TOKEN, checkLimits: false }).setWebhook({ url: `${hook.url}/hook/secret` });
      await client.sendMessage(client.makeMessage("hello"));
      const { result } = await client.getUpdates();
      assert.equal(result[0].message.text, "called hello");
      assert.equal(seen.length, 1);
      assert.equal(seen[0].message.text, "hello");
      assert.deepEqual(statuses, [200]);
    } finally {
      await bot.deleteWebhook();
      await hook.close();
    }
  });
});
