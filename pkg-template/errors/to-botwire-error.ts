// Converts any thrown value to an error of botwire: the outermost catch of a call.
import { ValidationError } from "./errors.js";
import { hasBrand } from "./guards.js";
import { plainError } from "./plain-error.js";

/** Wraps an error that a callback of the caller threw, so that {@link toBotwireError} returns it unchanged. */
class ThrownByCallback {
  constructor(readonly error: unknown) {}
}

/** Calls a function of the caller, or one whose errors are clean. Its errors reject the call unchanged. */
export async function runCallback<Value>(callback: () => Value): Promise<Awaited<Value>> {
  try {
    return await callback();
  } catch (error) {
    throw new ThrownByCallback(error);
  }
}

/** Returns an error of botwire, or the unchanged error of a callback of the caller. */
export function toBotwireError(method: string, error: unknown): unknown {
  if (hasBrand(error)) return error;
  if (error instanceof ThrownByCallback) return error.error;
  const reason = plainError(error);
  return new ValidationError(method, "", "something that can be sent", `${reason?.message}`, reason);
}
