// Pages of other origins in Chromium: access of a hostile page and of an allowed page to the emulator's port.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createEmulator, serve } from "botwire/emulator";

import { launch } from "../support/chromium.mjs";
import { serve as serveSite } from "../support/serve.mjs";

const html = (body = "") => new Response(`<!doctype html><meta charset="utf-8">${body}`, { headers: { "content-type": "text/html" } });
let browser;
let hostile;
let named;
let emulator;
let server;

before(async () => {
  [browser, hostile, named] = await Promise.all([launch(), serveSite(() => html()), serveSite(() => html())]);
  emulator = createEmulator();
  server = await serve(emulator, { port: 0, cors: [named.url] });
  emulator.user({ first_name: "Alice" }).write("private");
});

after(async () => {
  await browser?.close();
  await Promise.all([hostile, named, server].map((server) => server?.close()));
  emulator?.close();
});

/** Returns the responses that a page of that origin can read. */
async function tried(site) {
  const page = await browser.newPage();
  await page.goto(site.url);
  const got = await page.evaluate(async ([url, token]) => {
    const text = (path, init) => fetch(url + path, init).then((response) => response.text(), () => "blocked");
    const json = { method: "POST", headers: { "content-type": "application/json" } };
    const post = (path, body) => text(path, { method: "POST", headers: { "content-type": "text/plain" }, body });
    const blind = (path, init) => fetch(url + path, { mode: "no-cors", ...init }).then(({ type }) => type, () => "blocked");
    const image = (path) => new Promise((done) => Object.assign(new Image(), { src: url + path, onload: () => done("loaded"), onerror: () => done("failed") }));
    const results = {
      write: await post("/user/write", "written by a page"),
      bots: await post("/user/act/bots", ""),
      advance: await post("/user/advance", "1h"),
      messages: await text("/user/messages"),
      log: await text("/user/log"),
      getMe: await text(`/bot${token}/getMe`),
      setWebhook: await text(`/bot${token}/setWebhook`, { ...json, body: JSON.stringify({ url: "http://127.0.0.1:9/" }) }),
    };
    await blind("/user/write", { method: "POST", body: "written blindly" });
    await blind(`/bot${token}/setWebhook?url=http://127.0.0.1:9/blind`);
    await image(`/bot${token}/setWebhook?url=http://127.0.0.1:9/image`);
    return results;
  }, [server.url, emulator.token]);
  await page.close();
  return got;
}

test("a page of another origin neither acts nor reads", async () => {
  const before = emulator.log().length;
  const got = await tried(hostile);
  assert.deepEqual(new Set(Object.values(got)), new Set(["blocked"]), JSON.stringify(got));
  assert.deepEqual(emulator.users[0].messages().map(({ text }) => text), ["private"]);
  assert.equal(emulator.log().length, before);
});

test("a form and a link of another origin do nothing", async () => {
  const page = await browser.newPage();
  for (const body of [
    `<form method="post" enctype="text/plain" action="${server.url}/user/write"><input name='{"text":"form' value='"}'></form><script>document.forms[0].submit()</script>`,
    `<script>location = "${server.url}/bot${emulator.token}/setWebhook?url=http://127.0.0.1:9/link"</script>`,
  ]) {
    const site = await serveSite(() => html(body));
    const refused = page.waitForResponse((response) => response.url().startsWith(server.url));
    await page.goto(site.url).catch(() => {});
    assert.equal((await refused).status(), 403);
    await site.close();
  }
  await page.close();
  assert.deepEqual(emulator.users[0].messages().map(({ text }) => text), ["private"]);
  // The browser itself asks for an icon.
  assert.deepEqual(emulator.log().filter(({ kind }) => kind === "call"), []);
});

test("a page of a named origin does both", async () => {
  const got = await tried(named);
  for (const [name, text] of Object.entries(got)) assert.equal(JSON.parse(text).ok, true, name);
  assert.ok(!JSON.stringify(got).includes(emulator.token));
});

test("a name that somebody's DNS makes this machine is refused", async () => {
  const { port } = new URL(server.url);
  const rebound = await browser.newContext();
  const page = await rebound.newPage();
  // Chromium resolves *.localhost to this machine, as an attacker's DNS would resolve another name.
  const response = await page.goto(`http://attacker.localhost:${port}/user/messages`);
  assert.equal(response.status(), 421);
  const got = await page.evaluate(() => fetch("/user/write", { method: "POST", body: "rebound" }).then(({ status }) => status));
  assert.equal(got, 421);
  await rebound.close();
  assert.ok(emulator.users[0].messages().every(({ text }) => text !== "rebound"));
});
