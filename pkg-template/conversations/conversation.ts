// Conversations: functions that read from top to bottom and survive restarts.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { commandOf } from "../handlers/command.js";
import { pass } from "../updates/pass.js";
import { ANY, checkedOptions, type Checks, FUNCTION, integerFrom, option, STRING } from "../options/parse.js";
import type { InlineCall } from "../methods.js";
import type { Update } from "../types.js";
import type { BotContext, HandlerResult, UpdateContext, UpdateHandler } from "../updates/context.js";
import { withKinds } from "../updates/kinds.js";
import { chatIdOf } from "../updates/origin.js";
import { advance, type Advanced } from "./advance.js";
import { type Run, TALK, type TalkContext, type TalkState } from "../handlers/journal.js";
import { message } from "./talk.js";
import type { ConversationOptions, OnceContext, Talk, TalkResult } from "./types.js";

/** The part of a context that starts a conversation. The context of each kind of update has it. */
export type StartContext = Pick<UpdateContext<unknown, any>, "bot" | "update" | "waitUntil">;

type StartArguments<Args> = {} extends Args ? [args?: Args] : undefined extends Args ? [args?: Args] : [args: Args];

/** A conversation: a handler of updates that takes the answers to its open question. */
export interface Conversation<Args = void> extends UpdateHandler {
  /**
   * Starts the conversation for the key of the session, and returns its first question. A conversation that was open ends.
   *
   * @throws ValidationError if the conversation is not before this handler in {@link first}, has no `sessions` around it, or is started
   *   inside of a conversation, which calls its function with its {@link Talk} instead.
   */
  start(context: StartContext, ...args: StartArguments<Args>): Promise<HandlerResult>;
}

const OWNER = "conversation";
const CANCEL: Checks[string] = ["a command, or false", (cancel) => cancel === false || typeof cancel === "string"];
const CHECKS: Checks = { cancel: CANCEL, canceled: ANY, timeoutSeconds: integerFrom(1), tooLate: ANY, oldButton: STRING, broken: ANY, maxSteps: integerFrom(1) };

/** The time of an update in seconds. Presses have none: they have the time of this machine. */
const secondsOf = ({ message }: Update): number => message?.date ?? Math.floor(Date.now() / 1000);

/**
 * Creates a conversation: a function that asks questions, one after another, and waits for the answers. It needs {@link sessions}
 * around it, with `by: "both"` in groups, and its place is before the handlers that start it:
 *
 * ```ts
 * const booking = conversation("booking", async ({ ask, choose, once }) => {
 *   const date = await ask("Which date?", { parse: isoDate, otherwise: "Please write it as 2026-12-24." });
 *   const guests = await ask("How many guests?", { parse: integer({ min: 1, max: 12 }) });
 *   const room = await choose("Which room?", ["garden", "hall"]);
 *   const number = await once(({ env }) => env.book(date, room));
 *   return `Booked the ${room} for ${guests} on ${date}: number ${number}.`;
 * });
 * const handler = sessions({ store, by: "both" }, first(booking, commands({ book: (message, command, context) => booking.start(context) })));
 * ```
 *
 * The answers are stored with the session, so a conversation continues after a restart. At each answer, the function runs again from
 * its beginning: finished steps give their value again. So everything outside of `once` must give the same result each time. A
 * question that is open never returns: neither `catch` nor `finally` runs.
 *
 * - Commands pass, and leave the question open. `/cancel` ends it.
 * - In a group, an answer is a reply to the bot.
 * - If a step fails, `onError` gets the error once, finished steps are kept, and the last question is asked again.
 * - If the program has changed so that the open question no longer comes, the conversation ends with a text, and `onError` gets a
 *   {@link ConversationError}.
 *
 * @param name - 1 to 20 letters, digits and `_`, beginning with a letter. It stands in the data of buttons.
 * @throws ValidationError if an argument is invalid.
 */
export function conversation<Args = void>(name: string, body: (talk: Talk<Args>) => Promise<TalkResult>, options: ConversationOptions = {}): Conversation<Args> {
  if (typeof name !== "string" || !/^[a-z]\w{0,19}$/i.test(name)) {
    throw new ValidationError(OWNER, "name", "1 to 20 letters, digits and _, beginning with a letter", typeof name === "string" ? "another text" : describe(name));
  }
  option(OWNER, "body", body ?? null, FUNCTION);
  const checked = checkedOptions<ConversationOptions>(OWNER, options, CHECKS);
  const {
    cancel = "cancel",
    canceled = "Canceled.",
    timeoutSeconds = 86_400,
    tooLate,
    oldButton = "This button is no longer active.",
    broken = "Something has changed here. Please start again.",
    maxSteps = 200,
  } = checked;

  const stateOf = (context: object): TalkState => {
    const state = (context as TalkContext)[TALK];
    if (!state) throw new ValidationError(`${OWNER} ${name}`, "context", "sessions({ store, … }) around the handler", "none");
    return state;
  };

  const run = async (journal: Run, context: BotContext<any>, input: Update | undefined): Promise<HandlerResult> => {
    const state = stateOf(context);
    const { update } = context;
    state.isRunning = true;
    const check = (): void => state.check({ ...journal, ended: update.update_id });
    const advancing = advance({ body: body as (talk: Talk<any>) => Promise<TalkResult>, maxSteps, check }, journal, context as OnceContext, input);
    const advanced: Advanced = await advancing.finally(() => (state.isRunning = false));
    const reported = (error: unknown): void => context.waitUntil(Promise.reject(error));
    if (advanced.kind === "passed") return pass;
    if (advanced.isPressed) context.answer();
    if (advanced.kind === "asks") {
      if ("error" in advanced) reported(advanced.error);
      journal.at = secondsOf(update);
      state.run = journal;
      return advanced.call;
    }
    if (advanced.kind === "broken") {
      state.run = undefined;
      reported(advanced.error);
      if (update.callback_query && !advanced.isPressed) context.answer();
      return message(update, broken);
    }
    state.run = { ...journal, ended: update.update_id };
    const { result } = advanced;
    if (result === undefined) return undefined;
    return typeof result === "object" && "method" in result ? (result as InlineCall) : message(update, result as string);
  };

  const handle = async (update: Update, given: UpdateContext<any>): Promise<HandlerResult> => {
    const context = given as BotContext<any>;
    const state = stateOf(context);
    state.seen.add(name);
    const { message: sent, callback_query: query } = update;
    const [owner, started, at] = query?.data?.split(":") ?? [];
    const isOwnButton = owner === `~${name}`;
    const notActive = (): HandlerResult => (isOwnButton ? context.answer({ text: oldButton }) : pass);
    const open = state.run?.name === name ? state.run : undefined;
    if (!open) return notActive();

    const seen = [open.started, ...open.steps.map(({ by }) => by), open.ended].filter((id) => id !== undefined);
    if (seen.includes(update.update_id)) {
      // Delivered again: the last one gets the same result, without being taken as the next answer.
      if (seen.at(-1) !== update.update_id) return undefined;
      if (query) context.answer();
      return run({ ...open, steps: [...open.steps] }, context, undefined);
    }
    if (open.ended !== undefined) {
      state.run = undefined;
      return notActive();
    }
    const command = commandOf(sent)?.command;
    if (secondsOf(update) - open.at > timeoutSeconds) {
      state.run = undefined;
      return isOwnButton || !sent || command || tooLate === undefined ? notActive() : message(update, tooLate);
    }
    if (cancel !== false && command === cancel) {
      state.run = undefined;
      return message(update, canceled);
    }
    if (command) return pass;
    const isOpenQuestion = isOwnButton && started === open.started.toString(36) && Number(at) === open.steps.length;
    if (query && !isOpenQuestion) return notActive();
    return sent || query ? run({ ...open, steps: [...open.steps] }, context, update) : pass;
  };

  const start = async (context: StartContext, ...[args]: StartArguments<Args>): Promise<HandlerResult> => {
    const { update } = context;
    const { seen, isRunning } = stateOf(context);
    if (isRunning) throw new ValidationError(`${OWNER} ${name}`, "start", "its function called with the talk", "a start in a conversation");
    if (!seen.has(name)) {
      throw new ValidationError(`${OWNER} ${name}`, "start", `the conversation before the handler that starts it: first(${name}, …)`, "a place after it, where it does not get the answers");
    }
    if (chatIdOf(update) === undefined) throw new ValidationError(`${OWNER} ${name}`, "context", "an update with a chat", "an update without one");
    const journal: Run = { name, started: update.update_id, at: secondsOf(update), ...(args !== undefined && { args }), steps: [] };
    return run(journal, context as BotContext<any>, undefined);
  };

  return Object.assign(withKinds(handle as UpdateHandler, ["message", "callback_query"]), { start }) as Conversation<Args>;
}
