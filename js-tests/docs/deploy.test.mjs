// The pages of Docker and of a Linux server, followed from a folder of `npm create` to a `doctor` that finds no fault. The
// emulator is the service. What Docker, systemd and pm2 run and send is run and sent here.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { built, environment, ran } from "../create/support.mjs";
import { withService } from "../packaging/examples/conversation.mjs";
import { runtime } from "../packaging/support/programs.mjs";
import { PATIENCE } from "../support/eventually.mjs";
import { root } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";
import { blocksOf } from "./blocks.mjs";

const blocks = (page) => blocksOf(page, readFileSync(join(root, "docs/hosts", page), "utf8"));
const [{ code: dockerfile }] = blocks("docker.md").filter(({ language }) => language === "dockerfile");
const [{ code: unit }] = blocks("linux.md").filter(({ language }) => language === "ini");
const [{ code: pm2 }] = blocks("linux.md").filter(({ language }) => language === "js");

const SYSTEMD = "/usr/bin/systemd-analyze";
const TYPESCRIPT = runtime("node24") ? {} : { skip: "npm has no Node that runs TypeScript for this machine" };

const folder = temporary();
const project = join(folder, "my-bot");

before(async () => {
  if (TYPESCRIPT.skip) return;
  const parameters = [join(await built(), "bin.cjs"), "my-bot", "--template", "node", "--language", "ts", "--no-install"];
  const { code, printed } = await ran("node", parameters, folder, environment({}, true));
  assert.equal(code, 0, printed);
  // As npm installs it, with its program.
  mkdirSync(join(project, "node_modules/.bin"), { recursive: true });
  const installed = fileURLToPath(new URL(".", import.meta.resolve("botwire/package.json")));
  symlinkSync(installed, join(project, "node_modules/botwire"), "junction");
  writeFileSync(join(project, "node_modules/.bin/botwire"), `#!/bin/sh\nexec node "${installed}command/main.js" "$@"\n`, { mode: 0o755 });
});

/** Starts the bot, talks to it, runs `check`, and ends the bot by the signal. */
const lives = ([program, ...parameters], signal, settingsOf, check = () => {}) => withService(async ({ emulator, settings }) => {
  const env = environment(settingsOf(settings), true);
  const bot = spawn(program, parameters, { cwd: project, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(bot, "exit");
  try {
    const alice = emulator.user({ first_name: "Alice" });
    alice.write("hello");
    assert.equal((await alice.nextMessage({ timeoutMs: PATIENCE })).text, "hello");
    await check(env);
  } finally {
    bot.kill(signal);
  }
  assert.deepEqual(await ended, [0, null], `it ends by itself after ${signal}`);
});

test("Docker: the command answers, the health check passes, and SIGTERM ends the bot", TYPESCRIPT, async () => {
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)[1]);
  const [, health] = /^HEALTHCHECK .*? CMD (.*)$/m.exec(dockerfile);
  await lives(command, "SIGTERM", (settings) => settings, async (env) => {
    const doctor = await ran("sh", ["-c", health], project, env);
    assert.equal(doctor.code, 0, doctor.printed);
    const wrong = await ran("sh", ["-c", health], project, { ...env, BOT_TOKEN: "1:not-the-token-of-this-bot" });
    assert.equal(wrong.code, 1, wrong.printed);
  });
  const copied = /^COPY \*\.ts/m.test(dockerfile);
  assert.ok(copied && existsSync(join(project, "main.ts")));
});

test("systemd: the unit is valid, its command answers, and SIGTERM ends the bot", TYPESCRIPT, async () => {
  const [, command] = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit);
  await lives(command.split(" "), "SIGTERM", (settings) => settings);
});

test("systemd-analyze finds nothing in the unit", existsSync(SYSTEMD) ? {} : { skip: "this machine has no systemd" }, async () => {
  const file = join(folder, "my-bot.service");
  writeFileSync(file, unit.replace("/usr/bin/node", process.execPath));
  const verified = await ran(SYSTEMD, ["verify", file], folder);
  assert.equal(verified.code, 0, verified.printed);
  assert.doesNotMatch(verified.printed, /my-bot/);
});

test("pm2: the program of its file answers with the settings in .env, and SIGINT ends the bot", TYPESCRIPT, async () => {
  const module = { exports: {} };
  new Function("module", pm2)(module);
  const [{ interpreter, interpreter_args, script, exec_mode, instances }] = module.exports.apps;
  assert.deepEqual([exec_mode, instances], ["fork", 1]);
  await lives([interpreter, interpreter_args, script], "SIGINT", (settings) => {
    writeFileSync(join(project, ".env"), Object.entries(settings).map(([name, value]) => `${name}=${value}\n`).join(""));
    return {};
  });
});
