// An idle page does no work.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { attempt, openPlayground, started, waitForText, WITHOUT_TYPESCRIPT } from "./playground.mjs";
import { openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

test("the phone is not drawn again while nothing happens", async () => {
  const { page, phone, context } = await openPlayground(site, WITHOUT_TYPESCRIPT);
  await started(page);
  await attempt(phone, "/start");
  await waitForText(phone, "Hi, Alice!");
  const changes = () => page.evaluate(() => new Promise((done) => {
    let count = 0;
    const watcher = new MutationObserver((records) => (count += records.length));
    watcher.observe(document.querySelector(".phone"), { subtree: true, childList: true, characterData: true, attributes: true });
    setTimeout(() => (watcher.disconnect(), done(count)), 600);
  }));
  // Pending work ends within a few checks.
  let count = await changes();
  for (let look = 0; look < 10 && count > 0; look += 1) count = await changes();
  assert.equal(count, 0);
  await context.close();
});
