// grammY, configured with its own profile so that it does not call getMe, and allowed to answer inline.
import { Bot, webhookCallback } from "grammy";

const botInfo = { id: 1, is_bot: true, first_name: "Bench", username: "bench_bot" };
const bot = new Bot("1:TOKEN", { botInfo, client: { canUseWebhookReply: (method) => method === "sendMessage" } });
bot.on("message:text", (context) => context.reply(context.msg.text));
export default { fetch: webhookCallback(bot, "cloudflare-mod", { secretToken: "secret" }) };
