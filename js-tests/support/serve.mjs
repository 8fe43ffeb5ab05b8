// Serves a std Request → Response function on loopback, and finds free ports.
import { createServer } from "node:http";
import { once } from "node:events";
import { Readable } from "node:stream";

/** A port that was free a moment ago, for programs that cannot choose one themselves. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Serves `handle`, which takes a Request and returns a Response. */
export async function serve(handle) {
  const server = createServer(async (incoming, outgoing) => {
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
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close").catch(() => {});
    },
  };
}
