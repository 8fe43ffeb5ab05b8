// Deliveries to webhooks: the requests that the emulator makes.

import type { FetchLike, PlatformRequest, PlatformResponse, ResponseLike, StreamLike } from "../../platform.js";
import { readBytes } from "../../transport/read-bytes.js";
import { octets } from "./act.js";
import { halves } from "./answer.js";
import { checkNumber, checkObject, checkString } from "./check.js";
import { isThisMachine } from "./loopback.js";

/** Handles deliveries to a webhook without a socket, such as the result of `createWebhookHandler`. */
export type DeliveryHandler = (request: PlatformRequest) => PlatformResponse | Promise<PlatformResponse>;

/** How deliveries are made. */
export interface DeliveryOptions {
  /**
   * The name of the header that contains the `secret_token` of `setWebhook`, which clients for newer versions expect. Refused
   * without `compat` or a snapshot. Default: none.
   */
  secretHeader?: string | undefined;
  /** Sends deliveries to webhooks. Default: the platform's `fetch`. */
  fetch?: FetchLike | undefined;
  /** Handles the deliveries of all webhooks instead of `fetch`. You can also set it later. */
  webhook?: DeliveryHandler | undefined;
}

/** A request of the emulator to a webhook. */
export interface Delivery {
  id: number;
  url: string;
  body: string;
  /** `secret_token` of the call that set the webhook, with `compat`; empty if the call had none. */
  secret: string;
  /** The injected fault of this delivery. */
  fault: "" | "drop" | "drop_after" | "cut_off" | "slow";
  /** Real milliseconds that the body takes. */
  millis: number;
}

/** Returns the due deliveries of the wasm. */
export function deliveriesOf(values: readonly unknown[]): Delivery[] {
  const deliveries: Delivery[] = [];
  for (let at = 0; at < values.length; at += 6) {
    const [id, url, body, secret, fault, millis] = values.slice(at, at + 6) as [
      number, string, string, string, Delivery["fault"], number,
    ];
    deliveries.push({ id, url, body, secret, fault, millis });
  }
  return deliveries;
}

/** The outcome of a delivery: the response, or the reason why none arrived. */
export type DeliveryOutcome = { status: number; contentType: string; body: Uint8Array } | { reason: string };

/** Milliseconds until a webhook that does not answer counts as failed. */
const WEBHOOK_TIMEOUT_MS = 60_000;

/** The largest answer of a webhook that is read. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** The deliveries in flight. */
export class Deliveries {
  /** Handles the deliveries instead of `fetch`. */
  webhook: DeliveryHandler | undefined;
  /** True if only webhooks on this machine are called. */
  loopbackOnly = false;
  readonly #send: FetchLike;
  readonly #hasCustomFetch: boolean;
  readonly #secretHeader: string | undefined;
  readonly #underWay = new Map<Promise<void>, AbortController>();

  constructor({ fetch: customFetch, webhook, secretHeader }: DeliveryOptions) {
    const send = customFetch ?? globalThis.fetch;
    this.#hasCustomFetch = customFetch !== undefined;
    this.#secretHeader = secretHeader;
    // Called without an object: as a method, the platform's fetch throws "Illegal invocation".
    this.#send = (url, init) => send(url, init);
    this.webhook = webhook;
  }

  /** True if the platform's fetch makes the deliveries. */
  get leaveTheProcess(): boolean {
    return this.webhook === undefined && !this.#hasCustomFetch;
  }

  /** The deliveries that have not ended. */
  get underWay(): Iterable<Promise<void>> {
    return this.#underWay.keys();
  }

  /** Makes a delivery, and reports its outcome. */
  start(delivery: Delivery, ended: (outcome: DeliveryOutcome) => void): void {
    const ending = new AbortController();
    const delivering = deliver(delivery, ending, (body) => this.#call(delivery, body, ending.signal)).then((outcome) => {
      this.#underWay.delete(delivering);
      ended(outcome);
    }).catch(() => {
      // The caller's clock threw, and the next call throws the same error. A rejection would end the process.
    });
    this.#underWay.set(delivering, ending);
  }

  /** Aborts all deliveries. */
  abort(reason: Error): void {
    for (const ending of this.#underWay.values()) ending.abort(reason);
  }

  /** Calls the webhook of a delivery. */
  #call({ url, secret }: Delivery, body: string | ReadableStream, signal: AbortSignal): Promise<ResponseLike> | ResponseLike {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (this.#secretHeader !== undefined && secret !== "") headers[this.#secretHeader] = secret;
    const init = { method: "POST", headers, body, signal, ...(typeof body === "string" ? {} : { duplex: "half" as const }) };
    if (this.webhook !== undefined) return this.webhook(new Request(url, init));
    const send = this.loopbackOnly ? loopback(this.#send) : this.#send;
    return send(url, { ...init, redirect: "manual" });
  }
}

/**
 * Delivers an Update; never rejects.
 *
 * @param call - Calls the webhook with the body.
 */
async function deliver(
  { url, body: text, fault, millis }: Delivery,
  ending: AbortController,
  call: (body: string | ReadableStream) => Promise<ResponseLike> | ResponseLike,
): Promise<DeliveryOutcome> {
  const { signal } = ending;
  // Not AbortSignal.timeout(), whose timer cannot be cleared: Deno waits for it before it exits.
  const timer = setTimeout(() => ending.abort(new Error("the webhook did not answer in time")), WEBHOOK_TIMEOUT_MS);
  // A webhook that hangs must not keep a Node process alive.
  (timer as { unref?: () => void }).unref?.();
  const whole = fault !== "cut_off" && fault !== "slow";
  const over = new AbortController();
  const body = whole ? text : halves(new TextEncoder().encode(text), fault === "slow" ? millis : undefined, over.signal);
  try {
    if (fault === "drop") throw dropped();
    const response = checkObject("the webhook's response", await Promise.race([call(body), aborted(signal)]), "a Response");
    const bytes = await Promise.race([content(response, over.signal), aborted(signal)]);
    // A dropped connection hides the response.
    if (fault === "drop_after" || fault === "cut_off") throw dropped();
    // A redirect that was not followed may come as an opaque response of status 0.
    const status = response.status === 0 ? 302 : checkNumber("status of the webhook's response", response.status, 200, 599);
    const contentType = checkString("content-type of the webhook's response", response.headers.get("content-type") ?? "");
    return { status, contentType, body: bytes };
  } catch (error) {
    return { reason: withoutTls(url, reason(fault === "cut_off" ? dropped() : error)) };
  } finally {
    over.abort();
    clearTimeout(timer);
  }
}

function dropped(): Error {
  return new Error("the connection was dropped");
}

/** Reads the body of a response up to the size limit. The signal ends the read. */
async function content(response: ResponseLike, over: AbortSignal): Promise<Uint8Array> {
  const { body, bodyUsed, arrayBuffer } = response as ResponseWithBytes;
  if (typeof body?.getReader === "function" && !body.locked && bodyUsed !== true) {
    const reader = body.getReader();
    over.addEventListener("abort", () => void reader.cancel().catch(() => {}));
    const { bytes, isWhole } = await readBytes(reader, MAX_ANSWER_BYTES);
    if (isWhole) return bytes;
  } else {
    const bytes = octets("body of the webhook's response", await (arrayBuffer === undefined ? response.text() : arrayBuffer.call(response)));
    if (bytes.length <= MAX_ANSWER_BYTES) return bytes;
  }
  throw new Error("the response of the webhook is too large");
}

/** A response whose body may be read as a stream or as a whole. */
interface ResponseWithBytes {
  readonly body?: Partial<StreamLike> | null;
  readonly bodyUsed?: boolean;
  readonly arrayBuffer?: () => Promise<ArrayBuffer>;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason);
    if (signal.aborted) fail();
    signal.addEventListener("abort", fail, { once: true });
  });
}

function reason(error: unknown): string {
  try {
    if (!(error instanceof Error)) return String(error);
    const { message: cause = "", code = "" } = error.cause instanceof Error ? (error.cause as Error & { code?: string }) : {};
    // The messages of OpenSSL are several lines.
    if (/^ERR_SSL_|^EPROTO$/.test(code)) return `${error.message}: the server at this address does not speak TLS (${code})`;
    return cause === "" ? `${error.message}` : `${error.message}: ${cause}`;
  } catch {
    // An object without a prototype, or an error whose message throws.
    return "an error without a message";
  }
}

/** How {@link reason}, and runtimes without codes, say that a server answered a TLS handshake with plain HTTP. */
const NO_TLS = /does not speak TLS|wrong version|InvalidContentType|EPROTO|packet length/i;

/** Replaces the text of a TLS library by what to do, if a server on this machine speaks plain HTTP. */
function withoutTls(url: string, failure: string): string {
  if (!/^https:/i.test(url) || !isThisMachine(url) || !NO_TLS.test(failure)) return failure;
  return "this server answers without TLS: set the webhook to a URL that begins with http://";
}

/** Calls only webhooks on this machine, whatever their URLs were when they were set. */
function loopback(send: FetchLike): FetchLike {
  return async (url, init) => {
    if (!isThisMachine(url)) throw new Error("the webhook is not on this machine");
    return send(url, init);
  };
}
