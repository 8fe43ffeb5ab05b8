// The control path over HTTP, for curl and for tests in any language.

import type { ActionName, ActionParameters, UserFile } from "../core/act.js";
import { type Answer, envelope } from "../core/answer.js";
import { checkNumber } from "../core/check.js";
import { coreOf } from "../core/core.js";
import type { Served } from "./served.js";
import type { Emulator } from "../testing/emulator.js";
import type { Duration } from "../core/time.js";

/** The largest body, as for a call in JSON, see src/emulator/http/request.rs. With a file, the server's limit applies. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

const PATHS =
  "POST /user/write, GET /user/messages, GET /user/view, POST /user/act/<name>, GET /user/file/<id>, GET /user/bots, POST /user/retry, " +
  "POST /user/call, POST /user/skip, POST /user/webhook, GET /user/program, POST /user/restart, POST /user/advance, GET and POST /user/clock, GET /user/log, GET /user/scenario, GET /user/events, GET and POST /user/snapshot and POST /user/reset";

/**
 * Answers a request to the control path, or returns `undefined` for the service. Answers never contain a token.
 *
 * - `POST /user/write` with `{"text": "hello", "user": 2000001}`, or any other field of `Actions["write"]`, or with the text as
 *   the body and the numbers as the query. The result is the message. By default, the first user writes, who is created if
 *   necessary.
 * - `GET /user/messages?user=2000001&after=3`: messages after this one, in the private chat or in a `chat`.
 * - `POST /user/act/<name>` with a JSON object: an action, see `Actions`. By default, the first user does it. For an unknown
 *   name or field, the answer lists the known ones. A form (`multipart/form-data`) has the same fields, and a file in the field
 *   `file`: `curl -F file=@a.png -F caption=look <url>/user/act/send`.
 * - `POST /user/act/answer` with `{"method": "setMyCommands", "result": true}` fixes the result of a method; without `result`, the
 *   method works as before. `POST /user/act/answers` returns all fixed results.
 * - `POST /user/act/deliver` with `{"update": {"poll": {…}}}` and optionally `bot` sends an update of any kind. The result is
 *   its `update_id`.
 * - `POST /user/advance` with a duration such as `25h`, or milliseconds, as the body moves the clock forward; `next` moves it
 *   to the next event that is due.
 * - `GET /user/clock`: `now` and `next`, the next event that is due, in milliseconds since 1970, and whether it is `stopped`.
 * - `POST /user/clock` with `stop` or `start` as the body. Requests are answered while the clock is stopped.
 * - `GET /user/log?after=3`: calls and deliveries after this entry, see {@link TimedEntry}.
 * - `GET /user/scenario`: the conversation since the start, or since the last reset, as a `scenario`, and what it has `omitted`.
 * - `GET /user/events`: server-sent events; see {@link EmulatorEvent}. `after`, or the header `Last-Event-ID`, is a cursor.
 * - `GET /user/view?user=2000001&chat=-5&after=3`: a user's view of a chat, or of the private chat with a `bot`.
 * - `GET /user/file/<file_id>?bot=1000001`: the content of a file.
 * - `GET /user/bots`: the presence of the bots, see {@link BotPresence}.
 * - `POST /user/retry?bot=1000001`: sets the webhook again, which delivers waiting updates at once.
 * - `POST /user/call` with `{"method": "sendMessage", "parameters": {…}}` and optionally `bot` calls a method as the bot does. The
 *   result has the `status` and the `answer`, and the number of the `entry` of the log.
 * - `POST /user/skip?bot=1000001`: discards the update whose delivery fails, or else the first one that waits.
 * - `GET /user/program`: the program of the bot and its latest output, or `null` if the command did not start it.
 * - `POST /user/restart`: starts that program again. The result is false without a program.
 * - `POST /user/webhook?bot=1000001` with a URL as the body sets the webhook; an empty body deletes it.
 * - `GET /user/snapshot`: the state without tokens; `POST /user/snapshot` with it as the body loads it.
 * - `POST /user/reset`: restores the state at the start of the server. Bots keep their webhooks.
 */
export async function control(
  served: Served,
  verb: string,
  target: string,
  contentType: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<Answer | undefined> {
  if (!target.startsWith("/user/")) return undefined;
  const { emulator } = served;
  if (body.length > MAX_BODY_BYTES && !isForm(contentType) && !target.startsWith("/user/snapshot")) return failure(413, "Request Entity Too Large");
  try {
    const url = new URL(target, emulator.baseUrl);
    const bytes = await stateOrFile(served, verb, url, body);
    if (bytes !== undefined) return bytes;
    const result = await answer(served, verb, url, contentType, body);
    if (result === undefined) return failure(404, `Not Found: there are ${PATHS}`);
    const success = envelope(200, { ok: true, result });
    // The log, which may be long, contains no tokens.
    return url.pathname === "/user/log" ? success : withoutTokens(emulator, success);
  } catch (error) {
    return withoutTokens(emulator, failure(400, error instanceof Error ? error.message : String(error)));
  }
}

/** Removes the tokens of the bots from an envelope. A closed emulator knows none, and the answer says that it is closed. */
export function withoutTokens(emulator: Emulator, answer: Answer): Answer {
  try {
    return { ...answer, body: coreOf(emulator).jsonWithoutTokens(String(answer.body)) };
  } catch (error) {
    return failure(answer.status, error instanceof Error ? error.message : "unknown");
  }
}

/** Answers that are not envelopes. */
async function stateOrFile(served: Served, verb: string, url: URL, body: Uint8Array): Promise<Answer | undefined> {
  const { pathname } = url;
  if (verb === "GET" && pathname.startsWith("/user/file/")) {
    const { bot } = queryOf(url, ["bot"]);
    return served.file(decodeURIComponent(pathname.slice("/user/file/".length)), bot as number | undefined);
  }
  if (pathname !== "/user/snapshot" && pathname !== "/user/reset") return undefined;
  if (verb !== "POST" && !(verb === "GET" && pathname === "/user/snapshot")) return undefined;
  queryOf(url, []);
  if (verb === "GET") return served.snapshot();
  if (pathname === "/user/reset") await served.reset();
  else served.load(body);
  return envelope(200, { ok: true, result: true });
}

/** Returns the result, or `undefined` for an unknown path. */
async function answer(
  served: Served,
  verb: string,
  url: URL,
  contentType: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<unknown> {
  const { emulator } = served;
  const query = (names?: string[]): Record<string, unknown> => queryOf(url, names);
  if (verb === "POST" && url.pathname.startsWith("/user/act/")) {
    query([]);
    const name = url.pathname.slice("/user/act/".length);
    if (isForm(contentType)) return runAction(emulator, name, ...(await fieldsOf(contentType, bytes)));
    return runAction(emulator, name, parseObject(new TextDecoder().decode(bytes) || "{}"));
  }
  const body = new TextDecoder().decode(bytes);
  switch (`${verb} ${url.pathname}`) {
    case "POST /user/write": {
      const parameters = { ...query(), ...parseWrite(body) };
      return emulator.act("write", { ...parameters, user: findOrCreateUser(emulator, parameters.user) });
    }
    case "GET /user/messages":
      return emulator.act("messages", query() as ActionParameters<"messages">);
    case "GET /user/view":
      return served.view(query(["user", "bot", "chat", "after"]));
    case "GET /user/bots":
      query([]);
      return { bots: served.presence.bots(), waiting: coreOf(emulator).waiting() };
    case "POST /user/retry":
      return served.presence.retry((query(["bot"])["bot"] as number | undefined) ?? emulator.bot.id);
    case "POST /user/advance": {
      query([]);
      const duration = body.trim();
      await emulator.advance(duration === "next" ? untilNext(emulator) : /^[\d.]+$/.test(duration) ? Number(duration) : (duration as Duration));
      return true;
    }
    case "GET /user/clock":
      query([]);
      return clockOf(emulator);
    case "POST /user/clock":
      query([]);
      if (!/^(stop|start)$/.test(body.trim())) throw new Error("Bad Request: the body: expected stop or start");
      coreOf(emulator).stopClock(body.trim() === "stop");
      return clockOf(emulator);
    case "POST /user/webhook":
      return served.presence.point((query(["bot"])["bot"] as number | undefined) ?? emulator.bot.id, body.trim());
    case "GET /user/log":
      return served.log(query(["after"])["after"] as number | undefined);
    case "GET /user/scenario":
      query([]);
      return served.recording();
    case "POST /user/call":
      query([]);
      return served.call(parseObject(body));
    case "POST /user/skip":
      return served.presence.skip((query(["bot"])["bot"] as number | undefined) ?? emulator.bot.id);
    case "GET /user/program":
      query([]);
      return served.program === undefined ? null : { ...served.program.status, lines: served.program.lines };
    case "POST /user/restart":
      query([]);
      served.program?.restart();
      return served.program !== undefined;
    default:
      return undefined;
  }
}

/**
 * Returns the parameters of a query. Whole numbers become numbers. An action refuses unknown texts and names.
 *
 * @param names - The allowed names, if the query is for something other than an action.
 */
function queryOf({ pathname, searchParams }: URL, names?: readonly string[]): Record<string, unknown> {
  return Object.fromEntries([...searchParams].map(([name, value]) => {
    if (names?.includes(name) === false) {
      throw new Error(`Bad Request: ${pathname}: expected ${names.join(", ") || "nothing"} in the query, got ${name.slice(0, 40)}`);
    }
    const parsed = /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    return [name, names === undefined ? parsed : checkNumber(name, parsed)];
  }));
}

const isForm = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType);

/** Fields of actions with a file that are numbers. A form only has texts. */
const NUMBERS: ReadonlySet<string> = new Set([
  "user", "bot", "chat", "reply_to_message_id", "duration", "width", "height", "length", "latitude", "longitude", "live_period", "user_id",
]);

/** Returns the fields of a form, and the file in the field `file`. */
async function fieldsOf(contentType: string, body: Uint8Array<ArrayBuffer>): Promise<[fields: Record<string, unknown>, file: UserFile | undefined]> {
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData().catch(() => undefined);
  if (form === undefined) throw new Error("Bad Request: the body: expected multipart/form-data");
  const fields: Record<string, unknown> = {};
  let file: UserFile | undefined;
  for (const [name, value] of form) {
    if (typeof value !== "string") {
      if (name !== "file" || file !== undefined) throw new Error("Bad Request: the body: expected one file, in the field file");
      file = { data: await value.arrayBuffer(), name: value.name, type: value.type };
    } else {
      fields[name] = NUMBERS.has(name) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    }
  }
  return [fields, file];
}

/** Actions that a conversation begins with. The first user is created if necessary. */
const FIRST_ACTS: ReadonlySet<string> = new Set(["write", "send", "type"]);

function runAction(emulator: Emulator, encoded: string, parameters: Record<string, unknown>, file?: UserFile): unknown {
  const name = decodeURIComponent(encoded);
  if (name === "add_bot" && typeof parameters["token"] !== "string") {
    throw new Error("Bad Request: add_bot.token: expected a String, because responses never contain generated tokens");
  }
  if (FIRST_ACTS.has(name) && parameters["user"] === undefined) findOrCreateUser(emulator, undefined);
  const result: unknown = emulator.act(name as ActionName, parameters, file);
  // Short tokens are not removed from texts.
  const hide = (bot: object): object => ({ ...bot, token: "<token>" });
  if (name === "bots") return (result as object[]).map(hide);
  return name === "add_bot" ? hide(result as object) : result;
}

/** Returns the time, whether the clock is stopped, and the time of the next event that is due. */
function clockOf(emulator: Emulator): { now: number; stopped: boolean; next?: number } {
  const { clock, loop } = coreOf(emulator);
  return { now: clock.now(), stopped: clock.isStopped, ...(loop.next !== undefined && { next: loop.next }) };
}

/** Returns the milliseconds until the next event that is due. */
function untilNext(emulator: Emulator): number {
  const { now, next } = clockOf(emulator);
  if (next === undefined) throw new Error("Bad Request: nothing is due: no long poll is waiting and no delivery will be retried");
  return next - now;
}

/** Returns this user, or the first one, who is created if necessary. */
function findOrCreateUser(emulator: Emulator, id: unknown): number {
  const users = emulator.act("users");
  const user = id === undefined ? users[0] : users.find((known) => known.id === id);
  if (user !== undefined) return user.id;
  return emulator.user(id === undefined ? { first_name: "Alice", username: "alice" } : { id: checkNumber("user", id) }).id;
}

/** Parses a JSON object. The error does not show another value, which may contain a token. */
function parseObject(body: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {}
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error("Bad Request: the body: expected a JSON object");
}

/** Parses a JSON object. Any other text is the text to write. */
function parseWrite(body: string): { text: string; user?: unknown } {
  try {
    return parseObject(body) as { text: string };
  } catch {
    return { text: body };
  }
}

/** Creates the envelope of a refusal. */
export function failure(error_code: number, description: string): Answer {
  return envelope(error_code, { ok: false, error_code, description });
}
