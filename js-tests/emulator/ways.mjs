// The two ways to reach the emulator, for tests that apply to both: its fetch function, and a port.

import { createServer } from "node:http";

import { Bot, createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";

import { assertHidden } from "../support/secrets.mjs";
import { listen } from "../support/serve.mjs";
import { ends, listening, started } from "./started.mjs";

export const WAYS = ["in process", "over HTTP"];

/** An emulator with Alice, and our own bot on one of the ways; `connect` are options of the bot. */
export async function world(way, { emulator: options, ...connect } = {}) {
  const emulator = started(options);
  const at = { baseUrl: emulator.baseUrl, token: emulator.token, ...connect };
  if (way === "in process") at.fetch = emulator.fetch;
  else at.baseUrl = (await listening(emulator)).server.url;
  const alice = emulator.user({ first_name: "Alice" });
  alice.unblock(); // She started the bot before.
  return { emulator, at, bot: new Bot(at), alice };
}

/** Has the bot get its updates by a webhook on that way; they arrive when it resolves. */
export async function hook(way, { emulator, at }, options, handler) {
  const handle = createWebhookHandler({ ...at, path: "/hook", ...options }, handler);
  let url = "https://bot.example/hook";
  if (way === "in process") emulator.webhook = handle;
  else {
    const server = await listen(createServer(nodeListener(handle)));
    ends.push(server.close);
    url = `${server.url}/hook`;
  }
  // The service takes no plain HTTP, so our client does not send it; the emulator takes it on this machine.
  const send = at.fetch ?? fetch;
  await send(`${at.baseUrl}/bot${at.token}/setWebhook?url=${encodeURIComponent(url)}`);
}

/** The kind of error that a call fails with, or undefined; asserts that printing it does not show the token. */
export async function kindOf(call, token) {
  try {
    await call;
    return undefined;
  } catch (error) {
    assertHidden(error, token, "the error");
    return error.kind;
  }
}
