// An update that a webhook delivers: the response, and the call that goes into it.
import type { Send } from "../options/middleware.js";
import { TimeoutError } from "../errors/errors.js";
import { isPromise, type PlatformResponse, type RequestLike } from "../platform.js";
import { LATE_SIGNAL_MS, MAX_REMEMBERED_BYTES, PRE_CHECKOUT_MS, RESPONSE_MS } from "../policy.js";
import type { UpdateHandler } from "../updates/context.js";
import { Delivery } from "../updates/delivery.js";
import type { Host } from "../updates/settings.js";
import { DO_RESPOND_AGAIN, DO_RESPOND_CONTENT, DO_RESPOND_REMEMBERED, type DeliveryAction, type DeliveryEvent, ON_DEADLINE, ON_GONE } from "../updates/delivery-rules.js";
import type { ParsedUpdate } from "../updates/parse-update.js";
import { giveToHost, report, responseOf, waitUntil } from "../updates/report.js";
import { sayOnce } from "../updates/say-once.js";
import { checkCall, sendCall } from "../updates/send-call.js";
import { inlineReply, type ReplyBody } from "./inline.js";
import { DELIVERY, rejected, type Settings } from "./options.js";
import { type DeliverySignal, deliverySignal } from "./signal.js";

/**
 * An answer without a body, or with one.
 *
 * @internal
 */
export const newResponse = (body: ReplyBody["body"] | null, init?: ResponseInit): PlatformResponse => new Response(body, init) as PlatformResponse;

/** @internal */
export const statusOnly = (status: number): PlatformResponse => newResponse(null, { status });

const replyWith = ({ body, headers }: ReplyBody): PlatformResponse => newResponse(body, { headers });

class WebhookDelivery extends Delivery {
  declare readonly settings: Settings;
  declare readonly request: RequestLike;
  /** What goes into the response: the call after middleware and files, or `undefined` if middleware let none pass. */
  #reply: ReplyBody | undefined;
  #isPrepared = false;
  /** False after the response, and after the client has left. */
  #isOpen = true;
  #isAnswered = false;
  #isAccepted = false;
  #signal: DeliverySignal | undefined;
  #end: (() => void) | undefined;
  #response: PlatformResponse | undefined;
  #resolve: ((response: PlatformResponse) => void) | undefined;

  constructor(
    settings: Settings,
    handle: UpdateHandler<any>,
    { update, kind }: ParsedUpdate,
    request: RequestLike,
    env: unknown,
    host: Host | undefined,
    startedAt: number,
  ) {
    super(DELIVERY, settings, handle, update, kind, env, request, host, startedAt, { accepts: settings.atDeadline !== "retry", inline: settings.returned !== "call" });
  }

  /** Returns the response, at once if nothing has to be waited for. */
  run(): PlatformResponse | Promise<PlatformResponse> {
    const { deadlineMs, core: { clock } } = this.settings;
    const limitMs = this.kind === "pre_checkout_query" ? Math.min(deadlineMs || Infinity, PRE_CHECKOUT_MS - RESPONSE_MS) : deadlineMs;
    this.start(limitMs && Math.max(1, limitMs - (clock.now() - this.startedAt)));
    return this.#response ?? new Promise((resolve) => (this.#resolve = resolve));
  }

  resolve(response: PlatformResponse): void {
    this.#response ??= response;
    this.#resolve?.(this.#response);
  }

  /** A host may drop an unawaited promise when the client disconnects. */
  override goesOn(): void {
    if (this.host) giveToHost(this, new Promise<void>((resolve) => (this.#end = resolve)));
  }

  ended(): void {
    this.#signal?.close();
    this.#end?.();
    // A client that has left gets no response.
    if (!this.#isAnswered) this.resolve(statusOnly(503));
  }

  override respondEarly(): void {
    if (this.settings.atDeadline !== "retry") this.feed(ON_DEADLINE);
  }

  #ownSignal(): DeliverySignal {
    return (this.#signal ??= deliverySignal(this.request, this.settings.core.clock));
  }

  signal(): AbortSignal {
    return this.#ownSignal().get();
  }

  signalLater(): void {
    this.#ownSignal().abortLater(new TimeoutError(DELIVERY, LATE_SIGNAL_MS), LATE_SIGNAL_MS);
    if (this.#isAccepted && !this.host?.waitUntil) {
      sayOnce('webhook: a handler was still running at the deadline, and the runtime has passed no waitUntil. If your host stops the program after the response, the update is lost: pass { waitUntil } as the third argument, or set atDeadline: "retry"');
    }
  }

  gone(): DeliveryEvent | undefined {
    if (!this.#isOpen || !this.request.signal?.aborted) return undefined;
    this.#isOpen = false;
    return ON_GONE;
  }

  check(): void | Promise<void> {
    const { core, replyEncoding, returned } = this.settings;
    if (!this.#isOpen || returned === "call") return checkCall(this, this.call);
    if (core.use[0] && typeof this.call === "object") return this.#checkByMiddleware(this.call);
    const reply = inlineReply(core, this.call, replyEncoding);
    return isPromise(reply) ? reply.then((read) => this.#prepared(read)) : this.#prepared(reply);
  }

  #prepared(reply: ReplyBody): void {
    this.#reply = reply;
    this.#isPrepared = true;
  }

  async #checkByMiddleware(call: object | null): Promise<void> {
    const { core, replyEncoding } = this.settings;
    const write: Send = async ({ method, params }) => this.#write(await inlineReply(core, { ...params, method }, replyEncoding));
    await sendCall(this, call, write);
    this.#isPrepared = true;
  }

  override async prepareAnswer(): Promise<void> {
    const { core, replyEncoding, returned } = this.settings;
    // Middleware may take its time.
    if (!this.#isOpen || returned === "call" || core.use[0]) return;
    try {
      this.#reply = await inlineReply(core, this.answer, replyEncoding);
    } catch {
      this.#reply = undefined;
    }
  }

  /** The response has room for one call. If middleware makes several, the others are sent. */
  async #write(reply: ReplyBody): Promise<void> {
    const earlier = this.#reply;
    this.#reply = reply;
    if (earlier) await this.#sendReply(earlier);
  }

  /** A call that passed the middleware does not pass it again. */
  #sendReply(reply: ReplyBody): Promise<void> {
    return sendCall(this, reply.call(), undefined, { ...this.settings.core, use: [] });
  }

  async send(): Promise<void> {
    if (!this.#isPrepared) return sendCall(this, this.call);
    if (this.#reply) await this.#sendReply(this.#reply);
  }

  textOfResponse(): string | undefined {
    const { body, headers } = this.#reply ?? {};
    if (!this.settings.rememberResponses || typeof body !== "string") return undefined;
    const text = `${headers!["content-type"]}\n${body}`;
    // No text has more than three bytes for a unit.
    return 3 * text.length <= MAX_REMEMBERED_BYTES || new TextEncoder().encode(text).length <= MAX_REMEMBERED_BYTES ? text : undefined;
  }

  override repeated(): void {
    this.#reject(200, "an update that was not handled");
  }

  #reject(status: number, expected: string): void {
    void rejected(this.settings, this.request, [status, "update_id", expected, `${this.update.update_id} again`]);
  }

  respond(action: DeliveryAction): void {
    this.#isOpen = false;
    this.#isAnswered = true;
    const chosen = responseOf(this.reported);
    switch (action) {
      case DO_RESPOND_AGAIN:
        if (this.isGivenUp) this.#reject(503, "an update that no other delivery is handling, or whose turn comes in time");
        return this.resolve(chosen && !chosen.ok ? chosen : statusOnly(503));
      case DO_RESPOND_CONTENT:
        return this.#respondContent();
      case DO_RESPOND_REMEMBERED: {
        const end = this.remembered.indexOf("\n");
        return this.resolve(newResponse(this.remembered.slice(end + 1), { headers: { "content-type": this.remembered.slice(0, end) } }));
      }
      default:
        this.#isAccepted = true;
        this.resolve(chosen?.ok ? chosen : statusOnly(200));
    }
  }

  #respondContent(): void {
    const { core } = this.settings;
    const chosen = responseOf(this.reported);
    if (this.#isPrepared) return this.resolve(this.#reply ? replyWith(this.#reply) : statusOnly(200));
    // An answer of a handler that runs or has failed goes into the response, unless middleware may take its time or `onError` has chosen
    // another one.
    if (core.use[0] || chosen?.ok) {
      waitUntil(this, sendCall(this, this.answer));
      return this.resolve(chosen ?? statusOnly(200));
    }
    void this.#respondAnswer();
  }

  async #respondAnswer(): Promise<void> {
    const { core, replyEncoding } = this.settings;
    try {
      this.resolve(replyWith(await inlineReply(core, this.answer, replyEncoding)));
    } catch (error) {
      await report(this, error);
      this.resolve(statusOnly(200));
    }
  }
}

/** Returns the response to a delivery. Never throws. */
export const deliver = (
  settings: Settings,
  handle: UpdateHandler<any>,
  parsed: ParsedUpdate,
  request: RequestLike,
  env: unknown,
  host: Host | undefined,
  startedAt: number,
): PlatformResponse | Promise<PlatformResponse> => new WebhookDelivery(settings, handle, parsed, request, env, host, startedAt).run();
