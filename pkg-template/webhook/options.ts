// Options of a webhook: what they are, and their checks.
import { Bot, coreOf, withMiddleware } from "../bot.js";
import type { UpdateCheck } from "../check/index.js";
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { cleaned, logError } from "../errors/cleaned.js";
import { BOT_CHECKS, type BotOptions } from "../options/bot-options.js";
import { type Middleware, MIDDLEWARE } from "../options/middleware.js";
import { AMOUNT, type Checks, FUNCTION, givenOptions, oneOf, parseOptions, refuseUnknown } from "../options/parse.js";
import type { PlatformRequest, RequestLike } from "../platform.js";
import { CLAIM_SECONDS, DEADLINE_MS, LEASE_MS, MAX_BODY_BYTES } from "../policy.js";
import { type ClaimStore, LEASE, SECONDS, STORE } from "../updates/claims.js";
import { memoryClaims } from "../stores/memory.js";
import type { UpdateKind } from "../types.js";
import type { ErrorResult, UpdateContext } from "../updates/context.js";
import type { UpdateSettings } from "../updates/ongoing.js";
import type { Rejection } from "../updates/shape.js";
import type { Wrong } from "../wrong.js";
import { pathnameOf } from "./path.js";

/** A request that was rejected before the handler ran. */
export interface WebhookRejection {
  /**
   * The status of the response: 405, 404, 401, 415, 413, 408 or 400. 200 for an update that was already handled. 503 if another
   * delivery of the update was still in flight at the deadline, so that the service delivers it again.
   */
  readonly status: number;
  /** What was expected and what was received. The response does not contain it. */
  readonly error: ValidationError;
  /** The request. Its URL contains the secret path, so do not log it. */
  readonly request: PlatformRequest;
}

/** The second argument of the handler of a webhook. */
export interface WebhookContext<Env = unknown, Kind = UpdateKind | (string & {}) | undefined> extends UpdateContext<Env, Kind> {
  /** The request, its body read. From the adapters: its method, URL and headers. */
  readonly request: PlatformRequest;
}

/** How a delivery is known to come from the service. */
interface SecretOptions {
  /**
   * The secret path of the webhook's URL, such as `/hook/<random letters>`: deliveries carry no signature, so it
   * alone proves that a request comes from the service. Spec: core, Authentication.
   */
  path?: string | undefined;
  /**
   * A secret that is expected in a header, with the path or instead of it. The service of the specification sends
   * none; this is for one that does, or for a proxy in front that adds it.
   */
  secretHeader?: { readonly name: string; readonly value: string } | undefined;
  /** Must be true where neither `path` nor `secretHeader` is given: then anybody can send updates. */
  allowUnauthenticated?: boolean | undefined;
}

// What most programs want is the last one: TypeScript names its fields in errors.
type WebhookSecret = SecretOptions &
  ({ allowUnauthenticated: true } | { secretHeader: NonNullable<SecretOptions["secretHeader"]> } | { path: string });

/**
 * The bot that handlers use. TypeScript tells an error by the kind with most of the names that are given: `baseUrl` is of one of
 * them, so that a token that may be missing is compared with a string.
 */
type WebhookBot =
  | ({
      /** An existing bot, in place of the options of a new one. */
      bot: Bot;
      /**
       * Functions around the calls of this handler: those of `context.bot`, which is then another object than `bot`, and those that
       * the handler returns. They run outside of the bot's own. Default: none.
       */
      use?: readonly Middleware[] | undefined;
    } & { [Name in Exclude<keyof BotOptions, "baseUrl" | "use">]?: undefined })
  | (BotOptions & { bot?: undefined });

/** Options of {@link createWebhookHandler}: the bot, the secret, and these. */
export type WebhookOptions<Env = unknown> = WebhookBot & WebhookSecret & WebhookBehavior<Env>;

/**
 * Options of {@link createWebhookHandler} from the environment, and with a second parameter from the request. A promise is for
 * secrets that have to be fetched; requests that come meanwhile ask for them too.
 */
export type WebhookOptionsOf<Env, Given = EnvironmentOptions<Env>> = (env: Env, request: RequestLike) => Given & OnlyOptions<Given>;

/** What a function of the environment returns. */
export type EnvironmentOptions<Env> = WebhookOptions<Env> | undefined | Promise<WebhookOptions<Env> | undefined>;

/** Tells options that are an object from a function that makes them: the former have one of these texts. */
export type PlainOptions<Text> = [Text] extends [never] ? unknown : { readonly baseUrl?: Text | undefined; readonly path?: Text | undefined };

/** Refuses a handler that needs an environment, such as one of `on<Env>`, where neither the options nor a type argument say which. */
export type KnownEnvironment<Env, Text> = [Text] extends [never] ? unknown : unknown extends Env ? unknown
  : Wrong<"The handler needs an env: use createWebhookHandler((env: Env) => ({ … }), handler)">;

/** TypeScript itself looks for unknown names in the object literals of arguments, and not in those that a function returns. */
type OnlyOptions<Given> = [UnknownOption<Given>] extends [never] ? unknown : NoSuchOption<UnknownOption<Given>>;

/** The names that are no options. */
type UnknownOption<Given> =
  0 extends 1 & Given ? never // any
  : Given extends undefined ? never
  : Given extends Promise<infer Made> ? UnknownOption<Made>
  : Given extends unknown ? Exclude<keyof Given, keyof BotOptions | keyof WebhookOptions>
  : never;

declare const notAnOption: unique symbol;

/** What nothing is, so that an error of TypeScript names the option. */
interface NoSuchOption<Name> {
  readonly [notAnOption]: Name;
}

/**
 * What `onError` of a webhook is called with: the context of the handler. Without an update, as where the options have a fault or
 * something else has read the body, it has `env` and `request` only.
 */
export type WebhookErrorContext<Env = unknown> = Pick<WebhookContext<Env>, "env" | "request"> & Partial<WebhookContext<Env>>;

interface WebhookBehavior<Env> {
  /** The largest body that is read, in bytes. Default 1 048 576. */
  maxBodyBytes?: number | undefined;
  /**
   * How far an update is checked: `"shape"`, its identifier and that its kind holds an object; `everyField` of
   * `botwire/check`, the kind of every field that the spec knows. Unknown fields and kinds pass. Of an update with several
   * kinds, which the service does not send, the first of the specification is handled, and an `update_id` may be zero or
   * negative: a refused update would come again and again. Default `"shape"`, which costs the same for every update where
   * `everyField` reads all of it once more, and refuses more than 4 194 304 characters with 413.
   */
  check?: "shape" | UpdateCheck | undefined;
  /**
   * Milliseconds from the arrival of a request to its answer; 0 for no limit. A body that takes longer is answered 408. An
   * update that still waits for its claim, or in {@link inOrder} for its turn, is answered 503 and comes again; its handler
   * does not run. A handler that takes longer is answered as `atDeadline` says and goes on in `waitUntil`; what it returns then
   * is sent as an ordinary call. Default 10,000; a pre-checkout query has at most 8000, since the service waits 10 s for its
   * answer.
   *
   * What hosts allow: Workers no limit while the client waits and 30 s more in `waitUntil`; Vercel's edge 25 s to the
   * first byte; AWS Lambda the time-out of the function, 3 s unless you set more, and 30 s behind API Gateway; Deno, Bun
   * and Node no limit.
   */
  deadlineMs?: number | undefined;
  /**
   * The answer to an update whose handler still runs at the deadline. `"accept"` answers 200: the update does not come again,
   * also if the process dies before the handler ends. `"retry"` answers 503: the service delivers the update again, and that
   * delivery waits for the first one, so the update is handled twice only if the process of the first one dies or the
   * `store` does not know of it. Default `"accept"`.
   */
  atDeadline?: "accept" | "retry" | undefined;
  /**
   * What becomes of a call that a handler returns. `"inline"` writes it into the response, which is fastest, but the service
   * does not report its result or failure. `"call"` sends it as an ordinary call before the response: its failure reaches
   * `onError`. After a 429, or after another temporary failure of a method that may be repeated, the answer is 500, so that the
   * update comes again; any other failure ends the update. Default `"inline"`.
   */
  returned?: "inline" | "call" | undefined;
  /** How the call that a handler returns is written into the answer. A file makes it multipart. Default `"json"`. */
  replyEncoding?: "json" | "form" | "multipart" | undefined;
  /**
   * Deduplicates updates: a repeated delivery is answered 200 without running the handler. False turns it off. A function is
   * called with the bindings of the worker, which come with each request. Default: the memory of this isolate, which knows the
   * last 10,000 updates. See `botwire/stores/…` for several isolates.
   */
  store?: ClaimStore | ((env: Env) => ClaimStore) | false | undefined;
  /** How many seconds a handled update is remembered. Default 86,400: the service forgets updates after 24 hours. */
  claimSeconds?: number | undefined;
  /**
   * How long the claim of an update lasts if its process dies, in whole milliseconds, at least 100: until then, further
   * deliveries of the update are answered 503. The claim of a running handler is renewed. Default 15,000.
   */
  leaseMs?: number | undefined;
  /**
   * Called with what the handler threw, what is wrong with the call it returned, or why the store or the host's `waitUntil`
   * failed. Its `Response`, if it returns one, is the answer, unless there was one already (`context.isLate`) or the
   * handler has one all the same, as after a `waitUntil` that throws. `"handled"` answers 200. Otherwise the answer is 500. Only
   * after a success, or the failure of a returned call that no other try would mend, the update counts as handled; otherwise its
   * claim is released, so that the next delivery runs the handler. Default: the error is written to the console, without the token.
   */
  onError?: ((error: unknown, context: WebhookErrorContext<Env>) => ErrorResult | Promise<ErrorResult>) | undefined;
  /** Called for each request that did not get to the handler. What it throws or rejects with is ignored. Default: nothing is called. */
  onReject?: ((rejection: WebhookRejection) => void) | undefined;
}

/** Checked options. */
export interface Settings extends UpdateSettings {
  /** Decoded. */
  readonly path: string | undefined;
  readonly secret: WebhookOptions["secretHeader"];
  readonly maxBodyBytes: number;
  /** Of the check of every field. */
  readonly table: Uint8Array | undefined;
  readonly deadlineMs: number;
  readonly atDeadline?: WebhookOptions["atDeadline"];
  readonly returned?: WebhookOptions["returned"];
  readonly replyEncoding?: string | undefined;
  readonly onReject?: WebhookOptions["onReject"];
}

/** `method` of errors of the options. */
export const OWNER = "createWebhookHandler";

/** `method` of errors of a delivery. */
export const DELIVERY = "webhook";

/** The memory of each bot, by its URL, however often its options are made. */
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
  onError: FUNCTION,
  onReject: FUNCTION,
};

const BOT_OPTION_NAMES = Object.keys(BOT_CHECKS);
const OPTION_NAMES = [...Object.keys(CHECKS), ...BOT_OPTION_NAMES, "allowUnauthenticated"];

/** Checks options. @throws ValidationError if one is not as described. */
export const checkedOptions = (options: unknown, memories: Memories = new Map()): Settings =>
  parseOptions(OWNER, options, (all) => {
    refuseUnknown(OWNER, all, OPTION_NAMES);
    const parsed = givenOptions<Settings & Pick<WebhookOptions, "bot" | "check" | "secretHeader" | "use">>(OWNER, all, CHECKS);
    const path = parsed.path && pathnameOf(parsed.path);
    const secret = parsed.secretHeader;
    if (secret) checkSecret(secret);
    if (!path?.replaceAll("/", "") && !secret && all["allowUnauthenticated"] !== true) {
      throw new ValidationError(OWNER, "path", "a secret path, a secretHeader, or else allowUnauthenticated: true", describe(path));
    }
    const own = parsed.bot ?? new Bot(Object.fromEntries(BOT_OPTION_NAMES.map((name) => [name, all[name]])) as unknown as BotOptions);
    const bot = withMiddleware(own, parsed.use);
    const core = coreOf(bot, OWNER);
    if (parsed.bot) refuseBeside(all);
    return {
      maxBodyBytes: MAX_BODY_BYTES,
      deadlineMs: DEADLINE_MS,
      claimSeconds: CLAIM_SECONDS,
      leaseMs: LEASE_MS,
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

/** A fault names the field: a secret that the environment lacks is the most common one. */
function checkSecret(secret: { readonly name: unknown; readonly value: unknown }): void {
  refuseUnknown(OWNER, secret, ["name", "value"], "secretHeader.");
  for (const [field, pattern, expected] of [["name", /^[\w-]+$/, "the name of a header"], ["value", /^[!-~]+$/, "visible ASCII characters"]] as const) {
    const text = secret[field];
    if (typeof text !== "string" || !pattern.test(text)) throw new ValidationError(OWNER, `secretHeader.${field}`, expected, describe(text));
  }
}

/** Refuses the options of a bot where there is one already. */
function refuseBeside(options: Record<string, unknown>): void {
  const name = BOT_OPTION_NAMES.find((name) => options[name] !== undefined);
  if (name) throw new ValidationError(OWNER, name, "nothing beside bot", describe(options[name]));
}

function memoryOf(url: string, memories: Memories): ClaimStore {
  const memory = memories.get(url) ?? memoryClaims();
  memories.set(url, memory);
  return memory;
}

/** The error that a rejection means. */
export const errorOf = ([, ...fault]: Rejection): ValidationError => new ValidationError(DELIVERY, ...fault);

/** Reports a request that does not get to the handler. */
export async function rejected({ onReject, core }: Settings, request: RequestLike, rejection: Rejection): Promise<void> {
  if (!onReject) return;
  try {
    await onReject({ status: rejection[0], error: cleaned(errorOf(rejection), core), request: request as PlatformRequest });
  } catch {
    // Who listens does not decide what is answered.
  }
}
