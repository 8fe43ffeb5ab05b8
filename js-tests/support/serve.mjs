// Servers on the loopback interface, and free ports.
import { createServer } from "node:http";
import { once } from "node:events";
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
