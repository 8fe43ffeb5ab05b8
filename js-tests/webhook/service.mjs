// A service that answers each call with a message, and handlers of deliveries whose bot calls it.
import { beforeEach } from "node:test";
import { createWebhookHandler } from "botwire";
import { recorded } from "../support/recorded.mjs";
import { TOKEN, ok } from "../support/recorder.mjs";
import { PATH, host, pending } from "../support/deliveries.mjs";

export const MESSAGE = { message_id: 9, date: 1, chat: { id: 7, type: "private" } };
export const { service } = await recorded();
beforeEach(() => (service.clear(), service.answer(ok(MESSAGE))));

export const make = (handler, options) => createWebhookHandler({ baseUrl: service.baseUrl, token: TOKEN, path: PATH, ...options }, handler);

/** The names and parameters of the calls that the service got. */
export const sent = () => service.requests.map(({ name, params }) => [name, params]);

/** Delivers to a handler whose promise resolves after the delivery was answered at its deadline. Returns that answer, at the end. */
export async function deliverLate(handler, delivery, options, answered = () => {}) {
  const [later, goOn] = pending();
  const platform = host();
  const response = await make((update, context) => handler(update, context, later), { deadlineMs: 5, ...options })(delivery, {}, platform);
  answered();
  goOn();
  await platform.all();
  return response;
}
