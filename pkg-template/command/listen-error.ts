// Why the command cannot listen on its port.

import { describeError } from "./arguments.js";

/** Returns an error that names the other emulator, if one listens on the port. */
async function describeOccupant(port: number): Promise<string | undefined> {
  const url = `http://127.0.0.1:${port}`;
  try {
    const { result } = (await (await fetch(`${url}/user/bots`, { signal: AbortSignal.timeout(5000) })).json()) as { result: { bots: { user: { username?: string } }[] } };
    const name = /^\w+$/.exec(result.bots[0]?.user.username ?? "")?.[0] ?? "a bot";
    return `port ${port} is taken by another botwire emulator, of @${name}: ${url}/; choose another port with --port`;
  } catch {
    return undefined;
  }
}

/** Describes an error of listening on a port. */
export async function describeListenError(error: unknown, port: number): Promise<string> {
  switch ((error as { code?: string }).code) {
    case "EADDRINUSE":
      return (await describeOccupant(port)) ?? `port ${port} is taken; choose another with --port, or --port 0 for a free one`;
    case "EACCES":
      return `port ${port} may not be used without privileges; choose another with --port`;
    default:
      return describeError(error);
  }
}
