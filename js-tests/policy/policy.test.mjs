// The rules of behavior that the package has in TypeScript, by the vectors of tests/vectors, which Rust passes too.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { delivery } from "../support/deliveries.mjs";
import { vectors } from "../support/vectors.mjs";
import {
  backoffMs, botOf, busyMs, keyOfToken, constants, decodePath, fail, memoryStore, registerWebhook, responseOf, retryAfterMs, retryWait, updates, webhookOf,
} from "./inner.mjs";

// Starts the engine.
before(() => botOf(async () => responseOf(200, '{"ok":true,"result":1}')).getMe());

/** The time-out of getUpdates. */
const CALL_MS = constants.TIMEOUT_MS + 1000 * constants.POLL_SECONDS;
const NOW = Date.UTC(2026, 0, 1);
const standStill = (mock, random = 0) => {
  mock.method(Math, "random", () => random);
  mock.method(performance, "now", () => NOW);
  return mock.method(Date, "now", () => NOW);
};

describe("back-off", async () => {
  for (const { why, first_ms, failures, longest_ms, random, expected_ms } of await vectors("backoff")) {
    test(why, ({ mock }) => {
      standStill(mock, random);
      assert.equal(backoffMs(first_ms, failures + 1, longest_ms), expected_ms);
    });
  }
});

describe("retries", async () => {
  for (const vector of await vectors("retry")) {
    test(vector.why, async ({ mock }) => {
      mock.method(Math, "random", () => vector.random);
      assert.equal(await retryWait(mock, NOW, vector), vector.expected_ms);
    });
  }
});

describe("polling", async () => {
  const { waits, identifiers, answers, idle } = await vectors("polling");
  for (const { why, failure, faults, random, expected_ms } of waits) {
    test(`after a fault: ${why}`, async ({ mock }) => {
      standStill(mock, random);
      mock.method(globalThis, "setTimeout", (done, ms) => void (ms === CALL_MS || queueMicrotask(done)));
      let count = 0;
      let waited = null;
      // Those before the last one ask for no time.
      const bot = botOf(() => fail(++count < faults ? { kind: "http", status: 502 } : failure));
      const stop = new AbortController();
      const onRetry = (_error, _retry, waitMs) => {
        if (count < faults) return;
        waited = waitMs;
        stop.abort();
      };
      const polling = (async () => {
        for await (const _ of updates(bot, { signal: stop.signal, onRetry })) assert.fail("an update");
      })();
      if (expected_ms === null) await assert.rejects(polling, ({ kind }) => kind === failure.kind);
      else await polling;
      assert.equal(waited, expected_ms);
    });
  }
  for (const { update_id, is_confirmable } of identifiers) {
    test(`an identifier of ${update_id} ${is_confirmable ? "is" : "is not"} confirmed`, async () => {
      const offsets = [];
      const bot = botOf(async (_url, { body }) => {
        offsets.push(JSON.parse(body).offset);
        return responseOf(200, JSON.stringify({ ok: true, result: offsets.length > 1 ? [] : [{ update_id }] }));
      });
      const stop = new AbortController();
      const seen = [];
      for await (const update of updates(bot, { signal: stop.signal, onRetry: () => stop.abort() })) {
        seen.push(update.update_id);
        stop.abort();
      }
      assert.deepEqual(seen, is_confirmable ? [update_id] : []);
      assert.deepEqual(offsets, is_confirmable ? [undefined, update_id + 1] : [undefined]);
    });
  }
  for (const { why, answer, given: expected, reported, is_fault } of answers) {
    test(`an answer with ${why}`, async ({ mock }) => {
      standStill(mock);
      const stop = new AbortController();
      let count = 0;
      const bot = botOf(async () => {
        if (++count > 1) stop.abort();
        return responseOf(200, JSON.stringify({ ok: true, result: answer }));
      });
      if (answer.length === 0) stop.abort();
      const reports = [];
      const onRetry = ({ kind, message }, _retry, waitMs) => {
        reports.push([kind, message, waitMs > 0]);
        if (is_fault) stop.abort();
      };
      const seen = [];
      for await (const { update_id } of updates(bot, { signal: stop.signal, onRetry })) seen.push(update_id);
      assert.deepEqual(seen, expected);
      const message = `getUpdates: HTTP 200, ${constants.UNCONFIRMABLE}${reported}`;
      assert.deepEqual(reports, reported === null ? [] : [["http", message, is_fault]]);
    });
  }
  for (const { took_ms, expected_ms } of idle) {
    test(`after an answer without updates that took ${took_ms} ms`, async ({ mock }) => {
      let now = NOW;
      mock.method(performance, "now", () => now);
      const stop = new AbortController();
      let waited = 0;
      let count = 0;
      mock.method(globalThis, "setTimeout", (done, ms) => {
        if (ms === CALL_MS) return;
        waited = ms;
        queueMicrotask(done);
      });
      const bot = botOf(async () => {
        if (++count > 1) stop.abort();
        now += took_ms;
        return responseOf(200, '{"ok":true,"result":[]}');
      });
      for await (const _ of updates(bot, { signal: stop.signal })) assert.fail("an update");
      assert.equal(waited, expected_ms);
    });
  }
});

describe("the pause of a poll while updates are being handled", async () => {
  for (const { quiet_ms, expected_ms } of (await vectors("polling")).busy) {
    test(`after ${quiet_ms} ms without a new one`, () => assert.equal(busyMs(quiet_ms), expected_ms));
  }
});

describe("envelope", async () => {
  for (const { why, token, status, body, expected } of await vectors("envelope")) {
    test(why, async () => {
      const bot = botOf(async () => responseOf(status, body), token && { token });
      if (expected.kind === "result") return assert.deepEqual(await bot.getMe(), expected.result);
      const error = await bot.getMe().then(() => assert.fail("a result"), (thrown) => thrown);
      const { kind, error_code, description, excerpt } = error;
      if (kind === "http") return assert.deepEqual({ kind, status: error.status, excerpt }, expected);
      const waitMs = retryAfterMs(error);
      const retry_after = waitMs === undefined ? null : waitMs / 1000;
      assert.deepEqual({ kind, error_code, description, retry_after, migrate_to_chat_id: await followed(status, body) }, expected);
    });
  }

  /** The chat that a call is repeated for, if the bot follows to a supergroup. */
  async function followed(status, body) {
    const chats = [];
    const fetch = async (_url, init) => (chats.push(JSON.parse(init.body).chat_id), responseOf(status, body));
    await botOf(fetch, { followMigration: true }).sendMessage({ chat_id: -1, text: "a" }).catch(() => {});
    return chats[1] ?? null;
  }
});

describe("migrations", async () => {
  for (const { why, chat_id, from_chat_id, to, moved } of await vectors("migration")) {
    test(why, async () => {
      const sent = [];
      const answers = [JSON.stringify({ ok: false, error_code: 400, description: "moved", parameters: { migrate_to_chat_id: to } }), '{"ok":true,"result":1}'];
      const fetch = async (_url, { body }) => (sent.push(JSON.parse(body)), responseOf(200, answers[sent.length - 1]));
      const moves = [];
      const bot = botOf(fetch, { followMigration: (...move) => void moves.push(move) });
      const [method, params] =
        from_chat_id !== undefined ? ["forwardMessage", { chat_id, from_chat_id, message_id: 1 }]
        : chat_id !== undefined ? ["sendMessage", { chat_id, text: "a" }] : ["getMe", {}];
      const error = await bot.call(method, params).then(() => undefined, (thrown) => thrown);
      if (moved === null) return assert.deepEqual([error?.kind, sent.length, moves], ["api", 1, []]);
      const replace = (chat) => (chat === moved ? to : chat);
      const expected = { ...params, chat_id: replace(chat_id), ...(from_chat_id !== undefined && { from_chat_id: replace(from_chat_id) }) };
      assert.deepEqual([sent[1], moves], [expected, [[moved, to, method]]]);
    });
  }
});

describe("paths", async () => {
  const { decoded, compared } = await vectors("path");
  for (const { path, bytes } of decoded) test(`the bytes of ${JSON.stringify(path)}`, () => assert.equal(decodePath(path), bytes));
  for (const { secret, path, is_same } of compared) {
    test(`${JSON.stringify(path)} ${is_same ? "is" : "is not"} the secret path ${JSON.stringify(secret)}`, async () => {
      let isHandled = false;
      const handle = webhookOf({ path: secret }, () => void (isHandled = true));
      // Not a Request, which would escape the path.
      const request = { method: "POST", url: `https://bot.example${path}?a=%zz#b`, headers: new Headers(), text: async () => '{"update_id":1}' };
      assert.equal((await handle(request)).status, is_same ? 200 : 404);
      assert.equal(isHandled, is_same);
    });
  }
});

describe("base URLs", async () => {
  const { urls, tokens } = await vectors("base-url");
  for (const { url, allow_http, expected, received } of urls) {
    test(`${JSON.stringify(url)} ${expected === null ? "is" : "is not"} refused${allow_http ? " with allowHttp" : ""}`, () => {
      const bot = () => botOf(undefined, { baseUrl: url, token: "1:a", allowHttp: allow_http });
      if (expected !== null) return assert.equal(bot().baseUrl, expected);
      assert.throws(bot, (error) => error.kind === "validation" && error.path === "baseUrl" && error.received.split(" (see ")[0] === received);
    });
  }
  test("the error of a wrong one shows its host, and nothing that may be the token", () => {
    const token = "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcI";
    const places = ["TOKEN", "https:TOKEN", "https://TOKEN", "https://TOKEN/", "https://TOKEN@service.example", "https://a:TOKEN@service.example/%2e",
      "https://service.example:TOKEN", "https://service.example/botTOKEN/%2e%2e", "https://service.example/a?token=TOKEN", "https://service.example#TOKEN",
      "service.example/botTOKEN", "service.example:443/botTOKEN", "localhost:8081/botTOKEN", "ftp://service.example/botTOKEN", "https://service.example/bot TOKEN",
      "https://service.example\\TOKEN", "https://TOKEN\\@service.example/%2e", "http://service.example/botTOKEN", "https://[::1]TOKEN", " https://TOKEN "];
    for (const place of places) {
      for (const text of [token, token.split(":")[1], token.split(":")[0], encodeURIComponent(token)]) {
        const baseUrl = place.replace("TOKEN", text);
        // Without a colon, some are base URLs.
        try {
          botOf(undefined, { baseUrl, token });
        } catch (error) {
          for (const part of token.split(":")) assert.ok(!`${error.message} ${error.stack}`.includes(part), `${baseUrl}: ${error.message}`);
        }
      }
    }
  });
  for (const { token, is_token } of tokens) {
    test(`${JSON.stringify(token)} ${is_token ? "is" : "is not"} a token`, () => {
      const bot = () => botOf(undefined, { baseUrl: "https://service.example", token });
      if (is_token) bot();
      else assert.throws(bot, { kind: "validation", path: "token", received: token ? "a different String" : "an empty String" });
    });
  }
});

describe("addresses of webhooks", async () => {
  for (const { url, is_service_local, is_allowed } of await vectors("webhook-address")) {
    test(`${JSON.stringify(url)} of a service ${is_service_local ? "on this machine" : "elsewhere"}`, async () => {
      const baseUrl = is_service_local ? "http://localhost:8081" : "https://service.example";
      const bot = botOf(async () => responseOf(200, '{"ok":true,"result":{"url":"","has_custom_certificate":false}}'), { baseUrl });
      const registered = registerWebhook(bot, { url });
      if (is_allowed) assert.ok((await registered).changed.includes("url"));
      else await assert.rejects(registered, { kind: "validation", path: "url" });
    });
  }
});

describe("the time to answer a delivery", async () => {
  for (const { deadline_ms, is_pre_checkout, expected_ms } of await vectors("deadline")) {
    test(`of ${is_pre_checkout ? "a pre-checkout query" : "a message"} with a deadline of ${deadline_ms ?? "no"} ms`, async ({ mock }) => {
      standStill(mock);
      const timers = [];
      mock.method(globalThis, "setTimeout", (_done, ms) => void timers.push(ms));
      let end;
      const handle = webhookOf({ path: "/hook", deadlineMs: deadline_ms ?? 0 }, () => new Promise((resolve) => (end = resolve)));
      const update = { update_id: 1, [is_pre_checkout ? "pre_checkout_query" : "message"]: {} };
      const answer = handle({ method: "POST", url: "https://bot.example/hook", headers: new Headers(), text: async () => JSON.stringify(update) });
      for (let turn = 0; turn < 200; turn++) await undefined;
      end();
      assert.equal((await answer).status, 200);
      const ofBody = deadline_ms ? [deadline_ms] : [];
      assert.deepEqual(timers, expected_ms === null ? ofBody : [...ofBody, expected_ms]);
    });
  }
});

describe("the kind of an update", async () => {
  for (const { why, update, kind } of await vectors("kind")) {
    test(why, async () => {
      const handle = webhookOf({ allowUnauthenticated: true }, (_, { updateKind }) => ({ method: "sendMessage", chat_id: 1, text: String(updateKind ?? null) }));
      assert.equal((await (await handle(delivery(update))).json()).text, String(kind));
    });
  }
});

describe("claims", async () => {
  for (const { why, capacity, steps } of await vectors("claims")) {
    test(why, ({ mock }) => {
      let now = 0;
      mock.method(performance, "now", () => now);
      const store = memoryStore(capacity);
      for (const { at_ms, do: act, key, by = "nobody", lease_ms = constants.LEASE_MS, place, seconds, attempts, response_length, response = response_length && "x".repeat(response_length), is } of steps) {
        now = at_ms;
        const answer = {
          claim: () => store.claim(key, lease_ms, place, by),
          renew: () => store.renew(key, by, lease_ms),
          settle: () => store.settle(key, by, seconds, response),
          release: () => store.release(key, by, attempts),
        }[act]();
        const long = is.response_length && { response: "x".repeat(is.response_length) };
        const expected = act === "claim" && typeof is === "number" ? { owner: by, attempts: is } : (long ?? is);
        assert.deepEqual(answer, expected, JSON.stringify({ at_ms, act, key }));
      }
    });
  }
});

describe("the identifier of a bot", async () => {
  for (const { token, id, key } of await vectors("bot-id")) {
    test(token, () => {
      assert.equal(botOf(undefined, { token }).id, id ?? undefined);
      assert.equal(keyOfToken(token), key);
    });
  }
});

test("all figures are numbers above 0, or lists and texts", () => {
  for (const [name, value] of Object.entries(constants)) {
    assert.ok(Array.isArray(value) || typeof value === "string" || (Number.isFinite(value) && value > 0), name);
  }
});
