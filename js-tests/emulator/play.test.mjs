// `botwire emulator play`: a conversation of two users with time, a file and buttons is recorded by the server, fits its schema, and is
// played against bots that poll and bots with a webhook. A bot that answers differently is found.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { Ajv2020 } from "ajv/dist/2020.js";
import { createEmulator, playScenario, serve } from "botwire/emulator";

import { eventually } from "../support/eventually.mjs";
import { freePort } from "../support/serve.mjs";
import { temporary } from "../support/temporary.mjs";
import { root } from "../support/target.mjs";
import { botwire, ended } from "./command.mjs";

const folder = temporary();
const write = (name, text) => (writeFileSync(join(folder, name), typeof text === "string" ? text : JSON.stringify(text)), join(folder, name));

/** The handler of a bot in plain JavaScript: returns calls as [method, parameters]. */
const HANDLER = `
const handle = ({ message, callback_query: query }) => {
  if (query) return [["answerCallbackQuery", { callback_query_id: query.id, text: "Thanks" }], ["editMessageText", { chat_id: query.message.chat.id, message_id: query.message.message_id, text: "You take " + query.data }]];
  if (message?.text === "/start") return [["sendMessage", { chat_id: message.chat.id, text: "Tea?", reply_markup: { inline_keyboard: [[{ text: "Green", callback_data: "green" }, { text: "Shop", url: "https://shop.example/" }]] } }]];
  if (message?.document) return [["sendDocument", { chat_id: message.chat.id, document: message.document.file_id, caption: message.document.file_name }]];
  if (message?.text) return [["sendMessage", { chat_id: message.chat.id, text: message.from.first_name + ": " + message.text }]];
  return [];
};
const { SERVICE, BOT_TOKEN, HOOK_PATH, PORT } = process.env;
const call = async (method, parameters = {}) => (await (await fetch(SERVICE + "/bot" + BOT_TOKEN + "/" + method, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(parameters) })).json()).result;
const all = async (update) => { for (const [method, parameters] of handle(update)) await call(method, parameters); };
`;
const POLLING = `${HANDLER}
for (let offset = 0; ;) for (const update of (await call("getUpdates", { offset, timeout: 30 })) ?? []) { offset = update.update_id + 1; await all(update); }`;
const WEBHOOK = `import { createServer } from "node:http";${HANDLER}
createServer(async (request, response) => { let body = ""; for await (const part of request) body += part; await all(JSON.parse(body)); response.end(); }).listen(PORT, "127.0.0.1");`;

const play = (options, scenario, ...command) => botwire(["emulator", "play", ...options, scenario, "--", ...command]);
async function result(command) {
  const code = await ended(command);
  return { code, printed: command.printed };
}

/** Records a conversation with the bot, as the studio does it. */
async function recorded() {
  const emulator = createEmulator();
  const server = await serve(emulator, { port: 0 });
  const post = async (path, body) => (await (await fetch(`${server.url}${path}`, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) })).json()).result;
  const [alice, bob] = [emulator.user({ first_name: "Alice" }), emulator.user({ first_name: "Bob" })];
  const group = emulator.chat({ type: "supergroup", title: "Tea party", creator: alice, members: [bob], administrators: [emulator.bot] });
  const program = spawn(process.execPath, [write("recorded.mjs", POLLING)], { env: { ...process.env, SERVICE: server.url, BOT_TOKEN: emulator.token } });
  const taken = () => eventually(() => emulator.act("queue").length, 0);
  try {
    alice.write("/start");
    await alice.nextMessage({ timeoutMs: 30_000 });
    await taken();
    await post("/user/act/press", { user: alice.id, text: "Green" });
    await alice.nextEdit();
    await taken();
    await post("/user/advance", "25h");
    // What a scenario cannot repeat leaves no step, and no answer that is waited for.
    await post("/user/act/answers", {});
    const message = { message_id: 1, date: 1, from: { id: alice.id, is_bot: false, first_name: "Alice" }, chat: { id: alice.id, type: "private" }, text: "by hand" };
    for (let times = 0; times < 2; times++) {
      await post("/user/act/deliver", { bot: emulator.bot.id, update: { message } });
      await alice.nextMessage();
      await taken();
    }
    await post("/user/call", { method: "sendMessage", parameters: { chat_id: alice.id, text: "in the name of the bot" } });
    bob.write("hello", { chat: group });
    await bob.nextMessage({ chat: group });
    await taken();
    await bob.send({ data: "leaves", name: "tea.txt", type: "text/plain" });
    await bob.nextMessage();
    await taken();
    return await (await fetch(`${server.url}/user/scenario`)).json();
  } finally {
    program.kill("SIGKILL");
    await server.close();
    emulator.close();
  }
}

const { result: { scenario, omitted } } = await recorded();

test("a conversation with two users, a group, a button, a file and time is recorded", async () => {
  assert.deepEqual(omitted, ["calls that were sent by hand", "deliver: a scenario has no such action"]);
  assert.deepEqual(scenario.steps.map(({ expect: answers = [], ...step }) => [step.act, ...answers.map(({ method }) => method)]), [
    ["write", "sendMessage"], ["press", "answerCallbackQuery", "editMessageText"], ["advance"], ["write", "sendMessage"], ["send", "sendDocument"],
  ]);
  assert.deepEqual(scenario.steps[0].expect, [{ method: "sendMessage", chat: "alice", text: "Tea?", inline_keyboard: [["Green", { text: "Shop", url: "https://shop.example/" }]] }]);
  assert.deepEqual(scenario.steps[2], { act: "advance", by: "25h", expect: [] });
  assert.equal(scenario.steps[3].chat, "tea_party");
  assert.deepEqual(scenario.steps[4].file, { base64: btoa("leaves"), name: "tea.txt", type: "text/plain" });
  assert.deepEqual(scenario.chats.tea_party.members, ["bob"]);
});

test("the recorded conversation plays against a bot that polls, and against one with a webhook", async () => {
  const file = write("tea.json", scenario);
  const polling = await result(play([], file, process.execPath, write("polling.mjs", POLLING)));
  assert.match(polling.printed, /^ok: 5 steps, 5 answers$/m);
  assert.equal(polling.code, 0);
  const webhook = await result(play(["--webhook", `http://127.0.0.1:${await freePort()}/hook`], file, process.execPath, write("webhook.mjs", WEBHOOK)));
  assert.match(webhook.printed, /^ok: 5 steps, 5 answers$/m);
  assert.equal(webhook.code, 0);
});

test("a bot that answers differently ends the command with 1 and a difference", async () => {
  const bot = write("other.mjs", POLLING.replace('"Thanks"', '"No"').replace("await call(method", 'console.error("calls", method), await call(method'));
  const { code, printed } = await result(play([], write("tea.json", scenario), process.execPath, bot));
  assert.equal(code, 1);
  assert.match(printed, /^step 2: alice: press \{"text":"Green"\}$/m);
  assert.match(printed, /^ {2}- answerCallbackQuery \{"text":"Thanks"\}\n {2}\+ answerCallbackQuery \{"text":"No"\}\n {4}editMessageText to alice \{"text":"You take green"\}$/m);
  assert.match(printed, /^ {2}3 later steps were not played$/m);
  assert.match(printed, /^ {2}\| calls sendMessage$/m);
});

test("a missing answer, one too many, a failed call and the end of the bot are reported", async () => {
  const short = { version: 1, users: { alice: {} }, steps: [{ act: "write", user: "alice", text: "a", expect: [{ method: "sendMessage", chat: "alice", text: "alice: a" }] }] };
  const file = write("short.json", short);
  const run = async (source, ...options) => result(play(options, file, process.execPath, write("bot.mjs", source)));
  assert.match((await run(POLLING)).printed, /^ok: 1 steps?, 1 answers?$/m);
  const silent = await run(POLLING.replace("await all(update)", "0"), "--timeout", "1");
  assert.match(silent.printed, /^ {2}- sendMessage to alice \{"text":"alice: a"\}\n {2}! no further answer within 1 s$/m);
  const twice = await run(POLLING.replace("await all(update)", "await all(update); await all(update)"));
  assert.match(twice.printed, /^ {2}\+ sendMessage to alice/m);
  assert.equal(twice.code, 1);
  const failing = await run(POLLING.replace('"sendMessage", { chat_id: message.chat.id, text: message', '"sendMessage", { chat_id: 1, text: message'), "--timeout", "1");
  assert.match(failing.printed, /^ {2}! sendMessage 400: Bad Request: chat not found$/m);
  const crashed = await run(POLLING.replace("await all(update)", 'throw new Error("broken")'));
  assert.match(crashed.printed, /! .* has ended with 1$/m);
  assert.match(crashed.printed, /\| .*broken/);
  const never = await run("process.exit(3)");
  assert.match(never.printed, /has ended with 3$/m);
  for (const { code } of [silent, failing, crashed, never]) assert.equal(code, 1);
});

const SCHEMA = JSON.parse(readFileSync(new URL(import.meta.resolve("botwire/scenario.schema.json")), "utf8"));
const fits = new Ajv2020({ strict: true, allErrors: true }).compile(SCHEMA);

test("the shipped schema accepts what is recorded and the scenarios of the examples", () => {
  for (const file of ["emulator-any-bot/scenario.json", "polling.scenario.json"]) {
    assert.ok(fits(JSON.parse(readFileSync(join(root, "examples", file), "utf8"))), `${file}: ${JSON.stringify(fits.errors)}`);
  }
  assert.ok(fits(scenario), JSON.stringify(fits.errors));
});

test("a wrong scenario, option or command ends the command with 2, and names the path", async () => {
  const good = { version: 1, users: { alice: {} }, chats: { tea: { creator: "alice" } }, steps: [] };
  const step = (fields) => ({ ...good, steps: [{ act: "write", user: "alice", text: "a", ...fields }] });
  for (const [wrong, message] of [
    [{ ...good, version: 2 }, "version: expected 1, got 2"],
    [{ ...good, user: {} }, "user: unknown field; there are $schema, version, title, compat, users, chats, steps"],
    [{ ...good, users: { "a b": {} } }, 'users.a b: "a b" does not match'],
    [{ ...good, chats: { tea: { creator: "bob" } } }, 'chats.tea.creator: unknown name "bob"; the scenario has alice'],
    [step({ act: "wrote" }), "steps[0].act: expected one of write, send,"],
    [step({ texts: "b" }), "steps[0].texts: unknown field; there are act, user, text,"],
    [step({ text: 1 }), "steps[0].text: expected a string, got 1"],
    [step({ user: "bob" }), 'steps[0].user: unknown name "bob"; the scenario has alice'],
    [step({ expect: [{ method: "a", texts: "a" }] }), "steps[0].expect[0].texts: unknown field"],
    [step({ expect: [{ method: "a", text: { pattern: "(" } }] }), "steps[0].expect[0].text.pattern: Invalid regular expression"],
    [step({ act: "send", text: undefined, file: { path: "missing.txt" } }), "steps[0].file.path: ENOENT"],
    ["{", "JSON"],
  ]) {
    const { code, printed } = await result(play([], write("wrong.json", wrong), process.execPath, "-e", "0"));
    assert.ok(printed.startsWith("botwire emulator: play: ") && printed.includes(message), `${message}: ${printed}`);
    assert.equal(code, 2, printed);
    // What names refer to, patterns and files are beyond a schema.
    if (/unknown field|expected (a |1|one of)|does not match/.test(message)) assert.ok(!fits(wrong), message);
  }
  const file = write("good.json", good);
  for (const [options, message] of [
    [["--speed", "2", file, "--", "node"], "Unknown option '--speed'"], [[file], "after -- a command is expected"], [[], "expected a scenario"],
    [["--timeout", "x", file, "--", "node"], "--timeout: expected a number"], [[file, "--compat", "--", "node"], "options come before the scenario"],
    [["missing.json", "--", "node"], "ENOENT"], [[file, "--", "no-such-program"], "no-such-program could not be started"],
  ]) {
    const { code, printed } = await result(botwire(["emulator", "play", ...options]));
    assert.ok(printed.includes(message), `${message}: ${printed}`);
    assert.equal(code, 2, printed);
  }
  const help = botwire(["emulator", "play", "--help"]);
  assert.equal(await ended(help), 0);
  assert.match(help.printed, /--start-timeout <s>/);
});

test("playScenario plays against a handler in the same program", async () => {
  const steps = [{ act: "write", user: "alice", text: "a", expect: [{ method: "sendMessage", chat: "alice", text: "b" }] }];
  const run = async (text) => {
    const webhook = async (request) => Response.json({ method: "sendMessage", chat_id: (await request.json()).message.chat.id, text });
    const emulator = createEmulator({ webhook });
    await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook?url=https://bot.example/hook`);
    try {
      await playScenario(emulator, { version: 1, users: { alice: {} }, steps }, { timeoutMs: 500 });
    } finally {
      emulator.close();
    }
  };
  await run("b");
  await assert.rejects(run("c"), { message: 'the bot answers differently\nstep 1: alice: write {"text":"a"}\n  - sendMessage to alice {"text":"b"}\n  + sendMessage to alice {"text":"c"}' });
});
