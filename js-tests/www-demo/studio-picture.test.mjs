// The picture of the studio in the documentation: `UPDATE=1` takes it anew.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../support/target.mjs";
import { eventually } from "../support/eventually.mjs";
import { waitForText, write } from "./playground.mjs";
import { inStudio } from "./studio.mjs";
import { openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const MENU = { inline_keyboard: [[{ text: "Margherita", callback_data: "m" }, { text: "Marinara", callback_data: "n" }]] };
const NOON = Date.UTC(2026, 10, 26, 12);

test("the picture of the studio", async () => {
  const answer = ({ chat, from, text }) => text && { method: "sendMessage", chat_id: chat.id, text: text === "/start" ? `Hello, ${from.first_name}! What may it be?` : "You are welcome.", ...(text === "/start" && { reply_markup: MENU }) };
  const options = { answer, emulator: { now: () => NOON }, viewport: { width: 1400, height: 760 }, timezoneId: "UTC", locale: "en-US" };
  await inStudio(site, options, async ({ page, phone, wire, chats, emulator, user }) => {
    emulator.chat({ title: "Book club", creator: user, members: [emulator.user({ first_name: "Bob" }), emulator.bot] });
    await write(phone, "/start");
    await waitForText(phone, "What may it be?");
    await write(phone, "Thanks!");
    await waitForText(phone, "You are welcome.");
    await chats.getByText("Book club").waitFor();
    await page.getByRole("banner").getByRole("status").getByText("Polls").waitFor();
    await eventually(() => wire.getByRole("button", { name: /^\+.* sendMessage/ }).count(), 2, "the calls");
    const picture = await page.screenshot();
    const file = join(root, "docs/public/studio.png");
    if (process.env.UPDATE) await writeFile(file, picture);
    const kept = await readFile(file);
    assert.deepEqual([kept.readUInt32BE(16), kept.readUInt32BE(20)], [1400, 760], "taken at the size of now");
  });
});
