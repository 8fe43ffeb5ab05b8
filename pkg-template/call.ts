// A call of a method, stage by stage: extract files → validate → encode → send → parse.
import { start } from "./engine/start.js";
import { cleaned } from "./errors/cleaned.js";
import { toBotwireError } from "./errors/to-botwire-error.js";
import type { Core } from "./options/bot-options.js";
import { CALL_CHECKS, type CallOptions, type CallSettings, callSettings } from "./options/call-options.js";
import { type AnyCall, type Send, throughMiddleware } from "./options/middleware.js";
import { checkedOptions, type Checks, SIGNAL } from "./options/parse.js";
import { TIMEOUT_MS } from "./policy.js";
import { encodeRequest } from "./request/encode.js";
import { type Extracted, extractFiles } from "./request/extract-files.js";
import { isGone, isUnread } from "./request/files.js";
import { plainParams } from "./request/form-params.js";
import { parseMethodName } from "./request/method-names.js";
import { validateParams } from "./request/validate.js";
import { parseEnvelope, readResponse } from "./transport/envelope.js";
import { idleLimit } from "./transport/idle-limit.js";
import { readFiles } from "./transport/read-files.js";
import { callWithRetry } from "./transport/retry.js";
import { send } from "./transport/send.js";
import { withTimeout } from "./transport/timeout.js";

/**
 * Calls a method through the middleware. Every failure rejects with an error of botwire, except that errors of middleware and
 * other callbacks of the caller stay unchanged.
 *
 * @param take - Receives the call from the middleware instead of the service.
 */
export async function callMethod(core: Core, method: string, params: unknown, options?: unknown, origin: AnyCall["origin"] = "call", take?: Send): Promise<unknown> {
  const { use, settings: { retry } } = core;
  if (!use[0]) return sendMethod(core, method, params, options);
  const send: Send = ({ method, params, options }) => sendMethod(core, parseMethodName("call", method), params, options);
  const plain = await guarded(core, method, () => plainParams(method, params));
  return throughMiddleware(use, { method, params: copyOf(plain), options: { retry, ...(options as object) }, origin }, take ?? send);
}

/** Middleware may change the parameters, but not the object of the caller. Values that are not an object are refused later. */
const copyOf = (params: unknown): object => (params && typeof params === "object" && !Array.isArray(params) ? { ...params } : (params as object));

/** Functions that get each call of any bot, without its parameters. */
export const watchers: ((core: Core, method: string, call: Promise<unknown>) => void)[] = [];

const sendMethod = (core: Core, method: string, params: unknown, options: unknown): Promise<unknown> => {
  const call = sendGuarded(core, method, params, options);
  for (const watch of watchers) watch(core, method, call);
  return core.track ? core.track(method, params, call) : call;
};

const sendGuarded = (core: Core, method: string, params: unknown, options: unknown): Promise<unknown> =>
  guarded(core, method, async () => {
    // Before the options, so that `sendMessage(chat_id, text)` reports its first argument.
    const extracted = extractFiles(method, params);
    const settings = parseSettings(core, method, options);
    if (extracted.files.some(isUnread)) {
      // A stream can be read only once, so faults must be found before that.
      const validate = (): string => validateParams(core, method, extracted, settings.checkLimits);
      validate();
      await readFiles(method, extracted.files, validate, settings);
    }
    let json: string;
    let checked: object | undefined;
    return callWithRetry({ method, params: extracted.params, settings, core }, (params) => {
      // A retry sends the same text, unless the bytes of a file are gone since: the check says of which one.
      if (params !== checked || extracted.files.some(isGone)) json = validateParams(core, method, { ...extracted, params }, settings.checkLimits);
      checked = params;
      return attempt(core, method, json, extracted, settings);
    });
  });

/** Runs a task that needs the engine. Errors become errors of botwire without the token. */
async function guarded<Value>(core: Core, method: string, task: () => Value): Promise<Awaited<Value>> {
  try {
    const starting = start();
    if (starting) await starting;
    return await task();
  } catch (error) {
    throw cleaned(toBotwireError(method, error), core);
  }
}

/** Sends the checked parameters once. May throw synchronously. */
function attempt(core: Core, method: string, json: string, extracted: Extracted, settings: CallSettings): Promise<unknown> {
  const idle = idleLimit(extracted.files.length > 0 ? (settings.idleTimeoutMs ?? TIMEOUT_MS) : 0);
  const { url, init } = encodeRequest(method, core.methodUrl + method, json, extracted.files, settings, idle.onProgress);
  const timeoutMs = timeoutOf(method, extracted, settings);
  const exchange = async (signal: AbortSignal | undefined): Promise<unknown> => {
    const response = await send(settings.fetch ?? settings.transport?.fetch, url, init, signal);
    const text = await readResponse(method, response, settings.maxResponseBytes);
    return parseEnvelope(method, response, text);
  };
  return withTimeout({ method, timeoutMs, signal: settings.signal, idle: idle.ms > 0 ? idle : undefined }, exchange, "no response");
}

const CHECKS: Checks = { ...CALL_CHECKS, signal: SIGNAL };

function parseSettings({ settings }: Core, method: string, options: unknown): CallSettings {
  if (options === undefined) return settings;
  const checked = checkedOptions<CallOptions>(method, options, CHECKS);
  return { ...callSettings(method, checked, settings), isExact: checked.timeoutMs !== undefined, isGet: checked.httpMethod === "GET" };
}

/** Returns the time limit of one attempt in milliseconds, including the `timeout` of getUpdates. */
function timeoutOf(method: string, { params, files }: Extracted, { timeoutMs, isExact }: CallSettings): number {
  const limitMs = timeoutMs ?? (files.length > 0 ? 0 : TIMEOUT_MS);
  return limitMs > 0 && method === "getUpdates" && !isExact ? limitMs + (Number(params["timeout"]) || 0) * 1000 : limitMs;
}
