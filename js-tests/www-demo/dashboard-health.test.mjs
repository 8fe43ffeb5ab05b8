// The dashboard opens with the health of the bot and what came in.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { assertAccessible, assertDiscreet, connect, openPage, openSite, raw, service } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const fact = (page, name) => page.locator(".facts > div").filter({ hasText: name }).locator("dd");
const infoOf = async ({ url, token }) => (await (await fetch(`${url}/bot${token}/getWebhookInfo`)).json()).result;

test("a bot whose webhook fails: what waits, the last error, the kinds that it asked for", async () => {
  const there = await service({ allowHttpWebhooks: "loopback" });
  const broken = await raw((request, response) => (request.resume(), response.writeHead(500).end()));
  const { url, token, user } = there;
  await fetch(`${url}/bot${token}/setWebhook`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ url: `${broken.url}/hook`, allowed_updates: ["message", "callback_query"] }) });
  user.write("one");
  user.write("two");
  await eventually(async () => (await infoOf(there)).last_error_message !== undefined, true, "the delivery failed");
  const view = await openPage(site, "#/dashboard");
  const { page, context } = view;
  await connect(page, url, token);
  await page.getByText("The webhook fails: 2 updates wait. The last error says why.").waitFor();
  await page.getByRole("banner").getByText("Webhook fails, 2 updates wait").waitFor();
  await eventually(() => fact(page, "Webhook").first().textContent(), `${broken.url}/hook`);
  await eventually(() => fact(page, "allowed_updates").textContent(), "message callback_query ");
  assert.match(await fact(page, "Last error").textContent(), /500/);
  await page.getByText("The service delivers updates to the webhook, so this page does not see them.").waitFor();
  await page.getByText("Change or delete the webhook").waitFor();
  await assertAccessible(page);
  await assertDiscreet(view, token);
  await context.close();
  for (const { close } of [there, broken]) await close();
});

test("a bot whose webhook works: nothing waits, and updates go elsewhere", async () => {
  const there = await service({ allowHttpWebhooks: "loopback" });
  const works = await raw((request, response) => (request.resume(), response.writeHead(200).end()));
  await fetch(`${there.url}/bot${there.token}/setWebhook?url=${encodeURIComponent(`${works.url}/hook`)}`);
  there.user.write("delivered");
  await eventually(async () => (await infoOf(there)).pending_update_count, 0, "the update is delivered");
  const view = await openPage(site, "#/dashboard/log");
  const { page, context } = view;
  await connect(page, there.url, there.token);
  // The header says it in every section.
  await page.getByRole("banner").getByText("Webhook, nothing waits").waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByText("Nothing waits at the service, and no delivery to the webhook has failed.").waitFor();
  await eventually(() => fact(page, "Last error").textContent(), "none");
  await eventually(() => fact(page, "allowed_updates").textContent(), "all kinds");
  await assertDiscreet(view, there.token);
  await context.close();
  for (const { close } of [there, works]) await close();
});

test("a bot that does not run: what waits is shown and still waits, and comes in on request", async () => {
  const there = await service();
  for (const text of ["the first", "the second", "the third"]) there.user.write(text);
  const view = await openPage(site, "#/dashboard", { colorScheme: "dark" });
  const { page, context } = view;
  await connect(page, there.url, there.token);
  const waiting = page.getByRole("list", { name: "Updates that wait" });
  await eventually(() => waiting.getByRole("listitem").count(), 3, "updates that wait");
  await waiting.getByText("the second").waitFor();
  assert.equal((await infoOf(there)).pending_update_count, 3, "none is confirmed");
  await page.getByRole("banner").getByText("3 updates wait").waitFor();
  await page.getByRole("button", { name: "Receive updates" }).click();
  const last = page.getByRole("list", { name: "The last updates" });
  await eventually(async () => (await last.getByRole("listitem").allTextContents()).map((text) => text.split(" the ")[1]), ["third", "second", "first"], "the newest first");
  there.user.write("the fourth");
  await last.getByText("the fourth").waitFor();
  await page.getByText("This page receives the updates.").waitFor();
  await page.getByRole("banner").getByText("Receives here").waitFor();
  await assertAccessible(page);
  await page.getByRole("link", { name: "All 4 updates" }).click();
  await page.getByText("4 received").waitFor();
  await assertDiscreet(view, there.token);
  await context.close();
  await there.close();
});

test("a bot that polls is not disturbed: the dashboard asks for no updates", async () => {
  const there = await service();
  const view = await openPage(site, "#/dashboard");
  const { page, context } = view;
  await connect(page, there.url, there.token);
  await page.getByText("No webhook is set and nothing waits: a bot that polls is fine.").waitFor();
  await page.getByRole("button", { name: "Refresh" }).first().click();
  await page.getByText(/^In the last minute|at most 0 pending/).first().waitFor();
  assert.deepEqual(there.emulator.log().filter(({ method }) => method === "getUpdates"), []);
  await context.close();
  await there.close();
});

for (const width of [390, 1000, 1280]) {
  test(`${width} px: what came in is seen and reached by Tab before the folded form of the webhook`, async () => {
    const there = await service();
    there.user.write("hello");
    const { page, context } = await openPage(site, "#/dashboard", { viewport: { width, height: 860 } });
    await connect(page, there.url, there.token);
    const receive = page.getByRole("button", { name: "Receive updates" });
    await receive.waitFor();
    const form = page.getByText("Set a webhook");
    const [came, folded] = [await receive.boundingBox(), await form.boundingBox()];
    assert.ok(came.y < folded.y, "it is above the form");
    const isFocused = (target) => target.evaluate((element) => element === document.activeElement);
    await page.getByRole("button", { name: "Refresh" }).first().focus();
    for (let stops = 0; stops < 10 && !(await isFocused(receive)); stops++) {
      await page.keyboard.press("Tab");
      assert.ok(!(await isFocused(form)), "the form comes later");
    }
    assert.ok(await isFocused(receive), "Tab reaches what came in");
    await context.close();
    await there.close();
  });
}

test("“Try it” of a method for groups arrives with a group", async () => {
  const view = await openPage(site, "#/dashboard/try/getChatMembersCount");
  const { page, context } = view;
  await page.getByRole("heading", { name: "getChatMembersCount" }).waitFor();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByLabel("Result").getByText("3").waitFor();
  await page.evaluate(() => void (location.hash = "#/dashboard/try/setChatTitle?title=Readers"));
  await page.getByRole("heading", { name: "setChatTitle" }).waitFor();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByLabel("Result").getByText("true").waitFor();
  await assertDiscreet(view);
  await context.close();
});
