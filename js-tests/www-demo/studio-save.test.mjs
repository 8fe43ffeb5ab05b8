// "Save as test" of the studio: the saved file plays against the same bot by the command.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { botwire, ended, run, TOKEN } from "../emulator/command.mjs";
import { launch } from "../support/chromium.mjs";
import { temporary } from "../support/temporary.mjs";
import { waitForText, write } from "./playground.mjs";
import { openStudio } from "./studio.mjs";
import { assertAccessible } from "./support.mjs";

let browser;
before(async () => void (browser = await launch()));
after(() => browser.close());

const BOT = `
import { Bot, poll } from ${JSON.stringify(import.meta.resolve("botwire"))};
const bot = new Bot({ baseUrl: process.env.SERVICE, token: process.env.BOT_TOKEN });
await poll(bot, ({ message }) => message && ({ method: "sendMessage", chat_id: message.chat.id, text: "Echo: " + message.text }));
`;

test("a conversation is saved without one of its steps, in both formats, and plays", async () => {
  const folder = temporary();
  const file = join(folder, "bot.mjs");
  writeFileSync(file, BOT);
  const [, url] = await run("--port", "0", "--token", TOKEN, "--", process.execPath, file).waitForOutput(/base URL +(\S+)/);
  const { page, context } = await openStudio(browser, url);
  const phone = page.getByRole("region", { name: "Phone" });
  for (const text of ["one", "two", "three"]) {
    await write(phone, text);
    await waitForText(phone, `Echo: ${text}`);
  }
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: /^Save as test/ }).click();
  const sheet = page.getByRole("dialog", { name: "Save as test" });
  await sheet.getByText("3 of 3 steps").waitFor();
  await sheet.getByLabel(/write “two”/).uncheck();
  await sheet.getByText("2 of 3 steps").waitFor();
  await sheet.getByLabel("Title").fill("Echo twice");
  await assertAccessible(page, "save as test");
  const download = async (name) => {
    const downloading = page.waitForEvent("download");
    await sheet.getByRole("button", { name: `Download ${name}` }).click();
    return readFileSync(await (await downloading).path(), "utf8");
  };
  const scenario = await download("echo-twice.json");
  assert.deepEqual(JSON.parse(scenario).steps.map(({ text, expect }) => [text, ...expect.map((answer) => answer.text)]), [["one", "Echo: one"], ["three", "Echo: three"]]);
  await sheet.getByLabel(/A test for Node/).check();
  assert.match(await download("echo-twice.test.js"), /await playScenario\(emulator, scenario\);/);
  await context.close();
  writeFileSync(join(folder, "echo.json"), scenario);
  const playing = botwire(["emulator", "play", join(folder, "echo.json"), "--", process.execPath, file]);
  assert.equal(await ended(playing), 0, playing.printed);
  assert.match(playing.printed, /^ok: 2 steps, 2 answers$/m);
});
