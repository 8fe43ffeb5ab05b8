// Garbage into the functions of the package's further entries, and into the emulator, which may refuse it but must not break.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { Bot } from "botwire";
import { createEmulator } from "botwire/emulator";
import { works } from "./instance.mjs";
import { settled } from "./outcome.mjs";
import { ODD_VALUES } from "../support/odd-values.mjs";

const { exports } = JSON.parse(await readFile(new URL(import.meta.resolve("botwire/package.json")), "utf8"));
// The main entry has a file of its own here, and what is data has no functions.
const entries = Object.keys(exports).filter((path) => path !== "." && !/emulator|init|\.(json|wasm)$/.test(path));

for (const entry of entries) {
  const module = await import(`botwire${entry.slice(1)}`);
  // Classes there are made by the host, which hands them what it always does.
  const functions = Object.entries(module).filter(([name, value]) => typeof value === "function" && !/^[A-Z]/.test(name));
  for (const [name, one] of functions) {
    test(`botwire${entry.slice(1)}: ${name}()`, async () => {
      for (const [garbage, make] of Object.entries(ODD_VALUES)) {
        for (const args of [[make()], [make(), make()], [() => {}, make()], [{}, make()]])
          await settled(() => one(...args), `${name} with ${garbage}`);
      }
      await works();
    });
  }
}

describe("the emulator", () => {
  /** It is for tests and may throw whatever tells what is wrong, but a trap of its engine would end it. */
  async function survives(run, what) {
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, 1_000)));
    try {
      // In a box: awaiting the outcome itself would call a `then` that is garbage.
      await Promise.race([late, (async () => [await run()])()]);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      let text = "";
      try {
        text = `${error?.name} ${error?.message} ${error?.stack}`;
      } catch {
        // The caller's own garbage came back.
      }
      assert.doesNotMatch(text, /RuntimeError|unreachable|recursive use/, what);
    } finally {
      clearTimeout(timer);
    }
  }

  async function answers(emulator) {
    const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
    const me = await bot.getMe();
    assert.equal(me.is_bot, true);
  }

  for (const [garbage, make] of Object.entries(ODD_VALUES).filter(([name]) => !/thenable/.test(name))) {
    test(garbage, async () => {
      const emulator = createEmulator();
      try {
        const url = `${emulator.baseUrl}/bot${emulator.token}/`;
        await survives(() => emulator.fetch(make()), "fetch");
        await survives(() => emulator.fetch(`${url}sendMessage`, make()), "fetch");
        await survives(() => emulator.fetch(`${url}sendMessage`, { method: "POST", body: make(), duplex: "half" }), "a body");
        await survives(
          () =>
            emulator.fetch(`${url}sendMessage`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: make(),
              duplex: "half",
            }),
          "a body",
        );
        await survives(
          () =>
            emulator.fetch(
              `${url}${String(Object(make()) === make() ? "x" : typeof make() === "symbol" ? "s" : make()).slice(0, 100)}`,
            ),
          "a name",
        );
        for (const option of ["bots", "now", "seed", "allowHttpWebhooks", "fetch", "webhook", "logSize"]) {
          await survives(async () => createEmulator({ [option]: make() }).close(), option);
        }
        await survives(async () => createEmulator(make()).close(), "options");
        const user = emulator.user();
        await survives(() => user.write(make()), "write");
        await survives(() => user.write("a", make()), "write");
        await survives(() => emulator.user(make()), "user");
        await answers(emulator);
      } finally {
        emulator.close();
      }
    });
  }

  test("bodies of every type that are cut, mixed up or endless", async () => {
    const emulator = createEmulator();
    const url = `${emulator.baseUrl}/bot${emulator.token}/sendMessage`;
    const types = [
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "multipart/form-data",
      "multipart/form-data; boundary=",
      "text/plain",
      "",
      "application/json; charset=utf-16",
      "\u0000",
    ];
    const bodies = [
      "",
      "{",
      "[]",
      "null",
      '{"chat_id":1e400}',
      `${"[".repeat(100_000)}`,
      '{"chat_id":1,"text":"\\ud800"}',
      "a=%",
      "a=%ff%fe",
      "=&=&&=",
      "chat_id[]=1",
      "--x",
      "--x--",
      "--x\r\n\r\n--x--",
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
      "--x\r\nContent-Disposition: form-data\r\n\r\nb\r\n--x--",
      new Uint8Array([0xff, 0xfe, 0, 1]),
      "x".repeat(1 << 20),
      '{"a":"b","a":"c"}',
      '{"__proto__":{"x":1}}',
    ];
    for (const type of types) {
      for (const body of bodies) {
        await survives(
          async () => {
            const response = await emulator.fetch(url, { method: "POST", headers: { "content-type": type }, body });
            const envelope = await response.json();
            assert.equal(typeof envelope.ok, "boolean");
          },
          `${type}: ${String(body).slice(0, 60)}`,
        );
      }
    }
    await answers(emulator);
    emulator.close();
  });
});
