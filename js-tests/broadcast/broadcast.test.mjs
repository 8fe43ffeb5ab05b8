// Broadcasts in virtual time against the emulator: pace, floods, blocked bots, cursors, and where they end.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bot, broadcast } from "botwire";
import { createEmulator } from "botwire/emulator";
import { pending } from "../support/deliveries.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";
import { all, make, numbers, SECOND, serving } from "./serving.mjs";

test("what is not a call, such as the result of one, is refused by name", async () => {
  const sent = await serving(() => {}, async ({ bot, started }) => {
    const makers = [() => {}, (chat_id) => bot.sendMessage({ chat_id, text: "News!" }), () => "sendMessage", () => ({ method: 5 })];
    const received = [];
    for (const make of makers) {
      for await (const { status, error } of broadcast(bot, [1], make)) received.push([status, error.method, error.path, error.received]);
    }
    assert.deepEqual(received, [
      ["failed", "broadcast", "make", "nothing"],
      ["failed", "broadcast", "make", "1"],
      ["failed", "broadcast", "make", "a different String"],
      ["failed", "broadcast", "make", "an object"],
    ]);
    return started.length;
  });
  assert.equal(sent, 1);
});

/** Asserts that no second of virtual time saw more starts than that. */
function assertPace(started, perSecond) {
  for (const [index, { at }] of started.entries()) {
    const inSecond = started.slice(index).filter((other) => other.at < at + SECOND).length;
    assert.ok(inSecond <= perSecond, `${inSecond} calls in the second from ${at} ms`);
  }
}

test("1000 chats of the emulator, with a flood, blocked bots, a migration and a failure: each has the news once", async () => {
  const emulator = createEmulator({ now: () => 1_000_000, logSize: 5000 });
  const { baseUrl, token } = emulator;
  const users = numbers(1000).map(() => emulator.user());
  for (const user of users) user.write("/start");
  const group = emulator.chat({ creator: users[0], members: [users[1], emulator.bot] });
  const gone = users.filter((_, index) => index % 20 === 7);
  for (const user of gone) user.block();
  const chats = users.map(({ id }) => id);
  chats[300] = group.id;
  emulator.fault({ kind: "migration", chat: group.id, times: 1 });
  emulator.fault({ kind: "rate_limit", retry_after: 30, chat: chats[500], times: 1 });
  emulator.fault({ kind: "error", error_code: 500, chat: chats[700], times: 1 });
  const { results, tookMs } = await inVirtualTime(emulator.fetch, async ({ fetch, now }) => {
    const results = await all(broadcast(new Bot({ baseUrl, token, fetch }), chats, make, { perSecond: 25 }));
    return { results, tookMs: now() };
  });
  assert.deepEqual(results.map(({ chat_id }) => chat_id), chats);
  assert.deepEqual(results.map(({ cursor }) => cursor), numbers(1000).map((index) => index + 1));
  const blocked = new Set(gone.map(({ id }) => id));
  for (const [index, { status, chat_id, error, result, migrate_to_chat_id }] of results.entries()) {
    const expected = index === 300 ? "moved" : index === 700 ? "failed" : blocked.has(chat_id) ? "blocked" : "sent";
    assert.equal(status, expected, `chat ${index}`);
    if (status === "blocked") assert.equal(error.error_code, 403);
    if (status === "failed") assert.equal(error.error_code, 500);
    if (status === "sent") assert.equal(result.chat.id, chat_id);
    if (status === "moved") assert.deepEqual([result.chat.id, migrate_to_chat_id === chat_id], [migrate_to_chat_id, false]);
  }
  const calls = emulator.log().filter(({ method }) => method === "sendMessage");
  assert.equal(calls.length, 1002, "one repeated after the flood, one after the migration");
  for (const [index, user] of users.entries()) {
    const news = user.messages().filter(({ text }) => text === "News!").length;
    if (index !== 0 && index !== 1) assert.equal(news, index === 300 || index === 700 || gone.includes(user) ? 0 : 1, `user ${index}`);
  }
  // 40 s at that pace, and the pause.
  assert.ok(tookMs >= 69 * SECOND && tookMs < 75 * SECOND, `${tookMs} ms`);
  emulator.close();
});

test("one flood pauses all calls, and the pace holds before and after", async () => {
  let floods = 0;
  const script = ({ chat_id }) => (chat_id === 40 && floods++ === 0 ? { error_code: 429, parameters: { retry_after: 10 } } : undefined);
  await serving(script, async ({ bot, started }) => {
    const results = await all(broadcast(bot, numbers(100), make, { perSecond: 20, concurrency: 5 }));
    assert.ok(results.every(({ status }) => status === "sent"));
    assert.equal(started.length, 101);
    assertPace(started, 20);
    const flood = started.find(({ chat_id }) => chat_id === 40).at;
    assert.deepEqual(started.filter(({ at }) => at > flood && at < flood + 10 * SECOND), []);
  });
});

for (const perSecond of [25, 100, 200]) {
  test(`${perSecond} a second with timers that fire late and a clock that is set: 95 to 100 percent of the pace, and no second more`, async () => {
    await serving(() => {}, async ({ bot, started, now }) => {
      const { setTimeout: timer } = globalThis;
      let count = 0;
      globalThis.setTimeout = (act, ms = 0, ...rest) => timer(act, Math.ceil(ms) + (count++ % 5), ...rest);
      // The clock of the day jumps by hours, back and forth.
      Date.now = () => 1e12 + now() + (count % 3) * 3_600_000;
      await all(broadcast(bot, numbers(10 * perSecond), make, { perSecond, concurrency: 50 }));
      const seconds = (started.at(-1).at - started[0].at) / SECOND;
      const reached = (started.length - 1) / seconds / perSecond;
      assert.ok(reached >= 0.95 && reached <= 1, `${reached}`);
      assertPace(started, perSecond);
    });
  });
}

test("a pause lasts as long as it has to when the clock is set back", async () => {
  const script = ({ chat_id }, started) => (chat_id === 1 && started.length === 2 ? { error_code: 429, parameters: { retry_after: 2 } } : undefined);
  await serving(script, async ({ bot, started, now }) => {
    Date.now = () => 1e12 - now() * 1000;
    await all(broadcast(bot, numbers(50), make, { perSecond: 25 }));
    assert.ok(now() > 3.9 * SECOND && now() < 4.2 * SECOND, `${now()} ms`);
  });
});

test("a flood without an end fails that chat, after longer and longer waits where the service names none", async () => {
  const script = ({ chat_id }) => (chat_id === 1 ? { error_code: 429 } : undefined);
  await serving(script, async ({ bot, started }) => {
    const results = await all(broadcast(bot, [1, 2], make, { retries: 3 }));
    assert.deepEqual(results.map(({ status, error }) => [status, error?.error_code]), [["failed", 429], ["sent", undefined]]);
    const times = started.filter(({ chat_id }) => chat_id === 1).map(({ at }) => at);
    const waits = times.slice(1).map((at, index) => (at - times[index]) / SECOND);
    assert.equal(waits.length, 3);
    // As calls are retried: from 0.5 s on, doubled each time, and the second half is random. The pace adds at most 0.1 s.
    for (const [index, wait] of waits.entries()) {
      const longest = 0.5 * 2 ** index;
      assert.ok(wait >= longest / 2 && wait <= longest + 0.1, `${waits}`);
    }
  });
});

test("a proxy that answers 429, or another refusal that names a wait, is waited for too", async () => {
  const refusals = [
    { response: new Response("<h1>Slow down</h1>", { status: 429 }) },
    { error_code: 420, parameters: { retry_after: 7 } },
  ];
  await serving(({ chat_id }) => (chat_id === 1 ? refusals.shift() : undefined), async ({ bot, started }) => {
    assert.deepEqual((await all(broadcast(bot, [1], make))).map(({ status }) => status), ["sent"]);
    const [first, second, third] = started.map(({ at }) => at);
    assert.ok(second - first <= SECOND && third - second >= 7 * SECOND, `${first} ${second} ${third}`);
  });
});

test("a refusal that names a wait of years is retried after an hour", async () => {
  const refusals = [{ error_code: 429, parameters: { retry_after: 1e12 } }];
  await serving(() => refusals.shift(), async ({ bot, started }) => {
    assert.deepEqual((await all(broadcast(bot, [1], make))).map(({ status }) => status), ["sent"]);
    assert.equal(started[1].at - started[0].at, 3600 * SECOND);
  });
});

test("what make throws, a call with a fault and an error of the network fail that chat only", async () => {
  const script = ({ chat_id }) => {
    if (chat_id === 3) throw new TypeError("fetch failed");
  };
  await serving(script, async ({ bot, started }) => {
    const broken = async (chat_id) => {
      if (chat_id === 1) throw new RangeError("no text");
      return chat_id === 2 ? { method: "sendMessage", chat_id } : make(chat_id);
    };
    const results = await all(broadcast(bot, [1, 2, 3, 4], broken));
    assert.deepEqual(results.map(({ status, error }) => [status, error?.name]), [
      ["failed", "RangeError"],
      ["failed", "ValidationError"],
      ["failed", "NetworkError"],
      ["sent", undefined],
    ]);
    assert.deepEqual(started.map(({ chat_id }) => chat_id), [3, 4], "no call is retried after an error other than 429");
  });
});

describe("by default", () => {
  test("25 calls are started in a second", async () => {
    await serving(() => undefined, async ({ bot, started }) => {
      await all(broadcast(bot, numbers(60), make));
      assertPace(started, 25);
      const pace = started.at(-1).at / 59 / (SECOND / 25);
      assert.ok(pace >= 1 && pace < 1.05, `${pace}`);
    });
  });
  test("10 calls are in flight", async () => {
    let inFlight = 0;
    let most = 0;
    const script = async () => {
      most = Math.max(most, ++inFlight);
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      inFlight--;
    };
    await serving(script, async ({ bot }) => all(broadcast(bot, numbers(30), make, { perSecond: Infinity })));
    assert.equal(most, 10);
  });
  test("a call is retried 5 times", async () => {
    await serving(() => ({ error_code: 429, parameters: { retry_after: 0 } }), async ({ bot, started }) => {
      const [{ status }] = await all(broadcast(bot, [1], make));
      assert.deepEqual([status, started.length], ["failed", 6]);
    });
  });
});

describe("where it ends", () => {
  test("on the signal, after what is in flight; the cursor goes on without a gap or a repetition", async () => {
    const controller = new AbortController();
    const script = (_, started) => void (started.length === 123 && controller.abort());
    await serving(script, async ({ bot, started }) => {
      const first = await all(broadcast(bot, numbers(300), make, { signal: controller.signal, concurrency: 7 }));
      const { cursor } = first.at(-1);
      assert.equal(cursor, 123);
      assert.equal(started.length, 123);
      const second = await all(broadcast(bot, numbers(300), make, { cursor }));
      assert.deepEqual([...first, ...second].map(({ chat_id }) => chat_id), numbers(300));
      assert.deepEqual(started.map(({ chat_id }) => chat_id), numbers(300));
      assert.equal(second.at(-1).cursor, 300);
    });
  });
  test("on the signal in a pause: chats at the end that wait are left, one before others that were sent to fails", async () => {
    const controller = new AbortController();
    const flood = { error_code: 429, parameters: { retry_after: 60 } };
    const script = ({ chat_id }, started) => {
      if (started.length === 4) controller.abort();
      return chat_id === 1 || chat_id === 3 ? flood : undefined;
    };
    await serving(script, async ({ bot, now }) => {
      const results = await all(broadcast(bot, [0, 1, 2, 3], make, { signal: controller.signal, perSecond: Infinity }));
      assert.deepEqual(results.map(({ chat_id, status, cursor }) => [chat_id, status, cursor]), [[0, "sent", 1], [1, "failed", 2], [2, "sent", 3]]);
      assert.equal(results[1].error.error_code, 429);
      assert.ok(now() < SECOND);
    });
  });
  test("at once where the signal is aborted already, or nothing is left", async () => {
    await serving(() => undefined, async ({ bot, started }) => {
      assert.deepEqual(await all(broadcast(bot, [1], make, { signal: AbortSignal.abort() })), []);
      assert.deepEqual(await all(broadcast(bot, [1], make, { cursor: 5 })), []);
      assert.deepEqual(await all(broadcast(bot, [], make)), []);
      assert.deepEqual(started, []);
    });
  });
  test("on a break: calls in flight are waited for, the source is closed, nothing more is started", async () => {
    const [opened, open] = pending();
    await serving(({ chat_id }) => (chat_id > 9 ? opened : undefined), async ({ bot, started }) => {
      let isClosed = false;
      let isOpen = false;
      function* rows() {
        try {
          for (let id = 0; ; id++) yield id;
        } finally {
          isClosed = true;
        }
      }
      for await (const { chat_id } of broadcast(bot, rows(), make, { concurrency: 3, perSecond: Infinity })) {
        if (chat_id !== 9) continue;
        setImmediate(() => {
          isOpen = true;
          open();
        });
        break;
      }
      assert.deepEqual([isOpen, isClosed], [true, true]);
      const before = started.length;
      assert.ok(before > 10 && before <= 13, `${before} calls`);
      await new Promise((resolve) => setTimeout(resolve, 60 * SECOND));
      assert.equal(started.length, before);
    });
  });
});

test("arguments that are not as described are refused", async () => {
  const bot = new Bot({ baseUrl: "https://service.example", token: "1:a" });
  const throwing = new Proxy({}, { get() { throw new Error("no"); } });
  const wrong = [
    [undefined, [], make],
    [throwing, [], make],
    [bot, undefined, make],
    [bot, 5, make],
    [bot, "chats", make],
    [bot, throwing, make],
    [bot, [], undefined],
    ...[{ perSecond: 0 }, { perSecond: NaN }, { concurrency: 0 }, { concurrency: 1.5 }, { cursor: -1 }, { retries: "1" }, { signal: 5 }, 5, throwing].map(
      (options) => [bot, [], make, options],
    ),
  ];
  for (const args of wrong) await assert.rejects(async () => broadcast(...args).next(), { kind: "validation", method: "broadcast" });
});
