// An update that a webhook delivers: its handler's call goes into the response, unless the deadline has passed.
import { className } from "../errors/describe.js";
import { TimeoutError } from "../errors/errors.js";
import { isPromise, type PlatformResponse, type RequestLike } from "../platform.js";
import { LATE_SIGNAL_MS, PRE_CHECKOUT_MS, RESPONSE_MS } from "../policy.js";
import { withDeadline } from "../transport/deadline.js";
import { dispatch, giveToHost, report, sendCall } from "../updates/dispatch.js";
import { type Dispatch, type DispatchGiven, type Driver, elapsedMs, isLate, isPreCheckout, newDispatch } from "../updates/states.js";
import { inlineReply, type ReplyBody } from "./inline.js";
import { DELIVERY, rejected, type Settings } from "./options.js";

/** What is delivered. */
export type WebhookDispatch = Dispatch & { readonly given: Deliverable };

/** What a webhook gives to be dispatched. */
type Deliverable = DispatchGiven & { readonly settings: Settings; readonly request: RequestLike };

/**
 * An answer without a body, or with one.
 *
 * @internal
 */
export const responseOf = (body: ReplyBody["body"] | null, init?: ResponseInit): PlatformResponse => new Response(body, init) as PlatformResponse;

const replyWith = ({ body, headers }: ReplyBody): PlatformResponse => responseOf(body, { headers });

const DRIVER: Driver = {
  owner: DELIVERY,
  repeated(delivery) {
    if (!isLate(delivery)) reject(delivery as WebhookDispatch, 200, "an update that was not handled");
    return responseOf(null);
  },
  finish: (delivery, call) => answerWith(delivery as WebhookDispatch, call),
  failed: () => responseOf(null, { status: 500 }),
  // What a logger returns is no Response, nor is Response.prototype, which throws here.
  resolved: (returned) =>
    returned === "handled" ? responseOf(null)
    : className(returned) === "Response" && typeof (returned as Response).ok === "boolean" ? (returned as Response)
    : undefined,
  signal: (delivery) => controllerOf(delivery as WebhookDispatch).signal,
};

/** The response to a delivery; never throws. */
export function deliver(given: Deliverable): PlatformResponse | Promise<PlatformResponse> {
  const delivery = newDispatch(DRIVER, given) as WebhookDispatch;
  const working = dispatch(delivery) as Promise<PlatformResponse>;
  // Where nothing was waited for there is no deadline to keep.
  return delivery.state === "done" ? (delivery.outcome as PlatformResponse) : inTime(delivery, working);
}

/** The response to a delivery, or another one at the deadline. */
function inTime(delivery: WebhookDispatch, working: Promise<PlatformResponse>): Promise<PlatformResponse> {
  delivery.working = working;
  // A host may drop an unawaited promise when the client is gone.
  giveToHost(delivery, working);
  const { deadlineMs } = delivery.given.settings;
  const limitMs = isPreCheckout(delivery) ? Math.min(deadlineMs || Infinity, PRE_CHECKOUT_MS - RESPONSE_MS) : deadlineMs;
  return withDeadline(working, limitMs && Math.max(1, limitMs - elapsedMs(delivery)), () => atDeadline(delivery));
}

/** The response with the call that is left to make; if the client is gone, the call is sent. */
function answerWith(delivery: WebhookDispatch, call: unknown): PlatformResponse | Promise<PlatformResponse> {
  if (call === undefined) return responseOf(null);
  // The client can only have disconnected during an await.
  if (isLate(delivery) || (delivery.working && delivery.given.request.signal?.aborted)) return sendLate(delivery, call);
  const { settings } = delivery.given;
  const written = inlineReply(settings.core, call, settings.replyEncoding);
  if (!isPromise(written)) return replyWith(written);
  // The deadline may have passed while a file was read.
  return written.then((made) => (isLate(delivery) ? sendLate(delivery, made.call?.() ?? call) : replyWith(made)));
}

const sendLate = async (delivery: WebhookDispatch, call: unknown): Promise<PlatformResponse> => (await sendCall(delivery, call), responseOf(null));

/** The response at the deadline. */
function atDeadline(delivery: WebhookDispatch): PlatformResponse | Promise<PlatformResponse> {
  const { given: { settings }, state, outcome, answer, isAnswerSent } = delivery;
  delivery.state = "late";
  if (delivery.context) delivery.context.isLate = true;
  if (outcome) return outcome as PlatformResponse;
  // Another delivery of the update is in flight, and may yet fail.
  if (state === "claiming") {
    reject(delivery, 503, "an update that is not in flight");
    return responseOf(null, { status: 503 });
  }
  delivery.timer = setTimeout(() => controllerOf(delivery).abort(new TimeoutError(DELIVERY, LATE_SIGNAL_MS)), LATE_SIGNAL_MS);
  if (!answer || isAnswerSent) return responseOf(null);
  delivery.isAnswerSent = true;
  return (async () => replyWith(await inlineReply(settings.core, answer, settings.replyEncoding)))().catch(
    async (error) => (await report(delivery, error), responseOf(null)),
  );
}

function reject({ given: { settings, request, update: { update_id } } }: WebhookDispatch, status: number, expected: string): void {
  void rejected(settings, request, [status, "update_id", expected, `${update_id} again`]);
}

/** Of the signal: aborted with the request while nothing is answered, and some time after the deadline. */
function controllerOf(delivery: WebhookDispatch): AbortController {
  if (delivery.controller) return delivery.controller;
  const made = (delivery.controller = new AbortController());
  const { signal } = delivery.given.request;
  // Deno aborts the signal of an answered request too.
  const follow = (): void => void (isOpen(delivery) && made.abort(signal?.reason));
  signal?.aborted ? follow() : signal?.addEventListener("abort", follow);
  return made;
}

const isOpen = ({ state }: WebhookDispatch): boolean => state === "claiming" || state === "handling";
