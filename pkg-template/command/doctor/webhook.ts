// Checks of what the service says about the webhook.

import type { WebhookInfo } from "../../entries/node.js";
import { kindsOfHandler } from "../handler-kinds.js";
import { withoutPath } from "../settings.js";
import type { Examined, Finding } from "./finding.js";

/** Seconds within which an error of a delivery counts as recent. */
const RECENT_SECONDS = 3600;
/** The fewest characters of a secret path. */
const MIN_PATH = 20;

/** Meanings of `last_error_message`. The first pattern that matches counts. */
const MEANINGS: readonly [pattern: RegExp, meaning: string][] = [
  [/\b40[14]\b/, "the bot does not know this path or secret header: HOOK_PATH of the running bot differs from the registered one"],
  [/\b405\b/, "another program answers at this URL, or a redirect has changed POST to GET"],
  [/\b30[12378]\b/, "the URL redirects, which the service does not follow: register the last URL"],
  [/\b(400|408|411|413|415)\b/, "the request did not arrive whole: look at the limits of the proxy in front of the bot"],
  [/\b429\b/, "a proxy or the host limits requests: raise its limit, or lower max_connections"],
  [/\b500\b/, "the handler failed: look at the log of the bot, or at onError"],
  [/\b503\b/, "the bot was not ready in time, or its store failed: look at the log of the bot"],
  [/\b(502|504|52\d|530)\b/, "the proxy or the host cannot reach the bot: it is stopped, or too slow"],
  [/certificate|ssl|tls/i, "the service does not accept the certificate: see the check of it"],
  [/resolve|ENOTFOUND|getaddrinfo|name or service/i, "the host name of the URL does not exist"],
  [/refused|ECONNREFUSED|reset|ECONNRESET|unreachable|fetch failed|cannot reach/i, "nothing answers at the URL: the bot is stopped, or a firewall is in the way"],
  [/timed? ?out|timeout/i, "the bot does not answer in time: see deadlineMs"],
];

/** Checks whether the bot has a webhook or polls, as its settings say. */
export function checkMode({ hookPath, shown }: Examined, { url }: WebhookInfo): Finding {
  const check = "updates";
  if (url === "") {
    if (hookPath === undefined) return { check, status: "ok", message: "no webhook is registered: the bot receives updates by polling", data: { mode: "polling" } };
    return { check, status: "fault", message: "no webhook is registered, but HOOK_PATH is set: run botwire webhook set <url>", data: { mode: "polling" } };
  }
  const data = { mode: "webhook" };
  const place = shown(withoutPath(url, hookPath));
  if (hookPath === undefined) return { check, status: "ok", message: `the webhook is ${place}; a bot that polls would get 409`, data };
  if (URL.canParse(url) && new URL(url).pathname.endsWith(hookPath)) return { check, status: "ok", message: `the webhook is ${place}`, data };
  return { check, status: "fault", message: `the webhook is ${place}, which does not end with HOOK_PATH: run botwire webhook set`, data };
}

/** Explains the last error of a delivery. */
export function checkLastError({ shown }: Examined, info: WebhookInfo, now = Date.now()): Finding {
  const check = "last error";
  const { last_error_message, last_error_date, pending_update_count } = info;
  if (last_error_message === undefined) return { check, status: "ok", message: "none" };
  const age = last_error_date === undefined ? 0 : Math.max(0, Math.round(now / 1000 - last_error_date));
  const meaning = MEANINGS.find(([pattern]) => pattern.test(last_error_message))?.[1];
  const message = `${shown(last_error_message)}, ${age} s ago${meaning === undefined ? "" : `: ${meaning}`}`;
  const status = pending_update_count > 0 ? "fault" : age < RECENT_SECONDS ? "warning" : "ok";
  return { check, status, message, data: { age_seconds: age } };
}

/** Checks how many updates wait. */
export function checkWaiting({ limits }: Examined, { pending_update_count: count, url }: WebhookInfo): Finding {
  const data = { pending_update_count: count };
  const [check, message] = ["waiting updates", String(count)];
  if (count <= limits.maxPending) return { check, status: "ok", message, data };
  const advice = url === "" ? "the bot does not poll, or is too slow" : "the bot fails, or is too slow";
  return { check, status: "fault", message: `${message}, more than ${limits.maxPending}: ${advice}`, data };
}

/** Compares the kinds that the service sends with those of the handler. A list that was set once stays until another one is sent. */
export async function checkKinds({ shown }: Examined, { allowed_updates }: WebhookInfo, file: string | undefined): Promise<Finding> {
  const check = "allowed_updates";
  const sent = allowed_updates ?? [];
  const list = sent.length === 0 ? "all kinds" : shown(sent.join(", "));
  if (file === undefined) {
    return { check, status: "skipped", message: `the service sends ${list}; --handler <file> compares that with your handler`, data: { allowed_updates: sent } };
  }
  const kinds = await kindsOfHandler(file);
  const missing = sent.length === 0 ? [] : kinds.filter((kind) => !(sent as readonly string[]).includes(kind));
  const data = { allowed_updates: sent, missing };
  if (missing.length > 0) return { check, status: "fault", message: `the service does not send ${missing.join(", ")}, only ${list}: run botwire webhook set --handler ${file}, or pass allowed_updates to poll`, data };
  return { check, status: "ok", message: `the service sends ${list}, the handler handles ${kinds.join(", ")}`, data };
}

/** Checks the secret path of the settings, or else that of the webhook. */
export function checkPath({ hookPath, token }: Examined, url: string): Finding {
  const check = "secret path";
  const path = hookPath ?? (URL.canParse(url) ? new URL(url).pathname : undefined);
  if (path === undefined) return { check, status: "skipped", message: "a bot that polls has none" };
  const secret = token.slice(token.indexOf(":") + 1);
  const decoded = decodedPath(path).toLowerCase();
  if ([path.toLowerCase(), decoded].some((text) => text.includes(secret.toLowerCase()))) return { check, status: "fault", message: "it contains the token, which proxies and logs then show: use random characters" };
  if (decoded.includes("random-letters")) return { check, status: "fault", message: "it is that of the examples, which everybody knows: use random characters" };
  const length = Math.max(...decoded.split("/").map((part) => [...part].length));
  if (length < MIN_PATH) return { check, status: "warning", message: `its longest part has ${length} characters: use ${MIN_PATH} random ones or more`, data: { length } };
  return { check, status: "ok", message: `its longest part has ${length} characters`, data: { length } };
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
