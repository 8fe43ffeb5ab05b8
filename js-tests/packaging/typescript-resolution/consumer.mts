// A user's program, compiled as an ES module and, under another name, as CommonJS. Only the package has types here.
import { Bot, createWebhookHandler, isApiError, type InputFile, type Message, type SendMessageParams, type Update, updates } from "botwire";
import { createEmulator } from "botwire/emulator";
import init, { Bot as BotOfInit } from "botwire/init";
import wasm from "botwire/botwire.wasm";

const options = { baseUrl: "https://service.example", token: "1:a" };
const bot: Bot = new Bot(options);

export async function use(file: InputFile): Promise<number | undefined> {
  await init(wasm);
  const params: SendMessageParams = { chat_id: 1, text: "a" };
  const message: Message = await bot.sendMessage(params);
  const { document } = await bot.sendDocument({ chat_id: message.chat.id, document: file });
  // @ts-expect-error: the text is missing
  await bot.sendMessage({ chat_id: 1 }).catch((error: unknown) => (isApiError(error) ? error.error_code : undefined));
  for await (const update of updates(bot)) handled(update);
  await new BotOfInit(options).getMe();
  createEmulator().user({ first_name: "Alice" }).write("hello");
  return document?.file_size;
}

const handled = (update: Update): string | undefined => update.message?.text;

export const handler = createWebhookHandler({ ...options, path: "/hook" }, (update) => {
  if (update.message) return { method: "sendMessage", chat_id: update.message.chat.id, text: "a" };
});
