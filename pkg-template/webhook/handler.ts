// The webhook: a Request with an Update in, a Response with an inline call out.
import { className, describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { isBotwireError } from "../errors/guards.js";
import { FUNCTION, option } from "../options/parse.js";
import { isPromise } from "../platform.js";
import type { PlatformResponse, RequestLike } from "../platform.js";
import type { UpdateHandler } from "../updates/context.js";
import type { Delivered, Rejection } from "../updates/shape.js";
import type { Host } from "../updates/states.js";
import { readBody } from "./body.js";
import { deliver, responseOf } from "./delivery.js";
import { isFault, reportFault } from "./fault.js";
import { refused, updateOf } from "./guard.js";
import { checkedOptions, type EnvironmentOptions, type Memories, OWNER, rejected, type Settings, type WebhookContext, type WebhookOptions, type WebhookOptionsOf } from "./options.js";

/** A handler of requests, as runtimes want it. */
export type WebhookHandler<Env = unknown> = (
  request: RequestLike,
  env?: Env,
  context?: Host,
) => Promise<PlatformResponse>;

/**
 * Makes the `fetch` handler of a webhook.
 *
 * ```ts
 * export default {
 *   fetch: createWebhookHandler({ baseUrl, token, path: "/hook/…" }, (update) => {
 *     const message = update.message;
 *     return message?.text ? { method: "sendMessage", chat_id: message.chat.id, text: message.text } : undefined;
 *   }),
 * };
 * ```
 *
 * See {@link on} for a handler of each kind, and {@link poll} for the same handler by long polling.
 *
 * Options that come from the environment are a function, also an async one, which is called once for each `env` object:
 *
 * ```ts
 * createWebhookHandler((env: Env) => ({ baseUrl: env.SERVICE, token: env.BOT_TOKEN, path: env.HOOK_PATH }), handler);
 * ```
 *
 * With the type at the parameter, as here, TypeScript refuses an unknown option; with `createWebhookHandler<Env>(…)` it cannot.
 *
 * If such options have a fault, as where a secret is missing, their `onError` is called, or the console logs it, and requests are
 * answered 500.
 *
 * A request is answered 405 unless it is a POST, 404 or 401 unless path and header are the secret ones, 415 unless it
 * says JSON or nothing, 413 if its body is larger than `maxBodyBytes`, 408 if that takes longer than `deadlineMs`, 400
 * unless it is an Update, 200 if the update was handled already; 500 if something else has read its body. Only then
 * the handler runs, and nothing but the handler makes a call.
 *
 * The call that the handler returns is checked and put into the answer. That spares a request, and costs three
 * things: the service reports neither its result nor its failure, and it has no order among other calls. Where one of them matters,
 * call `bot` and return nothing. Returning nothing answers 200.
 *
 * Whether the service got the response is unknown too. If that is lost on its way, the call is lost with it: the update
 * was handled, so its next delivery is answered 200 and without a call. It is not repeated, since the service may have
 * made it.
 *
 * @throws ValidationError if an option is not as described, unless options are a function.
 */
export function createWebhookHandler<Env = unknown, Given extends EnvironmentOptions<Env> = EnvironmentOptions<Env>>(
  options: WebhookOptions<Env> | WebhookOptionsOf<Env, Given>,
  handler: UpdateHandler<Env, Pick<WebhookContext<Env>, "request">>,
): WebhookHandler<Env> {
  const handle = option<UpdateHandler<any, any>>(OWNER, "handler", handler ?? null, FUNCTION)!;
  if (typeof options === "function") return fromEnvironment(options, handle);
  const settings = checkedOptions(options);
  return (request, env, platform) => receive(settings, handle, Date.now(), request, env, platform);
}

async function receive(
  settings: Settings,
  handle: UpdateHandler<any>,
  since: number,
  request: RequestLike,
  env: unknown,
  platform: Host | undefined,
): Promise<PlatformResponse> {
  let delivered: Delivered | Rejection;
  try {
    const read = refused(request, settings) ?? (await readBody(request, settings));
    const found = typeof read === "string" ? updateOf(read, settings) : read;
    delivered = isPromise(found) ? await found : found;
    if ("length" in delivered) {
      if (isFault(delivered)) await reportFault(settings, delivered, { env, request });
      return reject(settings, request, delivered);
    }
  } catch (error) {
    throw isBotwireError(error) ? error : new ValidationError(OWNER, "request", "a Request", describe(request));
  }
  const answer = deliver({
    settings,
    handle,
    update: delivered.update,
    kind: delivered.kind,
    request,
    env,
    // Some runtimes hand over as the second argument what Workers do as the third one.
    host: isHost(platform) ? platform : isHost(env) ? env : undefined,
    since,
  });
  return isPromise(answer) ? await answer : answer;
}

/** The response to a request that does not get to the handler. */
function reject(settings: Settings, request: RequestLike, rejection: Rejection): PlatformResponse {
  const [status] = rejection;
  void rejected(settings, request, rejection);
  return responseOf(null, { status, ...(status === 405 && { headers: { allow: "POST" } }) });
}

/** A handler whose options come from the environment. */
function fromEnvironment(optionsOf: (env: any) => unknown, handle: UpdateHandler<any>): WebhookHandler<any> {
  const known = new WeakMap<object, Settings>();
  const memories: Memories = new Map();
  /** For an environment that is no object. */
  const none = {};
  return async (request, env, platform) => {
    const since = Date.now();
    const key = Object(env) === env ? (env as object) : none;
    let options: any;
    let settings = known.get(key);
    try {
      if (!settings) {
        options = optionsOf(env);
        if (className(options) === "Promise") options = await options;
        // Another request may have stored its settings during the await.
        known.set(key, (settings = known.get(key) ?? checkedOptions(options, memories)));
      }
    } catch (error) {
      try {
        await options.onError(error, { env, request });
      } catch {
        console.error(OWNER, error);
      }
      return responseOf(null, { status: 500 });
    }
    return receive(settings, handle, since, request, env, platform);
  };
}

function isHost(host: any): host is Host {
  try {
    return typeof host?.waitUntil === "function";
  } catch {
    return true; // A delivery that needs it reports what it throws.
  }
}
