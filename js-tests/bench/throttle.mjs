// Measures the cost of `throttle` with 10,000 chats, next to grammY's transformer-throttler: CPU per call and peak
// memory, both compared with a program without a limit. Each chat gets three messages, all at once, so that most wait.
// The limits are high, and the fetch responds at once. Linux only.
// cargo xtask bench throttle [rounds]
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { peakMebibytes, startPeak } from "./support/process.mjs";
import { medians } from "./support/rounds.mjs";
import { ANSWER } from "./support/service.mjs";

const CHATS = 10_000;
const MESSAGES = 3;
/** Limits in total and per chat. 30,000 calls take a second and a half. */
const PER_SECOND = 20_000;
const PER_CHAT = 20;

const fetch = async () => new Response(ANSWER, { headers: { "content-type": "application/json" } });

/** Makes the function that sends a message. */
const PROGRAMS = {
  "botwire": () => botwire([]),
  "botwire, throttle": async () => {
    const { throttle } = await import("botwire");
    return botwire([throttle({ perSecond: PER_SECOND, perChat: PER_CHAT })]);
  },
  "grammY": () => grammy(),
  "grammY, throttler": async () => {
    const { apiThrottler } = await import("@grammyjs/transformer-throttler");
    const second = { reservoir: PER_SECOND, reservoirRefreshAmount: PER_SECOND, reservoirRefreshInterval: 1000 };
    return grammy(apiThrottler({ global: second, group: second, out: { maxConcurrent: 1, minTime: 1000 / PER_CHAT } }));
  },
};

async function botwire(use) {
  const { Bot } = await import("botwire");
  const bot = new Bot({ baseUrl: "https://service.example", token: "1:TOKEN", fetch, use });
  return (chat_id) => bot.sendMessage({ chat_id, text: "hi" });
}

async function grammy(transformer) {
  const { Api } = await import("grammy");
  const api = new Api("1:TOKEN", { fetch });
  if (transformer) api.config.use(transformer);
  return (chat_id) => api.sendMessage(chat_id, "hi");
}

if (process.send) {
  const send = await PROGRAMS[process.argv[2]]();
  await Promise.all(Array.from({ length: 300 }, (_, index) => send(CHATS + index)));
  startPeak(process.pid);
  const before = process.cpuUsage();
  const calls = Array.from({ length: CHATS * MESSAGES }, (_, index) => send(1 + (index % CHATS)));
  await Promise.all(calls);
  const { user, system } = process.cpuUsage(before);
  process.send({ cpu: (user + system) / calls.length, peak: peakMebibytes(process.pid) }, () => process.exit());
} else {
  const figures = await medians(Object.keys(PROGRAMS), { rounds: Number(process.argv[2] ?? 5), before: 1 }, async (name) => {
    const [figure] = await once(fork(fileURLToPath(import.meta.url), [name]), "message");
    return figure;
  });
  console.log(`\n${CHATS} chats, ${MESSAGES} messages to each at once, Node ${process.version}`);
  console.log("".padEnd(20) + ["CPU, µs a call", "over none", "peak, MiB", "over none"].map((cell) => cell.padStart(16)).join(""));
  for (const [name, { cpu, peak }] of Object.entries(figures)) {
    const none = figures[name.split(",")[0]];
    const cells = [cpu.toFixed(1), (cpu - none.cpu).toFixed(1), peak.toFixed(0), (peak - none.peak).toFixed(0)];
    console.log(name.padEnd(20) + cells.map((cell) => cell.padStart(16)).join(""));
  }
}
