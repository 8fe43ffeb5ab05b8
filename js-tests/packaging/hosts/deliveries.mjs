// What every host has to answer: deliveries, what is none, and the bytes of a file.
import assert from "node:assert/strict";
import { test } from "node:test";

const PATH = "/hook/3f9a";
let id = 0;
const chat = { id: 7, type: "private" };
const from = { id: 7, is_bot: false, first_name: "A" };
const init = (fields) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ update_id: ++id, ...fields }),
});
const message = (text) => init({ message: { message_id: 1, date: 1, chat, text } });

/** Registers the test of a host. `start` gives `send(path, init)`, which gives a Response, and perhaps `close`. */
export function answers(host, start) {
  test(host, async () => {
    const { send, close } = await start();
    try {
      await deliver(send);
    } finally {
      await close?.();
    }
  });
}

async function deliver(send) {
  const first = message("é 👍");
  const response = await send(PATH, first);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type"), /^application\/json/);
  assert.deepEqual(await response.json(), { method: "sendMessage", chat_id: 7, text: "é 👍" });

  const again = await send(PATH, first);
  assert.deepEqual([again.status, await again.text()], [200, ""]);

  const pressed = await send(PATH, init({ callback_query: { id: "q1", from, chat_instance: "1", data: "d" } }));
  assert.deepEqual(await pressed.json(), { method: "answerCallbackQuery", callback_query_id: "q1", text: "d" });

  const form = await (await send(PATH, message("a photo"))).formData();
  assert.deepEqual([form.get("method"), form.get("chat_id")], ["sendPhoto", "7"]);
  assert.deepEqual(new Uint8Array(await form.get("photo").arrayBuffer()), Uint8Array.from({ length: 1000 }, (_, at) => at));

  const refused = {
    404: send("/hook/other", message("a")),
    405: send(PATH, { method: "PUT", headers: {}, body: "{}" }),
    415: send(PATH, { ...message("a"), headers: { "content-type": "text/plain" } }),
    413: send(PATH, message("x".repeat(1 << 20))),
    400: send(PATH, { ...message("a"), body: '{"update_id":' }),
  };
  for (const [status, answer] of Object.entries(refused)) assert.equal((await answer).status, Number(status));
  assert.equal((await refused[405]).headers.get("allow"), "POST");
}
