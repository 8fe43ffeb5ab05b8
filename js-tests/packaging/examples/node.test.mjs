// The examples for Node: by the command of their package.json where Node runs TypeScript, else compiled as tsc would.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Bot } from "botwire";
import { build } from "esbuild";
import { eventually, PATIENCE } from "../../support/eventually.mjs";
import { runtime } from "../support/programs.mjs";
import { answers, converse, withService } from "./conversation.mjs";
import { talkSideBySide } from "./side-by-side.mjs";
import { command, examples, json, server, started, writeSettings } from "./support.mjs";

// Otherwise Express logs refused requests to the console.
process.env.NODE_ENV = "test";
const WAIT = { timeoutMs: PATIENCE };
const WEBHOOKS = ["node-webhook", "express", "fastify"];
const POLLING = ["node-polling", "modules", "side-by-side", "shop", "inline-search"];
const NAMES = [...WEBHOOKS, ...POLLING, "broadcast"];

const folder = await examples(import.meta.url, ...NAMES);
await build({
  entryPoints: NAMES.map((name) => join(folder, name, "main.ts")),
  bundle: true,
  packages: "external",
  format: "esm",
  target: "es2022",
  outbase: folder,
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  logLevel: "error",
});
/** The oldest supported Node, and npm's Node that runs TypeScript, if it exists for this machine. */
const NODES = { node: "main.mjs", ...(runtime("node24") && { node24: "main.ts" }) };

for (const [node, file] of Object.entries(NODES)) {
  const line = async (name) => (await json(folder, name, "package.json")).scripts.start.replace("main.ts", file);

  for (const name of WEBHOOKS) {
    answers(`${name}, ${node}`, async (settings) => server(join(folder, name), settings, await line(name), node));
  }

  /** Starts an example that polls, lets `talk` have its conversation, and ends it as Ctrl+C does. */
  const polls = (name, talk) => test(`${name}, ${node}`, () => withService(async ({ emulator, settings }) => {
    const home = join(folder, name);
    await writeSettings(join(home, ".env"), { ...settings, PROVIDER_TOKEN: "provider" });
    const { stop } = await started(command(await line(name), node), home, /is (polling|open|searching)\.$/);
    try {
      await talk(emulator);
    } finally {
      const { code, printed } = await stop();
      assert.equal(code, 0, printed);
    }
  }));

  polls("node-polling", converse);

  polls("modules", async (emulator) => {
    const alice = emulator.user({ first_name: "Alice" });
    alice.write("/shop");
    await alice.nextMessage(WAIT);
    assert.equal((await alice.press("cake").answer(WAIT)).text, "1 in your cart");
    alice.write("/cart");
    assert.equal((await alice.nextMessage(WAIT)).text, "cake");
  });

  polls("side-by-side", talkSideBySide);

  polls("shop", async (emulator) => {
    const alice = emulator.user({ first_name: "Alice" });
    alice.write("hello");
    assert.equal((await alice.nextMessage(WAIT)).text, "Send /buy to get a mug.");
    const buy = async (country_code) => {
      alice.write("/buy");
      const shipping_address = { country_code, state: "", city: "Oslo", street_line1: "1", street_line2: "", post_code: "1" };
      return alice.pay(await alice.nextMessage(WAIT), { shipping_address, ...WAIT });
    };
    for (let mugs = 3; mugs > 0; mugs--) {
      const paid = await buy("NO");
      assert.equal(paid.successful_payment.total_amount, 1450 + 200 + 390);
      assert.equal((await alice.nextMessage(WAIT)).text, "Thank you! Your mug travels to Oslo.");
    }
    await assert.rejects(buy("NO"), /The last mug was sold/);
    await assert.rejects(buy("AQ"), /No ship goes there/);
  });

  polls("inline-search", async (emulator) => {
    const alice = emulator.user({ first_name: "Alice" });
    alice.write("/start");
    assert.match((await alice.nextMessage(WAIT)).text, /^I find planets/);
    const all = await alice.type("", WAIT);
    assert.deepEqual([all.results.length, all.next_offset], [5, "5"]);
    const found = await alice.type("nept", WAIT);
    assert.deepEqual(found.results.map(({ title }) => title), ["Neptune"]);
    alice.choose(found, found.results[0]);
  });

  test(`broadcast, ${node}: it goes on where it was interrupted`, () => withService(async ({ emulator, settings }) => {
    const home = join(folder, "broadcast");
    const users = Array.from({ length: 5 }, (_, at) => emulator.user({ first_name: `User ${at}` }));
    const bot = new Bot({ baseUrl: settings.SERVICE, token: settings.BOT_TOKEN });
    for (const user of users) user.write("/start");
    await eventually(async () => (await bot.getUpdates()).length, users.length);
    users[1].block();
    await writeSettings(join(home, ".env"), settings);
    await writeFile(join(home, "chats.txt"), users.map(({ id }) => `${id}\n`).join(""));
    await writeFile(join(home, "chats.txt.cursor"), "1");
    const parameters = [...command(await line("broadcast"), node), "chats.txt", "News & more"];
    const { line: result, ended } = await started(parameters, home, /^{/);
    assert.deepEqual(JSON.parse(result), { sent: 3, moved: 0, blocked: 1, failed: 0 });
    assert.equal((await ended).code, 0);
    assert.equal((await users[4].nextMessage(WAIT)).text, "News & more");
  }));
}
