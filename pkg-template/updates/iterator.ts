// Updates by long polling, as an async iterator that neither loses nor repeats one.
import type { Core } from "../options/bot-options.js";
import { BOOLEAN, isBoolean, option, parseOptions } from "../options/parse.js";
import type { Update } from "../types.js";
import { receiveSettings, type ReceiveOptions, UpdateReceiver } from "./receiver.js";

/** Options of {@link Bot.updates}. */
export interface UpdatesOptions extends ReceiveOptions {
  /**
   * Whether leaving the loop by `break`, `return` or a throw confirms the update in hand too. With it an update may
   * be lost when handling it throws; without it, one that was handled before a `break` comes again. Default false.
   */
  confirmOnBreak?: boolean | undefined;
}

/** See {@link Bot.updates}. */
export async function* updates(bot: () => Core, options: unknown = {}): AsyncGenerator<Update, void, undefined> {
  const owner = "updates";
  const core = bot();
  const [settings, confirmOnBreak] = parseOptions(owner, options, (given) => [
    receiveSettings(owner, given),
    option<boolean>(owner, "confirmOnBreak", given["confirmOnBreak"], BOOLEAN, isBoolean),
  ]);
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
