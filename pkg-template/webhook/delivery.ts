// One delivery: the claim, the handler, its answer, what is left to do after the deadline.
import { call } from "../call.js";
import { className, describe } from "../errors/describe.js";
import { TimeoutError, ValidationError } from "../errors/errors.js";
import { METHOD_NAMES } from "../methods.js";
import type { Core } from "../options/bot-options.js";
import { isPromise, type PlatformResponse, type RequestLike } from "../platform.js";
import { LATE_RETRIES, LATE_RETRY_MS, LATE_SIGNAL_MS, PRE_CHECKOUT_MS, RESPONSE_MS } from "../policy.js";
import { parseMethodName } from "../request/method-names.js";
import type { ClaimStore } from "../stores/claims.js";
import { withDeadline } from "../transport/deadline.js";
import type { Update } from "../types.js";
import { CONTEXT, type UpdateHandler, type WebhookContext } from "./context.js";
import { inlineReply, type Reply } from "./inline.js";
import { OWNER, rejected, type Settings } from "./options.js";
import type { Delivered } from "./shape.js";

/** What a host gives beside the request. */
export interface Host {
  waitUntil?(promise: Promise<unknown>): void;
}

/** What came, who is to deal with it, and how far that is. */
export interface Delivery {
  readonly core: Core;
  readonly settings: Settings;
  readonly handle: UpdateHandler<any>;
  readonly delivered: Delivered;
  readonly request: RequestLike;
  readonly env: unknown;
  readonly host: Host | undefined;
  /** When it came, in milliseconds. */
  readonly since: number;
  /** The work, if it was not over at once. */
  waiting: Promise<unknown> | undefined;
  /** Whether the deadline has passed. */
  isLate: boolean;
  /** Whether no other delivery has the update in hand. */
  isMine: boolean;
  /** Whether the handler is over. */
  isAnswered: boolean;
  /** Whether nothing is left to do. */
  isOver: boolean;
  /** The call that answers the query of the update, and whether it is on its way. */
  answered: object | undefined;
  isSent: boolean;
  /** The answer of a handler that is over, while the claim or `onError` may take their time. */
  outcome: PlatformResponse | undefined;
  /** What the handler is given. */
  context: { isLate: boolean } | undefined;
  /** @internal */
  controller: AbortController | undefined;
  /** @internal */
  timer: ReturnType<typeof setTimeout> | undefined;
}

const PRE_CHECKOUT = "pre_checkout_query";

/**
 * An answer without a body, or with one.
 *
 * @internal
 */
export const respond = ((body: Reply["body"] | null, init?: ResponseInit): PlatformResponse =>
  new Response(body, init) as PlatformResponse);

/** A class, since an engine makes a new hidden class, and keeps it, for each object that has getters of its own. */
class Context {
  readonly bot: unknown;
  readonly update: Update;
  readonly updateKind: string | undefined;
  readonly request: unknown;
  readonly env: unknown;
  readonly waitUntil: (promise: unknown) => void;
  readonly answer: (params?: object) => any;
  readonly with = extended;
  isLate: boolean;
  /** In copies too, so that they find what is not copied. */
  readonly [CONTEXT] = this;
  readonly #delivery: Delivery;

  constructor(delivery: Delivery) {
    this.bot = delivery.settings.bot;
    this.update = delivery.delivered.update;
    this.updateKind = delivery.delivered.kind;
    this.request = delivery.request;
    this.env = delivery.env;
    this.isLate = delivery.isLate;
    // V8 allocates a function that is assigned to a property where only a full collection looks, and with it all it holds.
    const keepUntil = (promise: unknown): void => keep(delivery, promise);
    const answerOnce = (params?: object): any => answer(delivery, params);
    this.waitUntil = keepUntil;
    this.answer = answerOnce;
    this.#delivery = delivery;
    Object.defineProperty(this, "signal", Context.#signal);
  }

  /** Made when it is asked for. A property of the object itself, so that copies have it, and the same for all of them. */
  static readonly #signal: PropertyDescriptor & ThisType<Context> = {
    enumerable: true,
    configurable: true,
    get() {
      return signalOf(this[CONTEXT].#delivery);
    },
  };

  get work(): Promise<unknown> | undefined {
    return this.#delivery.waiting;
  }
}

function extended(this: Context, extra: object): object {
  const context = this[CONTEXT];
  const isLate = { enumerable: true, configurable: true, get: () => context.isLate };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(this), isLate, ...Object.getOwnPropertyDescriptors(extra) });
}

const contextOf = (delivery: Delivery): WebhookContext<any> => (delivery.context ??= new Context(delivery)) as never;
/** Whether there is nothing to do: nothing was returned, or what a call gave, which no method is called with. */
const isNothing = (returned: any): boolean =>
  returned === undefined || returned === null || returned === true ||
  (returned.method === undefined && /^(Object|Array)$/.test(className(returned)) && !Object.keys(returned).some((name) => CALLED_WITH.test(name)));

/** Parameters that no result has: a call with them lacks its method. */
const CALLED_WITH = /^chat_id$|query_id$/;

const elapsedMs = ({ since }: Delivery): number => Date.now() - since;
const isPreCheckout = (({ delivered: { kind } }: Delivery): boolean => kind === PRE_CHECKOUT);

/** The answer to a delivery; never a throw. */
export const deliver = ((delivery: Delivery): PlatformResponse | Promise<PlatformResponse> => {
  const working = work(delivery);
  // Where nothing was waited for there is no deadline to keep.
  if (delivery.isOver) return delivery.outcome!;
  const { settings: { deadlineMs } } = delivery;
  const limitMs = isPreCheckout(delivery) ? Math.min(deadlineMs || Infinity, PRE_CHECKOUT_MS - RESPONSE_MS) : deadlineMs;
  return withDeadline(working, limitMs && Math.max(1, limitMs - elapsedMs(delivery)), () => late(delivery), () => {
    delivery.waiting = working;
    // A host may drop what nobody waits for when the client is gone.
    giveToHost(delivery, working);
  });
});

/** Nothing is awaited that is there: each await costs, and most deliveries need none. */
const work = (async function (delivery: Delivery): Promise<PlatformResponse> {
  const { settings, handle, delivered: { update } } = delivery;
  const id = update.update_id;
  let isDone = false;
  let store: ClaimStore | false = false;
  try {
    store = typeof settings.store === "function" ? settings.store(delivery.env) : settings.store;
    const claimed = store === false || store.claim(id, settings.claimSeconds);
    const isFree = isPromise(claimed) ? await claimed : claimed;
    // Nothing, for instance, would pass for an update that was handled, and lose it.
    if (typeof isFree !== "boolean") throw new ValidationError(OWNER, "store.claim", "true or false", describe(isFree));
    if (!isFree) {
      if (!delivery.isLate) rejected(settings, delivery.request, [200, "update_id", "an update that was not handled", `${id} again`]);
      return respond(null);
    }
    delivery.isMine = true;
    // Otherwise it was answered 503, so it comes again.
    if (!delivery.isLate) {
      const returned = handle(update, contextOf(delivery));
      const finished = finish(delivery, isPromise(returned) ? await returned : returned);
      delivery.outcome = isPromise(finished) ? await finished : finished;
      isDone = true;
    }
  } catch (error) {
    delivery.outcome = respond(null, { status: 500 });
    delivery.outcome = (await report(delivery, error)) ?? delivery.outcome;
    // Whoever answers that all is well has dealt with it.
    isDone = !delivery.isLate && delivery.outcome.ok;
  }
  if (isDone) sendPendingAnswer(delivery);
  if (delivery.timer !== undefined) clearTimeout(delivery.timer);
  delivery.isAnswered = true;
  try {
    if (store && delivery.isMine) {
      if (!isDone) await store.release(id);
      else {
        const settled = store.settle?.(id, settings.claimSeconds);
        if (settled) keep(delivery, settled);
      }
    }
  } catch (error) {
    await report(delivery, error);
  }
  delivery.isOver = true;
  return (delivery.outcome ??= respond(null, { status: 500 }));
});

/** Turns what the handler returned into the answer, or into a call if the answer is gone. */
const finish = ((delivery: Delivery, returned: unknown): PlatformResponse | Promise<PlatformResponse> => {
  delivery.isAnswered = true;
  const { answered, isSent, isLate } = delivery;
  // Also a copy with more in it.
  const isAnswer = answered && (returned as any)?.method === (answered as any).method;
  let result = isNothing(returned) || (isAnswer && isSent) ? undefined : returned;
  if (answered && !isSent && (isAnswer || result === undefined)) {
    delivery.isSent = true;
    result ??= answered;
  }
  if (result === undefined) return respond(null);
  // Nobody can have gone while nothing was waited for.
  if (isLate || (delivery.waiting && delivery.request.signal?.aborted)) return send(delivery, result);
  const written = inlineReply(delivery.core, result, delivery.settings.replyEncoding);
  if (!isPromise(written)) return write(written);
  // The deadline may have passed while a file was read.
  return written.then((made) => (delivery.isLate ? send(delivery, made.call?.() ?? result) : write(made)));
});

/** Makes an ordinary call of an answer that is not in the response. An update that comes again is answered then. */
function sendPendingAnswer(delivery: Delivery): void {
  const { answered, isSent } = delivery;
  if (!answered || isSent) return;
  delivery.isSent = true;
  keep(delivery, send(delivery, answered));
}

const write = (({ body, headers }: Reply): PlatformResponse => respond(body, { headers }));

/** Makes an ordinary call of what is too late for the answer. */
async function send(delivery: Delivery, result: unknown): Promise<PlatformResponse> {
  const { core } = delivery;
  const { method, ...params } = Object(result) as Record<string, unknown>;
  const name = parseMethodName("webhook", method);
  const timeoutMs = isPreCheckout(delivery) && name === "answerPreCheckoutQuery" ? leftMs(delivery, name) : undefined;
  const retry = core.settings.retries > 0 ? undefined : { retries: LATE_RETRIES, totalMs: timeoutMs ?? LATE_RETRY_MS };
  await call(core, name, params, { timeoutMs, retry });
  return respond(null);
}

/** What is left of the time in which a pre-checkout query must be answered. */
function leftMs(delivery: Delivery, method: string): number {
  const left = PRE_CHECKOUT_MS - elapsedMs(delivery);
  if (left <= 0) throw new TimeoutError(method, PRE_CHECKOUT_MS);
  return left;
}

/** The answer at the deadline. */
function late(delivery: Delivery): PlatformResponse | Promise<PlatformResponse> {
  const { core, settings, request, delivered: { update: { update_id: id } }, outcome, answered, isSent } = delivery;
  delivery.isLate = true;
  if (delivery.context) delivery.context.isLate = true;
  if (outcome) return outcome;
  // Another delivery of the update is in hand, and may yet fail.
  if (!delivery.isMine) {
    rejected(settings, request, [503, "update_id", "an update that is not in hand", `${id} again`]);
    return respond(null, { status: 503 });
  }
  delivery.timer = setTimeout(() => delivery.controller?.abort(new TimeoutError("webhook", LATE_SIGNAL_MS)), LATE_SIGNAL_MS);
  if (!answered || isSent) return respond(null);
  delivery.isSent = true;
  return (async () => write(await inlineReply(core, answered, settings.replyEncoding)))().catch(
    async (error) => (await report(delivery, error), respond(null)),
  );
}

async function report(delivery: Delivery, error: unknown): Promise<PlatformResponse | undefined> {
  try {
    const response = await delivery.settings.onError(error, contextOf(delivery));
    if (response === "handled") return respond(null);
    // What a logger returns is none, nor is Response.prototype, which throws here.
    return className(response) === "Response" && typeof (response as Response).ok === "boolean" ? (response as PlatformResponse) : undefined;
  } catch {
    return undefined; // The answer says it: 500.
  }
}

/** Keeps the runtime alive until the promise settles. */
function keep(delivery: Delivery, promise: unknown): void {
  giveToHost(delivery, Promise.resolve(promise).catch((error) => report(delivery, error)));
}

/** What the host throws does not keep the handler from its answer. */
function giveToHost(delivery: Delivery, promise: Promise<unknown>): void {
  try {
    delivery.host?.waitUntil?.(promise);
  } catch (error) {
    report(delivery, error);
  }
}

/** The call that answers the query of the update. */
function answer(delivery: Delivery, params: object | undefined): any {
  const { delivered: { update, kind = "" }, answered } = delivery;
  const method = `answer${`_${kind}`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`;
  const fault = !METHOD_NAMES.includes(method as never) ? "an update without" : answered && "a second one";
  if (fault) throw new ValidationError("answer", "", "one answer to a query", fault);
  if (isPreCheckout(delivery)) leftMs(delivery, method);
  const made = (delivery.answered = { method, [`${kind}_id`]: (update as any)[kind].id, ...params });
  if (delivery.isLate || delivery.isAnswered) {
    delivery.isSent = true;
    keep(delivery, send(delivery, made));
  }
  return made;
}

/** Aborted with the request while nothing is answered, and some time after the deadline. */
function signalOf(delivery: Delivery): AbortSignal {
  if (!delivery.controller) {
    const made = (delivery.controller = new AbortController());
    const { signal } = delivery.request;
    // Deno aborts also what it has answered.
    const follow = (): void => void (delivery.isLate || delivery.isAnswered || made.abort(signal?.reason));
    signal?.aborted ? follow() : signal?.addEventListener("abort", follow);
  }
  return delivery.controller.signal;
}
