// Inline search: in any chat, type @ and the name of the bot, then a search term. Uses long polling in Node.
import { Bot, button, html, inlineKeyboard, on, poll, reply } from "botwire";

const { SERVICE = "", BOT_TOKEN = "" } = process.env;

const PLANETS = [
  { name: "Mercury", note: "A year lasts 88 days." },
  { name: "Venus", note: "464 °C on average." },
  { name: "Earth", note: "Mostly water." },
  { name: "Mars", note: "Home of the tallest volcano known." },
  { name: "Jupiter", note: "Heavier than all the others together." },
  { name: "Saturn", note: "It would float in water." },
  { name: "Uranus", note: "It rolls around the sun on its side." },
  { name: "Neptune", note: "Winds of 2,000 km/h." },
];
/** Results at a time. The rest comes when the list is scrolled. */
const PAGE = 5;

const handler = on({
  inline_query({ query, offset }, { answer }) {
    const start = Number(offset) || 0;
    const found = PLANETS.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()));
    return answer({
      results: found.slice(start, start + PAGE).map(({ name, note }) => ({
        type: "article",
        id: name,
        title: name,
        description: note,
        input_message_content: html`<b>${name}</b>\n${note}`.toMessageText(),
      })),
      next_offset: start + PAGE < found.length ? String(start + PAGE) : "",
    });
  },
  message: (message) =>
    reply(message, "I find planets in any chat. Press the button and type.", {
      reply_markup: inlineKeyboard([[button.switchInlineCurrentChat("Search planets")]]),
    }),
  chosen_inline_result: ({ result_id }) => console.log(`chosen: ${result_id}`),
});

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());

const bot = new Bot({ baseUrl: SERVICE, token: BOT_TOKEN, retry: 3 });
console.log(`${(await bot.getMe()).first_name} is searching.`);
await poll(bot, handler, { signal: stop.signal });
