// The command's studio with a grammY bot in its own process, by polling and by webhook; the bot dies and comes back.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { run, TOKEN } from "../emulator/command.mjs";
import { launch } from "../support/chromium.mjs";
import { waitForText, write } from "./playground.mjs";
import { openPage } from "./studio.mjs";

let browser;
const bots = new Set();
before(async () => void (browser = await launch()));
after(async () => {
  for (const bot of bots) bot.kill("SIGKILL");
  await browser.close();
});

/** Starts the bot, and waits until it says `pattern`. */
async function startBot(pattern, ...parameters) {
  const bot = spawn(process.execPath, [fileURLToPath(new URL("grammy-bot.mjs", import.meta.url)), ...parameters]);
  bots.add(bot);
  let printed = "";
  for (const stream of [bot.stdout, bot.stderr]) stream.on("data", (data) => (printed += data));
  while (!pattern.test(printed)) {
    await Promise.race([once(bot.stdout, "data"), once(bot, "exit").then(() => assert.fail(printed))]);
  }
  return { bot, found: pattern.exec(printed), end: async () => (bot.kill("SIGKILL"), await once(bot, "exit")) };
}

async function opened() {
  const [, url] = await run("--port", "0", "--token", TOKEN, "--compat").waitForOutput(/base URL +(\S+)/);
  const { page, context } = await openPage(browser, url);
  return { url, page, context, phone: page.getByRole("region", { name: "Phone" }), bar: page.getByRole("banner").getByRole("status") };
}

test("by polling: a command, a button, an edit", async () => {
  const { url, context, phone, bar } = await opened();
  const { end } = await startBot(/started/, url, TOKEN);
  await bar.getByText("polls for updates").waitFor();
  await write(phone, "/start");
  await waitForText(phone, "Hello from grammY");
  await phone.getByRole("log").getByRole("button", { name: "Press me" }).click();
  await waitForText(phone, "Edited after the press");
  await end();
  await context.close();
});

test("by webhook: a bot that dies is shown as such, and what waits arrives when it is back", async () => {
  const { url, context, phone, bar } = await opened();
  const first = await startBot(/port (\d+) /, url, TOKEN, "0");
  await write(phone, "hello");
  await waitForText(phone, "grammY: hello");
  await first.end();
  await write(phone, "are you there?");
  await bar.getByText(/did not answer: .*1 update waits/).waitFor();
  const second = await startBot(/port (\d+) /, url, TOKEN, first.found[1]);
  await waitForText(phone, "grammY: are you there?");
  await bar.getByText(/answered 200/).waitFor();
  await second.end();
  await context.close();
});
