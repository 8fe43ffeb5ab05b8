// Options of a bot: where the service is, the token, and what holds for its calls.
import { runtime } from "../engine/configure.js";
import { redactor } from "../errors/redact.js";
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { Redact } from "../errors/without-token.js";
import { parseBaseUrl } from "./base-url.js";
import { type CallOptions, type CallSettings, defaultCallSettings, parseCallOptions } from "./call-options.js";
import type { NodeOptions } from "./node-options.js";
import { BOOLEAN, option, parseOptions } from "./parse.js";
import { isPlain } from "./plain.js";

/** Options of a {@link Bot}. */
export interface BotOptions extends Omit<CallOptions, "signal">, NodeOptions {
  /** Where the service is: `https://…`, or `http://` on a loopback address. Spec: core, Conventions that hold for every method. */
  baseUrl: string;
  /** The bot's token. No error and no printed property holds it. Spec: core, Authentication. */
  token: string;
  /** Whether a `baseUrl` without TLS is accepted on any host, for a service in a private network. Default false. */
  allowHttp?: boolean | undefined;
}

/** The state of a bot, which only functions of this package see. */
export interface Core {
  readonly baseUrl: string;
  /** `{base_url}/bot<token>/` */
  readonly methodUrl: string;
  /** `{base_url}/file/bot<token>/` */
  readonly fileUrl: string;
  readonly settings: CallSettings;
  readonly redact: Redact;
}

/** @throws ValidationError if an option is not as described. */
export const parseBotOptions = (options: unknown): Core =>
  parseOptions("Bot", options, (given) => {
    const token = parseToken(given["token"]);
    const allowHttp = option<boolean>("Bot", "allowHttp", given["allowHttp"], BOOLEAN);
    const baseUrl = parseBaseUrl(given["baseUrl"], allowHttp === true);
    if (baseUrl.includes(`/bot${token}`)) throw new ValidationError("Bot", "baseUrl", "a URL without the token, which is added", "one with it");
    return {
      baseUrl,
      methodUrl: `${baseUrl}/bot${token}/`,
      fileUrl: `${baseUrl}/file/bot${token}/`,
      settings: parseCallOptions("Bot", given, { ...defaultCallSettings(), transport: runtime.transport?.(given, baseUrl) }, false),
      redact: redactor(token),
    };
  });

/** The token is a segment of a URL: refuses characters that end a segment or start an escape. Most tokens are plain. */
function parseToken(token: unknown): string {
  if (typeof token === "string" && ((token && isPlain(token, ":_-")) || /^[^\0- /?#%\\\x7f-\uffff]+$/.test(token))) return token;
  throw new ValidationError("Bot", "token", "visible ASCII characters other than / ? # % \\", describe(token));
}
