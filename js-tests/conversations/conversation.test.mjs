// Conversations of users with the emulator: questions, choices, effects, and what ends them.
import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { commands, first, html, on, reply } from "botwire";
import { conversation, ConversationError, integer, isoDate } from "botwire/conversations";
import { world } from "./world.mjs";

let current;
const started = async (...parameters) => (current = await world(...parameters));
afterEach(() => current?.close());

const said = on({ message: { text: (message) => reply(message, `said ${message.text}`) } });
const starting = (talk, args) => commands({ go: (message, command, context) => talk.start(context, args), help: (message) => reply(message, "help"), cancel: (message) => reply(message, "Nothing to cancel.") });
/** A bot whose /go starts a conversation. */
const withTalk = (body, { options, args, worldOptions } = {}) => {
  const talk = conversation("talk", body, options);
  return started(first(talk, starting(talk, args), said), worldOptions);
};

describe("questions", () => {
  test("the booking of the documentation, from top to bottom", async () => {
    let booked = 0;
    const { ask, alice, press, errors, texts } = await withTalk(async ({ ask, choose, once }) => {
      const date = await ask("Which date?", { parse: isoDate, otherwise: "Please write it as 2026-12-24." });
      const guests = await ask("How many guests?", { parse: integer({ min: 1, max: 12 }) });
      const room = await choose("Which room?", ["garden", "hall"]);
      const number = await once(() => ++booked);
      return html`Booked the <b>${room}</b> for ${guests} on ${date}: number ${number}.`;
    });
    assert.equal(await ask("/go"), "Which date?");
    assert.equal(await ask("tomorrow"), "Please write it as 2026-12-24.");
    assert.equal(await ask("2026-02-30"), "Please write it as 2026-12-24.");
    assert.equal(await ask("2026-12-24"), "How many guests?");
    assert.equal(await ask("13"), "How many guests?");
    assert.equal(await ask("4"), "Which room?");
    assert.equal(await press("hall"), undefined);
    assert.equal((await alice.nextMessage()).text, "Booked the hall for 4 on 2026-12-24: number 1.");
    assert.equal(await ask("after"), "said after");
    assert.equal(booked, 1);
    assert.deepEqual([...texts.values()].map(({ talk }) => talk), [undefined]);
    assert.deepEqual(errors, []);
  });
  test("loops, branches, functions, Promise.all, and a say that is not awaited", async () => {
    const address = async ({ ask }) => `${await ask("City?")}, ${await ask("Street?")}`;
    const { ask, press, alice, errors } = await withTalk(async (talk) => {
      const items = [];
      while ((await talk.choose("More?", { yes: "Yes, please", no: "No" }, { columns: 2 })) === "yes") items.push(await talk.ask(`Item ${items.length + 1}?`));
      void talk.say("Now the address.");
      const where = await address(talk);
      const [a, b] = await Promise.all([talk.ask("A?"), talk.ask.integer("B?", { max: 5, otherwise: "At most 5." })]);
      return `${talk.args.prefix} ${items.join("+")} ${where} ${a}${b}`;
    }, { args: { prefix: ">" } });
    assert.equal(await ask("/go"), "More?");
    await press("Yes, please");
    assert.equal((await alice.nextMessage()).text, "Item 1?");
    assert.equal(await ask("tea"), "More?");
    assert.equal(await ask("/help"), "help", "a command leaves the question open");
    assert.equal(await ask("maybe"), "More?", "not a choice");
    assert.equal(await ask("YES, please"), "Item 2?", "a label in words");
    assert.equal(await ask("cake"), "More?");
    await press("No");
    assert.equal((await alice.nextMessage()).text, "Now the address.");
    assert.equal((await alice.nextMessage()).text, "City?");
    const answers = [];
    for (const text of ["Rome", "Via", "x", "9", "5"]) answers.push(await ask(text));
    assert.deepEqual(answers, ["Street?", "A?", "B?", "At most 5.", "> tea+cake Rome, Via x5"]);
    assert.deepEqual(errors, []);
  });
  test("contents, optional answers, and schemas", async () => {
    const email = { "~standard": { validate: async (text) => (/@/.test(text) ? { value: { address: text } } : { issues: [{ message: "No @ in it." }] }) } };
    const { ask, alice, press, errors } = await withTalk(async ({ ask, askFor }) => {
      const photo = await askFor("photo", "A photo?");
      const place = await askFor("location", "Where?", { optional: "Skip" });
      const note = await ask("A note?", { optional: "Nothing", parse: (text) => text.length });
      const { address } = await ask("Your address?", { parse: email });
      return `${photo.length > 0} ${place?.latitude} ${note} ${address}`;
    });
    assert.equal(await ask("/go"), "A photo?");
    assert.equal(await ask("no"), "A photo?");
    alice.send(new Blob(["x"], { type: "image/png" }));
    assert.equal((await alice.nextMessage()).text, "Where?");
    assert.equal(await press("Skip"), undefined);
    assert.equal((await alice.nextMessage()).text, "A note?");
    assert.equal(await ask("nothing"), "Your address?");
    assert.equal(await ask("x"), "No @ in it.");
    assert.equal(await ask("a@b"), "true undefined undefined a@b");
    assert.deepEqual(errors, []);
  });
  test("a choice and an integer may be optional, too", async () => {
    const { ask, alice, press, errors } = await withTalk(async ({ ask, choose }) => {
      const rooms = [];
      for (const day of ["Monday", "Tuesday", "Sunday"]) rooms.push(await choose(`${day}?`, { garden: "The garden", hall: "The hall" }, { optional: "None" }));
      const guests = await ask.integer("How many?", { min: 2, optional: "I do not know" });
      return JSON.stringify({ rooms: rooms.map(String), guests: `${guests}` });
    });
    assert.equal(await ask("/go"), "Monday?");
    assert.equal(await press("None"), undefined);
    assert.equal((await alice.nextMessage()).text, "Tuesday?");
    assert.equal(await press("The hall"), undefined);
    assert.equal((await alice.nextMessage()).text, "Sunday?");
    assert.equal(await ask("none"), "How many?");
    assert.equal(await ask("1"), "How many?");
    assert.equal(await ask("i do not know"), '{"rooms":["undefined","hall","undefined"],"guests":"undefined"}');
    assert.deepEqual(errors, []);
  });
  test("pressing a button that the question does not have is not an answer", async () => {
    const { ask, forge, texts, errors } = await withTalk(async ({ ask }) => `Hello, ${await ask("Your name?")}.`);
    assert.equal(await ask("/go"), "Your name?");
    const { name, started } = [...texts.values()].at(-1).talk;
    assert.deepEqual(await forge(`~${name}:${started.toString(36)}:0:0`), [200, ""], "left to the handlers after it");
    assert.equal(await ask("Ann"), "Hello, Ann.");
    assert.deepEqual(errors, []);
  });
  test("in a group, an answer is a reply to the bot, and two members talk at once", async () => {
    const { ask, alice, bob, emulator, errors } = await withTalk(async ({ ask }) => `Hello, ${await ask("Your name?")}.`);
    const chat = emulator.chat({ creator: alice, members: [bob], administrators: [emulator.bot] });
    const inGroup = (text, user, more) => ask(text, user, { chat, reader: alice, ...more });
    assert.equal(await inGroup("/go", alice), "Your name?");
    const forAlice = alice.messages({ chat }).at(-1);
    assert.equal(forAlice.reply_markup.force_reply, true);
    assert.equal(await inGroup("/go", bob), "Your name?");
    const forBob = alice.messages({ chat }).at(-1);
    assert.equal(await inGroup("chatter", bob), "said chatter");
    assert.equal(await inGroup("Bob", bob, { reply_to_message_id: forBob.message_id }), "Hello, Bob.");
    assert.equal(await inGroup("Alice", alice, { reply_to_message_id: forAlice.message_id }), "Hello, Alice.");
    assert.deepEqual(errors, []);
  });
});

test("in a group, a question forces the reply of the user it quotes, or of all members after a press, where it quotes nobody", async () => {
  const { ask, alice, bob, emulator, errors } = await withTalk(async ({ ask, choose }) => `${await ask("Your name?")}: ${await choose("Which?", ["a", "b"])} ${await ask("Why?")}`);
  const chat = emulator.chat({ creator: alice, members: [bob], administrators: [emulator.bot] });
  const inGroup = (text, more) => ask(text, alice, { chat, reader: alice, ...more });
  const last = () => alice.messages({ chat }).at(-1);
  assert.equal(await inGroup("/go"), "Your name?");
  assert.deepEqual([last().reply_markup, last().reply_to_message.text], [{ force_reply: true, selective: true }, "/go"]);
  assert.equal(await inGroup("Alice", { reply_to_message_id: last().message_id }), "Which?");
  alice.press("b", { chat });
  assert.equal((await alice.nextMessage({ chat })).text, "Why?");
  assert.deepEqual([last().reply_markup, last().reply_to_message], [{ force_reply: true }, undefined]);
  assert.equal(await inGroup("because", { reply_to_message_id: last().message_id }), "Alice: b because");
  assert.deepEqual(errors, []);
});

describe("the end", () => {
  test("cancel, another start, old buttons, second presses", async () => {
    const { ask, alice, press, errors } = await withTalk(async ({ choose }) => `Got ${await choose("Which?", ["a", "b"])}`);
    assert.equal(await ask("/cancel"), "Nothing to cancel.");
    assert.equal(await ask("/go"), "Which?");
    const old = alice.messages().at(-1).message_id;
    assert.equal(await ask("/go"), "Which?");
    const now = alice.messages().at(-1).message_id;
    assert.equal(await press("a", alice, { message_id: old }), "This button is no longer active.");
    const [one, two] = [alice.press("b", { message_id: now }), alice.press("a", { message_id: now })];
    assert.equal((await one.answer()).text, undefined);
    assert.equal((await two.answer()).text, "This button is no longer active.");
    assert.equal((await alice.nextMessage()).text, "Got b");
    assert.equal(await ask("/go"), "Which?");
    assert.equal(await ask("/cancel"), "Canceled.");
    assert.equal(await ask("hi"), "said hi");
    assert.deepEqual(errors, []);
  });
  test("a question that nobody answers in time", async () => {
    const { ask, emulator } = await withTalk(async ({ ask }) => ask("Your name?"), { options: { timeoutSeconds: 60, tooLate: "Too late." } });
    assert.equal(await ask("/go"), "Your name?");
    await emulator.advance("2m");
    assert.equal(await ask("Alice"), "Too late.");
    assert.equal(await ask("Alice"), "said Alice");
  });
  test("a deployment with other questions ends it with a text, and onError gets the reason", async () => {
    const before = conversation("talk", async ({ ask }) => `${await ask("A?")} ${await ask("B?")}`);
    const { ask, deploy, errors } = await started(first(before, starting(before), said));
    await ask("/go");
    assert.equal(await ask("1"), "B?");
    for (const [body, expected] of [
      [async ({ ask }) => `${await ask("A?")} ${await ask("C?")}`, /step 2 was «ask B\?» and is now «ask C\?»/],
      [async ({ ask }) => ask("A?"), /ended before the question «ask B\?»/],
    ]) {
      const after = conversation("talk", body);
      deploy(first(after, starting(after), said));
      assert.equal(await ask("2"), "Something has changed here. Please start again.");
      const error = errors.pop();
      assert.ok(error instanceof ConversationError && error.reason === "changed");
      assert.match(error.message, expected);
      assert.equal(await ask("hello"), "said hello");
      deploy(first(before, starting(before), said));
      await ask("/go");
      await ask("1");
    }
    // With an identifier, a text may change.
    const named = (text) => conversation("talk", async ({ ask }) => `Hello, ${await ask(text, { id: "name" })}`);
    let talk = named("Name?");
    deploy(first(talk, starting(talk), said));
    await ask("/go");
    talk = named("What is your name?");
    deploy(first(talk, starting(talk), said));
    assert.equal(await ask("Al"), "Hello, Al");
    assert.deepEqual(errors, []);
  });
  test("too many steps", async () => {
    const { ask, errors } = await withTalk(async ({ ask }) => {
      for (;;) await ask("More?");
    }, { options: { maxSteps: 3 } });
    await ask("/go");
    assert.deepEqual([await ask("1"), await ask("2"), await ask("3")], ["More?", "More?", "Something has changed here. Please start again."]);
    assert.equal(errors[0].reason, "too long");
  });
});

describe("failures", () => {
  test("a step that fails after an answer: reported once, the last question again, and finished steps are not repeated", async () => {
    const effects = [];
    let isDown = true;
    const { ask, alice, errors } = await withTalk(async ({ ask, say, once }) => {
      const name = await ask("Your name?");
      await say("Thank you.");
      const paid = await once(() => effects.push("paid"));
      const booked = await once(() => {
        if (isDown) throw new Error("the database is down");
        return effects.push("booked");
      });
      return `${name} ${paid} ${booked}`;
    });
    assert.equal(await ask("/go"), "Your name?");
    assert.equal(await ask("Al"), "Thank you.");
    assert.equal((await alice.nextMessage()).text, "Your name?");
    assert.deepEqual(errors.map(({ message }) => message), ["the database is down"]);
    isDown = false;
    assert.equal(await ask("Bo"), "Bo 1 2");
    assert.deepEqual(effects, ["paid", "booked"]);
    assert.equal(errors.length, 1);
  });
  test("a failure that the conversation catches takes the same way each time", async () => {
    let runs = 0;
    const { ask, errors } = await withTalk(async ({ ask, once }) => {
      const name = await ask("Your name?");
      let number;
      try {
        number = await once(() => { runs++; throw new Error("sold out"); });
      } catch (error) {
        assert.ok(error instanceof ConversationError && error.reason === "effect" && /sold out/.test(error.message));
      }
      return `${name} ${number} ${await ask("Another day?")}`;
    });
    assert.deepEqual([await ask("/go"), await ask("Al"), await ask("yes")], ["Your name?", "Another day?", "Al undefined yes"]);
    assert.equal(runs, 1);
    assert.deepEqual(errors, []);
  });
  test("a parser that throws: reported, and the question again", async () => {
    const { ask, errors } = await withTalk(async ({ ask }) => {
      await ask("A?");
      return `Got ${await ask("B?", { parse: (text) => { if (text === "bad") throw new Error("no"); return text; } })}`;
    });
    assert.deepEqual([await ask("/go"), await ask("1"), await ask("bad"), await ask("good")], ["A?", "B?", "B?", "Got good"]);
    assert.deepEqual(errors.map(({ message }) => message), ["no"]);
  });
  test("a body that throws before its first question fails as any handler does", async () => {
    const { ask, alice, errors } = await withTalk(async () => { throw new Error("a bug"); });
    alice.write("/go");
    assert.equal(await ask("hi"), "said hi");
    assert.deepEqual(errors.map(({ message }) => message).slice(0, 1), ["a bug"]);
  });
  test("an answer that cannot be saved is reported, and asked for again: it is not represented by JSON, or too large", async () => {
    const effects = [];
    const { ask, errors } = await withTalk(async ({ ask, once }) => {
      const when = await ask("When?", { parse: (text) => (text === "now" ? new Map([[text, 1]]) : text) });
      const number = await once(() => effects.push(when));
      return `${when.length} ${number} ${(await ask("More?")).length}`;
    }, { worldOptions: { sessionOptions: { maxBytes: 3000 } } });
    assert.deepEqual([await ask("/go"), await ask("now"), await ask("x".repeat(3500))], ["When?", "When?", "When?"]);
    assert.deepEqual(errors.splice(0).map(({ path, message }) => [path, message.replace(/\d{4} bytes$/, "… bytes")]), [
      ["conversation.steps[0].value", "sessions: conversation.steps[0].value: expected what JSON can keep, got a Map"],
      ["session", "sessions: session: expected at most 3000 bytes (maxBytes), got … bytes"],
    ]);
    assert.deepEqual([await ask("x".repeat(2000)), await ask("y".repeat(2000))], ["More?", "More?"]);
    assert.equal(errors.splice(0).length, 1);
    // The effect of the first answer that was refused is kept.
    assert.deepEqual([await ask("y"), effects.length, errors], ["2000 1 1", 1, []]);
  });
});

describe("the session beside it", () => {
  test("belongs to the user: once changes it, and a deleted session keeps the conversation", async () => {
    const { ask, texts, errors } = await withTalk(async ({ ask, once }) => {
      const name = await ask("Your name?");
      await once((context) => void (context.session.names = [...(context.session.names ?? []), name]));
      const again = await ask("Another?");
      return once((context) => (context.session.names.push(again), context.session.names.join()));
    });
    assert.deepEqual([await ask("/go"), await ask("a"), await ask("b")], ["Your name?", "Another?", "a,b"]);
    assert.deepEqual([...texts.values()].map(({ session }) => session), [{ names: ["a", "b"] }]);
    assert.deepEqual(errors, []);
  });
  test("a conversation needs sessions around it, and a place before what starts it", async () => {
    const talk = conversation("talk", async ({ ask }) => ask("?"));
    await assert.rejects(async () => talk({ update_id: 1, message: { text: "hi" } }, {}), { kind: "validation", path: "context" });
    const { alice, ask, errors } = await started(first(starting(talk), talk, said));
    alice.write("/go");
    assert.equal(await ask("hi"), "said hi");
    assert.match(errors[0].message, /first\(talk, …\)/);
  });
  test("refuses wrong arguments", () => {
    for (const name of ["", "1a", "a b", "x".repeat(21), 5]) assert.throws(() => conversation(name, () => {}), { kind: "validation", method: "conversation", path: "name" });
    assert.throws(() => conversation("a", 5), { kind: "validation", path: "body" });
    for (const [option, value] of [["timeout", 5], ["maxSteps", 0], ["cancel", 5], ["oldButton", 5]]) assert.throws(() => conversation("a", async () => {}, { [option]: value }), { kind: "validation", path: option });
  });
});

test("an unknown option of a question is refused by name", async () => {
  for (const [body, message] of [
    [({ ask }) => ask("Age?", { parser: Number }), "ask: parser: expected one of the options otherwise, optional, id, parse, got an unknown option"],
    [({ ask }) => ask.integer("Age?", { minimum: 1 }), "ask: minimum: expected one of the options otherwise, optional, id, parse, got an unknown option"],
    [({ askFor }) => askFor("photo", "Photo?", { parse: Number }), "askFor: parse: expected one of the options otherwise, optional, id, got an unknown option"],
    [({ choose }) => choose("Room?", ["a"], { column: 2 }), "choose: column: expected one of the options otherwise, optional, id, columns, got an unknown option"],
  ]) {
    const { alice, errors } = await withTalk(async (talk) => void (await body(talk)));
    alice.write("/go");
    while (errors.length === 0) await new Promise(setImmediate);
    assert.deepEqual(errors.map((error) => error.message), [message]);
    await current.close();
  }
});

test("parsers", () => {
  assert.deepEqual(["5", " -3 ", "+7", "1.5", "", "x", "1e3", "9".repeat(16)].map(integer()), [5, -3, 7, undefined, undefined, undefined, undefined, undefined]);
  assert.deepEqual(["0", "1", "12", "13"].map(integer({ min: 1, max: 12 })), [undefined, 1, 12, undefined]);
  assert.throws(() => integer({ min: 5, max: 1 }), { message: "integer: max: expected 5 (min) or more, got 1" });
  assert.deepEqual(["2026-12-24", " 2024-02-29 ", "2023-02-29", "2026-13-01", "24.12.2026"].map(isoDate), ["2026-12-24", "2024-02-29", undefined, undefined, undefined]);
});
