// The emulator over HTTP: the server, and the control path for curl.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { serve } from "botwire/emulator";

import { createEmulator } from "../support/closed.mjs";
import { PATIENCE } from "../support/eventually.mjs";
import { listen } from "../support/serve.mjs";

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

test("the service answers on a port", async () => {
  const response = await bot("/getMe");
  assert.deepEqual(await response.json(), { ok: true, result: emulator.bot });
  assert.equal((await bot("/sendMessage", { method: "OPTIONS" })).status, 204);
  const put = await bot("/getMe", { method: "PUT" });
  assert.deepEqual(await put.json(), { ok: false, error_code: 405, description: "Method Not Allowed" });
});

test("a base URL may end in a slash, and what is not a URL is answered", async () => {
  const { result } = await (await fetch(`${server.url}//bot${emulator.token}/getMe`)).json();
  assert.equal(result.is_bot, true);
  for (const path of ["//", "/%", "/bot%ff/getMe", "/user/%"]) {
    assert.ok([401, 404].includes((await fetch(server.url + path)).status), path);
  }
});

test("curl moves the clock and reads the log", async () => {
  const post = (path, body) => fetch(`${server.url}/user/${path}`, { method: "POST", body });
  const log = async (after) => (await (await fetch(`${server.url}/user/log?after=${after}`)).json()).result;
  await bot("/getMe?x=1");
  const before = (await log(0)).at(-1);
  assert.equal((await post("advance", "25h\n")).status, 200);
  for (const duration of ["soon", "-1s", "NaN", "1e999", "Infinityd", "100000000d", "36526d", `${"9".repeat(1e6)}d`]) {
    const answer = await post("advance", duration);
    assert.equal(answer.status, 400, duration.slice(0, 20));
    assert.match((await answer.json()).description, /^duration: expected milliseconds or a duration such as "25h", at most "36525d", got "/);
  }
  await bot("/getMe?x=2");
  const [entry, ...more] = await log(before.number);
  assert.deepEqual([entry.method, entry.parameters, more], ["getMe", { x: "2" }, []]);
  assert.ok(entry.time - before.time >= 25 * 3_600_000);
});

test("a client that hangs up ends its long poll", async () => {
  const gone = AbortSignal.timeout(50);
  await assert.rejects(bot("/getUpdates?timeout=50&offset=2000000000", { signal: gone }));
  assert.equal((await bot("/getMe")).status, 200);
});

test("a webhook on this machine is reached by plain HTTP", async () => {
  const hook = await listen(createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { message } = JSON.parse(Buffer.concat(chunks));
    response.setHeader("content-type", "application/x-www-form-urlencoded");
    response.end(String(new URLSearchParams({ method: "sendMessage", chat_id: message.chat.id, text: "pong" })));
  }));
  assert.equal((await (await bot(`/setWebhook?url=${encodeURIComponent(hook.url)}`)).json()).result, true);
  const bob = emulator.user({ first_name: "Bob" });
  bob.write("ping");
  assert.equal((await bob.nextMessage()).text, "pong");
  await bot("/deleteWebhook");
  await hook.close();
});

test("a download gives headers alone, or the part that is asked for", async () => {
  const form = new FormData();
  const user = emulator.user();
  user.unblock();
  form.append("chat_id", String(user.id));
  form.append("document", new Blob(["0123456789"]), "digits.bin");
  const { result } = await (await bot("/sendDocument", { method: "POST", body: form })).json();
  const file = await (await bot(`/getFile?file_id=${result.document.file_id}`)).json();
  const path = `/file/bot${emulator.token}/${file.result.file_path}`;
  const opened = await fetch(server.url + path);
  assert.equal(opened.headers.get("content-security-policy"), "sandbox; default-src 'none'", "a script in a file does not run");
  assert.equal(opened.headers.get("x-content-type-options"), "nosniff");
  await opened.arrayBuffer();
  const ways = [(init) => fetch(server.url + path, init), (init) => emulator.fetch(emulator.baseUrl + path, init)];
  for (const get of ways) {
    for (const [range, status, body, part] of [
      [undefined, 200, "0123456789", null],
      ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
      ["bytes=8-", 206, "89", "bytes 8-9/10"],
      ["bytes=8-99", 206, "89", "bytes 8-9/10"],
      ["bytes=-4", 206, "6789", "bytes 6-9/10"],
      ["bytes=10-", 416, "", "bytes */10"],
      ["bytes=-0", 416, "", "bytes */10"],
      ["bytes=3-2", 200, "0123456789", null],
      ["bytes=0-1,4-5", 200, "0123456789", null],
      ["lines=0-1", 200, "0123456789", null],
    ]) {
      const response = await get({ headers: range === undefined ? {} : { range } });
      assert.deepEqual([response.status, await response.text()], [status, body], range);
      assert.equal(response.headers.get("content-range"), part, range);
      assert.equal(response.headers.get("content-length"), String(body.length), range);
    }
    const head = await get({ method: "HEAD" });
    assert.deepEqual([head.status, head.headers.get("content-length"), await head.text()], [200, "10", ""]);
    const put = await get({ method: "PUT" });
    assert.deepEqual([put.status, put.headers.get("allow")], [405, "GET, POST, OPTIONS"]);
  }
});

test("whatever HTTP allows is answered with an envelope", async () => {
  const path = `/bot${emulator.token}/getMe`;
  const here = "host: localhost\r\nconnection: close\r\n";
  for (const [request, status] of [
    [`GET ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`, 200],
    [`GET ${path} HTTP/1.0\r\n\r\n`, 200],
    [`GET http://elsewhere:1${path} HTTP/1.1\r\n${here}\r\n`, 200],
    [`POST ${path} HTTP/1.1\r\n${here}expect: more\r\ncontent-length: 0\r\n\r\n`, 200],
    [`POST ${path} HTTP/1.1\r\n${here}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`, 200],
    [`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\nGET ${path} HTTP/1.1\r\n${here}\r\n`, 200],
    [`TRACE ${path} HTTP/1.1\r\n${here}\r\n`, 405],
    [`CONNECT here:443 HTTP/1.1\r\n${here}\r\n`, 405],
    [`hello\r\n\r\n`, 400],
  ]) {
    const socket = connect(server.port, "127.0.0.1");
    socket.end(request);
    const answer = Buffer.concat(await socket.toArray()).toString();
    const first = answer.slice(answer.indexOf("\r\n\r\n") + 4);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), request);
    assert.match(first, status === 200 ? /^{"ok":true,/ : /^{"ok":false,/, request);
    assert.equal(answer.match(/HTTP\/1.1 200/g)?.length ?? 0, status === 200 ? request.match(/HTTP\/1/g).length : 0, request);
  }
});

test("a file of 50 MB and a URL of 1 MiB are accepted, a body above 64 MiB and a URL of 4 MiB are refused", async () => {
  const user = emulator.user();
  user.unblock();
  const form = new FormData();
  form.append("chat_id", String(user.id));
  form.append("document", new Blob([new Uint8Array(50_000_000)]), "large.bin");
  assert.equal((await bot("/sendDocument", { method: "POST", body: form })).status, 200);
  assert.equal((await bot(`/getMe?x=${"x".repeat(1024 * 1024)}`)).status, 200);
  // The path is not a call, so only the server checks the size.
  const largeBody = await fetch(server.url, { method: "POST", body: new Uint8Array(64 * 1024 * 1024 + 1) });
  assert.deepEqual([largeBody.status, (await largeBody.json()).error_code], [413, 413]);
  const longUrl = await bot(`/getMe?x=${"x".repeat(4 * 1024 * 1024)}`);
  assert.deepEqual([longUrl.status, (await longUrl.json()).error_code], [431, 431]);
});

test("the server keeps idle connections for two minutes", async () => {
  assert.equal((await bot("/getMe")).headers.get("keep-alive"), "timeout=120");
});

/** Runs a program that imports the emulator as ES module; its exit code and output, or undefined where it does not end. */
async function run(program) {
  const imports = 'import { createEmulator, serve } from "botwire/emulator";';
  const options = { cwd: fileURLToPath(new URL(".", import.meta.url)), stdio: ["ignore", "pipe", "inherit"] };
  const child = spawn(process.execPath, ["--input-type=module", "--eval", `${imports}${program}`], options);
  try {
    const [[code], printed] = await Promise.all([once(child, "close", { signal: AbortSignal.timeout(PATIENCE) }), child.stdout.toArray()]);
    return [code, Buffer.concat(printed).toString().trim()];
  } finally {
    child.kill("SIGKILL");
  }
}

test("a program ends once it has closed its emulator, whose servers close with it", async () => {
  const ends = await run(`
    const emulator = createEmulator();
    const [one, other] = await Promise.all([serve(emulator, { port: 0 }), serve(emulator, { port: 0 })]);
    const idle = await fetch(one.url + "/user/log");
    await idle.json();
    const poll = fetch(other.url + "/bot" + emulator.token + "/getUpdates?timeout=50").catch(() => "poll over");
    emulator.close();
    emulator.close();
    console.log(await poll.then((answer) => answer.status ?? answer));
    console.log(await fetch(one.url).catch(() => "refused"));
    await one.close();
  `);
  assert.deepEqual(ends, [0, "poll over\nrefused"]);
});

test("without close() a program waits for a long poll, but not for the retry of a delivery", async () => {
  const call = 'const call = (path) => emulator.fetch(emulator.baseUrl + "/bot" + emulator.token + path);';
  const [poll, retry] = await Promise.all([
    run(`
      const emulator = createEmulator();
      ${call}
      console.log(await (await call("/getUpdates?timeout=1")).text());
    `),
    run(`
      const emulator = createEmulator({ webhook: () => new Response("", { status: 500 }) });
      ${call}
      await call("/setWebhook?url=https://bot.test/");
      emulator.user().write("hi");
      await emulator.settle();
      console.log(emulator.log().at(-1).status);
    `),
  ]);
  assert.deepEqual([poll, retry], [[0, '{"ok":true,"result":[]}'], [0, "500"]]);
});

test("serve refuses a value that is not an emulator", async () => {
  for (const [input, kind] of [[undefined, "nothing"], [null, "null"], [{}, "an object"], ["x", "a string"]]) {
    await assert.rejects(serve(input, { port: 0 }), { message: `emulator: expected an Emulator, got ${kind}` });
  }
});

test("what is served after the emulator was closed is refused, and a server that closed before does not matter", async () => {
  const emulator = createEmulator();
  const first = await serve(emulator, { port: 0 });
  await first.close();
  emulator.close();
  await assert.rejects(serve(emulator, { port: 0 }), { message: "the emulator is closed" });
});
