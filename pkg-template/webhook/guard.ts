// What a webhook request must be before the handler runs, in this order: POST, the secret path, an Update.
import { checkUpdate, start } from "../engine.js";
import type { RequestLike } from "../platform.js";
import type { Update } from "../types.js";

/** An update, or the status and headers that refuse the request. */
export type Verdict = { readonly update: Update } | { readonly status: number; readonly headers?: Record<string, string> };

/**
 * Lets an update through, or says how the request is refused. Nothing is read of the body before the path is right.
 *
 * @param path - The secret path as it stands in URLs; undefined where any is right.
 * @param everyField - Whether each field of the update is checked, or only its shape.
 */
export async function guard(request: RequestLike, path: string | undefined, everyField: boolean): Promise<Verdict> {
  if (request.method !== "POST") return { status: 405, headers: { allow: "POST" } };
  if (path !== undefined && !isSame(pathOf(request.url), path)) return { status: 404 };
  let text: string;
  try {
    text = await request.text();
  } catch {
    return { status: 400 }; // the body broke off
  }
  const update = parse(text);
  if (update === undefined) return { status: 400 };
  if (everyField) {
    const starting = start();
    if (starting !== undefined) await starting;
    if (checkUpdate(text) !== undefined) return { status: 400 };
  }
  return { update };
}

/** The path of a URL, without the cost of a URL object. */
const pathOf = (url: string): string => /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] || "/";

/** In a time that depends on the secret's length alone. */
function isSame(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let index = 0; index < secret.length; index++) {
    difference |= secret.charCodeAt(index) ^ given.charCodeAt(index);
  }
  return difference === 0;
}

/** What a handler relies on: an object with an identifier, and objects in the fields that tell the kind. */
function parse(text: string): Update | undefined {
  let update: any;
  try {
    update = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(update) || !Number.isSafeInteger(update["update_id"])) return undefined;
  return KINDS.every((kind) => update[kind] === undefined || isObject(update[kind])) ? (update as unknown as Update) : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const KINDS = [
  "message",
  "edited_message",
  "channel_post",
  "edited_channel_post",
  "inline_query",
  "chosen_inline_result",
  "callback_query",
  "shipping_query",
  "pre_checkout_query",
] as const;
