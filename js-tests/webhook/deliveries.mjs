// Deliveries as a service under stress makes them: shuffled, some repeated, again after every answer but 200.

/** How many are under way at once; the service's own default. */
const AT_ONCE = 40;

/** The source of a worker that makes the deliveries inside workerd, which spares them Miniflare's sockets. */
export const driverOf = ({ count, isolates, path, text }) => `
import { deliverAll } from "./webhook/deliveries.mjs";
export default {
  async fetch(_, env) {
    const send = (id, isolate) => env["isolate-" + isolate].fetch("https://bot.example${path}", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ update_id: id, message: { message_id: 1, date: 1, chat: { id: 7, type: "private" }, text: "${text}" } }),
    });
    return Response.json(await deliverAll({ count: ${count}, isolates: ${isolates}, send }));
  },
};`;

/**
 * Makes this many deliveries; 30 % are repeats. `send` returns the Response of an isolate. Returns the identifiers, for
 * how many of them an answer contained an inline call, and how many deliveries had to be repeated.
 */
export async function deliverAll({ count, isolates, send }) {
  const distinct = Math.round(count * 0.7);
  // Identifiers as after a week of silence: they jump.
  const ids = Array.from({ length: distinct }, (_, index) => (index < distinct / 2 ? index + 1 : 1_500_000_000 + index));
  const queue = [...ids, ...Array.from({ length: count - distinct }, () => ids[Math.floor(Math.random() * distinct)])];
  for (let at = queue.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [queue[at], queue[other]] = [queue[other], queue[at]];
  }
  const answered = new Set();
  let retries = 0;
  const one = async () => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const response = await send(id, Math.floor(Math.random() * isolates));
      const text = await response.text();
      if (response.status === 200) {
        if (text !== "") answered.add(id);
      } else {
        if (response.status !== 500 && response.status !== 503) throw new Error(`${response.status} ${text}`);
        retries++;
        queue.unshift(id);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return { ids, answers: answered.size, retries };
}
