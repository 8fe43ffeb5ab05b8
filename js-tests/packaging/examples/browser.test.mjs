// The example of a page, in Chromium: by the server of Vite, and as the files that its build leaves.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { build, createServer } from "vite";
import { launch } from "../../support/chromium.mjs";
import { PATIENCE } from "../../support/eventually.mjs";
import { site } from "../support/site.mjs";
import { address, options } from "../support/vite.mjs";
import { withService } from "./conversation.mjs";
import { examples } from "./support.mjs";

const home = join(await examples(import.meta.url, "browser"), "browser");
const { inline, complaints } = options(home);

const browser = await launch();
after(() => browser.close());
const server = await createServer(inline);
after(() => server.close());
await server.listen();
const dist = join(home, "dist");
await build({ ...inline, base: "./", build: { outDir: dist } });
const built = await site(dist);

for (const [what, url] of [["served", `${address(server)}/`], ["built", `${built.url}/index.html`]]) {
  test(`a page that sends a file, ${what}`, () => withService(async ({ emulator, settings }) => {
    const alice = emulator.user({ first_name: "Alice" });
    alice.write("/start");
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.setDefaultTimeout(PATIENCE);
    await page.goto(url);
    const output = (text) => page.getByText(text).waitFor();
    await page.getByLabel("Service").fill(settings.SERVICE);
    await page.getByLabel("Token").fill(settings.BOT_TOKEN);
    await page.getByLabel("Chat").fill("1");
    await page.getByLabel("Caption").fill("a & b");
    await page.getByLabel("File").setInputFiles({ name: "é.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
    await page.getByRole("button", { name: "Send" }).click();
    await output("The service refused: Bad Request: chat not found");

    await page.getByLabel("Chat").fill(String(alice.id));
    await page.getByRole("button", { name: "Send" }).click();
    await output(/^Message \d+ was sent\.$/);
    const { caption, document } = await alice.nextMessage({ timeoutMs: PATIENCE });
    assert.deepEqual([caption, document.file_name, document.file_size], ["a & b", "é.txt", 5]);
    assert.deepEqual(errors, []);
    await page.close();
  }, { cors: [new URL(url).origin] }));
}

test("no warning", () => assert.deepEqual(complaints, []));
