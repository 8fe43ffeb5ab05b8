// Options from the environment, an existing bot, and return values of handlers and onError.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { Bot, createWebhookHandler, html, on } from "botwire";
import { TOKEN } from "../support/recorder.mjs";
import { PATH, callback_query, from, host, message, passing, pending, post } from "../support/deliveries.mjs";
import { make, service } from "./service.mjs";

describe("options from the environment", () => {
  const optionsOf = ({ TOKEN: token, ...more }) => ({ baseUrl: service.baseUrl, token, path: PATH, ...more });

  test("are asked for once for each environment, so that its deliveries share a bot and a memory", async () => {
    const asked = [];
    const bots = new Set();
    const handle = createWebhookHandler((env) => (asked.push(env), optionsOf(env)), (_, { bot }) => void bots.add(bot));
    assert.equal(asked.length, 0);
    const [one, other] = [{ TOKEN: "1:a" }, { TOKEN: "2:b" }];
    let runs = 0;
    for (const env of [one, one, other, one]) {
      assert.equal((await handle(post({ message }, 1), env)).status, 200);
      runs++;
    }
    assert.deepEqual([asked, bots.size, runs], [[one, other], 2, 4]);
    assert.equal(asked[0], one);
  });
  test("have one memory for each bot, also where each request has an environment of its own", async () => {
    const handled = [];
    const handle = createWebhookHandler((env) => optionsOf(env), (_, { env }) => void handled.push(env.TOKEN));
    for (const token of ["1:a", "2:b", "1:a", "2:b"]) assert.equal((await handle(post({ message }, 1), { TOKEN: token })).status, 200);
    assert.deepEqual(handled, ["1:a", "2:b"]);
  });
  test("name what is missing of a secret header", async ({ mock }) => {
    const logged = mock.method(console, "error", () => {});
    for (const [secretHeader, path, received] of [
      [{ name: "X-Secret" }, "secretHeader.value", "nothing"],
      [{ name: "X-Secret", value: "" }, "secretHeader.value", "an empty String"],
      [{ name: "X-Secret", value: "ä" }, "secretHeader.value", "a different String"],
      [{ value: "s3cret" }, "secretHeader.name", "nothing"],
      [{ name: "X Secret", value: "s3cret" }, "secretHeader.name", "a different String"],
      [{ name: "X-Secret", value: "s3cret", bogus: 1 }, "secretHeader.bogus", "an unknown option"],
      [null, "secretHeader", "null"],
      ["s3cret", "secretHeader", "a different String"],
    ]) {
      const options = { ...optionsOf({ TOKEN }), secretHeader };
      assert.throws(() => createWebhookHandler(options, () => {}), { kind: "validation", path, received });
      assert.equal((await createWebhookHandler(() => options, () => {})(post())).status, 500);
      assert.ok(inspect(logged.mock.calls.at(-1).arguments).includes(`${path}: `));
    }
  });
  test("are asked for once where the environment is not an object", async () => {
    let asked = 0;
    let runs = 0;
    const handle = createWebhookHandler(() => (asked++, optionsOf({ TOKEN })), () => void runs++);
    for (const env of [undefined, null, "env", 5]) await handle(post({ message }, 1), env);
    assert.deepEqual([asked, runs], [1, 1]);
  });
  test("may be a promise, as where a secret has to be fetched: requests that come meanwhile share a bot and a memory", async () => {
    const [promise, resolve] = pending();
    const bots = new Set();
    let runs = 0;
    const handle = createWebhookHandler(async (env) => optionsOf({ TOKEN: await promise, ...env }), (_, { bot }) => (bots.add(Object.getPrototypeOf(bot)), void runs++));
    const env = {};
    const responses = [1, 1, 2].map((update_id) => handle(post({ message }, update_id), env));
    resolve(TOKEN);
    assert.deepEqual((await Promise.all(responses)).map(({ status }) => status), [200, 200, 200]);
    assert.equal((await handle(post({ message }, 2), env)).status, 200);
    assert.deepEqual([bots.size, runs], [1, 2]);
  });
  test("an invalid option is reported by name, and answered 500 until it is corrected", async (t) => {
    const logged = t.mock.method(console, "error", () => {}).mock;
    const reported = [];
    const onError = (error, context) => void reported.push([error, context]);
    const env = {};
    const handle = createWebhookHandler((env) => optionsOf({ ...env, onError }), () => {});
    const request = post();
    const response = await handle(request, env);
    assert.deepEqual([response.status, await response.text()], [500, ""]);
    const [[error, context]] = reported;
    assert.deepEqual([error.kind, error.path, error.received], ["validation", "token", "nothing"]);
    assert.equal(context.env, env);
    assert.equal(context.request, request);
    assert.equal(logged.callCount(), 0);
    env.TOKEN = TOKEN;
    assert.equal((await handle(post(), env)).status, 200);
    assert.equal(reported.length, 1);
  });
  const throws = () => { throw new RangeError("no such secret"); };
  for (const [what, [make, name]] of Object.entries({
    "that throw": [throws, "RangeError"],
    "that are none": [() => undefined, "ValidationError"],
    "that reject": [async () => throws(), "RangeError"],
    "that are a promise of none": [async () => undefined, "ValidationError"],
    "that throw when they are read": [() => new Proxy({}, { get: throws }), "RangeError"],
    "without a secret": [() => ({ baseUrl: service.baseUrl, token: TOKEN, onError: "log" }), "ValidationError"],
    "whose onError throws too": [() => ({ onError: throws }), "ValidationError"],
  })) {
    test(`${what}: logged to the console`, async (t) => {
      const logged = t.mock.method(console, "error", () => {}).mock;
      const handle = createWebhookHandler(make, () => assert.fail());
      assert.equal((await handle(post(), {})).status, 500);
      assert.deepEqual(logged.calls.map(({ arguments: [owner, error] }) => [owner, error.name]), [["createWebhookHandler", name]]);
    });
  }
  test("a handler that is not a function is rejected at once", () => {
    assert.throws(() => createWebhookHandler(() => ({}), undefined), { kind: "validation", path: "handler" });
  });
});

describe("without onError the error is logged to the console, without the token,", () => {
  const url = `https://service.example/bot${TOKEN}/getMe`;
  const handlers = {
    "of an error": () => {
      throw new RangeError(`GET ${url} failed`, { cause: { message: encodeURIComponent(url) } });
    },
    "of a text": () => { throw JSON.stringify({ url }); },
    "of an invalid URL": () => fetch(`http://[${url}`),
    "of a promise of waitUntil": (_, { waitUntil }) => waitUntil(Promise.reject(new Error(url))),
    "of a fault of the package": () => ({ method: "sendMessage", chat_id: 7, text: 5 }),
  };
  for (const [what, handler] of Object.entries(handlers)) {
    test(what, async (t) => {
      const { mock } = t.mock.method(console, "error", () => {});
      const handle = make(handler);
      await handle(post());
      await new Promise(setImmediate);
      assert.equal(mock.callCount(), 1);
      const [error] = mock.calls[0].arguments;
      const shown = inspect(error, { showHidden: true, depth: 9 });
      assert.ok(error instanceof Error && shown.includes(what.endsWith("package") ? "text: expected a String" : "<token>"), shown);
      assert.ok(!shown.includes(TOKEN.split(":")[1]), shown);
    });
  }
});

describe("an existing bot", () => {
  const bot = new Bot({ baseUrl: "https://service.example", token: TOKEN });
  test("is that of the handlers", async () => {
    let seen;
    const response = await createWebhookHandler({ bot, path: PATH }, (_, context) => {
      seen = context.bot;
      return { method: "sendMessage", chat_id: 7, text: "a" };
    })(post());
    assert.equal(Object.getPrototypeOf(seen), bot);
    assert.equal((await response.json()).text, "a");
  });
  test("must be one", () => {
    for (const wrong of [null, {}, "bot", { baseUrl: "https://service.example", token: TOKEN }]) {
      assert.throws(() => createWebhookHandler({ bot: wrong, path: PATH }, () => {}), { kind: "validation", path: "bot" });
    }
  });
  test("options of a bot are refused by name if `bot` is given", () => {
    const bot = new Bot({ baseUrl: service.baseUrl, token: TOKEN });
    const botOptions = {
      baseUrl: service.baseUrl, token: TOKEN, allowHttp: true, timeoutMs: 5, maxResponseBytes: 5, encoding: "json", httpMethod: "POST",
      retry: 3, checkLimits: false, fetch: globalThis.fetch, onUploadProgress: () => {}, followMigration: true,
      clock: { now: () => 0, setTimeout() {}, clearTimeout() {} },
    };
    for (const [path, value] of Object.entries(botOptions)) {
      const made = () => createWebhookHandler({ bot, path: PATH, [path]: value }, () => {});
      assert.throws(made, { kind: "validation", method: "createWebhookHandler", path, expected: "nothing if bot is set" });
    }
    createWebhookHandler({ bot, path: PATH, retry: undefined }, () => {});
  });
});

describe("what a handler returns", () => {
  const handled = async (handler, options) => {
    const errors = [];
    const onError = (error) => void errors.push(error);
    const response = await make(handler, { onError, ...options })(post({ callback_query }));
    return { status: response.status, text: await response.text(), errors };
  };
  const RESULTS = {
    "a Message": { message_id: 1, date: 1, chat: { id: 7, type: "private" } },
    True: true,
    "an Array": [{ message_id: 1 }],
    "a User": from,
    "a Chat": { id: 7, type: "private" },
    "a File": { file_id: "f" },
    nothing: null,
  };
  for (const [what, result] of Object.entries(RESULTS)) {
    test(`${what}, as a call gives it, means nothing more to do`, async () => {
      assert.deepEqual(await handled(async () => result), { status: 200, text: "", errors: [] });
      const { text } = await handled((_, { answer }) => (answer({ text: "hi" }), result));
      assert.deepEqual(JSON.parse(text), { method: "answerCallbackQuery", callback_query_id: "q1", text: "hi" });
    });
  }
  test("the promise of a call", async () => {
    assert.deepEqual(await handled((_, { bot }) => bot.sendMessage({ chat_id: 7, text: "a" })), { status: 200, text: "", errors: [] });
    assert.equal(service.only.name, "sendMessage");
  });
  for (const wrong of [{ chat_id: 7, text: "a" }, { callback_query_id: "q1" }, { inline_query_id: "q", results: [] }, { method: null, chat_id: 7 }, [{ method: "sendMessage", chat_id: 7, text: "a" }, {}], html`hi`, "text", 5, false, "", new Map(), new Response("hi")]) {
    test(`a call without its method, or no call: ${JSON.stringify(wrong)} is reported, ${String(wrong)}`, async () => {
      const { status, errors } = await handled(() => wrong);
      assert.equal(status, 200);
      assert.equal(errors[0].kind, "validation");
    });
  }
});

describe('an onError that returns "handled"', () => {
  test("answers 200, and the update is not handled again", async () => {
    let runs = 0;
    const handle = make(() => { runs++; throw new Error("mine"); }, { onError: async () => "handled" });
    for (let delivery = 0; delivery < 2; delivery++) assert.equal((await handle(post({ message }, 1000))).status, 200);
    assert.equal(runs, 1);
  });
  test("lets a pending answer be sent", async () => {
    const platform = host();
    const failing = on({
      callback_query: (_, { answer }) => {
        answer({ text: "hi" });
        throw new Error("mine");
      },
    });
    const handle = make(failing, { onError: () => "handled" });
    const response = await handle(post({ callback_query }), {}, platform);
    assert.deepEqual(await response.json(), { method: "answerCallbackQuery", callback_query_id: "q1", text: "hi" });
  });
  test("any other text is nothing", async () => {
    const handle = make(() => { throw passing("mine"); }, { onError: () => "ok" });
    assert.equal((await handle(post())).status, 503);
  });
});

test("a lone surrogate in a token or a path is not a reason for another error", () => {
  assert.throws(() => new Bot({ baseUrl: "https://bots.example", token: "1:\ud800" }), { path: "token", expected: /^visible ASCII/ });
  const options = { baseUrl: "https://bots.example", token: "1:SECRET", path: "/hook/\ud800" };
  assert.equal(typeof createWebhookHandler(options, () => {}), "function");
  assert.throws(() => new Bot({ baseUrl: "https://bots.example\ud800", token: "1:SECRET" }), { path: "baseUrl" });
});
