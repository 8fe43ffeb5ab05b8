// Connections through an HTTP proxy, by the method CONNECT.
import { builtin } from "./builtin.js";
import type { Agent, ClientSocket } from "node:http";

/** The parts of a proxy's URL that a connection needs. */
export interface Proxy {
  readonly isSecure: boolean;
  readonly hostname: string;
  readonly port: number;
  /** The value of the header Proxy-Authorization. */
  readonly authorization: string | undefined;
}

/** Options that the agent gets for a new connection. */
interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly ca?: unknown;
  /** The signal of the call that requests the connection. */
  readonly signalOfCall?: AbortSignal;
}

/** Makes an agent connect through a proxy. */
export function tunnelThrough(proxy: Proxy, agent: Agent, isSecure: boolean): void {
  const connect = agent.createConnection;
  agent.createConnection = function (this: Agent, options, connected) {
    openTunnel(proxy, options as ConnectionOptions).then(
      (socket) => connected!(null, isSecure ? connect.call(this, { ...options, socket }) : socket),
      (error: Error) => connected!(error),
    );
    return undefined;
  };
}

/** Opens a tunnel to the host of the service. */
async function openTunnel(proxy: Proxy, { host, port, ca, signalOfCall }: ConnectionOptions): Promise<ClientSocket> {
  const client = await builtin(proxy.isSecure ? "node:https" : "node:http");
  const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const headers = ["host", target, ...(proxy.authorization === undefined ? [] : ["proxy-authorization", proxy.authorization])];
  return new Promise((resolve, reject) => {
    if (signalOfCall?.aborted) return reject(signalOfCall.reason);
    const request = client.request({ host: proxy.hostname, port: proxy.port, ca, method: "CONNECT", path: target, headers, agent: false });
    signalOfCall?.addEventListener("abort", () => request.destroy(signalOfCall.reason));
    request.on("connect", ({ statusCode }, socket) => {
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(new Error(`the proxy answered CONNECT with HTTP ${statusCode}`));
    });
    request.on("error", reject);
    request.on("close", () => reject(new Error("the proxy closed the connection")));
    request.end();
  });
}
