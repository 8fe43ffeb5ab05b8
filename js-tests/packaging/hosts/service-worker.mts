// A service worker, and the older kind of edge functions: listeners of "fetch".
import { createWebhookHandler } from "botwire";
import { handle, options } from "./bot.mts";

declare const self: ServiceWorkerGlobalScope;

const handler = createWebhookHandler(options, handle);

self.addEventListener("fetch", (event) => event.respondWith(handler(event.request, undefined, event)));
