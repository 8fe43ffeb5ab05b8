// The dashboard in chromium when things go wrong: explained in words that help, no error in the console, no token anywhere.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { assertAccessible, assertDiscreet, connect, holdTime, nothing, openPage, openSite, passTime, raw, service } from "./support.mjs";

const TOKEN = "987654:troublesome-token-of-a-bot";
const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "content-type", "content-type": "application/json" };
const ME = { id: 7, is_bot: true, first_name: "Raw", username: "raw_bot" };

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

/** A custom service: `methods` are its handlers by name; getMe has a default. */
async function own(methods = {}, { preflight = true } = {}) {
  const calls = [];
  const { url, close } = await raw((request, response) => {
    if (request.method === "OPTIONS") return void (preflight ? response.writeHead(204, CORS) : response.writeHead(405)).end();
    const name = new URL(request.url, "http://x").pathname.split("/").at(-1);
    calls.push(name);
    const answer = (status, body) => response.writeHead(status, CORS).end(JSON.stringify(body));
    const handler = methods[name];
    if (handler) return void handler({ request, response, answer, count: calls.filter((called) => called === name).length });
    request.resume();
    if (name === "getMe") return void answer(200, { ok: true, result: ME });
    if (name === "getWebhookInfo") return void answer(200, { ok: true, result: { url: "", has_custom_certificate: false, pending_update_count: 0 } });
    if (name === "getUpdates") return void setTimeout(() => answer(200, { ok: true, result: [] }), 400);
    answer(404, { ok: false, error_code: 404, description: "Not Found" });
  });
  return { url, calls, close };
}

/** A page with a bot at that service, at that part of the dashboard. */
async function at(url, hash) {
  const view = await openPage(site, `#/dashboard/${hash}`);
  await connect(view.page, url, TOKEN);
  return view;
}

async function conclude(view, ...services) {
  await assertDiscreet(view, TOKEN);
  await view.context.close();
  for (const { close } of services) await close();
}

test("a base URL without CORS is explained", async () => {
  const there = await raw((_request, response) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ok: true, result: ME })));
  const view = await at(there.url, "overview");
  await view.page.getByRole("alert").filter({ hasText: "does not let web pages in (CORS)" }).waitFor();
  await view.page.getByText("Access-Control-Allow-Origin").first().waitFor();
  await view.page.getByText(`npx botwire emulator --cors ${new URL(view.page.url()).origin}`).waitFor();
  await assertAccessible(view.page);
  await conclude(view, there);
});

test("an address where nothing answers, and a page instead of the service, are distinguished", async () => {
  const silent = await nothing();
  const view = await at(silent.url, "overview");
  await view.page.getByRole("alert").filter({ hasText: "Nothing answers there" }).waitFor();
  const there = await raw((_request, response) => response.writeHead(200, { ...CORS, "content-type": "text/html" }).end("<h1>Welcome</h1>"));
  await connect(view.page, there.url, TOKEN);
  await view.page.getByRole("alert").filter({ hasText: "Something else answered" }).waitFor();
  await conclude(view, there, silent);
});

test("a token that the service does not know", async () => {
  const { url, close } = await service();
  const view = await at(url, "overview");
  await view.page.getByRole("alert").filter({ hasText: "401: the service refused" }).waitFor();
  await conclude(view, { close });
});

test("429: the wait counts down, then the call can be repeated", async () => {
  const there = await own({
    sendMessage: ({ request, answer, count }) => {
      request.resume();
      if (count === 1) return answer(429, { ok: false, error_code: 429, description: "Too Many Requests: retry after 2", parameters: { retry_after: 2 } });
      answer(200, { ok: true, result: { message_id: 1, date: 1, chat: { id: 5, type: "private", first_name: "A" }, text: "hi" } });
    },
  });
  const view = await at(there.url, "methods/sendMessage?chat_id=5&text=hi");
  const { page } = view;
  await holdTime(page);
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByText("429: the service refused").waitFor();
  const repeat = page.getByRole("button", { name: "Repeat the call" });
  await page.getByText("The service asks to wait 2 s.").waitFor();
  assert.ok(await repeat.isDisabled());
  await passTime(page, 1000);
  await page.getByText("The service asks to wait 1 s.").waitFor();
  assert.ok(await repeat.isDisabled());
  await passTime(page, 1000);
  await page.getByText("You can try again.").waitFor();
  await repeat.click();
  await page.getByLabel("Result").getByText('"hi"').waitFor();
  await conclude(view, there);
});

test("a group that became a supergroup: the new identifier is offered", async () => {
  const { emulator, url, user, token, close } = await service();
  const group = emulator.chat({ type: "group", title: "We", creator: user, members: [emulator.bot] });
  const before = group.id;
  const view = await openPage(site, `#/dashboard/methods/sendMessage?chat_id=${before}&text=moved`);
  const { page } = view;
  await connect(page, url, token);
  const to = group.migrate();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByText(`The group is now the supergroup ${to}`).waitFor();
  await page.getByRole("button", { name: "Repeat there" }).click();
  await page.getByLabel("Result").getByText('"moved"').waitFor();
  await eventually(() => page.getByLabel("chat_id required").inputValue(), String(to), "the chat in the form");
  await assertDiscreet(view, token);
  await view.context.close();
  await close();
});

test("a slow service: the page says that it waits, and the call can be canceled", async () => {
  const there = await own({ getChat: ({ request }) => request.resume() });
  const view = await at(there.url, "methods/getChat?chat_id=5");
  const { page } = view;
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByText(/Still waiting for the answer: \d+ s/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alert").filter({ hasText: "Canceled" }).waitFor();
  await conclude(view, there);
});

test("a connection that drops in the middle of a call", async () => {
  const there = await own({ getChat: ({ request }) => request.socket.destroy() });
  const view = await at(there.url, "methods/getChat?chat_id=5");
  await view.page.getByRole("button", { name: "Call", exact: true }).click();
  await view.page.getByRole("alert").filter({ hasText: /Nothing answers|CORS|No answer/ }).waitFor();
  await view.page.getByRole("button", { name: "Try again" }).waitFor();
  await conclude(view, there);
});

test("an upload of 40 MB shows its progress and is canceled half way", async () => {
  let received = 0;
  let upload;
  let closed;
  const isClosed = new Promise((resolve) => (closed = resolve));
  const there = await own({
    sendDocument: ({ request }) => {
      upload = request;
      // The line stops in the middle of the file, until it is canceled.
      request.on("data", (chunk) => (received += chunk.length) > 15_000_000 && upload === request && request.pause());
      request.on("close", () => closed());
    },
  });
  const view = await at(there.url, "methods/sendDocument?chat_id=5");
  const { page } = view;
  await page.locator(".drop").waitFor();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(40_000_000)], "large.bin"));
    document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.getByText("large.bin").waitFor();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  const progress = page.getByRole("progressbar", { name: "Transferred" });
  await eventually(() => progress.evaluate(({ value }) => value > 0.3), true, "the progress that is shown");
  assert.ok((await progress.evaluate(({ value }) => value)) < 1);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alert").filter({ hasText: "Canceled" }).waitFor();
  const stopped = upload;
  upload = undefined;
  stopped.resume();
  await isClosed;
  assert.ok(received < 40_000_000, `${received} bytes were received`);
  await conclude(view, there);
});

test("an update of an unknown kind is shown as it is", async () => {
  const unknown = { update_id: 1, brand_new_kind: { depth: { inner: ["as", "it", "is"] }, from: { id: 1, first_name: "Eve" } } };
  const there = await own({
    getUpdates: ({ request, answer, count }) => (request.resume(), setTimeout(() => answer(200, { ok: true, result: count === 1 ? [unknown, { update_id: 2 }] : [] }), count === 1 ? 0 : 500)),
  });
  const view = await at(there.url, "updates");
  const { page } = view;
  await page.getByRole("button", { name: "Receive" }).click();
  await page.getByRole("option", { name: /brand_new_kind/ }).click();
  await page.getByLabel("Raw").check({ force: true });
  await eventually(async () => JSON.parse(await page.getByLabel("The update as it came").textContent()), unknown);
  await page.getByRole("option", { name: /\(empty\)/ }).click();
  await conclude(view, there);
});

test("long polling goes on after 409, 502 and a dropped connection", async () => {
  // The answer after the conflict waits until the conflict was seen.
  let since;
  const there = await own({
    getUpdates: ({ request, response, answer, count }) => {
      request.resume();
      if (since === undefined) return answer(409, { ok: false, error_code: 409, description: "Conflict: webhook is set" });
      if (count === since + 1) return response.writeHead(502, CORS).end("<html>Bad Gateway</html>");
      if (count === since + 2) return request.socket.destroy();
      setTimeout(() => answer(200, { ok: true, result: count === since + 3 ? [{ update_id: 9, message: { message_id: 1, date: 1, chat: { id: 5, type: "private" }, text: "after all" } }] : [] }), 200);
    },
  });
  const view = await at(there.url, "updates");
  const { page } = view;
  await page.getByRole("button", { name: "Receive" }).click();
  await page.getByText("Someone else receives the updates").waitFor();
  since = there.calls.filter((name) => name === "getUpdates").length;
  await page.getByRole("option", { name: /after all/ }).waitFor();
  await page.getByText("receiving", { exact: true }).waitFor();
  await conclude(view, there);
});

test("a webhook of the emulator inside the page that cannot be reached: reported as the last error, not in the console", async () => {
  const view = await openPage(site, "#/dashboard/overview");
  const { page } = view;
  await page.getByRole("button", { name: "Use the emulator" }).click();
  await page.getByText("Set a webhook").click();
  await page.getByLabel("url required").fill("https://127.0.0.1:8443/hook");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.getByText("The webhook is set.").waitFor();
  await page.waitForFunction(() => {
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent.includes("Refresh")).click();
    return document.querySelector("dd.bad") !== null;
  }, undefined, { polling: 300 });
  await conclude(view);
});

test("who pastes the address of a method: the token in it goes where it is not seen", async () => {
  const { url, token, close } = await service();
  const view = await openPage(site, "#/dashboard");
  const { page } = view;
  await page.getByLabel("Base URL of the service").fill(`${url}/bot${token}/getMe`);
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByText("not set", { exact: true }).waitFor();
  await assertDiscreet(view, token);
  await view.context.close();
  await close();
});

test("an upload to a service that answers no preflight arrives once, if without progress", async () => {
  let received = 0;
  const there = await own({
    sendDocument: ({ request, answer }) => {
      request.on("data", (chunk) => (received += chunk.length));
      request.on("end", () => answer(200, { ok: true, result: { message_id: 1, date: 1, chat: { id: 5, type: "private" } } }));
    },
  }, { preflight: false });
  const view = await at(there.url, "methods/sendDocument?chat_id=5");
  const { page } = view;
  await page.getByLabel("document: choose a file").setInputFiles({ name: "some.bin", mimeType: "application/octet-stream", buffer: Buffer.alloc(1_000_000) });
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByLabel("Result").getByText('"message_id"').waitFor();
  assert.equal(there.calls.filter((name) => name === "sendDocument").length, 1);
  assert.ok(received > 1_000_000);
  await conclude(view, there);
});

test("a slow download shows its progress and can be canceled", async () => {
  let closed;
  const isClosed = new Promise((resolve) => (closed = resolve));
  const there = await own({
    getFile: ({ request, answer }) => (request.resume(), answer(200, { ok: true, result: { file_id: "f", file_size: 1000, file_path: "documents/slow.bin" } })),
    "slow.bin": ({ response }) => {
      response.on("close", closed);
      response.writeHead(200, { ...CORS, "content-type": "application/octet-stream", "content-length": 1000, "access-control-expose-headers": "content-length" });
      response.write(Buffer.alloc(400));
    },
  });
  const view = await at(there.url, "methods/getFile?file_id=f");
  const { page } = view;
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByRole("button", { name: "Download slow.bin" }).click();
  await page.getByText("400 B of 1.0 kB").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alert").filter({ hasText: "Canceled" }).waitFor();
  await isClosed;
  await conclude(view, there);
});
