// The example of a worker in Rust: built by the command in its wrangler.toml, measured, and run in workerd with its bindings.
import assert from "node:assert/strict";
import { cp, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bot } from "botwire";
import { figures } from "../../xtask/size/figures.mjs";
import { sections } from "../../xtask/size/parts.mjs";
import { environment, ran } from "../create/support.mjs";
import { block, commands, endAll, ports, sh, writes } from "../docs/quick-start.mjs";
import { withService } from "../packaging/examples/conversation.mjs";
import { writeSettings } from "../packaging/examples/support.mjs";
import { install, pack } from "../packaging/support/project.mjs";
import { PATIENCE } from "../support/eventually.mjs";
import { root } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";
import { addDependency, build, createProject, createUnchanged, EXAMPLE, nameOfWasm, start } from "./build.mjs";
// In this process, so that one project is built at a time.
import "./panics.mjs";

const WAIT = { timeoutMs: PATIENCE };
const INSTALL = "cargo install worker-build --locked --debug";

const project = await createUnchanged();
const bundle = await build(project);

test("the test of the project", async () => {
  await symlink(join(root, "js-tests/node_modules"), join(dirname(project), "node_modules"), "junction");
  // Before it, `npm test` has wrangler build the bundle.
  const { code, printed } = await ran("node", ["--test", "worker.test.mjs"], project, environment());
  assert.equal(code, 0, printed);
  assert.match(printed, /pass 1/);
});

test("the README and the page of Rust install what the build command needs", async () => {
  for (const file of ["examples/worker-rust/README.md", "docs/hosts/rust-workers.md"]) {
    assert.ok((await readFile(join(root, file), "utf8")).includes(`\n${INSTALL}\n`), file);
  }
});

/** Compares the wasm of a bundle with its budget. Returns the budget. */
async function withinBudget(name, bundle, t) {
  const wasm = await readFile(join(bundle, await nameOfWasm(bundle)));
  const budget = JSON.parse(await readFile(join(root, "xtask/size/budget.json"), "utf8"))[name].gzip;
  const { raw, gzip } = figures([wasm]);
  const rows = [{ name, raw, gzip }, ...sections(wasm)];
  for (const row of rows) t.diagnostic(`${row.name.padEnd(22)} ${String(row.raw).padStart(8)} raw ${String(row.gzip).padStart(8)} gzip`);
  const advice = "find what grew by `twiggy top build/index_bg.wasm`";
  assert.ok(gzip <= budget, `${gzip} bytes, gzip -9: ${gzip - budget} over the budget of ${budget} (xtask/size/budget.json); ${advice}`);
  // A figure that is far below the budget says that something else was measured, or that the budget should be lowered.
  assert.ok(gzip > budget * 0.9, `${gzip} bytes, gzip -9: the budget of ${budget} is too wide (xtask/size/budget.json)`);
  return budget;
}

/** Finds the budget in the README, after the words that say what it is for. */
async function isSaid(words, budget) {
  const text = (await readFile(join(root, "README.md"), "utf8")).replaceAll("\n", " ");
  assert.ok(text.includes(`${words} ${budget / 1000} kB`), words);
}

test("the wasm that is uploaded stays within the budget", async (t) => {
  const budget = await withinBudget("worker in Rust", bundle, t);
  const readme = await readFile(join(root, "README.md"), "utf8");
  assert.match(readme, new RegExp(`\\[Worker in Rust\\]\\[worker-rust\\] has at most ${budget / 1000} kB gzip`));
  assert.match(readme, /^\[worker-rust\]: .*examples\/worker-rust/m);
});

test("an echo without a Durable Object of its own stays within the budget", async (t) => {
  const echo = await createProject(temporary());
  await cp(fileURLToPath(new URL("echo.rs", import.meta.url)), join(echo, "src/lib.rs"));
  const settings = join(echo, "wrangler.toml");
  const [others] = (await readFile(settings, "utf8")).split("[[durable_objects.bindings]]");
  await writeFile(settings, others);
  await isSaid("an echo", await withinBudget("echo in Rust", await build(echo), t));
});

test("a calendar with seven commands, dates and sessions stays within the budget", async (t) => {
  const real = await createProject(temporary());
  await cp(fileURLToPath(new URL("real.rs", import.meta.url)), join(real, "src/lib.rs"));
  await addDependency(real, "chrono", '{ version = "0.4", default-features = false, features = ["alloc"] }');
  await addDependency(real, "serde", '{ version = "1", features = ["derive"] }');
  await isSaid("sessions", await withinBudget("calendar in Rust", await build(real), t));
});

/** Additions to the example: maximum additional bytes, the text to replace, and its replacement. */
const ADDITIONS = {
  middleware: [10_900, ".bot(bot)", ".bot(bot.with(botwire::client::Throttle::per_second(30.0)))"],
  order: [2950, ".bot(bot)", ".bot(bot).in_order(botwire::webhook::Order::by_chat())"],
  sessions: [
    14_700,
    "webhook.handle(request, async |update, _| answer(update))",
    `webhook.handle(request, botwire::webhook::Sessions::<u32>::new(DurableObjectStore::of(&env, "CLAIMS")?).handler(
      async |update, _, mut session: botwire::webhook::Session<u32>| { *session += 1; answer(update) },
    ))`,
  ],
};

for (const [name, [most, before, after]] of Object.entries(ADDITIONS)) {
  test(`${name} adds at most ${most} bytes to the wasm`, async (t) => {
    const other = await createProject(temporary());
    const source = await readFile(join(other, "src/lib.rs"), "utf8");
    assert.ok(source.includes(before));
    await writeFile(join(other, "src/lib.rs"), source.replace(before, after));
    const larger = await build(other);
    const gzip = async (folder) => figures([await readFile(join(folder, await nameOfWasm(folder)))]).gzip;
    const added = await gzip(larger) - await gzip(bundle);
    t.diagnostic(`${name}: ${added} bytes, gzip -9`);
    assert.ok(added <= most, `${added} bytes, gzip -9`);
  });
}

test("the worker answers a user, and a repeated delivery once", () => withService(async ({ emulator, settings }) => {
  const HOOK_PATH = "/hook/3f9a";
  const { SERVICE, BOT_TOKEN } = settings;
  await writeSettings(join(project, ".env"), { SERVICE, BOT_TOKEN, HOOK_PATH });
  const { url, close } = await start(bundle, project);
  try {
    await new Bot({ baseUrl: settings.SERVICE, token: settings.BOT_TOKEN }).setWebhook({ url: url + HOOK_PATH });
    const alice = emulator.user({ first_name: "Alice" });
    alice.write("é 👍");
    assert.equal((await alice.nextMessage(WAIT)).text, "é 👍");

    const update = { update_id: 1_000_000, message: { message_id: 1, date: 1, chat: { id: 7, type: "private" }, text: "a" } };
    const deliver = (path) => fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(update) });
    assert.deepEqual(await (await deliver(HOOK_PATH)).json(), { method: "sendMessage", chat_id: 7, text: "a" });
    const again = await deliver(HOOK_PATH);
    assert.deepEqual([again.status, await again.json()], [200, { method: "sendMessage", chat_id: 7, text: "a" }]);
    assert.equal((await deliver("/hook/other")).status, 404);
  } finally {
    await close();
  }
}));

test("the tab of Rust in the quick start leads to a bot that answers", async () => {
  const folder = temporary();
  const lines = commands(block("sh", "Rust", "mkdir"));
  assert.deepEqual(lines.slice(4), ["rustup target add wasm32-unknown-unknown", INSTALL]);
  sh(lines.slice(0, 4).join("\n"), folder);
  // The files of the page of Rust, each by the name of its tab.
  const page = await readFile(join(root, "docs/hosts/rust-workers.md"), "utf8");
  const [, section] = page.split("## The worker\n");
  const tabs = [...section.split("\n:::\n")[0].matchAll(/^<<< @\/\.\.\/examples\/worker-rust\/(\S+) \[(.+)\]$/gm)];
  for (const [, file, name] of tabs) await cp(join(EXAMPLE, file), join(folder, "my-bot", name));
  // The tabs are all that is compiled, so the bundle of the example is theirs too.
  const compiled = (await readdir(project, { recursive: true })).filter((file) => /\.(?:rs|toml)$/.test(file));
  assert.deepEqual(tabs.map(([, , name]) => name).sort(), compiled.sort());
  const { here, emulator, bot } = await ports();
  const [command] = commands(here(block("sh", "Rust", "botwire emulator")));
  assert.match(command, new RegExp(` -- npx wrangler dev --port ${bot}$`));
  await install(folder, await pack(folder));
  // The settings that `wrangler dev` gets as options.
  const BOT_TOKEN = "123456:quick-start-token-of-this-page";
  await writeSettings(join(folder, "my-bot", ".env"), { SERVICE: here("http://127.0.0.1:8081"), BOT_TOKEN, HOOK_PATH: "/hook/secret" });
  const output = await emulator(folder, "Rust", true, "--token", BOT_TOKEN);
  const { close } = await start(bundle, join(folder, "my-bot"), bot);
  try {
    await writes(here, "/start", output);
  } finally {
    await close();
    endAll();
  }
});
