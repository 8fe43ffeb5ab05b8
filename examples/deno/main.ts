// A webhook with the server of Deno. Deno KV records which updates were handled, in every region.
import { createWebhookHandler } from "botwire";
import { denoKvStore } from "botwire/stores/deno-kv";
import { handler } from "./bot.ts";

const env = (name: string): string => Deno.env.get(name) ?? "";

const webhook = createWebhookHandler(
  {
    baseUrl: env("SERVICE"),
    token: env("BOT_TOKEN"),
    path: env("HOOK_PATH"),
    store: denoKvStore(await Deno.openKv(Deno.env.get("KV_PATH"))),
  },
  handler,
);

const port = Number(Deno.env.get("PORT") ?? 8080);
const server = Deno.serve({ port, onListen: () => console.log(`Listening on port ${port}`) }, (request) => webhook(request));
// When the host or Ctrl+C stops the program, it answers the requests that have begun, and ends after the last handler.
const SIGNALS: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
for (const signal of SIGNALS) Deno.addSignalListener(signal, () => void server.shutdown());
