// `validate`: finds all faults of parameters at once, without a call.
import { type AnyCase, type Bot, coreOf } from "./bot.js";
import { start } from "./engine/start.js";
import { cleaned } from "./errors/cleaned.js";
import { ValidationError } from "./errors/errors.js";
import { toBotwireError } from "./errors/to-botwire-error.js";
import { ANY, BOOLEAN, checkedOptions } from "./options/parse.js";
import { isPromise } from "./platform.js";
import { extractFiles } from "./request/extract-files.js";
import { parseMethodName } from "./request/method-names.js";
import { findFaults } from "./request/validate.js";

/**
 * Options of {@link validate}.
 *
 * @example
 * ```ts
 * const faults = validate("sendMessage", { chat_id: 42, text: "a".repeat(5000) }, { bot, checkLimits: true });
 * ```
 */
export interface ValidateOptions {
  /**
   * The bot that would make the call. Its `checkLimits` and `baseUrl` affect the check, for example of the URL of a webhook.
   */
  bot?: Bot | undefined;
  /** See {@link CallOptions.checkLimits}. Default: the bot's, or true. */
  checkLimits?: boolean | undefined;
}

const OWNER = "validate";

/**
 * Checks the parameters of a call without sending it. Returns at most 100 errors. The call itself would fail
 * with the first one. An empty list means that the call would be sent. Streams are not read, so the size of a
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
    faults.push(...findFaults(core ?? { baseUrl: "" }, name, extracted, json, limits, true));
  } catch (error) {
    faults.push(toBotwireError(name, error) as ValidationError);
  }
  return faults.map((fault) => cleaned(fault, core));
}
