// Webhook deliveries to a worker in the same process, in Node and in workerd, without HTTP; and to one in workerd, over HTTP.
import { UPDATES } from "./updates.mjs";

export const HEADERS = { "content-type": "application/json", "x-telegram-bot-api-secret-token": "secret" };
const CONTEXT = { waitUntil() {} };
/** As many as a service delivers at once by default is 40; a few keep the process busy. */
const AT_ONCE = 8;

/** Delivers one update of that size and sees to it that it is answered inline. */
export async function deliver(worker, size) {
  const request = new Request("https://bot.example/hook/secret", { method: "POST", headers: HEADERS, body: UPDATES[size]() });
  await assertInline(await worker.fetch(request, {}, CONTEXT));
}

async function assertInline(response) {
  const answer = await response.text();
  if (response.status !== 200 || !answer.includes("sendMessage")) throw new Error(`not answered inline: ${response.status} ${answer}`);
}

/** Makes so many deliveries: mostly small ones, as a service has them. */
export async function deliverMixed(worker, calls) {
  for (let call = 0; call < calls; call++) await deliver(worker, call % 200 === 0 ? "big" : call % 20 === 1 ? "rich" : "small");
}

/** Makes so many deliveries over HTTP to what `startWorkerd` has started, a few at a time. */
export async function deliverOverHttp({ fetch }, size, deliveries) {
  let remaining = deliveries;
  const deliver = async () => {
    while (remaining-- > 0) await assertInline(await fetch("/hook/secret", { method: "POST", headers: HEADERS, body: UPDATES[size]() }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, deliver));
}
