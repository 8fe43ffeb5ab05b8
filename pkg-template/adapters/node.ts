// The webhook for servers of `node:http`, `node:https` and `node:http2`, and for frameworks in the style of Express.
import type { PlatformResponse, RequestLike } from "../platform.js";
import { withDeadline } from "../transport/deadline.js";

/** What is used of an `http.IncomingMessage` or `Http2ServerRequest`, and of what Express and its body parsers add. */
export interface IncomingLike {
  readonly httpVersionMajor?: number;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The whole path where a router has cut it. */
  readonly originalUrl?: string | undefined;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** Whether all of it was received. */
  readonly complete?: boolean;
  /** Whether anybody has read of it. */
  readonly readableDidRead?: boolean;
  /** What a body parser made of the body: bytes, text or a value. */
  readonly body?: unknown;
  [Symbol.asyncIterator](): AsyncIterator<any>;
}

/** What is used of an `http.ServerResponse` or `Http2ServerResponse`. */
export interface OutgoingLike {
  readonly writableFinished: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  flushHeaders?(): unknown;
  end(): unknown;
  end(body: Uint8Array): unknown;
  on(event: "close", listener: () => void): unknown;
}

/** A listener of `createServer`, and a handler of Express. */
export type NodeListener = (request: IncomingLike, response: OutgoingLike, next?: (error?: any) => void) => Promise<void>;

/** Bytes of a refused body that are still read: a client that is still sending would see a closed socket instead of the answer. */
const LINGER_BYTES = 1 << 22;
/** Milliseconds for which a refused body is still read. */
const LINGER_MS = 1000;

/**
 * Makes a listener of a webhook handler; its `env` is `process.env`.
 *
 * ```ts
 * http.createServer(nodeListener(createWebhookHandler(options, handler))).listen(8080);
 * app.all("/hook/…", nodeListener(createWebhookHandler(options, handler))); // Express, before or after its body parsers
 * ```
 *
 * In Fastify, `reply.hijack(); return listener(request.raw, reply.raw);` in a route whose content type parsers leave the
 * body alone; in Koa, `ctx.respond = false; return listener(ctx.req, ctx.res);` before its body parsers. Requests of Hono
 * and Elysia are std ones, and need no adapter.
 *
 * The handler's `path` is compared with the whole path of the request, wherever a router mounts the listener. A body
 * parser has a limit of its own, 100 kB in Express: mount the listener before it, or raise that.
 */
export function nodeListener(handler: (request: RequestLike, env?: any) => Promise<PlatformResponse>): NodeListener {
  const { env } = (globalThis as any).process;
  return async (incoming, outgoing, next) => {
    try {
      const gone = new AbortController();
      outgoing.on("close", () => outgoing.writableFinished || gone.abort());
      const response = await handler(requestOf(incoming, gone.signal), env);
      const headers: Record<string, string> = {};
      response.headers.forEach((value: string, name: string) => (headers[name] = value));
      const body = new Uint8Array(await response.arrayBuffer());
      headers["content-length"] = String(body.length);
      // A refused body is not read to its end. A stream of HTTP/2 ends without its connection.
      if (incoming.complete === false && incoming.httpVersionMajor !== 2) {
        headers["connection"] = "close";
        outgoing.writeHead(response.status, headers);
        outgoing.flushHeaders?.();
        await withDeadline(rest(incoming), LINGER_MS, () => {});
      } else outgoing.writeHead(response.status, headers);
      outgoing.end(body);
    } catch (error) {
      if (next) return next(error);
      outgoing.writeHead(500, {});
      outgoing.end();
    }
  };
}

/** The parts of a Request that the guard reads; a real one would refuse methods and hosts before the guard can. */
function requestOf(incoming: IncomingLike, signal: AbortSignal): RequestLike {
  const { method = "", originalUrl, url = "/", headers, readableDidRead } = incoming;
  // Parsers of Express 4 write an empty object for a body that they leave alone.
  const body = readableDidRead === false && isEmpty(incoming.body) ? undefined : incoming.body;
  // Of its text only the value is left, which takes other bytes.
  const isParsed = typeof body === "object" && !(body instanceof Uint8Array);
  const target = originalUrl ?? url;
  const host = String(headers["host"] ?? headers[":authority"] ?? "").replace(/[/?#]/g, "");
  return {
    method,
    // Proxies may ask for a whole URL.
    url: target.startsWith("/") ? `http://${host}${target}` : target,
    headers: { get: (name) => (isParsed && name === "content-length" ? null : headers[name.toLowerCase()]?.toString() ?? null) },
    signal,
    bodyUsed: readableDidRead === true && body === undefined,
    body: body === undefined ? streamOf(incoming) : body instanceof Uint8Array ? new Response(body as BodyInit).body : undefined,
    text: async () => (typeof body === "string" ? body : JSON.stringify(body)),
  };
}

const isEmpty = (body: unknown): boolean => typeof body === "object" && body !== null && Object.keys(body).length === 0;

/** The reader that the guard takes. Cancelling does not destroy the socket, on which the answer still has to go. */
function streamOf(incoming: IncomingLike): object {
  const chunks = incoming[Symbol.asyncIterator]();
  return { getReader: () => ({ read: () => chunks.next(), cancel: async () => {} }) };
}

/** Reads the rest of a body, up to the limit; never throws. */
async function rest(incoming: IncomingLike): Promise<void> {
  const chunks = incoming[Symbol.asyncIterator]();
  try {
    for (let left = LINGER_BYTES; left > 0; ) {
      const { done, value } = await chunks.next();
      if (done) break;
      left -= value.length;
    }
  } catch {
    // The client is gone.
  }
}
