// Measures loading, starting and the memory of `botwire/emulator`, in a page in Chromium and in Node, and checks that
// calls stay fast in a chat that receives 100,000 messages. node emulator.mjs [rounds]: prints medians; each round uses a new
// page and a new process.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { openPage } from "../support/chromium.mjs";
import { record } from "./support/record.mjs";
import { medianOf } from "./support/rounds.mjs";

const rounds = Number(process.argv[2] ?? 9);
const ENTRY = new URL("../node_modules/botwire/emulator/", import.meta.url);
const INDEX = "/node_modules/botwire/emulator/index.js";

/** Runs in the place that is measured: starts, talks and counts. */
async function measured(entry) {
  const memories = [];
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(...parameters) {
      super(...parameters);
      memories.push(this.exports.memory);
    }
  };
  const kilobytes = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0) / 1024;
  const figures = {};
  let last = performance.now();
  const lap = (name) => {
    const now = performance.now();
    figures[name] = now - last;
    last = performance.now();
  };
  const { createEmulator, init } = await import(entry);
  lap("import, ms");
  await init();
  lap("init(): fetch or read, and compile, ms");
  const emulator = createEmulator();
  lap("first createEmulator(), ms");
  for (let count = 0; count < 100; count++) createEmulator().close();
  lap("100 more, made and closed, ms");
  figures["wasm memory at the start, KiB"] = kilobytes();
  const call = (method, body) =>
    emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/${method}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const alice = emulator.user();
  last = performance.now();
  for (let count = 0; count < 5000; count++) {
    alice.write("hello");
    const { result } = await (await call("getUpdates", {})).json();
    await call("sendMessage", { chat_id: alice.id, text: "hello back" });
    await call("getUpdates", { offset: result[0].update_id + 1, limit: 1 });
  }
  lap("5000 turns: a message, getUpdates twice, an answer, ms");
  figures["wasm memory after 10 000 messages, KiB"] = kilobytes();
  emulator.close();
  return figures;
}

/** Runs in a process of Node: the cost of calls in a growing chat, in µs, and the wasm memory. */
async function grown(entry) {
  const { Instance } = WebAssembly;
  let memory;
  WebAssembly.Instance = class extends Instance {
    constructor(...parameters) {
      super(...parameters);
      memory ??= this.exports.memory;
    }
  };
  const { createEmulator } = await import(entry);
  const emulator = createEmulator({ logSize: 0, now: () => 1.7e12 });
  const call = async (method, body) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const { status, body: answer } = await emulator.request({ method: "POST", target: `/bot${emulator.token}/${method}`, contentType: "application/json", body: bytes });
    if (status !== 200) throw new Error(answer);
    return JSON.parse(answer).result;
  };
  // Otherwise message updates would accumulate in the queue.
  await call("getUpdates", { allowed_updates: ["callback_query"] });
  const alice = emulator.user();
  let written = 0;
  let last = 0;
  const calls = {
    "user.write()": () => void (last = alice.write("hello").message_id),
    sendMessage: () => call("sendMessage", { chat_id: alice.id, text: "hello back", reply_to_message_id: last }),
    editMessageText: () => call("editMessageText", { chat_id: alice.id, message_id: edited, text: String(count++) }),
    "user.message()": () => void alice.message(last),
    getChat: () => call("getChat", { chat_id: alice.id }),
  };
  let edited = 0;
  let count = 0;
  const figures = {};
  for (const size of [1000, 10_000, 100_000]) {
    for (; written < size; written++) last = alice.write("hello").message_id;
    edited = (await calls.sendMessage()).message_id;
    for (const [name, run] of Object.entries(calls)) {
      const batches = [];
      for (let batch = 0; batch < 12; batch++) {
        const start = performance.now();
        for (let number = 0; number < 100; number++) await run();
        batches.push((performance.now() - start) * 10);
      }
      figures[`${name} at ${size} messages, µs`] = batches.sort((a, b) => a - b)[3];
    }
    figures[`wasm memory at ${size} messages, MiB`] = memory.buffer.byteLength / 2 ** 20;
  }
  emulator.close();
  return figures;
}

function print(figures) {
  for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(56)} ${value.toFixed(1).padStart(10)}`);
}

async function report(place, run) {
  const all = [];
  for (let round = 0; round < rounds; round++) all.push(await run());
  console.log(`\n${place}, median of ${rounds}`);
  const figures = medianOf(all);
  print(figures);
  return figures;
}

/** The compressed size of each file of the emulator that the page requested. */
async function sizes(requested) {
  const files = requested.filter((path) => path.startsWith("/node_modules/botwire/emulator/"));
  const loaded = await Promise.all(files.map(async (path) => [path, gzipSync(await readFile(new URL(`..${path}`, import.meta.url)), { level: 9 }).length]));
  const sum = (ending) => loaded.filter(([path]) => path.endsWith(ending)).reduce((total, [, size]) => total + size, 0);
  return { "wasm loaded, bytes, gzip -9": sum(".wasm"), "JavaScript loaded as it is, bytes, gzip -9": sum(".js") };
}

await report("a page in Chromium", async () => {
  const { page, requested, close } = await openPage();
  try {
    const figures = await page.evaluate(measured, INDEX);
    return { ...figures, ...(await sizes(requested)) };
  } finally {
    await close();
  }
});

async function inNode(run) {
  const program = `${run}\nconsole.log(JSON.stringify(await ${run.name}(${JSON.stringify(new URL("server.js", ENTRY).href)})))`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { cwd: fileURLToPath(ENTRY) });
  return JSON.parse(stdout);
}

const ofNode = await report("a process of Node", () => inNode(measured));
record("emulator-start", "KiB", { botwire: ofNode["wasm memory at the start, KiB"] });
record("emulator-10000", "KiB", { botwire: ofNode["wasm memory after 10 000 messages, KiB"] });
record("emulator-turn", "ms", { botwire: ofNode["5000 turns: a message, getUpdates twice, an answer, ms"] / 5000 });

console.log("\na chat that grows, one process of Node");
print(await inNode(grown));
