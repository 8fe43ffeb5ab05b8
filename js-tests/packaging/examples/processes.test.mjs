// The examples of several processes over Redis and PostgreSQL, by their own command: no message is lost or counted twice, also
// when a process is killed.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Bot } from "botwire";
import { postgres, redis } from "../../support/databases.mjs";
import { eventually, PATIENCE } from "../../support/eventually.mjs";
import { freePort } from "../../support/serve.mjs";
import { runtime } from "../support/programs.mjs";
import { stopWhileItReceives, withService } from "./conversation.mjs";
import { command, examples, json, started, writeSettings } from "./support.mjs";

const WAIT = { timeoutMs: PATIENCE };
const STORES = { "node-redis": [redis, "REDIS_URL"], "node-postgres": [postgres, "DATABASE_URL"] };
const folder = await examples(import.meta.url, ...Object.keys(STORES));

for (const [name, [{ url, options }, variable]] of Object.entries(STORES)) {
  // Only newer versions of Node run TypeScript.
  const needed = runtime("node24") ? options : { skip: "npm has no Node 24 for this machine" };
  test(`${name}: a process is killed while it handles an update`, needed, () => withService(async ({ emulator, settings }) => {
    const home = join(folder, name);
    const port = await freePort();
    await writeSettings(join(home, ".env"), { ...settings, HOOK_PATH: "/hook/3f9a", PORT: port, [variable]: url });
    const line = (await json(home, "package.json")).scripts.start;
    const { printed, stop } = await started(command(line, "node24"), home, new RegExp(`^Listening on port ${port}$`));
    try {
      const processes = () => printed.flatMap((text) => /^Process (\d+) listens on/.exec(text)?.[1] ?? []).map(Number);
      await eventually(() => processes().length, 2);
      const bot = new Bot({ baseUrl: settings.SERVICE, token: settings.BOT_TOKEN });
      // Keeps an update from being given up while it waits for the lease of the killed process.
      await bot.setWebhook({ url: `http://127.0.0.1:${port}/hook/3f9a` });
      const users = ["Alice", "Bob", "Carol"].map((first_name) => emulator.user({ first_name }));
      const [alice] = users;

      // The first request goes to the process that listened first.
      const calls = () => emulator.log().filter(({ method }) => method === "sendChatAction").length;
      emulator.fault({ kind: "slow", millis: PATIENCE, method: "sendChatAction", times: 1 });
      alice.write("hello");
      await eventually(calls, 1);
      const [first] = processes();
      process.kill(first, "SIGKILL");
      assert.equal((await alice.nextMessage(WAIT)).text, "Message 1");
      await eventually(() => printed.includes(`Process ${first} has ended with SIGKILL; another one starts`), true);

      for (let count = 0; count < 10; count++) for (const user of users) user.write("hello");
      for (const user of users) {
        for (let count = 1; count <= 10; count++) assert.equal((await user.nextMessage(WAIT)).text, `Message ${count + (user === alice ? 1 : 0)}`);
      }
      await stopWhileItReceives(`http://127.0.0.1:${port}/hook/3f9a`, stop, { chatId: alice.id, answer: "Message 14" });
    } finally {
      await stop();
    }
  }));
}
