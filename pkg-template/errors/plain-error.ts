// Copies of foreign errors, which can be read without running the code of others.
import { LONGEST, printable } from "./printable.js";

/** The number of causes that are copied. */
const MAX_CAUSES = 4;

/** A copy of a thrown value with its message, name, code, stack and causes. They may contain the token until `cleaned` has seen them. */
export function plainError(thrown: unknown, depth = MAX_CAUSES): Error | undefined {
  if (thrown === undefined || depth === 0) return undefined;
  try {
    const { message = thrown, name, code, stack, cause } = Object(thrown) as Record<string, unknown>;
    const text = (value: unknown, lineEnd?: string): string => printable(String(value), lineEnd).slice(0, LONGEST);
    const shown = text(message);
    const copy: Error & { code?: string } = new Error(shown);
    if (typeof name === "string") copy.name = text(name);
    if (typeof code === "string") copy.code = text(code);
    copy.stack = typeof stack === "string" ? text(stack.replace(String(message), () => shown), "\n") : String(copy);
    const inner = plainError(cause, depth - 1);
    if (inner) copy.cause = inner;
    return copy;
  } catch {
    return new Error("something that cannot be read was thrown");
  }
}
