// The emulator over HTTP, in Node.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { Access, type AccessOptions } from "./access.js";
import type { Answer } from "../core/answer.js";
import { checkFlag, checkNames, checkNumber, checkString, wrong } from "../core/check.js";
import { control, failure, withoutTokens } from "./control.js";
import { coreOf } from "../core/core.js";
import { streamEvents } from "./event-stream.js";
import { httpAnswer } from "../core/http-range.js";
import type { Program } from "./program.js";
import { Served, UNTRUSTED } from "./served.js";
import { Emulator } from "../testing/emulator.js";

/**
 * Options of {@link serve}: where to listen, and which clients may use the emulator.
 *
 * @example
 * ```ts
 * const served = await serve(emulator, { port: 8081 });
 * console.log(served.url);
 * ```
 */
export interface ServeOptions extends AccessOptions {
  /** The port. `0` chooses a free one. Default: 8081. */
  port?: number | undefined;
  /** The address to listen on. Default: `127.0.0.1`, and `::1` if the machine has it. */
  host?: string | undefined;
  /**
   * If true, the emulator also calls webhooks on other machines. Default: false, so that a client of the port cannot send
   * requests from this machine. It has no effect on an emulator with the option `webhook` or `fetch`.
   */
  allowRemoteWebhooks?: boolean | undefined;
}

/** A running server, see {@link serve}. */
export interface Serving {
  /** The base URL for bots. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and closes the connections. The emulator stays open. `Emulator.close()` does this too. */
  close(): Promise<void>;
}

/** The largest body: 50 MB of a file, and room for the rest of the form. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The longest URL: parameters of a query, encoded, may be long. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024;

/** The first byte that a client sends over TLS. */
const TLS_HANDSHAKE = 0x16;

/** How often port 0 tries another free port, if one is free on `127.0.0.1` and taken on `::1`. */
const MOST_TRIES = 10;

/**
 * Serves the emulator over HTTP on this machine, with the control path `/user/…`. Needs Node, Deno or Bun. Requests with
 * another `Host` are refused with 421, and requests from web pages of other origins with 403 unless `cors` lists the origin.
 * Rejects if the port is taken.
 */
export function serve(emulator: Emulator, options: ServeOptions = {}): Promise<Serving> {
  return serveWith(emulator, options).then(({ url, port, close }) => ({ url, port, close }));
}

/** A file of a page; `gzip` returns it compressed. */
export interface PageAnswer extends Answer {
  gzip?(): Uint8Array;
}

/** Returns the file of a page at a path, if there is one. */
export type PageFile = (path: string) => PageAnswer | undefined;

/** Serves the emulator, with a page. */
export async function serveWith(emulator: Emulator, options: ServeOptions, pageFile?: PageFile): Promise<Serving & { show(program: Program): void; served: Served }> {
  const { port = 8081, host, allowRemoteWebhooks = false } = checkNames("serve", options, ["port", "host", "allowRemoteWebhooks", "cors", "hosts"]);
  checkNumber("port", port, 0, 65_535);
  checkFlag("allowRemoteWebhooks", allowRemoteWebhooks);
  const access = new Access(checkString("host", host ?? "127.0.0.1"), options);
  if (!(emulator instanceof Emulator)) throw wrong("emulator", "an Emulator", emulator);
  if (!allowRemoteWebhooks) coreOf(emulator).allowLoopbackWebhooksOnly();
  const served = new Served(emulator);
  // A page that is opened later shows what has happened before.
  if (pageFile !== undefined) void served.journal;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    respond(served, pageFile, access, request, response).catch((error: unknown) => fail(emulator, response, error));
  };
  const servers: Server[] = [];
  const listen = async (port: number, host: string): Promise<ReturnType<Server["address"]>> => {
    const server = newServer(handle);
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => (server.off("error", reject), resolve()));
    });
    const found = server.address();
    server.on("clientError", ({ rawPacket }) => {
      if (rawPacket?.[0] === TLS_HANDSHAKE) logTls(emulator, `https://${placeOf(found)}/`).catch(() => undefined);
    });
    return found;
  };
  const close = async (): Promise<void> => {
    await Promise.all(servers.splice(0).map((server) => new Promise<void>((done) => (server.close(() => done()), server.closeAllConnections()))));
  };
  for (let tries = 1; ; tries++) {
    try {
      const found = await listen(port, host ?? "127.0.0.1");
      // Clients may ask for `localhost` by either address. A machine may lack IPv6, and a program the right to it.
      if (host === undefined) await listen(found.port, "::1").catch(rethrowIfTaken);
      coreOf(emulator).onClose(() => void close());
      return { url: `http://${placeOf(found)}`, port: found.port, close, served, show: (program) => served.show(program) };
    } catch (error) {
      await close(); // The emulator may have been closed meanwhile.
      if (port !== 0 || tries === MOST_TRIES || !isTaken(error)) throw error;
    }
  }
}

/** Logs a client whose base URL begins with `https://`: without a handshake it sends no request. */
async function logTls(emulator: Emulator, target: string): Promise<void> {
  await emulator.request({ method: "GET", target, contentType: "", body: new Uint8Array() });
}

/** Returns host and port as in a URL. */
function placeOf({ address, family, port }: ReturnType<Server["address"]>): string {
  return `${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

const isTaken = (error: unknown): boolean => (error as { code?: string }).code === "EADDRINUSE";

function rethrowIfTaken(error: unknown): void {
  if (isTaken(error)) throw error;
}

/** Creates a server that does not listen yet. */
function newServer(handle: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false }, handle);
  // A server may ignore any expectation other than 100-continue.
  server.on("checkExpectation", handle);
  server.on("connect", (_, socket) => refuse(socket, 405, "Method Not Allowed"));
  // Longer than clients keep idle connections, so that none is closed while a client uses it again.
  server.keepAliveTimeout = 120_000;
  server.on("clientError", ({ code }, socket) => {
    if (!socket.writable) return socket.destroy();
    if (code === "HPE_HEADER_OVERFLOW") refuse(socket, 431, "Request Header Fields Too Large");
    else refuse(socket, 400, "Bad Request");
  });
  return server;
}

/** Ends a connection without a request that Node would pass on. */
function refuse(socket: { end(text: string): void }, status: number, reason: string): void {
  const body = JSON.stringify({ ok: false, error_code: status, description: reason });
  const head = ["content-type: application/json", `content-length: ${body.length}`, "connection: close"];
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join("\r\n")}\r\n\r\n${body}`);
}

/** Answers an unexpected error. */
function fail(emulator: Emulator, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return response.destroy();
  const reason = error instanceof Error ? error.message : "unknown";
  end(response, withoutTokens(emulator, failure(500, `Internal Server Error: ${reason}`)), {});
}

function end(response: ServerResponse, answer: Answer, more: Record<string, string>): void {
  const { status, headers, bytes } = httpAnswer(answer, "POST", undefined);
  response.writeHead(status, { ...headers, ...more }).end(bytes);
}

async function respond(
  served: Served,
  pageFile: PageFile | undefined,
  access: Access,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = access.refusal(request);
  const cors = access.headers(request);
  if (refusal !== undefined) return end(response, failure(refusal.error_code, refusal.description), cors);
  if (request.method === "OPTIONS") return response.writeHead(204, cors).end();
  const target = targetOf(request);
  if (request.method === "GET" && /^\/user\/events(\?|$)/.test(target)) return events(served, target, request, response, cors);
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const page = request.method === "GET" ? pageFile?.(target.replace(/[?#].*/, "")) : undefined;
  const answer = page ?? (await answered(served, target, request, response, gone.signal));
  if (answer.fault === "drop") return void response.destroy();
  const { status, headers, bytes } = httpAnswer(answer, request.method ?? "", request.headers.range);
  if (page?.gzip !== undefined && /\bgzip\b/.test(String(request.headers["accept-encoding"]))) {
    const compressed = page.gzip();
    const coded = { "content-encoding": "gzip", "content-length": String(compressed.length), vary: "origin, accept-encoding" };
    return void response.writeHead(status, { ...cors, ...headers, ...coded }).end(compressed);
  }
  response.writeHead(status, { ...cors, ...headers });
  if (answer.fault !== "") {
    const half = bytes.length >> 1;
    await new Promise<void>((written) => response.write(bytes.subarray(0, half), () => written()));
    if (answer.fault === "cut_off") return void response.destroy();
    await pause(answer.millis, gone.signal);
    return response.end(bytes.subarray(half));
  }
  response.end(bytes);
}

/** Waits this many milliseconds, or until the client has disconnected. */
function pause(millis: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted) return resolve();
    const timer = setTimeout(resolve, millis);
    gone.addEventListener("abort", () => (clearTimeout(timer), resolve()));
  });
}

/** Returns path and query. Clients request "//bot…" if their base URL ends in a slash, and the whole URL if it is their proxy. */
function targetOf({ url = "/" }: IncomingMessage): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^\/{2,}/, "/");
}

function events(served: Served, target: string, request: IncomingMessage, response: ServerResponse, cors: Record<string, string>): void {
  const query = new URL(target, served.emulator.baseUrl).searchParams;
  const unknown = [...query.keys()].find((name) => name !== "after");
  if (unknown === undefined) return streamEvents(served.journal, query.get("after") ?? undefined, request, response, cors);
  const refusal = failure(400, `Bad Request: /user/events: expected after in the query, got ${unknown.slice(0, 40)}`);
  end(response, withoutTokens(served.emulator, refusal), cors);
}

async function answered(served: Served, target: string, request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<Answer> {
  const body = await readBody(request);
  if (body === undefined) return failure(413, "Request Entity Too Large");
  const { method = "GET" } = request;
  const contentType = request.headers["content-type"] ?? "";
  const controlled = await control(served, method, target, contentType, body);
  const answer = controlled ?? (await served.recordCall(method, target, request.socket, response, () => served.emulator.request({ method, target, contentType, body, signal })));
  // A page must not run what a user has sent to the bot.
  return target.startsWith("/file/") ? { ...answer, headers: { ...answer.headers, ...UNTRUSTED } } : answer;
}

/** Returns the body, or `undefined` if it is too large. The rest is read and dropped so that the answer arrives. */
async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= MAX_BODY_BYTES ? new Uint8Array(await new Blob(chunks).arrayBuffer()) : undefined;
}
