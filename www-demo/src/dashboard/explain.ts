// Explains errors to the visitor, with advice.
import { Bot, isAbortedError, isApiError, isHttpError, isNetworkError, isTimeoutError, isValidationError } from "botwire";
import { CODES } from "../wire/advice.ts";
import { reaches } from "../wire/line.ts";

/** An error as shown to the visitor. */
export interface Explained {
  readonly title: string;
  readonly text: string;
  /** Suggestions, one line each. */
  readonly advice: readonly string[];
  /** Seconds that the service asks to wait. */
  readonly retryAfter?: number;
  /** The supergroup that the group became. */
  readonly migratedTo?: number;
  /** The whole error. */
  readonly whole: Record<string, unknown>;
}

/** Explains an error without further checks. */
export function explain(error: unknown): Explained {
  const whole = wholeOf(error);
  if (isApiError(error)) {
    const { retry_after: retryAfter, migrate_to_chat_id: migratedTo } = error.parameters ?? {};
    const advice = [...(CODES[error.error_code] ?? [])];
    if (error.error_code >= 500) advice.push("The service is in trouble. The call may or may not have been carried out.");
    return {
      title: `${error.error_code}: the service refused`, text: error.description, advice, whole,
      ...(retryAfter !== undefined && { retryAfter }), ...(migratedTo !== undefined && { migratedTo }),
    };
  }
  if (isValidationError(error)) {
    const at = error.path ? `${error.path}: ` : "";
    return { title: "Not sent", text: `${at}expected ${error.expected}, got ${error.received}`, advice: [], whole };
  }
  if (isHttpError(error)) {
    const what = error.status === 0 ? "a redirect, which is not followed as the URL holds the token" : `HTTP ${error.status}`;
    return {
      title: "Something else answered", text: `Not the service, but ${what}.${error.excerpt ? ` It says: ${error.excerpt}` : ""}`, whole,
      advice: ["Is the base URL that of the service itself, and not of a page or a proxy?"],
    };
  }
  if (isTimeoutError(error)) {
    return { title: "No answer in time", text: `Nothing came within ${error.timeoutMs / 1000} s.`, advice: ["The call may still have been carried out."], whole };
  }
  if (isAbortedError(error)) return { title: "Canceled", text: "You canceled the call. The part that was already sent may have arrived.", advice: [], whole };
  if (isNetworkError(error)) return { title: "No answer came", text: "The connection failed or broke.", advice: [], whole };
  return { title: "Something went wrong", text: error instanceof Error ? error.message : String(error), advice: [], whole };
}

/** Finds out why no response came. Browsers hide the reason from pages. */
export async function diagnose(error: unknown, baseUrl: string): Promise<Explained> {
  const { whole } = explain(error);
  if (!navigator.onLine && !isLoopback(baseUrl)) {
    return { title: "You are offline", text: "This device has no connection.", advice: ["This page still works: try the emulator."], whole };
  }
  if (location.protocol === "https:" && baseUrl.startsWith("http:") && !isLoopback(baseUrl)) {
    return {
      title: "Browsers forbid this", text: "This page was loaded by HTTPS. Such pages may not call a service without TLS.",
      advice: ["Use the https:// address of the service, or open this page from your own machine: cargo xtask demo --web."], whole,
    };
  }
  if (await reaches(`${baseUrl}/`)) {
    return {
      title: "The service does not let web pages in (CORS)",
      text: `Something answers at ${baseUrl}, but its answers lack the header Access-Control-Allow-Origin, so the browser keeps them from this page. The token is not the reason.`,
      advice: [
        ...(isLoopback(baseUrl) ? [`If it is the emulator of botwire, start it with this page allowed: npx botwire emulator --cors ${location.origin}`] : []),
        `If the service is yours, let it answer with “Access-Control-Allow-Origin: ${location.origin}” or “*”.`,
        "If not, put a small proxy of your own in front of it that adds the header, and use its address as the base URL.",
        "Bots in servers and workers are not affected: CORS binds only pages.",
        "If it worked a moment ago, the connection broke instead: try again.",
      ],
      whole,
    };
  }
  return {
    title: "Nothing answers there", text: `No connection to ${baseUrl}: no such host, nothing listens, or it broke off.`,
    advice: ["Is the address spelt right, with its port?", "Is the service running, and can this device reach it?"], whole,
  };
}

/** True if the URL is on this machine: `Bot` accepts plain HTTP for loopback addresses only. */
function isLoopback(url: string): boolean {
  try {
    return new Bot({ baseUrl: url.replace(/^https:/i, "http:"), token: "none" }) !== undefined;
  } catch {
    return false;
  }
}

const wholeOf = (error: unknown): Record<string, unknown> =>
  typeof error === "object" && error !== null && "toJSON" in error && typeof error.toJSON === "function"
    ? (error.toJSON() as Record<string, unknown>)
    : { message: String(error) };
