// The examples for Bun and Deno by their own commands, and those for functions: Vercel, Next.js, AWS Lambda.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { serve } from "../../support/serve.mjs";
import { bundled, start } from "../support/vercel.mjs";
import { answers } from "./conversation.mjs";
import { eventOf, responseOf } from "./lambda.mjs";
import { examples, json, server } from "./support.mjs";

const folder = await examples(import.meta.url, "bun", "deno", "vercel", "nextjs", "lambda");
const inside = (...path) => join(folder, ...path);

answers("Bun", async (settings) => server(inside("bun"), settings, (await json(inside("bun"), "package.json")).scripts.start));

answers("Deno", async (settings) => {
  const line = (await json(inside("deno"), "deno.json")).tasks.start.replace("deno run", "deno run --no-prompt");
  return server(inside("deno"), { ...settings, KV_PATH: ":memory:" }, line);
});

answers("Vercel", async ({ SERVICE, BOT_TOKEN, HOOK_PATH }) => {
  const env = JSON.stringify({ SERVICE, BOT_TOKEN, HOOK_PATH });
  const source = `import handler from "./api/[secret].ts"; addEventListener("fetch", (event) => event.respondWith(handler(event.request, event)));`;
  const { code, wasm } = await bundled({ contents: source, resolveDir: inside("vercel") });
  const running = await start(`globalThis.process = { env: ${env} };\n${code}`, wasm);
  return serve(async (request) => {
    const { method, headers, url } = request;
    const body = method === "GET" || method === "HEAD" ? undefined : await request.arrayBuffer();
    return running.dispatchFetch(url, { method, headers, body });
  });
}, "/api/3f9a");

/** Compiles a file of an example for this Node, and gives what it exports, with these settings in the environment. */
async function imported(settings, name, file) {
  const outfile = inside(name, `main-${Math.random()}.mjs`);
  await build({ entryPoints: [inside(name, file)], bundle: true, packages: "external", format: "esm", platform: "node", outfile, logLevel: "error" });
  Object.assign(process.env, settings);
  return import(pathToFileURL(outfile));
}

answers("Next.js", async (settings) => {
  const { POST } = await imported(settings, "nextjs", "app/hook/[secret]/route.ts");
  // Next.js itself answers what a route does not export.
  const other = () => new Response(null, { status: 405, headers: { allow: "POST" } });
  return serve((request) => (request.method === "POST" ? POST(request) : other()));
});

for (const isBase64Encoded of [false, true]) {
  answers(`AWS Lambda, ${isBase64Encoded ? "base64" : "text"}`, async (settings) => {
    const { handler } = await imported(settings, "lambda", "main.ts");
    return serve(async (request) => responseOf(await handler(await eventOf(request, isBase64Encoded))));
  });
}
