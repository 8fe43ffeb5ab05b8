// Options of a bot: where the service is, the token, and what holds for its calls.
import { redactor } from "../engine/redact.js";
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { Redact } from "../errors/without-token.js";
import { isLoopbackHost } from "../loopback.js";
import { type CallOptions, type CallSettings, defaultCallSettings, parseCallOptions } from "./call-options.js";
import { BOOLEAN, isBoolean, option, parseOptions } from "./parse.js";

/** Options of a {@link Bot}. */
export interface BotOptions extends Omit<CallOptions, "signal"> {
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
    const allowHttp = option<boolean>("Bot", "allowHttp", given["allowHttp"], BOOLEAN, isBoolean);
    const baseUrl = parseBaseUrl(given["baseUrl"], allowHttp === true);
    return {
      baseUrl,
      methodUrl: `${baseUrl}/bot${token}/`,
      fileUrl: `${baseUrl}/file/bot${token}/`,
      settings: parseCallOptions("Bot", given, defaultCallSettings(), false),
      redact: redactor(token),
    };
  });

function parseToken(token: unknown): string {
  if (typeof token === "string" && token && [...token].every(isTokenCharacter)) return token;
  throw new ValidationError("Bot", "token", "visible characters other than / ? # % \\", describe(token));
}

/** Visible ASCII except the characters that end a segment of a path or start an escape. */
const isTokenCharacter = (character: string): boolean => character > " " && character <= "~" && !"/?#%\\".includes(character);

function parseBaseUrl(baseUrl: unknown, allowHttp: boolean): string {
  let received: string | undefined;
  try {
    const { protocol, hostname, origin, pathname, username, password, href } = new URL(baseUrl as string);
    const isHttp = protocol === "http:";
    const isSecure = protocol === "https:" || (isHttp && (allowHttp || isLoopbackHost(hostname)));
    if (!isSecure) received = isHttp ? "http: (see allowHttp)" : "another scheme";
    else if (!username && !password && !href.includes("?") && !href.includes("#")) {
      let path = pathname;
      while (path.endsWith("/")) path = path.slice(0, -1);
      return origin + path;
    }
  } catch {
    // Reported below.
  }
  throw new ValidationError("Bot", "baseUrl", "an https: URL without credentials, query and fragment", received ?? describe(baseUrl));
}
