// A service worker, and the older kind of edge functions: listeners of "fetch".
import { createWebhookHandler } from "botwire";
import { handler } from "./bot.ts";

declare const self: ServiceWorkerGlobalScope;

const options = { baseUrl: "https://service.example", token: "123456:secret", path: "/hook/3f9a" };
const webhook = createWebhookHandler(options, handler);

self.addEventListener("fetch", (event) => event.respondWith(webhook(event.request, undefined, event)));
