// Types under exactOptionalPropertyTypes: a field of a result is either present or absent.
import type { Bot, Message } from "botwire";

declare const bot: Bot;
declare const message: Message;

// Parameters take `undefined` in both settings: it is not sent.
bot.sendMessage({ chat_id: 1, text: "Hi", disable_notification: undefined });
bot.sendVenue({ chat_id: 1, latitude: 1, longitude: 2, title: "T", address: "A", venuedb_id: undefined, reply_markup: undefined });

const text: string | undefined = message.text;
// @ts-expect-error A text that is present is a string; without the setting this compiles.
message.text = undefined;
