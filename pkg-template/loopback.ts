// Addresses on this machine, where a service under development needs no TLS.

/** Whether a host is this machine. */
export const isLoopbackHost = (hostname: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Whether a URL has a space or a control character: `URL` removes or escapes them, and makes another URL of it. */
export const hasSpace = (url: string): boolean => /[\0- \x7f]/.test(url);

/** Whether a URL is on this machine. */
export function isLoopback(url: unknown): boolean {
  try {
    return !hasSpace(url as string) && isLoopbackHost(new URL(url as string).hostname);
  } catch {
    return false;
  }
}
