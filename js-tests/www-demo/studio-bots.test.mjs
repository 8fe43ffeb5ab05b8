// The command's studio with bots of other libraries in their own processes, by polling and by webhook; a bot dies and comes back.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { run, TOKEN } from "../emulator/command.mjs";
import { launch } from "../support/chromium.mjs";
import { waitForText, write } from "./playground.mjs";
import { eventually } from "../support/eventually.mjs";
import { pythonClient } from "./python.mjs";
import { openStudio } from "./studio.mjs";

let browser;
const bots = new Set();
before(async () => void (browser = await launch()));
after(async () => {
  for (const bot of bots) bot.kill("SIGKILL");
  await browser.close();
});

const local = (file) => fileURLToPath(new URL(file, import.meta.url));

async function started(pattern, bot) {
  bots.add(bot);
  let printed = "";
  for (const stream of [bot.stdout, bot.stderr]) stream.on("data", (data) => (printed += data));
  while (!pattern.test(printed)) {
    await Promise.race([once(bot.stdout, "data"), once(bot, "exit").then(() => assert.fail(printed))]);
  }
  return { bot, found: pattern.exec(printed), end: async () => (bot.kill("SIGKILL"), await once(bot, "exit")) };
}

const PYTHON = pythonClient();
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const script = (file) => (...parameters) => spawn(process.execPath, [local(file), ...parameters]);
const BOTS = {
  grammY: script("grammy-bot.mjs"),
  telegraf: script("telegraf-bot.mjs"),
  Python: (...parameters) => spawn("python3", [local("python-bot.py"), ...parameters], { env: { ...process.env, PYTHONPATH: PYTHON } }),
};
const WAYS = { polling: [[], "Polls"], "a webhook": [["0"], "Webhook"] };

for (const [name, start] of Object.entries(BOTS)) {
  const skip = name === "Python" && PYTHON === undefined && "there is no python3 with pip";
  for (const [way, [parameters, status]] of Object.entries(WAYS)) {
    test(`a bot with ${name} by ${way}: a command, a button, an edit, a picture from disk that comes back`, { skip }, async () => {
      const { url, page, context, phone, bar } = await opened();
      const { end } = await started(/started/, start(url, TOKEN, ...parameters));
      await bar.getByText(status).waitFor();
      await write(phone, "/start");
      await waitForText(phone, `Hello from ${name}`);
      await phone.getByRole("log").getByRole("button", { name: "Press me" }).click();
      await waitForText(phone, "Edited after the press");
      await page.getByLabel("File to send").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: PICTURE });
      await waitForText(phone, "Your picture");
      await eventually(() => phone.locator("img[alt=Photo]").evaluateAll((all) => all.map((image) => image.naturalWidth)), [1, 1], "both pictures are drawn");
      await end();
      await context.close();
    });
  }
}

async function opened() {
  const [, url] = await run("--port", "0", "--token", TOKEN, "--compat").waitForOutput(/base URL +(\S+)/);
  const { page, context } = await openStudio(browser, url);
  return { url, page, context, phone: page.getByRole("region", { name: "Phone" }), bar: page.getByRole("banner").getByRole("status") };
}

test("a bot that polls and dies is shown as such, and noticed when it is back", async () => {
  const { url, context, phone, bar } = await opened();
  const first = await started(/started/, BOTS.grammY(url, TOKEN));
  await bar.getByText("Polls", { exact: true }).waitFor();
  await first.end();
  await bar.getByText(/^No poll since/).waitFor();
  await write(phone, "are you there?");
  const second = await started(/started/, BOTS.grammY(url, TOKEN));
  await waitForText(phone, "grammY: are you there?");
  await bar.getByText("Polls", { exact: true }).waitFor();
  await second.end();
  await context.close();
});

test("a bot with a webhook that dies is shown as such, and what waits arrives when it is back", async () => {
  const { url, context, phone, bar } = await opened();
  const first = await started(/port (\d+)\./, BOTS.grammY(url, TOKEN, "0"));
  await write(phone, "hello");
  await waitForText(phone, "grammY: hello");
  await first.end();
  await write(phone, "are you there?");
  await bar.getByText("1 fails").waitFor();
  const second = await started(/port (\d+)\./, BOTS.grammY(url, TOKEN, first.found[1]));
  await waitForText(phone, "grammY: are you there?");
  await bar.getByText("Webhook", { exact: true }).waitFor();
  await second.end();
  await context.close();
});
