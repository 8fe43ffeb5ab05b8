// The user's side: somebody who writes to bots and reads what they answer.

import type { Message, ReplyMarkup, User } from "./types.js";

/** Who the user is; what is absent is made up, the same way each time. */
export interface UserOptions {
  /** Identifier of the user and of the private chats with them. */
  id?: number;
  first_name?: string;
  last_name?: string;
  /** Without `@`. */
  username?: string;
  /** IETF language tag. */
  language_code?: string;
}

/** A message as a user sees it: with the keyboard that came with it, which a Message does not have. */
export type SeenMessage = Message & { reply_markup?: ReplyMarkup };

/** Which bot is meant; the first one when absent. */
export interface ChatOptions {
  /** Identifier of the bot. */
  bot?: number;
}

/** How a text is written. */
export interface WriteOptions extends ChatOptions {
  /** The message that it replies to. */
  reply_to_message_id?: number;
}

/** How long to wait for a message. */
export interface WaitOptions extends ChatOptions {
  /** Real milliseconds until the wait fails. Default: 5000. */
  timeoutMs?: number;
}

/** What a user needs of the emulator. */
export interface World {
  readonly bot: User;
  write(writing: { bot: number; user: number; text: string; reply_to_message_id?: number }): Message;
  messages(bot: number, user: number, after: number): SeenMessage[];
  /** Calls `look` whenever something happened, until it says that it is done. */
  watch(look: () => boolean): () => void;
}

/** A user of the service, in their private chats with the bots. */
export class EmulatorUser {
  /** The user, as bots see them. */
  readonly user: User;
  readonly #world: World;
  /** The last message that nextMessage() gave, for each bot. */
  readonly #read = new Map<number, number>();

  /** Made by `emulator.user()`. */
  constructor(world: World, user: User) {
    this.#world = world;
    this.user = user;
  }

  /** Identifier of the user, and of the private chat with them. */
  get id(): number {
    return this.user.id;
  }

  /**
   * Writes to a bot. The bot has the update when this returns; what it answers comes by
   * {@link nextMessage}. Throws when the text has more than 4096 characters.
   */
  write(text: string, { bot = this.#world.bot.id, ...rest }: WriteOptions = {}): Message {
    return this.#world.write({ bot, user: this.id, text, ...rest });
  }

  /** All messages of the private chat with a bot, both sides, oldest first. */
  messages({ bot = this.#world.bot.id }: ChatOptions = {}): SeenMessage[] {
    return this.#world.messages(bot, this.id, 0);
  }

  /** The next message of a bot that this method has not given yet; waits for it. */
  nextMessage({ bot = this.#world.bot.id, timeoutMs = 5000 }: WaitOptions = {}): Promise<SeenMessage> {
    const take = (): SeenMessage | undefined => {
      const unread = this.#world.messages(bot, this.id, this.#read.get(bot) ?? 0);
      const next = unread.find((message) => message.from?.id === bot);
      if (next !== undefined) this.#read.set(bot, next.message_id);
      return next;
    };
    return new Promise((resolve, reject) => {
      const look = (): boolean => {
        const next = take();
        if (next === undefined) return false;
        clearTimeout(timer);
        resolve(next);
        return true;
      };
      const timer = setTimeout(() => {
        stop();
        const error = new Error(`no message of the bot within ${timeoutMs} ms`);
        error.name = "TimeoutError";
        reject(error);
      }, timeoutMs);
      const stop = this.#world.watch(look);
    });
  }
}
