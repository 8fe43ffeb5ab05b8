// The dashboard over a while: a call that is sent again, the webhook's health, the members of a chat.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { assertAccessible, assertDiscreet, connect, openPage, openSite, service } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const at = (page, section) => page.evaluate((section) => void (location.hash = `#/dashboard/${section}`), section);

test("a call is sent again from the log, unless it had a file", async () => {
  const { url, user, token, close } = await service();
  const view = await openPage(site, `#/dashboard/methods/sendMessage?chat_id=${user.id}&text=Once+more`);
  const { page, context } = view;
  await connect(page, url, token);
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByLabel("Result").getByText('"Once more"').waitFor();
  await at(page, "log");
  await page.getByRole("button", { name: /sendMessage/ }).first().click();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Sent again", { exact: true }).waitFor();
  await eventually(() => user.messages().filter(({ text }) => text === "Once more").length, 2, "messages");
  await at(page, "methods/sendDocument?chat_id=" + user.id);
  await page.getByLabel("document: choose a file").setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByLabel("Result").getByText('"a.txt"').first().waitFor();
  await at(page, "log");
  await page.getByRole("button", { name: /sendDocument/ }).first().click();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("The log does not keep the contents of files.").waitFor();
  await assertAccessible(page);
  await assertDiscreet(view, token);
  await context.close();
  await close();
});

test("the overview follows the pending updates, and says what there was", async () => {
  const { url, user, token, close } = await service();
  user.write("one that waits");
  const view = await openPage(site, "#/dashboard");
  const { page, context } = view;
  await connect(page, url, token);
  await page.getByText("Checked again every 30 seconds.").waitFor();
  user.write("another");
  await page.getByRole("region", { name: "Is my bot healthy?" }).getByRole("button", { name: "Refresh" }).click();
  await page.getByText("at most 2 pending, no failed delivery.").waitFor();
  await assertAccessible(page);
  await assertDiscreet(view, token);
  await context.close();
  await close();
});

test("a group shows its administrators and who wrote, with the forms of what can be done", async () => {
  const { emulator, url, user, token, close } = await service();
  const bob = emulator.user({ first_name: "Bob" });
  const group = emulator.chat({ type: "supergroup", title: "Book club", creator: user, members: [bob, emulator.bot] });
  group.promote(emulator.bot, { can_restrict_members: true });
  const view = await openPage(site, "#/dashboard/chats");
  const { page, context } = view;
  await connect(page, url, token);
  await page.getByRole("button", { name: /^Receive/ }).first().click();
  bob.write("/hello", { chat: group });
  await page.getByRole("button", { name: "Members" }).click();
  const members = page.getByRole("region", { name: "Members" });
  await members.getByText("3 members").waitFor();
  await members.getByText("seen writing").waitFor();
  await assertAccessible(page);
  await members.getByRole("link", { name: "Remove Bob" }).click();
  await page.getByRole("heading", { name: "kickChatMember" }).waitFor();
  assert.equal(await page.getByLabel("user_id required").inputValue(), String(bob.id));
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByText("answered in").waitFor();
  await eventually(() => group.members().find((member) => member.user.id === bob.id)?.status, "kicked");
  await assertDiscreet(view, token);
  await context.close();
  await close();
});
