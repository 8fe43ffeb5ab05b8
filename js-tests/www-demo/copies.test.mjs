// Code and commands copied from the dashboard run, and make the same calls as the forms they were copied from.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { eventually } from "../support/eventually.mjs";
import { assertDiscreet, connect, openPage, openSite, service } from "./support.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
/** A file that is there for the code that is run as well as for the page. */
const FILE = { name: "clip.mp4", mimeType: "video/mp4", buffer: Buffer.from("a film of twenty-six bytes") };
/** Texts that look like something else: JSON, a file of the log, a mark, a quote. */
const TEXTS = ['{"a": [1, "two"]}', "[]", "(file x.png, 3 bytes)", "@@x@@", "it's\n\"quoted\" \\ $HOME `id`", "true", "007"];

let site;
before(async () => {
  site = await openSite();
  await writeFile(join(folder, FILE.name), FILE.buffer);
});
after(async () => {
  await site.close();
  await rm(join(folder, FILE.name));
});

/** The calls of a method as the service received them, except for the names of parts, which change each time. */
const taken = (emulator, method) =>
  emulator.log().filter((entry) => entry.method === method).map(({ parameters }) => {
    const fields = Object.entries(parameters).filter(([name]) => !/^\d+-\d+$/.test(name)).map(([name, value]) => [name, typeof value === "string" && /^[[{]/.test(value) ? JSON.parse(value) : value]);
    return JSON.stringify(Object.fromEntries(fields)).replaceAll(/attach:\/\/[^"]+/g, "attach://");
  });

/** Runs a copied program where the file is. */
const run = (program, url, token) =>
  promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder, env: { ...process.env, BASE_URL: url, BOT_TOKEN: token } });

test("copied code and commands do what the form did, whatever its texts look like, files and nested files included", async () => {
  const { emulator, url, user, token, close } = await service();
  user.write("/start");
  const view = await openPage(site, "#/dashboard/methods/sendMessage", { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = view;
  await connect(page, url, token);
  const at = (section) => page.goto(`${site.url}#/dashboard/${section}`);
  const copied = async (name, within = page) => {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await within.getByRole("button", { name, exact: true }).click();
    let text = "";
    await eventually(async () => (text = await page.evaluate(() => navigator.clipboard.readText())) !== "", true);
    assert.ok(!text.includes(token));
    return text;
  };
  /** Submits the form, and runs everything that can be copied from the call. */
  const repeated = async (method) => {
    const before = taken(emulator, method).length;
    const ofForm = await copied("Copy as JavaScript");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.getByLabel("Result").waitFor();
    await at("log");
    await page.getByRole("button", { name: new RegExp(method) }).first().click();
    const details = page.getByRole("region", { name: `Request ${method}` });
    const ofLog = await copied("Copy as JavaScript", details);
    const command = await copied("Copy as curl", details);
    for (const program of [ofForm, ofLog]) await run(program, url, token);
    const [made, ...others] = taken(emulator, method).slice(before);
    assert.deepEqual(others, [made, made], `${ofForm}\n${ofLog}`);
    return { made: JSON.parse(made), command };
  };
  for (const text of TEXTS) {
    await at("methods/sendMessage");
    await page.getByRole("button", { name: "Clear form" }).click();
    await page.getByLabel("chat_id required").fill(String(user.id));
    await page.getByLabel("text required").fill(text);
    await page.getByText("Ready").waitFor();
    const { command } = await repeated("sendMessage");
    assert.ok(command.includes(`--data-urlencode 'text=${text.replaceAll("'", `'\\''`)}'`), command);
    assert.ok(user.messages().slice(-3).every((message) => message.text === text), text);
  }
  await at("methods/sendMediaGroup");
  await page.getByLabel("chat_id required").fill(String(user.id));
  for (const index of [1, 2]) {
    await page.getByRole("button", { name: "Add media" }).click();
    const item = page.getByRole("group", { name: `media ${index}` });
    await item.getByLabel("media: which kind").selectOption("InputMediaVideo");
    await item.getByLabel("media: choose a file").setInputFiles(FILE);
  }
  await page.getByText("Ready").waitFor();
  const { made, command } = await repeated("sendMediaGroup");
  assert.deepEqual(made.media.map(({ type, media }) => [type, media]), [["video", "attach://"], ["video", "attach://"]]);
  assert.match(command, /--form '[^=]+=@"clip\.mp4";type=video\/mp4'/);
  const sizes = user.messages().slice(-6).map(({ video }) => video.file_size);
  assert.deepEqual(sizes, Array.from({ length: 6 }, () => FILE.buffer.length));
  await assertDiscreet(view, token);
  await view.context.close();
  await close();
});
