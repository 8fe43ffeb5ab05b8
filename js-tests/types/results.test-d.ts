// Results: updates by the field present, members by status, open enumerations, Message or true.
import type {
  Bot,
  CallbackQuery,
  Chat,
  ChatMember,
  ChatMemberAdministrator,
  InputMaskPosition,
  MaskPosition,
  Message,
  MessageUpdate,
  MethodMap,
  UnknownUpdate,
  Update,
  UpdateKind,
  UpdateOf,
  User,
} from "botwire";
import type { Assert, Same } from "./expect.js";

declare const bot: Bot;
declare const update: Update;

// Read from any update.
type Text = Assert<Same<NonNullable<typeof update.message>, Message>>;
const text: string | undefined = update.message?.text ?? update.callback_query?.data;
const id: number = update.update_id;
// @ts-expect-error The message may be absent.
update.message.text;
// @ts-expect-error No such kind.
update.mesage;

// Narrowed by presence.
if (update.callback_query) {
  update satisfies UpdateOf<"callback_query">;
  const query: CallbackQuery = update.callback_query;
  const none: undefined = update.message;
} else if (update.message) {
  update satisfies MessageUpdate;
}
if (update.edited_message !== undefined) update satisfies UpdateOf<"edited_message">;
// `in` compiles; the field stays optional.
if ("inline_query" in update) update.inline_query?.query;
// A kind that this version does not know.
if ("poll" in update) {
  update satisfies UnknownUpdate;
  const poll: unknown = update.poll;
  // @ts-expect-error Nothing is known of it.
  update.poll.id;
}
function handle(update: UpdateOf<"message" | "channel_post">): string | undefined {
  return (update.message ?? update.channel_post).text;
}
type Kinds = Assert<Same<Extract<"message" | "shipping_query" | "poll", UpdateKind>, "message" | "shipping_query">>;
({ update_id: 1, message: undefined, poll: {} }) satisfies Update;
// @ts-expect-error Two kinds at once.
({ update_id: 1, message: {} as Message, edited_message: {} as Message }) satisfies Update;

// Members by status.
function rights(member: ChatMember): boolean | undefined {
  if (member.status === "administrator") {
    const one: Pick<ChatMemberAdministrator, "can_be_edited"> = member;
    // @ts-expect-error Restricted members only.
    member.can_send_messages;
    return member.can_be_edited;
  }
  if (member.status === "member") {
    // @ts-expect-error Administrators only.
    return member.can_be_edited;
  }
  switch (member.status) {
    case "restricted":
      member.until_date satisfies number | undefined;
      return member.can_add_web_page_previews;
    case "kicked":
      // @ts-expect-error Restricted members only.
      member.can_send_messages;
      member.until_date satisfies number | undefined;
      return false;
    case "creator":
      // @ts-expect-error Restricted and kicked members only.
      member.until_date;
      return true;
    case "a status of a newer service":
      return false;
  }
  member.user satisfies User;
  // @ts-expect-error Which fields there are depends on the status.
  return member.can_be_edited;
}

// Enumerations are open in results.
declare const chat: Chat;
if (chat.type === "supergroup") chat.sticker_set_name;
if (chat.type === "forum") chat.title;
// @ts-expect-error Still a string.
if (chat.type === 5) chat.title;
declare const mask: MaskPosition;
declare const sent: InputMaskPosition;
sent satisfies MaskPosition;
// @ts-expect-error What a newer service says may not be sent.
mask satisfies InputMaskPosition;

// Results of the methods.
type Results = [
  Assert<Same<MethodMap["sendMessage"]["result"], Message>>,
  Assert<Same<MethodMap["editMessageText"]["result"], Message | true>>,
  Assert<Same<MethodMap["sendMediaGroup"]["result"], Message[]>>,
  Assert<Same<MethodMap["deleteMessage"]["result"], true>>,
  Assert<Same<MethodMap["getChatMembersCount"]["result"], number>>,
  Assert<Same<MethodMap["exportChatInviteLink"]["result"], string>>,
  Assert<Same<MethodMap["getUpdates"]["result"], Update[]>>,
  Assert<Same<Awaited<ReturnType<Bot["getChatAdministrators"]>>, ChatMember[]>>,
];
async function edited() {
  const result = await bot.editMessageText({ inline_message_id: "x", text: "Hi" });
  // @ts-expect-error It may be true.
  result.message_id;
  if (result !== true) result.message_id satisfies number;
}
