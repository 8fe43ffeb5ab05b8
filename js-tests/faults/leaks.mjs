// Makes calls, uploads, downloads and deliveries that meet faults of every kind; prints the resources that remain.
// node leaks.mjs <faults>
import { getEventListeners, once } from "node:events";
import { createServer } from "node:http";
import { Socket } from "node:net";
import { argv } from "node:process";
import { setImmediate } from "node:timers/promises";
import { Bot, createWebhookHandler, download, memoryStore } from "botwire";

const COUNT = Number(argv[2]);
const AT_ONCE = 40;
const TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
const BIG = "x".repeat(200_000);

/** The faults of the service. `aborted` is called when the request arrives, if nothing else would end the call. */
const FAULTS = {
  reset: ({ socket }) => socket.resetAndDestroy(),
  closed: ({ socket }) => socket.destroy(),
  head_only: (_, response) => (response.writeHead(200, { "content-length": "100" }).flushHeaders(), response.destroy()),
  half_body: (_, response) => response.writeHead(200, { "content-length": "100" }).write('{"ok":tr', () => response.destroy()),
  page: (_, response) => response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>"),
  refused: (_, response) => response.writeHead(400).end('{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}'),
  rate_limit: (_, response) => response.writeHead(429).end('{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":3600}}'),
  no_json: (_, response) => response.end('{"ok":true,"result":'),
  redirect: (_, response) => response.writeHead(302, { location: "https://elsewhere.invalid/" }).end(BIG),
  too_long: (_, response) => response.end(BIG),
  no_answer: (_, __, aborted) => aborted(),
  no_end: (_, response, aborted) => (response.writeHead(200).write('{"ok":true'), aborted()),
  none: (_, response) => response.end('{"ok":true,"result":true}'),
};
const KINDS = Object.keys(FAULTS);

const waiting = new Map();
const server = createServer((request, response) => {
  const [, number, kind] = /\/fault-(\d+)-(\w+)\//.exec(request.url);
  request.on("error", () => {}).resume();
  response.on("error", () => {});
  FAULTS[kind](request, response, () => waiting.get(number)?.abort(new Error("enough")));
}).listen(0, "127.0.0.1");
await once(server, "listening");
server.keepAliveTimeout = 0;

const listened = [];
const met = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
let open = 0;

/** A stream of a file, which must be read to its end or canceled. */
function stream() {
  let chunks = 5;
  open++;
  return new ReadableStream({
    pull: (controller) => (chunks-- > 0 ? controller.enqueue(new Uint8Array(1000)) : (open--, controller.close())),
    cancel: () => void open--,
  });
}

const store = memoryStore(COUNT);
const handle = createWebhookHandler(
  { baseUrl: "https://service.invalid", token: TOKEN, path: "/hook", store, onError() {}, onReject() {} },
  ({ update_id }, { signal, waitUntil }) => {
    listened.push(signal);
    if (update_id % 3 === 0) throw new Error("the handler fails");
    if (update_id % 3 === 1) waitUntil(Promise.reject(new Error("background")));
    return { method: "sendMessage", chat_id: 7, text: "x".repeat(update_id % 5 === 0 ? 5000 : 5) };
  },
);
const delivery = (_, id, { signal }) => {
  const broken = () => new ReadableStream({ pull: (controller) => controller.error(new Error("broken off")) });
  const body = id % 7 === 0 ? broken() : JSON.stringify({ update_id: id, message: { message_id: 1, date: 1, chat: { id: 7, type: "private" }, text: "hi" } });
  return handle(new Request("https://bot.example/hook", { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half", signal }));
};

const DEEDS = [
  (bot, _, options) => bot.sendMessage({ chat_id: 7, text: "hi" }, options),
  (bot, _, options) => bot.sendDocument({ chat_id: 7, document: new Blob([BIG]) }, options),
  (bot, _, options) => bot.sendDocument({ chat_id: 7, document: { data: stream(), name: "a.bin" } }, options),
  (bot, _, options) => bot.getUpdates({ timeout: 0 }, options),
  async (bot, number, options) => {
    const { body } = await download(bot, "documents/a.bin", options);
    const reader = body.getReader();
    await reader.read();
    if (number % 2 === 0) return reader.cancel();
    while (!(await reader.read()).done);
  },
  delivery,
];

let at = 0;
async function work() {
  while (at < COUNT) {
    const number = at++;
    // Each deed meets each fault.
    const kind = KINDS[number % KINDS.length];
    const deed = DEEDS[Math.floor(number / KINDS.length) % DEEDS.length];
    const stop = new AbortController();
    waiting.set(String(number), stop);
    const bot = new Bot({ baseUrl: `http://127.0.0.1:${server.address().port}/fault-${number}-${kind}`, token: TOKEN, retry: { retries: 0 }, maxResponseBytes: 100_000 });
    await deed(bot, number, { signal: stop.signal }).catch(() => {});
    met[kind]++;
    waiting.delete(String(number));
    // The platform's own Request listens to the signal of a delivery.
    if (deed !== delivery) listened.push(stop.signal);
  }
}
/** Sockets that are not closed; Node lists the last closed one until it is collected. */
const openSockets = () => process._getActiveHandles().filter((handle) => handle instanceof Socket && !handle.destroyed).map(() => "Socket");
/** Timers, sockets and other handles of the process, without those of its output. Immediates are those of this program. */
const resources = () => [...process.getActiveResourcesInfo().filter((name) => !["TTYWrap", "PipeWrap", "TCPSocketWrap", "Immediate"].includes(name)), ...openSockets()].sort();
const before = resources();
await Promise.all(Array.from({ length: AT_ONCE }, work));

// Closes kept-alive connections.
new Bot({ baseUrl: "http://127.0.0.1", token: TOKEN }).close();
const sockets = () => new Promise((done) => server.getConnections((_, count) => done(count)));
const isQuiet = async () => (await sockets()) === 0 && resources().length === before.length;
for (let turn = 0; turn < 100_000 && !(await isQuiet()); turn++) await setImmediate();
/** Updates that are still in flight. */
const held = Array.from({ length: COUNT }, (_, id) => id).filter((id) => store.claim(`${TOKEN.split(":")[0]}:update:${id}`, 15_000) === "busy");
const result = {
  faults: Object.values(met).reduce((sum, count) => sum + count),
  kinds: Object.keys(met).length,
  sockets: await sockets(),
  resources: resources().slice(before.length),
  listeners: listened.reduce((sum, signal) => sum + getEventListeners(signal, "abort").length, 0),
  streams: open,
  claims: held.length,
};
server.close();
console.log(JSON.stringify(result));
