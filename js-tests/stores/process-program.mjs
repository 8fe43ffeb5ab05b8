// A process of a bot over Redis or PostgreSQL, in order by chat. It reads an update from each line, and writes a line when an
// update waits for its turn, `wait <update_id>`, one when its handler begins, `begin <update_id>`, and one when it is answered,
// `<status> <update_id>`. The handler of a message "hang" ends after the line "go".
import { createInterface } from "node:readline";
import { createWebhookHandler, inOrder } from "botwire";
import { postgresStore } from "botwire/stores/postgres";
import { redisStore } from "botwire/stores/redis";
import pg from "pg";
import { createClient } from "redis";

const [kind, url, token, leaseMs] = process.argv.slice(2);
const store = kind === "redis" ? redisStore(await createClient({ url }).connect()) : postgresStore(new pg.Pool({ connectionString: url, max: 3 }));
const say = (line) => process.stdout.write(`${line}\n`);
let go;
const going = new Promise((resolve) => {
  go = resolve;
});
const turns = {
  ...store,
  async claim(key, lease, place) {
    const claimed = await store.claim(key, lease, place);
    if (claimed === "busy") say(`wait ${place}`);
    return claimed;
  },
};
const handle = createWebhookHandler(
  { baseUrl: "https://service.example", token, allowUnauthenticated: true, store, leaseMs: Number(leaseMs), deadlineMs: 60_000, onReject() {} },
  inOrder({ store: turns, leaseMs: Number(leaseMs) }, async ({ update_id, message }) => {
    say(`begin ${update_id}`);
    await (message.text === "hang" ? going : new Promise(setImmediate));
  }),
);
say("ready");
for await (const body of createInterface({ input: process.stdin })) {
  if (body === "go") {
    go();
    continue;
  }
  const request = new Request("https://bot.example/", { method: "POST", body, headers: { "content-type": "application/json" } });
  void handle(request).then(({ status }) => say(`${status} ${JSON.parse(body).update_id}`));
}
process.exit();
