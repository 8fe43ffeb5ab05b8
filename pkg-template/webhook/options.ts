// Options of a webhook, and their checks.
import { Bot, coreOf, withMiddleware } from "../bot.js";
import type { UpdateCheck } from "../check/index.js";
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { cleaned, logError } from "../errors/cleaned.js";
import { BOT_CHECKS, type BotOptions } from "../options/bot-options.js";
import { type Middleware, MIDDLEWARE } from "../options/middleware.js";
import { AMOUNT, BOOLEAN, type Checks, FUNCTION, integerFrom, knownOptions, oneOf, parseOptions, refuseUnknown } from "../options/parse.js";
import type { PlatformRequest, RequestLike } from "../platform.js";
import { ATTEMPTS, CLAIM_SECONDS, DEADLINE_MS, LEASE_MS, MAX_BODY_BYTES } from "../policy.js";
import { type ClaimStore, LEASE, SECONDS, STORE } from "../updates/claims.js";
import { memoryClaims } from "../stores/memory-claims.js";
import type { UpdateKind } from "../types.js";
import type { ErrorResult, Failure, UpdateContext } from "../updates/context.js";
import type { UpdateSettings } from "../updates/settings.js";
import type { Rejection } from "../updates/parse-update.js";
import { pathnameOf } from "./path.js";

/** A request that was rejected before the handler ran. */
export interface WebhookRejection {
  /**
   * The status of the response: 405, 404, 401, 415, 413, 408 or 400. 200 for an update that was already handled. 503 if another
   * delivery of the update was still in flight at the deadline, so that the service delivers it again.
   */
  readonly status: number;
  /** The expected and the received value. The response does not contain them. */
  readonly error: ValidationError;
  /** The request. Its URL contains the secret path, so do not log it. */
  readonly request: PlatformRequest;
}

/** The second argument of the handler of a webhook. */
export interface WebhookContext<Env = unknown, Kind = UpdateKind | (string & {}) | undefined> extends UpdateContext<Env, Kind>, RequestContext {}

/** The part of a context that only a webhook has. */
export interface RequestContext {
  /** The request, whose body has been read. With an adapter, its method, URL and headers. */
  readonly request: PlatformRequest;
}

/** Options that authenticate deliveries. */
interface SecretOptions {
  /**
   * The secret path of the webhook's URL, such as `/hook/<random letters>`. Deliveries have no signature, so only this path
   * proves that a request comes from the service.
   */
  path?: string | undefined;
  /**
   * A secret header to expect, in addition to the path or instead of it. The service of the specification does not send one.
   * Use it if your service or a proxy in front of the webhook does.
   */
  secretHeader?: { readonly name: string; readonly value: string } | undefined;
  /** Must be true if neither `path` nor `secretHeader` is set. Anyone can then send updates. */
  allowUnauthenticated?: boolean | undefined;
}

// The most common one is last, because TypeScript names the fields of the last one in errors.
type WebhookSecret = SecretOptions &
  ({ allowUnauthenticated: true } | { secretHeader: NonNullable<SecretOptions["secretHeader"]> } | { path: string });

/**
 * The bot that handlers use. TypeScript reports errors for the member with most of the passed names. `baseUrl` is in only one
 * of them, so that a token that may be missing is compared with a string.
 */
type WebhookBot =
  | ({
      /** An existing bot, instead of the options of a new one. */
      bot: Bot;
      /**
       * Middleware around the calls of this handler: those of `context.bot`, which is then a different object than `bot`, and
       * those that the handler returns. It wraps the middleware of the bot. Default: none.
       */
      use?: readonly Middleware[] | undefined;
    } & { [Name in Exclude<keyof BotOptions, "baseUrl" | "use">]?: undefined })
  | (BotOptions & { bot?: undefined });

/**
 * Options of {@link createWebhookHandler}.
 *
 * @example
 * ```ts
 * const fetch = createWebhookHandler({ baseUrl, token, path: "/hook/a-long-secret", store: memoryStore() }, handler);
 * ```
 */
export type WebhookOptions<Env = unknown> = WebhookBot & WebhookSecret & WebhookBehavior<Env>;

/**
 * Options of {@link createWebhookHandler} as a function of the environment and, with a second parameter, of the request. It may
 * return a promise, for secrets that must be fetched. Requests that arrive meanwhile call it again.
 */
export type WebhookOptionsOf<Env, Given = EnvironmentOptions<Env>> = (env: Env, request: RequestLike) => Given & OnlyOptions<Given>;

/** The result of a function that returns options. */
export type EnvironmentOptions<Env> = WebhookOptions<Env> | undefined | Promise<WebhookOptions<Env> | undefined>;

/** Distinguishes options that are an object from a function that returns them: the former have one of these texts. */
export type PlainOptions<Text> = [Text] extends [never] ? unknown : { readonly baseUrl?: Text | undefined; readonly path?: Text | undefined };

/** Refuses unknown names in the result of a function. TypeScript itself only finds them in object literals of arguments. */
type OnlyOptions<Given> = [UnknownOption<Given>] extends [never] ? unknown : NoSuchOption<UnknownOption<Given>>;

/** The names that are not options. */
type UnknownOption<Given> =
  0 extends 1 & Given ? never // any
  : Given extends undefined ? never
  : Given extends Promise<infer Made> ? UnknownOption<Made>
  : Given extends unknown ? Exclude<keyof Given, keyof BotOptions | keyof WebhookOptions>
  : never;

declare const notAnOption: unique symbol;

/** A type without values, so that an error of TypeScript names the option. */
interface NoSuchOption<Name> {
  readonly [notAnOption]: Name;
}

/**
 * The second argument of `onError` of a webhook: the context of the handler. If there is no update, for example because the
 * options are invalid, it has `env` and `request` only.
 */
export type WebhookErrorContext<Env = unknown> = Pick<WebhookContext<Env>, "env" | "request"> & Partial<WebhookContext<Env> & Failure>;

interface WebhookBehavior<Env> {
  /** The largest body that is read, in bytes. A larger body is rejected with 413. Default 1,048,576. */
  maxBodyBytes?: number | undefined;
  /**
   * How thoroughly an update is checked. `"shape"` checks that it has an identifier, and that its kind contains an object.
   * `everyField` of `botwire/check` checks the type of every known field, and rejects updates of more than 4,194,304 characters
   * with 413. Unknown fields and kinds pass. If an update has several kinds, which the service does not send, the first one of
   * the specification is handled. `update_id` may be zero or negative. Default `"shape"`.
   */
  check?: "shape" | UpdateCheck | undefined;
  /**
   * The time limit of a response in milliseconds, from the arrival of the request. `0` means no limit. Default 10,000, and at
   * most 8,000 for a pre-checkout query, because the service waits 10 s for its answer.
   *
   * - A body that takes longer is rejected with 408, unless it announces its size and the platform reads it.
   * - If the update still waits for its claim, or with {@link inOrder} for its turn, the response is 503 and the service
   *   delivers it again. Its handler does not run.
   * - If the handler is still running, `atDeadline` decides the response. The handler continues in `waitUntil`, and its
   *   returned call is sent as an ordinary call.
   *
   * Hosts have limits too. Workers: 30 s in `waitUntil` after the response. Vercel's edge: 25 s to the first byte. AWS Lambda:
   * the timeout of the function, 3 s unless you set more, and 30 s behind API Gateway. Deno, Bun and Node: no limit.
   */
  deadlineMs?: number | undefined;
  /**
   * The response if the handler is still running at the deadline. `"accept"` responds with 200: the update is not delivered
   * again, even if the process dies before the handler ends. `"retry"` responds with 503: the service delivers the update
   * again, and that delivery waits for the first one. The update is handled twice only if the first process dies, or if the
   * `store` is not exact. Default `"accept"`.
   */
  atDeadline?: "accept" | "retry" | undefined;
  /**
   * How a returned call is sent. `"inline"` writes it into the response, which is fastest, but the service does not report its
   * result or failure. `"call"` sends it as an ordinary call before the response, after the end of the update is saved. It is
   * retried like any call, and `onError` is called if it fails. The update counts as handled. Default `"inline"`.
   */
  returned?: "inline" | "call" | undefined;
  /** The encoding of a returned call in the response. A call with a file is always multipart. Default `"json"`. */
  replyEncoding?: "json" | "form" | "multipart" | undefined;
  /**
   * The store that deduplicates updates: a repeated delivery gets the same response and does not run the handler. A function is
   * called with the bindings of the worker. `false` turns deduplication off. Default: the memory of this isolate, with at least the
   * last 10,000 updates. For several isolates or processes, use a store of `botwire/stores/…`.
   */
  store?: ClaimStore | ((env: Env) => ClaimStore) | false | undefined;
  /**
   * How long a handled update is remembered, in seconds. Default 86,400, because the service forgets updates after 24 hours.
   */
  claimSeconds?: number | undefined;
  /**
   * How long the claim of an update lasts after its process has died, in whole milliseconds, at least 100. Until then, further
   * deliveries of the update wait, and are answered with 503 at their deadline. A turn of `inOrder` or `sessions` lasts half as
   * long again. Both are renewed while the handler runs, for up to 15 minutes. Default 15,000.
   */
  leaseMs?: number | undefined;
  /**
   * How often the handler of an update runs at most, if it fails and another run may succeed. Runs that a process did not survive
   * count too, unless `store` is false. Default 4.
   */
  attempts?: number | undefined;
  /**
   * If true, the store remembers the response to an update that is done, up to 16 kB and without files. An update that is
   * delivered again, because its response was lost, then gets it again. If false, it gets an empty 200. Default true.
   */
  rememberResponses?: boolean | undefined;
  /**
   * Called with errors of the handler, of its returned call, of the store, and of promises of `waitUntil`. `context.attempt` is the
   * number of the run. `context.willRetry` tells what happens next:
   *
   * - True: the response is 503, and the update is delivered again. So it is after a failure of the network or a timeout, 429, 5xx, if
   *   the handler has made no call of `context.bot` that may have had an effect, up to `attempts` runs, and after any failure of
   *   the store.
   * - False: the update counts as handled, and the response is 200. So it is after any other error, which a second run would repeat.
   *
   * Return `"retry"` or `"handled"` to decide otherwise, or a `Response`: a 2xx status means `"handled"`, another one `"retry"`. The
   * result is ignored if the response has already been sent with 200, and for errors after the handler. Default: the error is
   * written to the console without the token.
   */
  onError?: ((error: unknown, context: WebhookErrorContext<Env>) => ErrorResult | Promise<ErrorResult>) | undefined;
  /**
   * Called for each request that was rejected before the handler ran. Errors that it throws are ignored. Default: rejected
   * requests are silent.
   */
  onReject?: ((rejection: WebhookRejection) => void) | undefined;
}

/** Checked options. */
export interface Settings extends UpdateSettings {
  /** The decoded path. */
  readonly path: string | undefined;
  readonly secret: WebhookOptions["secretHeader"];
  readonly maxBodyBytes: number;
  /** The table for the check of every field. */
  readonly table: Uint8Array | undefined;
  readonly deadlineMs: number;
  readonly atDeadline?: WebhookOptions["atDeadline"];
  readonly returned?: WebhookOptions["returned"];
  readonly replyEncoding?: string | undefined;
  readonly rememberResponses: boolean;
  readonly onReject?: WebhookOptions["onReject"];
}

/** `method` in errors of the options. */
export const OWNER = "createWebhookHandler";

/** `method` in errors of a delivery. */
export const DELIVERY = "webhook";

/** The memory of each bot, by its URL, however often its options are created. */
export type Memories = Map<string, ClaimStore>;

const CHECKS: Checks = {
  path: ['a path that starts with "/"', (path) => typeof path === "string" && path[0] === "/" && !path.includes("?") && !path.includes("#")],
  secretHeader: ["{ name, value }", (header) => typeof header === "object" && header],
  bot: ["a Bot", (value) => value instanceof Bot],
  use: MIDDLEWARE,
  maxBodyBytes: AMOUNT,
  check: ['"shape" or everyField of botwire/check', (check) => check === "shape" || ArrayBuffer.isView(check?.table)],
  deadlineMs: AMOUNT,
  atDeadline: oneOf("accept", "retry"),
  returned: oneOf("inline", "call"),
  replyEncoding: oneOf("json", "form", "multipart"),
  store: STORE,
  claimSeconds: SECONDS,
  leaseMs: LEASE,
  attempts: integerFrom(1),
  rememberResponses: BOOLEAN,
  onError: FUNCTION,
  onReject: FUNCTION,
};

const BOT_OPTION_NAMES = Object.keys(BOT_CHECKS);
const OPTION_NAMES = [...Object.keys(CHECKS), ...BOT_OPTION_NAMES, "allowUnauthenticated"];

/** Checks options. @throws ValidationError if one is invalid. */
export const webhookSettings = (options: unknown, memories: Memories = new Map()): Settings =>
  parseOptions(OWNER, options, (all) => {
    refuseUnknown(OWNER, all, OPTION_NAMES);
    const parsed = knownOptions<Settings & Pick<WebhookOptions, "bot" | "check" | "secretHeader" | "use">>(OWNER, all, CHECKS);
    const path = parsed.path && pathnameOf(parsed.path);
    const secret = parsed.secretHeader;
    if (secret) checkSecret(secret);
    if (!path?.replaceAll("/", "") && !secret && all["allowUnauthenticated"] !== true) {
      throw new ValidationError(OWNER, "path", "a secret path, a secretHeader, or else allowUnauthenticated: true", describe(path));
    }
    const botOptions = Object.fromEntries(BOT_OPTION_NAMES.map((name) => [name, all[name]]));
    const bot = withMiddleware(parsed.bot ?? new Bot(botOptions as unknown as BotOptions), parsed.use);
    const core = coreOf(bot, OWNER);
    const conflicting = parsed.bot && BOT_OPTION_NAMES.find((name) => all[name] !== undefined);
    if (conflicting) throw new ValidationError(OWNER, conflicting, "nothing if bot is set", describe(all[conflicting]));
    return {
      maxBodyBytes: MAX_BODY_BYTES,
      deadlineMs: DEADLINE_MS,
      claimSeconds: CLAIM_SECONDS,
      leaseMs: LEASE_MS,
      attempts: ATTEMPTS,
      rememberResponses: true,
      onError: (error) => logError(error, core),
      ...parsed,
      bot,
      core,
      path,
      secret,
      store: parsed.store ?? memoryOf(core.methodUrl, memories),
      table: (parsed.check as UpdateCheck | undefined)?.table,
    };
  });

/** The error names the field, because a secret that the environment lacks is the most common fault. */
function checkSecret(secret: { readonly name: unknown; readonly value: unknown }): void {
  refuseUnknown(OWNER, secret, ["name", "value"], "secretHeader.");
  for (const [field, pattern, expected] of [["name", /^[\w-]+$/, "the name of a header"], ["value", /^[!-~]+$/, "visible ASCII characters"]] as const) {
    const text = secret[field];
    if (typeof text !== "string" || !pattern.test(text)) throw new ValidationError(OWNER, `secretHeader.${field}`, expected, describe(text));
  }
}

function memoryOf(url: string, memories: Memories): ClaimStore {
  const memory = memories.get(url) ?? memoryClaims();
  memories.set(url, memory);
  return memory;
}

/** Converts a rejection to an error. */
export const errorOf = ([, ...fault]: Rejection): ValidationError => new ValidationError(DELIVERY, ...fault);

/** Reports a request that does not reach the handler. */
export async function rejected({ onReject, core }: Settings, request: RequestLike, rejection: Rejection): Promise<void> {
  if (!onReject) return;
  try {
    await onReject({ status: rejection[0], error: cleaned(errorOf(rejection), core), request: request as PlatformRequest });
  } catch {
    // A listener does not decide the response.
  }
}
