// Base URLs, and URLs on this machine. Grammar and reasons: src/policy/base_url.rs, which passes the same vectors.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";

/** Scheme, credentials, and host with port. */
const START = /^[\0- ]*(\w+:\/\/)?([^/?#\0- ]*@)?((?:\[[\da-f:]+]|[\w-](?:\.?[\w-])*\.?)(?::[1-9]\d{0,4})?)(?![^/?#\0- ])/i;

/** Most base URLs. They need no other pattern, and compiling patterns takes a noticeable part of a cold start. */
const USUAL = /^https:\/\/([a-z\d]+[.-])*[a-z]+$/;

/** @throws ValidationError */
export function parseBaseUrl(url: unknown, allowHttp: boolean): string {
  if (typeof url === "string" && USUAL.test(url)) return url;
  const [origin, rest, pathname] = parse(url);
  // Most characters that paths cannot contain change the pathname. Platforms differ in the others.
  const isUrl = origin && pathname === (rest || "/") && !/[[\]^|]/.test(rest);
  if (isUrl && (allowHttp || origin[4] === "s" || THIS_MACHINE.test(origin))) return origin + rest.replace(/\/+$/, "");
  const received = harmlessPart(url, isUrl ? " (see allowHttp)" : "");
  throw new ValidationError("Bot", "baseUrl", "an https: URL in ASCII without spaces, credentials, query and fragment", received);
}

/** Returns scheme and host of a text, unless its host may be the token, and the fault. */
function harmlessPart(url: any, hint: string): string {
  const [, scheme = "", credentials, host = ""] = START.exec(typeof url === "string" ? url : "") ?? [];
  if (!/[^.]\.[^.]|^\[|^localhost(:|$)/i.test(host) || /[\w-]{30}/.test(host)) return describe(url) + hint;
  const wrong = hasSpace(url) ? " a space" : !scheme ? "out a scheme" : credentials ? " credentials" : url.includes("?") ? " a query" : url.includes("#") ? " a fragment" : "";
  return `"${scheme}${host}"${wrong && " with"}${wrong || hint}`;
}

/** Origins that always resolve to this machine. A DNS server may resolve a name below `localhost` elsewhere. */
const THIS_MACHINE = /\/(localhost|127(\.\d+){3}|\[::1])(:|$)/;

/** Returns whether a URL has a space or a control character, which `URL` would remove or escape. */
export const hasSpace = (url: string): boolean => /[\0- \x7f]/.test(url);

/** Returns whether a URL is on this machine, with any path and query, including names below `localhost`. */
export function isLoopback(url: unknown): boolean {
  const [origin] = parse(url);
  return THIS_MACHINE.test(origin) || /\.localhost(:|$)/.test(origin);
}

/** Returns the origin in lower case, the rest, and the path as the platform writes it; all empty for an invalid URL. */
function parse(url: unknown): [origin: string, rest: string, pathname: string] {
  try {
    const text = String(url);
    const [start, , credentials] = START.exec(text)!;
    const origin = start.toLowerCase();
    const rest = text.slice(origin.length);
    // Platforms differ in what they accept as Punycode.
    const plain = origin.replaceAll("xn--", "a");
    const { hostname, pathname } = new URL(plain + rest);
    // A host that changes is an IPv4 address in another spelling.
    if (!credentials && /^https?:/.test(origin) && !hasSpace(rest) && (`${plain}:`.includes(`/${hostname}:`) || plain.includes("["))) return [origin, rest, pathname];
  } catch {
    // It is not a URL.
  }
  return ["", "", ""];
}
