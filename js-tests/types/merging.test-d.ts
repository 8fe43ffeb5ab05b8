// Declaration merging: what a newer service knows is added without a new version of the package.
import type { Bot, InlineCall, Message, Update, UpdateKind } from "botwire";

interface Poll {
  id: string;
}

declare module "botwire" {
  interface SendMessageParams {
    new_param?: string;
  }
  interface GetMeParams {
    verbose?: boolean;
  }
  interface EditMessageTextFields {
    new_param?: string;
  }
  interface InlineKeyboardButtonFields {
    icon?: string;
  }
  interface Message {
    new_poll?: Poll;
  }
  interface UpdateKinds {
    new_poll: Poll;
  }
  interface MethodMap {
    sendNewPoll: { params: { chat_id: number }; result: Message };
  }
}

declare const bot: Bot;
bot.sendMessage({ chat_id: 1, text: "Hi", new_param: "x" });
bot.getMe({ verbose: true });
bot.editMessageText({ inline_message_id: "x", text: "Hi", new_param: "x" });
bot.editMessageText({ chat_id: 1, message_id: 2, text: "Hi", new_param: "x" });
bot.sendMessage({ chat_id: 1, text: "Hi", reply_markup: { inline_keyboard: [[{ text: "a", callback_data: "b", icon: "c" }]] } });
({ method: "sendMessage", chat_id: 1, text: "Hi", new_param: "x" }) satisfies InlineCall;
({ method: "sendNewPoll", chat_id: 1 }) satisfies InlineCall;
// @ts-expect-error A string.
bot.sendMessage({ chat_id: 1, text: "Hi", new_param: 5 });
// @ts-expect-error Not merged into this one.
bot.sendPhoto({ chat_id: 1, photo: "x", new_param: "x" });

declare const update: Update;
const poll: string | undefined = update.new_poll?.id ?? update.message?.new_poll?.id;
if (update.new_poll) {
  update.new_poll.id;
  update.message satisfies undefined;
}
"new_poll" satisfies UpdateKind;
