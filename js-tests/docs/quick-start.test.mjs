// The quick start, followed to the letter but for the ports: from an empty folder to a bot that answers.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { blocksOf, root } from "./blocks.mjs";
import { project, put } from "./project.mjs";

const PAGE = "docs/guide/quick-start.md";
const all = blocksOf(PAGE, readFileSync(join(root, PAGE), "utf8"));
const started = [];
after(() => started.forEach((child) => child.kill()));

/** The block of a tab in that language which contains a text; without a tab the block that has none. */
function block(language, tab, text = "") {
  const info = tab === undefined ? "" : `[${tab}]`;
  const found = all.find((each) => each.language === language && each.info === info && each.code.includes(text));
  assert.ok(found, `no block ${language} ${info} with ${text}`);
  return found.code;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return String(port);
}

/** Starts a command of the page: `npx x` is the program x of the package, and variables may stand before it. */
function start(folder, command) {
  const words = command.replace(/\\\n/g, " ").trim().split(/\s+/);
  const env = { ...process.env };
  while (words[0].includes("=")) {
    const [name, ...value] = words.shift().split("=");
    env[name] = value.join("=");
  }
  if (words[0] === "npx") words.splice(0, 2, process.execPath, join(folder, "node_modules/botwire/emulator/cli.js"));
  if (words[0] === "node") words[0] = process.execPath;
  const child = spawn(words[0], words.slice(1), { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  child.once("exit", (code) => (said += `\nended with ${code}`));
  return () => said;
}

test("the tab of Node leads to a bot that answers", async () => {
  const [service, bot] = [await freePort(), await freePort()];
  const here = (text) => text.replaceAll("8081", service).replaceAll("8787", bot);
  const folder = project("quick-start");
  put(folder, "bot.js", block("js"));
  put(folder, "main.js", here(block("js", "Node")));
  const emulator = start(folder, here(block("sh", undefined, "botwire-emulator")));
  await eventually(() => emulator().includes("base URL"), true, emulator());
  const program = start(folder, here(block("sh", "Node", "BOT_TOKEN")));
  await eventually(() => fetch(`http://127.0.0.1:${bot}`).then(({ status }) => status, () => 0), 405, program());
  // The lines of curl, as requests.
  const lines = here(block("sh", undefined, "curl http")).trim().split("\n").map((line) => line.split(" "));
  assert.equal(lines.length, 2);
  const [[, write, , text], [, messages]] = lines;
  await fetch(write, { method: "POST", body: text.slice(1, -1) });
  const texts = async () => (await (await fetch(messages)).json()).result.map((message) => message.text);
  await eventually(async () => (await texts()).includes("Hello, Alice!"), true, `${emulator()}\n${program()}`);
});
