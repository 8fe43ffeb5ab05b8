// CPU of a cold start next to the peers: in workerd from a new isolate to its first response, in Node from a new process.
// node start.mjs [folders of other builds of the package, for workerd]
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { edgeBundle } from "./support/edge.mjs";
import { medians, table } from "./support/rounds.mjs";
import { COMPATIBILITY_DATE } from "../support/wrangler.mjs";
import { cpuOfCalls, startWorkerd } from "./support/workerd.mjs";

const NAMES = ["bare", "botwire", "grammy", "telegraf", "node-telegram-bot-api"];

/** Other builds, such as the `pkg` folder of an older commit. */
const others = process.argv.slice(2);
const IN_WORKERD = [...NAMES, ...others];

async function startIsolates(name) {
  const isOther = others.includes(name);
  const alias = isOther ? { botwire: resolve(name, "entries/workerd.js") } : {};
  const { modules, flags } = await edgeBundle(`export { default } from "./workers/${isOther ? "botwire" : name}.mjs"`, { alias });
  const host = await edgeBundle(`export { default } from "./support/isolates.mjs"`);
  const worker = { compatibilityDate: COMPATIBILITY_DATE, compatibilityFlags: flags };
  const settings = JSON.stringify({ worker, names: modules.map((module) => module.name) });
  return startWorkerd(host, [
    { name: "LOADER", type: "workerLoader" },
    { name: "SETTINGS", type: "json", contents: settings },
    ...modules.map(({ type, contents }, index) => ({ name: `FILE${index}`, type: type === "wasm" ? "data" : "text", contents })),
  ]);
}

const CALLS = 4;
const hosts = {};
try {
  for (const name of IN_WORKERD) hosts[name] = await startIsolates(name);
  const inWorkerd = async (name) => (await cpuOfCalls(hosts[name], CALLS)) / CALLS / 1000;
  table("new isolate to first response, workerd", await medians(IN_WORKERD, { rounds: 150 }, inWorkerd), "ms", "start-workerd");
} finally {
  for (const host of Object.values(hosts)) await host.stop();
}

const program = fileURLToPath(new URL("support/first-answer.mjs", import.meta.url));
const inNode = (name) => Number(execFileSync(process.execPath, [program, name], { encoding: "utf8" })) / 1000;
table("import to first response in a new process, Node", await medians(NAMES, { rounds: 40 }, inNode), "ms", "start-node");
