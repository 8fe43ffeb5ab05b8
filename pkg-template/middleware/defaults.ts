// Middleware that fills in parameters which a program wants in all of its calls.
import type { Middleware } from "../options/middleware.js";
import { BOOLEAN, checkedOptions, type Checks, STRING } from "../options/parse.js";
import type { ParseMode } from "../types.js";

/** Parameters of {@link defaults}. */
export interface DefaultParameters {
  /** For methods with a text or a caption. It does not apply to inline results and to the media of an album. */
  parse_mode?: ParseMode | undefined;
  /** For sendMessage and editMessageText. */
  disable_web_page_preview?: boolean | undefined;
  /** For the methods that send, forward or pin a message. */
  disable_notification?: boolean | undefined;
}

const OWNER = "defaults";
const CHECKS: Checks = { parse_mode: STRING, disable_web_page_preview: BOOLEAN, disable_notification: BOOLEAN };

/** The methods that have each parameter. */
const METHODS: Readonly<Record<string, RegExp>> = {
  parse_mode: /^(send(Message|Photo|Audio|Document|Video|Voice)|editMessage(Text|Caption))$/,
  disable_web_page_preview: /^(sendMessage|editMessageText)$/,
  disable_notification: /^(send(?!ChatAction$)|forwardMessage$|pinChatMessage$)/,
};

/**
 * Creates middleware that adds default parameters to calls of methods that have these parameters.
 *
 * ```ts
 * const bot = new Bot({ baseUrl, token, use: [defaults({ parse_mode: "HTML", disable_notification: true })] });
 * ```
 *
 * A parameter of the call takes precedence. `{ parse_mode: undefined }` sends the call without one.
 *
 * @throws ValidationError if a parameter is not one of these.
 */
export function defaults(parameters: DefaultParameters): Middleware {
  const added = Object.entries(checkedOptions(OWNER, parameters, CHECKS));
  return (call, next) => {
    const missing = added.filter(([name]) => METHODS[name]!.test(call.method) && !(name in call.params));
    return next(missing.length > 0 ? { ...call, params: { ...call.params, ...Object.fromEntries(missing) } } : call);
  };
}
