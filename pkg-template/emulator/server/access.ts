// Access to the emulator over HTTP: programs may use it, web pages only if their origin is allowed.

import { checkArray, checkString, wrong } from "../core/check.js";
import { isThisMachine } from "../core/loopback.js";

/** Options that limit the clients of the emulator. */
export interface AccessOptions {
  /**
   * Origins of web pages that may use the emulator, such as `http://localhost:5173`. Requests from other pages are refused with
   * 403. Default: none.
   */
  cors?: readonly string[] | undefined;
  /**
   * Other names of this machine that a `Host` header may have, with any port. By default, only `localhost`, loopback addresses
   * and the address of the server are accepted, because an attacker's DNS server may resolve any other name to this machine.
   */
  hosts?: readonly string[] | undefined;
}

/** The parts of a request that show where it comes from. */
export interface Incoming {
  readonly headers: { readonly host?: string; readonly origin?: string; readonly "sec-fetch-site"?: string };
  readonly socket: { readonly localAddress?: string };
}

/** The reason why a request is refused. */
export interface AccessRefusal {
  error_code: 403 | 421;
  description: string;
}

const CORS = {
  "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
  "access-control-allow-headers": "*, authorization, content-type",
  "access-control-expose-headers": "accept-ranges, content-range",
  "access-control-max-age": "86400",
};

/** Decides which requests may be answered by a server that listens on this host. */
export class Access {
  readonly #origins: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;

  constructor(host: string, { cors = [], hosts = [] }: AccessOptions) {
    this.#origins = new Set(checkArray("cors", cors).map((origin, index) => checkOrigin(`cors[${index}]`, origin)));
    const named = checkArray("hosts", hosts).map((name, index) => checkHost(`hosts[${index}]`, name));
    this.#hosts = new Set([hostname(bracketed(host)), ...named].filter((name) => name !== undefined));
  }

  /** Returns the reason why a request is refused, or `undefined` if it is accepted. */
  refusal(request: Incoming): AccessRefusal | undefined {
    const { host, origin } = request.headers;
    // Browsers always send a Host.
    if (host !== undefined && !this.#isHere(host, request.socket.localAddress)) {
      const description = `Misdirected Request: the Host ${JSON.stringify(host)} is not this machine; --allow-host <name> (serve(): hosts) adds a name`;
      return { error_code: 421, description };
    }
    // A request without an Origin comes from a link or an image of another page, or from no page.
    const site = request.headers["sec-fetch-site"] ?? "none";
    if (origin === undefined ? site === "none" || site === "same-origin" : this.#mayAsk(request, origin)) return undefined;
    const page = origin === undefined ? "pages of another origin" : `pages of ${JSON.stringify(origin)}`;
    return { error_code: 403, description: `Forbidden: ${page} may not use the emulator; --cors <origin> (serve(): cors) allows it` };
  }

  /** Returns the headers that let a page read the answer. */
  headers({ headers: { origin } }: Incoming): Record<string, string> {
    const allowed = origin !== undefined && this.#origins.has(origin);
    return { vary: "origin", ...(allowed ? { ...CORS, "access-control-allow-origin": origin } : {}) };
  }

  #isHere(host: string, localAddress = ""): boolean {
    const name = hostname(host);
    const arrived = hostname(bracketed(localAddress.replace(/^::ffff:/i, "")));
    return name !== undefined && (isThisMachine(`http://${name}`) || this.#hosts.has(name) || name === arrived);
  }

  #mayAsk({ headers: { host = "" } }: Incoming, origin: string): boolean {
    if (this.#origins.has(origin)) return true;
    return URL.canParse(`http://${host}`) && origin === new URL(`http://${host}`).origin;
  }
}

function checkOrigin(path: string, origin: string): string {
  const expected = 'an origin such as "http://localhost:5173"';
  // Any sandboxed page has the origin "null".
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/\s*@]+$/.test(checkString(path, origin))) throw new TypeError(`${path}: expected ${expected}, got ${JSON.stringify(origin)}`);
  return origin;
}

function checkHost(path: string, name: string): string {
  const host = hostname(bracketed(checkString(path, name)));
  if (host === undefined) throw wrong(path, "the name of a host", name);
  return host;
}

/** Puts an IPv6 address in brackets, as in a URL. */
function bracketed(host: string): string {
  return host.includes("::") && !host.startsWith("[") ? `[${host}]` : host;
}

/** Returns the name of a `Host` header as the URL standard writes it, or `undefined` if it has none. */
function hostname(host: string): string | undefined {
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/\.$/, "");
}
