// The text of service messages: members joining and leaving, renames, pins, payments.
import type { Message, User } from "botwire";
import { contentName } from "./kinds.tsx";
import { price } from "./money.ts";

export const nameOf = ({ first_name, last_name }: User): string => [first_name, last_name].filter(Boolean).join(" ");

/** The line shown for a service message; undefined for other and malformed messages. */
export function serviceNote(message: Message): string | undefined {
  try {
    return noteOf(message);
  } catch {
    return undefined;
  }
}

function noteOf(message: Message): string | undefined {
  const who = message.from ? nameOf(message.from) : (message.chat.title ?? "The channel");
  const { new_chat_members, left_chat_member, new_chat_title, pinned_message, successful_payment: paid } = message;
  if (new_chat_members) {
    const self = new_chat_members.length === 1 && new_chat_members[0]?.id === message.from?.id;
    return self ? `${who} joined the chat` : `${who} added ${new_chat_members.map(nameOf).join(", ")}`;
  }
  if (left_chat_member) {
    return left_chat_member.id === message.from?.id ? `${who} left the chat` : `${who} removed ${nameOf(left_chat_member)}`;
  }
  if (new_chat_title !== undefined) return `${who} named the chat “${new_chat_title}”`;
  if (message.new_chat_photo) return `${who} changed the photo of the chat`;
  if (message.delete_chat_photo) return `${who} removed the photo of the chat`;
  if (message.group_chat_created) return `${who} created the group`;
  if (message.supergroup_chat_created) return "The supergroup was created";
  if (message.channel_chat_created) return "The channel was created";
  if (message.migrate_to_chat_id !== undefined) return `The group became the supergroup ${message.migrate_to_chat_id}`;
  if (message.migrate_from_chat_id !== undefined) return `A supergroup now; it was the group ${message.migrate_from_chat_id}`;
  if (pinned_message) return `${who} pinned “${summary(pinned_message)}”`;
  if (paid) return `${who} paid ${price(paid.total_amount, paid.currency)}`;
  if (message.connected_website !== undefined) return `${who} logged in at ${message.connected_website}`;
  return undefined;
}

/** A message in a few words, for replies and pins. */
export function summary(message: Message): string {
  const { text, caption } = message;
  if (text !== undefined) return text;
  const kind = contentName(message) ?? serviceNote(message) ?? "Message";
  return caption ? `${kind}: ${caption}` : kind;
}
