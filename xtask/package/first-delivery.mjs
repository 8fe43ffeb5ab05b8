// Prints the functions of the package that a first delivery calls, from the coverage of V8.
// node first-delivery.mjs <folder of the package>; the output is JSON: { file: [[start, end], …] }
import { Session } from "node:inspector/promises";
import { register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(join(process.argv[2], "/")).href;
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

// Imports a wasm file as a compiled module, as workerd does.
const compiled = `import { readFileSync } from "node:fs"; export default new WebAssembly.Module(readFileSync(new URL(import.meta.url)));`;
const hook = `export const load = (url, context, next) =>
  url.endsWith(".wasm") ? { format: "module", shortCircuit: true, source: ${JSON.stringify(compiled)} } : next(url, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const { createWebhookHandler } = await import(`${folder}entries/workerd.js`);
const handler = createWebhookHandler({ baseUrl: "https://bots.example", token: "1:TOKEN", path: "/hook" }, ({ message }) => ({
  method: "sendMessage",
  chat_id: message.chat.id,
  text: message.text,
}));
const chat = { id: 1, type: "private", first_name: "A" };
const body = JSON.stringify({ update_id: 1, message: { message_id: 1, date: 1, chat, text: "hello" } });
const headers = { "content-type": "application/json", "content-length": String(body.length) };
const response = await handler(new Request("https://bot.example/hook", { method: "POST", headers, body }));
if (response.status !== 200) throw new Error(`the delivery was answered ${response.status}`);

const { result } = await session.post("Profiler.takePreciseCoverage");
const called = {};
for (const { url, functions } of result) {
  if (!url.startsWith(folder)) continue;
  const ranges = functions.map(({ ranges: [range] }) => range).filter(({ count, startOffset }) => count > 0 && startOffset > 0);
  called[url.slice(folder.length)] = ranges.map(({ startOffset, endOffset }) => [startOffset, endOffset]);
}
console.log(JSON.stringify(called));
