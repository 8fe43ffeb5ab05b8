// Advice about the outcome of a request.
import type { WireEntry } from "./entries.ts";

/** Advice for error codes of the service. */
export const CODES: Record<number, readonly string[]> = {
  401: ["The service does not know this token. Is it complete, and of this service?"],
  403: ["The bot may not do this: it was blocked or removed, or lacks a right in the chat."],
  404: ["Is the base URL right, without the part that begins with /bot? A wrong token is answered like this too."],
  409: ["Someone else receives the updates: a webhook is set, or another program polls with this token."],
};

/** Advice for status codes of a webhook. */
const STATUSES: Record<number, string> = {
  401: "The webhook refuses the request: it expects a secret that the delivery does not have.",
  403: "The webhook refuses the request: it expects a secret that the delivery does not have.",
  404: "Nothing answers at the path of this URL: compare it with the path that your bot serves.",
  405: "The webhook does not take POST at this path.",
  413: "The webhook accepts smaller bodies only.",
  415: "The webhook does not take application/json.",
};

/** A URL of this machine with TLS. */
const LOCAL = /^https:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/i;

const unknownMethod = (name: string): string =>
  `This version has no method ${name}. Start the emulator with --compat for methods of newer versions, or fix its answer with --answer ${name}=true.`;

/** The name of the method of a call, if this version does not have it. The emulator knows the bot, so token and base URL are right. */
export const unknownMethodOf = ({ direction, name, bot, response, fault }: WireEntry): string | undefined =>
  direction === "call" && bot !== undefined && fault === undefined && response?.status === 404 && /^\w+$/.test(name) ? name : undefined;

/** Returns advice about an entry that failed; undefined for others. */
export function adviceFor({ direction, name, bot, request, response, error, callError, fault }: WireEntry): string | undefined {
  if (fault !== undefined) return "This is the fault that you have set. The bot should cope with it.";
  if (direction === "delivery") {
    if (error !== undefined && /ssl|\btls\b|EPROTO|wrong version/i.test(error) && LOCAL.test(request.url)) {
      return "The bot on this machine answers without TLS: set the webhook to a URL that begins with http:// instead of https://.";
    }
    if (error !== undefined) return /ECONNREFUSED|refused/i.test(error) ? "Nothing listens at this address: is the bot running, on this port?" : "The update is delivered again later.";
    const status = response?.status ?? 200;
    if (callError !== undefined) return callError === 404 ? unknownMethod(`${(response?.body as { method?: string } | null)?.method ?? name}`) : CODES[callError]?.[0];
    if (status < 300) return undefined;
    return STATUSES[status] ?? (status < 400 ? "Redirects are not followed: set the webhook to the final URL." : "The bot failed: its own log says why. The update is delivered again later.");
  }
  const status = callError ?? response?.status ?? 200;
  // The emulator knows the bot of a call, so its token and the base URL are right.
  if (status === 404 && bot !== undefined) return unknownMethod(name);
  if (status === 429) return "Too many calls: wait for the seconds in retry_after before the next one.";
  return CODES[status]?.[0] ?? (status >= 500 ? "The service is in trouble. The call may or may not have been carried out." : undefined);
}
