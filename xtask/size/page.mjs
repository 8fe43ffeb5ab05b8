// The page with one call to whose bytes the budget applies.
import { Bot } from "botwire";

const bot = new Bot({ baseUrl: "https://bots.example", token: "1:TOKEN" });
bot.sendMessage({ chat_id: 1, text: "hi" });
