// The program of the bot in the studio of the command: its output, its end, its restart.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { run, TOKEN } from "../emulator/command.mjs";
import { launch } from "../support/chromium.mjs";
import { temporary } from "../support/temporary.mjs";
import { waitForText, write } from "./playground.mjs";
import { openStudio } from "./studio.mjs";
import { assertAccessible, assertDiscreet } from "./support.mjs";

let browser;
before(async () => void (browser = await launch()));
after(() => browser.close());

const BOT = `
import { Bot, poll } from ${JSON.stringify(import.meta.resolve("botwire"))};
const bot = new Bot({ baseUrl: process.env.SERVICE, token: process.env.BOT_TOKEN });
console.log("\\u001b[32mready\\u001b[39m\\u001b[2J\\u001b]0;title\\u0007", process.env.BOT_TOKEN);
await poll(bot, ({ message }) => {
  console.log("handles", message.text);
  if (message.text === "/crash") { console.error(new TypeError("price is undefined").stack); process.exit(3); }
  return { method: "sendMessage", chat_id: message.chat.id, text: "Echo: " + message.text };
});
`;

test("output beside its updates, without control sequences and token; the bot crashes, the studio says so and starts it again", async () => {
  const file = join(temporary(), "bot.mjs");
  writeFileSync(file, BOT);
  const [, url] = await run("--port", "0", "--token", TOKEN, "--", process.execPath, file).waitForOutput(/base URL +(\S+)/);
  const view = await openStudio(browser, url);
  const { page, context } = view;
  const phone = page.getByRole("region", { name: "Phone" });
  await write(phone, "hello");
  await waitForText(phone, "Echo: hello");
  await page.getByRole("button", { name: /^Console/ }).click();
  const output = page.getByRole("log", { name: "Output of the bot" });
  await output.getByText("ready <token>", { exact: true }).waitFor();
  await output.locator(".ansi-green", { hasText: /^ready$/ }).waitFor();
  assert.equal(await output.locator("section", { hasText: "“hello”" }).locator("p", { hasText: "handles hello" }).count(), 1, "beside its update");
  await write(phone, "/crash");
  const ended = page.getByRole("complementary", { name: "The bot has ended" });
  await ended.getByText("Your bot ended with exit code 3").waitFor();
  await ended.getByText("TypeError: price is undefined").waitFor();
  await page.getByRole("banner").getByRole("status").getByText("Ended").waitFor();
  await phone.getByText(/^No answer: the bot ended/).waitFor();
  await assertAccessible(page, "the end");
  writeFileSync(file, BOT.replace("/crash", "/no"));
  await ended.getByRole("button", { name: "Restart" }).click();
  // The update was not confirmed, so it comes again.
  await waitForText(phone, "Echo: /crash");
  await ended.waitFor({ state: "detached" });
  await assertDiscreet(view, TOKEN);
  await context.close();
});
