// The example of a page in Rust: its own tests by wasm-pack, and the page that wasm-pack builds, both in Chromium.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { withService } from "../packaging/examples/conversation.mjs";
import { site } from "../packaging/support/site.mjs";
import { launch } from "../support/chromium.mjs";
import { PATIENCE } from "../support/eventually.mjs";
import { build, EXAMPLE, runTests } from "./build.mjs";

test("the README names the commands that are run here", () => {
  const text = readFileSync(join(EXAMPLE, "README.md"), "utf8");
  for (const command of ["wasm-pack build --target web", "wasm-pack test --headless --chrome"]) assert.ok(text.includes(command), command);
});

test("its tests pass in a headless browser, against the emulator", async () => {
  assert.match(await runTests(), /test result: ok\. 2 passed; 0 failed/);
});

test("the page sends a message", async () => {
  const { url } = await site(await build());
  const browser = await launch();
  after(() => browser.close());
  await withService(async ({ emulator, settings }) => {
    const alice = emulator.user({ first_name: "Alice" });
    alice.write("/start");
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.setDefaultTimeout(PATIENCE);
    await page.goto(`${url}/index.html`);
    for (const [label, value] of [["Service", settings.SERVICE], ["Token", "1:wrong"], ["Chat", String(alice.id)], ["Text", "from Rust"]]) {
      await page.getByLabel(label).fill(value);
    }
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("401 Unauthorized").waitFor();
    await page.getByLabel("Token").fill(settings.BOT_TOKEN);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText(/^Message \d+ was sent\.$/).waitFor();
    assert.equal((await alice.nextMessage({ timeoutMs: PATIENCE })).text, "from Rust");
    assert.deepEqual(errors, []);
  }, { cors: [url] });
});
