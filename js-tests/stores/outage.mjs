// A server that is not there while updates come, and comes back. Runs in Node and Bun.
import assert from "node:assert/strict";
import { createWebhookHandler, isStoreError, sessions } from "botwire";
import { delivery, pending } from "../support/deliveries.mjs";
import { eventually } from "../support/eventually.mjs";

const LEASE_MS = 2000;
/** The bot of the last outage: several may have one store. */
let bot = 7;

/** Updates are refused and reported between `stop()` and `start()`, and later each is handled once. @throws if it is otherwise. */
export async function outage(store, stop, start) {
  const id = ++bot;
  const errors = [];
  const runs = [];
  const [going, go] = pending();
  const handle = createWebhookHandler(
    { baseUrl: "https://service.example", token: `${id}:secret-of-the-bot`, allowUnauthenticated: true, store, deadlineMs: 2000, leaseMs: LEASE_MS, onError: (error) => void errors.push(error), onReject() {} },
    sessions({ store, initial: () => ({ handled: [] }) }, async ({ update_id }, { session }) => {
      runs.push(update_id);
      if (update_id === 2) await going;
      session.handled.push(update_id);
    }),
  );
  const deliver = async (update_id, chat = 1) => {
    const message = { message_id: 1, date: 1, chat: { id: chat, type: "private" }, text: "a" };
    return (await handle(delivery({ update_id, message }))).status;
  };
  const untilHandled = (...update) => eventually(() => deliver(...update), 200);

  await store.createTables?.();
  await untilHandled(1);
  // The store fails while this delivery is handled. On a slow machine, the first deliveries may reach the deadline before.
  const delivering = async () => {
    const status = await deliver(2, 2);
    return runs.includes(2) ? status : delivering();
  };
  const inFlight = delivering();
  await eventually(() => runs, [1, 2]);
  await stop();
  go();
  const statuses = await Promise.all([inFlight, ...[3, 4, 5].map((id) => deliver(id))]);
  assert.ok(statuses.slice(1).every((status) => [500, 503].includes(status)), `answered ${statuses}`);
  assert.deepEqual(new Set(errors.map((error) => isStoreError(error) && error.store)), new Set([store.name]));
  assert.ok(errors.length >= 3, `${errors}`);
  assert.deepEqual(runs, [1, 2], "a handler ran without a claim");

  await start();
  for (const id of [3, 4, 5]) await untilHandled(id);
  if (statuses[0] !== 200) await untilHandled(2, 2);
  const handled = async (chat) => JSON.parse((await store.read(`${id}:session:chat:${chat}`)) ?? "null")?.session.handled;
  // Another connection of a pool may still meet the server as it was.
  await eventually(() => handled(1).catch(String), [1, 3, 4, 5]);
  // 200 means that the session was saved.
  await eventually(() => handled(2).catch(String), [2]);
  for (const id of [1, 3, 4, 5]) assert.deepEqual([await deliver(id), runs.filter((run) => run === id).length], [200, 1]);
}
