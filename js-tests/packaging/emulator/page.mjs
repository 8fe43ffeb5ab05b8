// A page's program: stores the promise of the conversation's result in `result`, and sends it to the URL `tell`.
import { Bot, createWebhookHandler, download, updates } from "botwire";
import { createEmulator, init } from "botwire/emulator";
import { conversation } from "./conversation.mjs";

globalThis.result = init().then(() => conversation({ Bot, createWebhookHandler, download, updates }, { createEmulator }));
const tell = new URLSearchParams(location.search).get("tell");
if (tell) {
  const send = (body) => fetch(tell, { method: "POST", mode: "no-cors", body: JSON.stringify(body) });
  result.then(send, (error) => send({ error: `${error}\n${error.stack}` }));
}
