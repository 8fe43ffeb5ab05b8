// The lines of the shell in the README, the quick start and the pages of hosts run as copied: each page in a new terminal, in
// the order of the page, with nothing replaced. The table at the end has the lines that no test can run here.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { withService } from "../packaging/examples/conversation.mjs";
import { writeSettings } from "../packaging/examples/support.mjs";
import { root } from "../support/target.mjs";
import { blocksOf } from "./blocks.mjs";
import { cargoHome } from "./crates.mjs";
import { put } from "./project.mjs";
import { block } from "./quick-start.mjs";
import { COMPILES, copied, copy, lines } from "./shell-lines.mjs";
import { chat, emulated, POSSIBLE, terminal } from "./terminal.mjs";

const READY = /Listening on port|is polling|Ready on|Local:|Listening on http/;
const blocks = (page) => blocksOf(page, readFileSync(join(root, page), "utf8"));

/** The lines of a page that create a project and try it. `download` does before what Deno does at the first start. Returns the terminal, in the folder of the project. */
async function created(page, dev = "npm run dev", download) {
  const shell = await terminal();
  await shell.accept(copy(page, "npm create "));
  await shell.type(copy(page, "cd my-bot"));
  if (download) await shell.type(download);
  const running = await shell.start(copy(page, dev), READY);
  await chat(running, "hello", /^hello$/);
  await running.stop();
  return shell;
}

/** Starts the emulator and, by this line, the bot in the folder of the terminal. It answers, and the doctor is content. */
async function lives(shell, line, url) {
  const service = await emulated(shell, url);
  const bot = await service.start(line, READY);
  await chat(service, "hello", /^hello$/);
  assert.match(await service.type(copy("index", "npx botwire doctor")), /^healthy /m);
  await bot.stop();
  await service.stop();
}

/** Runs the lines that register a webhook at the service, which here accepts a webhook that is not on this machine. */
const registers = (shell) => withService(async ({ settings }) => {
  await writeSettings(join(shell.folder(), ".env"), { ...settings, HOOK_PATH: "/hook/a-path-of-random-characters" });
  for (const page of ["quick-start", "index"]) assert.match(await shell.type(copy(page, "npx botwire webhook set https://bot.example")), /https:\/\/bot\.example/);
}, { allowRemoteWebhooks: true });

// Each page has a terminal and a network of its own, and mostly waits for downloads and starts.
describe("the lines of each page", { concurrency: 4 }, () => {
  test("node", POSSIBLE, async () => {
    const shell = await created("node");
    await shell.type(copy("node", "npm install"));
    await lives(shell, copy("node", "npm start"));
  });

  test("bun", POSSIBLE, async () => {
    const shell = await created("bun");
    await shell.type(copy("bun", "bun install"));
    await lives(shell, copy("bun", "bun start"), "http://127.0.0.1:8080");
  });

  test("deno", POSSIBLE, async () => {
    const shell = await created("deno", "deno task dev", "deno cache main.ts && deno run -A npm:botwire --help");
    const service = await emulated(shell, "http://127.0.0.1:8080", "deno run -A npm:botwire");
    const bot = await service.start(copy("deno", "deno task start"), READY);
    await chat(service, "hello", /^hello$/);
    assert.match(await service.type("deno run -A npm:botwire doctor"), /^healthy /m);
    await bot.stop();
    await service.stop();
  });

  test("docker and hono", POSSIBLE, async () => {
    await created("docker");
    await created("hono");
  });

  test("linux", POSSIBLE, async () => {
    const shell = await created("linux");
    put(shell.folder(), "ecosystem.config.cjs", blocks("docs/hosts/linux.md").find(({ language }) => language === "js").code);
    // npx would download it now, but the bot runs in a network of its own.
    await shell.type("npm install --no-save pm2");
    const service = await emulated(shell);
    await service.type(copy("linux", "npx pm2 start "));
    try {
      await chat(service, "hello", /^hello$/);
      const logs = await service.start(copy("linux", "npx pm2 logs "), /is polling/);
      await logs.stop();
      await service.type(copy("linux", "npx pm2 save"));
      assert.match(await service.type(copy("linux", "npx botwire doctor")), /^healthy /m);
    } finally {
      await service.type("npx pm2 kill");
      await service.stop();
    }
  });

  test("lambda", POSSIBLE, async () => {
    const shell = await created("lambda");
    await shell.type(copy("lambda", "npm install"));
    await shell.type(copy("lambda", "npm run build"));
  });

  test("vercel", POSSIBLE, async () => {
    await created("vercel");
  });

  test("workers, up to the login", POSSIBLE, async () => {
    const shell = await created("workers");
    await emulated(shell, "http://127.0.0.1:8787");
    const printed = await shell.type(copy("workers", "npx wrangler deploy "), { code: 1 });
    assert.match(printed, /CLOUDFLARE_API_TOKEN|wrangler login/);
  });

  test("browser", POSSIBLE, async () => {
    const shell = await terminal();
    for (const file of ["main.js", "index.html", "package.json"]) put(shell.folder(), file, readFileSync(join(root, "examples/browser", file), "utf8"));
    await shell.type(copy("browser", "npm install"));
    const running = await shell.start(copy("browser", "npm run dev"), READY);
    assert.match(await running.type("curl --silent http://localhost:5173"), /<script type="module"/);
    await running.stop();
  });

  test("nitro", POSSIBLE, async () => {
    const shell = await terminal();
    await shell.type(copy("nitro", "npm init -y"));
    await shell.type(copy("nitro", "npm install botwire nitropack"));
    put(shell.folder(), "routes/hook/[secret].js", blocks("docs/hosts/nitro.md").find(({ language }) => language === "js").code);
    const running = await shell.start(copy("nitro", "npx botwire emulator "), READY);
    await chat(running, "hello", /^hello$/);
    await running.stop();
  });

  test("README", POSSIBLE, async () => {
    await created("README");
    const shell = await terminal();
    await shell.type("npm install botwire");
    put(shell.folder(), "worker.ts", blocks("README.md").find(({ language }) => language === "ts").code);
    // npx would download it now, but the bot runs in a network of its own.
    await shell.type("npm install --no-save wrangler");
    const running = await shell.start(copy("README", "npx botwire emulator "), READY);
    await chat(running, "hello", /^You wrote: hello$/);
    await running.stop();
  });

  /** The tabs of the quick start. The page of hosts uses the bot of the last one. */
  for (const tab of ["Workers", "Deno", "Bun", "Vercel", "Browser", "Node"]) {
    test(`quick start, ${tab}`, POSSIBLE, async () => {
      const shell = await terminal();
      const page = `quick-start [${tab}]`;
      for (const line of lines.filter((line) => line.startsWith(`${page}: `) && !line.includes(" emulator ")).map((line) => line.slice(page.length + 2))) await shell.type(copy(page, line));
      put(shell.folder(), "bot.js", block("js"));
      const code = block("js", tab);
      put(shell.folder(), /^\/\/ (\S+)\n/.exec(code)[1], code);
      if (tab === "Vercel") return; // Its program asks to log in.
      if (tab === "Browser") put(shell.folder(), "index.html", block("html"));
      // Deno compiles and remembers the packages before the network ends.
      if (tab === "Deno") await shell.type("deno run -A npm:botwire --help");
      const running = await shell.start(copy(page, lines.find((line) => line.startsWith(page) && line.includes(" emulator ")).slice(page.length + 2)), ["Workers", "Browser"].includes(tab) ? READY : /^base URL/m);
      if (tab === "Browser") {
        assert.match(await running.type("curl --silent http://localhost:5173"), /main\.js/);
        return running.stop();
      }
      await running.type(copy("quick-start", "curl http://127.0.0.1:8081/user/write"));
      await chat(running, "/start", /^Hello, Alice!$/);
      assert.match(await running.type(copy("quick-start", "curl http://127.0.0.1:8081/user/messages")), /Hello, Alice!/);
      await running.stop();
      if (tab !== "Node") return;
      const hosted = await shell.start(copy("index", "npx botwire emulator --open "), /^base URL/m);
      await chat(hosted, "/start", /^Hello, Alice!$/);
      await hosted.stop();
      const service = await shell.start(copy("rust", "npx botwire emulator "), /^base URL/m);
      await service.stop();
      await registers(shell);
    });
  }

  test("quick start", POSSIBLE, async () => {
    await created("quick-start");
  });

  test("Rust", POSSIBLE, async () => {
    const crates = await cargoHome();
    try {
      const shell = await terminal({ CARGO_HOME: crates.home });
      for (const line of ["mkdir my-bot", "cd my-bot", "mkdir src", "mkdir .cargo", "rustup target add wasm32-unknown-unknown"]) await shell.type(copy("quick-start [Rust]", line));
      for (const page of ["rust-workers", "rust-servers", "rust"]) await shell.type(copy(page, "rustup target add "));
      put(shell.folder(), "Cargo.toml", '[package]\nname = "my-bot"\nversion = "0.0.0"\nedition = "2024"\n');
      put(shell.folder(), "src/main.rs", "fn main() {}\n");
      for (const [page, line] of [["README", "botwire "], ["README", "tokio "], ["rust", "--dev botwire "], ["rust", "--dev wasm-bindgen-test"]]) await shell.type(copy(page, `cargo add ${line}`));
    } finally {
      await crates.close();
    }
  });
});

/** How the lines begin that are not run here, by the reason and the test that runs the same program instead. */
const NOT_RUN = {
  "it compiles for minutes: docs/rust-lines.mjs runs it before a release, and the suites rust-worker-example, rust-page, rust-dashboard and rust-wasi run the same programs": COMPILES,
  "it needs the account of a host: docs/deploy-hosts.test.mjs runs what it deploys": ["vercel: npx vercel ", "quick-start [Vercel]: npx botwire emulator ", "rust-workers: npx wrangler deploy ", "lambda: sam deploy "],
  "it needs a running Docker: docs/docker.test.mjs runs it where there is one, docs/deploy.test.mjs the commands of the image": ["docker: docker "],
  "it needs a machine that systemd has started: docs/deploy.test.mjs runs the command of the unit": ["linux: sudo ", "linux: journalctl "],
  "it runs these tests, or shows them": ["README: cargo xtask demo", "README: cargo xtask test"],
};

test("each line was run, or has a reason", POSSIBLE, () => {
  const starts = Object.values(NOT_RUN).flat();
  const left = lines.filter((line) => !copied.has(line));
  assert.deepEqual(left.filter((line) => !starts.some((start) => line.startsWith(start))), []);
  assert.deepEqual(starts.filter((start) => !left.some((line) => line.startsWith(start))), [], "reasons without a line");
  assert.ok(copied.size >= 90, `${copied.size} of ${lines.length} lines were run`);
});
