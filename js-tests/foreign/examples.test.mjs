// The bots of examples/emulator-any-bot, as the README starts them: each has at most 15 lines, and scenario.json plays against it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";

import { root } from "../support/target.mjs";
import { PATIENCE } from "../support/eventually.mjs";
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

const COMMAND = fileURLToPath(new URL("command/main.js", import.meta.resolve("botwire/package.json")));

for (const file of bots) {
  const program = file.endsWith(".py") ? python("today") : process.execPath;
  test(file, { skip: program === undefined && "Python 3 with venv is not installed, or `cargo xtask test foreign` has not made its environment yet" }, async () => {
    const timeouts = ["--timeout", String(PATIENCE / 1000), "--start-timeout", String(PATIENCE / 1000)];
    const playing = spawn(process.execPath, [COMMAND, "emulator", "play", ...timeouts, "scenario.json", "--", program, file], { cwd: folder });
    let printed = "";
    for (const stream of [playing.stdout, playing.stderr]) stream.on("data", (data) => void (printed += data));
    const [code] = await once(playing, "close");
    assert.equal(code, 0, printed);
    assert.match(printed, /^ok: 4 steps, 3 answers$/m);
  });
}

test("a bot in Python that answers differently is found", { skip: python("today") === undefined && "Python is not installed" }, async () => {
  const file = "python_telegram_bot.py";
  writeFileSync(join(folder, "changed.py"), readFileSync(join(folder, file), "utf8").replace('answer("Done")', 'answer("Ready")'));
  const playing = spawn(process.execPath, [COMMAND, "emulator", "play", "scenario.json", "--", python("today"), "changed.py"], { cwd: folder });
  let printed = "";
  playing.stdout.on("data", (data) => void (printed += data));
  const [code] = await once(playing, "close");
  assert.equal(code, 1, printed);
  assert.match(printed, /- answerCallbackQuery \{"text":"Done"\}\n +\+ answerCallbackQuery \{"text":"Ready"\}/);
});
