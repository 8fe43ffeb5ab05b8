// A program of kill-points.mjs that is started again whenever it dies, and the emulator whose bot it is.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Bot } from "botwire";
import { createEmulator, serve } from "botwire/emulator";
import { runtime } from "../packaging/support/programs.mjs";
import { temporary } from "../support/temporary.mjs";

const node = runtime("node24");
export const options = { skip: !node && "npm has no Node 24 for this machine" };
/** Scenarios at the same time, most of whose time passes with waiting for leases. */
export const PARALLEL = 4;
export const PATIENCE_MS = 30_000;

/** Starts a program that kills itself once, at this point. `records` is the name of a file for the program, `more` are parameters. */
export async function startKilled(name, way, killAt, records, more = {}) {
  const folder = temporary();
  const emulator = createEmulator({ longestPoll: 1 });
  const service = await serve(emulator, { port: 0 });
  const bot = new Bot({ baseUrl: service.url, token: emulator.token });
  const file = join(folder, records);
  const parameters = { way, service: service.url, token: emulator.token, file: join(folder, "bot.db"), [records]: file, ...more };
  let child;
  let restarted;
  let isOver = false;
  const killed = {
    emulator,
    file,
    /** How often it was killed. An end of another kind counts as a hundred. */
    kills: 0,
    pending: async () => (await bot.getWebhookInfo()).pending_update_count,
    start: () => start(killAt),
    /** Kills it from outside, and waits until it runs again. */
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
      await restarted;
    },
    async close() {
      isOver = true;
      child.kill("SIGKILL");
      await service.close();
      emulator.close();
    },
  };
  const start = async (killAt) => {
    const started = spawn(node, ["--no-warnings", fileURLToPath(new URL(name, import.meta.url)), JSON.stringify({ ...parameters, killAt })], { stdio: ["ignore", "pipe", "inherit"] });
    child = started;
    started.once("exit", (_, signal) => {
      if (isOver) return;
      killed.kills += signal === "SIGKILL" ? 1 : 100;
      restarted = start(0);
    });
    // Killed before it was ready, nothing is printed.
    const [line] = await Promise.race([once(createInterface({ input: started.stdout }), "line"), once(started, "exit").then(() => [])]);
    // Waiting updates are delivered at once.
    if (way === "webhook" && line) await bot.setWebhook({ url: line });
  };
  return killed;
}
