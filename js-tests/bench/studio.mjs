// Measures the studio in Chromium: first paint, the round trip of a message, an hour of load, memory, a long chat. Exits with 1
// if a figure exceeds its limit. Run it on an idle machine: `cargo xtask bench studio [minutes]`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Bot, poll } from "botwire";
import { launch } from "../support/chromium.mjs";
import { residentMebibytes } from "./support/process.mjs";
import { medianOf } from "./support/rounds.mjs";

const COMMAND = new URL("command/main.js", import.meta.resolve("botwire/package.json"));
const TOKEN = "1000001:benchmark";
const ROUNDS = 7;
/** Messages of users in a minute; the bot answers each. */
const RATE = 500;
const LONG_CHAT = 10_000;
const LONG_STORY = 10_000;
/** The number of equal parts of the run. The memory is measured at the end of each. */
const PARTS = 12;

const minutes = Number(process.argv[2] ?? 2);
if (!(minutes > 0)) {
  console.error("Run this by `cargo xtask bench studio [minutes]`, with a positive number of minutes.");
  process.exit(1);
}
const command = spawn(process.execPath, [COMMAND.pathname, "emulator", "--port", "0", "--token", TOKEN, "--quiet"], { stdio: ["ignore", "pipe", "inherit"] });
let printed = "";
command.stdout.on("data", (data) => (printed += data));
while (!/base URL +\S+/.test(printed)) await once(command.stdout, "data");
const [, url] = /base URL +(\S+)/.exec(printed);
const bot = new Bot({ baseUrl: url, token: TOKEN });
const stop = new AbortController();
const polling = poll(bot, ({ message }) => message?.text && ({ method: "sendMessage", chat_id: message.chat.id, text: `Echo: ${message.text}` }), { signal: stop.signal });
const act = (name, fields) => fetch(`${url}/user/act/${name}`, { method: "POST", body: JSON.stringify(fields) }).then((response) => response.json());
const browser = await launch();
const beyond = [];

try {
  await firstPaint();
  const page = await opened();
  await answers(page);
  await busy(page);
  await longChat(page);
  await page.context().close();
  await longStory(await opened());
} finally {
  stop.abort();
  await browser.close();
  command.kill();
  await polling.catch(() => {});
}
if (beyond.length > 0) {
  console.error(`\nBeyond the bounds:\n${beyond.join("\n")}`);
  process.exitCode = 1;
}

function report(name, value, bound, unit) {
  console.log(`${name}: ${value} ${unit} (at most ${bound})`);
  if (!(value <= bound)) beyond.push(`${name}: ${value} ${unit}, at most ${bound}`);
}

async function opened() {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 820 } })).newPage();
  await page.goto(`${url}/`);
  await page.getByRole("textbox", { name: /^Message as/ }).waitFor();
  return page;
}

/** From the navigation to the first paint and to the chat, nothing in the cache. */
async function firstPaint() {
  const times = [];
  const ready = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await opened();
    ready.push(await page.evaluate(() => performance.now()));
    const paint = await page.waitForFunction(() => performance.getEntriesByType("paint").find(({ name }) => name === "first-contentful-paint")?.startTime);
    times.push(await paint.jsonValue());
    await page.context().close();
  }
  report("first paint", Math.round(medianOf(times)), 300, "ms");
  console.log(`the chat is there: ${Math.round(medianOf(ready))} ms`);
}

/** From Enter to the frame after the one that shows the bot's answer. */
async function answers(page) {
  const times = [];
  for (let round = 0; round < 20; round += 1) {
    await page.getByRole("textbox", { name: /^Message as/ }).fill(`message ${round}`);
    times.push(await page.evaluate((text) => new Promise((done) => {
      const box = document.querySelector(".conversation");
      const began = performance.now();
      const watcher = new MutationObserver(() => {
        if (!box.textContent.includes(text)) return;
        watcher.disconnect();
        requestAnimationFrame(() => done(performance.now() - began));
      });
      watcher.observe(box, { subtree: true, childList: true, characterData: true });
      document.querySelector(".composer-send").click();
    }), `Echo: message ${round}`));
  }
  report("a message and its answer", Math.round(medianOf(times)), 100, "ms");
}

/** Messages come for a while: the longest task of the page at the end, and the memory of the page and of the emulator. */
async function busy(page) {
  const { result: [alice] } = await act("users", {});
  const heapOf = await heapMeter(page);
  const began = performance.now();
  let written = 0;
  const writeUntil = async (end) => {
    for (; written < RATE * end; written += 1) {
      const wait = began + (written * 60_000) / RATE - performance.now();
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
      await act("write", { user: alice.id, text: `busy ${written}` });
    }
  };
  const memory = async () => {
    const [heap, resident] = [await heapOf(), residentMebibytes(command.pid)];
    console.log(`after ${2 * written} messages: heap of the page ${heap.toFixed(1)} MB, resident memory of the emulator ${Math.round(resident)} MiB`);
    return { heap, resident };
  };
  const traced = Math.min(1, minutes / 4);
  const measured = [await memory()];
  for (let part = 1; part < PARTS; part += 1) {
    await writeUntil((minutes * part) / PARTS);
    measured.push(await memory());
  }
  await writeUntil(minutes - traced);
  const longest = await longestTask(page, () => writeUntil(minutes));
  report(`longest task at ${2 * RATE} messages a minute`, Math.round(longest), 100, "ms of CPU");
  // In the first quarter, the chat and the logs fill up. Garbage makes single figures vary.
  const mean = (name, from) => measured.slice(from, from + PARTS / 4).reduce((sum, one) => sum + one[name], 0) / (PARTS / 4);
  const growth = (name) => mean(name, (3 * PARTS) / 4) - mean(name, PARTS / 4);
  report("growth of the page's heap from the second to the last quarter", growth("heap").toFixed(1), 2, "MB");
  report("growth of the emulator's memory from the second to the last quarter", Math.round(growth("resident")), 10, "MiB");
}

/** The CPU time of the page's longest task during an action. Wall-clock time would depend on the machine's load. */
async function longestTask(page, during) {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await during();
  const { traceEvents } = JSON.parse(new TextDecoder().decode(await browser.stopTracing()));
  const main = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid}/${tid}`));
  const tasks = traceEvents.filter(({ pid, tid, tdur }) => tdur > 0 && main.has(`${pid}/${tid}`));
  return Math.max(...tasks.map(({ tdur }) => tdur / 1000));
}

/** Returns a function that measures the heap of a page in megabytes, without garbage. */
async function heapMeter(page) {
  const session = await page.context().newCDPSession(page);
  return async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize / 1e6;
  };
}

/** Scrolls a list from its end until a text is shown. Returns the number of frames and their median duration. */
function scrollTo(page, selector, text, most) {
  return page.evaluate(([selector, text, most]) => new Promise((done) => {
    const box = document.querySelector(selector);
    const times = [];
    const frame = (time) => {
      times.push(time);
      const durations = times.slice(1).map((time, at) => time - times[at]).sort((one, other) => one - other);
      if (box.textContent.includes(text) || times.length > most) return done({ frames: times.length, median: durations[durations.length >> 1], slow: durations.filter((duration) => duration > 34).length });
      box.scrollTop -= 500;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }), [selector, text, most]);
}

/** Lets the bot answer many messages, and scrolls from the end of the wire to its beginning. */
async function longStory(page) {
  const { result: dave } = await act("add_user", { first_name: "Dave" });
  const heapOf = await heapMeter(page);
  await page.getByRole("button", { name: "Clear the view" }).click();
  const ends = (number) => page.waitForFunction((text) => document.querySelector(".story").textContent.includes(text), `Echo: story ${number}.`, { timeout: 120_000 });
  for (let number = 1; number <= LONG_STORY; number += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, index) => act("write", { user: dave.id, text: `story ${number + index}.` })));
    await ends(number + 9);
    if (2 * (number + 9) === LONG_STORY) report(`heap of the page after ${LONG_STORY} messages and all their calls`, (await heapOf()).toFixed(1), 20, "MB");
  }
  console.log(`heap of the page with ${LONG_STORY} blocks: ${(await heapOf()).toFixed(1)} MB`);
  let seen;
  const longest = await longestTask(page, async () => {
    seen = await scrollTo(page, ".story", "story 1.", LONG_STORY);
  });
  if (seen.frames > LONG_STORY) throw new Error("the first block was not kept");
  report(`longest task while ${LONG_STORY} blocks are scrolled through in ${seen.frames} frames of ${seen.median.toFixed(1)} ms, ${seen.slow} of more than 34 ms`, Math.round(longest), 100, "ms of CPU");
}

/** Scrolls from the end of a long chat to its beginning. */
async function longChat(page) {
  const { result: carol } = await act("add_user", { first_name: "Carol" });
  const { result: group } = await act("add_chat", { type: "group", title: "Long", creator: carol.id });
  const write = (number) => act("write", { user: carol.id, chat: group.id, text: `line ${number}.` });
  for (let number = 1; number < LONG_CHAT; number += 25) await Promise.all(Array.from({ length: 25 }, (_, index) => write(number + index)));
  await page.reload();
  await page.getByRole("list", { name: "Chats" }).getByRole("button", { name: /Long/ }).click();
  await page.getByText(`line ${LONG_CHAT}.`, { exact: true }).waitFor();
  let seen;
  const longest = await longestTask(page, async () => {
    seen = await scrollTo(page, ".conversation", "line 1.", LONG_CHAT);
  });
  if (seen.frames > LONG_CHAT) throw new Error("the beginning of the chat was not reached");
  report(`longest task while ${LONG_CHAT} messages are scrolled through in ${seen.frames} frames of ${seen.median.toFixed(1)} ms`, Math.round(longest), 100, "ms of CPU");
}
