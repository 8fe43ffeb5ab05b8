// The example of a dashboard in Rust: its manifest, and the page in Chromium.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { withService } from "../packaging/examples/conversation.mjs";
import { site } from "../packaging/support/site.mjs";
import { launch } from "../support/chromium.mjs";
import { PATIENCE } from "../support/eventually.mjs";
import { buildRust } from "../support/rust.mjs";

const EXAMPLE = fileURLToPath(new URL("../../examples/dashboard-rust", import.meta.url));

test("the crate that is run has the dependencies of the example", async () => {
  const dependencies = async (file) => {
    const [, text] = (await readFile(file, "utf8")).split("[dependencies]\n");
    return text.split("\n\n")[0].trimEnd().replace(/(version|path) = "[^"]+", /, "").replace(/\n#.*\nwasm-bindgen.*$/, "");
  };
  assert.equal(await dependencies(fileURLToPath(new URL("Cargo.toml", import.meta.url))), await dependencies(join(EXAMPLE, "Cargo.toml")));
});

/** The tag that trunk writes for its link to the crate. */
const START = `<script type="module">import init from "./rust_dashboard.js"; await init({ module_or_path: "./rust_dashboard_bg.wasm" });</script>`;

test("it says who the bot is, sends a message, and keeps its fields but the token", async () => {
  const glue = await buildRust(import.meta.url);
  const html = await readFile(join(EXAMPLE, "index.html"), "utf8");
  assert.match(html, /<link data-trunk rel="rust"[^>]*>/);
  await writeFile(join(glue, "index.html"), html.replace(/<link data-trunk rel="rust"[^>]*>/, START));
  const { url } = await site(glue);
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
    await page.getByLabel("Service").fill(settings.SERVICE);
    await page.getByLabel("Token").fill("1:wrong");
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByText("401 Unauthorized").waitFor();
    await page.getByLabel("Token").fill(settings.BOT_TOKEN);
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByText(`I am ${emulator.bot.first_name}.`).waitFor();

    await page.getByLabel("Chat").fill(String(alice.id));
    await page.getByLabel("Text").fill("from the dashboard");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText(/^Message \d+ was sent\.$/).waitFor();
    assert.equal((await alice.nextMessage({ timeoutMs: PATIENCE })).text, "from the dashboard");

    await page.reload();
    assert.equal(await page.getByLabel("Service").inputValue(), settings.SERVICE);
    assert.equal(await page.getByLabel("Token").inputValue(), "");
    assert.deepEqual(await page.evaluate(() => history.state), { service: settings.SERVICE, chat: String(alice.id) });
    assert.deepEqual(errors, []);
  }, { cors: [url] });
});
