// The examples, run in their hosts from the packed package.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { request as requestOfHttps } from "node:https";
import { connect } from "node:http2";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { startIsolates } from "../../webhook/isolates.mjs";
import { runtime } from "../support/programs.mjs";
import { link, project } from "../support/project.mjs";
import { bundled, start } from "../support/vercel.mjs";
import { answers } from "./deliveries.mjs";

// Express writes what it refuses to the console otherwise.
process.env.NODE_ENV = "test";
const folder = await project(import.meta.url);
await link(folder, ["express", "express-4", "fastify", "hono"]);
const NODE = ["node-http", "node-https", "express-4", "express-5", "fastify", "hono", "lambda"];
await build({
  entryPoints: NODE.map((name) => join(folder, `${name}.mts`)),
  bundle: true,
  packages: "external",
  format: "esm",
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  logLevel: "error",
});
const example = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)));

/** Starts a server, unless it was given listening. */
async function served(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    send: (path, init) => fetch(url + path, init),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

answers("node:http", async () => served((await example("node-http")).server));

// A key that both sides know spares the certificate.
const psk = Buffer.alloc(16, 7);
const TLS = { ciphers: "PSK-AES128-GCM-SHA256", maxVersion: "TLSv1.2" };
const ofServer = { ...TLS, pskCallback: () => psk };
const ofClient = { ...TLS, pskCallback: () => ({ psk, identity: "a" }), checkServerIdentity: () => undefined };

answers("node:https", async () => {
  const server = (await example("node-https")).https(ofServer);
  const { close } = await served(server);
  const send = async (path, { method, headers, body }) => {
    const request = requestOfHttps({ ...ofClient, host: "127.0.0.1", port: server.address().port, method, path, headers });
    const [response] = await once(request.end(body), "response");
    return new Response(Buffer.concat(await response.toArray()), { status: response.statusCode, headers: response.headers });
  };
  return { send, close };
});

answers("node:http2", async () => {
  const server = (await example("node-https")).http2(ofServer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const session = connect(`https://127.0.0.1:${server.address().port}`, ofClient);
  const send = async (path, { method, headers, body }) => {
    const stream = session.request({ ":method": method, ":path": path, ...headers });
    const [{ ":status": status, ...fields }] = await once(stream.end(body), "response");
    const plain = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith(":")));
    return new Response(Buffer.concat(await stream.toArray()), { status, headers: plain });
  };
  return { send, close: () => (session.destroy(), server.close()) };
});

for (const version of [4, 5]) {
  for (const app of ["plain", "parsed", "routed"]) {
    answers(`Express ${version}, ${app}`, async () => served(createServer((await example(`express-${version}`))[app])));
  }
}

answers("Fastify", async () => {
  const { app } = await example("fastify");
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { send: (path, init) => fetch(url + path, init), close: () => app.close() };
});

answers("Hono", async () => {
  const { app } = await example("hono");
  return { send: (path, init) => app.request(path, init) };
});

for (const [what, isBase64Encoded] of [["text", false], ["base64", true]]) {
  answers(`AWS Lambda, ${what}`, async () => {
    const { handler } = await example("lambda");
    return { send: async (path, init) => fromLambda(await handler(eventOf(path, init, isBase64Encoded))) };
  });
}

/** As in AWS's documentation of payload format 2.0. */
const eventOf = (path, { method, headers, body }, isBase64Encoded) => ({
  version: "2.0",
  routeKey: "$default",
  rawPath: path,
  rawQueryString: "a=1&b=2",
  cookies: [],
  headers: { ...headers, host: "id.lambda-url.eu-west-1.on.aws", "content-length": String(Buffer.byteLength(body)) },
  queryStringParameters: { a: "1", b: "2" },
  requestContext: {
    accountId: "anonymous",
    apiId: "id",
    domainName: "id.lambda-url.eu-west-1.on.aws",
    domainPrefix: "id",
    http: { method, path, protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "a" },
    requestId: "id",
    routeKey: "$default",
    stage: "$default",
    time: "21/Nov/2026:06:00:00 +0000",
    timeEpoch: 1,
  },
  body: isBase64Encoded ? Buffer.from(body).toString("base64") : body,
  isBase64Encoded,
});
const fromLambda = ({ statusCode, headers, body, isBase64Encoded }) =>
  new Response(isBase64Encoded ? Buffer.from(body, "base64") : body, { status: statusCode, headers });

/** A program that prints the port it listens on. */
async function program(name, parameters) {
  const env = { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
  const running = spawn(runtime(name), parameters, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(running, "exit");
  const [line] = await Promise.race([once(running.stdout, "data"), ended.then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)))]);
  const url = `http://127.0.0.1:${parseInt(line)}`;
  return { send: (path, init) => fetch(url + path, init), close: () => (running.kill("SIGKILL"), ended) };
}

answers("Deno", () => program("deno", ["run", "--no-prompt", "--unstable-kv", "--allow-net=127.0.0.1", "deno.mts"]));
answers("Bun", () => program("bun", ["bun.mts"]));

for (const [what, source] of [
  ["Durable Objects", `export { default, ChatTurns, UpdateClaims } from "./workers.mts";`],
  ["Hono", `export { onWorkers as default } from "./hono.mts"; export { ChatTurns, UpdateClaims } from "./workers.mts";`],
  ["KV", `export { withKv as default, ChatTurns, UpdateClaims } from "./workers.mts";`],
]) {
  answers(`Workers, ${what}`, async () => {
    const objects = { CLAIMS: "UpdateClaims", TURNS: "ChatTurns" };
    const durableObjects = Object.fromEntries(Object.entries(objects).map(([name, className]) => [name, { className, useSQLite: true }]));
    const isolates = await startIsolates(source, 1, { durableObjects, kvNamespaces: ["UPDATES"], resolveDir: folder });
    return { send: (path, init) => isolates.send(0, `https://bot.example${path}`, init), close: () => isolates.dispose() };
  });
}

for (const [what, source] of [
  ["Vercel", `import handler from "./vercel.mts"; addEventListener("fetch", (event) => event.respondWith(handler(event.request, event)));`],
  ["a listener of fetch", `import "./service-worker.mts";`],
]) {
  answers(`edge-runtime, ${what}`, async () => {
    const { code, wasm } = await bundled({ contents: source, resolveDir: folder });
    const running = await start(code, wasm);
    return { send: (path, init) => running.dispatchFetch(`https://bot.example${path}`, init) };
  });
}
