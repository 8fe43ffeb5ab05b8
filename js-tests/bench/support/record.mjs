// `cargo xtask bench <name> --record` keeps figures in docs/figures.json, from which the page on size and speed is written.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

const FILE = fileURLToPath(new URL("../../../docs/figures.json", import.meta.url));
const PEERS = ["grammy", "telegraf", "node-telegram-bot-api"];
const at = process.argv.indexOf("--record");
const isRecording = at > 0;
if (isRecording) process.argv.splice(at, 1);

/** miniflare has the version of its workerd: `4.20260426.0`. */
function workerdDate() {
  const { devDependencies } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return devDependencies.miniflare.replace(/^\d+\.(\d{4})(\d\d)(\d\d).*$/, "$1-$2-$3");
}

/** Records the row of that name, with the date and the machine. Does nothing without `--record`. */
export function record(name, unit, values) {
  if (!isRecording) return;
  const { rows } = JSON.parse(readFileSync(FILE, "utf8"));
  const numbers = Object.entries(values).filter(([, value]) => typeof value === "number").map(([key, value]) => [key, Number(value.toPrecision(6))]);
  rows[name] = { on: new Date().toISOString().slice(0, 10), unit, ...Object.fromEntries(numbers) };
  const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const head = {
    machine: `${cpus().length} cores, ${cpus()[0]?.model ?? "unknown"}`,
    node: process.versions.node,
    workerd: workerdDate(),
    libraries: Object.fromEntries(PEERS.map((peer) => [peer, { ...dependencies, ...devDependencies }[peer]])),
  };
  const lines = [
    ...Object.entries(head).map(([key, value]) => `  "${key}": ${JSON.stringify(value)}`),
    `  "rows": {\n${Object.entries(rows).map(([key, value]) => `    "${key}": ${JSON.stringify(value)}`).join(",\n")}\n  }`,
  ];
  writeFileSync(FILE, `{\n${lines.join(",\n")}\n}\n`);
  execFileSync(process.execPath, [fileURLToPath(new URL("../../../docs/figures.mjs", import.meta.url))]);
}
