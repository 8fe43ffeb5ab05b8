// Sessions over real Durable Objects of workerd, of which questions and answers are lost, and which are ended while they answer.
// Each update is delivered, some twice at once, until it is answered 200. Then it has changed its session once, and all its answers
// are the same one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createWebhookHandler, sessions } from "botwire";
import { durableObjectStore } from "botwire/stores/durable-object";
import { delivery } from "../support/deliveries.mjs";
import { mulberry32 } from "../support/random.mjs";
import { asked } from "./objects.mjs";
import { runSchedules } from "./schedules.mjs";

const [BOTS, UPDATES, CHATS] = [3, 24, 2];
/** One question in so many meets each fault. */
const FAULTS = 8;
const AGAIN_MS = 20;
const chatOf = (id) => 1 + (id % CHATS);

async function run(seed) {
  const random = mulberry32(seed);
  const below = (number) => Math.floor(random() * number);
  const name = `sessions-${seed}`;
  let lost = 0;
  const fetch = async (url, { body } = {}) => {
    const { pathname, search } = new URL(url);
    const fault = below(FAULTS);
    if (fault === 0) throw new Error(`a question was lost (${++lost})`);
    const ending = fault === 1 ? asked("/end", name).catch(() => {}) : undefined;
    const answer = await asked(pathname + search, name, body);
    await ending;
    if (fault === 2) throw new Error(`an answer was lost (${++lost})`);
    return answer;
  };
  const bots = Array.from({ length: BOTS }, () => {
    const store = durableObjectStore({ idFromName: (key) => key, get: () => ({ fetch }) });
    const options = { baseUrl: "https://service.example", token: "7:secret-of-the-bot", allowUnauthenticated: true, store, leaseMs: 2000, deadlineMs: 30_000, onError() {} };
    return createWebhookHandler(options, sessions({ store, initial: () => ({ handled: [] }) }, async ({ update_id, message }, { session }) => {
      if (message.text !== "list") session.handled.push(update_id);
      await pause(below(5));
      return { method: "sendMessage", chat_id: message.chat.id, text: JSON.stringify(session.handled) };
    }));
  });
  const untilAnswered = async (update_id, text = "a") => {
    const message = { message_id: 1, date: 1, chat: { id: chatOf(update_id), type: "private" }, text };
    for (;;) {
      const response = await bots[below(BOTS)](delivery({ update_id, message }));
      const body = await response.text();
      assert.ok([200, 503].includes(response.status), `update ${update_id} was answered ${response.status}`);
      if (response.status === 200) return JSON.parse(JSON.parse(body).text);
      await pause(AGAIN_MS);
    }
  };
  const updates = Array.from({ length: UPDATES }, (_, index) => index + 1);
  const deliveries = [...updates, ...updates.filter(() => below(2) === 0)];
  const answers = await Promise.all(deliveries.map(async (update) => {
    await pause(below(300));
    return [update, await untilAnswered(update)];
  }));
  for (let last = UPDATES + 1; last <= UPDATES + CHATS; last++) {
    const handled = await untilAnswered(last, "list");
    assert.deepEqual(handled.toSorted((a, b) => a - b), updates.filter((update) => chatOf(update) === chatOf(last)), "each update has changed its session once");
    for (const [update, list] of answers.filter(([update]) => chatOf(update) === chatOf(last))) {
      assert.deepEqual(list, handled.slice(0, handled.indexOf(update) + 1), `an answer of update ${update}`);
    }
  }
  assert.ok(lost > 0);
}

test("with Durable Objects each update changes its session once, and its answers are the same, although answers are lost and objects ended", (context) => runSchedules(context, run));
