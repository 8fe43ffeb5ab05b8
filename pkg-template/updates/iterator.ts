// Updates by long polling, as an async iterator that neither loses nor repeats one.
import { type Bot, coreOf } from "../bot.js";
import { BOOLEAN, option, parseOptions, refuseUnknown } from "../options/parse.js";
import type { Update } from "../types.js";
import { RECEIVE_OPTION_NAMES, receiveSettings, type ReceiveOptions, UpdateReceiver } from "./receiver.js";

/** Options of {@link updates}. */
export interface UpdatesOptions extends ReceiveOptions {
  /**
   * Whether leaving the loop by `break`, `return` or a throw confirms the current update too. With it an update may
   * be lost when handling it throws; without it, one that was handled before a `break` comes again. Default false.
   */
  confirmOnBreak?: boolean | undefined;
}

/**
 * Returns the updates of a bot by long polling, as an endless async iterator.
 *
 * ```ts
 * for await (const update of updates(bot, { signal })) await handle(update);
 * ```
 *
 * An update counts as processed when the next one is asked for, and is confirmed to the service after that. One
 * that is being handled when the loop is left by `break`, `return` or a throw is not: it comes again in the next loop,
 * since a `break` looks like a throw. To stop after an update, abort the signal and let the loop come
 * round. Faults of the service or the network are waited out; 4xx other than 408, 409 and 429 are thrown.
 *
 * Spec: core, getUpdates and Events.
 */
export async function* updates(bot: Bot, options: UpdatesOptions = {}): AsyncGenerator<Update, void, undefined> {
  const owner = "updates";
  const core = coreOf(bot, owner);
  const [settings, confirmOnBreak] = parseOptions(owner, options, (values) => (refuseUnknown(owner, values, [...RECEIVE_OPTION_NAMES, "confirmOnBreak"]), [
    receiveSettings(owner, values),
    option<boolean>(owner, "confirmOnBreak", values["confirmOnBreak"], BOOLEAN),
  ] as const));
  const receiver = new UpdateReceiver(core, settings);
  const { signal } = settings;
  let current: number | undefined;
  try {
    while (!signal?.aborted) {
      for (const update of await receiver.receive()) {
        // What is not processed stays unconfirmed.
        if (signal?.aborted) break;
        current = update.update_id;
        yield update;
        receiver.done(current);
        current = undefined;
      }
    }
  } finally {
    if (current !== undefined && confirmOnBreak) receiver.done(current);
    await receiver.confirm();
  }
}
