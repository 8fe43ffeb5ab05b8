// Measures how long updates of one chat take that arrive at once and are handled in order, with default options, in the package and in
// the crate: what comes on top of the time of their handlers, and how many deliveries get another response than 200.
// cargo xtask bench order [rounds]
import { setTimeout as pause } from "node:timers/promises";
import { createWebhookHandler, inOrder } from "botwire";
import { medians } from "./support/rounds.mjs";
import { compiled, numbersOf } from "./support/rust.mjs";

const UPDATES = 60;
const HANDLER_MS = 10;

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

const program = await compiled("order");

async function inRust() {
  const [ms, refused] = await numbersOf(program, `${UPDATES}`, `${HANDLER_MS}`);
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
