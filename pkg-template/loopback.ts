// Addresses on this machine, where a service under development needs no TLS.

/** Whether a host is this machine. */
export const isLoopbackHost = (hostname: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Whether a URL is on this machine. */
export function isLoopback(url: unknown): boolean {
  try {
    return isLoopbackHost(new URL(url as string).hostname);
  } catch {
    return false;
  }
}
