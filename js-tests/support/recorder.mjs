// A service on loopback that records requests, decoded without botwire, and answers from a script.
import { createServer } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { PATIENCE } from "./eventually.mjs";
import { listen } from "./serve.mjs";

export const TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";

/** Bytes; everything set in an inline answer is a query string of some 150 kB. */
const LONGEST_HEAD = 1 << 20;

/** A result envelope. */
export const ok = (result = true) => ({ body: JSON.stringify({ ok: true, result }) });

/** A failure envelope; the HTTP status is the one that services send with it. */
export const failure = (error_code, description, parameters, status = error_code) => ({
  status,
  body: JSON.stringify({ ok: false, error_code, description, parameters }),
});

/**
 * Starts a recorder. `script` is one answer for all requests, a list (the last one repeats), or a function of the
 * request and its index. An answer is { status, headers, body } with the options `delayMs`, `cut: true` (the connection
 * breaks after the body, which was announced longer), `hangUp: true` (it breaks before any answer) and `silent: true`
 * (nothing is sent until the client gives up). A request's `gone()` returns true if its connection was closed.
 */
export async function record(script = ok()) {
  const requests = [];
  const preflights = [];
  const closed = new WeakMap();
  const server = createServer({ maxHeaderSize: LONGEST_HEAD }, async (incoming, response) => {
    if (incoming.method === "OPTIONS") return allow(incoming, response, preflights);
    const request = await read(incoming).catch((error) => ({ error }));
    if (request.error) {
      response.writeHead(599).end(`the recorder cannot read the request: ${request.error.message}`);
      return;
    }
    const index = requests.push(request) - 1;
    request.gone = () => Promise.race([closed.get(incoming.socket), setTimeout(PATIENCE, false, { ref: false })]);
    let answer;
    try {
      answer = await (typeof script === "function"
        ? script(request, index)
        : Array.isArray(script) ? (script[index] ?? script.at(-1)) : script);
    } catch (error) {
      answer = { status: 599, body: `the script of the test failed: ${error.stack}` };
    }
    if (answer.silent) return;
    if (answer.delayMs) await setTimeout(answer.delayMs, undefined, { ref: false });
    if (answer.hangUp) return void incoming.socket.destroy();
    const body = Buffer.from(answer.body ?? "");
    response.on("error", () => {});
    response.writeHead(answer.status ?? 200, {
      "content-type": "application/json",
      "content-length": answer.cut ? body.length + 100 : body.length,
      "access-control-allow-origin": "*",
      ...answer.headers,
    });
    if (!answer.cut) return void response.end(body);
    response.write(body, () => incoming.socket.destroy());
  });
  // A connection that the server closes while it is idle fails the next call if that is on its way.
  server.keepAliveTimeout = 60_000;
  server.on("connection", (socket) => closed.set(socket, new Promise((resolve) => socket.once("close", () => resolve(true)))));
  const { port, url: baseUrl, close } = await listen(server);
  return {
    baseUrl,
    port,
    close,
    requests,
    /** The preflight requests of pages. */
    preflights,
    /** The only request there was. */
    get only() {
      if (requests.length !== 1) throw new Error(`${requests.length} requests arrived instead of one`);
      return requests[0];
    },
    clear: () => requests.splice(0),
    answer(next) {
      script = next;
    },
    [Symbol.asyncDispose]: close,
  };
}

/**
 * An address that refuses connections. It is the local end of an open connection, so that no program gets it as a free
 * port.
 */
export async function refused() {
  const server = createServer().on("connection", (socket) => socket.unref()).listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const socket = connect(server.address().port, "127.0.0.1").unref();
  await once(socket, "connect");
  return `http://127.0.0.1:${socket.localPort}`;
}

/** Answers the question of a page whether it may call across origins. */
function allow({ headers, url }, response, preflights) {
  preflights.push(url);
  response.writeHead(204, {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "",
    "access-control-allow-methods": "GET, POST",
  });
  response.end();
}

async function read(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  const url = new URL(incoming.url, "http://recorder.invalid");
  const [, prefix, name, ...rest] = url.pathname.split("/");
  const request = {
    httpMethod: incoming.method,
    path: url.pathname,
    token: prefix?.startsWith("bot") ? decodeURIComponent(prefix.slice("bot".length)) : undefined,
    name: rest.length === 0 ? name : undefined,
    headers: incoming.headers,
    raw,
  };
  return Object.assign(request, await decode(request, url, raw));
}

/** How the parameters came, and each of them: JSON values, strings, or files. */
async function decode({ headers }, url, raw) {
  const type = headers["content-type"] ?? "";
  if (raw.length === 0) return { encoding: "query", params: onceEach(url.searchParams) };
  if (url.search !== "") throw new Error("parameters came in two ways at once");
  if (type.startsWith("application/json")) return { encoding: "json", params: JSON.parse(utf8(raw)) };
  if (type.startsWith("application/x-www-form-urlencoded")) {
    return { encoding: "form", params: onceEach(new URLSearchParams(utf8(raw))) };
  }
  if (type.startsWith("multipart/form-data")) {
    const form = await new Response(raw, { headers: { "content-type": type } }).formData();
    const params = onceEach(form);
    for (const [key, value] of Object.entries(params)) {
      if (typeof value === "string") continue;
      params[key] = { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) };
    }
    return { encoding: "multipart", params };
  }
  throw new Error(`a body of type ${type}`);
}

function onceEach(entries) {
  const params = {};
  for (const [key, value] of entries) {
    if (Object.hasOwn(params, key)) throw new Error(`${key} came twice`);
    params[key] = value;
  }
  return params;
}

const utf8 = (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
