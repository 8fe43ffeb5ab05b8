// `--state <file>`: the actions of users and bots persist across restarts, and a damaged file is not overwritten.

import assert from "node:assert/strict";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { temporary } from "../support/temporary.mjs";
import { ended, run, TOKEN } from "./command.mjs";

const folder = temporary();

/** The command with that file, and requests to it. */
async function started(file, ...options) {
  const command = run("--port", "0", "--state", file, ...options);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  const json = async (path, init) => (await fetch(`${url}${path}`, init)).json();
  return { command, json, write: (text) => json("/user/write", { method: "POST", body: text }) };
}

/** Waits until the file's content satisfies the predicate. */
async function saved(file, has) {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (existsSync(file) && has(readFileSync(file, "latin1"))) return;
  }
  assert.fail("the state was not saved");
}
const temporaryFilesOf = (name) => readdirSync(folder).filter((entry) => entry.startsWith(name) && entry.endsWith(".tmp"));

for (const signal of ["SIGTERM", "SIGKILL"]) {
  test(`users, messages and updates are there after ${signal}, and no update_id comes twice`, async () => {
    const file = join(folder, `${signal}.state`);
    const first = await started(file, "--token", TOKEN);
    await first.write("one");
    await saved(file, (text) => text.includes('"one"'));
    const before = (await first.json(`/bot${TOKEN}/getUpdates`)).result[0].update_id;
    // May not be saved yet when the process is killed.
    if (signal === "SIGKILL") await first.write("lost or not");
    first.command.kill(signal);
    await ended(first.command);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    if (signal === "SIGTERM") assert.deepEqual(temporaryFilesOf(signal), []);
    const second = await started(file);
    assert.equal((await second.json("/user/messages")).result[0].text, "one");
    assert.equal((await second.json("/user/act/users", { method: "POST" })).result.length, 1);
    const { result } = await second.write("two");
    assert.equal(result.text, "two");
    const updates = (await second.json(`/bot${TOKEN}/getUpdates`)).result;
    assert.equal(updates[0].update_id, before);
    assert.ok(updates.at(-1).update_id > before + 1000, "a gap, as the last updates may not have been saved");
  });
}

test("a file that is not a state, or a damaged one, is refused and kept", async () => {
  const whole = join(folder, "whole.state");
  const { command } = await started(whole);
  command.kill("SIGTERM");
  await ended(command);
  const bytes = readFileSync(whole);
  for (const [name, content, expected] of [
    ["other", Buffer.from("something else"), /the bytes are not a snapshot of the emulator/],
    ["empty", Buffer.alloc(0), /the bytes are not a snapshot of the emulator/],
    ["cut", bytes.subarray(0, bytes.length - 5), /the snapshot is damaged/],
    ["changed", Buffer.from(bytes).fill(120, 40, 41), /the snapshot is damaged/],
  ]) {
    const file = join(folder, `${name}.state`);
    writeFileSync(file, content);
    const refused = run("--port", "0", "--state", file);
    assert.equal(await ended(refused), 1, name);
    assert.match(refused.printed, expected);
    assert.match(refused.printed, /^botwire emulator: --state: .*; the file was not changed\n$/);
    assert.deepEqual(readFileSync(file), content);
  }
});

test("an emulator does not overwrite what another one has saved, and ends", async () => {
  const file = join(folder, "shared.state");
  const first = await started(file);
  const second = await started(file);
  await second.write("of the second");
  await saved(file, (text) => text.includes('"of the second"'));
  await first.write("of the first");
  assert.equal(await ended(first.command), 1);
  const lines = first.command.printed.split("\n").filter((line) => line.includes("--state"));
  assert.deepEqual(lines, [`botwire emulator: --state: ${file}: another program, such as a second emulator, has changed the file, so this emulator ends without saving; start each emulator with a file of its own`]);
  assert.deepEqual(temporaryFilesOf("shared"), []);
  await second.write("the last");
  second.command.kill("SIGTERM");
  assert.equal(await ended(second.command), 0);
  const text = readFileSync(file, "latin1");
  assert.deepEqual(["of the first", "of the second", "the last"].map((part) => text.includes(`"${part}"`)), [false, true, true]);
});

test("a state that cannot be saved at the start is an error of the file, and later until it can", async () => {
  const missing = run("--port", "0", "--state", join(folder, "later/file.state"));
  assert.equal(await ended(missing), 1);
  assert.match(missing.printed, /^botwire emulator: --state: .*file\.state: ENOENT: no such file or directory, open '.*\n$/);
  const unnamed = run("--port", "0", "--state", "");
  assert.equal(await ended(unnamed), 1);
  assert.equal(unnamed.printed, "botwire emulator: --state: expected the name of a file\n");

  mkdirSync(join(folder, "later"));
  const file = join(folder, "later/file.state");
  const { command, write } = await started(file);
  rmSync(join(folder, "later"), { recursive: true });
  await write("one");
  await command.waitForOutput(/--state: .*file\.state: ENOENT/);
  mkdirSync(join(folder, "later"));
  await write("two");
  await saved(file, (text) => text.includes('"one"') && text.includes('"two"'));
  rmSync(join(folder, "later"), { recursive: true });
  command.kill("SIGTERM");
  assert.equal(await ended(command), 1);
  assert.equal(command.printed.match(/--state:/g).length, 2);
});

test("a symbolic link to the file stays one", { skip: process.platform === "win32" && "it needs a privilege" }, async () => {
  const [file, link] = [join(folder, "linked.state"), join(folder, "link.state")];
  const { command } = await started(file);
  command.kill("SIGTERM");
  await ended(command);
  symlinkSync(file, link);
  const second = await started(link);
  await second.write("through the link");
  second.command.kill("SIGTERM");
  await ended(second.command);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.ok(readFileSync(file, "latin1").includes('"through the link"'));
});

test("what a state says itself is refused beside it, and a folder is not a file", async () => {
  const file = join(folder, "beside.state");
  const { command } = await started(file, "--token", TOKEN, "--seed", "7", "--username", "my_bot");
  command.kill("SIGTERM");
  await ended(command);
  for (const [options, expected] of [
    [["--seed", "7"], /^botwire emulator: --seed: only for a new state, but the file of --state exists\n$/],
    [["--username", "other_bot"], /^botwire emulator: --username: the first bot of .* is named my_bot\n$/],
    [["--compat"], /--compat: only for a new state/],
    [["--token", "78:another"], /^botwire emulator: --token: the first bot of .* has another one\n$/],
  ]) {
    const refused = run("--port", "0", "--state", file, ...options);
    assert.equal(await ended(refused), 1);
    assert.match(refused.printed, expected);
  }
  const again = await started(file, "--username", "my_bot");
  again.command.kill("SIGTERM");
  await ended(again.command);
  const refused = run("--port", "0", "--state", folder);
  assert.equal(await ended(refused), 1);
  assert.match(refused.printed, /^botwire emulator: --state: /);
});
