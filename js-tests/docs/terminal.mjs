// A terminal as a reader has one: bash without settings, in an empty folder with an empty HOME. npm, Bun and Deno find the
// packed packages in a registry on loopback, and everything else in the one that npm is set to.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after } from "node:test";
import { setTimeout } from "node:timers/promises";
import { registryOf } from "../create/registry.mjs";
import { built } from "../create/support.mjs";
import { output, runtime } from "../packaging/support/programs.mjs";
import { pack } from "../packaging/support/project.mjs";
import { eventually } from "../support/eventually.mjs";
import { target } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";

const BASH = ["bash", "--noprofile", "--norc", "-c"];
const root = process.getuid?.() === 0;
/** Programs of a page listen on its ports, so each page has a network of its own. */
const ISOLATED = ["unshare", "--net", ...(root ? [] : ["--map-root-user"]), ...BASH, 'ip link set lo up && exec bash --noprofile --norc -c "$0"'];
/** In the network of this machine. */
export const HERE = BASH;
const IN = ["nsenter", "--net", ...(root ? [] : ["--user", "--preserve-credentials"])];

/** Nothing can be downloaded in a network of its own. */
const OFFLINE = { npm_config_offline: "true" };
const BASE_URL = /^base URL +(\S+)/m;

/** Why these tests cannot run here, if so. */
export const POSSIBLE = process.platform !== "linux" || spawnSync(ISOLATED[0], [...ISOLATED.slice(1), "true"]).status !== 0
  ? { skip: "it needs a network of its own, by unshare and ip of Linux, which this machine does not have or permit" }
  : runtime("node24") ? {} : { skip: "npm has no Node that runs TypeScript for this machine" };

let registry;
const ends = [];
after(async () => {
  for (const end of ends.reverse()) await end();
});

/** Serves the packages that would be published. */
async function packages() {
  const packed = temporary();
  const { stdout } = await output("npm", ["pack", "--silent", "--pack-destination", packed, await built()], packed);
  const { registry: others, cafile } = JSON.parse((await output("npm", ["config", "list", "--long", "--json"], packed)).stdout);
  const served = await registryOf([join(packed, stdout.trim()), await pack(packed)], others);
  ends.push(served.close);
  return { url: served.url, cafile };
}

/** Opens a terminal, with more folders of programs, and more variables in its environment. */
export async function terminal(more = {}, programs = []) {
  registry ??= packages();
  const { url, cafile } = await registry;
  const [folder, home] = [temporary(), temporary()];
  // As the installer of Bun does.
  symlinkSync(runtime("bun"), join(home, "bunx"));
  const cache = join(target, "shell-lines");
  const env = {
    PATH: [...programs, ...["node24", "deno", "bun"].map((name) => dirname(runtime(name))), home, process.env.PATH].join(delimiter),
    HOME: home,
    LANG: "C.UTF-8",
    BROWSER: "none",
    ...(cafile && { npm_config_cafile: cafile, NODE_EXTRA_CA_CERTS: cafile }),
    // What was downloaded once is not downloaded again.
    npm_config_cache: join(cache, "npm"),
    DENO_DIR: join(home, "deno"),
    BUN_INSTALL_CACHE_DIR: join(home, "bun"),
    ...Object.fromEntries(["npm_config_registry", "NPM_CONFIG_REGISTRY", "BUN_CONFIG_REGISTRY"].map((name) => [name, url])),
    // Rust is installed for a person, not for a folder.
    CARGO_HOME: process.env.CARGO_HOME ?? join(homedir(), ".cargo"),
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
    ...more,
  };
  let cwd = folder;

  /** Starts a program with pipes. The last one is for the output of `pwd`. */
  function begin([program, ...parameters], more = {}) {
    const running = spawn(program, parameters, { cwd, env: { ...env, ...more }, stdio: ["pipe", "pipe", "pipe", "pipe"], detached: true });
    const begun = { running, printed: "", isOver: false, closed: once(running, "close") };
    begun.closed.then(() => (begun.isOver = true));
    for (const stream of [running.stdout, running.stderr]) stream.setEncoding("utf8").on("data", (text) => (begun.printed += text));
    return begun;
  }

  /** Runs a line to its end, in the folder in which the line before it ended. Returns what it printed. */
  async function type(line, { code = 0, place = [] } = {}) {
    const begun = begin([...place, ...BASH, `${line}\ncode=$?; pwd >&3; exit $code`], place.length > 0 ? OFFLINE : {});
    begun.running.stdin.end();
    let folder = "";
    begun.running.stdio[3].setEncoding("utf8").on("data", (text) => (folder += text));
    const [ended] = await begun.closed;
    assert.equal(ended, code, `${line}\n${begun.printed}`);
    cwd = folder.trim();
    return begun.printed;
  }

  /** Runs a line that asks questions, and accepts the default of each by Enter. Returns what it printed. */
  async function accept(line) {
    const begun = begin(["script", "-qec", 'bash --noprofile --norc -c "$LINE"', "/dev/null"], { LINE: line });
    let answered = 0;
    begun.running.stdout.on("data", () => {
      // npm asks `Ok to proceed? (y)`, and the program `Name or number (memory):`.
      if (!/\(y\)|\w\):/.test(begun.printed.slice(answered))) return;
      answered = begun.printed.length;
      begun.running.stdin.write("\n");
    });
    const [ended] = await begun.closed;
    assert.equal(ended, 0, `${line}\n${begun.printed}`);
    return begun.printed;
  }

  /**
   * Starts a line that serves, and waits until it prints the pattern. `type` and `start` of the result run a line in the same
   * network. Unless it is that of this machine, nothing can be downloaded in it.
   */
  async function start(line, pattern, place = ISOLATED) {
    const begun = begin([...place, line], place === HERE ? {} : OFFLINE);
    const stop = async () => {
      if (!begun.isOver) process.kill(-begun.running.pid, "SIGINT");
      await begun.closed;
    };
    ends.push(stop);
    while (!pattern.test(begun.printed)) {
      // The emulator goes on without the bot.
      assert.ok(!begun.isOver && !/ has ended with \d/.test(begun.printed), `${line}\n${begun.printed}`);
      await setTimeout(50);
    }
    const inside = place === HERE ? [] : [...IN, `--target=${begun.running.pid}`];
    return {
      stop,
      printed: () => begun.printed,
      type: (line, options) => type(line, { place: inside, ...options }),
      start: (line, pattern) => start(line, pattern, place === HERE ? HERE : [...inside, ...BASH]),
    };
  }

  return { type, accept, start, folder: () => cwd, home };
}

/**
 * Starts the emulator as the service of the bot in the folder of the terminal, and writes its settings to `.env`. Unless
 * `isolated`, it runs in the network of this machine.
 */
export async function emulated(shell, url, program = "npx botwire", isolated = true) {
  const path = `/hook/${randomBytes(24).toString("hex")}`;
  const token = `${randomInt(2 ** 40)}:secret-of-the-bot`;
  const line = `${program} emulator --port ${isolated ? 8081 : 0} --token ${token}${url ? ` --webhook ${url}${path}` : ""}`;
  const service = await shell.start(line, BASE_URL, isolated ? ISOLATED : HERE);
  writeFileSync(join(shell.folder(), ".env"), `SERVICE=${BASE_URL.exec(service.printed())[1]}\nBOT_TOKEN=${token}\n${url ? `HOOK_PATH=${path}\n` : ""}`);
  return service;
}

/** Writes to the bot of a running emulator, as a user who has its studio open does, until it answers. */
export async function chat(running, text, answer) {
  const [, url] = BASE_URL.exec(running.printed());
  await running.type(`curl --silent ${url}/user/write -d "${text}"`);
  const answers = async () => JSON.parse(await running.type(`curl --silent ${url}/user/messages`)).result.filter(({ from }) => from?.is_bot).map(({ text }) => text);
  await eventually(async () => (await answers()).some((text) => answer.test(text)) || running.printed(), true, String(answer));
}
