// Carries the scenario out in a page in Chromium.
import assert from "node:assert/strict";
import { after } from "node:test";
import { launch } from "../../support/chromium.mjs";
import { PATIENCE } from "../../support/eventually.mjs";

let browser;
after(async () => (await browser)?.close());

/**
 * Returns the function that carries the scenario out in the page at that URL; `complaints` are those of the page's console
 * that are expected. One browser serves all pages of a test file, which registers its tests without awaiting anything in
 * between: with the last one that is registered the browser is closed.
 */
export function inChromium(url, { complaints: expected = [] } = {}) {
  return async (at) => {
    browser ??= launch();
    const page = await (await browser).newPage();
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
    await page.goto(`${url}?${new URLSearchParams(at)}`, { timeout: PATIENCE });
    const waited = page.waitForFunction(() => globalThis.result, null, { polling: 20, timeout: PATIENCE });
    const result = await (await waited.catch((error) => assert.fail([error.message, ...complaints].join("\n")))).jsonValue();
    await page.close();
    // A request that was refused with 403 is the scenario's own.
    const others = complaints.filter((complaint) => !complaint.includes("403"));
    assert.equal(others.length, expected.length, others.join("\n"));
    expected.forEach((pattern, at) => assert.match(others[at], pattern));
    return result;
  };
}
