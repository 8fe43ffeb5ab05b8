// Deliveries of every sort, most of them hostile, in this isolate: as many as are asked for, each with the status it has to have.
import { createWebhookHandler, memoryStore } from "botwire";

const URL = "https://bot.example/hook/3f9a";
const AT_ONCE = 20;
/** Few enough that the stores are full before the first look at the memory. */
const REMEMBERED = 500;
const options = () => ({ baseUrl: "https://service.invalid", token: "1:a", path: "/hook/3f9a", onError() {}, store: memoryStore(REMEMBERED) });

/** Created once, because the test measures the memory that they keep. */
const handle = createWebhookHandler(options(), ({ message }, { signal }) => {
  if (message.text === "throw") throw new Error("a");
  if (signal.aborted) throw signal.reason;
  return { method: "sendMessage", chat_id: message.chat.id, text: message.text };
});
const slow = createWebhookHandler({ ...options(), deadlineMs: 1 }, async (_, { waitUntil }) => {
  const later = new Promise((resolve) => setTimeout(resolve, 3));
  waitUntil(later);
  await later;
});

let id = 0;
const update = (text, more = {}) => JSON.stringify({ update_id: ++id, message: { message_id: 1, date: 1, chat: { id: 7, type: "private" }, text }, ...more });
const post = (body, more = {}, url = URL) => new Request(url, { method: "POST", headers: { "content-type": "application/json" }, body, ...more });
const broken = () => new ReadableStream({ pull: (controller) => controller.error(new Error("broken off")) }, { highWaterMark: 0 });
const deep = `"deep":${"[".repeat(500)}${"]".repeat(500)}`;

/** The expected status and the request. */
const EXCHANGES = [
  [200, () => handle(post(update("hi")))],
  [405, () => handle(new Request(URL))],
  [404, () => handle(post(update("hi"), {}, `${URL}${id}`))],
  [415, () => handle(post(update("hi"), { headers: { "content-type": `text/x${id}` } }))],
  [400, () => handle(post(`{"update_id":${++id}`))],
  [400, () => handle(post(`[${update("hi")}]`))],
  [400, () => handle(post(Uint8Array.from([0x7b, 0xff, 0x7d])))],
  [400, () => handle(post(broken(), { duplex: "half" }))],
  [413, () => handle(post(update("x".repeat(1 << 14)), { headers: { "content-type": "application/json", "content-length": `${2 ** 31}` } }))],
  [200, () => handle(post(update("throw")))],
  [200, () => handle(post(update("x".repeat(5000))))],
  [200, () => handle(post(update("hi", { [`kind_${id}`]: { id }, [`key ${id}`]: id })))],
  [200, () => handle(post(update("hi").replace("{", `{${deep},`)))],
  [200, async () => {
    const body = update("hi");
    await handle(post(body));
    return handle(post(body));
  }],
  [200, () => slow(post(update("hi")), {}, { waitUntil() {} })],
];

/** Makes this many exchanges. Returns the wrong statuses. */
export async function storm(count) {
  const wrong = [];
  let at = 0;
  const one = async () => {
    while (at < count) {
      const index = at++ % EXCHANGES.length;
      const [status, exchange] = EXCHANGES[index];
      const response = await exchange();
      await response.text();
      if (response.status !== status) wrong.push(`${index}: ${response.status} instead of ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return [...new Set(wrong)];
}
