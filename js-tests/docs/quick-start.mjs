// The quick start as a reader follows it: its blocks, and its commands but for the ports.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { inPackage, runtime } from "../packaging/support/programs.mjs";
import { install, pack } from "../packaging/support/project.mjs";
import { eventually } from "../support/eventually.mjs";
import { freePort } from "../support/serve.mjs";
import { root } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";
import { blocksOf } from "./blocks.mjs";
import { put } from "./project.mjs";

const PAGE = "docs/guide/quick-start.md";
const all = blocksOf(PAGE, readFileSync(join(root, PAGE), "utf8"));
const started = [];
after(endAll);

/** Ends all programs that were started. */
export function endAll() {
  for (const end of started.splice(0)) end();
}

/** The block of a tab in that language that contains a text; without `tab`, a block outside of tabs. */
export function block(language, tab, text = "") {
  const info = tab === undefined ? "" : `[${tab}]`;
  const found = all.find((block) => block.language === language && block.info === info && block.code.includes(text));
  assert.ok(found, `no block ${language} ${info} with ${text}`);
  return found.code;
}

/** The commands of a block of the shell, without its comments. */
export const commands = (code) => code.replace(/\\\n\s*/g, "").split("\n").filter((line) => line !== "" && !line.startsWith("#"));

/** Runs a command of the page that ends. */
export const sh = (command, cwd) => execFileSync("sh", ["-c", command], { cwd, stdio: "pipe" });

let tarball;

/** Step 1 without the network: the package is the tarball that would be published, tools are those of these tests. */
export async function installed(tab) {
  const folder = temporary();
  tarball ??= pack(temporary());
  for (const command of commands(block("sh", tab, "botwire"))) {
    const [, tool] = /^npm install --save-dev (\S+)$/.exec(command) ?? [];
    if (tool) linkTool(folder, tool);
    else if (command === "npm install botwire") await install(folder, await tarball);
    else if (command === "bun add botwire") execFileSync(runtime("bun"), ["add", await tarball], { cwd: folder, stdio: "pipe" });
    else if (command === "deno add npm:botwire") await ofDeno(folder);
    else sh(command, folder);
  }
  return folder;
}

function linkTool(folder, name) {
  const place = join(folder, "node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync([join(root, "js-tests/node_modules", name), inPackage(name)].find(existsSync), place, "junction");
}

/** With a package.json that names the package, Deno uses the installed version instead of the registry's. */
async function ofDeno(folder) {
  put(folder, "package.json", "{}");
  await install(folder, await tarball);
}

/** Steps 2 and 3: writes the files of the tab's blocks. Returns the last one. */
export function writeFiles(folder, tab, here) {
  put(folder, "bot.js", block("js"));
  const code = here(block("js", tab));
  const [, name] = /^\/\/ (\S+)\n/.exec(code);
  return put(folder, name, code);
}

/** The program and parameters of a command of the page, and of the one after `--`. */
function program(folder, parts) {
  const end = parts.indexOf("--");
  if (end >= 0) return [...program(folder, parts.slice(0, end)), "--", ...program(folder, parts.slice(end + 1))];
  const [name, ...rest] = parts;
  if (name === "node") return [process.execPath, ...rest];
  if (name === "bun" || name === "deno") return [runtime(name), ...rest];
  if (name === "bunx") return [runtime("bun"), "x", ...rest];
  assert.equal(name, "npx", `a program of the page: ${name}`);
  const [bin, ...parameters] = rest;
  const [, file] = /^(?:wrangler|vite)$/.test(bin)
    ? [bin, join(folder, "node_modules", bin, `bin/${bin}.js`)]
    : [bin, join(folder, "node_modules/.bin", bin)];
  return [process.execPath, file, ...parameters];
}

/** Starts a command of the page. Returns a function that returns its output. */
export function start(folder, command, ...more) {
  const parts = command.trim().split(/\s+/);
  // Keeps the programs from checking for updates, sending telemetry, and writing to the home folder.
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, NO_COLOR: "1", WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", DENO_NO_UPDATE_CHECK: "1" };
  // The test runner's own variable would make a program inside report to it.
  delete env.NODE_TEST_CONTEXT;
  const [file, ...parameters] = program(folder, parts);
  const child = spawn(file, [...parameters, ...more], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached: process.platform !== "win32" });
  // Includes child processes, which wrangler and bunx start.
  started.push(() => child.exitCode === null && (process.platform === "win32" ? child.kill() : process.kill(-child.pid, "SIGKILL")));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  child.once("exit", (code) => (output += `\nended with ${code}`));
  return () => output;
}

/** Step 4 with free ports: `here` puts them into a text of the page, `emulator` starts the service by the tab's command. */
export async function ports(bot) {
  const service = await freePort();
  const page = await freePort();
  bot ??= await freePort();
  const ports = { 8081: service, 8787: bot, 5173: page };
  const here = (text) => text.replaceAll(/8081|8787|5173/g, (port) => ports[port]);
  /** With `isAlone`, without the bot after `--`. */
  async function emulator(folder, tab, isAlone = false, ...more) {
    const [whole] = commands(block("sh", tab, "botwire emulator"));
    const command = isAlone ? whole.split(" -- ")[0] : whole;
    const output = start(folder, here(command), ...more);
    await eventually(() => (output().includes("ended with") ? output() : output().includes("base URL")), true, command);
    return output;
  }
  return { here, emulator, service, page: String(page), bot };
}

/** Step 5: the lines of curl, as requests, until the bot has answered. */
export async function writes(here, answer, ...outputs) {
  const lines = here(block("sh", undefined, "curl http")).trim().split("\n").map((line) => line.split(" "));
  assert.equal(lines.length, 2);
  const [[, write, , text], [, messages]] = lines;
  await fetch(write, { method: "POST", body: text.slice(1, -1) });
  const texts = async () => (await (await fetch(messages)).json()).result.map((message) => message.text);
  await eventually(async () => (await texts()).includes(answer) || (await texts()), true, answer).catch((error) => {
    throw new Error(`${error.message}\n${outputs.map((output) => output()).join("\n")}`);
  });
}
