// Validates the parameters in a form.
import { useEffect, useState } from "preact/hooks";
import { type Bot, init, validate, type ValidationError } from "botwire";
import type { Session } from "../session.ts";

/** All faults for which the bot would refuse the call. */
export async function faultsOf(bot: Bot, method: string, params: Record<string, unknown>): Promise<readonly ValidationError[]> {
  await init();
  return validate(method, params, { bot });
}

/** Validates the parameters `delayMs` after each change. The faults are undefined until the first result. */
export function useFaults(session: Session, method: string, params: Record<string, unknown>, delayMs = 0) {
  const [faults, setFaults] = useState<readonly ValidationError[]>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => void faultsOf(session.bot(), method, params).then((found) => isCurrent && setFaults(found)), delayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [params]);
  return [faults, setFaults] as const;
}

/** True if nothing was filled in. */
export const isMissing = ({ received }: ValidationError): boolean => received === "nothing";
