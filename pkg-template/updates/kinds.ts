// The kinds of updates that a handler is for, compared with those that the service sends.

/** The key of a handler's kinds. Shared by all copies of the package. */
const KINDS = Symbol.for("botwire.kinds");

/** Remembers the kinds of a handler. `undefined` means all, or not known. */
export function withKinds<Handler extends object>(handler: Handler, kinds: readonly string[] | undefined): Handler {
  return kinds ? Object.defineProperty(handler, KINDS, { value: kinds }) : handler;
}

export function kindsOf(handler: object): readonly string[] | undefined {
  try {
    return (handler as { [KINDS]?: readonly string[] })[KINDS];
  } catch {
    return undefined; // a Proxy that throws
  }
}

/** Returns the kinds of a handler that are not in a list of `allowed_updates`. No list, and an empty one, mean all kinds. */
export const missingKinds = (handler: object, allowed: unknown): string[] =>
  Array.isArray(allowed) && allowed.length > 0 ? (kindsOf(handler) ?? []).filter((kind) => !allowed.includes(kind)) : [];
