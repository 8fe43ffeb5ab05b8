// `botwire emulator` in a terminal: updates, colors by outcome, the marked lines of the bot, and keys; without a terminal, no color.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { eventually, PATIENCE } from "../support/eventually.mjs";
import { temporary } from "../support/temporary.mjs";
import { run, TOKEN } from "./command.mjs";

const COMMAND = fileURLToPath(new URL("command/main.js", import.meta.resolve("botwire/package.json")));
/** Runs a command in a pseudoterminal: its input is what this program reads. */
const PTY = `import os, pty, sys
pty.spawn(sys.argv[1:])`;
const hasPython = (() => {
  try {
    execFileSync("python3", ["-c", "import pty"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
const skip = !hasPython && "Python with the module pty is not installed";

const BOT = `
console.log("\\u001b[32mready\\u001b[39m\\u001b[2J");
const { SERVICE, BOT_TOKEN } = process.env;
const call = async (method, parameters) => (await (await fetch(SERVICE + "/bot" + BOT_TOKEN + "/" + method, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(parameters) })).json()).result;
for (let offset = 0; ;) for (const { update_id, message } of await call("getUpdates", { offset, timeout: 30 })) {
  offset = update_id + 1;
  await call("sendMessage", { chat_id: message.chat.id, text: "Echo: " + message.text });
  await call("sendMessage", { chat_id: 5, text: "nobody" });
  console.error("handled", message.text);
}`;

/** Starts the command in a terminal. */
function inTerminal(environment) {
  const file = join(temporary(), "bot.mjs");
  writeFileSync(file, BOT);
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const child = spawn("python3", ["-c", PTY, process.execPath, COMMAND, "emulator", "--port", "0", "--token", TOKEN, "--", process.execPath, file], { env: { ...env, BROWSER: "none", ...environment } });
  child.printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (child.printed += data, child.emit("output")));
  child.waitFor = async (pattern) => {
    const patience = { signal: AbortSignal.timeout(PATIENCE) };
    while (!pattern.test(child.printed)) await once(child, "output", patience).catch(() => assert.fail(`no ${pattern} in: ${JSON.stringify(child.printed)}`));
    return pattern.exec(child.printed);
  };
  return child;
}

const chat = async (terminal) => {
  const [, url] = await terminal.waitFor(/base URL +(\S+)/);
  await terminal.waitFor(/ready/);
  await fetch(`${url}/user/write`, { method: "POST", body: "hello" });
  await terminal.waitFor(/handled hello/);
};

test("colors by outcome, durations, updates of a poll, marked lines, and keys", { skip }, async () => {
  const terminal = inTerminal({});
  await chat(terminal);
  await terminal.waitFor(/\u001b\[36m\d\d:\d\d:\d\d ← message “hello” from Alice\u001b\[0m/);
  await terminal.waitFor(/^\d\d:\d\d:\d\d POST sendMessage .*Echo: hello.* 200 \d+ ms\r?$/m);
  await terminal.waitFor(/\u001b\[31m\d\d:\d\d:\d\d POST sendMessage .*nobody.* 400 \d+ ms Bad Request: chat not found/);
  await terminal.waitFor(/^\u001b\[2m│\u001b\[0m \u001b\[32mready\u001b\[39m\u001b\[0m\r?$/m);
  await terminal.waitFor(/^\u001b\[31m│\u001b\[0m handled hello\r?$/m);
  assert.equal(terminal.printed.match(/ready/g).length, 1);
  terminal.stdin.write("r");
  await terminal.waitFor(/ready[^]*ready/);
  terminal.stdin.write("c");
  await terminal.waitFor(/\u001b\[2J\u001b\[3J\u001b\[H/);
  terminal.stdin.write("q");
  const [code] = await once(terminal, "close", { signal: AbortSignal.timeout(PATIENCE) });
  assert.equal(code, 0);
});

test("o opens the studio in the browser", { skip: skip || (process.platform === "win32" && "cmd opens it there") }, async () => {
  const folder = temporary();
  const opener = process.platform === "darwin" ? "open" : "xdg-open";
  writeFileSync(join(folder, opener), `#!/bin/sh\nprintf %s "$1" > "${folder}/opened.tmp" && mv "${folder}/opened.tmp" "${folder}/opened"\n`, { mode: 0o755 });
  const terminal = inTerminal({ BROWSER: undefined, PATH: `${folder}:${process.env.PATH}` });
  const [, url] = await terminal.waitFor(/studio +(\S+)/);
  await terminal.waitFor(/o opens the studio/);
  assert.equal(existsSync(join(folder, "opened")), false, "only when the key is pressed");
  terminal.stdin.write("o");
  await eventually(() => existsSync(join(folder, "opened")) && readFileSync(join(folder, "opened"), "utf8"), url);
  terminal.stdin.write("q");
  await once(terminal, "close", { signal: AbortSignal.timeout(PATIENCE) });
});

test("NO_COLOR prints the same without colors", { skip }, async () => {
  const terminal = inTerminal({ NO_COLOR: "1" });
  await chat(terminal);
  await terminal.waitFor(/^│ handled hello\r?$/m);
  assert.doesNotMatch(terminal.printed, /\u001b\[\d+m/);
  terminal.stdin.write("q");
  await once(terminal, "close", { signal: AbortSignal.timeout(PATIENCE) });
});

test("without a terminal there are no colors, no marks and no keys", async () => {
  const file = join(temporary(), "bot.mjs");
  writeFileSync(file, BOT.replace("\\u001b[32mready\\u001b[39m\\u001b[2J", "ready"));
  const command = run("--port", "0", "--token", TOKEN, "--", process.execPath, file);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  await command.waitForOutput(/^ready$/m);
  await fetch(`${url}/user/write`, { method: "POST", body: "hello" });
  await command.waitForOutput(/^\d\d:\d\d:\d\d ← message “hello” from Alice$/m);
  await command.waitForOutput(/^handled hello$/m);
  assert.doesNotMatch(command.printed, /\u001b|opens the studio/);
});

test("an update is printed once while a bot handles it and polls on, and again when it comes later", async () => {
  const command = run("--port", "0", "--token", TOKEN);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  const post = (path, body) => fetch(`${url}${path}`, { method: "POST", body });
  await post("/user/clock", "stop");
  const poll = () => post(`/bot${TOKEN}/getUpdates`).then((response) => response.json());
  await post("/user/write", "first");
  for (let polls = 0; polls < 3; polls++) assert.equal((await poll()).result.length, 1);
  await post("/user/write", "second");
  assert.equal((await poll()).result.length, 2);
  await command.waitForOutput(/← message “second” from Alice/);
  const printed = (word) => command.printed.match(new RegExp(`← message “${word}”`, "g")).length;
  assert.deepEqual([printed("first"), printed("second")], [1, 1]);
  await post("/user/advance", "2s");
  await poll();
  await command.waitForOutput(/(← message “first”[^]*){2}(← message “second”)/);
});
