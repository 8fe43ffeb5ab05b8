// Loads of poll(), in the package and in the crate, with a service in memory and default options:
// slow: a handler of 2 s in one chat while an update arrives in another chat each 25 ms. The longest wait of these for their handlers.
// backlog: updates of 1,000 chats that wait when the program starts, with handlers that return at once. CPU time.
// tasks: the same with handlers that leave a task of 500 ms to context.waitUntil. CPU time, which is to be linear.
// cargo xtask bench poll [rounds]. Linux only.
import { setTimeout as pause } from "node:timers/promises";
import { Bot, poll } from "botwire";
import { medians } from "./support/rounds.mjs";
import { compiled, numbersOf } from "./support/rust.mjs";

const SLOW_MS = 2000;
const TASK_MS = 500;

/** The time at which each update arrives, in milliseconds, and its chat. */
const ARRIVALS = {
  slow: (size) => Array.from({ length: size }, (_, index) => ({ at: index * 25, chat: index + 1 })),
  backlog: (size) => Array.from({ length: size }, (_, index) => ({ at: 0, chat: (index % 1000) + 1 })),
};
ARRIVALS.tasks = ARRIVALS.backlog;

/** A `fetch` of a service that holds these updates. */
function service(arrivals, since) {
  let confirmed = 0;
  return async (url, { body, signal }) => {
    if (!`${url}`.endsWith("getUpdates")) return Response.json({ ok: true, result: true });
    const { offset = 1, timeout = 0 } = JSON.parse(body);
    confirmed = offset - 1;
    const now = () => performance.now() - since;
    if (timeout > 0) {
      const next = arrivals[confirmed];
      await pause(next ? Math.max(0, next.at - now()) : 3_600_000, undefined, { signal });
    }
    const here = [];
    for (let index = confirmed; index < arrivals.length && here.length < 100 && arrivals[index].at <= now(); index++) {
      const message = { message_id: 1, date: 1, chat: { id: arrivals[index].chat, type: "private" }, text: "hi" };
      here.push({ update_id: index + 1, message });
    }
    return Response.json({ ok: true, result: here });
  };
}

async function inJavaScript(load, size) {
  const arrivals = ARRIVALS[load](size);
  const cpu = process.cpuUsage();
  const since = performance.now();
  const bot = new Bot({ baseUrl: "https://service.example", token: "1:TOKEN", fetch: service(arrivals, since) });
  const end = new AbortController();
  let longest = 0;
  let handled = 0;
  const handler = async ({ update_id }, context) => {
    const { at, chat } = arrivals[update_id - 1];
    if (chat > 1) longest = Math.max(longest, performance.now() - since - at);
    if (load === "slow" && chat === 1) await pause(SLOW_MS);
    if (load === "tasks") context.waitUntil(pause(TASK_MS));
    if (++handled === arrivals.length) end.abort();
  };
  await poll(bot, handler, { signal: end.signal });
  const { user, system } = process.cpuUsage(cpu);
  return { longest, cpu: (user + system) / 1000 };
}

const program = await compiled("poll");

async function inRust(load, size) {
  const [longest, cpu] = await numbersOf(program, load, `${size}`);
  return { longest, cpu };
}

const LOADS = [["slow", 70], ["backlog", 5000], ["backlog", 20_000], ["tasks", 5000], ["tasks", 20_000]];
const LANGUAGES = { "the package": inJavaScript, "the crate": inRust };
const names = LOADS.flatMap(([load, size]) => Object.keys(LANGUAGES).map((language) => `${load} ${size}, ${language}`));
const measure = (name) => {
  const [work, language] = name.split(", ");
  const [load, size] = work.split(" ");
  return LANGUAGES[language](load, Number(size));
};
const figures = await medians(names, { rounds: Number(process.argv[2] ?? 3), before: 1 }, measure);
console.log(`\npoll() under load, Node ${process.version}`);
const row = (cells) => console.log(cells.map((cell, column) => (column ? cell.padStart(20) : cell.padEnd(28))).join(""));
row(["", "longest wait, ms", "CPU, ms", "over a quarter of it"]);
for (const name of names) {
  const { longest, cpu } = figures[name];
  const quarter = figures[name.replace(" 20000,", " 5000,")];
  row([name, name.startsWith("slow") ? longest.toFixed(0) : "", cpu.toFixed(0), name.includes(" 20000,") ? `${(cpu / quarter.cpu).toFixed(1)}×` : ""]);
}
