// Nested conversations: functions that ask, which conversations and other such functions call.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { commands, first, on, reply } from "botwire";
import { conversation, ConversationError } from "botwire/conversations";
import { world } from "./world.mjs";

let current;
afterEach(() => current?.close());

/** The innermost one. `undefined` if the user goes back. */
async function house({ ask }, street) {
  return ask.integer(`Which number in ${street}?`, { min: 1, otherwise: "A number, please.", optional: "Back" });
}

/** Asks for an address until it is whole. `effects` counts the cities that were looked up. */
async function address(talk, whose, effects) {
  const city = await talk.ask(`${whose} city?`);
  const zip = await talk.once(() => effects.push(city));
  for (;;) {
    const street = await talk.ask(`${whose} street?`);
    const number = await house(talk, street);
    if (number !== undefined) return `${street} ${number}, ${zip} ${city}`;
  }
}

/** Two bots in one: an order, which asks for two addresses, and the address alone. */
function bot(effects, { body, options } = {}) {
  const order = conversation("order", body ?? (async (talk) => {
    const what = await talk.ask("What?");
    const from = await address(talk, "Your", effects);
    const to = (await talk.choose("Another one?", ["yes", "no"])) === "yes" ? await address(talk, "Their", effects) : from;
    return `${what}: ${from} > ${to} (${talk.args.number})`;
  }), options);
  const home = conversation("home", async (talk) => `Home: ${await address(talk, talk.args, effects)}`);
  return first(order, home, commands({
    order: (message, command, context) => order.start(context, { number: 7 }),
    home: (message, command, context) => home.start(context, "Home"),
  }), on({ message: { text: (message) => reply(message, `said ${message.text}`) } }));
}
const started = async (effects, parameters) => (current = await world(bot(effects, parameters)));

test("an inner conversation asks its questions, twice in a run, and is a conversation of its own elsewhere", async () => {
  const effects = [];
  const { ask, alice, bob, press, errors } = await started(effects);
  const asked = async (texts, user) => {
    const answers = [];
    for (const text of texts) answers.push(await ask(text, user));
    return answers;
  };
  assert.deepEqual(await asked(["/order", "tea", "Rome", "Via"]), ["What?", "Your city?", "Your street?", "Which number in Via?"]);
  assert.deepEqual(await asked(["/home", "Bonn"], bob), ["Home city?", "Home street?"], "another user");
  await press("Back");
  assert.equal((await alice.nextMessage()).text, "Your street?", "the innermost one has ended, the inner one goes on");
  assert.deepEqual(await asked(["Corso", "x", "5"]), ["Which number in Corso?", "A number, please.", "Another one?"]);
  await press("yes");
  assert.equal((await alice.nextMessage()).text, "Their city?");
  assert.deepEqual(await asked(["Oslo", "Gate", "2"]), ["Their street?", "Which number in Gate?", "tea: Corso 5, 1 Rome > Gate 2, 3 Oslo (7)"]);
  assert.deepEqual(await asked(["Allee", "8"], bob), ["Which number in Allee?", "Home: Allee 8, 2 Bonn"]);
  assert.deepEqual(effects, ["Rome", "Bonn", "Oslo"], "each effect ran once");
  assert.deepEqual(errors, []);
});

test("a restart before each answer, also in the innermost one, changes nothing", async () => {
  const effects = [];
  const { ask, deploy, errors } = await started(effects);
  const answers = [];
  for (const text of ["/order", "tea", "Rome", "Via", "back", "Corso", "5", "yes", "Oslo", "Gate", "2", "end"]) {
    // Another program with functions of its own over the same store.
    deploy(bot(effects));
    answers.push(await ask(text));
  }
  assert.deepEqual(answers, ["What?", "Your city?", "Your street?", "Which number in Via?", "Your street?", "Which number in Corso?", "Another one?",
    "Their city?", "Their street?", "Which number in Gate?", "tea: Corso 5, 1 Rome > Gate 2, 2 Oslo (7)", "said end"]);
  assert.deepEqual(effects, ["Rome", "Oslo"]);
  assert.deepEqual(errors, []);
});

test("/cancel and the timeout in the inner one end the whole conversation", async () => {
  const { ask, emulator, alice, errors } = await started([], { options: { timeoutSeconds: 60, tooLate: "Too late." } });
  for (const text of ["/order", "tea", "Rome", "Via"]) await ask(text);
  const old = alice.messages().at(-1).message_id;
  assert.equal(await ask("/cancel"), "Canceled.");
  assert.equal((await alice.press("Back", { message_id: old }).answer()).text, "This button is no longer active.");
  assert.equal(await ask("5"), "said 5");
  for (const text of ["/order", "tea", "Rome"]) await ask(text);
  // Each question has its own minute.
  await emulator.advance("50s");
  assert.equal(await ask("Via"), "Which number in Via?");
  await emulator.advance("50s");
  assert.equal(await ask("no"), "A number, please.");
  await emulator.advance("2m");
  assert.equal(await ask("5"), "Too late.");
  assert.equal(await ask("5"), "said 5");
  assert.deepEqual(errors, []);
});

test("a deployment that changes the open question of the inner one ends all of it, one that changes later questions does not", async () => {
  const order = (street) => async ({ ask }) => {
    const inner = async () => `${await ask("Your city?")}, ${await ask(street)}`;
    return `${await ask("What?")} ${await inner()}`;
  };
  const { ask, deploy, errors } = await started([], { body: order("Your street?") });
  assert.deepEqual([await ask("/order"), await ask("tea")], ["What?", "Your city?"]);
  deploy(bot([], { body: order("Your road?") }));
  assert.equal(await ask("Rome"), "Your road?");
  deploy(bot([], { body: order("Your place?") }));
  assert.equal(await ask("Via"), "Something has changed here. Please start again.");
  assert.deepEqual(errors.map((error) => error instanceof ConversationError && error.message), ["conversation order: step 3 was «ask Your road?» and is now «ask Your place?»"]);
  assert.equal(await ask("hello"), "said hello");
});

test("an inner one that fails is caught by the outer one in each run, or asks its last question again", async () => {
  let isDown = true;
  const pay = async ({ ask, once }) => {
    const card = await ask("Card?");
    return once(() => { if (isDown) throw new Error("no bank"); return `paid by ${card}`; });
  };
  const { ask, errors, deploy } = await started([], { body: async (talk) => {
    const result = await pay(talk).catch((error) => `not paid: ${error.message}`);
    return `${result}; ${await talk.ask("Anything else?")}`;
  } });
  assert.deepEqual([await ask("/order"), await ask("1"), await ask("no")], ["Card?", "Anything else?", "not paid: Error: no bank; no"]);
  assert.deepEqual(errors, []);
  deploy(bot([], { body: async (talk) => `${await talk.ask("What?")} ${await pay(talk)}` }));
  assert.deepEqual([await ask("/order"), await ask("tea"), await ask("2")], ["What?", "Card?", "Card?"]);
  assert.deepEqual(errors.map(({ message }) => message), ["no bank"]);
  isDown = false;
  assert.equal(await ask("3"), "tea paid by 3");
});

test("starting a conversation inside of another one is refused, with what to write instead", async () => {
  const inner = conversation("inner", async ({ ask }) => ask("?"));
  const outer = conversation("outer", async ({ ask, once }) => {
    await ask("Name?");
    return once((context) => inner.start(context));
  });
  current = await world(first(inner, outer, commands({ go: (message, command, context) => outer.start(context) })));
  const { ask, errors } = current;
  assert.deepEqual([await ask("/go"), await ask("Al")], ["Name?", "Name?"]);
  assert.deepEqual(errors.map(({ message }) => message), [
    "conversation inner: start: expected its function called with the talk, got a start in a conversation",
  ]);
});
