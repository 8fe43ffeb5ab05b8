// inOrder: one update at a time for each key, whatever happens to waiting ones.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chatIdOf, createWebhookHandler, inOrder, isValidationError, memoryStore, userIdOf } from "botwire";
import { durableObjectStore } from "botwire/stores/durable-object";
import { namespaceInMemory, storeWith } from "../support/stores.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";

const OPTIONS = { baseUrl: "https://service.example", token: "7:secret-of-the-bot", allowUnauthenticated: true };
/** In virtual time. */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const post = (update_id, { chat = 1, user = 5, signal } = {}) => {
  const message = { message_id: 1, date: 1, chat: { id: chat, type: "group" }, from: { id: user, is_bot: false, first_name: "A" }, text: "a" };
  return new Request("https://bot.example/", { method: "POST", body: JSON.stringify({ update_id, message }), headers: { "content-type": "application/json" }, signal });
};

/**
 * Runs deliveries through `inOrder` in virtual time; `deliver` returns the status, `steps` records the handler's steps.
 */
const ordered = (work, { order = {}, takesMs = 100, ...options } = {}) =>
  inVirtualTime(undefined, async ({ now }) => {
    const steps = [];
    const running = new Map();
    const rejections = [];
    const handler = inOrder(order, async (update) => {
      const chat = chatIdOf(update);
      assert.ok(!running.get(chat) || order.by, "two at once in a chat");
      running.set(chat, true);
      steps.push([update.update_id, now()]);
      await wait(typeof takesMs === "function" ? takesMs(update.update_id) : takesMs);
      running.set(chat, false);
    });
    const make = () => createWebhookHandler({ ...OPTIONS, store: memoryStore(), onReject: ({ status }) => rejections.push(status), ...options }, handler);
    const handle = make();
    const deliver = async (...delivery) => (await handle(post(...delivery))).status;
    await work({ deliver, make, steps, now, rejections });
  });

const STORES = { "in this process": undefined, "over a Durable Object": durableObjectStore(namespaceInMemory()) };

for (const [where, store] of Object.entries(STORES)) {
  describe(where, () => {
    test("updates of a chat run one after another, by update_id; other chats do not wait", () => ordered(async ({ deliver, steps }) => {
      const first = deliver(50);
      await wait(10);
      const statuses = await Promise.all([first, ...[9, 3, 70, 1].map((id) => deliver(id)), deliver(2, { chat: 8 })]);
      assert.deepEqual(new Set(statuses), new Set([200]));
      assert.deepEqual(steps.map(([id]) => id), [50, 2, 1, 3, 9, 70]);
      assert.equal(steps[1][1], 10);
    }, { order: { store } }));
    test("an update that waits at the deadline is answered 503, does not run, and holds nobody up", () => ordered(async ({ deliver, steps, rejections }) => {
      const first = deliver(1);
      await wait(10);
      assert.equal(await deliver(2), 503);
      assert.deepEqual([await first, rejections], [200, [503]]);
      await wait(30_000);
      assert.deepEqual(steps.map(([id]) => id), [1]);
      assert.equal(await deliver(2), 200);
      assert.deepEqual(steps.map(([id]) => id), [1, 2]);
    }, { order: { store }, deadlineMs: 1000, takesMs: (id) => (id === 1 ? 20_000 : 0) }));
    test("an update whose client goes while it waits does not run, and comes again", () => ordered(async ({ deliver, steps, now }) => {
      const first = deliver(1);
      const client = new AbortController();
      const second = deliver(2, { signal: client.signal });
      await wait(500);
      client.abort();
      assert.deepEqual([await first, await second], [200, 503]);
      const before = now();
      assert.deepEqual([await deliver(3), now() - before < 3500, await deliver(2)], [200, true, 200]);
      assert.deepEqual(steps.map(([id]) => id), [1, 3, 2]);
    }, { order: { store }, takesMs: 1000 }));
  });
}

test("a handler that runs into the deadline keeps its turn", () => ordered(async ({ deliver, steps }) => {
  assert.equal(await deliver(1), 200);
  await deliver(2);
  assert.deepEqual(steps, [[1, 0], [2, steps[1][1]]]);
  assert.ok(steps[1][1] >= 1500);
}, { deadlineMs: 1000, takesMs: 1500 }));

test("a turn is renewed while its handler runs, for longer than a lease", () => ordered(async ({ deliver, steps }) => {
  await deliver(1);
  for (let tries = 0; tries < 60 && steps.length < 2; tries++) await deliver(2);
  assert.ok(steps[1][1] >= 60_000);
}, { deadlineMs: 1000, takesMs: (id) => (id === 1 ? 60_000 : 0) }));

test("by a user: updates of one user in many chats wait for each other", () => ordered(async ({ deliver, steps }) => {
  await Promise.all([1, 2, 3, 4].map((id) => deliver(id, { chat: id, user: 9 })));
  assert.ok(steps.every(([, at], index) => index === 0 || at >= steps[index - 1][1] + 100));
}, { order: { by: userIdOf } }));

test("by several keys: no two updates wait for each other", () => ordered(async ({ deliver, steps }) => {
  const statuses = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => deliver(id)));
  assert.deepEqual([new Set(statuses), steps.length], [new Set([200]), 6]);
  assert.ok(steps.every(([, at], index) => index === 0 || at >= steps[index - 1][1] + 100));
}, { order: { by: ({ update_id }) => (update_id % 2 ? ["a", "b", "a"] : ["b", "a"]) } }));

test("an update without a key waits for nobody", () => ordered(async ({ deliver, steps }) => {
  await Promise.all([1, 2].map((id) => deliver(id)));
  assert.deepEqual(steps.map(([, at]) => at), [0, 0]);
}, { order: { by: () => undefined } }));

test("a redelivery that waits after a crash comes before a later update of its chat", () => inVirtualTime(undefined, async () => {
  const memory = memoryStore();
  let isDead = false;
  const store = { ...memory, renew: (...question) => (isDead ? new Promise(() => {}) : memory.renew(...question)) };
  for (const crashMs of [0, 4000, 4999, 6000, 8000, 14_000]) {
    isDead = false;
    const begun = [];
    const processOf = (work) => createWebhookHandler({ ...OPTIONS, store, deadlineMs: 60_000 }, inOrder({ store }, async ({ update_id }) => (begun.push(update_id), work())));
    const [one, two] = [crashMs * 10 + 1, crashMs * 10 + 2];
    void processOf(() => new Promise(() => {}))(post(one, { chat: one }));
    await wait(crashMs);
    isDead = true;
    const survivor = processOf(() => {});
    const redelivery = survivor(post(one, { chat: one }));
    await wait(50);
    assert.deepEqual(await Promise.all([redelivery, survivor(post(two, { chat: one }))].map(async (response) => (await response).status)), [200, 200]);
    assert.deepEqual(begun, [one, one, two], `${crashMs} ms`);
  }
}));

test("a process that dies holds its chats for half as much more than the lease", () => ordered(async ({ deliver, make, steps }) => {
  const dead = { claim: (...question) => memory.claim(...question), renew: () => new Promise(() => {}), settle: () => new Promise(() => {}), release: () => new Promise(() => {}) };
  const memory = memoryStore();
  const at = {};
  const handler = (store) => createWebhookHandler({ ...OPTIONS, store: false }, inOrder({ store }, async ({ update_id }) => {
    at[update_id] = performance.now();
    if (update_id === 1) await new Promise(() => {});
  }));
  void handler(dead)(post(1));
  const statuses = [];
  while (statuses.at(-1) !== 200) statuses.push((await handler(memory)(post(2))).status);
  assert.ok(at[2] >= 22_800 && at[2] <= 23_300, `${at[2]}`);
}));

test("two bots with one store do not wait for each other", () => inVirtualTime(undefined, async () => {
  const store = memoryStore();
  const started = [];
  const handler = inOrder({ store }, async (_, { bot }) => (started.push(performance.now()), void (await wait(100 + bot.id))));
  const bots = ["7:secret-of-the-bot", "8:secret-of-the-bot"].map((token) => createWebhookHandler({ ...OPTIONS, token, store }, handler));
  await Promise.all(bots.map((handle) => handle(post(1))));
  assert.deepEqual(started, [0, 0]);
}));

test("a store that fails until the deadline: 503, onError is called, and the update comes again", async () => {
  const errors = [];
  const handler = inOrder({ store: storeWith({ claim: () => { throw new Error("down"); } }) }, () => assert.fail());
  const handle = createWebhookHandler({ ...OPTIONS, deadlineMs: 50, onError: ({ message }) => void errors.push(message) }, handler);
  assert.deepEqual([(await handle(post(1))).status, errors], [503, ["webhook: store.claim: down"]]);
});

test("a handler that swallows the end of a wait is not taken for one that has handled the update", () => inVirtualTime(undefined, async () => {
  const store = memoryStore();
  const inner = inOrder({}, () => wait(5000));
  const handle = createWebhookHandler({ ...OPTIONS, store, deadlineMs: 1000, onReject() {} }, (update, context) => inner(update, context).catch(() => {}));
  void handle(post(1));
  assert.equal((await handle(post(2))).status, 503);
  await wait(300);
  assert.ok((await store.claim("7:update:2", 1000)).owner, "its claim is released");
}));

const reported = (handler, options) => {
  const errors = [];
  const handle = createWebhookHandler({ ...OPTIONS, onError: ({ message }) => void errors.push(message), ...options }, handler);
  return { errors, handle };
};
const TWO = "inOrder: handler: expected one inOrder or sessions of an update that waits at a time, got two";

test("two that wait at the same time are refused", async () => {
  const ran = [];
  const store = storeWith({ claim: async () => ({ owner: "1" }) });
  const [first, second] = ["first", "second"].map((name) => inOrder({ by: () => name, store }, async () => void ran.push(name)));
  const { handle, errors } = reported((update, context) => Promise.all([first(update, context), second(update, context)]));
  assert.deepEqual([(await handle(post(1))).status, errors, ran], [200, [TWO], ["first"]]);
});

test("one that runs in the background does not change the state of its update", () => inVirtualTime(undefined, async () => {
  const ran = [];
  const background = inOrder({}, async ({ update_id }) => (await wait(300), ran.push(update_id)));
  const { handle, errors } = reported((update, context) => void context.waitUntil(background(update, context)), { deadlineMs: 100, store: memoryStore() });
  const statuses = [1, 2, 2].map(async (id) => (await handle(post(id))).status);
  assert.deepEqual(await Promise.all(statuses), [200, 200, 200]);
  await wait(2000);
  assert.deepEqual([ran, errors], [[1, 2], []]);
}));

test("one after the other, and one inside the other after one that is over", async () => {
  const ran = [];
  const one = (name, inner) => inOrder({ by: () => name }, async (update, context) => {
    ran.push(name);
    await inner?.(update, context);
  });
  const { handle, errors } = reported(async (update, context) => {
    await one("a", one("b"))(update, context);
    await one("c", one("d", one("a")))(update, { ...context });
  });
  assert.deepEqual([(await handle(post(1))).status, errors, ran], [200, [], ["a", "b", "c", "d", "a"]]);
});

test("an error says that an update was given up, where a handler catches it", () => inVirtualTime(undefined, async () => {
  const caught = [];
  const inner = inOrder({}, () => wait(1000));
  const { handle } = reported((update, context) => inner(update, context).catch(({ message }) => void caught.push(message)), { deadlineMs: 500, onReject() {} });
  await Promise.all([handle(post(1)), handle(post(2))]);
  await wait(0);
  assert.deepEqual(caught, ["the update was given up while it waited"]);
}));

for (const [what, options] of Object.entries({ by: { by: 5 }, store: { store: {} }, leaseMs: { leaseMs: 1000 }, bogus: { bogus: 1 } })) {
  test(`the option ${what} is refused by name`, () => {
    assert.throws(() => inOrder(options, () => {}), (error) => isValidationError(error) && error.path === what && error.method === "inOrder");
  });
}

for (const key of [{}, NaN, Infinity, "", true, ["a", NaN]]) {
  test(`a key that is neither a text nor a number is reported: ${String(key) || "an empty text"}`, async () => {
    const { handle, errors } = reported(inOrder({ by: () => key }, () => assert.fail()));
    assert.equal((await handle(post(1))).status, 200);
    assert.match(errors.join(), /^inOrder: by: expected a finite number or a String with at least one character, got /);
  });
}

test("a context that is not of this package is refused", async () => {
  await assert.rejects(async () => inOrder({}, () => {})({ update_id: 1, message: {} }, {}), (error) => isValidationError(error) && error.path === "context");
});
