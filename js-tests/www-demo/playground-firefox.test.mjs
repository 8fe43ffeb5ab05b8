// The core of the playground in firefox: a page next to the site plays it.
import assert from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { serveSite } from "../../xtask/demo/web.mjs";
import { inFirefox } from "../packaging/support/firefox.mjs";
import { siteFolder } from "./support.mjs";

const folder = await mkdtemp(join(tmpdir(), "botwire-site-"));
after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

test("Firefox: the bot answers, a type error is shown, buttons, a payment, the wire", async () => {
  await cp(siteFolder(), folder, { recursive: true });
  for (const name of ["firefox-player.mjs", "firefox-page.mjs"]) await cp(new URL(name, import.meta.url), join(folder, name));
  await writeFile(join(folder, "play.html"), '<!doctype html><meta charset="utf-8"><iframe src="./#/playground" style="width: 1300px; height: 850px"></iframe><script type="module" src="./firefox-player.mjs"></script>');
  const site = await serveSite(folder, { base: "/some/where/" });
  try {
    const { failed, seen, errors } = await inFirefox(`${site.url}play.html`)({});
    assert.equal(failed, undefined, `${failed}; until then: ${seen}`);
    assert.deepEqual(errors, []);
    assert.deepEqual(seen, ["answered", "type error", "pressed", "paid", "wire"]);
  } finally {
    await site.close();
  }
});
