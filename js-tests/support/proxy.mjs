// A TCP proxy that can fall silent: connections stay open, new ones are accepted, and nothing is answered.
import { connect, createServer } from "node:net";
import { listen } from "./serve.mjs";

/** Starts the proxy for a test. `forget()` acts like a network that loses connections: new ones work after `start()`. */
export async function startProxy(context, url) {
  const target = new URL(url);
  const { port, hostname } = target;
  /** Both ends of each connection that is not forgotten. */
  const connections = new Set();
  const sockets = new Set();
  let isSilent = false;
  const speak = ([client, upstream]) => client.pipe(upstream).pipe(client);
  const silence = (ends) => ends.forEach((end) => end.unpipe().pause());
  const server = createServer((client) => {
    const ends = [client, connect(Number(port), hostname)];
    connections.add(ends);
    for (const [index, end] of ends.entries()) {
      sockets.add(end);
      end.on("error", () => {}).on("close", () => {
        ends[1 - index].destroy();
        connections.delete(ends);
        sockets.delete(end);
      });
    }
    (isSilent ? silence : speak)(ends);
  });
  const { port: proxyPort } = await listen(server);
  const stop = () => {
    isSilent = true;
    connections.forEach(silence);
  };
  context.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  target.port = `${proxyPort}`;
  return {
    url: target.href,
    stop,
    start() {
      isSilent = false;
      connections.forEach(speak);
    },
    forget() {
      stop();
      connections.clear();
    },
  };
}
