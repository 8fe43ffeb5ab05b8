// Measures how long updates of one chat take that arrive at once and are handled in order, with default options, in the package and in
// the crate: what comes on top of the time of their handlers, and how many deliveries get another response than 200.
// cargo xtask bench order [rounds]
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createWebhookHandler, inOrder } from "botwire";
import { target } from "../support/target.mjs";
import { medians } from "./support/rounds.mjs";

const UPDATES = 60;
const HANDLER_MS = 10;

const run = promisify(execFile);
const folder = fileURLToPath(new URL("order", import.meta.url));

function delivery(update_id) {
  const message = { message_id: 1, date: 1, chat: { id: 1, type: "private" }, text: "hi" };
  const body = JSON.stringify({ update_id, message });
  return new Request("https://bot.example/hook/a-long-secret", { method: "POST", body, headers: { "content-type": "application/json" } });
}

async function inJavaScript() {
  const options = { baseUrl: "https://service.example", token: "1:TOKEN", path: "/hook/a-long-secret" };
  const handle = createWebhookHandler(options, inOrder({}, () => pause(HANDLER_MS)));
  const since = performance.now();
  const responses = await Promise.all(Array.from({ length: UPDATES }, (_, index) => handle(delivery(index + 1))));
  return { ms: performance.now() - since, refused: responses.filter(({ status }) => status !== 200).length };
}

/** Compiles the program in Rust. Returns its file. */
async function compiled() {
  const output = join(target, "bench-order");
  const shared = ["--config", `build.build-dir=${JSON.stringify(target)}`, "--target-dir", output];
  await run(process.env.CARGO ?? "cargo", ["build", "--release", "--quiet", "--locked", ...shared], { cwd: folder });
  return join(output, "release/order");
}

const program = await compiled();

async function inRust() {
  const { stdout } = await run(program, [`${UPDATES}`, `${HANDLER_MS}`]);
  const [ms, refused] = stdout.split(" ").map(Number);
  return { ms, refused };
}

/** The time of the handlers alone: a timer takes longer than it says. */
async function alone() {
  const since = performance.now();
  for (let update = 0; update < UPDATES; update++) await pause(HANDLER_MS);
  return { ms: performance.now() - since, refused: 0 };
}

const PROGRAMS = { "handlers alone, Node": alone, "the package": inJavaScript, "the crate": inRust };
const figures = await medians(Object.keys(PROGRAMS), { rounds: Number(process.argv[2] ?? 5), before: 1 }, (name) => PROGRAMS[name]());
console.log(`\n${UPDATES} updates of one chat at once, handlers of ${HANDLER_MS} ms, Node ${process.version}`);
console.log("".padEnd(22) + ["ms", "on top", "other than 200"].map((cell) => cell.padStart(16)).join(""));
for (const [name, { ms, refused }] of Object.entries(figures)) {
  console.log(name.padEnd(22) + [ms.toFixed(0), (ms - UPDATES * HANDLER_MS).toFixed(0), refused].map((cell) => `${cell}`.padStart(16)).join(""));
}
