// Connecting to bots in the dashboard: after a failure, at the next visit, and with a second bot.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { assertDiscreet, connect, openPage, openSite, service } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const at = (page, section) => page.goto(page.url().replace(/#.*/, `#/dashboard/${section}`));

test("after a failure the token is still there, the next attempt shows its own error only, and a reload knows the base URL", async () => {
  const { url, token, close } = await service();
  const view = await openPage(site, "#/dashboard");
  const { page, context } = view;
  const field = page.getByLabel("Token", { exact: true });
  await connect(page, url, `${token}x`);
  await page.getByText("The service does not know this token.").waitFor();
  assert.equal(await field.inputValue(), `${token}x`);
  await field.fill("");
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByText("The token is missing.").waitFor();
  await eventually(() => page.getByText("The service does not know this token.").count(), 0, "the former error");
  await field.fill(token);
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("heading", { name: "Who am I" }).waitFor();
  view.consoleMessages.length = 0;
  await assertDiscreet(view, token);
  await page.reload();
  await eventually(() => page.getByLabel("Base URL of the service").inputValue(), url, "the base URL");
  assert.equal(await field.inputValue(), "");
  await assertDiscreet(view, token);
  await context.close();
  await close();
});

test("a second bot is listed with the first; nothing of either is seen with the other, and one can be forgotten", async () => {
  const one = await service({ seed: 1, bots: [{ username: "one_bot" }] });
  const other = await service({ seed: 2, bots: [{ username: "other_bot" }] });
  one.user.write("for the one");
  const view = await openPage(site, "#/dashboard/updates");
  const { page } = view;
  await connect(page, one.url, one.token);
  await page.getByRole("button", { name: "Receive" }).click();
  await page.getByRole("option", { name: /for the one/ }).waitFor();
  await page.getByRole("button", { name: "Add another bot" }).click();
  await eventually(() => page.getByLabel("Token", { exact: true }).inputValue(), "", "the other bot's token");
  await connect(page, other.url, other.token);
  await page.getByText("Nothing was received yet.").waitFor();
  await at(page, "log");
  await page.getByRole("button", { name: /getMe/ }).first().waitFor();
  assert.ok(!(await page.locator(".wire").textContent()).includes("getUpdates"));
  const bots = page.getByLabel("Bot", { exact: true });
  await bots.selectOption({ label: `@${one.emulator.bot.username} · ${new URL(one.url).host}` });
  await page.getByRole("button", { name: /getUpdates/ }).first().waitFor();
  await assertDiscreet(view, one.token, other.token);
  await page.getByRole("button", { name: "Forget this bot and its token" }).click();
  await page.getByText(`@${other.emulator.bot.username}`).first().waitFor();
  await eventually(() => bots.count(), 0, "bots to choose from");
  one.user.write("after it was forgotten");
  other.user.write("for the other");
  await at(page, "updates");
  await page.getByRole("button", { name: "Receive" }).click();
  await page.getByRole("option", { name: /for the other/ }).waitFor();
  const { result } = await (await fetch(`${one.url}/bot${one.token}/getWebhookInfo`)).json();
  assert.equal(result.pending_update_count, 1, "the forgotten bot receives nothing");
  await view.context.close();
  await Promise.all([one.close(), other.close()]);
});
