// Edits of the playground: stored for the tab, and shared by a link whose code runs only after consent.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { agreed, attempt, edit, openPlayground, started, waitForText } from "./playground.mjs";
import { assertAccessible, assertDiscreet, openPage, openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const GREETING = "Write something, or send me a file.";

/** A page with edited code, whose bot answers with this text. */
async function openEdited(text) {
  const view = await openPlayground(site, CLIPBOARD);
  await agreed(view.page);
  await edit(view.page, GREETING, text);
  return view;
}

test("an edit survives a reload, and leaving the page is asked about while there is one", async () => {
  const view = await openEdited("Kept.");
  const { page, phone, context } = view;
  const asked = [];
  page.on("dialog", (dialog) => (asked.push(dialog.type()), dialog.accept()));
  await page.reload();
  await started(page);
  assert.deepEqual(asked, ["beforeunload"]);
  await attempt(phone, "/start");
  await waitForText(phone, "Hi, Alice! Kept.");
  await page.getByRole("button", { name: "Undo all edits" }).click();
  await agreed(page);
  await page.reload();
  await started(page);
  assert.deepEqual(asked, ["beforeunload"], "nothing to lose");
  await assertDiscreet(view);
  await context.close();
});

test("a source that seems to contain a token is not stored, and its link is copied at the second press only", async () => {
  const secret = `123456789:${"a1B2".repeat(9)}`;
  const view = await openEdited(secret);
  const { page, context } = view;
  assert.ok(!(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).includes(secret));
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("The code seems to contain a token.").waitFor();
  assert.ok(!(await page.evaluate(() => navigator.clipboard.readText())).includes("?code="));
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Link copied" }).waitFor();
  await context.close();
});

test("a link carries the code to another visitor, where it runs only after consent", async () => {
  const sender = await openEdited("From a link.");
  await sender.page.getByRole("button", { name: "Copy link" }).click();
  await sender.page.getByRole("button", { name: "Link copied" }).waitFor();
  const link = await sender.page.evaluate(() => navigator.clipboard.readText());
  await sender.context.close();
  assert.ok(link.startsWith(`${site.url}#/playground/echo?code=`), link);
  const view = await openPage(site, link.slice(site.url.length), CLIPBOARD);
  const { page, context } = view;
  const phone = page.getByRole("region", { name: "Phone" });
  await started(page);
  const offer = page.getByRole("group", { name: "Code from a link" });
  await offer.waitFor();
  await page.locator(".cm-line", { hasText: "From a link." }).waitFor();
  await attempt(phone, "/start");
  await waitForText(phone, `Hi, Alice! ${GREETING}`);
  await assertAccessible(page);
  await offer.getByRole("button", { name: "Run it" }).click();
  await offer.waitFor({ state: "detached" });
  await eventually(() => page.url(), `${site.url}#/playground/echo`, "the code has left the URL");
  await agreed(page);
  await attempt(phone, "/start");
  await waitForText(phone, "Hi, Alice! From a link.");
  await assertDiscreet(view);
  await context.close();
});

test("a link can be discarded, and a damaged one says so", async () => {
  const view = await openPlayground(site);
  const { page, context } = view;
  const code = await page.evaluate(async () => {
    const packed = await new Response(new Blob(["throw 1"]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
    return btoa(String.fromCharCode(...new Uint8Array(packed))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  });
  await page.evaluate((code) => void (location.hash = `#/playground/echo?code=${code}`), code);
  await page.getByRole("button", { name: "Discard it" }).click();
  await page.locator(".cm-line", { hasText: GREETING }).first().waitFor();
  await page.evaluate(() => void (location.hash = "#/playground/echo?code=AAAA"));
  await page.getByText("The link is damaged or incomplete").waitFor();
  await page.locator(".cm-line", { hasText: GREETING }).first().waitFor();
  await assertDiscreet(view);
  await context.close();
});
