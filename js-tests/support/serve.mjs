// Servers on the loopback interface, and free ports.
import { createServer } from "node:http";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { Readable } from "node:stream";

/** Starts a server on a free port of the loopback interface. `close` also closes the connections of an HTTP server. */
export async function listen(server) {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address();
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections?.();
      await once(server, "close").catch(() => {});
    },
  };
}

/** A port that was free a moment ago, for programs that cannot choose one themselves. */
export async function freePort() {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}

/** Serves `handle`, which takes a Request and returns a Response. */
export function serve(handle) {
  return listen(createServer(async (incoming, outgoing) => {
    const { method, headers } = incoming;
    const body = method === "GET" || method === "HEAD" ? undefined : Readable.toWeb(incoming);
    const url = `http://${headers.host}${incoming.url}`;
    try {
      const response = await handle(new Request(url, { method, headers, body, duplex: "half" }));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    } catch (error) {
      outgoing.writeHead(599).end(`the handler failed: ${error?.stack}`);
    }
  }));
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

/** Serves a folder as a plain file server does, and `page` at its root. `requested` has the paths that were asked for. */
export async function serveFolder(folder, page) {
  const requested = [];
  const server = await serve(async (request) => {
    const { pathname } = new URL(request.url);
    requested.push(pathname);
    if (pathname === "/" && page) return new Response(page, { headers: { "content-type": "text/html" } });
    try {
      const file = join(folder, normalize(decodeURIComponent(pathname)));
      return new Response(await readFile(file), { headers: { "content-type": TYPES[extname(file)] ?? "application/octet-stream" } });
    } catch {
      return new Response("", { status: 404 });
    }
  });
  return { ...server, requested };
}
