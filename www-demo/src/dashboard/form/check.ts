// What is wrong with what stands in a form.
import { type Bot, init, validate, type ValidationError } from "botwire";

/** All faults for which the bot would refuse the call. */
export async function faultsOf(bot: Bot, method: string, params: Record<string, unknown>): Promise<readonly ValidationError[]> {
  await init();
  return validate(method, params, { bot });
}

/** Whether nothing was filled in there. */
export const isMissing = ({ received }: ValidationError): boolean => received === "nothing";
