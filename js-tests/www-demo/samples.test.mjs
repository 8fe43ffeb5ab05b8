// Each sample of docs/samples in the documentation's small playground: runs the conversation at the sample's end.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { agreed } from "./playground.mjs";
import { assertAccessible, assertDiscreet, openPage, openSite, siteFolder } from "./support.mjs";

/** The descriptions of the samples; see www-demo/src/playground/samples/describe.ts. */
const SAMPLES = JSON.parse(readFileSync(join(siteFolder(), "samples.json"), "utf8"));

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

/** An edit: a bot without a handler. */
const CARRIED = `import { createWebhookHandler } from "botwire";
import { options } from "./options";
export default {
  fetch: createWebhookHandler(options, ({ message }) => message && { method: "sendMessage", chat_id: message.chat.id, text: "carried" }),
};
`;

/** A frame of the documentation's width. */
const FRAME = { viewport: { width: 720, height: 480 } };

/** The small playground with a running sample. */
async function openEmbed(id, options) {
  const view = await openPage(site, `embed.html?sample=${id}`, { ...FRAME, ...options });
  const phone = view.page.getByRole("region", { name: "Phone" });
  await phone.getByRole("textbox", { name: /^Message as/ }).waitFor();
  return { ...view, phone };
}

/** Takes a step as a visitor, by the means that the page offers. */
async function take(page, phone, { what, text, as, isInGroup }) {
  const tries = phone.getByRole("group", { name: "Things to try" });
  if (what === "picture") return tries.getByRole("button", { name: "Send a picture" }).click();
  if (what === "join") return tries.getByRole("button", { name: `${as} joins` }).click();
  const results = phone.getByRole("region", { name: "Inline results" });
  if (what === "press") return page.getByRole("button", { name: new RegExp(`^${text.replace(/[^\w\s]/g, "\\$&")}`) }).or(results.getByRole("button", { name: text })).last().click();
  if (as || isInGroup) return tries.getByRole("button", { name: text }).click();
  await phone.getByRole("textbox", { name: /^Message as/ }).fill(text);
  if (what === "write") await phone.getByRole("button", { name: "Send", exact: true }).click();
}

/** The number of messages of the bot in the chat that contain a text. */
const answers = (phone, text) => phone.getByRole("log").locator("li:not(.own)", { hasText: text }).count();

assert.ok(SAMPLES.length > 0);
for (const { id, name, steps } of SAMPLES) {
  const hasAnswer = steps.some(({ what }) => what === "answer");
  test(`${id}: ${name}`, async () => {
    assert.ok(hasAnswer, "the end of the sample tells what the bot answers");
    const view = await openEmbed(id);
    const { page, phone } = view;
    for (const [at, step] of steps.entries()) {
      if (step.what === "answer") continue;
      // The expected answers before the next step, and how often each is already shown.
      const rest = steps.slice(at + 1);
      const until = rest.findIndex(({ what }) => what !== "answer");
      const expected = rest.slice(0, until < 0 ? rest.length : until).map(({ text }) => text);
      const before = await Promise.all(expected.map((text) => answers(phone, text)));
      await take(page, phone, step);
      for (const [index, text] of expected.entries()) {
        await eventually(async () => (await answers(phone, text)) > before[index], true, `after ${JSON.stringify(step)} the bot says “${text}”`);
      }
    }
    await assertDiscreet(view);
    await view.context.close();
  });
}

for (const [what, viewport] of [["next to a text", FRAME.viewport], ["on a phone", { width: 340, height: 600 }]]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${what}, ${colorScheme}: nothing is wider than the frame, axe finds nothing`, async () => {
      const view = await openEmbed("menu", { viewport, colorScheme });
      const { page, phone } = view;
      const look = async (name) => {
        await assertAccessible(page, name);
        const isWithin = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight + 1);
        await eventually(isWithin, true, `${name} fits`);
        await page.screenshot({ path: join(siteFolder(), "../www-demo-shots", `embed-${name}-${viewport.width}-${colorScheme}.png`) });
      };
      await phone.getByRole("group", { name: "Things to try" }).getByRole("button", { name: "I am hungry" }).click();
      await phone.getByRole("button", { name: "Pizza" }).waitFor();
      await look("chat");
      if (viewport.width < 560) await page.getByRole("button", { name: "Code", exact: true }).click();
      await page.locator(".cm-line", { hasText: "inlineKeyboard" }).first().waitFor();
      await look("code");
      await page.getByText("On the wire").click();
      await page.getByRole("log", { name: "Requests and responses" }).getByText("setWebhook").waitFor();
      await look("wire");
      await assertDiscreet(view);
      await view.context.close();
    });
  }
}

test("TypeScript waits until somebody goes to the code; an edit runs, and the playground opens with it in the same tab", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const view = await openPage(site, "embed.html?sample=nothing", { permissions });
  const { page, context } = view;
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  // A page of the same site, with the small playground in a frame.
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: "./embed.html?sample=echo&theme=dark", title: "Live: Echo", style: "position: fixed; inset: 80px 0 auto; width: 720px; height: 480px; z-index: 9" });
    document.body.append(frame);
  });
  const frame = page.frameLocator("iframe");
  const phone = frame.getByRole("region", { name: "Phone" });
  await frame.locator(".cm-line").first().waitFor();
  const isTypescript = (url) => /\/worker-/.test(url);
  assert.ok(!asked.some(isTypescript));
  // The host sets the colors, initially and on each change.
  const theme = () => page.frames().at(-1).evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  assert.equal(await theme(), "dark");
  await page.evaluate(() => document.querySelector("iframe").contentWindow.postMessage({ botwire: "theme", theme: "light" }, location.origin));
  await eventually(theme, "light", "the colors follow the host");
  // Keys in the editor of the frame.
  await frame.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(CARRIED);
  await frame.getByText("Runs, and TypeScript agrees").waitFor();
  assert.ok(asked.some(isTypescript));
  await phone.getByRole("textbox", { name: /^Message as/ }).fill("well?");
  await phone.getByRole("button", { name: "Send", exact: true }).click();
  await phone.getByRole("log").getByText("carried").waitFor();
  await frame.getByRole("link", { name: "Open in the playground" }).click();
  await page.waitForURL(/#\/playground\/echo$/);
  await agreed(page);
  await page.locator(".cm-line", { hasText: "carried" }).waitFor();
  await page.getByRole("button", { name: "Undo all edits" }).click();
  await page.locator(".cm-line", { hasText: "Hi, $" }).waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0, "nothing is kept of an edit that was undone");
  await assertDiscreet(view);
  await context.close();
});

test("the playground opens with each sample by its address", async () => {
  const view = await openPage(site, "#/playground/shop", { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = view;
  await page.getByRole("button", { name: "Example: Shop with payments. Choose another" }).first().waitFor();
  await agreed(page);
  for (const { id, name } of SAMPLES) {
    await page.goto(`${site.url}#/playground/${id}`);
    await page.getByRole("button", { name: `Example: ${name}. Choose another` }).first().waitFor();
    await page.locator(".phone:not([inert])").waitFor();
    await agreed(page);
  }
  await assertDiscreet(view);
  await view.context.close();
});

test("a name that no sample has", async () => {
  const none = await openPage(site, "embed.html?sample=nothing", FRAME);
  await none.page.getByText("There is no sample with the name “nothing”.").waitFor();
  await assertDiscreet(none);
  await none.context.close();
});
