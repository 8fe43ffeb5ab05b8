// The first call of a process: the engine has just been started, and its memory grows for the first time.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { promisify } from "node:util";

const folder = new URL("..", import.meta.url);
const run = async (source) => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", source], { cwd: folder });
  return JSON.parse(stdout);
};

/** What the `fetch` of a new process is given by its first call. */
const firstCall = (options, call) =>
  run(`import { Bot } from "botwire";
    const fetch = async (url, { method, body }) => {
      console.log(JSON.stringify([url.split("/").pop(), method, typeof body === "object" ? "bytes" : (body ?? null)]));
      return Response.json({ ok: true, result: true });
    };
    const bot = new Bot({ baseUrl: "https://bots.example", token: "1:TOKEN", fetch, ...${JSON.stringify(options)} });
    await bot.${call};`);

describe("the first call", () => {
  for (const [name, options, call, sent] of [
    ["without parameters, as JSON", {}, "getMe()", ["getMe", "POST", "{}"]],
    ["without parameters, as a form", { encoding: "form" }, "getMe()", ["getMe", "POST", ""]],
    ["with empty parameters, as a form", { encoding: "form" }, "getWebhookInfo({})", ["getWebhookInfo", "POST", ""]],
    ["without parameters, in the query", { encoding: "query" }, "getMe()", ["getMe", "POST", null]],
    ["without parameters, by GET", { httpMethod: "GET" }, "getMe()", ["getMe", "GET", null]],
    ["without parameters, as multipart", { encoding: "multipart" }, "getMe()", ["getMe", "POST", null]],
    ["with parameters, as a form", { encoding: "form" }, "getChat({ chat_id: 1 })", ["getChat", "POST", "chat_id=1"]],
    ["with parameters, as multipart", { encoding: "multipart" }, "getChat({ chat_id: 1 })", ["getChat", "POST", "bytes"]],
    ["of some size, as a form", { encoding: "form" }, `sendMessage({ chat_id: 1, text: "a".repeat(4096) })`, ["sendMessage", "POST", `chat_id=1&text=${"a".repeat(4096)}`]],
  ]) {
    test(name, async () => assert.deepEqual(await firstCall(options, call), sent));
  }
});

test("the first delivery whose fields are checked, with a name and a value that are escaped", async () => {
  const update = String.raw`{"update_id":1,"me\u0073sage":{"message_id":1,"date":1,"chat":{"id":7,"type":"priv\u0061te"},"text":"hi"}}`;
  const status = await run(`import { createWebhookHandler } from "botwire";
    import { everyField } from "botwire/check";
    const options = { baseUrl: "https://bots.example", token: "1:TOKEN", path: "/hook/x", check: everyField };
    const handler = createWebhookHandler(options, ({ message }) => ({ method: "sendMessage", chat_id: message.chat.id, text: "hi" }));
    const headers = { "content-type": "application/json" };
    const response = await handler(new Request("https://bot.example/hook/x", { method: "POST", headers, body: ${JSON.stringify(update)} }));
    console.log(response.status);`);
  assert.equal(status, 200);
});
