// What a delivery must be before anything is done with it, in this order: POST, the secrets, JSON of a fair size, an Update.
import { checkUpdate, start } from "../engine.js";
import type { RequestLike } from "../platform.js";
import { readBody } from "./body.js";
import type { Settings } from "./options.js";
import { type Delivered, type Refusal, shaped } from "./shape.js";

/** Lets an update through, or says how the request is refused. Nothing of the body is read before the secrets are right. */
export async function guard(request: RequestLike, settings: Settings): Promise<Delivered | Refusal> {
  const { path, secret, maxBodyBytes, deadlineMs } = settings;
  const { method, headers } = request;
  const header = (name: string): string => headers.get(name) ?? "";
  if (method !== "POST") return [405, "method", "POST", "another"];
  if (path !== undefined && !isSame(pathOf(request.url), path)) return [404, "url", "the secret path", "another"];
  if (secret && !isSame(header(secret.name), secret.value)) return [401, secret.name, "the secret", "another value"];
  // The specification promises no type, so none is as good as the right one.
  if (!/^(\s*application\/json\s*(;|$)|$)/i.test(header("content-type"))) return [415, "content-type", "JSON", "another"];
  if (!/^(identity)?$/i.test(header("content-encoding"))) return [415, "content-encoding", "none", "one"];
  const tooLarge: Refusal = [413, "body", `at most ${maxBodyBytes} bytes`, "more"];
  if (+header("content-length") > maxBodyBytes) return tooLarge;
  let text: string | 408 | 413;
  let delivered: Delivered | Refusal;
  try {
    text = await readBody(request, maxBodyBytes, deadlineMs);
    if (text === 413) return tooLarge;
    if (text === 408) return [408, "body", `all of it within ${deadlineMs} ms`, "less"];
    delivered = shaped(JSON.parse(text));
  } catch {
    return [400, "body", "JSON in UTF-8", "something else"];
  }
  if (!settings.everyField || "length" in delivered) return delivered;
  const starting = start();
  if (starting !== undefined) await starting;
  const fault = checkUpdate(text);
  if (fault === undefined) return delivered;
  const { path: where, expected, received } = JSON.parse(fault);
  return [400, where, expected, received];
}

/** The path of a URL, without the cost of a URL object. */
const pathOf = (url: string): string => /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] || "/";

/** Always goes over all of the secret, whatever is given, so that the time tells nothing of the secret. */
function isSame(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  // As long as the secret: what is too long is cut, what is too short is filled, and neither can be the same.
  const filled = (given + secret).slice(0, secret.length);
  for (let index = 0; index < secret.length; index++) {
    difference |= secret.charCodeAt(index) ^ filled.charCodeAt(index);
  }
  return difference === 0;
}
