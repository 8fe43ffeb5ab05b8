// A page's program: stores the promise of the scenario's result in `result`, and sends it to the URL `tell`.
import { Bot, createWebhookHandler, isApiError, isValidationError } from "botwire";
import { scenario } from "./scenario.mjs";

const at = Object.fromEntries(new URLSearchParams(location.search));
globalThis.result = scenario({ Bot, createWebhookHandler, isApiError, isValidationError }, at);
if (at.tell) {
  const send = (body) => fetch(at.tell, { method: "POST", mode: "no-cors", body: JSON.stringify(body) });
  result.then(send, (error) => send({ error: `${error}\n${error.stack}` }));
}
