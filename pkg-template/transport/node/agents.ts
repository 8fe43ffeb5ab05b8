// Agents, which keep connections for the next request.
import type { Agent, Client, ClientSocket } from "node:http";

/** Milliseconds for which an idle connection is kept, as by `fetch`. Agents keep it for less if the service announces less. */
const IDLE_MS = 4000;

/** Connections in use that must not be kept after that. */
const ending = new WeakSet<ClientSocket>();

/** Creates an agent whose idle connections let the process end. */
export function makeAgent(client: Client, ca: unknown): Agent {
  const agent = new client.Agent({ keepAlive: true, timeout: IDLE_MS, ...(ca === undefined ? {} : { ca }) });
  const { keepSocketAlive } = agent;
  agent.keepSocketAlive = (socket) => !ending.has(socket) && keepSocketAlive.call(agent, socket);
  return agent;
}

/** Closes idle connections now, and those in use when their requests end. */
export function closeConnections({ sockets, freeSockets }: Agent): void {
  for (const idle of Object.values(freeSockets)) for (const socket of idle ?? []) socket.destroy();
  for (const used of Object.values(sockets)) for (const socket of used ?? []) ending.add(socket);
}
