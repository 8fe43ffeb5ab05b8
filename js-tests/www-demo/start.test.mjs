// The start page in Chromium: the bot that runs in it and its wire, the header of the site, and the menu of a phone.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { root } from "../support/target.mjs";
import { assertAccessible, assertDiscreet, openPage, openSite, siteFolder } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

/** Opens the start page, and waits until the conversation of the bot is there. */
async function openStart(options) {
  const view = await openPage(site, "", options);
  const { page } = view;
  await page.mouse.move(5, 5);
  await page.locator(".live").scrollIntoViewIfNeeded();
  const bot = page.frameLocator("iframe");
  await bot.getByText("The warehouse does not answer.").first().waitFor({ state: "attached" });
  return { ...view, bot, wire: bot.getByRole("log", { name: "Updates and the calls that they caused" }) };
}

test("a visitor finds a bot with its wire, presses, writes, breaks a call and reads the code", async () => {
  const view = await openStart({ viewport: { width: 1280, height: 800 } });
  const { page, bot, wire, context } = view;
  // Next to the headline, above the fold, and no other button is as prominent as the one to start.
  const [words, live, figures] = await Promise.all(["h1", ".live", ".figures"].map((part) => page.locator(part).first().boundingBox()));
  assert.ok(live.x > words.x + words.width && live.y < 120 && live.y + live.height < 800 && figures.y < 800, JSON.stringify({ words, live, figures }));
  assert.deepEqual(await page.locator(".btn.primary").allTextContents(), ["Start a bot"]);
  // Each update with its calls, and in words why one of them failed.
  const block = (name) => wire.getByRole("article", { name });
  await block("message “/start”").getByText("returned").waitFor();
  const failed = block("message “/notify”");
  await failed.getByText("400").waitFor();
  await failed.getByText("Bad Request: chat not found. No chat of this bot has the identifier 999. Alice is").waitFor();
  await bot.getByRole("button", { name: "Boots", exact: true }).last().click();
  await bot.getByText("Boots, €120.99").first().waitFor();
  const pressed = block("callback_query pressed “Boots”");
  await pressed.getByText("sendMessage").waitFor();
  await pressed.getByText("answerCallbackQuery").click();
  await pressed.getByText("callback_query_id").waitFor();
  await bot.getByRole("button", { name: "Faults" }).click();
  await bot.getByRole("button", { name: "Rate limit (429)" }).click();
  await bot.getByRole("button", { name: "Faults 1 armed" }).waitFor();
  await bot.getByRole("textbox", { name: "Message as Alice" }).fill("/notify");
  await page.keyboard.press("Enter");
  await wire.getByText("Fault “Rate limit (429)” struck").first().waitFor();
  await bot.getByRole("button", { name: "Faults", exact: true }).waitFor();
  await bot.getByRole("button", { name: "Its code" }).click();
  await bot.getByLabel("Code of the bot").getByText("const WAREHOUSE = 999;").waitFor();
  await assertAccessible(page);
  await assertDiscreet(view);
  await bot.getByRole("link", { name: "Edit it in the playground" }).click();
  await page.getByRole("button", { name: "Example: Boots. Choose another" }).first().waitFor();
  await context.close();
});

for (const [width, height] of [[390, 844], [720, 450], [1280, 860], [1920, 1080]]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${width} pixels, ${colorScheme}: nothing is wider than the screen, axe finds nothing`, async () => {
      const { page, bot, wire, context } = await openStart({ viewport: { width, height }, colorScheme });
      await assertAccessible(page, "the chat");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "wider than the screen");
      await page.screenshot({ path: join(siteFolder(), "../www-demo-shots", `start-live-${width}-${colorScheme}.png`), fullPage: true });
      if (width === 390) {
        assert.equal(await wire.isVisible(), false);
        await bot.getByRole("button", { name: "Wire" }).click();
        await wire.getByText("400").waitFor();
        await assertAccessible(page, "the wire");
      }
      await context.close();
    });
  }
}

test("on a phone a menu leads to every part of the site", async () => {
  const view = await openPage(site, "", { viewport: { width: 390, height: 844 } });
  const { page, context } = view;
  const menu = page.getByRole("navigation", { name: "Menu" });
  const opener = page.getByRole("button", { name: "Menu", exact: true });
  await opener.click();
  const names = await menu.getByRole("link").allTextContents();
  assert.deepEqual(names.map((name) => name.split(" ")[0]), ["Guide", "Reference", "Playground", "Dashboard", "Studio"]);
  await assertAccessible(page, "the menu");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  assert.ok(await opener.evaluate((button) => button === document.activeElement), "the focus is back");
  await opener.click();
  await menu.getByRole("link", { name: /^Dashboard/ }).click();
  await page.getByRole("button", { name: "Use the emulator" }).waitFor();
  await menu.waitFor({ state: "detached" });
  await opener.click();
  await menu.getByRole("link", { name: /^Reference/ }).click();
  await page.getByRole("heading", { level: 1, name: "Methods" }).waitFor();
  await opener.first().click();
  await menu.getByRole("link", { name: /^Playground/ }).click();
  await page.getByRole("region", { name: "Phone" }).waitFor();
  await assertDiscreet(view);
  await context.close();
});

/** Where the header is the same: its links, its fonts and its colors, and those of the page. */
const look = (page) => page.evaluate(() => {
  const style = (element, names) => names.map((name) => getComputedStyle(element)[name]);
  const bar = document.querySelector("header.bar");
  const link = bar.querySelector(".bar-nav a:not([aria-current])");
  return {
    links: [...bar.querySelectorAll(".bar-nav a")].map(({ textContent, href }) => [textContent, new URL(href).pathname.replace(/.*\/where/, "") + new URL(href).hash]),
    places: [...bar.querySelectorAll(".brand, .bar-nav a")].map((element) => Math.round(element.getBoundingClientRect().x)),
    bar: [...style(bar, ["backgroundColor", "borderBottomColor", "fontFamily", "height"]), bar.getBoundingClientRect().y],
    link: style(link, ["color", "fontFamily", "fontSize", "fontWeight"]),
    page: style(document.body, ["backgroundColor", "color", "fontFamily"]),
  };
});

for (const colorScheme of ["light", "dark"]) {
  test(`one type, one gray, one header on every page, ${colorScheme}`, async () => {
    const { page, context } = await openPage(site, "", { colorScheme });
    const looks = [];
    for (const [place, ready] of [["", ".hero"], ["#/playground", ".phone"], ["#/dashboard", ".connect"], ["docs/guide/quick-start.html", ".VPDoc"], ["docs/reference/types/Message.html", ".VPDoc"]]) {
      await page.goto(site.url + place);
      await page.locator(ready).first().waitFor();
      looks.push(await look(page));
    }
    assert.equal(looks[0].links.length, 5);
    for (const other of looks) assert.deepEqual(other, looks[0]);
    await context.close();
  });
}

test("the search is one key away from every page", async () => {
  const { page, context } = await openPage(site, "#/dashboard");
  await page.getByRole("button", { name: "Connect" }).waitFor();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("ControlOrMeta+k");
  await page.locator("#localsearch-input:focus").waitFor();
  assert.equal(new URL(page.url()).hash, "");
  await page.goto(`${site.url}#/`);
  await page.getByRole("button", { name: "Search" }).click();
  await page.locator("#localsearch-input").fill("sendPhoto");
  await page.locator('.results a[href*="sendPhoto"]').first().waitFor();
  await context.close();
});

test("a command of the start page is copied", async () => {
  const { page, context } = await openPage(site, "", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Copy npx botwire emulator -- python bot.py" }).click();
  await eventually(() => page.evaluate(() => navigator.clipboard.readText()), "npx botwire emulator -- python bot.py", "the clipboard");
  await context.close();
});

test("the sizes of type and the fonts come from one file, in the documentation too", async () => {
  const folders = ["www-demo/src", "docs/.vitepress/theme"];
  const sheets = folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).filter((name) => name.endsWith(".css") && !name.endsWith("tokens.css")).map((name) => join(root, folder, name)));
  assert.ok(sheets.length > 40, `${sheets.length} style sheets`);
  // The size of an icon, and sizes relative to the text around are not part of the scale.
  const own = sheets.flatMap((sheet) => readFileSync(sheet, "utf8").split("\n").filter((line) => /^\s*(font-size|font-family|font):/.test(line) && !/var\(--|inherit|[\d.]em;/.test(line)).map((line) => `${sheet}: ${line.trim()}`));
  assert.deepEqual(own.filter((line) => !line.includes("game.css: font-size: 3.5rem")), []);
});
