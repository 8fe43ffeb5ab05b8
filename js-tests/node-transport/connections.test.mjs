// The connections of Node's transport: kept for the next call, found closed before a call, closed by `close()` and at the end.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { constants } from "node:os";
import { execPath } from "node:process";
import { describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Bot, download } from "botwire";
import { printedJson } from "../packaging/support/programs.mjs";
import { failing, RESULT, serveHttp, serveRaw, TOKEN } from "./servers.mjs";

const botOf = ({ port }, options) => new Bot({ baseUrl: `http://127.0.0.1:${port}`, token: TOKEN, ...options });
const { EPIPE } = constants.errno;
const response = (body, headers = "") => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`;
const none = async ({ sockets }) => { while (sockets.size > 0) await setTimeout(5); };

describe("kept", () => {
  test("calls, uploads and downloads one after the other have one connection, whichever bot sends them", async () => {
    const service = await serveHttp();
    for (let call = 0; call < 5; call++) {
      const bot = botOf(service);
      await bot.sendMessage({ chat_id: 1, text: "a" });
      await bot.sendDocument({ chat_id: 1, document: new Uint8Array(200_000) });
      await (await download(bot, { file_id: "a", file_path: "a" })).text();
    }
    assert.equal(service.accepted, 1);
  });
  test("50 calls at once, twice, have 50", async () => {
    const service = await serveHttp();
    for (let round = 0; round < 2; round++) await Promise.all(Array.from({ length: 50 }, () => botOf(service).getMe()));
    assert.equal(service.accepted, 50);
  });
  test("not where the service says so, nor when it announces an end within a second", async () => {
    for (const header of ["connection: close\r\n", "keep-alive: timeout=1\r\n"]) {
      const service = await serveRaw((socket) => socket.write(response(RESULT, header)));
      for (let call = 0; call < 3; call++) await botOf(service).getMe();
      assert.equal(service.accepted, 3, header);
    }
  });
  test("a response without a request is not taken for that of the next call", async () => {
    let count = 0;
    const service = await serveRaw(async (socket) => {
      const result = `{"ok":true,"result":${++count}}`;
      socket.write(response(result));
      if (count === 1) await setTimeout(20), socket.write(response('{"ok":true,"result":"other"}'));
    });
    const bot = botOf(service);
    assert.equal(await bot.getMe(), 1);
    await setTimeout(60);
    assert.equal(await bot.getMe(), 2);
  });
});

describe("closed by the service while it is idle", () => {
  test("the next call has a new connection, also if the program was too busy to notice", async () => {
    const child = fork(fileURLToPath(new URL("closing-service.mjs", import.meta.url)));
    const [port] = await once(child, "message");
    const bot = botOf({ port });
    try {
      for (let call = 0; call < 20; call++) {
        assert.equal(await bot.sendMessage({ chat_id: 1, text: "a" }), true);
        // The service, another process, closes the connection meanwhile.
        const end = performance.now() + 30;
        while (performance.now() < end);
      }
    } finally {
      child.kill();
    }
  });
  test("one that is closed after all of a request was read is not tried again: the service may have acted on it", async () => {
    let requests = 0;
    const service = await serveRaw((socket) => (++requests === 2 ? socket.destroy() : socket.write(response(RESULT))));
    const bot = botOf(service);
    await bot.getMe();
    assert.equal((await failing(bot.sendMessage({ chat_id: 1, text: "a" }))).kind, "network");
    assert.equal(requests, 2);
    assert.equal(await bot.sendMessage({ chat_id: 1, text: "a" }, { retry: 1 }), true);
  });
  test("a write that fails is made again on another connection", async () => {
    const service = await serveHttp();
    const agent = new Agent({ keepAlive: true });
    const bot = botOf(service, { agent });
    await bot.getMe();
    // The error of a write to a connection that was reset before.
    const [idle] = Object.values(agent.freeSockets).flat();
    for (const write of ["writeUtf8String", "writeLatin1String", "writeAsciiString", "writev", "writeBuffer"]) idle._handle[write] = () => -EPIPE;
    assert.equal(await bot.sendMessage({ chat_id: 1, text: "a" }), true);
    assert.equal(service.accepted, 2);
    agent.destroy();
  });
});

describe("close()", () => {
  test("closes idle connections at once, and the bot stays usable", async () => {
    const service = await serveHttp();
    const bot = botOf(service);
    for (let round = 1; round <= 2; round++) {
      await bot.getMe();
      assert.equal(service.sockets.size, 1);
      bot.close();
      await none(service);
      assert.equal(service.accepted, round);
    }
  });
  test("lets calls, uploads and downloads in flight end, and closes their connections then", async () => {
    const pending = [];
    const service = await serveHttp((request, answer) => request.resume().on("end", () => pending.push(answer)));
    const bot = botOf(service);
    const calls = [bot.getMe(), bot.sendDocument({ chat_id: 1, document: new Uint8Array(500_000) }), download(bot, { file_id: "a", file_path: "a" }).then((file) => file.text())];
    while (pending.length < 3) await setTimeout(5);
    bot.close();
    for (const answer of pending) answer.end(RESULT);
    assert.deepEqual(await Promise.all(calls), [true, true, RESULT]);
    await none(service);
  });
  test("has no effect on a bot that has sent nothing, or sends by a fetch", () => {
    assert.equal(botOf({ port: 1 }).close(), undefined);
    assert.equal(botOf({ port: 1 }, { fetch: async () => Response.json({}) }).close(), undefined);
  });
});

describe("a process ends by itself", () => {
  for (const deed of ["close", "nothing"]) {
    test(`after a call and ${deed}, while the service keeps the connection`, async () => {
      const service = await serveHttp(undefined, { keepAliveTimeout: 120_000 });
      const { after } = await printedJson(execPath, [fileURLToPath(new URL("exit.mjs", import.meta.url)), `http://127.0.0.1:${service.port}`, deed], ".");
      // Idle connections are kept for 4 seconds.
      assert.ok(after < 2000, `${after} ms`);
    });
  }
});
