// A whole bot in one file: commands, a form, pages, a photo down and up, a command of administrators.
import { Bot, byAdmins, call, callbackData, commands, download, first, inGroups, inlineKeyboard, inPrivate, memoryStore, on, poll, pressed, reply, replyWith, sessions, targetOf } from "botwire";
import { conversation, integer } from "botwire/conversations";

const { BOT_TOKEN = "", SERVICE = "" } = process.env;
const PAGES = ["One", "Two", "Three"];

const form = conversation("form", async ({ ask }) => {
  const name = await ask("Your name?");
  const age = await ask("Your age?", { parse: integer(), otherwise: "A number, please." });
  const city = await ask("Your city?");
  return `${name}, ${age}, from ${city}. Thank you!`;
});

const turn = callbackData("page", { index: "integer" });
const page = (index: number) => ({
  text: PAGES[index] ?? "No such page",
  reply_markup: inlineKeyboard([[
    ...(index > 0 ? [turn.button("Back", { index: index - 1 })] : []),
    ...(index < PAGES.length - 1 ? [turn.button("Next", { index: index + 1 })] : []),
  ]]),
});

const handler = first(
  form,
  pressed(turn, (query, { index }) => call.editMessageText({ ...targetOf(query), ...page(index) })),
  commands({
    form: inPrivate((message, command, context) => form.start(context)),
    cancel: (message) => reply(message, "Nothing to cancel."),
    add(message, { args }) {
      const [a, b] = args.split(" ").map(Number);
      return reply(message, a && b ? `${a + b}` : "Send /add 2 3");
    },
    pages: (message) => replyWith(message, "sendMessage", page(0)),
    ban: inGroups(byAdmins(async (message, command, { bot }) => {
      const target = message.reply_to_message?.from;
      if (!target) return reply(message, "Reply to a message of the user with /ban");
      await bot.kickChatMember({ chat_id: message.chat.id, user_id: target.id });
      return reply(message, `${target.first_name} is banned.`);
    }, "Only administrators can do this.")),
  }),
  on({ message: {
    async photo(message, { bot }) {
      const data = new Uint8Array(await (await download(bot, message.photo.at(-1)!)).arrayBuffer());
      return replyWith(message, "sendPhoto", { photo: { data, name: "copy.jpg" }, caption: `${data.length} bytes` });
    },
  } }),
);

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
const bot = new Bot({ baseUrl: SERVICE, token: BOT_TOKEN, retry: 3 });
console.log(`${(await bot.getMe()).first_name} is open.`);
await poll(bot, sessions({ store: memoryStore(), by: "both" }, handler), { signal: stop.signal });
