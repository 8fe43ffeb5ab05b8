// `botwire-emulator -- <command>`: the bot that it starts, with its settings, and again after a change.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { ended, run, TOKEN } from "./command.mjs";

const folder = mkdtempSync(join(tmpdir(), "botwire-command-"));
after(() => rmSync(folder, { recursive: true }));

/** Writes a program into a new folder. */
function program(name, source) {
  mkdirSync(join(folder, name), { recursive: true });
  const file = join(folder, name, "main.mjs");
  writeFileSync(file, source);
  return file;
}
/** Keeps a bot alive for at most a minute, so that it ends if its emulator was killed. */
const alive = "setTimeout(() => {}, 60_000);";
const start = (options, ...command) => run("--port", "0", "--token", TOKEN, ...options, "--", process.execPath, ...command);

test("the bot gets the settings that the emulator has, before those of its own environment", async () => {
  const source = `const { SERVICE, BOT_TOKEN, HOOK_PATH, PORT } = process.env; console.log("got", JSON.stringify({ SERVICE, HOOK_PATH, PORT }), BOT_TOKEN.length, process.argv[2]);`;
  const file = program("settings", source);
  const polling = start([], file, "--port");
  const [, base, said] = await polling.waitForOutput(/base URL +(\S+)[^]*got (.+)\n/);
  assert.equal(said, `{"SERVICE":"${base}"} ${TOKEN.length} --port`);
  const webhook = start(["--webhook", "http://127.0.0.1:8123/hook/dev"], file);
  const [, url, text] = await webhook.waitForOutput(/base URL +(\S+)[^]*got (.+)\n/);
  assert.equal(text, `${JSON.stringify({ SERVICE: url, HOOK_PATH: "/hook/dev", PORT: "8123" })} ${TOKEN.length} undefined`);
  assert.doesNotMatch(webhook.printed, new RegExp(TOKEN));
});

test("the emulator ends with its bot, by the same code, and says why", async () => {
  const failing = start([], program("ends", "process.exit(7)"));
  assert.equal(await ended(failing), 7);
  assert.match(failing.printed, /^botwire-emulator: \S*node\S* has ended with 7$/m);
  const killed = start([], program("is-killed", `process.kill(process.pid, "SIGKILL"); ${alive}`));
  assert.equal(await ended(killed), 1);
  if (process.platform !== "win32") assert.match(killed.printed, /^botwire-emulator: \S*node has ended with SIGKILL$/m);
  const missing = run("--port", "0", "--", join(folder, "no-such-program"));
  assert.equal(await ended(missing), 127);
  assert.match(missing.printed, /^botwire-emulator: .*no-such-program could not be started: spawn .*no-such-program ENOENT$/m);
});

test("the bot ends with the emulator", async () => {
  const command = start([], program("killed", `process.on("SIGTERM", () => { console.log("bot stopped"); process.exit() }); console.log("bot runs"); ${alive}`));
  await command.waitForOutput(/bot runs/);
  command.kill("SIGTERM");
  await ended(command);
  assert.match(command.printed, /bot stopped/);
});

test("--watch starts the bot again after a change, also one that has ended", async () => {
  const file = program("watched", `console.log("first"); ${alive}`);
  const command = start(["--watch", join(folder, "watched")], file);
  await command.waitForOutput(/first/);
  program("watched", `console.log("second"); process.exit(3)`);
  await command.waitForOutput(/second[^]*has ended with 3; it starts again after a change/);
  program("watched", `console.log("third"); ${alive}`);
  await command.waitForOutput(/third/);
  command.kill("SIGTERM");
  await ended(command);
});

test("what cannot be is refused", async () => {
  for (const [parameters, expected] of [
    [["--"], /after -- a command is expected/],
    [["--watch", folder], /--watch: only with a command after --/],
    [["--watch", join(folder, "none"), "--", "node"], /--watch: there is no folder .*none/],
  ]) {
    const command = run("--port", "0", ...parameters);
    assert.equal(await ended(command), 1);
    assert.match(command.printed, expected);
  }
});
