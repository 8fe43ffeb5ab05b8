// Converts any thrown value to an error of botwire: the outermost catch of a call.
import { ValidationError } from "./errors.js";
import { isBotwireError } from "./guards.js";
import { plainError } from "./plain-error.js";

/** Carries what a callback of the caller threw through {@link toBotwireError}, which hands it back as it is. */
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

/** An error of botwire, or what a callback of the caller threw. */
export function toBotwireError(method: string, error: unknown): unknown {
  if (isBotwireError(error)) return error;
  if (error instanceof ThrownByCallback) return error.error;
  const reason = plainError(error);
  return new ValidationError(method, "", "something that can be sent", `${reason?.message}`, reason);
}
