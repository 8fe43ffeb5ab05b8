// Checks a delivery before anything else, in this order: POST, the secrets, JSON of limited size, an Update.
import { checkUpdate, type FaultTexts, MAX_UNITS } from "../engine/functions.js";
import { start } from "../engine/start.js";
import type { RequestLike } from "../platform.js";
import { type ParsedUpdate, NOT_JSON, type Rejection, parseUpdate } from "../updates/parse-update.js";
import type { Settings } from "./options.js";
import { decodePath } from "./path.js";

/** Returns the rejection of a request whose body is not even read. */
export const refused = ({ method, url, headers }: RequestLike, { path, secret }: Settings): Rejection | undefined => {
  if (method !== "POST") return [405, "method", "POST", "another method"];
  if (path !== undefined && !isSame(pathOf(url, headers.get("host")), path)) return [404, "url", "the secret path", "another path"];
  if (secret && !isSame(headers.get(secret.name) ?? "", secret.value)) return [401, secret.name, "the secret", "another value"];
  // The specification promises no content type, so a delivery without one is accepted.
  const type = headers.get("content-type");
  if (type && !isJsonType(type)) return [415, "content-type", "JSON", "another type"];
  const coding = headers.get("content-encoding");
  if (coding && !/^identity$/i.test(coding)) return [415, "content-encoding", "none", "one"];
  return undefined;
};

/** A pattern is only needed for other spellings: it takes a noticeable part of a cold start. */
const isJsonType = (type: string): boolean => type === "application/json" || /^\s*application\/json\s*(;[^,]*)?$/i.test(type);

/** Returns the update in a body, or its rejection. */
export const updateOf = (text: string, { table }: Settings): ParsedUpdate | Rejection | Promise<ParsedUpdate | Rejection> => {
  let update: unknown;
  try {
    update = JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
  const delivered = parseUpdate(update);
  return table && !("length" in delivered) ? fieldsChecked(text, delivered, table) : delivered;
};

async function fieldsChecked(text: string, delivered: ParsedUpdate, table: Uint8Array): Promise<ParsedUpdate | Rejection> {
  await start();
  if (text.length > MAX_UNITS) return [413, "body", `at most ${MAX_UNITS} characters`, `${text.length}`];
  let fault: FaultTexts | undefined;
  try {
    fault = checkUpdate(text, table);
  } catch {
    // The content of the delivery is unknown, so it may come again.
    return [500, "body", "an update that the engine can check", "one that it cannot"];
  }
  return fault ? [400, ...fault] : delivered;
}

/**
 * A URL's authority ends at one of these characters, and a Host header, which becomes part of a URL, contains none of them.
 * A pattern with the flag `i` takes a noticeable part of a cold start.
 */
const URL_PARTS = /^[Hh][Tt]{2}[Pp][Ss]?:\/\/[^/?#\\]*([^?#]*)/;
const NOT_IN_HOST = /[/?#\\]/;

/**
 * Returns the path of a request, decoded like that of the options, or an empty text if it is unknown. Servers pass on the
 * target and the Host unchanged, so both may contain the secret path outside of the path.
 */
const pathOf = (url: string, host: string | null): string => {
  const path = NOT_IN_HOST.test(host ?? "") ? undefined : URL_PARTS.exec(url)?.[1];
  return path === undefined ? "" : decodePath(path || "/");
};

/** Always compares the whole secret, so that the time reveals nothing about it. */
const isSame = (secretReceived: string, secret: string): boolean => {
  let difference = secretReceived.length ^ secret.length;
  // As long as the secret: a longer text is cut and a shorter one is filled, and neither can be equal.
  const filled = (secretReceived + secret).slice(0, secret.length);
  for (let index = 0; index < secret.length; index++) {
    difference |= secret.charCodeAt(index) ^ filled.charCodeAt(index);
  }
  return difference === 0;
};
