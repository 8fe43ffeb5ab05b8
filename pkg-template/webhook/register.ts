// Registers the webhook's URL, if the service does not have it yet.
import type { Bot } from "../bot.js";
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { hasSpace, isLoopback } from "../options/base-url.js";
import { ANY, BOOLEAN, checkedOptions, type Checks, FUNCTION, integerFrom, STRING } from "../options/parse.js";
import type { InputFile } from "../request/files.js";
import { WEBHOOK_PORTS } from "../policy.js";
import type { UpdateKind, WebhookInfo } from "../types.js";
import { missingKinds } from "../updates/kinds.js";
import { decodePath, pathnameOf } from "./path.js";

/**
 * Options of {@link registerWebhook}.
 *
 * @example
 * ```ts
 * const options: RegisterWebhookOptions = { url: "https://bot.example/hook/a-long-secret", handler, max_connections: 20 };
 * await registerWebhook(bot, options);
 * ```
 */
export interface RegisterWebhookOptions {
  /**
   * The HTTPS URL of the webhook on port 443, 80, 88 or 8443, with the secret path and without credentials or a fragment. If
   * the bot's `baseUrl` is on a loopback address, a loopback URL with any port and without TLS is accepted too.
   */
  url: string | { readonly href: string };
  /** The `path` of the webhook handler. The path of the URL must be the `prefix` followed by this path. */
  path?: string | undefined;
  /** The `prefix` of the adapter, such as the stage of an API Gateway, with which the path of the URL begins. */
  prefix?: string | undefined;
  /**
   * The public key certificate to upload. It cannot be compared with the one that the service has, so it is always sent.
   * Without this option, a registered certificate is removed.
   */
  certificate?: InputFile | undefined;
  /** The largest number of simultaneous connections, 1 to 100. Default: unchanged (initially 40). */
  max_connections?: number | undefined;
  /** The kinds of updates to receive. An empty list means all. Default: unchanged (initially all). */
  allowed_updates?: readonly UpdateKind[] | undefined;
  /**
   * The handler of the webhook, or of its updates, if {@link on} made it: its kinds are compared with those that the service sends,
   * see {@link WebhookRegistration.missing}.
   */
  handler?: ((...args: any[]) => unknown) | undefined;
  /** If true, calls setWebhook even if nothing differs. Default false. */
  force?: boolean | undefined;
}

/** The result of {@link registerWebhook}. */
export interface WebhookRegistration {
  /** The settings that differed and were changed. Empty if setWebhook was not called. */
  readonly changed: ("url" | "certificate" | "max_connections" | "allowed_updates")[];
  /** The settings before the call. */
  readonly before: WebhookInfo;
  /**
   * The kinds that the option `handler` has a function for and that the service does not send, because `allowed_updates`, or the
   * list of an earlier version of the bot, lacks them. Empty if there are none.
   */
  readonly missing: readonly string[];
}

const OWNER = "registerWebhook";
const CHECKS: Checks = {
  url: ANY,
  path: STRING,
  prefix: STRING,
  certificate: ["a file", (value) => typeof value === "object" && value],
  max_connections: integerFrom(1),
  allowed_updates: ["an Array", Array.isArray],
  handler: FUNCTION,
  force: BOOLEAN,
};

/**
 * Compares the webhook with getWebhookInfo and calls setWebhook only if something differs.
 *
 * ```ts
 * await registerWebhook(bot, { url: "https://bot.example/hook/…", path: "/hook/…", allowed_updates: ["message"] });
 * ```
 *
 * @throws ValidationError if the service would refuse the URL, or if its path is not `path`. Errors of the calls are passed on.
 */
export async function registerWebhook(bot: Bot, options: RegisterWebhookOptions): Promise<WebhookRegistration> {
  const checked = checkedOptions<RegisterWebhookOptions>(OWNER, options, CHECKS);
  const { certificate, max_connections, allowed_updates, handler, force } = checked;
  const url = checkedUrl(checked, isLoopback(bot.baseUrl));
  const before = await bot.getWebhookInfo();
  const changed: WebhookRegistration["changed"] = [];
  if (before.url !== url) changed.push("url");
  if (before.has_custom_certificate || certificate) changed.push("certificate");
  if (max_connections !== undefined && max_connections !== before.max_connections) changed.push("max_connections");
  if (allowed_updates && kinds(allowed_updates) !== kinds(before.allowed_updates)) changed.push("allowed_updates");
  if (changed.length > 0 || force) {
    await bot.setWebhook({
      url,
      certificate,
      // Without it, the default would be set. The kinds stay unchanged.
      max_connections: max_connections ?? before.max_connections,
      allowed_updates,
    });
  }
  return { changed, before, missing: handler ? missingKinds(handler, allowed_updates ?? before.allowed_updates) : [] };
}

/** Returns the kinds in a fixed order, each once. */
const kinds = (list: readonly string[] = []): string => [...new Set(list)].sort().join();

/** Matches the port as written: `URL` also accepts backslashes and leading zeros, which the service refuses. */
const AUTHORITY = /^https:\/\/[^/?#\\]+?(?::(\d*))?(?=[/?#]|$)/i;

function checkedUrl({ url: input, path, prefix = "" }: Partial<RegisterWebhookOptions>, mayBeLocal: boolean): string {
  const refuse = (where: string, expected: string, received: string): never => {
    throw new ValidationError(OWNER, where, expected, received);
  };
  let url: URL;
  try {
    url = new URL(String(input));
  } catch {
    return refuse("url", "a URL", describe(input));
  }
  if (hasSpace(String(input))) refuse("url", "a URL without spaces and control characters", "a URL with one");
  if (!mayBeLocal || !isLoopback(input)) {
    const [, port] = AUTHORITY.exec(String(input)) ?? refuse("url", "an https: URL", url.protocol);
    if (port && !WEBHOOK_PORTS.includes(port)) refuse("url", "port 443, 80, 88 or 8443", port);
  }
  if (url.username || url.password || url.hash) refuse("url", "a URL without credentials and fragment", "a URL with one");
  if (!url.pathname.replaceAll("/", "")) refuse("url", "a secret path", "none");
  if (path !== undefined && pathnameOf(prefix + path) !== decodePath(url.pathname)) {
    refuse("url", prefix ? "the prefix and the path of the handler" : "the path of the handler", "another path");
  }
  return url.href;
}
