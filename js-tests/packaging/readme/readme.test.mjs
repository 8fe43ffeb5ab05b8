// The samples of the README compile as a strict user compiles them, and run. The one in Rust is an example of the crate.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bot } from "botwire";
import { eventually, PATIENCE } from "../../support/eventually.mjs";
import { freePort } from "../../support/serve.mjs";
import { COMPATIBILITY_DATE } from "../../support/wrangler.mjs";
import { startIsolates } from "../../webhook/isolates.mjs";
import { withService } from "../examples/conversation.mjs";
import { started } from "../examples/support.mjs";
import { output } from "../support/programs.mjs";
import { project } from "../support/project.mjs";

const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language, text }));
const [{ text: worker }] = blocks.filter(({ language }) => language === "ts");
const folder = await project(import.meta.url);
await writeFile(join(folder, "worker.ts"), worker);

/** The programs of the commands. */
const PROGRAMS = {
  wrangler: fileURLToPath(new URL("../../node_modules/wrangler/bin/wrangler.js", import.meta.url)),
  botwire: join(folder, "node_modules/botwire/command/main.js"),
};
/** Keeps wrangler from checking for updates, sending telemetry, asking for a location, and writing to the home folder. */
const QUIET = { WRANGLER_HIDE_BANNER: "true", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", HOME: folder, XDG_CONFIG_HOME: folder, USERPROFILE: folder };

test("each sample of the README is one that is run", () => {
  assert.deepEqual(blocks.map(({ language }) => language), ["console", "ts", "console", "console", "rust", "console"]);
});

for (const compiler of ["typescript", "typescript-6"]) {
  test(`${compiler}: the worker of the README`, async () => {
    const tsc = fileURLToPath(new URL(`../../node_modules/${compiler}/bin/tsc`, import.meta.url));
    const options = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noEmit", "--target", "es2022", "--lib", "es2022", "--module", "nodenext", "--pretty", "false"];
    await output(execPath, [tsc, ...options, "worker.ts"], folder);
  });
}

test("wrangler uploads as much as the README says", async () => {
  const [, most] = /less than (\d+) KiB \(gzip\)/.exec(readme);
  const parameters = ["deploy", "worker.ts", "--dry-run", "--minify", "--outdir", "uploaded", "--name", "bot", "--compatibility-date", COMPATIBILITY_DATE];
  const { stdout } = await output(execPath, [PROGRAMS.wrangler, ...parameters], folder, QUIET);
  const uploaded = Number(/gzip: ([\d.]+) KiB/.exec(stdout)[1]);
  // Compilers of Rust differ by half a KiB.
  assert.ok(uploaded < most && uploaded > most - 2, `${uploaded} KiB`);
});

test("the worker of the README answers in workerd", () => withService(async ({ emulator, settings }) => {
  const HOOK_PATH = "/hook/3f9a";
  const isolates = await startIsolates(`export { default } from "./worker.ts";`, 1, { bindings: { ...settings, HOOK_PATH }, resolveDir: folder });
  try {
    await new Bot({ baseUrl: settings.SERVICE, token: settings.BOT_TOKEN }).setWebhook({ url: isolates.url.origin + HOOK_PATH });
    const alice = emulator.user({ first_name: "Alice" });
    alice.write("é");
    assert.equal((await alice.nextMessage({ timeoutMs: PATIENCE })).text, "You wrote: é");
  } finally {
    await isolates.dispose();
  }
}));

test("the commands of the README start a bot that answers", async () => {
  const [service, bot] = [await freePort(), await freePort()];
  const { text } = blocks.find(({ text }) => text.includes("wrangler"));
  const commands = text.replaceAll("\\\n", "").replaceAll("8081", service).replaceAll("8787", bot).trim().split("\n");
  const running = [];
  try {
    assert.equal(commands.length, 1);
    // The programs that npx finds in a project that has them.
    const words = commands[0].split(" -- ").map((command) => {
      const [npx, name, ...parameters] = command.split(" ");
      assert.equal(npx, "npx");
      return [execPath, PROGRAMS[name], ...parameters];
    });
    assert.equal(words.length, 2);
    running.push(await started([...words[0], "--", ...words[1]], folder, /Ready on/, QUIET));
    await fetch(`http://127.0.0.1:${service}/user/write`, { method: "POST", body: "é" });
    const texts = async () => (await (await fetch(`http://127.0.0.1:${service}/user/messages`)).json()).result.map(({ text }) => text);
    await eventually(texts, ["é", "You wrote: é"], "the bot answers");
  } finally {
    for (const { stop } of running) await stop();
  }
});
