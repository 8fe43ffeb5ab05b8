// The types of conversations.
import type { InlineCall } from "../methods.js";
import type { Markup } from "../text/markup.js";
import type { Message } from "../types.js";
import type { BotEnv, BotExtra } from "../updates/bot-types.js";
import type { Uninferred, UpdateContext } from "../updates/context.js";
import type { MessageContent, MessageWith } from "../updates/on.js";

/** A text of a conversation: plain, or made by {@link html} or {@link markdown}. */
export type TalkText = string | Markup;

/** The part of a Standard Schema that this package uses. zod, valibot and ArkType have it. */
export interface SchemaLike<Value> {
  readonly "~standard": {
    validate(value: unknown): SchemaResult<Value> | Promise<SchemaResult<Value>>;
  };
}

/** The result of a {@link SchemaLike}. */
export type SchemaResult<Value> = { readonly value: Value; readonly issues?: undefined } | { readonly issues: readonly { readonly message: string }[] };

/** Reads an answer: a function that returns `undefined` for a wrong one, or a schema. */
export type Parser<Value> = ((text: string, message: Message) => Value | undefined | Promise<Value | undefined>) | SchemaLike<Value>;

/**
 * Options of a question.
 *
 * @example
 * ```ts
 * await talk.ask("Your e-mail address?", { otherwise: "Please write text.", id: "email" });
 * ```
 */
export interface QuestionOptions {
  /** The text after a wrong answer. Default: what the schema says, otherwise the question again. */
  otherwise?: TalkText | undefined;
  /** Identifies the question. Set it if its text may change while conversations are open. Default: the beginning of the text. */
  id?: string | undefined;
}

/** Makes a question optional: a button with this text, or the text itself, gives `undefined`. */
export interface OptionalQuestion {
  optional: string;
}

/**
 * Options of `ask.integer`.
 *
 * @example
 * ```ts
 * const guests = await talk.ask.integer("How many guests?", { min: 1, max: 12 });
 * ```
 */
export interface IntegerOptions extends QuestionOptions {
  min?: number | undefined;
  max?: number | undefined;
}

/** Asks for a text. */
export interface Ask {
  /**
   * Asks for a text and returns it, or what `parse` makes of it. Only `parse` decides the type, not the variable that gets the result.
   */
  <Value = string>(text: TalkText, options: QuestionOptions & OptionalQuestion & { parse?: Parser<Value> | undefined }): Promise<Uninferred<Value> | undefined>;
  <Value = string>(text: TalkText, options?: QuestionOptions & { parse?: Parser<Value> | undefined }): Promise<Uninferred<Value>>;
  /** Asks for an integer. */
  integer(text: TalkText, options?: IntegerOptions): Promise<number>;
  integer(text: TalkText, options: IntegerOptions & OptionalQuestion): Promise<number | undefined>;
}

/**
 * Options of {@link Talk.choose}.
 *
 * @example
 * ```ts
 * const room = await talk.choose("Which room?", ["garden", "hall", "roof"], { columns: 2 });
 * ```
 */
export interface ChooseOptions extends QuestionOptions {
  /** The number of buttons in a row. Default 1. */
  columns?: number | undefined;
}

/** The context of {@link Talk.once}. */
export type OnceContext = UpdateContext<BotEnv> &
  BotExtra & {
    /**
     * The same in each run of this step, such as `booking:1001:523:4`. Give it to a payment service, so that the effect happens once
     * even if the process dies during the step.
     */
    readonly key: string;
  };

/**
 * What a conversation works with. A function that takes it asks questions in each conversation that calls it:
 *
 * @example
 * ```ts
 * const address = async ({ ask }: Talk): Promise<string> => `${await ask("Which city?")}, ${await ask("Which street?")}`;
 * ```
 */
export interface Talk<Args = unknown> {
  /** The value that `start` was called with. */
  readonly args: Args;
  /** The identifier of the chat. */
  readonly chatId: number;
  readonly ask: Ask;
  /** Asks for a message with a content, such as `photo`, `location` or `contact`, and returns the content. */
  askFor<Name extends MessageContent>(content: Name, text: TalkText, options?: QuestionOptions): Promise<MessageWith<Name>[Name]>;
  askFor<Name extends MessageContent>(content: Name, text: TalkText, options: QuestionOptions & OptionalQuestion): Promise<MessageWith<Name>[Name] | undefined>;
  /** Asks with buttons, and returns the chosen name. With an object, its values are the labels of the buttons. */
  choose<Name extends string>(text: TalkText, choices: readonly Name[] | Readonly<Record<Name, string>>, options?: ChooseOptions): Promise<Name>;
  choose<Name extends string>(
    text: TalkText,
    choices: readonly Name[] | Readonly<Record<Name, string>>,
    options: ChooseOptions & OptionalQuestion,
  ): Promise<Name | undefined>;
  /** Sends a text. It is sent once, unless the process dies before the update is done. */
  say(text: TalkText): Promise<void>;
  /**
   * Runs an effect once, and remembers its result, which must be a value that JSON can represent. Everything outside of `once` runs
   * again at each answer. If the effect fails, the conversation can catch the {@link ConversationError}.
   */
  once<Value>(effect: (context: OnceContext) => Value | Promise<Value>): Promise<Value>;
}

/** The result of a conversation: a text for the user, a call, or nothing. */
export type TalkResult = TalkText | InlineCall | void;

/**
 * Options of {@link conversation}.
 *
 * @example
 * ```ts
 * const survey = conversation("survey", async ({ ask }) => `Thank you, ${await ask("Your name?")}.`, {
 *   cancel: "stop",
 *   timeoutSeconds: 3600,
 *   tooLate: "That took too long. Write /survey to start again.",
 * });
 * ```
 */
export interface ConversationOptions {
  /** The command that ends the conversation. `false`: none. Default `"cancel"`. */
  cancel?: string | false | undefined;
  /** The text after it. Default `"Canceled."`. */
  canceled?: TalkText | undefined;
  /** How long a question stays open, in seconds. The conversation ends with the next update after that time. Default 86,400. */
  timeoutSeconds?: number | undefined;
  /** The answer to a message after that time. Default: the message is passed. */
  tooLate?: TalkText | undefined;
  /** The answer to the press of a button that is no longer active. Default `"This button is no longer active."`. */
  oldButton?: string | undefined;
  /** The text for a conversation that cannot go on, because the program has changed or a step failed. */
  broken?: TalkText | undefined;
  /** The largest number of steps. Default 200. */
  maxSteps?: number | undefined;
}

/** The reason of a {@link ConversationError}. */
export type ConversationFault =
  /** The effect of a `once` or a `say` failed. */
  | "effect"
  /** The steps of the program are not those of the journal, for example after a deployment. */
  | "changed"
  /** The conversation has more than `maxSteps` steps. */
  | "too long";

/**
 * The failure of an effect, which a conversation can catch, or the end of a conversation that cannot go on, for `onError`.
 *
 * @example
 * ```ts
 * const onError = (error: unknown) => {
 *   if (error instanceof ConversationError) console.error(error.reason, error.message);
 * };
 * ```
 */
export class ConversationError extends Error {
  override readonly name = "ConversationError";
  constructor(
    readonly reason: ConversationFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
