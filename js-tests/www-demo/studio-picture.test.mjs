// The pictures of the studio in the README and the documentation, with the bot that `npm create botwire` makes:
// `UPDATE=1 cargo xtask test www-demo studio-picture` takes them anew.
import assert from "node:assert/strict";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { built, ran } from "../create/support.mjs";
import { botwire, TOKEN } from "../emulator/command.mjs";
import { launch } from "../support/chromium.mjs";
import { eventually } from "../support/eventually.mjs";
import { root } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";
import { waitForText, write } from "./playground.mjs";
import { openStudio } from "./studio.mjs";

/** Size of the pictures in pixels. */
const SIZE = { width: 1200, height: 580 };
const FILES = { light: "docs/public/studio.png", dark: "docs/public/studio-dark.png" };

let browser;
before(async () => void (browser = await launch()));
after(() => browser.close());

/** A new project with the package. Returns its folder. */
async function created() {
  const folder = temporary();
  const { code, printed } = await ran("node", [join(await built(), "bin.cjs"), "my-bot", "--template", "node", "--language", "js", "--no-install"], folder);
  assert.equal(code, 0, printed);
  const project = join(folder, "my-bot");
  await mkdir(join(project, "node_modules"));
  await symlink(fileURLToPath(new URL(".", import.meta.resolve("botwire/package.json"))), join(project, "node_modules/botwire"), "junction");
  return project;
}

for (const [colorScheme, file] of Object.entries(FILES)) {
  test(`the picture of the studio, ${colorScheme}`, async () => {
    const command = botwire(["emulator", "--port", "0", "--token", TOKEN, "--", process.execPath, "main.js"], { cwd: await created() });
    const [, url] = await command.waitForOutput(/base URL +(\S+)/);
    const act = async (name, fields) => (await (await fetch(`${url}/user/act/${name}`, { method: "POST", body: JSON.stringify(fields) })).json()).result;
    const { page, context } = await openStudio(browser, url, { viewport: SIZE, colorScheme, timezoneId: "UTC", locale: "en-US" });
    const phone = page.getByRole("region", { name: "Phone" });
    await page.getByRole("banner").getByRole("status").getByText("Polls").waitFor();
    await act("add_user", { first_name: "Bob" });
    await write(phone, "/start");
    await waitForText(phone, "Write anything, or /file.");
    await phone.getByRole("button", { name: "Press me" }).click();
    await write(phone, "Hello, bot!");
    const wire = page.getByRole("log", { name: "Updates and the calls that they caused" });
    await eventually(() => wire.getByRole("button", { name: /^\+.* sendMessage/ }).count(), 2, "the answers");
    await wire.getByRole("button", { name: /^\+.* answerCallbackQuery/ }).waitFor();
    await page.getByRole("list", { name: "Users" }).getByText("Bob").waitFor();
    // The answer to the press is shown for a few seconds.
    await phone.getByText("pressed", { exact: true }).waitFor({ state: "detached" });
    const picture = await page.screenshot();
    if (process.env.UPDATE) await writeFile(join(root, file), picture);
    const kept = await readFile(join(root, file));
    assert.deepEqual([kept.readUInt32BE(16), kept.readUInt32BE(20)], [SIZE.width, SIZE.height], "taken at the size of now");
    await context.close();
  });
}
