// stream: answers that take time, with the emulator as the service and its clock.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Bot, createWebhookHandler, html, on, stream } from "botwire";
import { createEmulator } from "botwire/emulator";

let emulator;
afterEach(() => emulator?.close());

/** Texts that a test gives one by one; `undefined` ends them. */
function given() {
  const waiting = [];
  let wake = () => {};
  let isStopped = false;
  async function* texts() {
    try {
      for (;;) {
        while (waiting.length === 0) await new Promise((resolve) => (wake = resolve));
        const next = waiting.shift();
        if (next instanceof Error) throw next;
        if (next === undefined) return;
        yield next;
      }
    } finally {
      isStopped = true;
    }
  }
  return { parts: texts(), give: (value) => (waiting.push(value), wake()), isStopped: () => isStopped };
}

/** Lets everything happen that waits for no time, and then the time pass. */
async function pass(time) {
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await settled();
  await emulator.advance(time);
  await settled();
}

/** A bot over the emulator, its calls, and a chat. */
function started({ in: type = "private" } = {}) {
  emulator = createEmulator();
  const { baseUrl, token, fetch, clock } = emulator;
  const calls = [];
  const bot = new Bot({ baseUrl, token, fetch, clock, use: [(call, next) => (calls.push([call.method.replace("Message", ""), call.params.text ?? call.params.action]), next(call))] });
  const alice = emulator.user({ first_name: "Alice" });
  alice.write("hi");
  const message = { message_id: 1, chat: { id: alice.id, type } };
  return { bot, alice, message, calls, taken: () => calls.splice(0) };
}

test("types, then sends a message that grows, at the pace of the chat", async () => {
  const { bot, message, taken } = started();
  const { parts, give } = given();
  const streamed = stream(message, parts, { bot });
  await pass("1ms");
  assert.deepEqual(taken(), [["sendChatAction", "typing"]]);
  await pass("4s");
  assert.deepEqual(taken(), []);
  await pass("1s");
  assert.deepEqual(taken(), [["sendChatAction", "typing"]]);
  for (const text of ["Once", " upon", ""]) give(text);
  await pass("1s");
  assert.deepEqual(taken(), [["send", "Once upon…"]]);
  await pass("3s");
  assert.deepEqual(taken(), []);
  give(" a");
  give(" time");
  await pass("1s");
  assert.deepEqual(taken(), [["editText", "Once upon a time…"]]);
  give(".");
  give(undefined);
  await streamed;
  assert.deepEqual(taken(), [["editText", "Once upon a time."]]);
});

test("a short answer is one message, and an empty one none", async () => {
  const { bot, message, taken } = started();
  await stream(message, ["a", "b"], { bot });
  await stream(message, (async function* () { yield "  "; })(), { bot });
  assert.deepEqual(taken().filter(([method]) => method !== "sendChatAction"), [["send", "ab"]]);
});

test("in groups every three seconds, or as often as the option says", async () => {
  for (const [options, ms] of [[{}, 3000], [{ everyMs: 50 }, 50]]) {
    const { bot, message, taken } = started({ in: "group" });
    const { parts, give } = given();
    give("a");
    const streamed = stream(message, parts, { bot }, options);
    await pass(`${ms}ms`);
    assert.deepEqual(taken().at(-1), ["send", "a…"]);
    give("b");
    await pass(`${ms / 2}ms`);
    assert.deepEqual(taken(), []);
    await pass(`${ms / 2}ms`);
    assert.deepEqual(taken(), [["editText", "ab…"]]);
    give(undefined);
    await streamed;
    emulator.close();
  }
});

test("a long text continues in another message, with its markup and its emoji whole", async () => {
  const { bot, message, taken } = started();
  const { parts, give } = given();
  const streamed = stream(message, parts, { bot }, { format: (text) => html`<b>${text}</b>` });
  give("x".repeat(4094));
  await pass("1s");
  give("👩‍👩‍👧 and more");
  give(undefined);
  await streamed;
  const [first, second, third] = taken().filter(([method]) => method !== "sendChatAction");
  assert.deepEqual([first[0], first[1].length], ["send", 4094 + "<b>…</b>".length]);
  assert.deepEqual([second, third], [["editText", `<b>${"x".repeat(4094)}</b>`], ["send", "<b>👩‍👩‍👧 and more</b>"]]);
});

for (const [what, end] of [["parts that throw", ({ give }) => give(new Error("the model is gone"))], ["a signal", ({ controller }) => controller.abort(new Error("the model is gone"))]]) {
  test(`${what}: the message says that it is not whole, and the error is thrown`, async () => {
    const { bot, message, taken } = started();
    const { parts, give, isStopped } = given();
    const controller = new AbortController();
    const streamed = stream(message, parts, { bot, signal: controller.signal });
    give("Once");
    await pass("1s");
    taken();
    end({ give, controller });
    await assert.rejects(streamed, /the model is gone/);
    assert.deepEqual(taken(), [["editText", "Once… (interrupted)"]]);
    give("late");
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isStopped(), true);
  });
}

test("a call that fails ends the parts, and leaves the mark of an unfinished message", async () => {
  const { bot, message, taken } = started();
  const { parts, give, isStopped } = given();
  const streamed = stream(message, parts, { bot });
  give("Once");
  await pass("1s");
  emulator.fault({ kind: "error", error_code: 400, method: "editMessageText", times: 1 });
  give(" upon");
  await Promise.all([assert.rejects(streamed, { kind: "api" }), emulator.advance("1s")]);
  give("late");
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isStopped(), true);
  assert.equal(taken().some(([, text]) => text?.includes("interrupted")), false);
});

test("a handler that streams: the update is done at its end, and a second delivery sends nothing", async () => {
  const { alice } = started();
  const { baseUrl, token, fetch, clock } = emulator;
  const statuses = [];
  const handler = createWebhookHandler({ baseUrl, token, fetch, clock, path: "/hook", deadlineMs: 0 }, on({ message: { text: (message, context) => stream(message, [message.text, "!"], context) } }));
  const deliver = async (body) => statuses.push((await handler(new Request("https://bot.example/hook", { method: "POST", body, headers: { "content-type": "application/json" } }))).status);
  emulator.webhook = async (request) => {
    const body = await request.text();
    await deliver(body);
    await deliver(body);
    return new Response();
  };
  await new Bot({ baseUrl, token, fetch }).setWebhook({ url: "https://bot.example/hook" });
  assert.equal((await alice.nextMessage()).text, "hi!");
  await emulator.settle();
  assert.deepEqual(statuses, [200, 200]);
  assert.equal(alice.messages().filter(({ text }) => text === "hi!").length, 1);
});

test("wrong arguments are named", async () => {
  const { bot, message } = started();
  const refused = (path, ...parameters) => assert.rejects(stream(...parameters), { kind: "validation", method: "stream", path });
  await refused("message", {}, [], { bot });
  await refused("context.bot", message, [], {});
  await refused("context.bot", message, []);
  await refused("parts", message, 5, { bot });
  await refused("parts", message, [5], { bot });
  await refused("every", message, [], { bot }, { every: 5 });
  await refused("everyMs", message, [], { bot }, { everyMs: 0 });
});
