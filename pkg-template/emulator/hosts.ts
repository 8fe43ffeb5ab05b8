// Which names of hosts are this machine.

/** Whether a host of a URL, as the URL standard writes it, is this machine. `localhost` is never looked up elsewhere. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
