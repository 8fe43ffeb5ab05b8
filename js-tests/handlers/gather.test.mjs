// gather: albums and bursts in one run of the handler, by webhook and by poll; each update is done only with its run.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { createWebhookHandler, first, gather, gathered, ignoreOlderThan, inOrder, isValidationError, memoryStore, on, pass, poll, quote, sessions } from "botwire";

import { host } from "../support/deliveries.mjs";
import { passing, polling, wait } from "../updates/polling.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";

const OPTIONS = { baseUrl: "https://service.example", token: "7:secret-of-the-bot", allowUnauthenticated: true };
const ids = (message, context) => gathered(message, context).map(({ message_id }) => message_id);

const messageOf = (message_id, { chat = 1, user = 5, ...more } = {}) =>
  ({ message_id, date: 1, chat: { id: chat, type: "group" }, from: { id: user, is_bot: false, first_name: "A" }, ...more });

const post = (message, { update_id = 100 + message.message_id, signal } = {}) =>
  new Request("https://bot.example/", { method: "POST", body: JSON.stringify({ update_id, message }), headers: { "content-type": "application/json" }, signal });

/** The response waits for the run. */
const RETRY = { atDeadline: "retry" };

const photo = (message_id, media_group_id, more) => messageOf(message_id, { media_group_id, photo: [], ...more });
const text = (message_id, more) => messageOf(message_id, { text: `text ${message_id}`, ...more });
const command = (message_id) => text(message_id, { text: "/go", entities: [{ type: "bot_command", offset: 0, length: 3 }] });

const send = (alice, media_group_id) => alice.send({ data: new Uint8Array([0xff, 0xd8, 0xff]), name: "a.jpg", type: "image/jpeg" }, { media_group_id });

/** Runs deliveries in virtual time. `runs` has the messages of each run and its time; `deliver` returns the status. */
const gathering = (work, { options = {}, handle = () => {}, wrap = (handler) => handler, ...settings } = {}) =>
  inVirtualTime(undefined, async ({ now, timers }) => {
    const runs = [];
    const errors = [];
    const run = (message, context) => {
      runs.push([ids(message, context), now()]);
      return handle(message, context, runs.length);
    };
    const handler = gather(options, wrap(on({ message: run })));
    const make = (more) => createWebhookHandler({ ...OPTIONS, onError: (error, { willRetry }) => void errors.push([error.message, willRetry]), ...settings, ...more }, handler);
    const handle1 = make();
    const platform = host();
    const respond = (message, more) => handle1(post(message, more), undefined, platform);
    const deliver = async (message, more) => (await respond(message, more)).status;
    // A delivery is given to its host a little later.
    const all = async () => (await wait(1), platform.all());
    await work({ deliver, respond, make, runs, errors, now, timers, all });
    await all();
    assert.equal(timers(), 0);
  });

describe("by webhook", () => {
  for (const [store, settings] of Object.entries({ "a memory": {}, "no store": { store: false } })) {
    test(`albums are handled once, in any order, some twice, with ${store}`, () =>
      gathering(async ({ deliver, runs, now, all }) => {
        const albums = [photo(4, "a"), photo(1, "a"), photo(3, "a"), photo(1, "a"), photo(7, "b"), photo(6, "b"), photo(22, "a", { chat: 8 }), photo(2, "a")];
        const others = [photo(9), text(10)];
        await Promise.all(others.map((message) => deliver(message)));
        assert.deepEqual(runs, [[[9], 0], [[10], 0]]);
        const statuses = await Promise.all(albums.map((message) => deliver(message)));
        // The duplicate waits for the update.
        assert.deepEqual([new Set(statuses), now() >= 1000], [new Set([200]), store === "a memory"]);
        await all();
        assert.deepEqual(runs.slice(2).map(([messages]) => messages).sort(), [[1, 2, 3, 4], [22], [6, 7]]);
        assert.deepEqual(new Set(runs.slice(2).map(([, at]) => at)), new Set([1000]));
      }, settings));
  }

  test("a new message that is gathered with old ones is not ignored with them", () =>
    gathering(async ({ deliver, runs, all }) => {
      const date = Math.floor(Date.now() / 1000);
      await Promise.all([deliver(text(1, { date: date - 3600 })), deliver(text(2, { date }))]);
      await Promise.all([deliver(text(3, { chat: 8, date: date - 3600 })), deliver(text(4, { chat: 8, date: date - 1800 }))]);
      await all();
      assert.deepEqual(runs.map(([messages]) => messages), [[1, 2]]);
    }, { options: { by: "chat" }, wrap: (handler) => ignoreOlderThan(60, handler) }));

  test("the handler gets the first message, its call is the response of one update", () =>
    gathering(async ({ respond }) => {
      const responses = await Promise.all([respond(photo(2, "a")), respond(photo(1, "a"))]);
      const bodies = (await Promise.all(responses.map((response) => response.text()))).filter((body) => body !== "").map(JSON.parse);
      assert.deepEqual(bodies.map(({ text, reply_to_message_id }) => [text, reply_to_message_id]), [["2 photos", 1]]);
    }, { ...RETRY, handle: (message, context) => quote(message, `${gathered(message, context).length} photos`) }));

  test("a message prolongs the wait, up to the longest one; a later one begins anew", () =>
    gathering(async ({ deliver, runs, now, all }) => {
      const sent = [];
      for (let id = 1; id <= 6; id++) {
        sent.push(deliver(text(id)));
        await wait(900);
      }
      await Promise.all(sent);
      await all();
      assert.deepEqual(runs.slice(0, 1), [[[1, 2, 3, 4], 3000]]);
      assert.deepEqual(runs[1][0], [5, 6]);
      assert.ok(now() < 7000);
    }, { options: { by: "chat", maxMs: 3000 } }));

  test("the largest number of messages begins the run at once", () =>
    gathering(async ({ deliver, runs }) => {
      await Promise.all([1, 2, 3].map((id) => deliver(text(id))));
      assert.deepEqual(runs, [[[1, 2], 0], [[3], 1000]]);
    }, { ...RETRY, options: { by: "chat", maxMessages: 2 } }));

  test("by chat, by sender and by a function; a command is handled alone, at once", () =>
    gathering(async ({ deliver, runs }) => {
      await Promise.all([text(1), text(2, { user: 6 }), command(3), text(4)].map((message) => deliver(message)));
      assert.deepEqual(runs, [[[3], 0], [[1, 2, 4], 1000]]);
    }, { ...RETRY, options: { by: "chat" } }).then(() =>
      gathering(async ({ deliver, runs }) => {
        await Promise.all([text(1), text(2, { user: 6 }), command(3), text(4)].map((message) => deliver(message)));
        assert.deepEqual(runs, [[[3], 0], [[1, 4], 1000], [[2], 1000]]);
      }, { ...RETRY, options: { by: "sender" } })).then(() =>
      gathering(async ({ deliver, runs }) => {
        await Promise.all([1, 2, 3, 4].map((id) => deliver(text(id))));
        assert.deepEqual(runs.map(([messages]) => messages), [[4], [1, 3], [2]]);
      }, { ...RETRY, options: { by: ({ message_id }) => (message_id === 4 ? undefined : message_id % 2) } })));

  test("if the run fails and its update comes again, so do the others, without using up an attempt", () =>
    gathering(async ({ deliver, runs, errors }) => {
      const send = () => Promise.all([1, 2, 3].map((id) => deliver(photo(id, "a"))));
      assert.deepEqual(await send(), [503, 503, 503]);
      assert.deepEqual(errors, [["no network", true]]);
      assert.deepEqual(await send(), [200, 200, 200]);
      assert.deepEqual(runs.map(([messages]) => messages), [[1, 2, 3], [1, 2, 3]]);
      assert.deepEqual(await send(), [200, 200, 200]);
      assert.equal(runs.length, 2);
    }, { ...RETRY, handle: (message, context, run) => { if (run === 1) throw passing("no network"); } }));

  test("if the run is given up, all of its updates are, and onError is called once", () =>
    gathering(async ({ deliver, runs, errors }) => {
      const send = () => Promise.all([1, 2, 3].map((id) => deliver(photo(id, "a"))));
      assert.deepEqual([await send(), await send()], [[200, 200, 200], [200, 200, 200]]);
      assert.deepEqual([errors, runs.length], [[["a bug", false]], 1]);
    }, { ...RETRY, handle: () => { throw new Error("a bug"); } }));

  test("after the response, a run that fails is given up, and onError is called once", () =>
    gathering(async ({ deliver, runs, errors, now, all }) => {
      const send = () => Promise.all([1, 2, 3].map((id) => deliver(photo(id, "a"))));
      assert.deepEqual([await send(), now()], [[200, 200, 200], 0]);
      await all();
      assert.deepEqual([await send(), errors, runs.length], [[200, 200, 200], [["no network", false]], 1]);
    }, { handle: () => { throw passing("no network"); } }));

  test("without a host that keeps the program alive, the console says so once", async (t) => {
    const { mock } = t.mock.method(console, "warn", () => {});
    await inVirtualTime(undefined, async () => {
      const runs = [];
      const handle = createWebhookHandler(OPTIONS, gather({}, on({ message: (message, context) => void runs.push(ids(message, context)) })));
      await Promise.all([1, 2].map((id) => handle(post(photo(id, "a")))));
      await wait(2000);
      assert.deepEqual(runs, [[1, 2]]);
    });
    assert.ok(mock.callCount() <= 1);
  });

  for (const [way, expected, settings] of [["one after another", [3], {}], ["one after another, and nothing may be lost", [1, 1, 1], RETRY]]) {
    test(`a service that delivers the updates of a chat ${way}`, () =>
      polling(async ({ emulator, bot }) => {
        const alice = emulator.user();
        const runs = [];
        const platform = host();
        const handler = gather({}, on({ message: (message, context) => void runs.push(gathered(message, context).length) }));
        const handle = createWebhookHandler({ bot, path: "/hook", ...settings }, handler);
        emulator.webhook = (request) => handle(request, undefined, platform);
        await bot.setWebhook({ url: "https://bot.example/hook" });
        for (let count = 0; count < 3; count++) await send(alice, "a");
        while ((await bot.getWebhookInfo()).pending_update_count > 0) await wait(100);
        await platform.all();
        assert.deepEqual(runs, expected);
      }));
  }

  test("no update is done before the run is saved", () => {
    const store = memoryStore();
    let fails = true;
    const failing = { ...store, claim: store.claim.bind(store), commit: undefined, settle: async (key, ...values) => { if (fails && key.endsWith(":101")) throw new Error("away"); return store.settle(key, ...values); }, renew: store.renew.bind(store), release: store.release.bind(store) };
    return gathering(async ({ deliver, runs }) => {
      const answered = [];
      const sent = Promise.all([1, 2].map(async (id) => answered.push(await deliver(photo(id, "a")))));
      await wait(3000);
      assert.deepEqual([runs.length, answered], [1, []]);
      fails = false;
      await sent;
      assert.deepEqual(answered, [200, 200]);
      assert.equal(runs.length, 1);
    }, { ...RETRY, store: failing });
  });

  test("a delivery that comes while the run lasts begins another one; the same update waits", () =>
    gathering(async ({ deliver, runs }) => {
      const early = [deliver(text(1)), deliver(text(2))];
      await wait(1500);
      const late = [deliver(text(2)), deliver(text(3))];
      assert.deepEqual(await Promise.all([...early, ...late]), [200, 200, 200, 200]);
      assert.deepEqual(runs, [[[1, 2], 1000], [[3], 2500]]);
    }, { ...RETRY, options: { by: "chat" }, handle: () => wait(2000) }));

  test("a wait is at most half of the deadline, and a run that passes it is not repeated", () =>
    gathering(async ({ deliver, runs, now }) => {
      const sent = [deliver(text(1)), deliver(text(2))];
      assert.deepEqual([await Promise.all(sent), now()], [[503, 503], 2000]);
      assert.deepEqual(runs, [[[1, 2], 1000]]);
      await wait(10_000);
      assert.deepEqual([await deliver(text(1)), await deliver(text(2)), runs.length], [200, 200, 1]);
    }, { ...RETRY, options: { by: "chat", quietMs: 60_000, maxMs: 60_000 }, deadlineMs: 2000, handle: () => wait(5000) }));

  test("a client that leaves while the others wait takes its message with it", () =>
    gathering(async ({ deliver, runs }) => {
      const client = new AbortController();
      const sent = [deliver(text(1), { signal: client.signal }), deliver(text(2))];
      await wait(100);
      client.abort();
      // A further message makes all of them look.
      await wait(100);
      assert.deepEqual(await Promise.all([...sent, deliver(text(3))]), [503, 200, 200]);
      assert.deepEqual(runs, [[[2, 3], 1200]]);
      await deliver(text(1));
      assert.deepEqual(runs[1][0], [1]);
    }, { ...RETRY, options: { by: "chat" } }));

  test("sessions and inOrder are inside, and one outside is refused", () =>
    gathering(async ({ deliver, runs, errors }) => {
      await Promise.all([1, 2].map((id) => deliver(text(id))));
      await deliver(text(3));
      assert.deepEqual([runs.map(([messages]) => messages), errors], [[[1, 2], [3]], []]);
      await wait(60_000); // The timer of the memory of sessions.
    }, { ...RETRY, options: { by: "chat" }, wrap: (handler) => inOrder({}, sessions({ store: memoryStore() }, handler)) }).then(async () => {
      const errors = [];
      const handle = createWebhookHandler({ ...OPTIONS, onError: (error) => void errors.push(error.message) }, inOrder({}, gather({}, () => {})));
      await handle(post(photo(1, "a")));
      assert.deepEqual(errors, ["gather: handler: expected inOrder and sessions inside of gather, got gather inside of them"]);
    }));

  test("a run that passes leaves all of its updates to the next handler", () =>
    inVirtualTime(undefined, async () => {
      const seen = [];
      const handler = first(gather({}, () => pass), ({ message }) => void seen.push(message.message_id));
      const handle = createWebhookHandler({ ...OPTIONS, ...RETRY }, handler);
      await Promise.all([1, 2].map((id) => handle(post(photo(id, "a")))));
      assert.deepEqual(seen.sort(), [1, 2]);
    }));

  test("two processes with one store: each handles what it got, and no update twice", () =>
    gathering(async ({ make, runs }) => {
      const store = memoryStore();
      const [one, two] = [make({ store }), make({ store })];
      const wrapped = on({ message: (message, context) => void runs.push([ids(message, context)]) });
      const other = createWebhookHandler({ ...OPTIONS, ...RETRY, store }, gather({}, wrapped));
      const statuses = await Promise.all([one(post(photo(1, "a"))), other(post(photo(2, "a"))), two(post(photo(3, "a"))), other(post(photo(1, "a")))]);
      assert.deepEqual(statuses.map(({ status }) => status), [200, 200, 200, 200]);
      assert.deepEqual(runs.map(([messages]) => messages).sort(), [[1, 3], [2]]);
    }, RETRY));
});

describe("by poll", () => {
  /** Runs poll in virtual time until the runs are as many as expected. */
  const polled = (act, expected, { options = {}, handle = () => {}, concurrency, then = () => {} } = {}) =>
    polling(async ({ emulator, bot, stop, now }) => {
      const alice = emulator.user();
      const runs = [];
      const run = async (message, context) => {
        runs.push(gathered(message, context).map(({ text, photo }) => text ?? (photo ? "photo" : "?")).join(" "));
        await handle(message, context, runs.length);
        if (runs.length === expected.length) stop.abort();
      };
      const polls = poll(bot, gather(options, on({ message: run })), { signal: stop.signal, concurrency, onError() {} });
      await act({ alice, emulator });
      await polls;
      assert.deepEqual(runs, expected);
      assert.deepEqual(await bot.getUpdates({ timeout: 0 }), []);
      await then({ alice, emulator, now });
    });

  test("an album, and what comes before and after it, in order", () =>
    polled(async ({ alice }) => {
      alice.write("before");
      for (let count = 0; count < 3; count++) await send(alice, "a");
      alice.write("after");
      alice.write("later");
    }, ["before", "photo photo photo", "after", "later"]));

  test("more messages than chats may be handled at once", () =>
    polled(({ alice }) => { for (let id = 1; id <= 5; id++) alice.write(`${id}`); }, ["1 2 3 4 5"], { options: { by: "chat" }, concurrency: 1 }));

  test("messages that come during the wait and during the run", () =>
    polled(async ({ alice }) => {
      alice.write("1");
      await wait(600);
      alice.write("2");
      await wait(2000);
      alice.write("3");
    }, ["1 2", "3"], { options: { by: "chat" }, handle: () => wait(1000) }));

  test("a command ends the wait, and comes after it", () =>
    polled(({ alice }) => { for (const text of ["milk", "eggs", "/list", "tea"]) alice.write(text); }, ["milk eggs", "/list", "tea"], { options: { by: "chat" } }));

  test("a run that fails is repeated with all of its messages, before later ones", () =>
    polled(({ alice }) => { for (const text of ["1", "2", "/go"]) alice.write(text); }, ["1 2", "1 2", "/go"], {
      options: { by: "chat" },
      handle: (message, context, run) => { if (run === 1) throw passing("no network"); },
    }));

  test("two groups in one chat", () =>
    polled(({ emulator, alice }) => {
      const bob = emulator.user({ first_name: "Bob" });
      const chat = emulator.chat({ type: "group", creator: alice, members: [bob], administrators: [emulator.bot] });
      alice.write("a1", { chat });
      bob.write("b1", { chat });
      alice.write("a2", { chat });
    }, ["?", "a1 a2", "b1"], { options: { by: "sender" } }));

  test("groups that have waited behind another message run in their order", () =>
    polled(({ emulator, alice }) => {
      const bob = emulator.user({ first_name: "Bob" });
      const chat = emulator.chat({ type: "group", creator: alice, members: [bob], administrators: [emulator.bot] });
      for (const text of ["a1", "b1", "a2", "b2"]) (text < "b" ? alice : bob).write(text, { chat });
    }, ["?", "a1 a2", "b1 b2"], { options: { by: "sender" }, handle: () => wait(100) }));

  test("a stop while the messages wait leaves them to the next program", () =>
    polling(async ({ emulator, bot, stop }) => {
      const alice = emulator.user();
      alice.write("1");
      alice.write("2");
      const handler = gather({ by: "chat" }, () => assert.fail());
      const polls = poll(bot, handler, { signal: stop.signal });
      await wait(300);
      stop.abort();
      await polls;
      const runs = [];
      const next = new AbortController();
      await poll(bot, gather({ by: "chat" }, ({ message }, context) => { runs.push(ids(message, context).length); next.abort(); }), { signal: next.signal });
      assert.deepEqual(runs, [2]);
    }));
});

test("options and arguments are checked", () => {
  const handler = () => {};
  for (const [run, message] of [
    [() => gather({ by: "user" }, handler), 'gather: by: expected album, chat, sender or a function, got a different String'],
    [() => gather({ quietMs: -1 }, handler), "gather: quietMs: expected an Integer, 0 or more, got -1"],
    [() => gather({ maxMessages: 0 }, handler), "gather: maxMessages: expected an Integer, 1 or more, got 0"],
    [() => gather({ quiet: 1 }, handler), "gather: quiet: expected one of the options by, quietMs, maxMs, maxMessages, got an unknown option"],
    [() => gather({}), "gather: handler: expected a function, got null"],
    [() => gathered(undefined, {}), "gathered: message: expected a message, and the context of its handler, got nothing"],
  ]) assert.throws(run, (error) => isValidationError(error) && (assert.equal(error.message, message), true));
  const message = text(1);
  assert.deepEqual(gathered(message, {}), [message]);
});
