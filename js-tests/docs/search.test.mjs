// The words that readers search for lead to the page about them, in any of their forms.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PATIENCE } from "../support/eventually.mjs";
import { openDocs } from "./support.mjs";

const WORDS = {
  testing: "guide/testing",
  logging: "guide/logging",
  throttling: "guide/middleware.html#limit-the-rate",
  tunnel: "guide/tunnel",
  ngrok: "guide/tunnel",
  i18n: "guide/i18n",
  translations: "guide/i18n",
  pagination: "guide/menus",
  menus: "guide/menus",
  monitoring: "guide/monitoring",
  healthcheck: "guide/monitoring",
  docker: "hosts/docker",
  systemd: "hosts/linux",
  pm2: "hosts/linux",
  "rotate token": "guide/rotate",
  "delete user data": "guide/user-data",
  gdpr: "guide/user-data",
  "polling to webhook": "guide/polling-to-webhook",
  "error codes": "guide/error-codes",
  "github actions": "guide/ci",
  "several files": "guide/modules",
  conversations: "guide/conversations",
  fsm: "guide/conversations",
  gettext: "guide/i18n",
  flood: "guide/middleware.html#limit-the-rate",
  newsletter: "guide/broadcast",
  prometheus: "guide/monitoring",
  backoff: "guide/errors.html#retries",
  tutorial: "guide/quick-start",
  scheduler: "guide/cookbook.html#scheduled-messages",
  kubernetes: "hosts/docker",
  "bundle size": "guide/performance.html#size",
};

let docs;
before(async () => void (docs = await openDocs()));
after(() => docs?.close());

test("the search finds the page of each word first", async () => {
  const { page, close } = await docs.open("guide/what-it-is.html");
  await page.getByRole("button", { name: "Search" }).first().click();
  const wrong = [];
  for (const [word, expected] of Object.entries(WORDS)) {
    await page.locator("#localsearch-input").fill("");
    await page.locator("#localsearch-input").fill(word);
    const isFirst = (expected) => document.querySelector(".results a")?.href.includes(`/docs/${expected}`);
    await page.waitForFunction(isFirst, expected, { timeout: PATIENCE }).catch(async () => {
      const found = await page.locator(".results a").evaluateAll((links) => links.slice(0, 3).map(({ href }) => href.split("/docs/")[1]));
      wrong.push(`${word}: ${found.join(", ") || "nothing"}, not ${expected}`);
    });
  }
  assert.deepEqual(wrong, []);
  await close();
});
