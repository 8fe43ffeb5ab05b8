// Makes a call for each of many chats, at the pace that the service allows.
import type { Bot } from "../bot.js";
import { describe } from "../errors/describe.js";
import { type ApiError, ValidationError } from "../errors/errors.js";
import { isApiError, isRefusal, retryAfterMs } from "../errors/guards.js";
import type { InlineCall, MethodMap } from "../methods.js";
import { checkedOptions, type Checks, FUNCTION, integerFrom, isAmount, isFunction, option, SIGNAL } from "../options/parse.js";
import type { SignalLike } from "../platform.js";
import { FIRST_WAIT_MS, MAX_POLL_WAIT_MS, MAX_RETRY_WAIT_MS } from "../policy.js";
import { movedChat } from "../transport/migration.js";
import { backoffMs } from "../transport/retry.js";
import type { ChatId } from "../types.js";
import { ChatSource } from "./chat-source.js";
import { Pace } from "./pace.js";

/**
 * Options of {@link broadcast}.
 *
 * @example
 * ```ts
 * const controller = new AbortController();
 * const options: BroadcastOptions = { perSecond: 20, cursor: 0, signal: controller.signal };
 * const news = (chat_id: number) => call.sendMessage({ chat_id, text: "News" });
 * for await (const { chat_id: chat, status } of broadcast(bot, chats, news, options)) {
 *   console.log(chat, status);
 * }
 * ```
 */
export interface BroadcastOptions {
  /** The largest number of calls started per second. The average is 2 percent lower. Default 25. */
  perSecond?: number | undefined;
  /** The largest number of calls in flight. Default 10. */
  concurrency?: number | undefined;
  /** The number of chats to skip: pass the `cursor` of the last result that you have processed. Default 0. */
  cursor?: number | undefined;
  /** How often the call for one chat is retried after a 429. Default 5. */
  retries?: number | undefined;
  /**
   * Ends the iteration without throwing: no further call is started, and the iteration ends after the calls in flight. Those that
   * wait in a `throttle` of the bot are in flight.
   */
  signal?: SignalLike | null | undefined;
}

/** The result of the call for one chat. */
export type BroadcastResult<Chat extends ChatId = ChatId, Result = unknown> = {
  /** The chat, as you passed it. */
  readonly chat_id: Chat;
  /** The number of chats that are done. Pass it as the option `cursor` to continue after this chat. */
  readonly cursor: number;
} & (
  | { readonly status: "sent"; readonly result: Result }
  /** The group became a supergroup, and the call was repeated there. */
  | { readonly status: "moved"; readonly migrate_to_chat_id: number; readonly result: Result }
  /** The service answered 403: the user blocked the bot, or the bot was removed from the chat. */
  | { readonly status: "blocked"; readonly migrate_to_chat_id: number | undefined; readonly error: ApiError }
  /** Another error of the call, or an error that `make` threw. */
  | { readonly status: "failed"; readonly migrate_to_chat_id: number | undefined; readonly error: unknown }
);

type ResultOf<Call extends InlineCall> = MethodMap[Call["method"]]["result"];
type Settled = { readonly status: string; readonly migrate_to_chat_id?: number | undefined; readonly result?: unknown; readonly error?: unknown };

/** A chat and its call. */
interface StartedCall {
  readonly chat_id: ChatId;
  readonly working: Promise<void>;
  isDone: boolean;
  /** `undefined` if the iteration ended before the call was sent. */
  outcome: Settled | undefined;
}

interface Checked {
  readonly pace: Pace;
  readonly concurrency: number;
  readonly cursor: number;
  readonly retries: number;
}

const OWNER = "broadcast";

/**
 * Makes a call for each chat, and yields one result per chat, in the order of the chats.
 *
 * ```ts
 * const make = (chat_id: number) => call.sendMessage({ chat_id, text: "News!" });
 * for await (const { chat_id, status, cursor } of broadcast(bot, chats, make, { perSecond: 25, signal })) {
 *   if (status === "blocked") await forget(chat_id);
 *   await save(cursor);
 * }
 * ```
 *
 * - After a 429, all calls wait for `retry_after` or a back-off, and then the call is retried.
 * - If a group has become a supergroup, the call is repeated there. A forward from another group fails instead, because the
 *   service does not say which of the two has moved.
 * - Other errors are yielded and not retried, because the message may have been sent, for example after a timeout.
 * - At most `concurrency` chats are read ahead of the results.
 * - When `signal` is aborted, the results of calls in flight are still yielded. If you continue from the last `cursor`, no chat
 *   is missed or repeated. After a crash, up to `concurrency` chats may be repeated.
 *
 * @param chats - Identifiers of chats: an iterable or an async iterable, such as the rows of a database query.
 * @param make - Creates the call for a chat. It is called again for each retry, after a migration with the identifier of the
 * supergroup.
 * @throws ValidationError if an argument is invalid, and any error that `chats` throws.
 */
export async function* broadcast<Chat extends ChatId, Call extends InlineCall>(
  bot: Bot,
  chats: Iterable<Chat> | AsyncIterable<Chat>,
  make: (chat_id: Chat | number) => Call | Promise<Call>,
  options: BroadcastOptions = {},
): AsyncGenerator<BroadcastResult<Chat, ResultOf<Call>>, void, undefined> {
  const { pace, concurrency, cursor: skipped, retries } = settingsOf(bot, make, options);
  const source = new ChatSource<Chat>(OWNER, chats, skipped);
  /** The chats that are started and not yielded, in order. */
  const started: StartedCall[] = [];
  let cursor = skipped;
  let wake = (): void => {};
  void pace.ended.then(() => wake());

  const isWanted = (): boolean => !pace.isEnded && started.length < concurrency;
  const begin = (chat_id: Chat): void => {
    const end = (outcome: Settled | undefined): void => {
      Object.assign(call, { outcome, isDone: true });
      wake();
    };
    const working = callChat({ bot, make, pace, retries }, chat_id).then(end);
    const call: StartedCall = { chat_id, working, isDone: false, outcome: undefined };
    started.push(call);
  };
  const resultOf = ({ chat_id }: StartedCall, outcome: Settled): any => ({ chat_id, cursor: ++cursor, ...outcome });
  try {
    while (!pace.isEnded) {
      void source.read(isWanted, begin, () => wake());
      const [first] = started;
      if (first?.isDone) {
        if (!first.outcome) break;
        yield resultOf(started.shift()!, first.outcome);
      } else if (first || !source.isOver) await new Promise<void>((resolve) => (wake = resolve));
      else break;
    }
    await Promise.all(started.map(({ working }) => working));
    // Chats at the end without a sent call remain for the next broadcast.
    while (started.length > 0 && !isSettled(started.at(-1)!.outcome)) started.pop();
    while (started.length > 0) {
      const call = started.shift()!;
      yield resultOf(call, isSettled(call.outcome) ? call.outcome : { ...call.outcome!, status: "failed" });
    }
    source.check();
  } finally {
    pace.end();
    await Promise.all(started.map(({ working }) => working));
    await source.end();
  }
}

/** The status of a call that waited to be retried when the iteration ended. */
const WAITING = "waiting";
const isSettled = (outcome: Settled | undefined): outcome is Settled => outcome !== undefined && outcome.status !== WAITING;

/** The parts of a broadcast that each call needs. */
interface Broadcasting {
  readonly bot: Bot;
  readonly make: (chat_id: any) => unknown;
  readonly pace: Pace;
  readonly retries: number;
}

/** Calls for one chat until the outcome is known. */
async function callChat({ bot, make, pace, retries }: Broadcasting, chat_id: ChatId): Promise<Settled | undefined> {
  let migrate_to_chat_id: number | undefined;
  let waiting: Settled | undefined;
  for (let retry = 0; await pace.turn(); ) {
    let params: Record<string, unknown> = {};
    try {
      const made: any = await make(migrate_to_chat_id ?? chat_id);
      // For example, the result of a call, which was already sent.
      if (typeof made?.method !== "string") throw new ValidationError(OWNER, "make", "a call that is not made yet, such as call.sendMessage({ … })", describe(made));
      const { method, ...values } = made;
      params = values;
      const result: any = await bot.call(method, params, { retry: 0 });
      // A bot with `followMigration` repeats the call itself.
      const to = result?.chat?.id;
      if (typeof to === "number" && params["chat_id"] === chat_id && to !== chat_id && typeof chat_id === "number") migrate_to_chat_id = to;
      return migrate_to_chat_id === undefined ? { status: "sent", result } : { status: "moved", migrate_to_chat_id, result };
    } catch (error) {
      const { error_code, parameters } = isApiError(error) ? error : { error_code: 0, parameters: undefined };
      const to = parameters?.migrate_to_chat_id;
      if (typeof to === "number" && migrate_to_chat_id === undefined && movedChat(params, to) === Number(chat_id)) {
        migrate_to_chat_id = to;
      } else if (isRefusal(error) && retry < retries) {
        retry++;
        pace.pause(Math.min(retryAfterMs(error) ?? backoffMs(FIRST_WAIT_MS, retry, MAX_RETRY_WAIT_MS), MAX_POLL_WAIT_MS));
      } else {
        return { status: error_code === 403 ? "blocked" : "failed", migrate_to_chat_id, error };
      }
      waiting = { status: WAITING, migrate_to_chat_id, error };
    }
  }
  return waiting;
}

function isBot(value: any): boolean {
  try {
    return typeof value === "object" && isFunction(value.call);
  } catch {
    return false; // a proxy that throws
  }
}

const CHECKS: Checks = {
  perSecond: ["a number above 0", (value) => isAmount(value) && value > 0],
  concurrency: integerFrom(1),
  cursor: integerFrom(0),
  retries: integerFrom(0),
  signal: SIGNAL,
};

function settingsOf(bot: unknown, make: unknown, options: unknown): Checked {
  option(OWNER, "bot", bot ?? null, ["a Bot", isBot]);
  option(OWNER, "make", make ?? null, FUNCTION);
  const { perSecond = 25, concurrency = 10, cursor = 0, retries = 5, signal } = checkedOptions<BroadcastOptions>(OWNER, options, CHECKS);
  return { concurrency, cursor, retries, pace: new Pace(perSecond, signal) };
}
