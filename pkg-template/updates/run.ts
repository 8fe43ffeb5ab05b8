// One update from its claim to its end: the handler, the call that it returned, the claim. Webhook and polling run it.
import { keyOfToken } from "../options/bot-id.js";
import { type Lease, storeFor } from "./claims.js";
import { callToMake, sendPendingAnswer } from "./answer.js";
import { waitForKey } from "./lease.js";
import { isExpired, isLate, type OngoingUpdate } from "./ongoing.js";
import { newContext } from "./handler-context.js";
import { report, waitUntil } from "./report.js";
import { isNothing } from "./send-call.js";

/** The outcome of an update. */
export type Result<Value> =
  /** The handler ran, and `useCall` returned the value. */
  | { readonly status: "handled"; readonly value: Value }
  /** It was handled before. */
  | { readonly status: "repeated" }
  /** It was given up while it waited, and will come again. */
  | { readonly status: "expired" }
  /** An error was thrown; `returned` is the result of `onError`. */
  | { readonly status: "failed"; readonly returned: unknown };

/**
 * Runs the handler of an update once; never throws.
 *
 * @param useCall - Writes or sends the remaining call. Called with `undefined` if the handler left no call.
 * @param isResolved - Whether a failed update counts as handled because of what `onError` returned.
 */
export async function runUpdate<Value>(
  ongoing: OngoingUpdate,
  useCall: (call: unknown) => Value | Promise<Value>,
  isResolved: (returned: unknown) => boolean,
): Promise<Result<Value>> {
  const { settings, handle, update } = ongoing;
  let lease: Lease | undefined;
  let result: Result<Value>;
  ongoing.context = newContext(ongoing);
  try {
    const claimed = await claimUpdate(ongoing);
    if (claimed === "done") {
      ongoing.state = "ended";
      return { status: "repeated" };
    }
    lease = claimed;
    ongoing.state = "handling";
    const returned = await handle(update, ongoing.context as any);
    // A handler may have caught the error of a wait inside of it.
    if (isExpired(ongoing)) throw new Error();
    if (!isLate(ongoing)) ongoing.state = "answered";
    result = { status: "handled", value: await useCall(callToMake(ongoing, isNothing(returned) ? undefined : returned)) };
  } catch (error) {
    if (isExpired(ongoing)) result = { status: "expired" };
    else {
      if (!isLate(ongoing)) ongoing.state = "failing";
      result = { status: "failed", returned: await report(ongoing, error) };
      // The deadline may have passed meanwhile.
      if (!isLate(ongoing)) ongoing.state = "failed";
    }
  }
  const isHandled = result.status === "handled" || (result.status === "failed" && isResolved(result.returned));
  if (isHandled) sendPendingAnswer(ongoing);
  if (lease) {
    if (isHandled) waitUntil(ongoing, lease.settle(settings.claimSeconds));
    else await lease.release().catch((error) => report(ongoing, error));
  }
  if (!isExpired(ongoing) && !isLate(ongoing)) ongoing.state = "ended";
  return result;
}

async function claimUpdate(ongoing: OngoingUpdate): Promise<Lease | "done" | undefined> {
  const { source, settings: { store, core, leaseMs }, env, update: { update_id } } = ongoing;
  const claims = storeFor(source, store, env);
  return claims ? waitForKey(ongoing, claims, `${keyOfToken(core.token)}:update:${update_id}`, leaseMs) : undefined;
}
