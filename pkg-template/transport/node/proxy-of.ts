// The proxy of a bot: that of its options, or that of the environment.
import { decodePercent } from "../decode-percent.js";
import type { Proxy } from "./tunnel.js";

/** Parses the URL of an HTTP proxy. Returns `undefined` for any other value. */
export function parseProxy(url: unknown): Proxy | undefined {
  let parsed: URL;
  try {
    parsed = new URL(url as string);
  } catch {
    return undefined;
  }
  const { protocol, hostname, port, username, password, pathname, search } = parsed;
  if (!/^https?:$/.test(protocol) || pathname !== "/" || search) return undefined;
  const isSecure = protocol === "https:";
  return {
    isSecure,
    hostname: hostname.replace(/^\[|]$/g, ""),
    port: Number(port) || (isSecure ? 443 : 80),
    authorization: username || password ? `Basic ${Buffer.from(`${decodePercent(username)}:${decodePercent(password)}`).toString("base64")}` : undefined,
  };
}

/** Returns the environment's proxy for the service, as its variable and URL. `undefined` means a direct connection. */
export function proxyOfEnvironment({ protocol, hostname, port }: URL, env: Readonly<Record<string, string | undefined>>): [variable: string, url: string] | undefined {
  const name = protocol === "https:" ? "https_proxy" : "http_proxy";
  const variable = [name, name.toUpperCase()].find((name) => env[name]);
  if (variable === undefined || isExempt(hostname, port || (protocol === "https:" ? "443" : "80"), env["no_proxy"] || env["NO_PROXY"] || "")) return undefined;
  const url = env[variable]!;
  return [variable, url.includes("://") ? url : `http://${url}`];
}

/**
 * Returns whether a list such as `localhost,.internal.example,10.0.0.7:8080` names the host: itself, a domain above it, or `*`
 * for all hosts. An entry with a port applies to that port only.
 */
function isExempt(hostname: string, port: string, list: string): boolean {
  const host = hostname.replace(/^\[|]$/g, "");
  return list.toLowerCase().split(/[\s,]+/).filter(Boolean).some((entry) => {
    const [, bracketed, plain, entryPort] = /^(?:\[(.+)]|(.*?))(?::(\d+))?$/.exec(entry.includes("::") && entry[0] !== "[" ? `[${entry}]` : entry) ?? [];
    const name = (bracketed ?? plain ?? "").replace(/^\*?\./, "");
    if (entryPort !== undefined && entryPort !== port) return false;
    return name === "*" || host === name || (name !== "" && host.endsWith(`.${name}`));
  });
}
