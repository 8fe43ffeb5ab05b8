// The press by curl of docs/guide/emulator.md, against a served emulator: requests and results as on the page, but for the identifier.
// And the options of the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bot, button, createWebhookHandler, inlineKeyboard, on, reply } from "botwire";
import { createEmulator, serve } from "botwire/emulator";
import { root } from "../support/target.mjs";
import { blocksOf } from "./blocks.mjs";

const PAGE = "docs/guide/emulator.md";

test("a press by curl, and the answer of the bot", async () => {
  const { code } = blocksOf(PAGE, readFileSync(join(root, PAGE), "utf8")).find(({ language, code }) => language === "sh" && code.includes("act/query"));
  const lines = code.trim().split("\n");
  const emulator = createEmulator();
  const service = await serve(emulator, { port: 0 });
  const options = { baseUrl: service.url, token: emulator.token };
  const keyboard = inlineKeyboard([[button.callback("Yes", "y")]]);
  emulator.webhook = createWebhookHandler({ ...options, path: "/hook" }, on({
    message: (message) => reply(message, "Sure?", { reply_markup: keyboard }),
    callback_query: (_query, { answer }) => answer({ text: "Done" }),
  }));
  await new Bot(options).setWebhook({ url: "https://bot.example/hook" });
  const alice = emulator.user({ first_name: "Alice" });
  alice.write("/start");
  await alice.nextMessage();

  const [, shown] = /"query":"(\d+)"/.exec(code);
  let query = shown;
  for (let at = 0; at < lines.length; at += 2) {
    const [, path, body] = /^curl http:\/\/127\.0\.0\.1:8081(\S+) -d '(.*)'$/.exec(lines[at]);
    const ask = async () => (await fetch(service.url + path, { method: "POST", body: body.replace(shown, query) })).json();
    let got = await ask();
    // Until the bot has answered.
    while (got.result?.loading) got = await ask();
    query = got.result.query ?? query;
    assert.deepEqual(JSON.parse(JSON.stringify(got).replace(query, shown)), JSON.parse(lines[at + 1].replace(/^# /, "")));
  }
  assert.equal(lines.length, 4);
  await service.close();
  emulator.close();
});

test("the page lists the options that the help of the program lists", () => {
  const help = execFileSync(process.execPath, [fileURLToPath(new URL("command/main.js", import.meta.resolve("botwire/package.json"))), "emulator", "--help"], { encoding: "utf8" });
  const [, section] = readFileSync(join(root, PAGE), "utf8").split("### Options of the program\n");
  const rows = [...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`--([\w-]+)/g)].map(([, name]) => name));
  const listed = [...help.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name);
  assert.ok(listed.length > 15, help);
  assert.deepEqual([...rows].sort(), [...listed].sort());
});

test("the page names every member of a user, a chat and the emulator", () => {
  const emulator = createEmulator();
  const user = emulator.user();
  const text = readFileSync(join(root, PAGE), "utf8");
  // `act` and `request` are for servers and libraries.
  const isForTests = (name) => !["constructor", "act", "request"].includes(name);
  for (const object of [emulator, user, emulator.chat({ creator: user })]) {
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter(isForTests);
    assert.ok(names.length > 5);
    assert.deepEqual(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)), []);
  }
  emulator.close();
});
