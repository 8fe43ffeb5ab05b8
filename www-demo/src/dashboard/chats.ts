// The chats of a bot, collected from its updates and calls.
import { signal } from "@preact/signals";
import type { Chat, Update } from "botwire";
import type { SeenMessage } from "botwire/emulator";

/** One chat, its messages by identifier. */
export interface Talk {
  readonly chat: Chat;
  readonly messages: Map<number, SeenMessage>;
  /** When something last happened, to sort by. */
  at: number;
}

/** True if a value has the fields that a chat needs. Other oddities show when it is drawn. */
function isMessage(value: unknown): value is SeenMessage {
  const { message_id, date, chat } = Object(value) as Partial<SeenMessage>;
  return typeof message_id === "number" && typeof date === "number" && typeof (Object(chat) as Partial<Chat>).id === "number";
}

/** Received and sent messages, by chat. */
export class Chats {
  /** Grows with each change. */
  readonly version = signal(0);
  readonly talks = new Map<number, Talk>();
  #clock = 0;

  /** The chats, the latest first. */
  list(): Talk[] {
    return [...this.talks.values()].sort((one, other) => other.at - one.at);
  }

  /** Follows an update. */
  came(update: Update): void {
    const { callback_query, ...rest } = update as Update & Record<string, unknown>;
    for (const value of Object.values(rest)) if (isMessage(value)) this.#put(value);
    const pressed = callback_query?.message;
    if (isMessage(pressed)) this.#put(pressed);
  }

  /** Follows a call that succeeded. */
  called(method: string, params: Record<string, unknown>, result: unknown): void {
    const { chat_id, message_id, reply_markup } = params;
    const name = method.toLowerCase();
    for (const message of Array.isArray(result) ? result : [result]) {
      // The response does not contain the keyboard that was sent. An edit without a keyboard removes it.
      if (isMessage(message)) this.#put({ ...message, ...(reply_markup ? { reply_markup: reply_markup as never } : {}) }, name.startsWith("edit"));
    }
    if (name === "deletemessage" && result === true) this.#drop(Number(chat_id), Number(message_id));
  }

  #put(message: SeenMessage, replacesKeyboard = false): void {
    const talk = this.talks.get(message.chat.id) ?? { chat: message.chat, messages: new Map<number, SeenMessage>(), at: 0 };
    const before = talk.messages.get(message.message_id);
    const keyboard = !replacesKeyboard && before?.reply_markup && !message.reply_markup ? { reply_markup: before.reply_markup } : {};
    talk.messages.set(message.message_id, { ...message, ...keyboard } as SeenMessage);
    talk.at = ++this.#clock;
    this.talks.set(message.chat.id, talk);
    this.version.value++;
  }

  #drop(chat: number, message: number): void {
    if (this.talks.get(chat)?.messages.delete(message)) this.version.value++;
  }
}
