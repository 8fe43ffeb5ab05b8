// A replaced global `Promise`, as with zone.js and Angular: promises of the platform are not instances of it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

const folder = new URL("..", import.meta.url);
const run = async (source) => {
  const replaced = `globalThis.Promise = class extends Promise {}; ${source}`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", replaced], { cwd: folder });
  return JSON.parse(stdout);
};

const BASE = `{ baseUrl: "https://bots.example", token: "1:TOKEN" }`;
const DELIVERY = `new Request("https://bot.example/hook/x", { method: "POST", headers: { "content-type": "application/json" }, body: '{"update_id":1}' })`;

for (const entry of ["node", "bundled", "default"]) {
  test(`a call and a file, engine of ${entry}`, async () => {
    const sent = await run(`
      const { Bot } = await import("./node_modules/botwire/entries/${entry}.js");
      const sent = [];
      const fetch = async (url, { body }) => (sent.push(url.split("/").pop(), (await new Response(body).text()).length > 10), Response.json({ ok: true, result: true }));
      const bot = new Bot({ ...${BASE}, fetch });
      await bot.sendMessage({ chat_id: 1, text: "hi" });
      await bot.sendDocument({ chat_id: 1, document: new Blob(["abc"]) });
      await bot.sendDocument({ chat_id: 1, document: new Blob(["abc"]).stream() });
      console.log(JSON.stringify(sent));`);
    assert.deepEqual(sent, ["sendMessage", true, "sendDocument", true, "sendDocument", true]);
  });
}

for (const entry of ["node", "bundled"]) {
  test(`deliveries, engine of ${entry}: fields checked, a file, a late call that fails`, async () => {
    const [fields, file, late, errorKind] = await run(`
      const { createWebhookHandler } = await import("./node_modules/botwire/entries/${entry}.js");
      const { everyField } = await import("botwire/check");
      const make = (options, handler) => createWebhookHandler({ ...${BASE}, path: "/hook/x", ...options }, handler);
      const fields = await make({ check: everyField }, () => ({ method: "sendMessage", chat_id: 1, text: "hi" }))(${DELIVERY});
      const file = await make({}, () => ({ method: "sendDocument", chat_id: 1, document: new Blob(["abc"]).stream() }))(${DELIVERY});
      const promises = [];
      let errorKind;
      const fetch = async () => Response.json({ ok: false, error_code: 400, description: "no" });
      const options = { fetch, deadlineMs: 20, onError: (error) => void (errorKind = error.kind) };
      const handler = make(options, async () => (await new Promise((done) => setTimeout(done, 60)), { method: "sendMessage", chat_id: 1, text: "hi" }));
      const late = await handler(${DELIVERY}, {}, { waitUntil: (promise) => promises.push(promise) });
      while (promises.length > 0) await promises.pop();
      console.log(JSON.stringify([await fields.text(), file.headers.get("content-type").split(";")[0], late.status, errorKind]));`);
    assert.deepEqual([fields, file, late, errorKind], ['{"method":"sendMessage","chat_id":1,"text":"hi"}', "multipart/form-data", 200, "api"]);
  });
}
