// An update that a webhook delivers. The handler's call goes into the response, unless the deadline has passed.
import { className } from "../errors/describe.js";
import { hasBrand, isValidationError } from "../errors/guards.js";
import { TimeoutError } from "../errors/errors.js";
import type { PlatformResponse, RequestLike } from "../platform.js";
import { LATE_SIGNAL_MS, PRE_CHECKOUT_MS, RESPONSE_MS } from "../policy.js";
import { withDeadline } from "../transport/deadline.js";
import { isRepeatable } from "../transport/retry.js";
import { sendPendingAnswer } from "../updates/answer.js";
import type { UpdateHandler } from "../updates/context.js";
import { elapsedMs, type Host, isLate, isPreCheckout, type OngoingUpdate, ongoingUpdate } from "../updates/ongoing.js";
import { giveToHost, report } from "../updates/report.js";
import { type Result, runUpdate } from "../updates/run.js";
import { sendCall } from "../updates/send-call.js";
import type { ParsedUpdate } from "../updates/parse-update.js";
import { inlineReply, type ReplyBody } from "./inline.js";
import { DELIVERY, rejected, type Settings } from "./options.js";
import { type DeliverySignal, deliverySignal } from "./signal.js";

/** A request with an update. */
export interface Delivery extends ParsedUpdate {
  readonly settings: Settings;
  readonly handle: UpdateHandler<any>;
  readonly request: RequestLike;
  readonly env: unknown;
  readonly host: Host | undefined;
  readonly startedAt: number;
}

/**
 * An answer without a body, or with one.
 *
 * @internal
 */
export const responseOf = (body: ReplyBody["body"] | null, init?: ResponseInit): PlatformResponse => new Response(body, init) as PlatformResponse;

/** @internal */
export const statusOnly = (status: number): PlatformResponse => responseOf(null, { status });

const replyWith = ({ body, headers }: ReplyBody): PlatformResponse => responseOf(body, { headers });

/** Returns the response to a delivery. Never throws. */
export async function deliver(delivery: Delivery): Promise<PlatformResponse> {
  const { settings, request } = delivery;
  const signal = deliverySignal(request, settings.core.clock);
  const ongoing = ongoingUpdate({ ...delivery, source: DELIVERY, signal: signal.get, isGone: () => request.signal?.aborted === true });
  const working = runUpdate(ongoing, (call) => answerWith(ongoing, settings, call), (returned) => responseFrom(returned)?.ok === true)
    .then((result) => (signal.close(), responseTo(ongoing, settings, result)));
  ongoing.working = working;
  // A host may drop an unawaited promise when the client disconnects.
  giveToHost(ongoing, working);
  const { deadlineMs, core: { clock } } = settings;
  const limitMs = isPreCheckout(ongoing) ? Math.min(deadlineMs || Infinity, PRE_CHECKOUT_MS - RESPONSE_MS) : deadlineMs;
  const remainingMs = limitMs && Math.max(1, limitMs - elapsedMs(ongoing));
  return withDeadline(working, remainingMs, () => atDeadline(ongoing, settings, signal, working), clock);
}

function responseTo(ongoing: OngoingUpdate, settings: Settings, result: Result<PlatformResponse>): PlatformResponse {
  if (result.status === "handled") return result.value;
  if (result.status === "failed") return responseFrom(result.returned) ?? statusOnly(500);
  if (result.status === "expired") return statusOnly(503);
  reject(ongoing, settings, 200, "an update that was not handled");
  return statusOnly(200);
}

/** Returns the response that `onError` chose, or `undefined` for other values and for Response.prototype, which throws. */
function responseFrom(returned: unknown): PlatformResponse | undefined {
  try {
    if (returned === "handled") return statusOnly(200);
    return className(returned) === "Response" && typeof (returned as Response).ok === "boolean" ? (returned as PlatformResponse) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the response with the remaining call. Sends the call if nothing reads the response any more. */
async function answerWith(ongoing: OngoingUpdate, settings: Settings, call: unknown): Promise<PlatformResponse> {
  if (call === undefined) return statusOnly(200);
  const isUnread = (): boolean => isLate(ongoing) || ongoing.isGone();
  if (isUnread()) return await sendLate(ongoing, call);
  if (settings.returned === "call") return send(ongoing, call);
  let reply: ReplyBody | undefined;
  let sent = ongoing;
  const { core, replyEncoding } = settings;
  const sendReply = (): Promise<PlatformResponse> => sendLate(sent, reply!.call());
  const write = async (made: unknown): Promise<void> => {
    const next = await inlineReply(core, made, replyEncoding);
    // The response has room for one call. If middleware makes several, the others are sent.
    const sending = reply && sendReply();
    reply = next;
    await sending;
  };
  if (core.use[0] && typeof call === "object") {
    // If the call is sent after all, it does not pass the middleware again.
    sent = { ...ongoing, settings: { ...settings, core: { ...core, use: [] } } };
    await sendCall(ongoing, call, ({ method, params }) => write({ ...params, method }));
  } else await write(call);
  if (!reply) return statusOnly(200);
  // Middleware and files may have taken their time.
  return isUnread() ? sendReply() : replyWith(reply);
}

async function sendLate(ongoing: OngoingUpdate, call: unknown): Promise<PlatformResponse> {
  await sendCall(ongoing, call);
  return statusOnly(200);
}

/** Sends a returned call. The handler has done its work, so the update comes again only if that may fix the failure. */
async function send(ongoing: OngoingUpdate, call: unknown): Promise<PlatformResponse> {
  try {
    return await sendLate(ongoing, call);
  } catch (error) {
    const method = `${(call as { method?: unknown }).method}`;
    if (!hasBrand(error) || isValidationError(error) || isRepeatable(error, method)) throw error;
    return responseFrom(await report(ongoing, error)) ?? statusOnly(200);
  }
}

/** Returns the response at the deadline. */
function atDeadline(ongoing: OngoingUpdate, settings: Settings, signal: DeliverySignal, working: Promise<PlatformResponse>): PlatformResponse | Promise<PlatformResponse> {
  const { state, answer, isAnswerSent } = ongoing;
  if (state === "ended") return working;
  if (state === "failing" || state === "failed") return statusOnly(500);
  if (state === "waiting") {
    ongoing.expire?.();
    reject(ongoing, settings, 503, "an update that no other delivery is handling, or whose turn comes in time");
    return statusOnly(503);
  }
  ongoing.state = "late";
  signal.abortLater(new TimeoutError(DELIVERY, LATE_SIGNAL_MS), LATE_SIGNAL_MS);
  const isRetry = settings.atDeadline === "retry";
  const response = statusOnly(isRetry ? 503 : 200);
  if (!answer || isAnswerSent) return response;
  // The service reads no call in a 503, and middleware may take its time.
  if (isRetry || settings.core.use[0]) {
    sendPendingAnswer(ongoing);
    return response;
  }
  ongoing.isAnswerSent = true;
  return inlineReply(settings.core, answer, settings.replyEncoding).then(replyWith).catch(async (error) => (await report(ongoing, error), response));
}

function reject({ request, update: { update_id } }: OngoingUpdate, settings: Settings, status: number, expected: string): void {
  void rejected(settings, request!, [status, "update_id", expected, `${update_id} again`]);
}
