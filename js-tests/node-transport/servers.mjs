// Servers on loopback: a service over TCP, TLS or a Unix socket, one that writes raw bytes, and a proxy with CONNECT.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import { connect, createServer as createTcp } from "node:net";
import { join } from "node:path";
import { afterEach } from "node:test";
import { temporary } from "../support/temporary.mjs";

export const TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
export const RESULT = '{"ok":true,"result":true}';

/** Functions that close the servers of a test. */
const open = new Set();
afterEach(() => Promise.all([...open].map((close) => close())));

/** Makes a server listen. Returns its port, its open sockets and how many connections it has accepted. */
async function listening(server, ...where) {
  const sockets = new Set();
  let accepted = 0;
  server.on("connection", (socket) => {
    accepted++;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.listen(...(where.length > 0 ? where : [0, "127.0.0.1"]));
  await once(server, "listening");
  open.add(async function close() {
    open.delete(close);
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  return { port: server.address().port, sockets, get accepted() { return accepted; } };
}

const answer = (request, response) => request.resume().on("end", () => response.end(RESULT));

/** A service of HTTP. Without a handler, each call succeeds. */
export async function serveHttp(handle = answer, { where = [], ...options } = {}) {
  const server = createHttp(options, handle);
  return listening(server, ...where);
}

export const serveHttps = (certificate, handle = answer) => listening(createHttps(certificate, handle));

/** A service that passes the socket and each request's head to `handle`, which writes the response. */
export function serveRaw(handle) {
  return listening(
    createTcp((socket) => {
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
        const end = text.indexOf("\r\n\r\n");
        if (end < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        if (text.length < end + 4 + length) return;
        const head = text.slice(0, end);
        text = text.slice(end + 4 + length);
        handle(socket, head);
      });
    }),
  );
}

/** A proxy. `refuse` is the response to CONNECT requests that it refuses; with `silent`, it never responds. */
export async function serveProxy({ refuse, silent, certificate } = {}) {
  const asked = [];
  const server = certificate ? createHttps(certificate) : createHttp();
  const tunnels = new Set();
  server.on("connect", ({ url, headers }, socket, head) => {
    asked.push({ target: url, authorization: headers["proxy-authorization"] });
    socket.on("error", () => {});
    if (silent) return void socket.resume().on("end", () => socket.destroy());
    const refusal = refuse?.(headers);
    if (refusal) return socket.end(refusal);
    const [, host, port] = /^(.*):(\d+)$/.exec(url);
    // Every name resolves to this machine, as in a network whose names only the proxy can resolve.
    const there = connect(port, host.endsWith(".internal") ? "127.0.0.1" : host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      there.write(head);
      there.pipe(socket).pipe(there);
    });
    tunnels.add(there);
    there.on("error", () => socket.destroy()).on("close", () => tunnels.delete(there));
  });
  return { ...(await listening(server)), asked, tunnels };
}

/** A certificate for the host from a new authority: `{ ca, key, cert }`. */
export function certificateFor(host) {
  const folder = temporary();
  const openssl = (...args) => execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl("req", "-x509", ...curve, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=private authority");
  openssl("req", "-x509", ...curve, "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj", `/CN=${host}`,
    "-CA", "ca.pem", "-CAkey", "ca.key", "-addext", `subjectAltName=${/^[\d.]+$/.test(host) ? "IP" : "DNS"}:${host}`, "-addext", "basicConstraints=critical,CA:FALSE");
  const [ca, key, cert] = ["ca.pem", "key.pem", "cert.pem"].map((name) => readFileSync(join(folder, name)));
  return { ca, key, cert };
}

/** The error of a promise that rejects. */
export const failing = (promise) =>
  promise.then((result) => Promise.reject(new Error(`a success: ${JSON.stringify(result)}`)), (error) => error);
