// Inline search: results while you type, in any chat.
// Type @ and the bot's name in any chat, then what you look for; choose a result to send it.
import { button, call, createWebhookHandler, inlineKeyboard, on } from "botwire";
import { options } from "./options"; // yours: { baseUrl, token, path }

const PLANETS = [
  { name: "Mercury", sign: "☿", note: "The smallest one. A year lasts 88 days." },
  { name: "Venus", sign: "♀", note: "The hottest one, 464 °C on average." },
  { name: "Earth", sign: "♁", note: "Mostly harmless." },
  { name: "Mars", sign: "♂", note: "Home of the tallest volcano known." },
  { name: "Jupiter", sign: "♃", note: "Heavier than all the others together." },
  { name: "Saturn", sign: "♄", note: "It would float in water." },
  { name: "Uranus", sign: "⛢", note: "It rolls around the sun on its side." },
  { name: "Neptune", sign: "♆", note: "Winds of 2,000 km/h." },
];
/** Results at a time. The rest loads when the list is scrolled. */
const PAGE = 5;

export const handler = on({
  inline_query: ({ query, offset }, { answer }) => {
    const start = Number(offset) || 0;
    const found = PLANETS.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()));
    return answer({
      results: found.slice(start, start + PAGE).map(({ name, sign, note }) => ({
        type: "article",
        id: name,
        title: `${sign} ${name}`,
        description: note,
        input_message_content: { message_text: `*${name}* ${sign}\n${note}`, parse_mode: "Markdown" },
        reply_markup: inlineKeyboard([[button.callback("How far is it?", name)]]),
      })),
      next_offset: start + PAGE < found.length ? String(start + PAGE) : "",
      cache_time: 0,
      switch_pm_text: "What is this?",
      switch_pm_parameter: "help",
    });
  },

  // A message sent in inline mode is identified by inline_message_id, since it is not the bot's own.
  callback_query: ({ data }, { answer }) => answer({ text: `${data} is far, far away.` }),
  chosen_inline_result: ({ from, result_id }) => console.log(`${from.first_name} chose ${result_id}`),

  message: ({ chat, text }) => {
    if (!text?.startsWith("/start")) return;
    return call.sendMessage({
      chat_id: chat.id,
      text: "I find planets in any chat. Press the button and type.",
      reply_markup: inlineKeyboard([[button.switchInlineCurrentChat("Search planets")]]),
    });
  },
});

export default { fetch: createWebhookHandler(options, handler) };

// Try it:
// bot Planets @planets_bot
// > @planets_bot
// > @planets_bot ma
// > [Mars]
// > /start
// < I find planets in any chat.
