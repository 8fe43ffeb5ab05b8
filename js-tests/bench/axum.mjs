// CPU of a webhook request to a server in Rust with axum, answered inline, warm, by the types of botwire, frankenstein and teloxide, and
// by three structs for serde. cargo xtask bench axum [rounds]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { temporary } from "../support/temporary.mjs";
import { deliverOverHttp } from "./support/deliveries.mjs";
import { cpuMicroseconds } from "./support/process.mjs";
import { medians, table } from "./support/rounds.mjs";
import { compiled } from "./support/rust.mjs";

const DELIVERIES = 4000;
/** Only this size: frankenstein requires fields of later versions, which the richer updates do not have. */
const SIZE = "small";
const program = await compiled("axum");
const folder = temporary();
let running;
process.on("exit", () => running?.kill());

/** Starts the server with the types of this name. */
async function start(types) {
  const file = join(folder, types);
  const child = spawn(program, [types, file], { stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(child, "exit");
  running = child;
  let port = "";
  while (!port) {
    await pause(10);
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    try {
      port = readFileSync(file, "utf8");
    } catch {
      // It has not written it yet.
    }
  }
  const stop = () => child.kill() && ended;
  return { pid: child.pid, fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), stop };
}

async function inNewProcess(types) {
  const server = await start(types);
  try {
    await deliverOverHttp(server, SIZE, DELIVERIES / 4);
    const before = cpuMicroseconds(server.pid);
    await deliverOverHttp(server, SIZE, DELIVERIES);
    return (cpuMicroseconds(server.pid) - before) / DELIVERIES;
  } finally {
    await server.stop();
  }
}

/** The first one is what the others are compared with. */
const TYPES = { bare: "serde", botwire: "botwire", "botwire, types": "botwire-types", "botwire, wait_until": "botwire-wait-until", "botwire, in order": "botwire-in-order", frankenstein: "frankenstein", teloxide: "teloxide" };
const rounds = Number(process.argv[2] ?? 5);
const figures = await medians(Object.keys(TYPES), { rounds, before: 0 }, (name) => inNewProcess(TYPES[name]));
table(`${SIZE} update over HTTP, a server with axum`, figures, "µs");
