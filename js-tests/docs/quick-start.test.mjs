// The quick start, followed to the letter but for the ports: each tab from an empty folder to a bot that answers. The tab of
// Rust is followed by the suite rust-worker-example, which compiles its worker.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, test } from "node:test";
import { bundled, start as startEdge } from "../packaging/support/vercel.mjs";
import { launch } from "../support/chromium.mjs";
import { eventually, PATIENCE } from "../support/eventually.mjs";
import { listen } from "../support/serve.mjs";
import { block, installed, ports, writeFiles, writes } from "./quick-start.mjs";
import { put } from "./project.mjs";

const ANSWER = "Hello, Alice!";

for (const tab of ["Workers", "Deno", "Bun", "Node"]) {
  test(`the tab of ${tab} leads to a bot that answers`, async () => {
    const folder = await installed(tab);
    const { here, emulator, bot } = await ports();
    writeFiles(folder, tab, here);
    const output = await emulator(folder, tab);
    await eventually(() => fetch(`http://127.0.0.1:${bot}`).then(({ status }) => status, () => (output().includes("ended with") ? output() : 0)), 405, tab);
    await writes(here, ANSWER, output);
  });
}

test("the tab of Vercel leads to a bot that answers, in Vercel's runtime instead of its program", async () => {
  const folder = await installed("Vercel");
  const server = createServer();
  const { port, close } = await listen(server);
  after(close);
  const { here, emulator } = await ports(String(port));
  assert.equal(writeFiles(folder, "Vercel", here), join(folder, "api/[secret].js"));
  assert.match(here(block("sh", "Vercel", "botwire emulator")), / -- npx vercel dev --listen \d+\n$/);
  const env = Object.fromEntries(here(block("ini")).trim().split("\n").map((line) => line.split(/=(.*)/)));
  const contents = 'import handler from "./api/[secret].js"; addEventListener("fetch", (event) => event.respondWith(handler(event.request, event)));';
  const { code, wasm } = await bundled({ contents, resolveDir: folder });
  const running = await startEdge(`globalThis.process = { env: ${JSON.stringify(env)} };\n${code}`, wasm);
  server.on("request", async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const url = `http://127.0.0.1${request.url}`;
    const answer = await running.dispatchFetch(url, { method: request.method, headers: request.headers, body });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  });
  await writes(here, ANSWER, await emulator(folder, "Vercel", true));
});

test("the tab of the browser leads to a bot that answers", async () => {
  const folder = await installed("Browser");
  const { here, emulator, service, page: port } = await ports();
  writeFiles(folder, "Browser", here);
  put(folder, "index.html", block("html"));
  const output = await emulator(folder, "Browser", false, "--port", port, "--strictPort");
  await eventually(() => fetch(`http://localhost:${port}/`).then(({ ok }) => ok, () => (output().includes("ended with") ? output() : false)), true, "vite");
  const browser = await launch();
  after(() => browser.close());
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const answers = { Service: `http://127.0.0.1:${service}`, Token: "123456:quick-start-token-of-this-page" };
  // Vite may load the page a second time, once it has bundled the package.
  page.on("dialog", (dialog) => dialog.accept(answers[dialog.message()]));
  await page.goto(`http://localhost:${port}/`);
  await page.getByText(/I am .+\./).waitFor({ timeout: PATIENCE }).catch(async (error) => assert.fail(`${error}\n${errors}\n${await page.content()}\n${output()}`));
  await writes(here, ANSWER, output);
});
