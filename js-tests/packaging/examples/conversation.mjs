// The test of every host: a user's messages through the service, over HTTP on loopback, and odd requests.
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { test } from "node:test";
import { Bot } from "botwire";
import { createEmulator, serve } from "botwire/emulator";
import { eventually, PATIENCE } from "../../support/eventually.mjs";

const BYTES = Uint8Array.from({ length: 1000 }, (_, at) => at % 256);
const WAIT = { timeoutMs: PATIENCE };

/**
 * Registers the test of a host. `start(settings)` starts it with SERVICE, BOT_TOKEN and HOOK_PATH, and returns the
 * `url` of its server, or `send(path, init)`, which returns a Response, and optionally `close`. A program has `stop(signal)`.
 */
export function answers(host, start, path = "/hook/3f9a", options = {}) {
  test(host, options, () => withService(async ({ emulator, settings }) => {
    const { url, send = (path, init) => fetch(url + path, init), close, stop } = await start({ ...settings, HOOK_PATH: path });
    try {
      if (url) {
        await new Bot({ baseUrl: settings.SERVICE, token: settings.BOT_TOKEN }).setWebhook({ url: url + path });
        await converse(emulator);
      }
      await deliver(send, path);
      if (stop) await stopWhileItReceives(url + path, stop);
    } finally {
      await close?.();
      await stop?.("SIGKILL");
    }
  }));
}

/** Serves an emulator to `work`, with the settings of a bot. */
export async function withService(work, options = {}) {
  // A new bot, since other tests may share its store.
  const emulator = createEmulator({ bots: [{ token: `${randomInt(2 ** 40)}:secret-of-the-bot` }] });
  const service = await serve(emulator, { port: 0, ...options });
  try {
    await work({ emulator, settings: { SERVICE: service.url, BOT_TOKEN: emulator.token } });
  } finally {
    await service.close();
    emulator.close();
  }
}

/** Talks to the bot in `bot.ts` as a user. */
export async function converse(emulator) {
  const alice = emulator.user({ first_name: "Alice" });
  alice.write("/start");
  assert.equal((await alice.nextMessage(WAIT)).text, "Write anything, or /file.");
  assert.equal((await alice.press("Press me").answer(WAIT)).text, "pressed");
  alice.write("é 👍");
  assert.equal((await alice.nextMessage(WAIT)).text, "é 👍");
  alice.write("/file");
  const { document } = await alice.nextMessage(WAIT);
  assert.deepEqual([document.file_name, document.file_size], ["bytes.bin", BYTES.length]);
}

let id = 1_000_000;
const chat = { id: 7, type: "private" };
const from = { id: 7, is_bot: false, first_name: "A" };
const init = (fields) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ update_id: ++id, ...fields }),
});
const message = (text) => init({ message: { message_id: 1, date: 1, chat, text } });

/** Stops a program that has begun to receive an update: it answers it, accepts no other one, and ends without an error. */
export async function stopWhileItReceives(url, stop, { chatId = chat.id, answer = "late" } = {}) {
  const message = (text) => init({ message: { message_id: 1, date: 1, chat: { ...chat, id: chatId }, text } });
  /** Each request has a connection of its own. */
  const post = ({ method, headers, body }) => request(url, { method, headers: { ...headers, "content-length": body.length }, agent: false });
  const late = message("late");
  const half = late.body.length / 2;
  const sending = post(late);
  const responded = once(sending, "response");
  responded.catch(() => {});
  sending.write(late.body.slice(0, half));
  const [socket] = await once(sending, "socket");
  await once(socket, "connect");
  // What comes over a later connection is answered later.
  for (const text of ["one", "two"]) {
    const other = message(text);
    const [response] = await once(post(other).end(other.body), "response");
    assert.equal(response.resume().statusCode, 200);
  }
  const ended = stop("SIGTERM");
  await eventually(async () => fetch(url, { headers: { connection: "close" } }).then(() => "accepted", () => "refused"), "refused");
  sending.end(late.body.slice(half));
  const [response] = await responded.catch(async (error) => assert.fail(`${error}: ${JSON.stringify(await ended)}`));
  const [call] = await response.toArray();
  assert.deepEqual([response.statusCode, JSON.parse(call).text], [200, answer]);
  const { code, signal, printed } = await ended;
  assert.deepEqual([code, signal], [0, null], printed);
}

async function deliver(send, path) {
  const first = message("é 👍");
  const response = await send(path, first);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type"), /^application\/json/);
  // The example with axum quotes the message.
  const { reply_to_message_id = 1, ...call } = await response.clone().json();
  assert.deepEqual([call, reply_to_message_id], [{ method: "sendMessage", chat_id: 7, text: "é 👍" }, 1]);

  const again = await send(path, first);
  assert.deepEqual([again.status, await again.text()], [200, await response.text()]);

  const pressed = await send(path, init({ callback_query: { id: "q1", from, chat_instance: "1", data: "d" } }));
  assert.deepEqual(await pressed.json(), { method: "answerCallbackQuery", callback_query_id: "q1", text: "d" });

  const form = await (await send(path, message("/file"))).formData();
  assert.deepEqual([form.get("method"), form.get("chat_id")], ["sendDocument", "7"]);
  assert.deepEqual(new Uint8Array(await form.get("document").arrayBuffer()), BYTES);

  const refused = {
    404: send(`${path.slice(0, path.lastIndexOf("/"))}/other`, message("a")),
    405: send(path, { method: "PUT", headers: {}, body: "{}" }),
    415: send(path, { ...message("a"), headers: { "content-type": "text/plain" } }),
    413: send(path, message("x".repeat(1 << 20))),
    400: send(path, { ...message("a"), body: '{"update_id":' }),
  };
  for (const [status, answer] of Object.entries(refused)) assert.equal((await answer).status, Number(status));
  assert.equal((await refused[405]).headers.get("allow"), "POST");
}
