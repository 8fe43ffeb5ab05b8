// The functions that a conversation works with, over the steps of its run.
import { button, inlineKeyboard } from "../keyboards.js";
import { call as calls } from "../handlers/returned-calls.js";
import type { InlineCall } from "../methods.js";
import type { InlineKeyboardButton, Message, Update } from "../types.js";
import { refuseUnknown } from "../options/parse.js";
import { chatIdOf } from "../updates/origin.js";
import type { Run } from "../handlers/journal.js";
import { integer } from "./parsers.js";
import type { Question, Steps, Taken } from "./steps.js";
import type { Ask, ChooseOptions, OnceContext, OptionalQuestion, Parser, QuestionOptions, Talk, TalkText } from "./types.js";

type AnyOptions = QuestionOptions & Partial<OptionalQuestion> & { parse?: Parser<unknown> };
/** What a message gives: a value, a text for a wrong answer, or nothing for a message that is not an answer. */
type Reading = { readonly value: unknown } | { readonly wrong: TalkText | undefined } | undefined;

/** The names of the options of each question. */
const QUESTION = ["otherwise", "optional", "id"];

/** The messages that a chat makes by itself, such as "Bob joined". */
const SERVICE_MESSAGE = /^(new_chat_|left_chat_|delete_chat_|group_|supergroup_|channel_|migrate_|pinned_)/;

export const sourceOf = (update: Update): Message | undefined => update.message ?? update.callback_query?.message;

const paramsOf = (text: TalkText): { text: string } => (typeof text === "string" ? { text } : { ...text });

/** Returns a message of the conversation. In a group it quotes the user, so that a question reaches its addressee. */
export function message(update: Update, text: TalkText, more: object = {}): InlineCall {
  const source = sourceOf(update);
  const quote = source && source.chat.type !== "private" && update.message ? { reply_to_message_id: source.message_id } : {};
  return calls.sendMessage({ chat_id: chatIdOf(update)!, ...paramsOf(text), ...quote, ...more });
}

/** Returns the data of a button: the conversation, its run, the step, and the choice. */
const dataOf = ({ name, started }: Run, index: number, choice: number): string => `~${name}:${started.toString(36)}:${index}:${choice}`;

/** Returns the choice of a press of the open question, or `undefined`. */
const choiceOf = (update: Update): number | undefined => {
  const data = update.callback_query?.data;
  return data === undefined ? undefined : Number(data.split(":")[3]);
};

/**
 * @param onPress - Called with the button that answers a question.
 */
export function talkOf(run: Run, steps: Steps, context: OnceContext, onPress: () => void): Talk<any> {
  const { update, bot } = context;
  const isGroup = sourceOf(update)?.chat.type !== "private";
  const idOf = (kind: string, text: TalkText, id?: string): string => `${kind} ${id ?? paramsOf(text).text.slice(0, 60)}`;
  // In a group, people talk to each other: an answer is a reply to the bot.
  const isAnswer = ({ reply_to_message: replied }: Message): boolean => !isGroup || (replied?.from?.is_bot === true && (bot.id === undefined || replied.from.id === bot.id));

  // A selective one is for the quoted user. After the press of a button, nothing is quoted.
  const forceReply = { force_reply: true, ...(update.message && { selective: true }) } as const;

  const keyboard = (labels: readonly string[], index: number, columns: number): object => {
    const buttons = labels.map((label, choice) => button.callback(label, dataOf(run, index, choice)));
    const rows: InlineKeyboardButton[][] = [];
    for (let start = 0; start < buttons.length; start += columns) rows.push(buttons.slice(start, start + columns));
    return { reply_markup: inlineKeyboard(rows) };
  };

  const asking = (kind: string, text: TalkText, { otherwise, optional, id }: AnyOptions, read: (message: Message) => Reading | Promise<Reading>): Promise<any> =>
    steps.question((index): Question => {
      const more = optional !== undefined ? keyboard([optional], index, 1) : isGroup ? { reply_markup: forceReply } : {};
      const ask = (shown: TalkText): InlineCall => message(update, shown, more);
      const take = async ({ message, callback_query: query }: Update): Promise<Taken> => {
        if (query) {
          // A client can send any data, also for a question without a button.
          if (optional === undefined || choiceOf(update) !== 0) return undefined;
          onPress();
          return { value: undefined };
        }
        if (!message || !isAnswer(message)) return undefined;
        if (optional !== undefined && message.text?.trim().toLowerCase() === optional.toLowerCase()) return { value: undefined };
        const reading = await read(message);
        if (reading && "value" in reading) return reading;
        if (Object.keys(message).some((field) => SERVICE_MESSAGE.test(field))) return undefined;
        return { again: ask(otherwise ?? reading?.wrong ?? text) };
      };
      return { id: idOf(kind, text, id), call: ask(text), take };
    });

  const askText = ((text: TalkText, options: AnyOptions = {}) => {
    refuseUnknown("ask", options, [...QUESTION, "parse"]);
    return asking("ask", text, options, (message) => parsed(options.parse, message));
  }) as Ask;
  const askInteger: Ask["integer"] = (text, { min, max, ...options } = {}) => askText(text, { ...options, parse: integer({ min, max }) });

  return {
    args: run.args,
    chatId: chatIdOf(update)!,
    ask: Object.assign(askText, { integer: askInteger }),
    askFor(content: keyof Message, text: TalkText, options: AnyOptions = {}) {
      refuseUnknown("askFor", options, QUESTION);
      return asking("ask", text, options, (message) => (message[content] === undefined ? undefined : { value: message[content] }));
    },
    choose(text: TalkText, choices: readonly string[] | Readonly<Record<string, string>>, options: ChooseOptions & Partial<OptionalQuestion> = {}) {
      refuseUnknown("choose", options, [...QUESTION, "columns"]);
      const { columns = 1, otherwise, optional, id } = options;
      const entries: [name: string | undefined, label: string][] = Array.isArray(choices) ? choices.map((name) => [name, name]) : Object.entries(choices);
      if (optional !== undefined) entries.push([undefined, optional]);
      return steps.question((index): Question => {
        const more = keyboard(entries.map(([, label]) => label), index, columns);
        const take = ({ message: sent, callback_query: query }: Update): Taken => {
          const choice = choiceOf(update);
          const chosen = query ? entries[choice!] : sent && isAnswer(sent) ? entries.find(([, label]) => label.toLowerCase() === sent.text?.trim().toLowerCase()) : undefined;
          if (query && chosen) onPress();
          if (chosen) return { value: chosen[0] };
          return sent && isAnswer(sent) ? { again: message(update, otherwise ?? text, more) } : undefined;
        };
        return { id: idOf("choose", text, id), call: message(update, text, more), take };
      });
    },
    say: (text: TalkText) => steps.effect(idOf("say", text), async () => void (await bot.sendMessage({ chat_id: chatIdOf(update)!, ...paramsOf(text) }))),
    once: (effect: (context: OnceContext) => unknown) => steps.effect("once", (key) => effect(context.with({ key }) as OnceContext)),
  } as Talk<any>;
}

/** Returns what a parser makes of a message. A message without text is a wrong answer. */
async function parsed(parse: Parser<unknown> | undefined, message: Message): Promise<Reading> {
  const { text } = message;
  if (text === undefined) return undefined;
  if (!parse) return { value: text };
  if (typeof parse === "function") {
    const value = await parse(text, message);
    return value === undefined ? undefined : { value };
  }
  const result = await parse["~standard"].validate(text);
  return result.issues ? { wrong: result.issues[0]?.message } : { value: result.value };
}
