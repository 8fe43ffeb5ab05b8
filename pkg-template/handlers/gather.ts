// Messages that come in quick succession, and albums: one run of the handler for all of them.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { keyOfToken } from "../options/bot-id.js";
import { checkedOptions, type Check, FUNCTION, integerFrom, option } from "../options/parse.js";
import type { Message, Update } from "../types.js";
import type { BotEnv } from "../updates/bot-types.js";
import type { UpdateContext, UpdateHandler } from "../updates/context.js";
import type { Delivery } from "../updates/delivery.js";
import { kindsOf, withKinds } from "../updates/kinds.js";
import { isPassed, pass } from "../updates/pass.js";
import { Group } from "./group.js";
import type { OrderKey } from "./in-order.js";
import { deliveryOf, KEY } from "./turns.js";

/**
 * Options of {@link gather}.
 *
 * @example
 * ```ts
 * const albums = gather({ by: "album", maxMessages: 10 }, handler);
 * ```
 */
export interface GatherOptions {
  /**
   * Which messages of a chat belong together: those of an `"album"`, all of the `"chat"`, all of a `"sender"`, or those for which a
   * function of your own returns the same key. A message without a key is handled alone, at once. With `"chat"` and `"sender"`,
   * those are commands, payments, and messages about the chat. Default: `"album"`.
   */
  by?: "album" | "chat" | "sender" | ((message: Message) => OrderKey) | undefined;
  /** How long no further message must come before the handler runs, in milliseconds. Default 1000. */
  quietMs?: number | undefined;
  /** The longest wait after the first message, in milliseconds. With a webhook at most half of its `deadlineMs`. Default 5000. */
  maxMs?: number | undefined;
  /** The number of messages after which the handler runs at once. Default 100. */
  maxMessages?: number | undefined;
}

const OWNER = "gather";

/** The key of the gathered messages in a context. Shared by all copies of the package. */
const GATHERED = /* @__PURE__ */ Symbol.for("botwire.gathered");

/** What users send. Other contents, such as payments and new members, are handled alone. */
const SENT = ["text", "photo", "video", "audio", "voice", "video_note", "document", "sticker", "location", "venue", "contact"] as const;

/** Returns the key of a message that is not a command. */
const unlessAlone = (message: Message, key: OrderKey): OrderKey => {
  const { type, offset } = message.entities?.[0] ?? {};
  const isCommand = type === "bot_command" && offset === 0;
  return !isCommand && SENT.some((content) => message[content] !== undefined) ? key : undefined;
};

const KEYS: Record<string, (message: Message) => OrderKey> = {
  album: (message) => message.media_group_id,
  chat: (message) => unlessAlone(message, "chat"),
  sender: (message) => unlessAlone(message, message.from?.id ?? "chat"),
};

const BY: Check = ["album, chat, sender or a function", (by) => typeof by === "function" || (typeof by === "string" && Object.hasOwn(KEYS, by))];

/** Messages that users write, not edits of them. */
const messageOf = (update: Update): Message | undefined => update.message ?? update.channel_post;

/**
 * Creates a handler that handles messages together which come in quick succession, or which are one album. It waits until no
 * further message has come for a while, and then runs the handler once, with the update of the first message. {@link gathered}
 * returns all of them.
 *
 * ```ts
 * export const handler = gather({}, on({
 *   message: { photo: (message, context) => quote(message, `${gathered(message, context).length} in this album`) },
 * }));
 * ```
 *
 * - By {@link poll}, each update is done only with the run that contains it. If the handler fails and its update comes again, all of
 *   them come again, and are handled together. What comes later in the chat waits, and what cannot join ends the wait.
 * - A webhook responds before the run, because the service may deliver the next message only after that. The handler goes on in
 *   `waitUntil`, and its failures are given up. If the process ends meanwhile, the messages are lost. With `atDeadline: "retry"`, the
 *   response waits for the run and nothing is lost, but then a service that delivers the updates of a chat one after another never
 *   delivers two that can be gathered.
 * - The messages that wait are in the memory of this process or isolate. Those that reach another one are handled in a run of their own.
 * - If the process dies after the run was saved, and before the other updates were, those come again.
 * - `inOrder` and `sessions` belong inside: `gather({}, sessions(…, handler))`.
 *
 * @throws ValidationError if an option is invalid or unknown.
 */
export function gather<Env = BotEnv, Extra = unknown>(options: GatherOptions, handler: UpdateHandler<Env, Extra>): UpdateHandler<Env, Extra> {
  const handle = option<UpdateHandler<Env, Extra>>(OWNER, "handler", handler ?? null, FUNCTION)!;
  const { by = "album", quietMs = 1000, maxMs = 5000, maxMessages = 100 } = checkedOptions<GatherOptions>(OWNER, options, {
    by: BY,
    quietMs: integerFrom(0),
    maxMs: integerFrom(0),
    maxMessages: integerFrom(1),
  });
  const keyOf = typeof by === "function" ? by : KEYS[by]!;
  const groups = new Map<string, Group>();

  const keyOfUpdate = (update: Update): OrderKey => {
    const message = messageOf(update);
    return message && option<OrderKey>(OWNER, "by", keyOf(message), KEY);
  };

  /** Returns whether a later update of the chat can be handled meanwhile. One that cannot ends the wait. */
  const accepts = (next: Update, chat: string): boolean => {
    try {
      if (keyOfUpdate(next) !== undefined) return true;
    } catch {
      // `by` throws again when the update is handled.
    }
    for (const [name, group] of groups) if (name.startsWith(chat)) group.close();
    return false;
  };

  const gathering: UpdateHandler<Env, Extra> = async (update, context) => {
    const key = keyOfUpdate(update);
    if (key === undefined) return handle(update, context);
    const delivery = deliveryOf(OWNER, context);
    const { keys, settings } = delivery;
    if (keys.held.some(({ uses }) => uses > 0)) throw new ValidationError(OWNER, "handler", "inOrder and sessions inside of gather", "gather inside of them");
    const message = messageOf(update)!;
    const chat = `${keyOfToken(settings.core.token)}:${message.chat.id}:`;
    const name = `${chat}${typeof key}:${key}`;
    const { deadlineMs } = settings as { readonly deadlineMs?: number };
    const group: Group =
      groups.get(name) ??
      new Group(quietMs, Math.min(maxMs, (deadlineMs || Infinity) / 2), maxMessages, () => {
        if (groups.get(name) === group) groups.delete(name);
      });
    groups.set(name, group);
    group.add(delivery);
    // A service that delivers the updates of a chat one after another sends the next one after the response.
    delivery.respondEarly();
    if (!(await group.wait(delivery, (next) => accepts(next, chat)))) return follow(group, delivery);
    const [first] = group.updates;
    const messages = group.updates.map((gathered) => messageOf(gathered)!);
    const result = await handle(first, context.with({ update: first, [GATHERED]: messages }) as unknown as UpdateContext<Env> & Extra);
    if (isPassed(result)) group.end("passed");
    return result;
  };
  return withKinds(gathering, kindsOf(handle));
}

/** Waits for the end of the run that contains an update. */
async function follow(group: Group, delivery: Delivery): Promise<typeof pass | undefined> {
  const end = await group.ended(delivery);
  if (end === "passed") return pass;
  if (end === "again") delivery.comeAgain(new Error("the run of gather that contains this update has ended, and its first update comes again"));
  return undefined;
}

/**
 * Returns all messages that are handled together with a message, in their order: those that {@link gather} has gathered, or only this one.
 *
 * ```ts
 * const texts = gathered(message, context).map(({ text }) => text);
 * ```
 *
 * @throws ValidationError if the arguments are not a message and the context of its handler.
 */
export function gathered<First extends Message>(message: First, context: object): readonly [First, ...Message[]] {
  try {
    const messages = (context as { readonly [GATHERED]?: readonly [First, ...Message[]] })[GATHERED];
    const { message_id } = message;
    return messages !== undefined && messages[0].message_id === message_id ? messages : [message];
  } catch {
    throw new ValidationError("gathered", "message", "a message, and the context of its handler", describe(message));
  }
}
