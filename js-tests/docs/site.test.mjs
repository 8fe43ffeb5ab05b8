// The built documentation in Chromium, below a path that is not the root of its host.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Bot, createWebhookHandler } from "botwire";
import { methods } from "../support/spec.mjs";
import { eventually, PATIENCE } from "../support/eventually.mjs";
import { root } from "../support/target.mjs";
import { DESKTOP, openDocs, openSearch, PHONE } from "./support.mjs";

let docs;
before(async () => void (docs = await openDocs()));
after(() => docs?.close());
const open = (...parameters) => docs.open(...parameters);

test("a visitor goes from page to page without an error", async () => {
  const { page, consoleErrors, close } = await open("guide/what-it-is.html");
  // The start page of the site is that of the documentation, too.
  await page.locator(".bar .brand").click();
  await page.getByRole("heading", { level: 1, name: "See every call" }).waitFor();
  await page.getByRole("link", { name: "Start a bot" }).click();
  await page.getByRole("heading", { level: 1, name: "Quick start" }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/some/where/docs/guide/quick-start.html");
  await page.getByRole("link", { name: "Methods", exact: true }).first().click();
  await page.getByRole("link", { name: "sendInvoice", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "sendInvoice" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "sendInvoice" }).waitFor();
  const form = page.getByRole("link", { name: "Try it in the dashboard" });
  assert.match(await form.evaluate(({ href }) => href), /\/some\/where\/#\/dashboard\/try\/sendInvoice\?title=Coffee\+mug&/);
  assert.deepEqual(consoleErrors, []);
  await form.click();
  await page.getByRole("button", { name: "Call", exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "sendInvoice" }).waitFor();
  await close();
});

for (const [query, result] of [
  ["sendVideoNote", "reference/methods/sendVideoNote.html"],
  ["ChosenInlineResult", "reference/types/ChosenInlineResult.html"],
  ["can_pin_messages", "#can_pin_messages"],
  ["photo_width", "reference/methods/sendInvoice.html#photo_width"],
  ["createWebhookHandler", "reference/api/botwire/functions/createWebhookHandler.html"],
  ["retry after", "guide/troubleshooting.html#too-many-requests"],
  ["webhook not working", "guide/troubleshooting.html#the-webhook-is-not-called"],
  ["TypeScript version", "guide/versioning.html"],
]) {
  test(`the search finds ${query}`, async () => {
    const { page, consoleErrors, close } = await open("guide/what-it-is.html");
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.locator("#localsearch-input").fill(query);
    const links = () => page.locator(".results a").evaluateAll((found) => found.slice(0, 5).map(({ href }) => href));
    await eventually(async () => (await links()).some((href) => href.includes(result)), true, `${result} among the first five`);
    await page.locator(`.results a[href*="${result}"]`).first().click();
    await page.waitForURL((url) => url.href.includes(result));
    assert.deepEqual(consoleErrors, []);
    await close();
  });
}

const source = (path) => readFileSync(join(root, "docs", path), "utf8");
const ofFolder = (folder) => readdirSync(join(root, "docs", folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll("\\", "/")}`).filter((name) => name.endsWith(".md"));

/** The names in the first column of the table below a heading. */
function optionsOf(page, heading) {
  const section = source(page).split(`## ${heading}\n`)[1].split("\n## ")[0];
  return [...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
}

test("the guide names the faults as the playground and the studio do", () => {
  const faults = readFileSync(join(root, "www-demo/src/world/faults.ts"), "utf8");
  const named = ofFolder("guide").flatMap((page) => [...source(page).matchAll(/fault \*\*(.*?)\*\*/g)].map(([, name]) => name));
  assert.ok(named.length > 0);
  for (const name of named) assert.ok(faults.includes(`name: "${name}"`), name);
});

test("the tables of options have every option that a bot and a webhook accept", () => {
  const known = (make) => assert.throws(make, (error) => {
    const [, names] = /expected one of the options (.*), got an unknown option/.exec(error.message);
    known.names = names.split(", ");
    return true;
  });
  known(() => new Bot({ baseUrl: "https://service.example", token: "1:a", nope: 1 }));
  const ofBot = known.names;
  const ofBotAndCall = optionsOf("guide/errors.md", "Options of a bot and of a call");
  assert.deepEqual([...ofBot, "signal"].sort(), [...ofBotAndCall].sort());
  known(() => createWebhookHandler({ baseUrl: "https://service.example", token: "1:a", path: "/hook", nope: 1 }, () => undefined));
  const ofWebhook = known.names.filter((name) => !ofBot.includes(name) || name === "use");
  assert.deepEqual(ofWebhook.sort(), optionsOf("guide/webhooks.md", "Options").sort());
});

/** Queries for options whose name is a common prefix or an ordinary word: a reader asks for more of them. */
const ORDINARY = {
  ca: "ca private authority",
  shipping: "PayOptions shipping",
  token: "token option",
  bot: "options of a bot",
  check: "check option",
  retries: "broadcast retries",
  limit: "getUpdates",
  bots: "emulator bots",
  files: "emulator files",
  members: "NewChatOptions members",
  host: "ServeOptions",
  hosts: "ServeOptions",
  by: "sessions by",
  version: "sessions version",
  store: "store option",
};

test("the search finds every method, every option, and every text of the page on troubleshooting", async () => {
  const ofInterfaces = ofFolder("reference/api").filter((page) => /(Options|Parameters)\.md$/.test(page)).flatMap((page) => [...source(page).matchAll(/^### (\w+)\??$/gm)].map(([, name]) => name));
  const ofProgram = [...source("guide/emulator.md").split("### Options of the program\n")[1].matchAll(/`(--[\w-]+)/g)].map(([, name]) => name);
  const options = [...new Set([...optionsOf("guide/errors.md", "Options of a bot and of a call"), ...optionsOf("guide/webhooks.md", "Options"), ...ofInterfaces, ...ofProgram])];
  const troubleshooting = source("guide/troubleshooting.md");
  const headings = [...troubleshooting.matchAll(/^### (.*) \{#/gm)].map(([, text]) => text.replaceAll("`", ""));
  const rows = [...troubleshooting.matchAll(/^\| \d+ \| `(.*?)` \|/gm), ...troubleshooting.matchAll(/^(?:sendMessage|registerWebhook): .*$/gm)].map(([line, text = line]) => text);
  assert.ok(options.length > 100 && headings.length >= 20 && rows.length >= 10, `${options.length} options, ${headings.length} headings, ${rows.length} rows`);
  // An option is found if one of the first pages has it as a heading or as code.
  const pages = ["guide", "hosts", "coming-from", "reference"].flatMap(ofFolder).map((page) => [page.replace(/md$/, "html"), source(page)]);
  const pagesWith = (name) => pages.filter(([, text]) => ["`", " ", ":"].some((end) => text.includes(`\`${name}${end}`)) || new RegExp(`^### ${name}\\??(?: \\{#.*)?$`, "m").test(text)).map(([page]) => page);
  const wanted = [
    ...Object.keys(methods).map((name) => [name, [`reference/methods/${name}.html`]]),
    ...options.map((name) => [ORDINARY[name] ?? name, [...pagesWith(name), ...(name === "games" ? ["guide/games.html"] : [])]]),
    ...[...headings, ...rows].map((text) => [text.replaceAll("…", ""), ["guide/troubleshooting.html"]]),
  ];
  const { page, close } = await open("guide/what-it-is.html");
  const search = await openSearch(page);
  const missing = [];
  for (const [query, results] of wanted) {
    const found = (await search(query)).slice(0, 5);
    if (!found.some((href) => results.some((result) => href.includes(result)))) missing.push(`${query}: ${found.map((href) => href.split("/docs/")[1]).join(", ")}`);
  }
  assert.deepEqual(missing, []);
  await close();
});

test("a sample runs once it comes into view", async () => {
  const { page, consoleErrors, close } = await open("guide/reply-or-call.html");
  assert.equal(await page.locator("iframe").count(), 0, "nothing is loaded before");
  await page.locator(".live-sample").scrollIntoViewIfNeeded();
  const frame = page.locator("iframe");
  await frame.waitFor();
  assert.match(await frame.getAttribute("src"), /embed\.html\?sample=echo&theme=(light|dark)$/);
  await page.frameLocator("iframe").getByText("Hello, bot!").first().waitFor();
  assert.deepEqual(consoleErrors, []);
  await close();
});

test("a sample changes its colors with the page, without a reload", async () => {
  const { page, consoleErrors, close } = await open("guide/reply-or-call.html", { colorScheme: "light" });
  await page.locator(".live-sample").scrollIntoViewIfNeeded();
  const sample = page.frameLocator("iframe");
  await sample.getByText("Hello, bot!").first().waitFor();
  const source = await page.locator("iframe").getAttribute("src");
  const colors = () => sample.locator(":root").evaluate((root) => getComputedStyle(root).colorScheme);
  for (const expected of ["dark", "light"]) {
    await page.locator(".bar .theme-switch").click();
    await eventually(colors, expected, "colors of the sample");
  }
  assert.equal(await page.locator("iframe").getAttribute("src"), source);
  assert.deepEqual(consoleErrors, []);
  await close();
});

test("the tabs of a host are chosen together", async () => {
  const { page, close } = await open("guide/quick-start.html");
  await page.locator(".vp-code-group").first().getByText("Deno", { exact: true }).click();
  const chosen = () => page.locator(".vp-code-group input:checked + label").allTextContents();
  await eventually(chosen, ["Deno", "Deno", "Deno"]);
  await page.reload();
  await eventually(chosen, ["Deno", "Deno", "Deno"]);
  await close();
});

test("on a phone the links of the sidebar come alive when the menu opens, and mark the page", async () => {
  const { page, consoleErrors, close } = await open("reference/methods/sendMessage.html", { viewport: PHONE });
  // Vue's mark of an element with listeners.
  const isAlive = () => page.locator(".VPSidebarItem .item").first().evaluate((item) => Object.getOwnPropertySymbols(item).some(({ description }) => description === "_vei"));
  const marked = () => page.locator(".VPSidebar [aria-current=page]").allTextContents();
  const menu = page.locator(".VPLocalNav .menu");
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  assert.equal(await isAlive(), false);
  await menu.click();
  await eventually(isAlive, true, "the links are alive");
  assert.deepEqual(await marked(), ["sendMessage"]);
  await page.locator(".VPSidebar").getByRole("link", { name: "sendPhoto", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "sendPhoto" }).waitFor();
  await eventually(marked, ["sendPhoto"]);
  // Starts on a page whose menu was not opened.
  await docs.go(page, "reference/methods/sendMessage.html");
  await page.locator(".pager-link.next").click();
  await page.getByRole("heading", { level: 1, name: "forwardMessage" }).waitFor();
  await menu.click();
  await eventually(marked, ["forwardMessage"]);
  assert.deepEqual(consoleErrors, []);
  await close();
});

test("the sidebar of the API unfolds", async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    const { page, consoleErrors, close } = await open("reference/api/index.html", { viewport });
    if (viewport === PHONE) await page.locator(".VPLocalNav .menu").click();
    const folded = page.locator(".VPSidebarItem.collapsed > .item > .caret");
    const before = await folded.count();
    await folded.first().click();
    await eventually(() => folded.count(), before - 1);
    assert.deepEqual(consoleErrors, []);
    await close();
  }
});

test("all colors change at once", async () => {
  const { page, close } = await open("reference/methods/sendMessage.html", { reducedMotion: "no-preference" });
  const looks = () => page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    document.querySelector(".bar .theme-switch").click();
    await frame();
    const running = document.getAnimations().length;
    for (let frames = 0; frames < 3; frames += 1) await frame();
    return { running, isDark: document.documentElement.classList.contains("dark"), isHeld: document.documentElement.classList.contains("switching-colors") };
  });
  assert.deepEqual(await looks(), { running: 0, isDark: true, isHeld: false });
  assert.deepEqual(await looks(), { running: 0, isDark: false, isHeld: false });
  await close();
});

test("the former home of the documentation leads to the start page", async () => {
  const { page, close } = await open("guide/what-it-is.html");
  await page.goto(docs.url(""));
  await page.getByRole("heading", { level: 1, name: "See every call" }).waitFor();
  await close();
});

test("a wrong address below docs/ shows a page with the way back, at any depth", async () => {
  for (const path of ["nope", "guide/nope.html", "guide/deeper/nope"]) {
    const { page, close } = await open("guide/what-it-is.html");
    const response = await page.goto(docs.url(path));
    assert.equal(response.status(), 404);
    await page.getByText("There is no page at this address.").waitFor();
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ responseStatus }) => responseStatus >= 400).map(({ name }) => name));
    assert.deepEqual(loaded, []);
    await page.getByRole("link", { name: "Start page", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "See every call" }).waitFor();
    await close();
  }
});

test("the bars of the documentation and of the playground have the same links and one switch", async () => {
  const { page, close } = await open("guide/what-it-is.html");
  const bar = (selector) => page.locator(selector).getByRole("link").evaluateAll((links) => links.map(({ textContent, href }) => [textContent.trim(), href]));
  const ofDocs = await bar("header.bar");
  const label = await page.locator(".bar .theme-switch").getAttribute("aria-label");
  await page.goto(new URL("../#/playground", docs.url("")).href);
  await page.getByRole("banner").getByRole("link", { name: "Guide" }).waitFor();
  assert.deepEqual((await bar("header.bar")).map(([text]) => text), ofDocs.map(([text]) => text));
  const hrefs = (all) => all.slice(1).map(([, href]) => href);
  assert.deepEqual(hrefs(await bar("header.bar")), hrefs(ofDocs));
  await page.getByRole("switch", { name: label }).waitFor();
  await close();
});
