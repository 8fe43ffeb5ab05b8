// `stream`: an answer that takes time, shown while it is being made.
import { type Bot, coreOf } from "../bot.js";
import type { Clock } from "../clock.js";
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { checkedOptions, FUNCTION, integerFrom, STRING } from "../options/parse.js";
import type { SignalLike } from "../platform.js";
import type { Markup } from "../text/markup.js";
import { split } from "../text/split.js";
import { onAbort } from "../transport/on-abort.js";
import type { Message } from "../types.js";

/**
 * Options of {@link stream}.
 *
 * @example
 * ```ts
 * const options: StreamOptions = { format: (text) => markdown`*Draft*: ${text}`, everyMs: 2000 };
 * on({ message: { text: (message, context) => stream(message, words, context, options) } });
 * ```
 */
export interface StreamOptions {
  /**
   * Makes a message's text of what has come so far, such as `(text) => markdown([text])`. It must accept a text that ends in the middle
   * of a word. Default: plain text.
   */
  format?: ((text: string) => string | Markup) | undefined;
  /** Milliseconds between two calls. Default 1,000 in a private chat and 3,000 elsewhere, as the service allows 20 messages a minute there. */
  everyMs?: number | undefined;
  /** Stands at the end of a text that goes on. Default "…". */
  unfinished?: string | undefined;
  /** Stands at the end of a text that will not go on. Default "… (interrupted)". */
  interrupted?: string | undefined;
}

/** The part of a handler's context that {@link stream} uses. */
export interface StreamContext {
  readonly bot: Bot;
  readonly signal?: SignalLike | undefined;
}

const OWNER = "stream";
/** A client shows that somebody is typing for 5 s. */
const TYPING_MS = 4500;
/** A message that another one has overtaken is repeated by the service's wish, a few times. */
const PATIENT = { retry: 3 };

/**
 * Answers in the chat of a message with a text that takes time, such as that of a language model. The chat shows that the bot is
 * typing, then a message that grows, and another one where the text becomes too long for one. Emoji and markup stay whole.
 *
 * ```ts
 * on({ message: { text: (message, context) => stream(message, answerOf(message.text), context) } });
 * ```
 *
 * Each message ends with "…" until it is whole. A process that is killed leaves it so, and the update comes again: the handler runs anew
 * and sends a new message. A webhook that has accepted the update at its deadline does not get it again: see `atDeadline`. If the parts
 * throw, or `context.signal` is aborted, the message ends with "… (interrupted)", and the error is thrown, which `onError` gets. The claim
 * of the update is renewed while this runs. A webhook responds at its deadline, and the handler goes on in `waitUntil`: give a host that
 * has none a `deadlineMs` that is long enough.
 *
 * @param parts - Texts, in order. Empty ones are allowed. A `ReadableStream` of texts is one, where it can be iterated.
 * @returns Nothing, as a handler that has answered. @throws ValidationError if an argument is invalid, and the error of the parts or of a call.
 */
export async function stream(
  message: Pick<Message, "chat">,
  parts: AsyncIterable<string> | Iterable<string>,
  context: StreamContext,
  options: StreamOptions = {},
): Promise<void> {
  const { id, type } = read(() => ({ ...message.chat })) ?? {};
  if (!Number.isSafeInteger(id)) throw new ValidationError(OWNER, "message", "a Message", describe(message));
  const checked = checkedOptions<StreamOptions>(OWNER, options, { format: FUNCTION, everyMs: integerFrom(1), unfinished: STRING, interrupted: STRING });
  const { format = String, everyMs = type === "private" ? 1000 : 3000, unfinished = "…", interrupted = "… (interrupted)" } = checked;
  const bot = read(() => context.bot)!;
  const { clock } = coreOf(bot, OWNER, "context.bot");
  const iterator = read(() => (parts as AsyncIterable<string>)[Symbol.asyncIterator]?.() ?? (parts as Iterable<string>)[Symbol.iterator]());
  if (typeof iterator?.next !== "function") throw new ValidationError(OWNER, "parts", "an AsyncIterable of texts", describe(parts));
  const answer = new Answer(bot, id!, format);
  const source = new Source(iterator, context.signal, clock);
  try {
    while (!source.isEnded) {
      await (answer.isEmpty && source.text === "" ? answer.type(clock) : answer.show(source.text, unfinished));
      await source.next(everyMs);
    }
  } finally {
    void source.close();
  }
  await answer.show(source.text, source.fault ? interrupted : "");
  if (source.fault) throw source.fault.error;
}

/** Returns `undefined` for an argument that throws when it is read, such as a revoked Proxy. */
function read<Value>(get: () => Value): Value | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}

/** The messages of an answer, and what each of them shows. */
class Answer {
  readonly #messages: { readonly message_id: number; shown: string }[] = [];
  #typedAt = -Infinity;

  constructor(private readonly bot: Bot, private readonly chat_id: number, private readonly format: (text: string) => string | Markup) {}

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  async type(clock: Clock): Promise<void> {
    if (clock.now() - this.#typedAt < TYPING_MS) return;
    this.#typedAt = clock.now();
    await this.bot.sendChatAction({ chat_id: this.chat_id, action: "typing" }, PATIENT);
  }

  /** Sends and edits until the messages show the text. */
  async show(text: string, ending: string): Promise<void> {
    const parts = split(this.format(text + ending));
    // The service refuses a text of white space.
    for (const [index, part] of (text.trim() ? parts : []).entries()) {
      const content = typeof part === "string" ? { text: part } : { ...(part as Markup) };
      const shown = JSON.stringify(content);
      const known = this.#messages[index];
      if (known?.shown === shown) continue;
      const { chat_id } = this;
      const message_id = known?.message_id ?? (await this.bot.sendMessage({ chat_id, ...content }, PATIENT)).message_id;
      if (known) await this.bot.editMessageText({ chat_id, message_id, ...content }, PATIENT);
      this.#messages[index] = { message_id, shown };
    }
  }
}

/** Reads the parts while the answer is shown. */
class Source {
  text = "";
  isEnded = false;
  /** Why there will be no more. */
  fault: { readonly error: unknown } | undefined;
  readonly #unfollow: (() => void) | undefined;
  #wake = (): void => {};

  constructor(private readonly iterator: AsyncIterator<string> | Iterator<string>, signal: SignalLike | undefined, private readonly clock: Clock) {
    const abort = (): void => this.#end({ error: signal!.reason ?? new Error("aborted") });
    if (signal?.aborted) abort();
    else if (signal) this.#unfollow = onAbort(signal, abort);
    void this.#read();
  }

  async #read(): Promise<void> {
    try {
      while (!this.isEnded) {
        const { done, value } = await this.iterator.next();
        if (done) return this.#end();
        if (typeof value !== "string") throw new ValidationError(OWNER, "parts", "texts", describe(value));
        // What comes after an abort is not shown.
        if (!this.isEnded) this.text += value;
      }
    } catch (error) {
      this.#end({ error });
    }
  }

  #end(fault?: { readonly error: unknown }): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.fault = fault;
    this.#wake();
  }

  /** Waits for the time, or until the parts have ended. */
  async next(ms: number): Promise<void> {
    if (this.isEnded) return;
    const { clock } = this;
    await new Promise<void>((resolve) => {
      const timer = clock.setTimeout(resolve, ms);
      this.#wake = () => {
        clock.clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Stops the parts, if they go on. */
  async close(): Promise<void> {
    this.#unfollow?.();
    if (this.isEnded && !this.fault) return;
    this.isEnded = true;
    await Promise.resolve(this.iterator.return?.()).catch(() => {});
  }
}
