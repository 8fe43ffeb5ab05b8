// The emulator over HTTP, in Node.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { control } from "./control.js";
import { type Answer, envelope } from "./answer.js";
import { sent } from "./sent.js";
import type { Emulator } from "./service.js";

/** Where to listen. */
export interface ServeOptions {
  /** Default: 8081; 0 takes a free one. */
  port?: number;
  /** Default: `127.0.0.1`. */
  host?: string;
}

/** A server that listens. */
export interface Serving {
  /** The base URL for bots. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and drops the connections; the emulator lives on. */
  close(): Promise<void>;
}

/** The largest body: 50 MB of a file, and room for the rest of the form. */
const LARGEST = 64 * 1024 * 1024;

/** The longest URL: parameters of a query, encoded, may be long. */
const LONGEST = 4 * 1024 * 1024;

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
  "access-control-allow-headers": "*, authorization, content-type",
  "access-control-expose-headers": "accept-ranges, content-range",
  "access-control-max-age": "86400",
};

/** Serves the emulator, with the control path of `/user/…` beside it. Rejects when the port is taken. */
export function serve(emulator: Emulator, { port = 8081, host = "127.0.0.1" }: ServeOptions = {}): Promise<Serving> {
  const listen = (request: IncomingMessage, response: ServerResponse): void => {
    respond(emulator, request, response).catch(() => response.destroy());
  };
  const server = createServer({ maxHeaderSize: LONGEST, requireHostHeader: false }, listen);
  // What a client expects beyond 100-continue may be left undone.
  server.on("checkExpectation", listen);
  server.on("connect", (_, socket) => refuse(socket, 405, "Method Not Allowed"));
  // Longer than clients keep connections that they think are alive.
  server.keepAliveTimeout = 120_000;
  server.on("clientError", ({ code }, socket) => {
    if (!socket.writable) return socket.destroy();
    if (code === "HPE_HEADER_OVERFLOW") refuse(socket, 431, "Request Header Fields Too Large");
    else refuse(socket, 400, "Bad Request");
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      // Null and strings are for other kinds of sockets.
      const { address, family, port } = server.address() as { address: string; family: string; port: number };
      const shown = family === "IPv6" ? `[${address}]` : address;
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
          server.closeAllConnections();
        });
      resolve({ url: `http://${shown}:${port}`, port, close });
    });
  });
}

/** Ends a connection that holds no request which Node would hand over. */
function refuse(socket: { end(text: string): void }, status: number, reason: string): void {
  const body = JSON.stringify({ ok: false, error_code: status, description: reason });
  const head = ["content-type: application/json", `content-length: ${body.length}`, "connection: close"];
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join("\r\n")}\r\n\r\n${body}`);
}

async function respond(emulator: Emulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "OPTIONS") {
    response.writeHead(204, CORS).end();
    return;
  }
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const answer = await answered(emulator, request, gone.signal);
  if (answer.fault === "drop") return void response.destroy();
  const { status, headers, bytes } = sent(answer, request.method ?? "", request.headers.range);
  response.writeHead(status, { ...CORS, ...headers });
  if (answer.fault !== "") {
    const half = bytes.length >> 1;
    await new Promise<void>((written) => response.write(bytes.subarray(0, half), () => written()));
    if (answer.fault === "cut_off") return void response.destroy();
    await new Promise((resolve) => setTimeout(resolve, answer.millis));
    return response.end(bytes.subarray(half));
  }
  response.end(bytes);
}

async function answered(emulator: Emulator, request: IncomingMessage, signal: AbortSignal): Promise<Answer> {
  const body = await collected(request);
  if (body === undefined) {
    return envelope(413, { ok: false, error_code: 413, description: "Request Entity Too Large" });
  }
  const { method = "GET" } = request;
  // Clients whose base URL ends in a slash ask for "//bot…", and those that take it for a proxy for the whole URL.
  const url = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "").replace(/^\/{2,}/, "/");
  const type = request.headers["content-type"] ?? "";
  return (await control(emulator, method, url, body)) ?? (await emulator.request(method, url, type, body, signal));
}

/** The body; nothing when it is too large, whose rest is read and dropped so that the answer arrives. */
async function collected(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= LARGEST) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= LARGEST ? new Uint8Array(await new Blob(chunks).arrayBuffer()) : undefined;
}
