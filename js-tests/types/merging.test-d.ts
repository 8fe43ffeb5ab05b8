// Declaration merging: additions of a newer service work without a new version of the package.
import { inlineKeyboard, type Bot, type ChatMember, type InlineCall, type InlineKeyboardButton, type InlineQueryResult, type InputMedia, type InputMessageContent, type KeyboardButton, type Message, type ReplyMarkup, type Update, type UpdateKind, type User } from "botwire";

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
  interface InlineKeyboardButtonKinds {
    web_app: { text: string; web_app: { url: string } };
  }
  interface KeyboardButtonKinds {
    poll: { text: string; request_poll: { type: "quiz" } };
  }
  interface ReplyMarkupKinds {
    menu: { menu: string };
  }
  interface InputMediaKinds {
    animation: { type: "animation"; media: string; loop?: boolean };
  }
  interface InlineQueryResultKinds {
    poem: { type: "poem"; id: string; lines: readonly string[] };
  }
  interface InputMessageContentKinds {
    invoice: { invoice: string };
  }
  interface ChatMemberKinds {
    owner: { user: User; status: "owner"; since: number };
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

// Unions are extended through separate interfaces.
inlineKeyboard([[{ text: "a", web_app: { url: "https://a.example" } }, { text: "b", callback_data: "c" }]]) satisfies ReplyMarkup;
bot.sendMessage({ chat_id: 1, text: "Hi", reply_markup: { menu: "a" } });
bot.sendMediaGroup({ chat_id: 1, media: [{ type: "animation", media: "a", loop: true }, { type: "photo", media: "b" }] });
({ text: "a", request_poll: { type: "quiz" } }) satisfies KeyboardButton;
({ type: "poem", id: "1", lines: ["a"] }) satisfies InlineQueryResult;
({ invoice: "a" }) satisfies InputMessageContent;
declare const member: ChatMember;
if (member.status === "owner" && "since" in member) member.since satisfies number;
// @ts-expect-error Not of the new kind.
({ text: "a", web_app: { link: "https://a.example" } }) satisfies InlineKeyboardButton;
// @ts-expect-error Nor of any other.
({ type: "animation", media: "a", caption: 5 }) satisfies InputMedia;
// @ts-expect-error The action is still needed.
({ text: "a" }) satisfies InlineKeyboardButton;
