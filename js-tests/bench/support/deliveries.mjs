// Webhook deliveries to a worker in the same process, in Node and in workerd: no HTTP, the body as text.
import { UPDATES } from "./updates.mjs";

export const HEADERS = { "content-type": "application/json", "x-telegram-bot-api-secret-token": "secret" };
const CONTEXT = { waitUntil() {} };

/** Delivers one update of that size and sees to it that it is answered inline. */
export async function deliver(worker, size) {
  const request = new Request("https://bot.example/hook/secret", { method: "POST", headers: HEADERS, body: UPDATES[size]() });
  const response = await worker.fetch(request, {}, CONTEXT);
  const answer = await response.text();
  if (response.status !== 200 || !answer.includes("sendMessage")) throw new Error(`not answered inline: ${response.status} ${answer}`);
}

/** Makes so many deliveries: mostly small ones, as a service has them. */
export async function deliverMixed(worker, calls) {
  for (let call = 0; call < calls; call++) await deliver(worker, call % 200 === 0 ? "big" : call % 20 === 1 ? "rich" : "small");
}
