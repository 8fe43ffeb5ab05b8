// The webhook: a Request with an Update in, a Response with an inline call out.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { hasBrand } from "../errors/guards.js";
import { FUNCTION, option } from "../options/parse.js";
import type { PlatformResponse, RequestLike } from "../platform.js";
import type { Uninferred, UpdateHandler } from "../updates/context.js";
import { realClock } from "../clock.js";
import type { ParsedUpdate, Rejection } from "../updates/parse-update.js";
import { kindsOf, withKinds } from "../updates/kinds.js";
import type { Host } from "../updates/settings.js";
import { callOnError } from "../updates/report.js";
import { readBody } from "./body.js";
import { deliver, newResponse, statusOnly } from "./delivery.js";
import { refused, updateOf } from "./guard.js";
import { type EnvironmentOptions, errorOf, type Memories, OWNER, type PlainOptions, rejected, type Settings, type RequestContext, type WebhookOptions, type WebhookOptionsOf, webhookSettings } from "./options.js";
import type { Suitable } from "./suitable.js";

/** A handler of requests, such as the `fetch` function of a worker. */
export type WebhookHandler<Env = unknown> = (
  request: RequestLike,
  env?: Env,
  context?: Host,
) => Promise<PlatformResponse>;

/**
 * Creates the `fetch` handler of a webhook.
 *
 * ```ts
 * export default {
 *   fetch: createWebhookHandler({ baseUrl, token, path: "/hook/…" }, ({ message }) => {
 *     if (!message?.text) return;
 *     return { method: "sendMessage", chat_id: message.chat.id, text: message.text };
 *   }),
 * };
 * ```
 *
 * {@link on} creates a handler from one function per kind of update. {@link poll} runs the same handler by long polling.
 *
 * Options can be a function of the environment, which may be async. It is called once for each `env` object:
 *
 * ```ts
 * const options = ({ SERVICE, BOT_TOKEN, HOOK_PATH }: Env) => ({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH });
 * createWebhookHandler(options, handler);
 * ```
 *
 * A function with a second parameter is called for each request, so that one worker can serve several bots. Keep the options of
 * each bot in a table, because the same object is checked only once. If the function returns `undefined`, the response is 404.
 *
 * ```ts
 * createWebhookHandler((env: Env, request) => bots.get(new URL(request.url).pathname), handler);
 * ```
 *
 * Write the type at the parameter, as here, and not `createWebhookHandler<Env>(…)`. With a type argument, TypeScript infers nothing
 * else: it accepts unknown options, and its error for a handler that needs a session or other members of the context is longer.
 *
 * If the options are invalid, for example because a secret is missing, the response is 500 and their `onError` is called.
 * Without `onError`, the error is written to the console.
 *
 * A request is rejected with 405 if it is not a POST, 404 or 401 if the path or the header is wrong, 415 if its content type is
 * something other than JSON, 413 if its body is larger than `maxBodyBytes`, 408 if the body takes longer than `deadlineMs`, 400
 * if the body is not an Update, and 500 if something else has read the body. An update that was already handled gets the same
 * response again. Otherwise the handler runs. Only the handler makes calls.
 *
 * A returned call is checked and written into the response, which saves a request. The service then reports neither its result
 * nor its failure, and its order among other calls is undefined. If one of these matters, make the call with `bot` and return
 * nothing. The response is then 200.
 *
 * If the response is lost, the service delivers the update again, and the store gives it the same response without another run of the
 * handler, see {@link WebhookOptions.rememberResponses}.
 *
 * @throws ValidationError if an option is invalid or unknown, unless the options are a function.
 */
export function createWebhookHandler<Env = unknown, Given extends EnvironmentOptions<Env> = EnvironmentOptions<Env>, Text = never, Extra = unknown>(
  options: (WebhookOptions<Env> & PlainOptions<Text>) | WebhookOptionsOf<Env, Given>,
  handler: Suitable<Uninferred<Env>, Text, Extra> & UpdateHandler<Env, RequestContext>,
): WebhookHandler<Env> {
  const handle = option<UpdateHandler<any, any>>(OWNER, "handler", handler ?? null, FUNCTION)!;
  const receiving = typeof options === "function" ? fromFunction(options, handle) : fromSettings(webhookSettings(options), handle);
  return withKinds(receiving, kindsOf(handle));
}

const fromSettings =
  (settings: Settings, handle: UpdateHandler<any>): WebhookHandler<any> =>
  (request, env, platform) =>
    receive(settings, handle, settings.core.clock.now(), request, env, platform);

async function receive(
  settings: Settings,
  handle: UpdateHandler<any>,
  startedAt: number,
  request: RequestLike,
  env: unknown,
  platform: Host | undefined,
): Promise<PlatformResponse> {
  let parsed: ParsedUpdate | Rejection;
  try {
    const text = refused(request, settings) ?? (await readBody(request, settings));
    parsed = typeof text === "string" ? await updateOf(text, settings) : text;
    if ("length" in parsed) {
      // An error of the program, such as middleware that has read the body.
      if (parsed[0] === 500) await callOnError(settings, errorOf(parsed), { env, request });
      return reject(settings, request, parsed);
    }
  } catch (error) {
    throw hasBrand(error) ? error : new ValidationError(OWNER, "request", "a Request", describe(request));
  }
  // Some runtimes pass as the second argument what Workers pass as the third.
  const host = isHost(platform) ? platform : isHost(env) ? env : undefined;
  return deliver(settings, handle, parsed, request, env, host, startedAt);
}

/** Returns the response to a request that does not reach the handler. */
function reject(settings: Settings, request: RequestLike, rejection: Rejection): PlatformResponse {
  const [status] = rejection;
  void rejected(settings, request, rejection);
  return newResponse(null, { status, ...(status === 405 && { headers: { allow: "POST" } }) });
}

/** Returns a handler whose options are a function of the environment, called once for each, or also of the request. */
function fromFunction(optionsOf: (env: any, request: RequestLike) => unknown, handle: UpdateHandler<any>): WebhookHandler<any> {
  const isOfRequest = hasSecondParameter(optionsOf);
  /** Settings by environment, or by the options of a bot. */
  const known = new WeakMap<object, Settings>();
  const memories: Memories = new Map();
  /** The key of an environment that is not an object. */
  const none = {};
  return async (request, env, platform) => {
    const startedAt = realClock.now();
    const environment = Object(env) === env ? (env as object) : none;
    let options: any;
    let settings = isOfRequest ? undefined : known.get(environment);
    try {
      if (!settings) {
        options = await optionsOf(env, request);
        if (isOfRequest && options === undefined) return statusOnly(404);
        const key = isOfRequest ? options : environment;
        // Another request may have stored its settings during the await.
        settings = known.get(key) ?? webhookSettings(options, memories);
        known.set(key, settings);
      }
    } catch (error) {
      try {
        await options.onError(error, { env, request });
      } catch {
        console.error(OWNER, error);
      }
      return statusOnly(500);
    }
    // The time of asynchronous options counts towards the deadline too.
    const { clock } = settings.core;
    return receive(settings, handle, clock.now() - (realClock.now() - startedAt), request, env, platform);
  };
}

function hasSecondParameter(optionsOf: Function): boolean {
  try {
    return optionsOf.length > 1;
  } catch {
    return false; // A proxy: it throws when it is called, too.
  }
}

function isHost(host: any): host is Host {
  try {
    return typeof host?.waitUntil === "function";
  } catch {
    return true; // A delivery that needs it reports what it throws.
  }
}
