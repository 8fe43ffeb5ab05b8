// The user's side over HTTP, for curl and for tests in any language.

import { type Answer, envelope } from "./answer.js";
import type { Emulator } from "./service.js";
import type { Duration } from "./time.js";
import type { EmulatorUser } from "./user.js";

const PATHS = "POST /user/write, GET /user/messages, POST /user/act/<name>, POST /user/advance and GET /user/log";

/**
 * Answers a request to the control path; nothing if it is for the service.
 *
 * - `POST /user/write` with `{"text": "hello", "user": 2000001}`, or with just the text as the body.
 *   The result is the message. Without `user` the first user writes, and is created if need be.
 * - `GET /user/messages?user=2000001&after=3`: messages of the private chat after that one.
 * - `POST /user/act/<name>` with a JSON object: whatever users do, see `Emulator.act()`.
 * - `POST /user/advance` with a duration such as `25h` as the body moves the clock ahead.
 * - `GET /user/log?after=3`: calls and deliveries after that entry.
 */
export async function control(
  emulator: Emulator,
  verb: string,
  target: string,
  body: Uint8Array,
): Promise<Answer | undefined> {
  if (!target.startsWith("/user/")) return undefined;
  const { pathname, searchParams } = new URL(target, emulator.baseUrl);
  try {
    if (verb === "POST" && pathname.startsWith("/user/act/")) {
      const given: unknown = JSON.parse(new TextDecoder().decode(body) || "{}");
      return success(emulator.act(pathname.slice("/user/act/".length), given as Record<string, unknown>));
    }
    switch (`${verb} ${pathname}`) {
      case "POST /user/write": {
        const { text, user } = written(new TextDecoder().decode(body));
        return success(who(emulator, user).write(text));
      }
      case "GET /user/messages": {
        const after = Number(searchParams.get("after") ?? 0);
        const user = searchParams.get("user");
        const messages = who(emulator, user === null ? undefined : Number(user)).messages();
        return success(messages.filter((message) => message.message_id > after));
      }
      case "POST /user/advance":
        await emulator.advance(new TextDecoder().decode(body).trim() as Duration);
        return success(true);
      case "GET /user/log":
        return success(emulator.log(Number(searchParams.get("after") ?? 0)));
      default:
        return failure(404, `Not Found: there are ${PATHS}`);
    }
  } catch (error) {
    return failure(400, error instanceof Error ? error.message : String(error));
  }
}

function who(emulator: Emulator, id: number | undefined): EmulatorUser {
  const user = id === undefined ? emulator.users[0] : emulator.users.find((known) => known.id === id);
  return user ?? emulator.user(id === undefined ? { first_name: "Alice", username: "alice" } : { id });
}

/** A JSON object, or any other text as what is written. */
function written(body: string): { text: string; user?: number } {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { text: body };
  }
  if (typeof value !== "object" || value === null) return { text: body };
  const { text, user } = value as { text?: unknown; user?: unknown };
  if (typeof text !== "string") throw new Error('Bad Request: expected {"text": "…"}');
  return typeof user === "number" ? { text, user } : { text };
}

function success(result: unknown): Answer {
  return envelope(200, { ok: true, result });
}

function failure(error_code: number, description: string): Answer {
  return envelope(error_code, { ok: false, error_code, description });
}
