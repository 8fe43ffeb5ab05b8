// The path of a call: prepare, check, encode, send, read the envelope.
import { check, encodeForm, MAX_UNITS, start } from "./engine.js";
import { isApiError, isBotwireError, ValidationError, withoutToken } from "./errors.js";
import { exchange, withTimeout } from "./exchange.js";
import { envelopeText, readEnvelope } from "./envelope.js";
import { isLoopback } from "./loopback.js";
import { placeOf } from "./method-names.js";
import { collect, isRemote, type Upload } from "./files.js";
import { type Body, multipart } from "./multipart.js";
import type { FetchInit, FetchLike, SignalLike } from "./platform.js";
import { prefix, prepare, type Prepared } from "./prepare.js";
import type { Redact } from "./redact.js";
import { callBack, FromCallback, waitForNext } from "./retry.js";
import { type BotOptions, callSettings, reading, type Settings } from "./settings.js";

export type { CallOptions } from "./settings.js";

/** What a bot knows; only functions of this package see it. */
export interface Core {
  readonly baseUrl: string;
  /** `{base_url}/bot<token>/` */
  readonly methodUrl: string;
  /** `{base_url}/file/bot<token>/` */
  readonly fileUrl: string;
  readonly fetch: FetchLike | undefined;
  readonly followMigration: BotOptions["followMigration"];
  readonly settings: Settings;
  readonly redact: Redact;
}

/** Milliseconds that a call may take by default. */
export const TIMEOUT_MS = 60_000;

/** Calls a method. Whatever goes wrong rejects with an error of botwire. Not async itself: most calls need one promise only. */
export function call(core: Core, method: string, params: unknown, options?: unknown, read?: Settings): Promise<unknown> {
  try {
    const settings = read ?? settingsOf(core, method, options);
    const starting = start();
    if (starting !== undefined) return starting.then(() => call(core, method, params, options, settings));
    const prepared = prepare(method, params, false);
    const json = checked(core, method, prepared, settings.checkLimits);
    const isOneTry = settings.retries === 0 && !core.followMigration && !prepared.files.some(isRemote);
    return (isOneTry ? send : insist)(core, method, json, prepared, settings);
  } catch (error) {
    return Promise.reject(known(method, error, core.redact));
  }
}

const settingsOf = (core: Core, method: string, options: unknown): Settings =>
  options === undefined ? core.settings : reading(method, options, (given) => callSettings(method, given, core.settings, true));

/** Reads files whose bytes are not at hand, and tries as often as the settings say. */
async function insist(core: Core, method: string, json: string, prepared: Prepared, settings: Settings): Promise<unknown> {
  const { redact, followMigration } = core;
  const { signal, checkLimits } = settings;
  const { params } = prepared;
  try {
    if (prepared.files.some(isRemote)) json = await withFiles(core, method, prepared, checkLimits, signal);
    const started = Date.now();
    let isMoved = !followMigration;
    for (let count = 1; ; count++) {
      try {
        return await send(core, method, json, prepared, settings);
      } catch (error) {
        const from = params["chat_id"];
        const to = isApiError(error) ? error.parameters?.migrate_to_chat_id : undefined;
        if (isMoved || typeof to !== "number" || from === undefined) {
          await waitForNext(method, error, count, started, settings, redact);
          continue;
        }
        isMoved = true;
        params["chat_id"] = to;
        json = checked(core, method, prepared, checkLimits);
        if (typeof followMigration === "function") await callBack(() => followMigration(from as number, to, method));
        count--;
      }
    }
  } catch (error) {
    throw known(method, error, redact);
  }
}

/** The parameters as JSON text, if they are as the spec wants them; throws a ValidationError otherwise. */
export const checked = (function (core: Core, method: string, { params, files }: Prepared, limits: boolean): string {
  const json = JSON.stringify(params);
  if (json.length > MAX_UNITS) {
    throw new ValidationError(method, "", `JSON text of at most ${MAX_UNITS} characters`, `${json.length} characters`);
  }
  const fault = check(placeOf(method), json, prefix, files.map((file) => file.size), limits);
  if (fault === undefined) return json;
  const { path, expected, received } = JSON.parse(fault);
  if (path === "url" && method === "setWebhook" && isLoopback(core.baseUrl) && isLoopback(params["url"])) {
    // A service on this machine may deliver to it; the other parameters are checked.
    checked(core, method, { params: { ...params, url: "" }, files }, limits);
    return json;
  }
  const { redact } = core;
  throw new ValidationError(method, redact(path), redact(expected), redact(received));
});

/** The same, after the files were read whose bytes were not at hand: only then their sizes are known. */
export async function withFiles(core: Core, method: string, prepared: Prepared, limits: boolean, signal?: SignalLike): Promise<string> {
  await withTimeout(
    { method, redact: core.redact, timeoutMs: 0, signal },
    (stop) => Promise.all(prepared.files.filter(isRemote).map((file) => collect(file, stop))),
    "a file could not be read",
  );
  return checked(core, method, prepared, limits);
}

/**
 * Parameters and files in that encoding; files make it multipart.
 *
 * @internal
 */
export const bodyOf = (function (json: string, files: readonly Upload[], encoding: string | undefined, mayStream?: boolean): Body {
  if (files.length > 0 || encoding === "multipart") return multipart(json, files, mayStream);
  return encoding === "form"
    ? { body: encodeForm(json), headers: { "content-type": "application/x-www-form-urlencoded" } }
    : { body: json, headers: { "content-type": "application/json" } };
});

/** One try. */
function send(core: Core, method: string, json: string, { params, files }: Prepared, settings: Settings): Promise<unknown> {
  const { encoding, signal } = settings;
  let url = core.methodUrl + method;
  const hasFiles = files.length > 0;
  if (hasFiles && settings.isGet) throw new ValidationError(method, "httpMethod", '"POST", which a file needs', '"GET"');
  const request: FetchInit = { method: hasFiles ? "POST" : settings.httpMethod, redirect: "manual" };
  if (request.method === "GET" || (encoding === "query" && !hasFiles)) {
    const query = encodeForm(json);
    if (query) url += `?${query}`;
  } else if (encoding !== "multipart" || json !== "{}") {
    // Servers stumble over a multipart body without parts.
    const { body, headers, duplex } = bodyOf(json, files, encoding, core.fetch === undefined);
    request.headers = headers;
    request.body = body;
    if (duplex) request.duplex = duplex;
  }
  let { timeoutMs = hasFiles ? 0 : TIMEOUT_MS } = settings;
  if (timeoutMs > 0 && method === "getUpdates" && !settings.isExact) timeoutMs += (Number(params["timeout"]) || 0) * 1000;
  const { redact } = core;
  return exchange(core.fetch, url, request, { method, redact, timeoutMs, signal }, async (response) =>
    readEnvelope(method, response, await envelopeText(method, response, settings.maxResponseBytes), redact),
  );
}

/** An error of botwire, or what a callback of the caller threw. */
export function known(method: string, error: unknown, redact: Redact): unknown {
  if (isBotwireError(error)) return error;
  if (error instanceof FromCallback) return error.error;
  const reason = withoutToken(error, redact);
  return new ValidationError(method, "", "something that can be sent", `${reason?.message}`, reason);
}
