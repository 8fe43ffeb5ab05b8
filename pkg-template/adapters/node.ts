// The webhook for servers of `node:http`, `node:https` and `node:http2`, and for frameworks in the style of Express.
import type { PlatformResponse, RequestLike } from "../platform.js";
import { withDeadline } from "../transport/deadline.js";
import { type AdapterOptions, prefixRemover } from "./prefix.js";

/** The part of `http.IncomingMessage` and `Http2ServerRequest` that this package uses, and what frameworks and body parsers add. */
export interface IncomingLike {
  readonly httpVersionMajor?: number;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The whole path, if a router has shortened `url`. */
  readonly originalUrl?: string | undefined;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** True if the whole request was received. */
  readonly complete?: boolean;
  /** True if something has read from it. */
  readonly readableDidRead?: boolean;
  /** The encoding of its chunks, if `setEncoding` was called. */
  readonly readableEncoding?: string | null;
  /** The body as a body parser left it: bytes, text or a value. */
  readonly body?: unknown;
  /** The bytes of the body, which some hosts and frameworks keep in addition to the value. */
  readonly rawBody?: unknown;
  [Symbol.asyncIterator](): AsyncIterator<any>;
}

/** The part of `http.ServerResponse` and `Http2ServerResponse` that this package uses. */
export interface OutgoingLike {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  flushHeaders?(): unknown;
  end(): unknown;
  end(body: Uint8Array): unknown;
  on(event: "close", listener: () => void): unknown;
}

/** A request of Fastify. */
export interface FastifyRequestLike {
  readonly raw: IncomingLike;
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** A reply of Fastify. */
export interface FastifyReplyLike {
  readonly raw: OutgoingLike;
  hijack(): unknown;
}

/** A listener for `createServer`, and a handler for routes of Express and Fastify. */
export type NodeListener = (
  request: IncomingLike | FastifyRequestLike,
  response: OutgoingLike | FastifyReplyLike,
  next?: (error?: any) => void,
) => Promise<void>;

/** Bytes of a refused body that are still read: a client that is still sending would see a closed socket instead of the answer. */
const LINGER_BYTES = 1 << 22;
/** Milliseconds for which a refused body is still read. */
const LINGER_MS = 1000;

/**
 * Creates a listener for Node from a webhook handler. `env` is `process.env`.
 *
 * ```ts
 * http.createServer(nodeListener(createWebhookHandler(options, handler))).listen(8080);
 * app.all("/hook/…", nodeListener(createWebhookHandler(options, handler))); // Express and Fastify, with or without body parsers
 * ```
 *
 * In Koa, use `ctx.respond = false; return listener(ctx.req, ctx.res);` before its body parsers. Hono and Elysia use standard
 * requests and need no adapter.
 *
 * The `path` of the handler is compared with the whole path of the request, even if a router mounts the listener below a path.
 * If a proxy or host adds a path in front of it, set `prefix`. Body parsers have their own size limit, 100 kB in Express: mount
 * the listener before the parser, or raise the limit. If a parser has read the body and sets neither `rawBody` nor `body`, the
 * response is 500 and `onError` is called.
 *
 * @throws ValidationError if `prefix` is invalid.
 */
export function nodeListener(
  handler: (request: RequestLike, env?: any) => Promise<PlatformResponse>,
  options?: AdapterOptions,
): NodeListener {
  const { env } = (globalThis as any).process;
  const withoutPrefix = prefixRemover("nodeListener", options);
  return async (request, response, next) => {
    const incoming = "raw" in request ? request.raw : request;
    const outgoing = "raw" in response ? response.raw : response;
    try {
      if ("hijack" in response) response.hijack();
      const gone = new AbortController();
      let isAnswered = false;
      outgoing.on("close", () => isAnswered || gone.abort());
      const body = request.rawBody ?? request.body ?? incoming.rawBody ?? incoming.body;
      const answer = await handler(requestOf(incoming, body, withoutPrefix, gone.signal), env);
      // The client has left, or the program has answered itself, such as at its own time limit.
      if (gone.signal.aborted) return;
      isAnswered = true;
      const headers: Record<string, string> = Object.fromEntries(answer.headers);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      headers["content-length"] = String(bytes.length);
      // A refused body is not read to its end. A stream of HTTP/2 ends without its connection.
      if (incoming.complete === false && incoming.httpVersionMajor !== 2) {
        headers["connection"] = "close";
        outgoing.writeHead(answer.status, headers);
        outgoing.flushHeaders?.();
        await withDeadline(rest(incoming), LINGER_MS, () => {});
      } else outgoing.writeHead(answer.status, headers);
      outgoing.end(bytes);
    } catch (error) {
      if (next) return next(error);
      if (outgoing.headersSent) console.error(error);
      else outgoing.writeHead(500, {});
      outgoing.end();
    }
  };
}

/** Splits a target into scheme and authority, which requests of proxies have, and the rest. */
const TARGET = /^(https?:\/\/[^/?#\\]*)?(.*)$/is;

/** Returns the parts of a Request that the guard reads. A real one would refuse methods and hosts before the guard does. */
function requestOf(incoming: IncomingLike, parsed: unknown, withoutPrefix: (path: string) => string, signal: AbortSignal): RequestLike {
  const { method = "", originalUrl, url = "/", headers, readableDidRead } = incoming;
  // Parsers of Express 4 write an empty object for a body that they leave alone.
  const body = parsed === null || (readableDidRead === false && isEmpty(parsed)) ? undefined : parsed;
  // Only the parsed value remains. Its text would have a different length.
  const isParsed = typeof body === "object" && !(body instanceof Uint8Array);
  const [, origin, rest = ""] = TARGET.exec(originalUrl ?? url)!;
  const host = String(headers["host"] ?? headers[":authority"] ?? "").replace(/[/?#\\]/g, "");
  return {
    method,
    url: (origin ?? `http://${host}`) + withoutPrefix(rest.startsWith("/") ? rest : `/${rest}`),
    headers: { get: (name) => (isParsed && name === "content-length" ? null : headers[name.toLowerCase()]?.toString() ?? null) },
    signal,
    bodyUsed: readableDidRead === true && body === undefined,
    body: body === undefined ? streamOf(incoming) : body instanceof Uint8Array ? new Response(body as BodyInit).body : undefined,
    text: async () => (typeof body === "string" ? body : JSON.stringify(body)),
  };
}

const isEmpty = (body: unknown): boolean => typeof body === "object" && body !== null && Object.keys(body).length === 0;

/** Returns a stream for the guard. Canceling does not destroy the socket, which the answer still needs. */
function streamOf(incoming: IncomingLike): object {
  const chunks = incoming[Symbol.asyncIterator]();
  const read = async (): Promise<IteratorResult<Uint8Array>> => {
    const chunk = await chunks.next();
    // Chunks are texts if earlier middleware called `setEncoding`.
    if (typeof chunk.value === "string") chunk.value = (globalThis as any).Buffer.from(chunk.value, incoming.readableEncoding);
    return chunk;
  };
  return { getReader: () => ({ read, cancel: async () => {} }) };
}

/** Reads the rest of a body, up to the limit; never throws. */
async function rest(incoming: IncomingLike): Promise<void> {
  const chunks = incoming[Symbol.asyncIterator]();
  try {
    for (let remaining = LINGER_BYTES; remaining > 0; ) {
      const { done, value } = await chunks.next();
      if (done) break;
      remaining -= value.length;
    }
  } catch {
    // The client has disconnected.
  }
}
