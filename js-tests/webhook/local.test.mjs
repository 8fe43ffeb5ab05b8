// Webhooks on this machine, which are allowed only for bots whose service is local too.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Bot, registerWebhook } from "botwire";
import { recorded } from "../support/recorded.mjs";
import { TOKEN, ok } from "../support/recorder.mjs";

const { service, botWith } = await recorded(({ name }) => ok(name === "getWebhookInfo" ? { url: "", has_custom_certificate: false, pending_update_count: 0 } : true));
beforeEach(() => service.clear());

const local = () => botWith();
const remote = () => new Bot({ baseUrl: "https://service.example", token: TOKEN, fetch: () => assert.fail("it was called") });
const URLS = ["http://127.0.0.1:8787/hook", "http://localhost:3000/hook", "https://bot.localhost:8444/hook", "http://[::1]/hook"];

for (const url of URLS) {
  test(`${url}: accepted if the service is on this machine`, async () => {
    assert.equal(await local().setWebhook({ url, max_connections: 5 }), true);
    assert.deepEqual(service.only.params, { url, max_connections: 5 });
    service.clear();
    await local().call("SETWEBHOOK", { url });
    assert.deepEqual(service.only.params, { url });
    service.clear();
    assert.deepEqual((await registerWebhook(local(), { url, path: "/hook" })).changed, ["url"]);
    assert.equal(service.requests[1].params.url, new URL(url).href);
  });
  test(`${url}: refused if the service is elsewhere`, async () => {
    await assert.rejects(remote().setWebhook({ url }), { kind: "validation", path: "url" });
    await assert.rejects(registerWebhook(remote(), { url, path: "/hook" }), { kind: "validation", path: "url" });
  });
}
test("a space or control character, which URL would remove or escape: refused here and elsewhere", async () => {
  for (const [base, make] of [["http://127.0.0.1:8787/hook", local], ["https://bot.example/hook", remote]]) {
    for (const blank of ["\n", "\r\n", "\t", " ", "\0", "\x1f", "\x7f"]) {
      for (const url of [`${base}${blank}`, `${base}${blank}/a`, `${blank}${base}`, base.replace("ht", `ht${blank}`)]) {
        await assert.rejects(make().setWebhook({ url }), { kind: "validation", path: "url" }, JSON.stringify(url));
        await assert.rejects(registerWebhook(make(), { url, path: "/hook" }), { kind: "validation", path: "url" }, JSON.stringify(url));
      }
    }
  }
  for (const url of [Symbol("a"), Object.create(null)]) await assert.rejects(registerWebhook(local(), { url }), { kind: "validation", path: "url" });
  assert.equal(service.requests.length, 0);
});
test("what is not on this machine, and other parameters, are checked as ever", async () => {
  for (const url of ["http://bot.example/hook", "http://127.0.0.1.bot.example/hook", "https://bot.example:8444/hook", "localhost"]) {
    const error = await local().setWebhook({ url }).catch((error) => error);
    // The path of the URL is a secret.
    assert.deepEqual([error.kind, error.path, error.received], ["validation", "url", "a different String"]);
  }
  for (const url of [[URLS[0]], [[URLS[0]]]]) await assert.rejects(local().call("setWebhook", { url }), { kind: "validation", path: "url" });
  await assert.rejects(local().setWebhook({ url: URLS[0], max_connections: 101 }), { kind: "validation", path: "max_connections" });
  await assert.rejects(local().answerCallbackQuery({ callback_query_id: "1", url: 5 }), { kind: "validation", path: "url" });
  await assert.rejects(registerWebhook(local(), { url: URLS[0], path: "/other" }), { kind: "validation", path: "url" });
  assert.equal(service.requests.length, 0);
});
