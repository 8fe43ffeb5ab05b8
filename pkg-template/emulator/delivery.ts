// Deliveries to webhooks: the requests that the emulator makes.

import type { FetchLike, PlatformRequest, PlatformResponse, ResponseLike } from "../platform.js";

/** Takes the webhook's requests in place of a socket, such as what `createWebhookHandler` returns. */
export type WebhookHandler = (request: PlatformRequest) => PlatformResponse | Promise<PlatformResponse>;

/** A request of the emulator: where it goes and what it carries. */
export interface Delivery {
  id: number;
  url: string;
  body: string;
}

/** What came back: the answer, or why there is none. */
export type DeliveryOutcome = { status: number; contentType: string; body: Uint8Array } | { reason: string };

/** Milliseconds until a webhook that does not answer counts as failed. */
const PATIENCE = 60_000;

/** Delivers an Update; never rejects. */
export async function deliver(
  { url, body }: Delivery,
  handler: WebhookHandler | undefined,
  send: FetchLike,
): Promise<DeliveryOutcome> {
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const response = await Promise.race([
      handler === undefined
        ? send(url, { method: "POST", headers, body, signal, redirect: "manual" })
        : handler(new Request(url, { method: "POST", headers, body, signal })),
      aborted(signal),
    ]);
    const bytes = await Promise.race([content(response), aborted(signal)]);
    // A redirect that was not followed may come as an opaque response of status 0.
    const status = response.status === 0 ? 302 : response.status;
    return { status, contentType: response.headers.get("content-type") ?? "", body: bytes };
  } catch (error) {
    return { reason: reason(error) };
  }
}

async function content(response: ResponseLike): Promise<Uint8Array> {
  const { arrayBuffer } = response as { arrayBuffer?: () => Promise<ArrayBuffer> };
  if (arrayBuffer === undefined) return new TextEncoder().encode(await response.text());
  return new Uint8Array(await arrayBuffer.call(response));
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(new Error("the webhook did not answer in time"));
    if (signal.aborted) fail();
    signal.addEventListener("abort", fail, { once: true });
  });
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : "";
  return cause === "" ? error.message : `${error.message}: ${cause}`;
}
