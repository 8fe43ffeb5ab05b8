// The emulator over HTTP: the server, and the control path for curl.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { createEmulator, serve } from "botwire/emulator";

let emulator;
let server;

before(async () => {
  emulator = createEmulator();
  server = await serve(emulator, { port: 0 });
});

after(async () => {
  emulator.close();
  await server.close();
});

function bot(path, init) {
  return fetch(`${server.url}/bot${emulator.token}${path}`, init);
}

test("the service answers on a port, to pages of other origins too", async () => {
  const response = await bot("/getMe");
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  assert.deepEqual(await response.json(), { ok: true, result: emulator.bot });
  const preflight = await bot("/sendMessage", { method: "OPTIONS" });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get("access-control-allow-headers"), /content-type/);
  const put = await bot("/getMe", { method: "PUT" });
  assert.deepEqual(await put.json(), { ok: false, error_code: 405, description: "Method Not Allowed" });
});

test("a base URL may end in a slash, and what is no URL is answered", async () => {
  const { result } = await (await fetch(`${server.url}//bot${emulator.token}/getMe`)).json();
  assert.equal(result.is_bot, true);
  for (const path of ["//", "/%", "/bot%ff/getMe", "/user/%"]) {
    assert.ok([401, 404].includes((await fetch(server.url + path)).status), path);
  }
});

test("curl can play the user", async () => {
  const write = (body) => fetch(`${server.url}/user/write`, { method: "POST", body });
  const { result } = await (await write('{"text":"one"}')).json();
  assert.equal(result.text, "one");
  await write("two");
  const updates = (await (await bot("/getUpdates")).json()).result;
  assert.deepEqual(updates.map(({ message }) => message.text), ["one", "two"]);
  await bot(`/sendMessage?chat_id=${result.chat.id}&text=three`);
  const messages = await (await fetch(`${server.url}/user/messages?after=2`)).json();
  assert.deepEqual(messages.result.map(({ text }) => text), ["three"]);
  assert.equal((await write('{"txt":1}')).status, 400);
  assert.equal((await fetch(`${server.url}/user/else`)).status, 404);
});

test("a client that hangs up ends its long poll", async () => {
  const gone = AbortSignal.timeout(50);
  await assert.rejects(bot("/getUpdates?timeout=50&offset=2000000000", { signal: gone }));
  assert.equal((await bot("/getMe")).status, 200);
});

test("a webhook on this machine is reached by plain HTTP", async () => {
  const hook = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { message } = JSON.parse(Buffer.concat(chunks));
    response.setHeader("content-type", "application/x-www-form-urlencoded");
    response.end(String(new URLSearchParams({ method: "sendMessage", chat_id: message.chat.id, text: "pong" })));
  }).listen(0, "127.0.0.1");
  await once(hook, "listening");
  const url = `http://127.0.0.1:${hook.address().port}/`;
  assert.equal((await (await bot(`/setWebhook?url=${encodeURIComponent(url)}`)).json()).result, true);
  const bob = emulator.user({ first_name: "Bob" });
  bob.write("ping");
  assert.equal((await bob.nextMessage()).text, "pong");
  await bot("/deleteWebhook");
  hook.close();
});
