// `validate`: finds all faults of parameters at once, without a call.
import { type AnyCase, type Bot, coreOf } from "./bot.js";
import { MAX_UNITS } from "./engine/functions.js";
import { start } from "./engine/start.js";
import { cleaned } from "./errors/cleaned.js";
import { ValidationError } from "./errors/errors.js";
import { toBotwireError } from "./errors/to-botwire-error.js";
import { ANY, BOOLEAN, checkedOptions } from "./options/parse.js";
import { isPromise } from "./platform.js";
import { extractFiles } from "./request/extract-files.js";
import { parseMethodName } from "./request/method-names.js";
import { findFault, isOfUnchecked } from "./request/validate.js";

/** Options of {@link validate}. */
export interface ValidateOptions {
  /**
   * The bot that would make the call. Its `checkLimits` and `baseUrl` affect the check, for example of the URL of a webhook.
   */
  bot?: Bot | undefined;
  /** See {@link CallOptions.checkLimits}. Default: the bot's, or true. */
  checkLimits?: boolean | undefined;
}

const OWNER = "validate";

/** The most faults that are reported. */
const MAX_FAULTS = 100;
/** The most UTF-16 units that are checked, in all passes: each fault costs one pass over the parameters. */
const MAX_CHECKED = 64 << 20;

/**
 * Checks the parameters of a call without sending it. Returns at most 100 errors, fewer for very large parameters. The call
 * itself would fail with the first one. An empty list means that the call would be sent. Streams are not read, so the size of a
 * file in a stream is not checked.
 *
 * ```ts
 * for (const { path, expected } of validate("sendMessage", { chat_id: "", text: 5 })) show(path, expected);
 * ```
 *
 * @param method - The name of the method, in any case. For an unknown method, only values that JSON cannot represent are
 * errors.
 * @throws ValidationError if the engine has not started, as in a web page before the first call. `await init()` starts it.
 */
export function validate(method: AnyCase | (string & {}), params?: unknown, options: ValidateOptions = {}): ValidationError[] {
  const { bot, checkLimits } = checkedOptions<ValidateOptions>(OWNER, options, { bot: ANY, checkLimits: BOOLEAN });
  const core = bot === undefined ? undefined : coreOf(bot, OWNER);
  const limits = checkLimits ?? core?.settings.checkLimits ?? true;
  const starting = start();
  if (isPromise(starting)) {
    starting.catch(() => {}); // The next call reports it.
    throw new ValidationError(OWNER, "", "await init() before it", "an engine that is being loaded");
  }
  const faults: ValidationError[] = [];
  let name = OWNER;
  try {
    name = parseMethodName("call", method);
    const extracted = extractFiles(name, params);
    const json = JSON.stringify(extracted.params);
    // A text that is too long is not checked any further.
    const most = json.length > MAX_UNITS ? 1 : Math.min(MAX_FAULTS, 1 + MAX_CHECKED / json.length);
    for (let skip = 0; skip < most; skip++) {
      const fault = findFault(core ?? { baseUrl: "" }, name, extracted, json, limits, skip);
      if (!fault) break;
      if (!isOfUnchecked(fault)) faults.push(cleaned(fault, core));
    }
  } catch (error) {
    faults.push(cleaned(toBotwireError(name, error), core) as ValidationError);
  }
  return faults;
}
