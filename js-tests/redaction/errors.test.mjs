// Nothing that can be printed shows the token: no error, no bot, regardless of the platform's own errors.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bot, createWebhookHandler, download, updates } from "botwire";
import { recorded } from "../support/recorded.mjs";
import { TOKEN, failure, ok, refused } from "../support/recorder.mjs";
import { assertHidden, printed } from "../support/secrets.mjs";

const { service, botWith } = await recorded();
const URL_OF = (name) => `${service.baseUrl}/bot${TOKEN}/${name}`;
/** It could be the name of a method. */
const SECRET = TOKEN.split(":")[1].replace(/\W/g, "x");
const failing = (run) =>
  Promise.resolve().then(run).then((value) => assert.fail(`a success: ${String(value)}`), (error) => error);

test("the search finds a token wherever it is", () => {
  const hide = class {
    #token = TOKEN;
    get token() {
      return this.#token;
    }
  };
  const places = [
    TOKEN,
    { a: TOKEN },
    { [TOKEN]: 1 },
    { [Symbol(TOKEN)]: 1 },
    new Error(TOKEN),
    new Error("a", { cause: new Error(TOKEN) }),
    Object.defineProperty({}, "a", { value: TOKEN }),
    new hide(),
    Object.create({ a: TOKEN }),
    [new Map([[1, TOKEN]])],
    { a: encodeURIComponent(TOKEN) },
    { a: TOKEN.slice(3, 25) },
  ];
  for (const place of places) assert.throws(() => assertHidden(place, TOKEN), /shows/, JSON.stringify(printed(place)));
  assertHidden({ a: "110201543", b: "<token>" }, TOKEN);
});

const described = (status, text) => ({ status, headers: { "content-type": "text/html" }, body: text });
const ERRORS = {
  "a fault in parameters that hold the token": () => botWith().call("sendMessage", { chat_id: 1, text: { a: TOKEN } }),
  "a fault at a key that is the token": () =>
    botWith().call("sendMessage", { chat_id: 1, text: "a", reply_markup: { keyboard: [[{ [TOKEN]: NaN }]] } }),
  "a value that is the token": () => botWith().call("sendMessage", { chat_id: 1, text: "a", parse_mode: TOKEN }),
  "a value with the token at its end": () =>
    botWith().call("sendMessage", { chat_id: 1, text: "a", parse_mode: `${"x".repeat(40)}${TOKEN}` }),
  "a URL with the token": () => botWith().setWebhook({ url: `http://a.example/${TOKEN}` }),
  "a method that is the token": () => botWith().call(TOKEN),
  "a method that is the secret of the token": () => {
    service.answer(failure(404, "Not Found"));
    return new Bot({ baseUrl: service.baseUrl, token: `1:${SECRET}` }).call(SECRET);
  },
  "a baseUrl with the token": () => new Bot({ baseUrl: `https://service.example/bot${TOKEN}`, token: TOKEN }),
  "an option that is the token": () => botWith().getMe({}, { encoding: TOKEN }),
  "an api error that repeats the token": () =>
    answered(failure(404, `Not Found: /bot${TOKEN}/getMe`, { at: TOKEN, deep: { [TOKEN]: [TOKEN] } })),
  "a page that repeats the URL": () => answered(described(404, `<h1>No /bot${TOKEN}/getMe here</h1>`)),
  "a page that repeats the URL encoded": () =>
    answered(described(404, `<a href="/login?next=${encodeURIComponent(URL_OF("getMe"))}">`)),
  "a page that repeats the URL encoded twice": () =>
    answered(described(404, encodeURIComponent(encodeURIComponent(URL_OF("getMe"))))),
  "a page with the token where the excerpt ends": () =>
    Promise.any(
      Array.from({ length: 60 }, (_, index) => answered(described(404, `${"x".repeat(150 + index)}${TOKEN}`)).then(() => {})),
    ).catch((all) => { throw Object.assign(new Error("all"), { errors: all.errors }); }),
  "a redirect to a URL with the token": () =>
    answered({ status: 302, headers: { location: URL_OF("getMe") }, body: URL_OF("getMe") }),
  "a refused connection": async () => new Bot({ baseUrl: await refused(), token: TOKEN }).getMe(),
  "a broken connection": () => answered({ hangUp: true }),
  "a cut-off body": () => answered({ body: '{"ok":true', cut: true }),
  "a time-out": () => answered({ silent: true }, { timeoutMs: 30 }),
  "an abort with a reason that holds the token": () => botWith().getMe({}, { signal: AbortSignal.abort(new Error(URL_OF("getMe"))) }),
  "an abort with the token as its reason": () => botWith().getMe({}, { signal: AbortSignal.abort(TOKEN) }),
  "a token that is not a URL": () => new Bot({ baseUrl: service.baseUrl, token: `${TOKEN}\n/../` }),
  "a token in the base URL": () => new Bot({ baseUrl: `https://a.example/bot${TOKEN}?x=1`, token: TOKEN }),
  "a base URL with credentials": () => new Bot({ baseUrl: `https://${TOKEN}@a.example`, token: TOKEN }),
  "a base URL that is the token": () => new Bot({ baseUrl: TOKEN, token: TOKEN }),
  "a base URL that is not a URL": () => new Bot({ baseUrl: `https://[${TOKEN}`, token: TOKEN }),
  "a name that does not resolve": () => new Bot({ baseUrl: "https://service.invalid", token: TOKEN, timeoutMs: 5_000 }).getMe(),
  "a port that browsers and fetch refuse": () =>
    new Bot({ baseUrl: "http://127.0.0.1:9", token: TOKEN, timeoutMs: 5_000 }).getMe(),
  "an option of the handler": () => createWebhookHandler({ baseUrl: service.baseUrl, token: TOKEN, path: TOKEN }, () => {}),
  "no handler": () => createWebhookHandler({ baseUrl: service.baseUrl, token: TOKEN, path: `/${TOKEN}` }, TOKEN),
  "a polling loop": async () => {
    service.answer(failure(401, `Unauthorized: ${TOKEN}`));
    for await (const _ of updates(botWith())) assert.fail();
  },
  "a download": () => {
    service.answer(described(404, URL_OF("x")));
    return download(botWith(), { file_id: "1", file_path: `a/${TOKEN}` });
  },
  "a path that is the token, twice": () => download(botWith(), { file_id: "1", file_path: `../${TOKEN}` }),
  "a file that cannot be read": () =>
    botWith().sendDocument({
      chat_id: 1,
      document: new ReadableStream({ pull() { throw new Error(URL_OF("sendDocument")); } }),
    }),
  "a getter that throws the token": () => botWith().call("sendMessage", { get chat_id() { throw new Error(TOKEN); } }),
};

async function answered(answer, options) {
  service.answer(answer);
  return botWith(options).getMe();
}

describe("errors", () => {
  for (const [what, run] of Object.entries(ERRORS)) {
    test(what, async () => {
      const error = await failing(run);
      for (const one of error.errors ?? [error]) {
        assert.ok(one instanceof Error && typeof one.kind === "string", String(one?.stack));
        assertHidden(one, TOKEN, what);
      }
    });
  }
});

const THROWN = {
  "an Error that tells the URL": (url) => new TypeError(`fetch failed: ${url}`),
  "an Error with the URL as a property": (url) => Object.assign(new Error("no"), { url, input: url, request: { url } }),
  "an Error with the URL in its cause": (url) =>
    new Error("no", { cause: Object.assign(new Error(url), { cause: new Error(url) }) }),
  "an Error with the URL in its name, code and stack": (url) =>
    Object.assign(new Error("no"), { name: url, code: url, stack: url }),
  "an aggregate": (url) => new AggregateError([new Error(url)], url),
  "a string": (url) => url,
  "an object": (url) => ({ message: url, toString: () => url }),
  "a Request": (url) => new Request(url),
  "a URL": (url) => new URL(url),
  "an Error with the encoded URL": (url) => new Error(encodeURIComponent(url)),
};

describe("what an injected fetch throws or gives", () => {
  for (const [what, make] of Object.entries(THROWN)) {
    test(what, async () => {
      for (const fetch of [
        async (url) => { throw make(url); },
        (url) => { throw make(url); },
        async (url) => ({ ok: true, status: 200, text: () => Promise.reject(make(url)) }),
        async (url) => make(url),
      ]) {
        const error = await failing(() => botWith({ fetch }).getMe());
        assert.ok(["network", "http"].includes(error.kind), error.stack);
        assertHidden(error, TOKEN, what);
      }
    });
  }
  test("a token that is cut off at the end of a message is in no line of the stack", async () => {
    for (const length of [1, 2, 5]) {
      const cut = TOKEN.slice(0, -length);
      for (const make of [() => new TypeError(`GET /bot${cut}`), () => new Error("refused", { cause: new Error(`GET /bot${cut}`) })]) {
        const fetch = async () => { throw make(); };
        const error = await failing(() => botWith({ fetch }).getMe());
        assert.ok(!JSON.stringify(printed(error)).includes(cut), error.stack);
        for (let cause = error; cause; cause = cause.cause) assert.ok(!cause.stack.includes(cut), cause.stack);
      }
    }
  });
  test("what else is printed keeps what helps", async () => {
    const fetch = async (url) => { throw Object.assign(new TypeError(`cannot reach ${url}`), { code: "EXAMPLE" }); };
    const error = await failing(() => botWith({ fetch }).getMe());
    assert.equal(error.code, "EXAMPLE");
    assert.match(error.message, /cannot reach .*\/bot<token>\/getMe/);
    assert.match(error.cause.stack, /TypeError: cannot reach/);
  });
});

describe("the bot", () => {
  test("and all that comes from it", async () => {
    service.answer(ok({ file_path: "a" }));
    const one = botWith({ retry: 3, followMigration: true });
    const { sendMessage } = one;
    await one.getMe();
    for (const value of [
      one,
      sendMessage,
      updates(one),
      one.call,
      Bot,
      Object.assign(Object.create(one), { a: 1 }),
      [one],
      { one },
      new Error("a", { cause: one }),
    ]) {
      assertHidden(value, TOKEN, "the bot");
    }
    assert.equal(JSON.parse(JSON.stringify(one)).baseUrl, service.baseUrl);
  });
  test("and a handler of deliveries with its secret path", () => {
    const handle = createWebhookHandler({ baseUrl: service.baseUrl, token: TOKEN, path: `/hook/${TOKEN}` }, () => {});
    assertHidden(handle, TOKEN, "the handler");
  });
  test("a method that is taken off its bot tells so", async () => {
    const { sendMessage } = botWith();
    const error = await failing(() => sendMessage({ chat_id: 1, text: "a" }));
    assert.equal(error.kind, "validation");
  });
});
