// The webhook: a Request with an Update in, a Response with an inline call out.
import { Bot, coreOf } from "../bot.js";
import { describe } from "../describe.js";
import { isBotwireError, ValidationError } from "../errors.js";
import type { InlineCall } from "../methods.js";
import type { PlatformRequest, PlatformResponse, RequestLike } from "../platform.js";
import { type BotOptions, FUNCTION, isFunction, option, reading } from "../settings.js";
import type { Update } from "../types.js";
import { guard } from "./guard.js";
import { inlineReply } from "./inline.js";

/** Options of {@link createWebhookHandler}: those of the bot that handlers use, and these. */
export interface WebhookOptions<Env = unknown> extends BotOptions {
  /**
   * The secret path of the webhook's URL, such as `/hook/<random letters>`: deliveries carry no signature, so it
   * alone tells that a request comes from the service. Spec: core, Authentication.
   */
  path?: string | undefined;
  /** Must be true where no `path` is given: then anybody can send updates. */
  allowUnauthenticated?: boolean | undefined;
  /**
   * How far an update is checked: `"shape"`, its identifier and that its kinds are objects; `"fields"`, the kind of
   * every field that the spec knows. Unknown fields and kinds pass. Default `"shape"`.
   */
  check?: "shape" | "fields" | undefined;
  /**
   * Told what the handler threw, or the ValidationError of the call it returned. Its `Response`, if it returns one, is
   * the answer. Default: the error is logged. Without a `Response` the answer is 500, so that the service delivers again.
   */
  onError?:
    | ((error: unknown, context: WebhookContext<Env>) => PlatformResponse | void | Promise<PlatformResponse | void>)
    | undefined;
}

/** What a handler is given beside the update. */
export interface WebhookContext<Env = unknown> {
  /** Calls the service, with results and errors, unlike the inline call that the handler returns. */
  readonly bot: Bot;
  /** The request, its body read. */
  readonly request: PlatformRequest;
  /** The second argument of the runtime's `fetch` handler, such as the bindings of a worker. */
  readonly env: Env;
  /** Keeps the runtime alive until the promise settles, where the runtime can. */
  readonly waitUntil: (promise: Promise<unknown>) => void;
}

/** What a handler may return: a call, or nothing. */
export type WebhookResult = InlineCall | undefined | null | void;

/** Handles an update. */
export type UpdateHandler<Env = unknown> = (
  update: Update,
  context: WebhookContext<Env>,
) => WebhookResult | Promise<WebhookResult>;

/** A handler of requests, as runtimes want it. */
export type WebhookHandler<Env = unknown> = (
  request: RequestLike,
  env?: Env,
  context?: { waitUntil?(promise: Promise<unknown>): void },
) => Promise<PlatformResponse>;

/**
 * Makes the `fetch` handler of a webhook.
 *
 * ```ts
 * export default {
 *   fetch: createWebhookHandler({ baseUrl, token, path: "/hook/…" }, (update) => {
 *     const message = update.message;
 *     if (message?.text) return { method: "sendMessage", chat_id: message.chat.id, text: message.text };
 *   }),
 * };
 * ```
 *
 * It answers 405 unless the request is a POST, 404 unless its path is the secret one, 400 unless its body is an Update;
 * then the handler runs. The call that it returns is checked and put into the response, which costs no request of its
 * own; but its result, its failure and its order among other calls cannot be known. Returning nothing answers 200.
 *
 * @throws ValidationError if an option is not as described.
 */
export function createWebhookHandler<Env = unknown>(
  options: WebhookOptions<Env>,
  handler: UpdateHandler<Env>,
): WebhookHandler<Env> {
  const { bot, path, everyField, onError } = checkedOptions(options);
  const core = coreOf(bot, OWNER);
  option(OWNER, "handler", handler ?? null, FUNCTION, isFunction);
  return async (request, env, platform) => {
    let context: WebhookContext<Env> | undefined;
    try {
      const verdict = await guard(request, path, everyField);
      if ("status" in verdict) return respond(null, verdict);
      const waitUntil = (promise: Promise<unknown>): void => {
        if (platform?.waitUntil) platform.waitUntil(promise);
        else void promise.catch(() => {});
      };
      context = { bot, request: request as PlatformRequest, env: env as Env, waitUntil };
      const call = await handler(verdict.update, context);
      if (call === undefined || call === null) return respond(null);
      const { body, type } = await inlineReply(core, call);
      return respond(body, { headers: { "content-type": type } });
    } catch (error) {
      if (!context) throw isBotwireError(error) ? error : new ValidationError(OWNER, "request", "a Request", describe(request));
      return failed(error, context, onError as WebhookOptions<Env>["onError"]);
    }
  };
}

const OWNER = "createWebhookHandler";

const respond = (body: string | Blob | null, init?: ResponseInit): PlatformResponse =>
  new Response(body, init) as PlatformResponse;

async function failed<Env>(
  error: unknown,
  context: WebhookContext<Env>,
  onError: WebhookOptions<Env>["onError"] = console.error,
): Promise<PlatformResponse> {
  try {
    const response = await onError(error, context);
    if (response) return response;
  } catch {
    // The answer says it: 500.
  }
  return respond(null, { status: 500 });
}

interface Checked {
  readonly bot: Bot;
  readonly path: string | undefined;
  readonly everyField: boolean;
  readonly onError: unknown;
}

const checkedOptions = (options: unknown): Checked =>
  reading(OWNER, options, (given) => {
    const { path, check, allowUnauthenticated, onError } = given;
    const bot = new Bot(given as unknown as BotOptions);
    if (!(path === undefined && allowUnauthenticated === true) && !(typeof path === "string" && /^\/[^?#]*$/.test(path))) {
      throw new ValidationError(OWNER, "path", 'a path that starts with "/", or else allowUnauthenticated: true', describe(path));
    }
    option(OWNER, "check", check, "shape or fields", (value) => value === "shape" || value === "fields");
    return {
      bot,
      // As it stands in the URL of a request.
      path: path === undefined ? path : new URL(`https://path.invalid${path}`).pathname,
      everyField: check === "fields",
      onError: option(OWNER, "onError", onError, FUNCTION, isFunction),
    };
  });
