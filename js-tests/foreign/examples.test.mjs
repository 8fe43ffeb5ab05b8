// The bots of examples/emulator-any-bot, as the README starts them: each has at most 15 lines, echoes a text, and answers a press.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";

import { createEmulator, serve } from "botwire/emulator";

import { root } from "../support/target.mjs";
import { eventually } from "../support/eventually.mjs";
import { python } from "./python.mjs";

// A copy next to the libraries, as `npm install` would leave them.
const folder = mkdtempSync(join(tmpdir(), "botwire-any-bot-"));
cpSync(join(root, "examples/emulator-any-bot"), folder, { recursive: true });
symlinkSync(fileURLToPath(new URL("node_modules", import.meta.url)), join(folder, "node_modules"), "junction");
after(() => rmSync(folder, { recursive: true, force: true }));

const bots = readdirSync(folder).filter((file) => /\.(mjs|py)$/.test(file));

test("there is a bot for each library, of at most 15 lines", () => {
  assert.equal(bots.length, 7);
  for (const file of bots) assert.ok(readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean).length <= 15, file);
});

for (const file of bots) {
  const program = file.endsWith(".py") ? python("today") : process.execPath;
  test(file, { skip: program === undefined && "Python 3 with venv is not installed, or `cargo xtask test foreign` has not made its environment yet" }, async () => {
    const emulator = createEmulator({ compat: true, longestPoll: 1 });
    const server = await serve(emulator, { port: 0 });
    const alice = emulator.user({ first_name: "Alice" });
    const bot = spawn(program, [file], { cwd: folder, env: { ...process.env, SERVICE: server.url, BOT_TOKEN: emulator.token } });
    const ended = once(bot, "close");
    let printed = "";
    for (const stream of [bot.stdout, bot.stderr]) stream.on("data", (data) => void (printed += data));
    try {
      alice.write("hi");
      await eventually(() => alice.messages().at(-1).text, "You wrote hi");
      const press = alice.press("More");
      assert.equal((await press.answer({ timeoutMs: 60_000 })).text, "Done");
    } catch (error) {
      throw new Error(`the bot printed: ${printed}`, { cause: error });
    } finally {
      bot.kill("SIGKILL");
      await ended;
      await server.close();
      emulator.close();
    }
  });
}
