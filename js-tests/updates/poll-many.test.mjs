// poll() with more updates than were asked for.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { botOf, poll, responseOf } from "../policy/inner.mjs";

/**
 * A service that ignores the limit and returns all updates at once; a long poll without updates waits until it is
 * aborted.
 */
function greedy(updates) {
  let pending = updates;
  const asked = [];
  const fetch = async (url, { body, signal }) => {
    if (!url.endsWith("getUpdates")) return responseOf(200, '{"ok":true,"result":true}');
    const { offset = 0, timeout = 0 } = JSON.parse(body);
    asked.push(offset);
    pending = pending.filter(({ update_id }) => update_id >= offset);
    if (pending.length === 0 && timeout > 0) await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    return responseOf(200, JSON.stringify({ ok: true, result: pending }));
  };
  return { bot: botOf(fetch), asked, pending: () => pending };
}

const message = (chat) => ({ message_id: 1, date: 1, chat: { id: chat, type: "private" }, text: "a" });
const COUNT = 20_000;

describe("20 000 updates in one answer", () => {
  for (const [what, chats] of Object.entries({ "of one chat": 1, "of many chats": 10_000 })) {
    test(`${what}: each once and in order, and timers have their turn meanwhile`, async () => {
      const { bot, asked, pending } = greedy(Array.from({ length: COUNT }, (_, index) => ({ update_id: index + 1, message: message((index % chats) + 1) })));
      const stop = new AbortController();
      let last = 0;
      let handledSinceTurn = 0;
      let mostInOneTurn = 0;
      const tick = () => {
        handledSinceTurn = 0;
        if (!stop.signal.aborted) setTimeout(tick);
      };
      setTimeout(tick);
      const handler = ({ update_id }) => {
        assert.equal(update_id, last + 1);
        last = update_id;
        mostInOneTurn = Math.max(mostInOneTurn, ++handledSinceTurn);
        if (update_id === COUNT) stop.abort();
      };
      await poll(bot, handler, { signal: stop.signal, onError: (error) => assert.fail(error) });
      assert.equal(last, COUNT);
      assert.ok(mostInOneTurn <= 1000, `${mostInOneTurn} updates without a turn for timers`);
      assert.deepEqual([asked.length, pending().length], [2, 0]);
    });
  }
  test("handlers that wait: the service is asked once, and only what was handled is confirmed", async () => {
    const { bot, asked } = greedy(Array.from({ length: COUNT }, (_, index) => ({ update_id: index + 1, message: message(1) })));
    const stop = new AbortController();
    const taken = [];
    const handler = async ({ update_id }) => {
      taken.push(update_id);
      if (update_id === 10) stop.abort();
      await new Promise((resolve) => setImmediate(resolve));
    };
    await poll(bot, handler, { signal: stop.signal });
    assert.deepEqual([taken.length, asked], [10, [0, 11]]);
  });
});
