// The core of the site in firefox, which Playwright cannot drive as distributions ship it: a page next to the site does.
import assert from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { inFirefox } from "../packaging/support/firefox.mjs";
import { raw, service, site, siteFolder } from "./support.mjs";

const folder = await mkdtemp(join(tmpdir(), "botwire-site-"));
after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

test("Firefox: connecting, explaining, forms, updates, chats, log, emulator", async () => {
  await cp(siteFolder(), folder, { recursive: true });
  for (const name of ["firefox-visitor.mjs", "firefox-page.mjs"]) await cp(new URL(name, import.meta.url), join(folder, name));
  await writeFile(join(folder, "visit.html"), '<!doctype html><meta charset="utf-8"><iframe src="./" style="width: 1200px; height: 800px"></iframe><script type="module" src="./firefox-visitor.mjs"></script>');
  const { url: siteUrl, close: closeSite } = await site(folder);
  const { emulator, url, user, token, close } = await service();
  const closed = await raw((_request, response) => response.writeHead(200).end("{}"));
  try {
    user.write("to be received");
    const given = { service: url, closed: closed.url, token, chat: String(user.id), username: emulator.bot.username };
    const { failed, seen, errors, isDiscreet } = await inFirefox(`${siteUrl}visit.html`)(given);
    assert.equal(failed, undefined, `${failed}; until then: ${seen}`);
    assert.deepEqual(errors, []);
    assert.ok(isDiscreet, "the token is somewhere in the page");
    assert.deepEqual(seen, ["CORS explained", "overview", "checked while typing", "called", "received", "chats", "log", "emulator"]);
    assert.equal((await user.nextMessage()).text, "from Firefox");
  } finally {
    for (const end of [closeSite, close, closed.close]) await end();
  }
});
