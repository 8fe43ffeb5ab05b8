// Options of a bot that only Node's transport has.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";

/** An `Agent` of `node:http` or `node:https`. */
export interface AgentLike {
  /** Milliseconds between probes of an idle connection. */
  keepAliveMsecs?: number | undefined;
  /** Requests that wait for a connection, by host. */
  readonly requests: object;
  /** Closes the agent's connections. */
  destroy(): unknown;
}

/** A certificate in PEM or DER. */
export type Certificate = string | Uint8Array;

/**
 * How the bot reaches the service in Node, where calls are sent by `node:http` and `node:https`. None of these options can be
 * combined with `fetch`. Deno, Bun and Electron refuse them, and other runtimes ignore them.
 *
 * @example
 * ```ts
 * const bot = new Bot({ baseUrl, token, proxy: "http://127.0.0.1:3128" });
 * ```
 */
export interface NodeOptions {
  /**
   * Node only. The `Agent` of `node:https`, or of `node:http` for a `baseUrl` without TLS. It cannot be combined with the other
   * options of Node, and `bot.close()` does not close it. By default, idle connections are kept for 4 seconds, or for one
   * second less than the service announces if that is shorter.
   */
  agent?: AgentLike | undefined;
  /**
   * Node only. The certificates to trust instead of those of Node, in PEM or DER. Use it if the service, or a proxy with an
   * `https:` URL, has a certificate of a private authority.
   */
  ca?: Certificate | readonly Certificate[] | undefined;
  /**
   * Node only. The URL of an HTTP proxy, such as `http://user:password@proxy.example:3128`. Connections pass through it by
   * CONNECT. `"env"` uses the environment at the time the bot is created: `HTTPS_PROXY`, or `HTTP_PROXY` for a `baseUrl`
   * without TLS, unless `NO_PROXY` names the host. Lower-case names take precedence. Default: no proxy, and the environment is
   * ignored.
   */
  proxy?: string | undefined;
  /** Node only. The path of the Unix socket, or named pipe, of a local service. The `baseUrl` still has the host and the path. */
  socketPath?: string | undefined;
}

/**
 * The names of {@link NodeOptions}.
 *
 * @internal
 */
export const NODE_OPTIONS = ["agent", "ca", "proxy", "socketPath"] as const;

/**
 * Refuses these options in a server runtime other than Node, where an unused proxy would go unnoticed.
 *
 * @throws ValidationError
 * @internal
 */
export function refuseNodeOptions(options: Readonly<Record<string, unknown>>): undefined {
  for (const name of NODE_OPTIONS) {
    if (options[name] !== undefined) throw new ValidationError("Bot", name, `no ${name} outside of Node: pass a fetch that has it`, describe(options[name]));
  }
}
