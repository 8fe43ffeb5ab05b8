// The built documentation in Chromium, below a path that is not the root of its host.
import assert from "node:assert/strict";
import { serveSite } from "../../xtask/demo/web.mjs";
import { launch } from "../support/chromium.mjs";
import { eventually, PATIENCE } from "../support/eventually.mjs";

export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 360, height: 740 };

/** Serves the site and starts a browser. */
export async function openDocs() {
  assert.ok(process.env.WWW_DEMO, "WWW_DEMO names the folder of the built site: run this by `cargo xtask test docs`");
  const served = await serveSite(process.env.WWW_DEMO, { base: "/some/where/" });
  const browser = await launch();
  const url = (path) => `${served.url}docs/${path}`;

  /** Opens a page in a new context, and records its console errors. */
  async function open(path, options = {}) {
    const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const consoleErrors = [];
    page.on("console", (message) => message.type() === "error" && consoleErrors.push(`${message.text()} ${message.location().url}`));
    page.on("pageerror", (error) => consoleErrors.push(String(error)));
    page.on("response", (response) => response.status() >= 400 && consoleErrors.push(`${response.status()} ${response.url()}`));
    await (options.javaScriptEnabled === false ? page.goto(url(path)) : go(page, path));
    return { page, consoleErrors, context, close: () => context.close() };
  }

  /** Opens a page of the documentation, and waits until the application has taken the place of its HTML. */
  async function go(page, path) {
    await page.goto(url(path));
    await page.waitForFunction(() => document.querySelector("#app")?.__vue_app__ !== undefined);
  }

  return { open, go, url, close: () => browser.close().then(served.close) };
}

/**
 * Opens the search of a page. The function that it returns gives the addresses of the results of a query. The clock of the page
 * is moved over the pause that the search makes after each key, so that these are the results of this query, and not of the last.
 */
export async function openSearch(page) {
  await page.clock.install();
  await page.getByRole("button", { name: "Search" }).first().click();
  const results = async (query) => {
    await page.locator("#localsearch-input").fill(query);
    await page.clock.runFor(PAUSE);
    return page.locator(".results a").evaluateAll((links) => links.map(({ href }) => href));
  };
  await eventually(async () => (await results("webhook")).length > 0, true, "the index of the search");
  return results;
}

/** Milliseconds, longer than the pause of the search. */
const PAUSE = 300;
