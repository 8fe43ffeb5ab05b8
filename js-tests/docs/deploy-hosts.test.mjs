// The pages of Workers, Vercel, AWS Lambda and Deno, followed from `npm create` to a `doctor` that says "healthy". The
// emulator is the service, and the runtime of each host runs here what its page deploys.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { built, environment, ran } from "../create/support.mjs";
import { withService } from "../packaging/examples/conversation.mjs";
import { eventOf, responseOf } from "../packaging/examples/lambda.mjs";
import { examples, started, writeSettings } from "../packaging/examples/support.mjs";
import { runtime } from "../packaging/support/programs.mjs";
import { filesWith } from "../packaging/support/project.mjs";
import { bundled, start as startEdge } from "../packaging/support/vercel.mjs";
import { PATIENCE } from "../support/eventually.mjs";
import { freePort, listen } from "../support/serve.mjs";
import { root } from "../support/target.mjs";
import { modulesFrom } from "../support/wrangler.mjs";
import { blocksOf } from "./blocks.mjs";

// Packages of the templates, in the folder above the projects.
const folder = await examples(new URL("../packaging/examples/manifests.test.mjs", import.meta.url));
const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
for (const name of ["miniflare", "wrangler", ".bin/wrangler", ".bin/esbuild"]) symlinkSync(join(modules, name), join(folder, "node_modules", name));
const bin = join(await built(), "bin.cjs");
const QUIET = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", XDG_CONFIG_HOME: join(folder, "home"), CI: "1" };
const env = environment(QUIET, true);
const TYPESCRIPT = runtime("node24") ? {} : { skip: "npm has no Node that runs TypeScript for this machine" };

/** The lines of the shell on a page that contain a text. */
const linesOf = (page, text) => blocksOf(page, readFileSync(join(root, "docs/hosts", page), "utf8"))
  .filter(({ language }) => language === "sh").flatMap(({ code }) => code.trim().split("\n")).filter((line) => line.includes(text));

/** Serves a function from Request to Response. */
async function served(answer) {
  const server = createServer(async (request, response) => {
    const body = ["GET", "HEAD"].includes(request.method) ? undefined : Buffer.concat(await request.toArray());
    const result = await answer(new Request(`http://${request.headers.host}${request.url}`, { method: request.method, headers: request.headers, body }));
    response.writeHead(result.status, Object.fromEntries(result.headers)).end(Buffer.from(await result.arrayBuffer()));
  });
  const { port, close } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Follows a page: creates the project, deploys it by `start`, registers the webhook, talks to the bot, and runs the doctor. */
function follows(page, path, start) {
  test(page, TYPESCRIPT, () => withService(async ({ emulator, settings }) => {
    const [create] = linesOf(page, "npm create ");
    const [, parameters] = /^npm create botwire@latest my-bot -- (.*)$/.exec(create);
    const name = `deployed-${page.replace(/\W.*/, "")}`;
    const made = await ran("node", [bin, name, ...parameters.split(" "), "--no-install"], folder, env);
    assert.equal(made.code, 0, made.printed);
    const project = join(folder, name);
    const all = { ...settings, HOOK_PATH: `${path}${randomBytes(24).toString("hex")}` };
    await writeSettings(join(project, ".env"), all);
    const { url, close } = await start(project, all);
    // In the folder of the project, where the command finds its settings.
    const botwire = (...parameters) => ran("node", [join(folder, "node_modules/botwire/command/main.js"), ...parameters], project, env);
    try {
      const registered = await botwire("webhook", "set", url);
      assert.equal(registered.code, 0, registered.printed);
      const alice = emulator.user({ first_name: "Alice" });
      alice.write("hello");
      assert.equal((await alice.nextMessage({ timeoutMs: PATIENCE })).text, "hello");
      const doctor = await botwire("doctor");
      assert.equal(doctor.code, 0, doctor.printed);
      assert.match(doctor.printed, /^healthy /m);
    } finally {
      await close();
    }
    const doctor = await botwire("doctor", "--token", "1:not-the-token-of-this-bot");
    assert.notEqual(doctor.code, 0, doctor.printed);
  }));
}

follows("workers.md", "/hook/", async (project) => {
  const [deploy] = linesOf("workers.md", "wrangler deploy");
  const outdir = join(project, "dist");
  const { code, printed } = await ran("npx", [...deploy.split(" ").slice(1), "--dry-run", "--outdir", outdir], project, env);
  assert.equal(code, 0, printed);
  const [wasm] = await filesWith(".wasm", outdir);
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(project, "wrangler.toml"));
  const worker = new Miniflare({ ...workerOptions, modules: await modulesFrom(outdir, "index.js", wasm), modulesRoot: ".", host: "127.0.0.1", port: 0 });
  return { url: (await worker.ready).origin, close: () => worker.dispose() };
});

follows("vercel.md", "/api/", async (project, settings) => {
  const contents = 'import handler from "./api/[secret].ts"; addEventListener("fetch", (event) => event.respondWith(handler(event.request, event)));';
  const { code, wasm } = await bundled({ contents, resolveDir: project });
  const running = await startEdge(`globalThis.process = { env: ${JSON.stringify(settings)} };\n${code}`, wasm);
  return served(({ url, method, headers, body }) => running.dispatchFetch(url, { method, headers: Object.fromEntries(headers), body, duplex: "half" }));
});

follows("lambda.md", "/hook/", async (project, settings) => {
  const { code, printed } = await ran("npm", linesOf("lambda.md", "npm run build")[0].split(" ").slice(1), project, env);
  assert.equal(code, 0, printed);
  // The function reads its variables when it starts.
  Object.assign(process.env, settings);
  const { handler } = await import(pathToFileURL(join(project, "dist/main.mjs")));
  for (const name of Object.keys(settings)) delete process.env[name];
  return served(async (request) => responseOf(await handler(await eventOf(request, true), {})));
});

follows("deno.md", "/hook/", async (project) => {
  // With a package.json that names the package, Deno uses the installed version instead of the registry's.
  writeFileSync(join(project, "package.json"), JSON.stringify({ dependencies: { "@types/node": "*", botwire: "*" } }));
  const [start] = linesOf("deno.md", "deno task start");
  const port = await freePort();
  const { stop } = await started([runtime("deno"), ...start.split(" ").slice(1)], project, /Listening on port/, { PORT: String(port), KV_PATH: ":memory:" });
  return { url: `http://127.0.0.1:${port}`, close: stop };
});
