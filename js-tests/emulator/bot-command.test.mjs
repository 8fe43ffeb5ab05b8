// `botwire emulator -- <command>`: the bot that it starts, with its settings, and again after a change.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { eventually, PATIENCE } from "../support/eventually.mjs";
import { temporary } from "../support/temporary.mjs";
import { ended, run, TOKEN } from "./command.mjs";

const { BotProgram, withSettings } = await import(new URL("command/bot-command.js", import.meta.resolve("botwire/package.json")));
/** Not the one that tests replace. */
const { setTimeout: realSetTimeout } = globalThis;

const folder = temporary();

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

test("a command without --, which PowerShell removes, begins at the first argument that is not an option", async () => {
  const file = program("powershell", `console.log("got", process.argv.slice(2).join()); ${alive}`);
  const command = run("--port", "0", "--token", TOKEN, "--quiet", process.execPath, file, "--watch", "--nonsense");
  await command.waitForOutput(/got --watch,--nonsense\n/);
  const mistyped = run("--port", "0", "--quiet", "actoins");
  assert.equal(await ended(mistyped), 127);
  assert.match(mistyped.printed, /^botwire emulator: actoins could not be started: /m);
});

test("wrangler dev gets the three settings as options, and nothing of the environment", () => {
  const settings = { SERVICE: "http://127.0.0.1:1", BOT_TOKEN: "1:a", HOOK_PATH: "/hook", PORT: "8787" };
  const added = ["--var", "SERVICE:http://127.0.0.1:1", "--var", "BOT_TOKEN:1:a", "--var", "HOOK_PATH:/hook"];
  for (const command of [["wrangler", "dev"], ["npx", "wrangler", "dev", "worker.js", "--port", "1"], ["node_modules/.bin/wrangler", "dev"], ["node", "C:\\a\\wrangler.js", "dev"], ["wrangler.cmd", "dev"]]) {
    assert.deepEqual(withSettings(command, settings), [...command, ...added]);
  }
  for (const command of [["wrangler", "deploy"], ["my-wrangler", "dev"], ["node", "main.js"]]) assert.equal(withSettings(command, settings), command);
  assert.deepEqual(withSettings(["wrangler", "dev"], { SERVICE: "a", BOT_TOKEN: "b" }), ["wrangler", "dev", "--var", "SERVICE:a", "--var", "BOT_TOKEN:b"]);
});

test("the emulator outlives its bot, keeps its output and starts it again", async () => {
  const file = program("crashes", `console.log("begins"); console.error("\\u001b[31mTypeError\\u001b[39m: price", process.env.BOT_TOKEN); process.exit(7)`);
  const command = start([], file);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  await command.waitForOutput(/has ended with 7\nbotwire emulator: the emulator goes on; restart the bot in the studio, \S+, or end with Ctrl\+C\n/);
  const json = async (path, init) => (await (await fetch(`${url}${path}`, init)).json()).result;
  const { lines, ...status } = await json("/user/program");
  assert.deepEqual([status.running, status.code, lines.map(({ stream, text }) => [stream, text])], [false, 7, [["stdout", "begins"], ["stderr", "\u001b[31mTypeError\u001b[39m: price <token>"]]]);
  writeFileSync(file, `console.log("again"); ${alive}`);
  assert.equal(await json("/user/restart", { method: "POST" }), true);
  await command.waitForOutput(/again/);
  await eventually(async () => (await json("/user/program")).running, true);
  command.kill("SIGTERM");
  assert.equal(await ended(command), 0);
  const alone = run("--port", "0");
  const [, other] = await alone.waitForOutput(/base URL +(\S+)/);
  assert.equal((await (await fetch(`${other}/user/program`)).json()).result, null);
  assert.equal((await (await fetch(`${other}/user/restart`, { method: "POST" })).json()).result, false);
});

test("with --exit the emulator ends with its bot, by the same code, and says why", async () => {
  const failing = start(["--exit"], program("ends", "process.exit(7)"));
  assert.equal(await ended(failing), 7);
  assert.match(failing.printed, /^botwire emulator: \S*node\S* has ended with 7$/m);
  const killed = start(["--exit"], program("is-killed", `process.kill(process.pid, "SIGKILL"); ${alive}`));
  assert.equal(await ended(killed), 1);
  if (process.platform !== "win32") assert.match(killed.printed, /^botwire emulator: \S*node has ended with SIGKILL$/m);
  const missing = run("--port", "0", "--", join(folder, "no-such-program"));
  assert.equal(await ended(missing), 127);
  assert.match(missing.printed, /^botwire emulator: .*no-such-program could not be started: spawn .*no-such-program ENOENT$/m);
});

test("the bot ends with the emulator", async () => {
  const file = program("killed", `process.on("SIGTERM", () => { console.log("bot stopped"); process.exit() }); console.log("bot runs"); ${alive}`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    const command = start([], file);
    await command.waitForOutput(/bot runs/);
    command.kill(signal);
    assert.equal(await ended(command), 0, signal);
    assert.match(command.printed, /bot stopped/);
  }
});

test("the emulator ends, also if its bot leaves a process behind that has its output", async (context) => {
  const left = `const { pid } = spawn(process.execPath, ["-e", ${JSON.stringify(alive)}], { stdio: "inherit", detached: true }); console.log("left", pid);`;
  const bot = program("leaves", `import { spawn } from "node:child_process"; ${left} ${alive}`);
  const command = start([], bot);
  const [, pid] = await command.waitForOutput(/left (\d+)/);
  context.after(() => runs(pid) && process.kill(pid, "SIGKILL"));
  command.kill("SIGINT");
  assert.equal(await ended(command), 0);
  assert.ok(runs(pid), "it ended only with that process");
});

/** Starts a bot from this process. `until` moves the clock until the condition holds, for what the bot has printed and what was said. */
function startHere(context, name, source, ...watched) {
  const log = join(folder, `${name}.log`);
  writeFileSync(log, "");
  const print = `import { appendFileSync } from "node:fs"; const print = (text) => appendFileSync(${JSON.stringify(log)}, text + " ");`;
  const write = (text) => program(name, `${print} ${text}`);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const command = [process.execPath, write(source)];
  const bot = new BotProgram({ command, settings: {}, watched, now: () => 0, say: (sentence) => said.push(sentence), onEnd: () => assert.fail("ended") });
  const stop = () => bot.stop();
  context.after(stop);
  const until = async (condition) => {
    for (const end = performance.now() + PATIENCE; !condition(readFileSync(log, "utf8"), said); ) {
      assert.ok(performance.now() < end, `${condition}: ${readFileSync(log, "utf8")}; ${said}`);
      context.mock.timers.tick(50);
      await new Promise((resolve) => realSetTimeout(resolve, 10));
    }
  };
  return { write, stop, until };
}

/** Returns whether a process runs. */
function runs(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const hasSignals = { skip: process.platform === "win32" && "it has no signals" };
test("a bot that ignores SIGTERM is killed, after a change and at the end", hasSignals, async (context) => {
  const ignoring = (name) => `process.on("SIGTERM", () => print("ignored")); print(${JSON.stringify(name)} + process.pid); ${alive}`;
  const { write, stop, until } = startHere(context, "ignoring", ignoring("first"), join(folder, "ignoring"));
  await until((printed) => printed.includes("first"));
  write(ignoring("second"));
  let pid;
  await until((printed) => (pid = /second(\d+)/.exec(printed)?.[1]));
  stop();
  await until((printed) => /second.*ignored/.test(printed));
  await until((_, said) => said.length === 2 && !runs(pid));
  await until((_, said) => said.every((sentence) => sentence === `${process.execPath} has not ended 5 s after SIGTERM and is killed`));
});

test("--watch sees the changes of a folder that was deleted and created again", async (context) => {
  const watched = join(folder, "moved");
  const printing = (name) => `print(${JSON.stringify(name)}); ${alive}`;
  const { write, until } = startHere(context, "moved", printing("first"), watched);
  await until((printed) => printed.includes("first"));
  rmSync(watched, { recursive: true });
  await until((_, said) => /^--watch: ENOENT: .*moved'; \S*node\S* is restarted when the folder can be watched again$/.test(said));
  write(printing("second"));
  await until((printed) => printed.includes("second"));
  write(printing("third"));
  await until((printed) => printed.includes("third"));
  rmSync(watched, { recursive: true });
  write(printing("fourth"));
  await until((printed) => printed.includes("fourth"));
  write(printing("fifth"));
  await until((printed, said) => printed.includes("fifth") && said.length === 1);
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
    [["--exit"], /--exit: only with a command after --/],
    [["--exit", "--watch", folder, "--", "node"], /--exit: not with --watch/],
    [["--watch", folder], /--watch: only with a command after --/],
    [["--watch", join(folder, "none"), "--", "node"], /--watch: there is no folder .*none/],
  ]) {
    const command = run("--port", "0", ...parameters);
    assert.equal(await ended(command), 1);
    assert.match(command.printed, expected);
  }
});
