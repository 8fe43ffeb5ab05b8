// CPU of a webhook request answered inline, in Node, warm, for three sizes of update, next to the peers.
import { interleaved, table } from "./support/rounds.mjs";
import { UPDATES } from "./support/updates.mjs";

const HEADERS = { "content-type": "application/json", "x-telegram-bot-api-secret-token": "secret" };
const workers = {};
for (const name of ["bare", "botwire", "grammy", "telegraf", "node-telegram-bot-api"]) {
  workers[name] = (await import(`./workers/${name}.mjs`)).default;
}

for (const [size, update] of Object.entries(UPDATES)) {
  const handle = (worker) => async () => {
    const request = new Request("https://bot.example/hook/secret", { method: "POST", headers: HEADERS, body: update() });
    const response = await worker.fetch(request, {}, { waitUntil() {} });
    const { method } = JSON.parse(await response.text());
    if (response.status !== 200 || method !== "sendMessage") throw new Error("not answered inline");
  };
  const functions = Object.fromEntries(Object.entries(workers).map(([name, worker]) => [name, handle(worker)]));
  const calls = size === "big" ? 300 : 1000;
  table(`${size} update, ${update().length} characters`, await interleaved(functions, { rounds: 9, calls }));
}
