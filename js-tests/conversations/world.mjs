// A bot with a conversation, and users of the emulator who talk to it.
import { Bot, createWebhookHandler, memoryStore, sessions } from "botwire";
import { createEmulator } from "botwire/emulator";

/** Starts a bot with sessions around this handler. `deploy` replaces the handler, as a deployment does; the store stays. */
export async function world(handler, { options = {}, sessionOptions = {} } = {}) {
  const emulator = createEmulator({ bots: [{ username: "my_bot" }] });
  const { baseUrl, token, fetch } = emulator;
  const store = memoryStore();
  const errors = [];
  const texts = new Map();
  // Sees what is stored.
  const seen = { ...store, write: (key, text, ...rest) => (texts.set(key, JSON.parse(text)), store.write(key, text, ...rest)), delete: (key, ...rest) => (texts.delete(key), store.delete(key, ...rest)), commit: undefined };
  let current;
  const deploy = (next) => {
    const webhook = createWebhookHandler({ baseUrl, token, fetch, path: "/hook", onError: (error) => void errors.push(error), ...options }, sessions({ store: seen, by: "both", ...sessionOptions }, next));
    current = webhook;
  };
  deploy(handler);
  emulator.webhook = (request) => current(request);
  const bot = new Bot({ baseUrl, token, fetch });
  await bot.setWebhook({ url: "https://bot.example/hook" });
  const alice = emulator.user({ first_name: "Alice" });
  const bob = emulator.user({ first_name: "Bob" });
  return {
    emulator, bot, alice, bob, errors, texts, deploy,
    /** Writes a text, and returns the text of the bot's next message. */
    async ask(text, user = alice, { chat, reader = user, ...write } = {}) {
      user.write(text, { ...(chat && { chat }), ...write });
      return (await reader.nextMessage(chat && { chat })).text;
    },
    /** Presses a button, and returns the text of the answer to the query. */
    press: async (label, user = alice, options) => (await user.press(label, options).answer()).text,
    /** Delivers a press of a button that no message has, as a hostile client can send it. Resolves to the response. */
    async forge(data, user = alice) {
      const message = alice.messages().at(-1);
      const update = { update_id: 1_000_000, callback_query: { id: "1", from: { id: user.id, is_bot: false, first_name: "A" }, message, chat_instance: "1", data } };
      const response = await current(new Request("https://bot.example/hook", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(update) }));
      return [response.status, await response.text()];
    },
    close: () => emulator.close(),
  };
}
