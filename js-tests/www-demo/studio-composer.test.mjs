// What users of the studio write and set: marked-up texts, a chosen place, a video note, single rights; and the search in a chat.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { waitForText, write } from "./playground.mjs";
import { inStudio } from "./studio.mjs";
import { assertAccessible, openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const lastOf = (emulator, user, chat) => emulator.act("messages", { user: user.id, ...(chat && { chat: chat.id }) }).at(-1);

test("bold text by key and by menu, a link, an edit that keeps the markup; without markup, tags are a text", () =>
  inStudio(site, {}, async ({ page, phone, emulator, user, choose }) => {
    const field = phone.getByRole("textbox", { name: "Message as Alice" });
    const select = (from, to) => field.evaluate((element, [from, to]) => element.setSelectionRange(from, to), [from, to]);
    await write(phone, "<b>a text</b> & more");
    await eventually(() => lastOf(emulator, user)?.text, "<b>a text</b> & more");
    assert.equal(lastOf(emulator, user).entities, undefined);
    await field.fill("5 < 6 is bold");
    await select(9, 13);
    await field.press("Control+b");
    assert.equal(await field.inputValue(), "5 &lt; 6 is <b>bold</b>");
    await page.keyboard.press("End");
    await page.keyboard.type(" and code");
    await select(28, 32);
    await phone.getByRole("button", { name: "Format" }).click();
    await assertAccessible(page, "the menu of formats");
    await choose(/^Code/);
    await page.keyboard.press("End");
    await field.press("Control+k");
    await page.keyboard.type("https://example.org/?a=1&amp;b=2");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("here");
    await field.press("Enter");
    await eventually(() => lastOf(emulator, user).text, "5 < 6 is bold and codehere");
    assert.deepEqual(lastOf(emulator, user).entities, [
      { type: "bold", offset: 9, length: 4 }, { type: "code", offset: 18, length: 4 }, { type: "text_link", offset: 22, length: 4, url: "https://example.org/?a=1&b=2" },
    ]);
    await phone.locator("strong", { hasText: /^bold$/ }).waitFor();
    await phone.getByRole("button", { name: /^Actions for “5 < 6/ }).click();
    await choose("Edit");
    assert.equal(await field.inputValue(), '5 &lt; 6 is <b>bold</b> and <code>code</code><a href="https://example.org/?a=1&amp;b=2">here</a>');
    await field.fill("now <i>italic</i>");
    await phone.getByRole("button", { name: "Save" }).click();
    await eventually(() => lastOf(emulator, user).entities, [{ type: "italic", offset: 4, length: 6 }]);
    await phone.locator("em", { hasText: /^italic$/ }).waitFor();
    await eventually(() => field.inputValue(), "");
    await field.press("ArrowUp");
    assert.equal(await field.inputValue(), "now <i>italic</i>", "arrow up brings the markup too");
    await page.reload();
    await eventually(() => field.inputValue(), "now <i>italic</i>");
    await field.fill("<i>open");
    await field.press("Enter");
    await phone.getByText(/can't parse entities/).waitFor();
    await phone.getByRole("button", { name: "The draft is HTML: send the tags as they are" }).click();
    await field.press("Enter");
    await eventually(() => lastOf(emulator, user).text, "<i>open");
  }));

test("a chosen location, live or a venue, and a video note", () =>
  inStudio(site, {}, async ({ page, phone, emulator, user, choose }) => {
    const place = async (fill) => {
      await phone.getByRole("button", { name: "Attach" }).click();
      await choose("A place…");
      const sheet = page.getByRole("dialog", { name: "Send a place" });
      await fill(sheet);
      await sheet.getByRole("button", { name: "Send", exact: true }).click();
      await sheet.waitFor({ state: "detached" });
      return lastOf(emulator, user);
    };
    const point = async (sheet) => {
      await sheet.getByLabel("Latitude").fill("-33.86");
      await sheet.getByLabel("Longitude").fill("151.21");
    };
    assert.deepEqual((await place(point)).location, { latitude: -33.86, longitude: 151.21 });
    const venue = await place(async (sheet) => {
      await point(sheet);
      await sheet.getByLabel("Title, for a venue").fill("Opera");
      await sheet.getByLabel("Address").fill("Bennelong Point");
      await assertAccessible(page, "the sheet of a place");
    });
    assert.equal(venue.venue.title, "Opera");
    await place(async (sheet) => sheet.getByLabel("Live for 15 minutes").check());
    await eventually(() => phone.getByRole("log").getByRole("button", { name: /^Actions for “Location/ }).count(), 2, "both locations are shown");
    await phone.getByRole("log").getByRole("button", { name: /^Actions for “Location/ }).last().click();
    await choose("Move 100 m north");
    await phone.getByRole("button", { name: "Attach" }).click();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), choose(/^A video note/)]);
    await chooser.setFiles({ name: "note.mp4", mimeType: "video/mp4", buffer: Buffer.from("AAAAGGZ0eXBpc29tAAAAAGlzb21tcDQx", "base64") });
    await eventually(() => lastOf(emulator, user).video_note !== undefined, true);
  }));

test("rights of an administrator and permissions of a member, one by one", () =>
  inStudio(site, {}, async ({ page, phone, emulator, user, chats, choose }) => {
    const bob = emulator.user({ first_name: "Bob" });
    const group = emulator.chat({ type: "supergroup", title: "Book club", creator: user, members: [bob, emulator.bot] });
    const of = (status) => {
      const { user: _, ...member } = emulator.act("members", { chat: group.id }).find((member) => member.user.id === bob.id);
      return eventually(() => emulator.act("members", { chat: group.id }).find((member) => member.user.id === bob.id).status, status).then(() => emulator.act("members", { chat: group.id }).find((member) => member.user.id === bob.id) ?? member);
    };
    await chats.getByRole("button", { name: /Book club/ }).click();
    await phone.getByRole("button", { name: "Actions for this chat" }).click();
    await choose("Name and members…");
    const change = async (way, sheet) => {
      await page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Bob" }).getByRole("button").click();
      await choose(way);
      const dialog = page.getByRole("dialog", { name: sheet });
      await dialog.waitFor();
      return dialog;
    };
    const rights = await change("Promote with rights…", "Rights of Bob");
    await rights.getByLabel("Pin messages").check();
    await assertAccessible(page, "the rights");
    await rights.getByRole("button", { name: "Save" }).click();
    const admin = await of("administrator");
    assert.deepEqual([admin.can_pin_messages, admin.can_delete_messages ?? false], [true, false]);
    const again = await change(/^Rights…/, "Rights of Bob");
    assert.equal(await again.getByLabel("Pin messages").isChecked(), true);
    await again.getByLabel("Pin messages").uncheck();
    await again.getByText("Without a right: an ordinary member.").waitFor();
    await again.getByRole("button", { name: "Save" }).click();
    await of("member");
    const permissions = await change("Permissions…", "What Bob may do");
    await permissions.getByLabel("Send stickers and games, use inline bots").uncheck();
    await permissions.getByRole("button", { name: "Save" }).click();
    const member = await of("restricted");
    assert.deepEqual([member.can_send_messages, member.can_send_media_messages, member.can_send_other_messages ?? false], [true, true, false]);
  }));

test("the search in a chat goes through its matches, also far above, and by key", () =>
  inStudio(site, {}, async ({ page, phone, user }) => {
    user.write("the needle is far above");
    for (let number = 0; number < 400; number += 1) user.write(`hay ${number}`);
    user.write("a Needle near the end");
    await phone.getByText("a Needle near the end").waitFor();
    await phone.getByRole("button", { name: "Search this chat" }).click();
    const field = phone.getByRole("searchbox", { name: "Search this chat" });
    await field.fill("needle");
    await phone.getByText("1 of 2").waitFor();
    await phone.locator(".ringed", { hasText: "a Needle near the end" }).waitFor();
    await assertAccessible(page, "the search");
    await field.press("Enter");
    await phone.getByText("2 of 2").waitFor();
    const far = phone.locator(".ringed", { hasText: "the needle is far above" });
    await far.waitFor();
    await eventually(() => far.evaluate((element) => {
      const [box, view] = [element.getBoundingClientRect(), element.closest(".conversation").getBoundingClientRect()];
      return box.top >= view.top && box.bottom <= view.bottom;
    }), true, "it is in view");
    await field.press("ArrowDown");
    await phone.getByText("1 of 2").waitFor();
    await field.fill("straw");
    await phone.getByText("Nothing found").waitFor();
    await field.press("Escape");
    await field.waitFor({ state: "detached" });
    assert.equal(await phone.locator(".ringed").count(), 0);
    await page.locator("body").evaluate((body) => (body.tabIndex = -1, body.focus(), body.removeAttribute("tabindex")));
    await page.keyboard.press("Shift+F");
    await field.waitFor();
    await waitForText(phone, "a Needle near the end");
  }));
