// Copies of foreign errors, without the token of the bot.
import { isBotwireError } from "./guards.js";
import { LONGEST, printable } from "./printable.js";

/** Replaces the token in a text. */
export type Redact = (text: string) => string;

/** How many causes of causes are copied. */
const MAX_CAUSES = 4;

/** A copy of a thrown value without the token: platforms put the URL, which holds it, into messages, stacks and properties. */
export function withoutToken(thrown: unknown, redact: Redact, depth = MAX_CAUSES): Error | undefined {
  if (thrown === undefined || depth === 0) return undefined;
  try {
    const { message = thrown, name, code, stack, cause } = Object(thrown) as Record<string, unknown>;
    const text = (value: unknown, lineEnd?: string): string => printable(redact(String(value)), lineEnd).slice(0, LONGEST);
    const shown = text(message);
    const copy: Error & { code?: string } = new Error(shown);
    if (typeof name === "string") copy.name = text(name);
    if (typeof code === "string") copy.code = text(code);
    // The message by itself: a token that is cut off at its end is not at the end of the stack.
    copy.stack = typeof stack === "string" ? text(stack.replace(String(message), () => shown), "\n") : String(copy);
    const inner = withoutToken(cause, redact, depth - 1);
    if (inner) copy.cause = inner;
    return copy;
  } catch {
    return new Error("something that cannot be read was thrown");
  }
}

/** Writes an error to the console, where a program has no `onError`. Those of this package have no token in them. */
export const logError = (error: unknown, redact: Redact): void =>
  console.error(isBotwireError(error) ? error : withoutToken(error, redact));
