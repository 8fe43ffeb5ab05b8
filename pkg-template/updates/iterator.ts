// Updates by long polling, as an async iterator that neither loses nor repeats one.
import { type Bot, coreOf } from "../bot.js";
import { BOOLEAN, checkedOptions } from "../options/parse.js";
import type { Update } from "../types.js";
import { RECEIVE_CHECKS, receiveSettings, type ReceiveOptions, UpdateReceiver } from "./receiver.js";

/**
 * Options of {@link updates}.
 *
 * @example
 * ```ts
 * for await (const update of updates(bot, { allowed_updates: ["message"], confirmOnBreak: true })) {
 *   if (update.message?.text === "/stop") break;
 * }
 * ```
 */
export interface UpdatesOptions extends ReceiveOptions {
  /**
   * If true, leaving the loop by `break`, `return` or a throw confirms the current update. An update whose handling throws is
   * then lost. If false, an update that was handled before a `break` arrives again. Default false.
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
 * An update is confirmed when the loop asks for the next one. If the loop ends by `break`, `return` or a throw, the current
 * update is not confirmed and arrives again. To stop after an update, abort the signal and let the loop continue. The iterator
 * waits while the service or the network fails. It throws after a 4xx other than 408, 409 and 429.
 */
export async function* updates(bot: Bot, options: UpdatesOptions = {}): AsyncGenerator<Update, void, undefined> {
  const owner = "updates";
  const core = coreOf(bot, owner);
  const { confirmOnBreak, ...checked } = checkedOptions<UpdatesOptions>(owner, options, { ...RECEIVE_CHECKS, confirmOnBreak: BOOLEAN });
  const settings = receiveSettings(checked);
  const receiver = new UpdateReceiver(core, settings);
  const { signal } = settings;
  let current: number | undefined;
  try {
    while (!signal?.aborted) {
      for (const update of await receiver.receive()) {
        // An update that was not processed stays unconfirmed.
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
