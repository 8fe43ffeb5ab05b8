// The transport of a bot in Node: `node:http` and `node:https`, with connections that are kept for the next call.
import { builtin } from "./builtin.js";
import { describe } from "../../errors/describe.js";
import { ValidationError } from "../../errors/errors.js";
import type { Transport } from "../../engine/configure.js";
import { type AgentLike, NODE_OPTIONS, type NodeOptions } from "../../options/node-options.js";
import { type Checks, isFunction, knownOptions } from "../../options/parse.js";
import type { Agent } from "node:http";
import { streamForNode, streamOf } from "../../request/body-stream.js";
import { closeConnections, makeAgent } from "./agents.js";
import { exchange, type Route } from "./exchange.js";
import { parseProxy, proxyOfEnvironment } from "./proxy-of.js";
import { type Proxy, tunnelThrough } from "./tunnel.js";

const isCertificate = (value: unknown): boolean => (typeof value === "string" && value !== "") || ArrayBuffer.isView(value);

const CHECKS: Checks = {
  agent: ["an Agent of node:http or node:https", (agent: AgentLike | null) => typeof agent === "object" && isFunction(agent?.destroy) && typeof agent?.requests === "object"],
  ca: ["certificates in PEM or DER", (ca) => (Array.isArray(ca) ? ca.length > 0 && ca.every(isCertificate) : isCertificate(ca))],
  proxy: ['the URL of an HTTP proxy, http://… or https://…, or "env"', (proxy) => proxy === "env" || parseProxy(proxy) !== undefined],
  socketPath: ["a path", (path) => typeof path === "string" && path !== ""],
};

/** Options that cannot be combined, each with those that it excludes. */
const EXCLUSIVE: readonly (readonly [string, readonly string[]])[] = [
  ["fetch", NODE_OPTIONS],
  ["agent", ["ca", "proxy", "socketPath"]],
  ["socketPath", ["proxy"]],
];

/** Node's own `fetch`, or undefined if something has replaced it: a replacement has another name or number of parameters. */
const nodeFetch = globalThis.fetch?.name === "fetch" && globalThis.fetch.length === 1 ? globalThis.fetch : undefined;

/** Node's own `setImmediate`, because a test may replace it later. */
const nextTurn: (act: (value?: unknown) => void) => void = (globalThis as any).setImmediate;

/** The agents of bots without options of Node, by protocol: these bots share their connections, as with `fetch`. */
const shared = new Map<string, Agent>();

/** Creates the transport of a bot. @throws ValidationError if an option is invalid. */
export function nodeTransport(options: Readonly<Record<string, unknown>>, baseUrl: string): Transport {
  const parsed = knownOptions<NodeOptions>("Bot", options, CHECKS);
  for (const [name, others] of EXCLUSIVE) {
    const other = options[name] === undefined ? undefined : others.find((other) => options[other] !== undefined);
    if (other) throw new ValidationError("Bot", other, `no ${other} together with ${name}`, "both");
  }
  const url = new URL(baseUrl);
  const hasOptions = Object.keys(parsed).length > 0;
  const proxy = proxyFor(parsed.proxy, url);
  const directory = url.pathname.replace(/\/$/, "");
  const agents = hasOptions ? new Map<string, Agent>() : shared;
  let route: Promise<Route> | undefined;
  /** The turn of the event loop for which calls wait. */
  let turn: Promise<unknown> | undefined;

  const connect = async (): Promise<Route> => {
    const isSecure = url.protocol === "https:";
    const client = await builtin(isSecure ? "node:https" : "node:http");
    let agent = parsed.agent as Agent | undefined;
    if (!agent) {
      agent = agents.get(url.protocol) ?? makeAgent(client, parsed.ca);
      agents.set(url.protocol, agent);
      if (proxy) tunnelThrough(proxy, agent, isSecure);
    }
    const host = url.hostname.replace(/^\[|]$/g, "");
    const port = Number(url.port) || (isSecure ? 443 : 80);
    return { client, isTunnel: proxy !== undefined, host: url.host, options: { agent, host, port, socketPath: parsed.socketPath } };
  };

  /** A test, or a framework, may have replaced the `fetch` that the bot would otherwise use. */
  const isReplaced = (): boolean => !hasOptions && Boolean(globalThis.fetch) && globalThis.fetch !== nodeFetch;
  const send: Transport["fetch"] = async (target, init) => {
    if (isReplaced()) return globalThis.fetch(target, init as RequestInit);
    // During a whole turn of the event loop, Node notices which idle connections the service has closed meanwhile.
    await (turn ??= new Promise((resolve) => nextTurn(() => nextTurn(resolve))).then(() => (turn = undefined)));
    return exchange(await (route ??= connect()), directory + target.slice(baseUrl.length), init);
  };
  const stream: Transport["stream"] = (parts, length, onTaken) => (isReplaced() ? streamForNode : streamOf)(parts, length, onTaken);
  return { fetch: send, stream, close: () => agents.forEach(closeConnections) };
}

/** @throws ValidationError if the environment's proxy is invalid. */
function proxyFor(option: string | undefined, url: URL): Proxy | undefined {
  if (option !== "env") return parseProxy(option);
  const [variable, address] = proxyOfEnvironment(url, (globalThis as any).process.env) ?? [];
  if (address === undefined) return undefined;
  const proxy = parseProxy(address);
  if (proxy) return proxy;
  throw new ValidationError("Bot", "proxy", `the URL of an HTTP proxy in ${variable}`, describe(address));
}
