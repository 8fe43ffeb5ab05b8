// Deno, with claims in Deno KV.
import { createWebhookHandler } from "botwire";
import { denoKvStore } from "botwire/stores/deno-kv";
import { handle, options } from "./bot.mts";

const handler = createWebhookHandler({ ...options, store: denoKvStore(await Deno.openKv(":memory:")) }, handle);

Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => console.log(port) }, (request) => handler(request));
