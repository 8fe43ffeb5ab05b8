// The user's side over HTTP, for curl: `POST /user/write` and `GET /user/messages`.

import type { Answer, Emulator } from "./service.js";
import type { EmulatorUser } from "./user.js";

/**
 * Answers a request to the control path; nothing if it is for the service.
 *
 * - `POST /user/write` with `{"text": "hello", "user": 2000001}`, or with just the text as the body.
 *   The result is the message. Without `user` the first user writes, and is created if need be.
 * - `GET /user/messages?user=2000001&after=3`: messages of the private chat after that one.
 */
export function control(emulator: Emulator, verb: string, target: string, body: Uint8Array): Answer | undefined {
  const { pathname, searchParams } = new URL(target, emulator.baseUrl);
  if (!pathname.startsWith("/user/")) return undefined;
  try {
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
      default:
        return failure(404, "Not Found: POST /user/write and GET /user/messages are what there is");
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
  return { status: 200, body: JSON.stringify({ ok: true, result }) };
}

function failure(error_code: number, description: string): Answer {
  return { status: error_code, body: JSON.stringify({ ok: false, error_code, description }) };
}
