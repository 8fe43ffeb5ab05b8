// Validates the parameters in a form.
import { type Bot, init, validate, type ValidationError } from "botwire";

/** All faults for which the bot would refuse the call. */
export async function faultsOf(bot: Bot, method: string, params: Record<string, unknown>): Promise<readonly ValidationError[]> {
  await init();
  return validate(method, params, { bot });
}

/** True if nothing was filled in. */
export const isMissing = ({ received }: ValidationError): boolean => received === "nothing";
