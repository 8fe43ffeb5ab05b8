// `--state`: large files are next to the state, each written once, and the process may be killed at any moment.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs, { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { createEmulator } from "botwire/emulator";

import { temporary } from "../support/temporary.mjs";
import { ended, run, TOKEN } from "./command.mjs";

const folder = temporary();
const KILLED = fileURLToPath(new URL("killed-save.mjs", import.meta.url));
const kilobytes = (count, letter) => new Uint8Array(count * 1000).fill(letter.charCodeAt(0));

// An internal file of the installed package. What it writes is counted.
let written = 0;
const { writeFileSync: write } = fs;
fs.writeFileSync = (file, data, ...rest) => ((written += data.length), write(file, data, ...rest));
syncBuiltinESMExports();
const { openState } = await import(new URL("command/state-file.js", import.meta.resolve("botwire/package.json")));
const bytesOf = (save) => ((written = 0), save(), written);

test("a save writes what has changed: a file once, also after a restart and after going back", async () => {
  const file = join(folder, "size.state");
  const state = openState(file);
  assert.equal(state.snapshot, undefined);
  const emulator = createEmulator();
  const alice = emulator.user({ first_name: "Alice" });
  for (const letter of "abc") await alice.send({ data: kilobytes(3000, letter), name: `${letter}.bin` });
  const between = (bytes, least, most) => assert.ok(bytes >= least && bytes < most, `${bytes} bytes, expected ${least} to ${most}`);
  between(bytesOf(() => state.save(emulator)), 9_000_000, 9_050_000);
  const before = emulator.save();
  for (let number = 0; number < 20; number += 1) {
    alice.write(`message ${number}`);
    between(bytesOf(() => state.save(emulator)), 1, 50_000);
  }
  const sent = await alice.send({ data: kilobytes(500, "d"), name: "d.bin" });
  between(bytesOf(() => state.save(emulator)), 500_000, 550_000);
  assert.equal(readdirSync(`${file}.files`).length, 4);
  assert.equal(statSync(`${file}.files`).mode & 0o777, process.platform === "win32" ? statSync(`${file}.files`).mode & 0o777 : 0o700);

  const next = openState(file);
  const again = createEmulator({ snapshot: next.snapshot });
  const messages = again.act("messages", {});
  assert.equal(messages.length, 24);
  assert.deepEqual(again.file(sent.document.file_id).data, kilobytes(500, "d"));
  between(bytesOf(() => next.save(again)), 1, 50_000);

  const { coreOf } = await import(new URL("emulator/core/core.js", import.meta.resolve("botwire/package.json")));
  coreOf(again).restore(before);
  between(bytesOf(() => next.save(again)), 1, 50_000);
  assert.equal(readdirSync(`${file}.files`).length, 3, "a file that no state has is removed");
  between(bytesOf(() => next.save(again)), 1, 50_000);
  for (const made of [emulator, again]) made.close();
});

test("small states are one file, as a snapshot that is downloaded; a text that looks like a number of a content stays a text", async () => {
  const file = join(folder, "small.state");
  const state = openState(file);
  const emulator = createEmulator();
  const alice = emulator.user({ first_name: "Alice" });
  await alice.send({ data: kilobytes(4, "s"), name: "s.bin" });
  alice.write('"bytes":"@0"');
  state.save(emulator);
  assert.equal(existsSync(`${file}.files`), false);
  createEmulator({ snapshot: readFileSync(file) }).close();
  await alice.send({ data: kilobytes(5, "t"), name: "t.bin" });
  state.save(emulator);
  const restored = createEmulator({ snapshot: openState(file).snapshot });
  const shown = (made) => made.act("messages", {}).map(({ text, document }) => text ?? String(made.file(document.file_id).data));
  assert.deepEqual(shown(restored), shown(emulator));
  assert.equal(shown(restored)[1], '"bytes":"@0"');
  for (const made of [emulator, restored]) made.close();
});

test("a process that is killed at any step of a save leaves a state that opens, with all its files", { timeout: 600_000 }, () => {
  const base = join(folder, "base.state");
  const kill = (file, at) => spawnSync(process.execPath, [KILLED, file, String(at)], { encoding: "utf8" });
  assert.equal(kill(base, 0).status, 0);
  const outcomes = new Set();
  let step = 1;
  for (; step < 200; step += 1) {
    const file = join(folder, `killed-${step}.state`);
    copyFileSync(base, file);
    cpSync(`${base}.files`, `${file}.files`, { recursive: true });
    const { status, signal, stderr } = kill(file, step);
    if (status === 0) break;
    assert.equal(signal, "SIGKILL", stderr);
    const state = openState(file);
    const emulator = createEmulator({ snapshot: state.snapshot });
    const names = emulator.act("messages", {}).filter(({ document }) => document).map(({ document }) => {
      const { data, name } = emulator.file(document.file_id);
      assert.deepEqual(data, kilobytes(20, name[0]), `step ${step}: ${name}`);
      return name;
    });
    outcomes.add(names.join());
    state.save(emulator);
    assert.equal(readdirSync(`${file}.files`).length, names.length, `step ${step}: leftovers are removed`);
    emulator.close();
    rmSync(`${file}.files`, { recursive: true });
  }
  assert.ok(step > 15 && step < 200, `${step} steps`);
  assert.deepEqual([...outcomes], ["a.bin", "a.bin,b.bin", "a.bin,c.bin"]);
});

test("a missing or damaged file of the state is named, and nothing is changed", async () => {
  const file = join(folder, "damaged.state");
  const command = run("--port", "0", "--state", file, "--token", TOKEN);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  const form = new FormData();
  form.set("file", new Blob([kilobytes(20, "x")]), "x.bin");
  await fetch(`${url}/user/act/send`, { method: "POST", body: form });
  command.kill("SIGTERM");
  await ended(command);
  const state = readFileSync(file);
  const [name] = readdirSync(`${file}.files`);
  const path = join(`${file}.files`, name);
  const content = readFileSync(path);
  for (const [change, expected] of [
    [() => writeFileSync(path, content.subarray(1)), /--state: .*damaged\.state: the file .* is damaged; the file was not changed\n$/],
    [() => rmSync(path), /--state: .*damaged\.state: the state needs the file .*, which is missing; the file was not changed\n$/],
    [() => writeFileSync(file, state.subarray(0, 20)), /--state: .*damaged\.state: the line of its files is damaged; the file was not changed\n$/],
  ]) {
    change();
    const refused = run("--port", "0", "--state", file);
    assert.equal(await ended(refused), 1);
    assert.match(refused.printed, expected);
  }
  mkdirSync(`${file}.files`, { recursive: true });
  writeFileSync(path, content);
  writeFileSync(file, state);
  const again = run("--port", "0", "--state", file);
  await again.waitForOutput(/base URL/);
});
