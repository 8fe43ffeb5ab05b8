// `cargo xtask demo`: a user writes to a bot, and the bot answers from a real edge runtime. Nothing leaves this machine.
//
//   user ─ the service (botwire/emulator, HTTP on loopback) ─ webhook ─ the bot (worker.mjs, in workerd)
//                                                           └ long polling ─ the same handler (bot.mjs), here

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { answer } from "./bot.mjs";
import { bad, good, hide, say, title, wire } from "./screen.mjs";
import { startWorker } from "./workerd.mjs";

// The package as npm installs it, which the build did.
const installed = createRequire(new URL("../../js-tests/package.json", import.meta.url));
const load = (name) => import(pathToFileURL(installed.resolve(name)).href);
const { Bot, poll } = await load("botwire");
// The modules that the command `botwire emulator` uses. They include the studio, which the entry does not export.
const ofCommand = (file) => import(new URL(file, pathToFileURL(installed.resolve("botwire/package.json"))).href);
const { createEmulator } = await ofCommand("emulator/entries/server.js");
const { serveWith } = await ofCommand("emulator/server/http.js");
const { studioFiles } = await ofCommand("command/studio.js");
const { openBrowser } = await ofCommand("command/open-browser.js");
const serve = (options) => serveWith(emulator, options, studioFiles());

const stays = process.argv.includes("--serve");
const HOOK_PATH = `/hook/${randomUUID()}`;

// The webhook's requests pass through here, so that the demo shows the real requests and responses.
let lastReply;
let live = false;
let shown = 0;
const watched = async (url, init) => {
  if (live) showCalls();
  if (live) wire("service", "bot", "update", JSON.parse(init.body));
  const response = await fetch(url, init);
  lastReply = { status: response.status, type: response.headers.get("content-type"), body: await response.clone().text() };
  return response;
};

const emulator = createEmulator({ fetch: watched });
const { bot: self, token } = emulator;
hide(token, HOOK_PATH);
const service = await listen();
const worker = await startWorker({ BASE_URL: service.url, TOKEN: token, HOOK_PATH });

try {
  await demonstrate();
  if (stays) await serveUntilInterrupted();
} catch (error) {
  bad(error.message);
  process.exitCode = 1;
} finally {
  await worker.stop();
  await service.close();
  emulator.close();
}

async function demonstrate() {
  title("A bot in workerd answers a user");
  say(`the service     ${service.url}  (botwire/emulator: the spec in a box)`);
  say(`the bot         ${worker.url}  (a worker in workerd, with the package just built)`);

  // The service is on this machine, so the webhook may be too.
  const bot = new Bot({ baseUrl: service.url, token });
  await bot.setWebhook({ url: worker.url + HOOK_PATH });
  const { url, pending_update_count } = await bot.getWebhookInfo();
  assert.equal(url, worker.url + HOOK_PATH);
  good(`setWebhook: the service delivers to the bot from now on, ${pending_update_count} updates pending`);

  const alice = emulator.user({ first_name: "Alice", username: "alice" });
  await writes(alice, "hello", 1);
  await writes(alice, "/count", 2);

  const { pending_update_count: left, last_error_message } = await bot.getWebhookInfo();
  assert.deepEqual([left, last_error_message], [0, undefined]);
  good("every update was delivered, and no delivery failed");

  await pollOnce(bot, alice);
  if (stays) await bot.setWebhook({ url: worker.url + HOOK_PATH });
  else say("`cargo xtask demo --serve` keeps all this running and lets you write to the bot.");
}

/** Runs the same handler by long polling, without a worker and a webhook. */
async function pollOnce(bot, user) {
  title("The same handler by long polling");
  const stop = new AbortController();
  const polling = poll(bot, answer, { signal: stop.signal });
  // Until then, the worker would receive the message.
  while ((await bot.getWebhookInfo()).url !== "") await setTimeout(10);
  user.write("and now?");
  const { text, reply_to_message } = await user.nextMessage();
  assert.deepEqual([text, reply_to_message.text], ["You wrote “and now?”.", "and now?"]);
  good(`${user.user.first_name} sees from @${self.username}: ${text}`);
  stop.abort();
  await polling;
  assert.equal((await bot.getWebhookInfo()).pending_update_count, 0);
  good("poll deleted the webhook first, and confirmed the update before it ended");
}

/** Sends a message as a user, shows the resulting requests, and checks the answer. */
async function writes(user, text, expected) {
  title(`${user.user.first_name} writes “${text}”`);
  const before = emulator.log().at(-1)?.number ?? 0;
  lastReply = undefined;
  const written = user.write(text);
  const seen = [];
  while (seen.length < expected) seen.push(await user.nextMessage());
  await emulator.settle();

  const log = emulator.log(before);
  const only = (kind) => {
    const entries = log.filter((entry) => entry.kind === kind);
    assert.equal(entries.length, kind === "call" ? expected - 1 : 1, `entries of the kind ${kind} in the service's log`);
    return entries[0];
  };
  const [delivery, call, inline] = ["delivery", "call", "inline"].map(only);

  wire("service", "bot", "POST of the update to the webhook", delivery.update);
  assert.equal(delivery.status, 200);
  assert.equal(delivery.update.message.text, text);
  if (call) {
    wire("bot", "service", `an ordinary call: POST …/${call.method}`, call.parameters);
    wire("service", "bot", `its result, ${call.status}`, call.answer);
    assert.equal(call.answer.ok, true);
  }
  const reply = JSON.parse(lastReply.body);
  wire("bot", "service", `the inline reply: ${lastReply.status}, ${lastReply.type}`, reply);
  assert.equal(reply.method, "sendMessage");
  assert.equal(inline.answer.ok, true, "the service carried out the inline reply");

  console.log();
  for (const message of seen) good(`${user.user.first_name} sees from @${self.username}: ${message.text}`);
  assert.deepEqual(
    seen.map((message) => message.text),
    [call?.answer.result.text, inline.answer.result.text].filter((part) => part !== undefined),
  );
  assert.ok(seen.every((message) => message.message_id > written.message_id));
}

/** Listens on the emulator's usual port if it is free, so that the curl commands are the same each time. */
async function listen() {
  if (!stays) return serve({ port: 0 });
  return serve({}).catch(() => serve({ port: 0 }));
}

/** Keeps running, and shows the bot's updates and answers. */
async function serveUntilInterrupted() {
  title("Now you");
  say(`the studio, a chat with the bot: ${service.url}/`);
  openBrowser(`${service.url}/`);
  say("or write to the bot, and read the chat, in another terminal:");
  console.log(`\n  curl ${service.url}/user/write -d 'hello from curl'`);
  console.log(`  curl ${service.url}/user/write -d '/count'`);
  console.log(`  curl ${service.url}/user/messages\n`);
  say("Ctrl-C ends it.");
  shown = emulator.log().at(-1)?.number ?? 0;
  live = true;
  const timer = setInterval(showCalls, 200);
  await new Promise((resolve) => ["SIGINT", "SIGTERM"].forEach((signal) => process.once(signal, resolve)));
  clearInterval(timer);
}

/** Shows the bot's calls since the last time. */
function showCalls() {
  for (const entry of emulator.log(shown)) {
    shown = entry.number;
    if (entry.kind === "delivery" && entry.status !== 200) bad(`the delivery failed: ${entry.error ?? entry.status}`);
    if (entry.kind === "delivery") continue;
    const what = entry.kind === "inline" ? "the inline reply" : "an ordinary call";
    wire("bot", "service", `${what}: ${entry.method}, answered with ${entry.status}`, entry.parameters);
  }
}
