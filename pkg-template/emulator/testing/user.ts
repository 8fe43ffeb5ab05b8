// A user who writes to bots, presses buttons, types queries, pays and plays, and reads the answers.

import type { BlobLike } from "../../platform.js";
import { type ActionName, type ActionParameters, type ActionResult, type UserFile, readFile } from "../core/act.js";
import { idOf } from "./chat.js";
import { checkFunction, checkNames, checkNumber, checkObject, checkString, wrong } from "../core/check.js";
import { type InlineResults, Press, inlineResults } from "./press.js";
import type { CallbackAnswer, PaymentState } from "../core/results.js";
import type { Message, ReplyMarkup, Party, SeenMessage, User } from "../core/types.js";
import type {
  ChatOptions,
  NextMessageOptions,
  PayOptions,
  SendOptions,
  Shared,
  TypeOptions,
  WriteOptions,
} from "./user-options.js";
import { type WaitOptions, until } from "./wait.js";
import type { World } from "./world.js";

/** A user of the service. */
export class EmulatorUser {
  /** The user, as bots see them. */
  readonly user: User;
  readonly #world: World;
  /** The last message that nextMessage() returned, for each chat. */
  readonly #read = new Map<number, number>();
  /** The last edit that nextEdit() returned, for each chat. */
  readonly #readEdits = new Map<number, number>();

  /** Use `emulator.user()` instead. */
  constructor(world: World, user: User) {
    this.#world = world;
    this.user = user;
  }

  /** Identifier of the user, and of the private chat with them. */
  get id(): number {
    return this.user.id;
  }

  #act<Name extends ActionName>(name: Name, { bot, chat, ...values }: Record<string, any>, file?: UserFile): ActionResult<Name> {
    const where = { bot: idOf(bot ?? this.#world.bot, "bot"), chat: chat === undefined ? undefined : idOf(chat, "chat") };
    return this.#world.act(name, { ...values, user: this.id, ...where } as ActionParameters<Name>, file);
  }

  /**
   * Writes to a bot or in a chat, and returns the message. {@link nextMessage} waits for the answer. Throws if the text has
   * more than 4096 characters.
   */
  write(text: string, options: WriteOptions = {}): Message {
    return this.#act("write", { ...checkObject("options", options), text });
  }

  /** Sends a file, a location, a venue or a contact. */
  async send(
    file: UserFile | BlobLike | ArrayBuffer | ArrayBufferView | Shared,
    options: SendOptions = {},
  ): Promise<SeenMessage> {
    if (typeof file !== "object" || file === null) {
      throw new TypeError("send() takes a file, a location, a venue or a contact; write() takes a text");
    }
    checkObject("options", options);
    if ("latitude" in file || "phone_number" in file) return this.#act("send", { ...options, type: undefined, ...file });
    return this.#act("send", options, await readFile(file));
  }

  /** Edits the text, the caption or the live location of a message of the user. */
  edit(
    message_id: number,
    change: string | { caption: string } | { latitude: number; longitude: number },
    options: ChatOptions = {},
  ): SeenMessage {
    const changes = typeof change === "string" ? { text: change } : checkObject("change", change, "a string or an object");
    return this.#act("edit", { ...checkObject("options", options), message_id, ...changes });
  }

  /** Logs in to a website through the bot. The bot receives a message with `connected_website`. */
  logIn(website: string, options: ChatOptions = {}): SeenMessage {
    return this.#act("log_in", { ...checkObject("options", options), website });
  }

  /** Deletes a message. */
  delete(message_id: number, options: ChatOptions = {}): void {
    this.#act("delete", { ...checkObject("options", options), message_id });
  }

  /** Forwards a message to the private chat with the first bot, or to another chat. */
  forward(message_id: number, options: { from?: ChatOptions | undefined; to?: ChatOptions | undefined } = {}): SeenMessage {
    const { from = {}, to = {} } = checkNames("forward", options, ["from", "to"]);
    const { bot = this.#world.bot, chat } = checkNames("forward", to, ["bot", "chat"]);
    const target = { to_bot: idOf(bot, "to.bot"), to_chat: chat === undefined ? undefined : idOf(chat, "to.chat") };
    return this.#act("forward", { ...checkNames("forward", from, ["bot", "chat"]), ...target, message_id });
  }

  /** Returns the messages of the private chat with a bot, or of another chat, oldest first. A chat keeps its latest 10,000. */
  messages(options: ChatOptions = {}): SeenMessage[] {
    return this.#act("messages", checkObject("options", options));
  }

  /** Waits for the next message of a bot that this function has not returned yet, and returns it. */
  nextMessage(options: NextMessageOptions = {}): Promise<SeenMessage> {
    const { timeoutMs, ...where } = checkNames("nextMessage", options, ["bot", "chat", "timeoutMs"]);
    const chat = idOf(where.chat ?? where.bot ?? this.#world.bot, "chat");
    const bots = new Set(this.#world.bots.map(({ user }) => user.id));
    const look = (): SeenMessage | undefined => {
      const unread = this.#act("messages", { ...where, after: this.#read.get(chat) ?? 0 });
      const next = unread.find(({ from }) => from === undefined || bots.has(from.id));
      if (next !== undefined) this.#read.set(chat, next.message_id);
      return next;
    };
    return until(this.#world, look, "no message of the bot", { timeoutMs });
  }

  /** Returns a message as it is now, or `undefined` if it does not exist or was deleted. */
  message(message_id: number, options: ChatOptions = {}): SeenMessage | undefined {
    return this.#act("message", { ...checkObject("options", options), message_id }) ?? undefined;
  }

  /**
   * Waits for the next edit by a bot that this function has not returned yet. Returns the message after that edit. A chat keeps
   * its latest 100 edits.
   */
  nextEdit(options: NextMessageOptions = {}): Promise<SeenMessage> {
    const { timeoutMs, ...where } = checkNames("nextEdit", options, ["bot", "chat", "timeoutMs"]);
    const chat = idOf(where.chat ?? where.bot ?? this.#world.bot, "chat");
    const look = (): SeenMessage | undefined => {
      const after = this.#readEdits.get(chat) ?? 0;
      const [next] = this.#act("edits", { ...where, after });
      if (next !== undefined) this.#readEdits.set(chat, next.number);
      return next?.message;
    };
    return until(this.#world, look, "no edit of a message", { timeoutMs });
  }

  /** Returns the reply keyboard that the user sees. */
  keyboard(options: ChatOptions = {}): ReplyMarkup | undefined {
    return this.#act("keyboard", checkObject("options", options)) ?? undefined;
  }

  /** Returns the action of the bot that the user sees, such as `typing`. */
  action(options: ChatOptions = {}): string | undefined {
    return this.#act("action", checkObject("options", options)) ?? undefined;
  }

  /**
   * Presses a button, by its text or by row and column from 0. Without `message_id`, it searches the last 50 messages, latest
   * first, and then the reply keyboard. `data` replaces the data of the button, as a client could do.
   */
  press(
    button: string | readonly [number, number],
    options: ChatOptions & {
      message_id?: number | undefined;
      location?: object | undefined;
      data?: string | undefined;
    } = {},
  ): Press {
    const { location = {}, ...rest } = checkObject("options", options);
    if (typeof button !== "string") {
      if (!Array.isArray(button)) throw wrong("button", "a string, or row and column", button);
      checkNumber("button[0]", button[0], 0, 0x7fffffff);
      checkNumber("button[1]", button[1], 0, 0x7fffffff);
    }
    const which = typeof button === "string" ? { text: button } : { row: button[0], column: button[1] };
    return new Press(this.#world, this.#act("press", { ...rest, ...which, ...checkObject("location", location) }));
  }

  /** Presses the button that starts a game. Returns the answer of the bot with the URL of the game. */
  play(message: { readonly message_id: number }, options: ChatOptions & WaitOptions = {}): Promise<CallbackAnswer> {
    const { timeoutMs, ...where } = checkNames("play", options, ["bot", "chat", "timeoutMs"]);
    const { message_id } = checkObject("message", message);
    return this.press([0, 0], { ...where, message_id }).answer({ timeoutMs });
  }

  /** Types an inline query. Returns the results of the bot. */
  type(query: string, options: TypeOptions = {}): Promise<InlineResults> {
    const { timeoutMs, ...rest } = checkNames("type", options, ["bot", "offset", "location", "timeoutMs"]);
    const { query: id } = this.#act("type", { ...rest, query: checkString("query", query) });
    return inlineResults(this.#world, id, { timeoutMs });
  }

  /** Chooses an inline result, which sends it to a chat. Returns the message. */
  choose(
    results: InlineResults,
    result: string | { readonly id: string },
    options: ChatOptions & { location?: object | undefined } = {},
  ): SeenMessage {
    const result_id = typeof result === "string" ? result : checkObject("result", result).id;
    const { query } = checkObject("results", results);
    return this.#act("choose", { ...checkObject("options", options), query, result_id });
  }

  /**
   * Presses the button of inline results that opens the private chat with the bot. Returns the `/start` message that it sends.
   * Throws if the results have no such button.
   */
  switchToBot(results: InlineResults): Message {
    return this.#world.act("switch", { user: this.id, query: checkObject("results", results).query });
  }

  /**
   * Pays an invoice: enters the order, chooses the shipping option, and confirms. Returns the message about the payment. Fails
   * with the bot's reason if the bot refuses, or if it does not answer.
   */
  async pay(message: { readonly message_id: number }, options: PayOptions = {}): Promise<SeenMessage> {
    const { shipping, timeoutMs = 15_000, ...values } = checkObject("options", options);
    if (shipping !== undefined) checkFunction("shipping", shipping);
    const { message_id } = checkObject("message", message);
    const { payment } = this.#act("pay", { ...values, message_id });
    const state = (): PaymentState => this.#world.act("payment", { payment });
    const past = (stages: string[]) => (): PaymentState | undefined => {
      const now = state();
      return stages.includes(now.stage) ? undefined : now;
    };
    // The emulator itself fails a payment 10 seconds after the pre-checkout query.
    const patience = { timeoutMs };
    let now = await until(this.#world, past(["shipping"]), "no answer to the shipping query", patience);
    if (now.stage === "choosing") this.#world.act("ship", { payment, option: shipping?.(now.shipping_options ?? []) });
    now = await until(this.#world, past(["shipping", "choosing", "checkout"]), "no end of the payment", patience);
    if (now.stage === "failed") throw new Error(now.error);
    return this.#act("message", { bot: values.bot, chat: values.chat, message_id: now.message_id })!;
  }

  /** Joins a supergroup or channel, by the chat, an invite link or its `@username`. Returns the identifier of the chat. */
  join(chat: Party | string): number {
    return this.#world.act("join", { user: this.id, ...(typeof chat === "string" ? { link: chat } : { chat: idOf(chat, "chat") }) }).id;
  }

  /** Leaves a chat. */
  leave(chat: Party): void {
    this.#world.act("leave", { user: this.id, chat: idOf(chat, "chat") });
  }

  /** Blocks a bot, so that it cannot write to the user. */
  block(options: ChatOptions = {}): void {
    this.#act("block", checkObject("options", options));
  }

  /**
   * Reverts {@link block}. For a user who has never written to the bot, it starts the chat: the bot may then write, but
   * receives no update.
   */
  unblock(options: ChatOptions = {}): void {
    this.#act("unblock", checkObject("options", options));
  }

  /** Adds a profile photo in front of the others. */
  setPhoto(file: UserFile): void {
    this.#world.act("profile_photo", { user: this.id }, checkObject("file", file));
  }
}
