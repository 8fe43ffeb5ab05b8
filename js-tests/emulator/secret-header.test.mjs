// `--secret-header <name>`: each delivery has the secret_token of setWebhook in this header. Without the option, the program says that
// nothing is sent.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEmulator } from "botwire/emulator";
import { serve } from "../support/serve.mjs";
import { eventually } from "../support/eventually.mjs";
import { ended, run, TOKEN } from "./command.mjs";

const HEADER = "x-my-secret";

/** Starts the emulator and a bot with a webhook. Returns the secrets that the bot got, and functions for the next steps. */
async function started(t, ...options) {
  const command = run("--port", "0", "--token", TOKEN, "--compat", ...options);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  const secrets = [];
  const bot = await serve((request) => {
    secrets.push(request.headers.get(HEADER));
    return new Response();
  });
  t.after(() => bot.close());
  const hook = encodeURIComponent(bot.url);
  return {
    command,
    secrets,
    setWebhook: async (secret) => assert.equal((await fetch(`${url}/bot${TOKEN}/setWebhook?url=${hook}&secret_token=${secret}`)).status, 200),
    write: (text) => fetch(`${url}/user/write`, { method: "POST", body: text }),
  };
}

test("each delivery has the secret of the latest setWebhook", async (t) => {
  const { command, secrets, setWebhook, write } = await started(t, "--secret-header", HEADER);
  await setWebhook("first");
  await write("one");
  await write("two");
  await eventually(() => secrets, ["first", "first"]);
  await setWebhook("second");
  await write("three");
  await eventually(() => secrets, ["first", "first", "second"]);
  await setWebhook("");
  await write("four");
  await eventually(() => secrets, ["first", "first", "second", null]);
  assert.doesNotMatch(command.printed, /no effect/);
});

test("without the option, the program says once that the secret has no effect", async (t) => {
  const { command, secrets, setWebhook, write } = await started(t);
  await setWebhook("first");
  await setWebhook("second");
  await write("one");
  await eventually(() => secrets, [null]);
  await command.waitForOutput(/secret_token/);
  assert.equal(command.printed.match(/secret_token.*no effect|no effect.*secret_token/g)?.length, 1, command.printed);
});

test("the option needs --compat", async () => {
  const command = run("--port", "0", "--secret-header", HEADER);
  assert.equal(await ended(command), 1);
  assert.match(command.printed, /^botwire emulator: --secret-header: only with --compat$/m);
});

test("in tests, createEmulator sends the secret in this header, and needs compat for it", async () => {
  assert.throws(() => createEmulator({ secretHeader: HEADER }), { message: "secretHeader: works with compat: true only" });
  const emulator = createEmulator({ compat: true, secretHeader: HEADER });
  const alice = emulator.user();
  const secrets = [];
  const webhook = (request) => (secrets.push(request.headers.get(HEADER)), new Response());
  emulator.webhook = webhook;
  await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook?url=https://bot.example/&secret_token=first`);
  alice.write("one");
  await eventually(() => secrets, ["first"]);
  const copy = createEmulator({ snapshot: emulator.save(), secretHeader: HEADER, webhook });
  copy.users[0].write("two");
  await eventually(() => secrets, ["first", "first"]);
});
