// A server of node:https, and one of node:http2 that speaks HTTP/1.1 as well.
import { createSecureServer, type SecureServerOptions } from "node:http2";
import { createServer, type ServerOptions } from "node:https";
import { nodeListener } from "botwire/adapters/node";
import { webhook } from "./webhook.mts";

const listener = nodeListener(webhook);

/** @param tls - Key and certificate. */
export const https = (tls: ServerOptions) => createServer(tls, listener);

/** @param tls - Key and certificate. */
export const http2 = (tls: SecureServerOptions) => createSecureServer({ ...tls, allowHTTP1: true }, listener);
