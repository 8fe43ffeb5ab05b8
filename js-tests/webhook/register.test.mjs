// registerWebhook: comparison, changes and errors.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { createWebhookHandler, inOrder, isValidationError, on, registerWebhook } from "botwire";
import { PATH } from "../support/deliveries.mjs";
import { recorded } from "../support/recorded.mjs";
import { ok } from "../support/recorder.mjs";

let info;
const { service, botWith } = await recorded(({ name }) => ok(name === "getWebhookInfo" ? info : true));

describe("registerWebhook", () => {
  beforeEach(() => {
    service.clear();
    info = { url: "", has_custom_certificate: false, pending_update_count: 0 };
  });
  const url = `https://bot.example:8443${PATH}`;
  const register = (options) => registerWebhook(botWith(), { url, path: PATH, ...options });
  const names = () => service.requests.map(({ name }) => name);

  test("sets what is not set", async () => {
    assert.deepEqual((await register({ max_connections: 5, allowed_updates: ["message"] })).changed, ["url", "max_connections", "allowed_updates"]);
    assert.deepEqual(names(), ["getWebhookInfo", "setWebhook"]);
    assert.deepEqual(service.requests[1].params, { url, max_connections: 5, allowed_updates: ["message"] });
  });
  test("leaves what is set", async () => {
    info = { ...info, url, max_connections: 5, allowed_updates: ["message", "inline_query"] };
    assert.deepEqual((await register({ allowed_updates: ["inline_query", "message"] })).changed, []);
    assert.deepEqual(names(), ["getWebhookInfo"]);
    assert.deepEqual((await register({ allowed_updates: [] })).changed, ["allowed_updates"]);
    assert.deepEqual(service.requests.at(-1).params, { url, max_connections: 5, allowed_updates: [] });
  });
  test("sets what is set if that is forced", async () => {
    info = { ...info, url };
    assert.deepEqual((await register({ force: true })).changed, []);
    assert.deepEqual(names(), ["getWebhookInfo", "setWebhook"]);
  });
  test("the URL may begin with the prefix of the adapter, and with no other", async () => {
    const prefixed = `https://bot.example/prod${PATH}`;
    await assert.rejects(register({ url: prefixed }), (error) => isValidationError(error) && error.path === "url");
    await assert.rejects(register({ prefix: "/prod" }), (error) => isValidationError(error) && error.path === "url");
    assert.deepEqual((await register({ url: prefixed, prefix: "/prod" })).changed, ["url"]);
  });
  test("returns the kinds of the handler that an earlier version of the bot keeps away", async () => {
    info = { ...info, url, allowed_updates: ["message"] };
    const handler = on({ message() {}, callback_query() {}, inline_query: undefined });
    const webhook = createWebhookHandler({ bot: botWith(), path: PATH }, inOrder({}, handler));
    assert.deepEqual((await register({ handler })).missing, ["callback_query"]);
    assert.deepEqual((await register({ handler: webhook })).missing, ["callback_query"]);
    assert.deepEqual((await register({ handler, allowed_updates: [] })).missing, []);
    assert.deepEqual((await register({ handler: on({ message() {}, other() {} }) })).missing, []);
    assert.deepEqual((await register({ handler() {} })).missing, []);
  });
  test("uploads a certificate", async () => {
    assert.deepEqual((await register({ certificate: new Blob(["x"]) })).changed, ["url", "certificate"]);
    assert.equal(String(service.requests[1].params.certificate.bytes), "x");
    // It may be another one than the service has.
    info = { ...info, url, has_custom_certificate: true };
    assert.deepEqual((await register({ certificate: new Blob(["y"]) })).changed, ["certificate"]);
    assert.equal(String(service.requests.at(-1).params.certificate.bytes), "y");
    assert.deepEqual((await register({})).changed, ["certificate"]);
  });
  for (const [path, value] of Object.entries({ path: 5, prefix: null, certificate: null, max_connections: "40", allowed_updates: "message", force: "no", handler: "on", bogus: 1 })) {
    test(`refuses the option ${path} by name: ${value}`, async () => {
      await assert.rejects(register({ [path]: value }), { kind: "validation", method: "registerWebhook", path });
      assert.equal(service.requests.length, 0);
    });
  }
  for (const wrong of ["http://bot.example/hook/s3cret-p4th", "https://bot.example:8444/hook/s3cret-p4th", "https://bot.example/", "https://bot.example/other", "https://a:b@bot.example/hook/s3cret-p4th", "https://bot.example/hook/s3cret-p4th#a", "x", 5]) {
    test(`refuses ${wrong}`, async () => {
      await assert.rejects(register({ url: wrong }), (error) => isValidationError(error) && error.path === "url");
      assert.equal(service.requests.length, 0);
    });
  }
});
