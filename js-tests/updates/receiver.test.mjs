// The requests of updates() and poll(): offsets, pace, repeated updates, confirmation.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { poll, updates } from "botwire";
import { passing, wait } from "./polling.mjs";
import { numbers, scripted, silent } from "./scripted.mjs";

const onRetry = (error) => assert.fail(error);
const quiet = () => {};

/** Takes updates for some time. */
async function take({ bot, stop }, options) {
  void wait(20_000).then(() => stop.abort());
  const taken = [];
  for await (const { update_id } of updates(bot, { signal: stop.signal, onRetry, ...options })) taken.push(update_id);
  return taken;
}

/** Polls for some time with handlers that take that many milliseconds each. */
async function pollFor(ms, { bot, stop }, times = {}) {
  void wait(ms).then(() => stop.abort());
  const handler = ({ update_id }) => (update_id in times ? wait(times[update_id]) : undefined);
  await poll(bot, handler, { signal: stop.signal, onRetry });
}

describe("the pace", () => {
  test("a service that does not wait is asked every 100 ms, and at once if it took longer", () =>
    scripted([[], { ids: [], afterMs: 30 }, { ids: [], afterMs: 250 }, [1]], async (scenario) => {
      await take(scenario);
      assert.deepEqual(scenario.asked.map(({ at }) => at), [0, 100, 200, 450, 450]);
    }));
  test("2500 updates in one answer: others have a turn after 1000, and no call is made meanwhile", () =>
    scripted([numbers(1, 2500)], async ({ bot, asked, stop }) => {
      let inOneTurn = 0;
      const tick = () => {
        inOneTurn = 0;
        if (!stop.signal.aborted) setImmediate(tick);
      };
      tick();
      try {
        for await (const { update_id } of updates(bot, { signal: stop.signal })) {
          assert.ok(++inOneTurn <= 1000);
          if (update_id === 2500) break;
        }
      } finally {
        stop.abort();
      }
      assert.equal(asked.length, 1);
    }));
  test("no more than 1000 updates are handled at the same time; more are asked for after that", () =>
    scripted([numbers(1, 2000)], async ({ bot, asked, stop }) => {
      let running = 0;
      let most = 0;
      let handled = 0;
      const handler = async () => {
        most = Math.max(most, ++running);
        await wait(1300);
        running--;
        if (++handled === 2000) stop.abort();
      };
      await poll(bot, handler, { signal: stop.signal, concurrency: 5000 });
      assert.deepEqual([handled, most, asked.length], [2000, 1000, 1]);
    }));
});

describe("offsets", () => {
  test("none after an empty answer, so that an identifier may jump far down", () =>
    scripted([[1_000_000], [], [17]], async (scenario) => {
      assert.deepEqual(await take(scenario), [1_000_000, 17]);
      assert.deepEqual(scenario.offsets(), [undefined, 1_000_001, undefined, 18]);
    }));
  test("an identifier that jumps far down with no empty answer before it", () =>
    scripted([[1_000_000], [17], [18]], async (scenario) => {
      assert.deepEqual(await take(scenario), [1_000_000, 17, 18]);
      assert.deepEqual(scenario.offsets(), [undefined, 1_000_001, 18, 19]);
    }));
  test("an update that is done while the service answers with none is confirmed by the next call", () =>
    scripted([[1], { ids: [], afterMs: 1000 }], async (scenario) => {
      await pollFor(5000, scenario, { 1: 700 });
      assert.deepEqual(scenario.offsets(), [undefined, undefined, 2]);
    }));
  test("an update that is done and does not come again is confirmed after the one before it", () =>
    scripted([[1, 2], [3], { ids: [3], afterMs: 1000 }], async (scenario) => {
      await pollFor(5000, scenario, { 1: 700, 3: 10_000 });
      assert.deepEqual(scenario.offsets(), [undefined, 1, 1, 3]);
    }));
});

describe("an update that comes again", () => {
  test("after its handler ended while the answer was on the way: no fault", () =>
    scripted([[1, 2], { ids: [2], afterMs: 1000 }], async (scenario) => {
      await pollFor(5000, scenario, { 2: 700 });
      assert.deepEqual(scenario.offsets(), [undefined, 2, 3]);
    }));
  test("before anything was confirmed, after its handler ended while the answer was on the way: no fault", () =>
    scripted([[1], { ids: [1], afterMs: 1000 }, []], async (scenario) => {
      await pollFor(5000, scenario, { 1: 700 });
      assert.deepEqual(scenario.offsets(), [undefined, undefined, 2, undefined]);
    }));
  test("with a new one: no fault", () =>
    scripted([[1], [1, 2]], async (scenario) => assert.deepEqual(await take(scenario), [1, 2])));
  test("although it was confirmed: the offset is sent from then on with each call", () =>
    scripted([[1], [1], [], []], async (scenario) => {
      assert.deepEqual(await take(scenario, { onRetry: quiet }), [1]);
      assert.deepEqual(scenario.offsets(), [undefined, 2, 2, 2, 2]);
    }));
  test("after 10 000 others is known; after 20 000 its identifier is that of a new one", () =>
    scripted([numbers(1, 10_000), numbers(10_001, 10_000), [], [1, 10_001, 20_001]], async (scenario) =>
      assert.deepEqual((await take(scenario)).slice(20_000), [1, 20_001])));
  test("after 20 000 others is new in a poll that is never idle too", () =>
    scripted([numbers(1, 10_000), numbers(10_001, 10_000), numbers(20_001, 10_000), numbers(30_001, 10_000), [1]], async ({ bot, stop }) => {
      const handled = [];
      let running = 0;
      let idle = 0;
      const handler = async ({ update_id }) => {
        if (handled.length > 1000 && running === 0) idle++;
        running++;
        // Longer than two turns of a poll that is busy.
        if (handled.push(update_id) % 1000 === 0) await wait(1200);
        running--;
        if (handled.length > 40_000) stop.abort();
      };
      await poll(bot, handler, { signal: stop.signal, onRetry });
      assert.deepEqual([handled.slice(40_000), idle], [[1], 0]);
    }));
  test("is known after any number of others while an earlier one is handled", () =>
    scripted([numbers(1, 12_000), numbers(1, 24_000), numbers(1, 24_000)], async ({ bot, asked, stop }) => {
      let handled = 0;
      const handler = ({ update_id }) => {
        handled++;
        if (update_id === 1) return wait(60_000).then(() => stop.abort());
      };
      await poll(bot, handler, { signal: stop.signal, onRetry });
      assert.deepEqual([handled, asked.length], [24_000, 4]);
    }));
});

describe("the confirmation at the end", () => {
  const takeOne = async ({ bot, stop }, options) => {
    for await (const _ of updates(bot, { signal: stop.signal, onRetry, ...options })) stop.abort();
  };
  test("is made with confirmOnBreak too if the signal ends the loop", () =>
    scripted([[1]], async (scenario) => {
      await takeOne(scenario, { confirmOnBreak: true });
      assert.deepEqual(scenario.confirmed, [2]);
    }));
  test("is not made for what the last call confirmed", () =>
    scripted([[1, 2], [2]], async (scenario) => {
      const { bot, stop } = scenario;
      void wait(900).then(() => stop.abort());
      const handler = ({ update_id }) => { if (update_id === 2) throw passing("no"); };
      await poll(bot, handler, { signal: stop.signal, onRetry, onError: quiet });
      assert.deepEqual([scenario.offsets(), scenario.confirmed], [[undefined, 2, 2], []]);
    }));
  test("takes 5 s at most", () =>
    scripted(
      [[1]],
      async (scenario) => {
        await takeOne(scenario);
        assert.deepEqual([scenario.confirmed, scenario.now()], [[2], 5000]);
      },
      { confirm: silent },
    ));
  test("is tried once", () =>
    scripted(
      [[1]],
      async (scenario) => {
        await takeOne(scenario);
        assert.deepEqual(scenario.confirmed, [2]);
      },
      { confirm: () => Promise.reject(new TypeError("fetch failed")), retries: 3 },
    ));
});

test("the signal is not a fault: onRetry is not called", () =>
  scripted([[1]], async (scenario) => assert.deepEqual(await take(scenario), [1])));

describe("deleteWebhook", () => {
  test("is repeated by the polling, which tells each fault, not by the call", () => {
    let count = 0;
    const deleteWebhook = async () => {
      if (++count < 3) throw new TypeError("fetch failed");
      return Response.json({ ok: true, result: true });
    };
    const task = async ({ bot, stop }) => {
      const reported = [];
      await poll(bot, () => stop.abort(), { signal: stop.signal, onRetry: ({ method }, retry) => void reported.push([method, retry, count]) });
      assert.deepEqual(reported, [["deleteWebhook", 1, 1], ["deleteWebhook", 2, 2]]);
    };
    return scripted([[1]], task, { deleteWebhook, retries: 3 });
  });
  test("is aborted by the signal", () =>
    scripted(
      [],
      async (scenario) => {
        await pollFor(1234, scenario);
        assert.deepEqual([scenario.now(), scenario.asked], [1234, []]);
      },
      { deleteWebhook: silent },
    ));
});
