// A story that is told step by step while the log grows is the same as one told at once, also with long, late or dropped requests.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { root } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";

const entry = join(temporary(), "story.mjs");
const { outputFiles } = buildSync({
  stdin: { contents: `export * from "./blocks.ts"; export * from "./storyteller.ts";`, resolveDir: join(root, "www-demo/src/studio/story") },
  bundle: true, format: "esm", write: false, platform: "neutral", mainFields: ["module"], jsx: "automatic", jsxImportSource: "preact", loader: { ".css": "empty" },
});
writeFileSync(entry, outputFiles[0].contents);
const { Storyteller, Telling, placeInLog } = await import(pathToFileURL(entry));

/** Numbers from 0 to 1, the same in each run. */
function random(seed) {
  let state = seed;
  return () => ((state = (state * 1_103_515_245 + 12_345) % 2 ** 31), state / 2 ** 31);
}

const atOnce = (entries) => new Telling().tell([...entries].sort((one, other) => placeInLog(one) - placeInLog(other) || one.id - other.id)).blocks;

/** Changes a wire as an emulator does: adds calls, polls and deliveries, ends those that run, and drops the oldest. */
function changed(entries, chance, clock) {
  const id = (entries.at(-1)?.id ?? 0) + 1;
  const bot = chance() < 0.5 ? 1 : 2;
  const request = { verb: "POST", url: "", headers: {}, body: { chat_id: 5 } };
  const update = { update_id: Math.floor(id / 3), message: { message_id: id, date: 0, chat: { id: chance() < 0.7 ? 5 : 6, type: "private" }, text: `text ${id}` } };
  const answer = (result) => ({ status: 200, headers: {}, body: { ok: true, result } });
  const base = { id, time: clock, bot, order: chance() < 0.1 ? id - Math.floor(chance() * 20) - 0.5 : id, request };
  const kind = chance();
  const running = entries.findIndex(({ response }) => response === undefined);
  if (kind < 0.2 && running >= 0) return entries.with(running, { ...entries[running], response: answer([update]), ms: 5 });
  if (kind < 0.4) return [...entries, { ...base, direction: "call", name: "getUpdates", ...(chance() < 0.6 && { response: answer(chance() < 0.5 ? [] : [update]) }) }];
  if (kind < 0.6) return [...entries, { ...base, direction: "delivery", name: "message", delivery: id, request: { ...request, body: update }, response: answer(true) }];
  if (kind < 0.602) return entries.slice(Math.floor(entries.length / 3));
  return [...entries, { ...base, direction: "call", name: "sendMessage", chat: 5, ...(chance() < 0.2 && { delivery: id - 1, isReturned: true }), response: answer({}) }];
}

test("piece by piece and at once, the story is the same", () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const chance = random(seed);
    const storyteller = new Storyteller();
    let entries = [];
    let clock = 1000;
    for (let step = 0; step < 2000; step += 1) {
      clock += Math.floor(chance() * 900);
      entries = changed(entries, chance, clock);
      const blocks = storyteller.blocks(entries);
      if (step % 101 === 0 || step > 1990) assert.deepEqual(blocks, atOnce(entries), `seed ${seed}, step ${step}`);
    }
    assert.ok(entries.length > 300, "so many that the older ones are told only once");
  }
});

test("the blocks of the past stay the same objects", () => {
  const chance = random(9);
  const storyteller = new Storyteller();
  let entries = [];
  for (let step = 0; step < 1500; step += 1) entries = [...entries, changed([{ id: step, response: {} }], () => 0.9 + chance() / 20, step * 3000).at(-1)];
  const before = storyteller.blocks(entries);
  const after = storyteller.blocks([...entries, changed(entries, () => 0.95, 9e6).at(-1)]);
  assert.ok(before.length > 1000);
  assert.equal(before.slice(0, 1000).filter((block, at) => block !== after[at]).length, 0);
});

test("calls about the webhook belong to no update, others to the one before them", () => {
  const request = { verb: "POST", url: "", headers: {}, body: {} };
  const response = { status: 200, headers: {}, body: { ok: true, result: true } };
  const update = { update_id: 7, message: { message_id: 1, date: 0, chat: { id: 5, type: "private" }, text: "hello" } };
  const entries = [
    { id: 1, time: 1000, bot: 1, direction: "delivery", name: "message", delivery: 1, request: { ...request, body: update }, response },
    ...["setWebhook", "getWebhookInfo", "getMe"].map((name, index) => ({ id: 2 + index, time: 1100 + index, bot: 1, direction: "call", name, request, response })),
  ];
  assert.deepEqual(new Telling().tell(entries).blocks.map(({ kind, calls }) => [kind, ...calls.map(({ name }) => name)]), [["update", "getMe"], ["own", "setWebhook", "getWebhookInfo"]]);
});
