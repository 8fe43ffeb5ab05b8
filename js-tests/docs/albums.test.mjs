// The blocks of the pages that gather messages: by poll, and by a webhook.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { createWebhookHandler, poll } from "botwire";
import { transform } from "esbuild";
import { host } from "../support/deliveries.mjs";
import { root } from "../support/target.mjs";
import { polling, until } from "../updates/polling.mjs";
import { blocksOf } from "./blocks.mjs";
import { project, put } from "./project.mjs";

/** Runs the block of a page that gathers. */
async function handlerOf(page, name) {
  const block = blocksOf(page, readFileSync(join(root, page), "utf8")).find(({ code }) => code.includes("gather("));
  const { code } = await transform(block.code, { loader: "ts", format: "esm", target: "es2022" });
  return (await import(pathToFileURL(put(project("albums"), `${name}.mjs`, code)))).handler;
}
const albums = await handlerOf("docs/guide/files.md", "albums");
const bursts = await handlerOf("docs/guide/answers-that-take-time.md", "bursts");

const ways = {
  poll: (handler, { bot, stop }) => {
    const polls = poll(bot, handler, { signal: stop.signal });
    return () => (stop.abort(), polls);
  },
  webhook: async (handler, { bot, emulator }) => {
    const platform = host();
    const handle = createWebhookHandler({ bot, path: "/hook" }, handler);
    emulator.webhook = (request) => handle(request, undefined, platform);
    await bot.setWebhook({ url: "https://bot.example/hook" });
    return platform.all;
  },
};

for (const [way, start] of Object.entries(ways)) {
  test(`the album of the page is answered once, by ${way}`, () =>
    polling(async (world) => {
      const alice = world.emulator.user();
      const end = await start(albums, world);
      const file = new File([new Uint8Array([0xff, 0xd8, 0xff])], "a.jpg", { type: "image/jpeg" });
      for (const media_group_id of ["a", "a", "a", undefined]) await alice.send(file, { media_group_id });
      const replies = () => alice.messages().filter(({ from }) => from.is_bot).map(({ text, reply_to_message }) => [text, reply_to_message.message_id]);
      await until(() => replies().length === 2);
      const [first, , , alone] = alice.messages().filter(({ from }) => !from.is_bot);
      assert.deepEqual(replies().sort(), [["1 in this album", alone.message_id], ["3 in this album", first.message_id]]);
      await end();
    }));

  test(`the texts of the page are answered together, by ${way}`, () =>
    polling(async (world) => {
      const alice = world.emulator.user();
      const end = await start(bursts, world);
      for (const text of ["hey", "are you there?"]) alice.write(text);
      const shown = () => alice.messages().filter(({ from }) => from.is_bot).map(({ text }) => text);
      await until(() => shown()[0] === "You asked: hey\nare you there?");
      await end();
    }));
}
