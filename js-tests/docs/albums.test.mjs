// The block of docs/guide/files.md that collects albums: by webhook and by poll, in any order, with messages that come twice or late.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { Bot, createWebhookHandler, inOrder, memoryStore, on, poll } from "botwire";
import { createEmulator } from "botwire/emulator";
import { transform } from "esbuild";
import { delivery, PATH } from "../support/deliveries.mjs";
import { eventually } from "../support/eventually.mjs";
import { root } from "../support/target.mjs";
import { blocksOf } from "./blocks.mjs";
import { project, put } from "./project.mjs";

const PAGE = "docs/guide/files.md";
const block = blocksOf(PAGE, readFileSync(join(root, PAGE), "utf8")).find(({ code }) => code.includes("function albums"));
const { code } = await transform(block.code, { loader: "ts", format: "esm", target: "es2022" });
const { albums, handler } = await import(pathToFileURL(put(project("albums"), "albums.mjs", code)));

/** A stopped clock; `pass` fires all its timers. */
function stoppedClock() {
  let timers = [];
  const pass = async () => {
    const due = timers;
    timers = [];
    due.forEach((task) => task());
    await new Promise(setImmediate);
  };
  return { setTimeout: (task) => timers.push(task), pass, waiting: () => timers.length };
}

const photo = (message_id, media_group_id, chat = 7) => ({ message_id, date: 1, chat: { id: chat, type: "private" }, media_group_id, photo: [] });

/** A webhook that collects albums, and the message identifiers of each album. */
function collecting({ wrap = (handle) => handle, ...options } = {}) {
  const clock = stoppedClock();
  const collected = [];
  const handle = wrap(on({ message: albums((messages) => void collected.push(messages.map(({ message_id }) => message_id)), 1000, clock) }));
  const webhook = createWebhookHandler({ baseUrl: "https://service.example", token: "1:a", path: PATH, ...options }, handle);
  const deliver = async (update_id, message) => {
    const response = await webhook(delivery({ update_id, message }));
    assert.equal(response.status, 200);
  };
  return { clock, collected, deliver };
}

const ways = {
  "the default memory": {},
  "a memory store": { store: memoryStore() },
  "no store": { store: false },
  "the order of each chat": { wrap: (handle) => inOrder({}, handle) },
};
for (const [way, options] of Object.entries(ways)) {
  test(`deliveries at once, in any order, some of them twice, with ${way}`, async () => {
    const { clock, collected, deliver } = collecting(options);
    const albumA = [4, 1, 3, 1, 2].map((id) => deliver(100 + id, photo(id, "a")));
    const albumB = [7, 6, 6].map((id) => deliver(100 + id, photo(id, "b")));
    // Another chat with the same identifier, and a photo that is in no album.
    const others = [deliver(110, photo(1, "a", 8)), deliver(111, photo(9, undefined))];
    await Promise.all([...albumA, ...albumB, ...others]);
    assert.deepEqual(collected, []);
    await clock.pass();
    await clock.pass();
    assert.deepEqual(collected.sort(), [[1], [1, 2, 3, 4], [6, 7], [9]]);
    assert.equal(clock.waiting(), 0);
  });
}

test("a message that comes meanwhile prolongs the wait, a later one is an album of its own", async () => {
  const { clock, collected, deliver } = collecting();
  await deliver(1, photo(1, "a"));
  await deliver(2, photo(2, "a"));
  await clock.pass();
  assert.deepEqual(collected, []);
  await deliver(3, photo(3, "a"));
  await clock.pass();
  assert.deepEqual(collected, []);
  await clock.pass();
  assert.deepEqual(collected, [[1, 2, 3]]);
  await deliver(4, photo(4, "a"));
  await clock.pass();
  await clock.pass();
  assert.deepEqual(collected, [[1, 2, 3], [4]]);
});

test("an error reaches onError, and the next album is handled", async () => {
  const clock = stoppedClock();
  const errors = [];
  const handle = on({ message: albums(() => { throw new Error("no"); }, 1000, clock) });
  const webhook = createWebhookHandler({ baseUrl: "https://service.example", token: "1:a", path: PATH, onError: (error) => void errors.push(error.message) }, handle);
  for (const update_id of [1, 2]) {
    await webhook(delivery({ update_id, message: photo(update_id, `${update_id}`) }));
    await clock.pass();
    await clock.pass();
  }
  assert.deepEqual(errors, ["no", "no"]);
});

/** The page's unmodified handler in real time, with a user who sends an album and a photo. */
async function conversation(start) {
  const emulator = createEmulator();
  const { baseUrl, token, fetch } = emulator;
  const bot = new Bot({ baseUrl, token, fetch });
  const stop = await start(emulator, bot);
  try {
    const alice = emulator.user();
    const file = new File([new Uint8Array([0xff, 0xd8, 0xff])], "a.jpg", { type: "image/jpeg" });
    for (const media_group_id of ["a", "a", undefined, "a"]) await alice.send(file, { media_group_id });
    const replies = () => alice.messages().filter(({ from }) => from.is_bot).map(({ text, reply_to_message }) => [text, reply_to_message.message_id]);
    await eventually(() => replies().map(([text]) => text).sort(), ["1 in this album", "3 in this album"]);
    const first = alice.messages()[0].message_id;
    assert.deepEqual(replies().find(([text]) => text.startsWith("3")), ["3 in this album", first]);
  } finally {
    await stop();
    emulator.close();
  }
}

test("the handler of the page answers an album once, by poll", () =>
  conversation(async (emulator, bot) => {
    const stop = new AbortController();
    const polling = poll(bot, handler, { signal: stop.signal });
    return () => (stop.abort(), polling);
  }));

test("the handler of the page answers an album once, by webhook", () =>
  conversation(async (emulator, bot) => {
    emulator.webhook = createWebhookHandler({ bot, path: "/hook" }, handler);
    await bot.setWebhook({ url: "https://bot.example/hook" });
    return () => {};
  }));
