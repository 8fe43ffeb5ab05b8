// Connecting to a bot in the dashboard: what stays after a failure, and what is known at the next visit.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { assertDiscreet, connect, openPage, openSite, service } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

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
