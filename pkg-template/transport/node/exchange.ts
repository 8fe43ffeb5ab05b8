// One request over `node:http` or `node:https`, with the arguments and the result of `fetch`.
import type { Client, ClientRequest } from "node:http";
import type { FetchInit, ResponseLike } from "../../platform.js";
import { ACCEPTED } from "./decode.js";
import { toResponse } from "./response.js";

/** The target of requests, and their connections. */
export interface Route {
  readonly client: Client;
  /** Options of `http.request` that all requests have. */
  readonly options: object;
  /** The value of the header Host. */
  readonly host: string;
  /** True if new connections need the signal of the call that requests them. */
  readonly isTunnel: boolean;
}

/** The most responses with a status of 1xx before the final one. */
const MAX_INTERIM = 20;

/** Sends a request. */
export function exchange(route: Route, path: string, init: FetchInit): Promise<ResponseLike> {
  const { method, body, signal } = init;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const options = { ...route.options, method, path, headers: headersOf(route, init) };
    const request = route.client.request(route.isTunnel ? { ...options, signalOfCall: signal } : options);
    // The listener stays: the signal belongs to this request.
    signal?.addEventListener("abort", () => request.destroy(signal.reason));
    const isStream = typeof body?.getReader === "function" || typeof body?.stream === "function";
    let isAnswered = false;
    let interim = 0;
    request.on("information", () => ++interim > MAX_INTERIM && request.destroy(new Error(`more than ${MAX_INTERIM} interim responses`)));
    request.on("response", (response) => {
      isAnswered = true;
      // The service does not want the rest of an upload that it has answered.
      if (isStream) response.on("end", () => request.writableFinished || request.destroy());
      resolve(toResponse(request, response));
    });
    request.on("error", (error) => {
      // The service has closed the idle connection before the whole request was written, so it has not acted on it. After that,
      // it may have acted, and only a retry that the options allow sends the call again.
      const isUnsent = !isAnswered && request.reusedSocket && error.syscall === "write" && !signal?.aborted;
      if (isUnsent && !isStream) resolve(exchange(route, path, init));
      else reject(error);
    });
    request.on("close", () => reject(new Error("the connection was closed before a response")));
    if (isStream) void sendStream(request, body.getReader?.() ?? body.stream().getReader());
    else request.end(body);
  });
}

/** Returns a list of names and values, which Node sends without another check. */
function headersOf({ host }: Route, { method, headers, body }: FetchInit): string[] {
  const list = ["host", host, "accept", "*/*", "accept-encoding", ACCEPTED, "user-agent", "node"];
  for (const name in headers) list.push(name, headers[name]!);
  if (headers?.["content-length"] === undefined && method !== "GET") list.push("content-length", `${lengthOf(body)}`);
  return list;
}

const lengthOf = (body: any): number => (typeof body === "string" ? Buffer.byteLength(body) : (body?.byteLength ?? body?.size ?? 0));

/** Sends a body as fast as the connection takes it. */
async function sendStream(request: ClientRequest, reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let wake = (): void => {};
  request.on("drain", () => wake());
  request.on("close", () => {
    wake();
    reader.cancel().catch(() => {});
  });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (request.destroyed) return;
      if (done) return request.end();
      if (!request.write(value)) await new Promise<void>((resolve) => (wake = resolve));
    }
  } catch (error) {
    request.destroy(error as Error);
  }
}
