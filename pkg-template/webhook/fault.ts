// Faults of the program itself that a delivery shows before there is an update: a body that middleware has read, a failed engine.
import { ValidationError } from "../errors/errors.js";
import { cleaned, logError } from "../errors/cleaned.js";
import type { Rejection } from "../updates/shape.js";
import { DELIVERY, type Settings } from "./options.js";

/** Whether a rejection is the program's own fault, and not the sender's. */
export const isFault = ([status]: Rejection): boolean => status === 500;

/** Reports a fault to `onError`, with a context without a bot and an update. Returns what `onError` returns. */
export async function reportFault({ onError, core }: Settings, [, ...fault]: Rejection, context: object): Promise<unknown> {
  try {
    const [path, expected, received] = fault;
    return await onError(cleaned(new ValidationError(DELIVERY, path, expected, received), core), context);
  } catch (thrown) {
    logError(thrown, core);
    return undefined;
  }
}
