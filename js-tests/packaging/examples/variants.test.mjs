// Servers and frameworks without an example, or used in another way than in the example.
import { once } from "node:events";
import { cp } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:http2";
import { request as requestOfHttps } from "node:https";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { listen, serve } from "../../support/serve.mjs";
import { startIsolates } from "../../webhook/isolates.mjs";
import { bundled, start } from "../support/vercel.mjs";
import { answers } from "./conversation.mjs";
import { EXAMPLES, examples } from "./support.mjs";

// Otherwise Express logs refused requests to the console.
process.env.NODE_ENV = "test";
const project = await examples(import.meta.url);
const folder = join(project, "variants");
await cp(join(EXAMPLES, "node-webhook/bot.ts"), join(folder, "bot.ts"));

/** Compiles a variant, which reads its settings when it is imported. */
async function variant(name, settings) {
  Object.assign(process.env, settings);
  const outfile = join(folder, `${name}-${Math.random()}.mjs`);
  await build({ entryPoints: [join(folder, `${name}.mts`)], bundle: true, packages: "external", format: "esm", platform: "node", outfile, logLevel: "error" });
  return import(pathToFileURL(outfile));
}

// A pre-shared key avoids a certificate. The emulator has no such key.
const psk = Buffer.alloc(16, 7);
const TLS = { ciphers: "PSK-AES128-GCM-SHA256", maxVersion: "TLSv1.2" };
const ofServer = { ...TLS, pskCallback: () => psk };
const ofClient = { ...TLS, pskCallback: () => ({ psk, identity: "a" }), checkServerIdentity: () => undefined };

answers("node:https", async (settings) => {
  const server = (await variant("node-https", settings)).https(ofServer);
  const { port, close } = await listen(server);
  const send = async (path, { method, headers, body }) => {
    const request = requestOfHttps({ ...ofClient, host: "127.0.0.1", port, method, path, headers });
    const [response] = await once(request.end(body), "response");
    return new Response(Buffer.concat(await response.toArray()), { status: response.statusCode, headers: response.headers });
  };
  return { send, close };
});

answers("node:http2", async (settings) => {
  const server = (await variant("node-https", settings)).http2(ofServer);
  const { port, close } = await listen(server);
  const session = connect(`https://127.0.0.1:${port}`, ofClient);
  const send = async (path, { method, headers, body }) => {
    const stream = session.request({ ":method": method, ":path": path, ...headers });
    const [{ ":status": status, ...fields }] = await once(stream.end(body), "response");
    const plain = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith(":")));
    return new Response(Buffer.concat(await stream.toArray()), { status, headers: plain });
  };
  return { send, close: () => (session.destroy(), close()) };
});

for (const version of [4, 5]) {
  for (const app of ["plain", "parsed", "routed"]) {
    answers(`Express ${version}, ${app}`, async (settings) => listen(createServer((await variant(`express-${version}`, settings))[app])));
  }
}

answers("Fastify, without a scope", async (settings) => {
  const { app } = await variant("fastify", settings);
  return { url: await app.listen({ port: 0, host: "127.0.0.1" }), close: () => app.close() };
});

answers("Hono, in Node", async (settings) => {
  const { app } = await variant("hono", settings);
  return serve((request) => app.fetch(request));
});

answers("Workers KV", async () => {
  const source = `export { default } from "./variants/workers-kv.mts";`;
  const isolates = await startIsolates(source, 1, { kvNamespaces: ["UPDATES"], resolveDir: project });
  return { url: isolates.url.origin, close: () => isolates.dispose() };
});

answers("a listener of fetch", async () => {
  const { code, wasm } = await bundled({ contents: `import "./service-worker.mts";`, resolveDir: folder });
  const running = await start(code, wasm);
  return { send: (path, init) => running.dispatchFetch(`https://bot.example${path}`, init) };
});
