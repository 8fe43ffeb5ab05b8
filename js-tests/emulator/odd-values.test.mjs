// Odd arguments to the emulator's functions: each returns a result or throws a real Error, and the emulator keeps
// working.

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import { createEmulator, playScenario, serve } from "botwire/emulator";

import { ODD_VALUES } from "../support/odd-values.mjs";
import { mulberry32 } from "../support/random.mjs";
import { uncaughtIn } from "./started.mjs";
import { URL_OF_FILE, assertReal, converses, tried, world } from "./odd-world.mjs";

const CALLS = 12_000;

/** The only function that is tried: the others would throw when called later, where nothing catches it. */
const CALLABLE = "a function that gives a number";
/** Values that never end, that throw something other than an Error of this realm, or that are too large to try often. */
const LEFT_OUT = /another realm|throws nothing|globalThis|never calls back|without end|endless|100,000|200 kB|2,000/;
const isTried = ([name, make]) => !LEFT_OUT.test(name) && (typeof make() !== "function" || name === CALLABLE);
const ODD = Object.fromEntries(Object.entries(ODD_VALUES).filter(isTried));

/** Numbers below a bound, the same for the same seed. */
function random(seed) {
  const next = mulberry32(seed);
  return (bound) => Math.floor(next() * bound);
}

afterEach(() => mock.timers.reset());

test("every function of the handles is tried", async () => {
  const { emulator, handles } = await world();
  const exempt = ["constructor", "close"];
  for (const [name, [handle, functions]] of Object.entries(handles)) {
    const own = Object.getOwnPropertyNames(Object.getPrototypeOf(handle));
    const all = own.filter((key) => typeof Object.getOwnPropertyDescriptor(Object.getPrototypeOf(handle), key).value === "function");
    assert.deepEqual(all.filter((key) => !(key in functions) && !exempt.includes(key)), [], name);
  }
  emulator.close();
});

test("each argument in turn is each odd value", async () => {
  const { emulator, handles } = await world();
  for (const [handle, functions] of Object.values(handles)) {
    for (const [name, parameters] of Object.entries(functions)) {
      for (let index = 0; index < parameters.length + 1; index++) {
        for (const [odd, make] of Object.entries(ODD)) {
          const changed = Object.assign([...parameters], { [index]: make() });
          await tried(() => handle[name](...changed), `${name}, argument ${index}: ${odd}`);
        }
      }
    }
  }
  await converses(emulator);
  emulator.close();
});

test("odd values in the members of options and files, at random", async () => {
  const { emulator, handles } = await world();
  const below = random(13);
  const makers = Object.entries(ODD);
  const names = [
    "bot", "chat", "user", "id", "text", "type", "data", "name", "message_id", "reply_to_message_id", "caption", "timeoutMs", "title", "members", "creator", "by",
    "until_date", "latitude", "phone_number", "first_name", "location", "kind", "times", "seed", "probability", "number", "from", "to", "query", "offset", "photo",
    "animation", "shipping", "method", "chat_id", "duration", "media_group_id", "can_pin_messages", "shipping_address", "games", "token", "url", "file",
  ];
  const any = () => makers[below(makers.length)][1]();
  const object = () => Object.fromEntries(Array.from({ length: 1 + below(4) }, () => [names[below(names.length)], any()]));
  const functions = Object.values(handles).flatMap(([handle, functions]) => Object.entries(functions).map((entry) => [handle, ...entry]));
  for (let call = 0; call < CALLS; call++) {
    const [handle, name, parameters] = functions[below(functions.length)];
    const changed = parameters.map((right) => {
      const choice = below(4);
      if (choice === 0) return right;
      if (choice === 1) return any();
      return typeof right === "object" && right !== null && choice === 2 && !(right instanceof Uint8Array) ? { ...right, ...object() } : object();
    });
    await tried(() => handle[name](...changed), `call ${call}: ${name}`);
  }
  await converses(emulator);
  emulator.close();
});

test("every act takes odd values", async () => {
  const { emulator } = await world();
  const below = random(7);
  const makers = Object.values(ODD);
  let unknown = "";
  assert.throws(() => emulator.act("nothing"), ({ message }) => (unknown = message).includes("unknown act: nothing; there are "));
  const acts = unknown.split("there are ")[1].split(", ");
  const names = ["user", "bot", "chat", "text", "message_id", "member", "query", "payment", "title", "url", "type", "kind", "number", "row", "column", "after", "link", "creator"];
  for (const act of acts) {
    for (let times = 0; times < 60; times++) {
      const parameters = Object.fromEntries(names.filter(() => below(3) === 0).map((name) => [name, makers[below(makers.length)]()]));
      await tried(() => emulator.act(act, parameters, below(4) === 0 ? makers[below(makers.length)]() : undefined), act);
    }
  }
  await converses(emulator);
  emulator.close();
});

test("each option of createEmulator() and serve() is each odd value", async () => {
  const options = ["bots", "snapshot", "now", "seed", "allowHttpWebhooks", "fetch", "webhook", "files", "logSize", "longestPoll"];
  for (const [odd, make] of Object.entries(ODD)) {
    for (const option of options) {
      for (const value of option === "bots" ? [make(), [make()], [{ token: make() }], [{ games: make() }]] : [make()]) {
        try {
          createEmulator({ [option]: value }).close();
        } catch (error) {
          assertReal(error, `${option}: ${odd}`);
        }
      }
    }
    try {
      createEmulator(make()).close();
    } catch (error) {
      assertReal(error, odd);
    }
  }
  const emulator = createEmulator();
  for (const option of ["cors", "hosts", "host", "port"]) {
    for (const [odd, make] of Object.entries(ODD)) {
      // Those are right.
      if (odd === "undefined" || (option === "port" && ["zero", "five", "-0"].includes(odd)) || (option === "hosts" && odd === "an array of odd values")) continue;
      // Not looked up in the DNS.
      if (option === "host" && typeof make() === "string") continue;
      const serving = serve(emulator, { port: 0, [option]: make() });
      await serving.then((server) => server.close(), (error) => assertReal(error, `${option}: ${odd}`));
    }
  }
  await converses(emulator);
  emulator.close();
});

test("each argument of playScenario(), and each field of a scenario, is each odd value", async () => {
  const scenario = { version: 1, users: { alice: {} }, steps: [] };
  const emulator = createEmulator();
  for (const [odd, make] of Object.entries(ODD)) {
    for (const [what, play] of [
      ["emulator", () => playScenario(make(), scenario)], ["scenario", () => playScenario(emulator, make())], ["options", () => playScenario(emulator, scenario, make())],
      ["timeoutMs", () => playScenario(emulator, scenario, { timeoutMs: make() })], ["steps", () => playScenario(emulator, { ...scenario, steps: make() })],
      ["step", () => playScenario(emulator, { ...scenario, steps: [make()] })], ["users", () => playScenario(emulator, { ...scenario, users: make() })],
      ["expect", () => playScenario(emulator, { ...scenario, steps: [{ act: "wait", expect: make() }] })],
    ]) await play().catch((error) => assertReal(error, `${what}: ${odd}`));
  }
  await converses(emulator);
  emulator.close();
});

test("what the option files gives is checked, and the emulator lives on", async () => {
  for (const [odd, make] of Object.entries(ODD)) {
    let value = make();
    const emulator = createEmulator({ files: () => value });
    const user = emulator.user();
    user.unblock();
    const send = () => emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/sendPhoto?chat_id=${user.id}&photo=${URL_OF_FILE}`);
    await send().then(({ status }) => assert.ok([200, 400].includes(status), odd), (error) => assertReal(error, odd));
    value = { data: "x", type: "image/png" };
    assert.equal((await send()).status, 200, odd);
    await converses(emulator);
    emulator.close();
  }
  const emulator = createEmulator({ files: () => ({ data: "x", type: 5 }) });
  const user = emulator.user();
  user.unblock();
  const sent = emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/sendPhoto?chat_id=${user.id}&photo=${URL_OF_FILE}`);
  await assert.rejects(sent, { name: "TypeError", message: "files(url).type: expected a string, got 5" });
  emulator.close();
});

test("what a webhook handler gives is checked, and the delivery fails", async () => {
  for (const [odd, make] of Object.entries(ODD)) {
    for (const response of [
      () => make(),
      () => ({ status: make(), headers: new Headers(), arrayBuffer: async () => new ArrayBuffer(0) }),
      () => ({ status: 200, headers: { get: () => make() }, arrayBuffer: async () => new ArrayBuffer(0) }),
      () => ({ status: 200, headers: new Headers({ "content-type": "application/json" }), arrayBuffer: async () => make() }),
      () => Promise.reject(make()),
    ]) {
      const emulator = createEmulator({ webhook: response, now: () => 1e12 });
      await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook?url=https://bot.test/`);
      emulator.user().write("hi");
      await emulator.settle();
      const delivery = emulator.log().find(({ kind }) => kind === "delivery");
      assert.ok(delivery.status === 200 || typeof delivery.error === "string" || delivery.status === 302, odd);
      await converses(emulator);
      emulator.close();
    }
  }
});

test("errors say where a value stands and what was expected", async () => {
  const emulator = createEmulator();
  const alice = emulator.user();
  const chat = emulator.chat();
  for (const [call, message] of [
    [() => emulator.act(5), "the name of an act: expected a string, got 5"],
    [() => emulator.act("write", 5), "parameters: expected an object, got 5"],
    [() => emulator.act("write", { user: alice.id, text: "x", chat: NaN }), "write.chat: expected a value that JSON has, got NaN"],
    [() => emulator.file({}), "file_id: expected a string, got an object"],
    [() => emulator.file("x", {}), "bot: expected an identifier, or an object with one as its id, got an object"],
    [() => alice.write(5), "Bad Request: write.text: expected a String, got 5"],
    [() => alice.write("x", 5), "options: expected an object, got 5"],
    [() => alice.write("x", { chat: "y" }), "chat: expected an identifier, or an object with one as its id, got a string"],
    [() => alice.send({ name: 5, data: "x" }), "file.name: expected a string, got 5"],
    [() => alice.send({ name: 5 }), "file.name: expected a string, got 5"],
    [() => alice.send({ data: 5 }), "file.data: expected bytes or a string, got 5"],
    [() => alice.send({ data: "x", type: 5 }), "file.type: expected a string, got 5"],
    [() => alice.press(5), "button: expected a string, or row and column, got 5"],
    [() => alice.press([Object.create(null), 0]), "button[0]: expected an integer from 0 to 2147483647, got an object"],
    [() => alice.press([0, Object.create(null)]), "button[1]: expected an integer from 0 to 2147483647, got an object"],
    [() => alice.press([0]), "button[1]: expected an integer from 0 to 2147483647, got nothing"],
    [() => emulator.fault({ kind: "slow", millis: NaN }), "fault.millis: expected a value that JSON has, got NaN"],
    [() => emulator.fault({ kind: "drop", probability: NaN }), "fault.probability: expected a value that JSON has, got NaN"],
    [() => createEmulator({ bots: [{ token: "" }] }), "Bad Request: token: expected visible ASCII without / ? # % \\"],
    [() => createEmulator({ compat: "x" }), "compat: expected true or false, got a string"],
    [() => serve(emulator, { allowRemoteWebhooks: "no" }), "allowRemoteWebhooks: expected true or false, got a string"],
    [() => emulator.advance("36525d"), "the emulator's clock ends at 2038-01-19 03:14:07 UTC, as dates are integers of 32 bits"],
    [() => alice.nextMessage({ timeoutMs: "1s" }), "timeoutMs: expected a number, got a string"],
    [() => alice.nextMessage({ timeoutMs: 2 ** 31 }), "timeoutMs: expected an integer from 0 to 2147483647, got 2147483648"],
    [() => chat.add("bob"), "member: expected an identifier, or an object with one as its id, got a string"],
    [() => emulator.chat({ members: 5 }), "members: expected an array, got 5"],
    [() => emulator.watch(5), "listener: expected a function, got 5"],
    [() => emulator.log("1"), "after: expected a number, got a string"],
    [() => emulator.advance("100000000d"), 'duration: expected milliseconds or a duration such as "25h", at most "36525d", got "100000000d"'],
    [() => emulator.advance(-1), 'duration: expected milliseconds or a duration such as "25h", at most "36525d", got -1'],
    [() => createEmulator({ seed: "1" }), "seed: expected a number, got a string"],
    [() => createEmulator({ bots: [{ token: 5 }] }), "Bad Request: add_bot.token: expected a String, got 5"],
  ]) {
    await assert.rejects(async () => call(), { message }, message);
  }
  await converses(emulator);
  emulator.close();
});

test("a watcher that throws is an uncaught exception, and affects no other watcher", async () => {
  const emulator = createEmulator();
  let calls = 0;
  const uncaught = await uncaughtIn(async () => {
    emulator.watch(() => { throw new Error("a watcher"); });
    emulator.watch(() => void calls++);
    emulator.user().write("hi");
    await new Promise(setImmediate);
  });
  assert.ok(calls > 0);
  assert.deepEqual(uncaught, Array(calls).fill("a watcher"));
  emulator.close();
});
