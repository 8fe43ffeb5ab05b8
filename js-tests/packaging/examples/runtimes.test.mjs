// The examples for Bun and Deno by their own commands, and those for functions: Vercel, Next.js, AWS Lambda.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { Redis as Ioredis } from "ioredis";
import { postgres, redis } from "../../support/databases.mjs";
import { serve } from "../../support/serve.mjs";
import { serveUpstash } from "../../support/upstash.mjs";
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

async function vercel({ SERVICE, BOT_TOKEN, HOOK_PATH }, more = {}) {
  const env = JSON.stringify({ SERVICE, BOT_TOKEN, HOOK_PATH, ...more });
  const source = `import handler from "./api/[secret].ts"; addEventListener("fetch", (event) => event.respondWith(handler(event.request, event)));`;
  const { code, wasm } = await bundled({ contents: source, resolveDir: inside("vercel") });
  const running = await start(`globalThis.process = { env: ${env} };\n${code}`, wasm);
  return serve(async (request) => {
    const { method, headers, url } = request;
    const body = method === "GET" || method === "HEAD" ? undefined : await request.arrayBuffer();
    return running.dispatchFetch(url, { method, headers, body });
  });
}

answers("Vercel, on this machine", vercel, "/api/3f9a");

answers("Vercel with a Redis of Upstash", async (settings) => {
  const client = new Ioredis(redis.url);
  const upstash = await serveUpstash((...command) => client.call(...command));
  const more = { VERCEL: "1", UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: "a" };
  const { url, close } = await vercel(settings, more);
  return {
    url,
    async close() {
      await close();
      upstash.close();
      await client.quit();
    },
  };
}, "/api/3f9a", redis.options);

/** Compiles a file of an example for this Node, and returns its exports, with these settings in the environment. */
async function imported(settings, name, file, alias = {}) {
  const outfile = inside(name, `main-${Math.random()}.mjs`);
  await build({ alias, entryPoints: [inside(name, file)], bundle: true, packages: "external", format: "esm", platform: "node", outfile, logLevel: "error" });
  Object.assign(process.env, settings);
  return import(pathToFileURL(outfile));
}

answers("Next.js", async (settings) => {
  // Next.js is not installed: its `after` keeps the promise, as a server does.
  const server = fileURLToPath(new URL("../support/next-server.mjs", import.meta.url));
  const { POST } = await imported(settings, "nextjs", "app/hook/[secret]/route.ts", { "next/server": server });
  // Next.js itself responds to methods that a route does not export.
  const other = () => new Response(null, { status: 405, headers: { allow: "POST" } });
  return serve((request) => (request.method === "POST" ? POST(request) : other()));
});

const lambda = async (settings, isBase64Encoded) => {
  const { handler } = await imported(settings, "lambda", "main.ts");
  return serve(async (request) => responseOf(await handler(await eventOf(request, isBase64Encoded))));
};

answers("AWS Lambda, on this machine", (settings) => lambda(settings, true));

answers("AWS Lambda with PostgreSQL", async (settings) => {
  // An idle connection would keep this process from ending.
  const env = { ...settings, AWS_LAMBDA_FUNCTION_NAME: "bot", DATABASE_URL: `${postgres.url}?idle_timeout=1` };
  return lambda(env, false);
}, undefined, postgres.options);
