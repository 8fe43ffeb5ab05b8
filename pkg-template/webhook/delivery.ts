// One delivery: the claim, the handler, its answer, what is left to do after the deadline.
import { call, type Core, methodName } from "../call.js";
import { className, describe } from "../describe.js";
import { TimeoutError, ValidationError } from "../errors.js";
import { inTime } from "../in-time.js";
import { METHOD_NAMES } from "../methods.js";
import type { PlatformResponse, RequestLike } from "../platform.js";
import type { ClaimStore } from "../stores/claims.js";
import type { Update } from "../types.js";
import type { UpdateHandler, WebhookContext } from "./context.js";
import { inlineReply, type Reply } from "./inline.js";
import { OWNER, rejected, type Settings } from "./options.js";
import type { Delivered } from "./shape.js";

/** What a host gives beside the request. */
export interface Host {
  waitUntil?(promise: Promise<unknown>): void;
}

/** What came, and who is to deal with it. */
export interface Arrival {
  readonly core: Core;
  readonly settings: Settings;
  readonly handle: UpdateHandler<any>;
  readonly delivered: Delivered;
  readonly request: RequestLike;
  readonly env: unknown;
  readonly host: Host | undefined;
  /** When it came, in milliseconds. */
  readonly since: number;
}

const PRE_CHECKOUT = "pre_checkout_query";
/** Milliseconds in which a pre-checkout query must be answered. Spec: core, Events. */
const PRE_CHECKOUT_MS = 10_000;
/** Of them, those that an answer needs on its way. */
const ON_THE_WAY_MS = 2000;
/** How long after the deadline the signal is aborted. */
const LATE_MS = 25_000;
/** A late call is repeated within what hosts grant to `waitUntil`. */
const LATE_RETRY_MS = 20_000;

/**
 * An answer without a body, or with one.
 *
 * @internal
 */
export const respond = (body: Reply["body"] | null, init?: ResponseInit): PlatformResponse =>
  new Response(body, init) as PlatformResponse;

const isPromise = (value: any): value is Promise<any> => typeof value?.then === "function";
const isNothing = (value: unknown): value is null | undefined => value === undefined || value === null;

const write = ({ body, headers }: Reply): PlatformResponse => respond(body, { headers });

/** What is left of the time in which a pre-checkout query must be answered. */
function leftMs(method: string, elapsedMs: number): number {
  if (elapsedMs >= PRE_CHECKOUT_MS) throw new TimeoutError(method, PRE_CHECKOUT_MS);
  return PRE_CHECKOUT_MS - elapsedMs;
}

/** A class, since an engine makes a new hidden class, and keeps it, for each object that has getters of its own. */
class Context {
  readonly bot: unknown;
  readonly update: Update;
  readonly updateKind: string | undefined;
  readonly request: unknown;
  readonly env: unknown;
  readonly #signalOf: () => AbortSignal;
  readonly #isLateOf: () => boolean;

  constructor(
    { settings, delivered, request, env }: Arrival,
    readonly waitUntil: (promise: unknown) => void,
    readonly answer: (params?: object) => any,
    signalOf: () => AbortSignal,
    isLateOf: () => boolean,
  ) {
    this.bot = settings.bot;
    this.update = delivered.update;
    this.updateKind = delivered.kind;
    this.request = request;
    this.env = env;
    this.#signalOf = signalOf;
    this.#isLateOf = isLateOf;
  }

  get signal(): AbortSignal {
    return this.#signalOf();
  }

  get isLate(): boolean {
    return this.#isLateOf();
  }
}

/** The answer to a delivery; never a throw. */
export function deliver(arrival: Arrival): Promise<PlatformResponse> {
  const { core, settings, handle, delivered, request, env, host, since } = arrival;
  const { update, kind = "" } = delivered;
  const { claimSeconds } = settings;
  const id = update.update_id;
  let isWaiting = false;
  let isLate = false;
  let isMine = false;
  /** The call that answers the query of the update, and whether it is on its way. */
  let answered: object | undefined;
  let isSent = false;
  let isAnswered = false;
  /** The answer of a handler that is over, while the claim or `onError` may take their time. */
  let outcome: PlatformResponse | undefined;
  let controller: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const elapsedMs = (): number => Date.now() - since;

  const report = async (error: unknown): Promise<PlatformResponse | undefined> => {
    try {
      const response = await settings.onError(error, context);
      // What a logger returns is none.
      return className(response) === "Response" ? (response as PlatformResponse) : undefined;
    } catch {
      return undefined; // The answer says it: 500.
    }
  };

  const keep = (promise: unknown): void => {
    const kept = Promise.resolve(promise).catch(report);
    host?.waitUntil?.(kept);
  };

  /** Makes an ordinary call of what is too late for the answer. */
  const send = async (result: unknown): Promise<PlatformResponse> => {
    const { method, ...params } = Object(result) as Record<string, unknown>;
    const name = methodName("webhook", method);
    const timeoutMs = kind === PRE_CHECKOUT && name === "answerPreCheckoutQuery" ? leftMs(name, elapsedMs()) : undefined;
    const retry = core.settings.attempts > 0 ? undefined : { attempts: 3, totalMs: timeoutMs ?? LATE_RETRY_MS };
    await call(core, name, params, { timeoutMs, retry });
    return respond(null);
  };

  const answer = (params?: object): any => {
    const method = `answer${`_${kind}`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`;
    const fault = !METHOD_NAMES.includes(method as never) ? "an update without" : answered && "a second one";
    if (fault) throw new ValidationError("answer", "", "one answer to a query", fault);
    if (kind === PRE_CHECKOUT) leftMs(method, elapsedMs());
    answered = { method, [`${kind}_id`]: (update as any)[kind].id, ...params };
    if (isLate || isAnswered) {
      isSent = true;
      keep(send(answered));
    }
    return answered;
  };

  const signalOf = (): AbortSignal => {
    if (!controller) {
      const made = (controller = new AbortController());
      const { signal } = request;
      // Deno aborts also what it has answered.
      const follow = (): void => void (isLate || isAnswered || made.abort(signal?.reason));
      signal?.aborted ? follow() : signal?.addEventListener("abort", follow);
    }
    return controller.signal;
  };

  const context = new Context(arrival, keep, answer, signalOf, () => isLate) as unknown as WebhookContext<any>;

  /** Turns what the handler returned into the answer, or into a call if the answer is gone. */
  const finish = (returned: unknown): PlatformResponse | Promise<PlatformResponse> => {
    isAnswered = true;
    // Also a copy with more in it.
    const isAnswer = answered && (returned as any)?.method === (answered as any).method;
    let result = isAnswer && isSent ? undefined : returned;
    if (answered && !isSent) {
      isSent = true;
      if (isNothing(result)) result = answered;
      else if (!isAnswer) keep(send(answered));
    }
    if (isNothing(result)) return respond(null);
    // Nobody can have gone while nothing was waited for.
    if (isLate || (isWaiting && request.signal?.aborted)) return send(result);
    const written = inlineReply(core, result, settings.replyEncoding);
    // The deadline may have passed while a file was read.
    return isPromise(written) ? written.then((made) => (isLate ? send(made.call?.() ?? result) : write(made))) : write(written);
  };

  const work = async (): Promise<PlatformResponse> => {
    let isDone = false;
    let store: ClaimStore | false = false;
    try {
      store = typeof settings.store === "function" ? settings.store(env) : settings.store;
      const claimed = store === false || store.claim(id, claimSeconds);
      // Nothing is awaited that is there: each await costs, and most deliveries need none.
      const isFree = isPromise(claimed) ? await claimed : claimed;
      // Nothing, for instance, would pass for an update that was handled, and lose it.
      if (typeof isFree !== "boolean") throw new ValidationError(OWNER, "store.claim", "true or false", describe(isFree));
      if (!isFree) {
        if (!isLate) rejected(settings, request, [200, "update_id", "an update that was not handled", `${id} again`]);
        return respond(null);
      }
      isMine = true;
      // Otherwise it was answered 503, so it comes again.
      if (!isLate) {
        const returned = handle(update, context);
        const finished = finish(isPromise(returned) ? await returned : returned);
        outcome = isPromise(finished) ? await finished : finished;
        isDone = true;
      }
    } catch (error) {
      outcome = respond(null, { status: 500 });
      outcome = (await report(error)) ?? outcome;
      // Whoever answers that all is well has dealt with it.
      isDone = !isLate && outcome.ok;
    }
    if (timer !== undefined) clearTimeout(timer);
    isAnswered = true;
    try {
      if (store && isMine) {
        if (!isDone) await store.release(id);
        else {
          const settled = store.settle?.(id, claimSeconds);
          if (settled) keep(settled);
        }
      }
    } catch (error) {
      await report(error);
    }
    return outcome ?? respond(null, { status: 500 });
  };

  /** The answer at the deadline. */
  const late = (): PlatformResponse | Promise<PlatformResponse> => {
    isLate = true;
    if (outcome) return outcome;
    // Another delivery of the update is in hand, and may yet fail.
    if (!isMine) {
      rejected(settings, request, [503, "update_id", "an update that is not in hand", `${id} again`]);
      return respond(null, { status: 503 });
    }
    timer = setTimeout(() => controller?.abort(new TimeoutError("webhook", LATE_MS)), LATE_MS);
    if (!answered || isSent) return respond(null);
    isSent = true;
    return (async () => write(await inlineReply(core, answered, settings.replyEncoding)))().catch(async (error) => (await report(error), respond(null)));
  };

  const working = work();
  const { deadlineMs } = settings;
  const limitMs = kind === PRE_CHECKOUT ? Math.min(deadlineMs || Infinity, PRE_CHECKOUT_MS - ON_THE_WAY_MS) : deadlineMs;
  return inTime(working, limitMs && Math.max(1, limitMs - elapsedMs()), late, () => {
    isWaiting = true;
    // A host may drop what nobody waits for when the client is gone.
    host?.waitUntil?.(working);
  });
}
