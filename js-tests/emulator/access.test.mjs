// Access to the emulator's port: only for programs of this machine, and pages of allowed origins. Tokens stay secret.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { networkInterfaces } from "node:os";
import { test } from "node:test";

import { serve } from "botwire/emulator";

import { listen } from "../support/serve.mjs";
import { ends, listening, served, started } from "./started.mjs";

const TOKEN = "77:secretOfTheBot";

/** An emulator on a port, and a function that sends requests with any headers. */
async function open(serveOptions, options) {
  const { emulator, server } = await served({ bots: [{ token: TOKEN }], ...options }, serveOptions);
  const ask = async (path, { method = "GET", body, ...headers } = {}) => {
    const asked = send({ port: server.port, host: "127.0.0.1", path, method, headers: { host: `127.0.0.1:${server.port}`, ...headers } });
    asked.end(body);
    const [response] = await once(asked, "response");
    const text = Buffer.concat(await response.toArray()).toString();
    return { status: response.statusCode, headers: response.headers, text, json: text === "" ? undefined : JSON.parse(text) };
  };
  const call = async (name, parameters) =>
    (await ask(`/bot${TOKEN}/${name}`, { method: "POST", "content-type": "application/json", body: JSON.stringify(parameters) })).json;
  return { emulator, server, ask, call };
}

/** Requests that would act, read, or reveal that something exists. */
const REQUESTS = [
  ["/user/write", { method: "POST", "content-type": "text/plain", body: "hi" }],
  ["/user/act/bots", { method: "POST", "content-type": "text/plain" }],
  ["/user/advance", { method: "POST", body: "1h" }],
  ["/user/messages", {}],
  ["/user/log", {}],
  [`/bot${TOKEN}/getMe`, {}],
  [`/bot${TOKEN}/setWebhook?url=http://127.0.0.1:9/`, { method: "POST" }],
  [`/file/bot${TOKEN}/none`, {}],
  [`/bot${TOKEN}/getMe`, { method: "OPTIONS", "access-control-request-method": "POST" }],
];

/** Asserts that the request was refused, and that a page cannot read the response. */
function assertRefused({ status, headers, json }, expected, what) {
  assert.equal(status, expected, what);
  assert.deepEqual([json.ok, json.error_code, json.result], [false, expected, undefined], what);
  assert.deepEqual(Object.keys(headers).filter((name) => name.startsWith("access-control")), [], what);
}

test("a Host that is not this machine is refused before anything is done", async () => {
  const { emulator, ask, server } = await open({ hosts: ["Emulator", "box.example"] });
  const { port } = server;
  const names = ["evil.example", `evil.example:${port}`, "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "[::2]", "0.0.0.0", "a b", "evil.example@127.0.0.1", "x".repeat(5000),
    "x.localhost", "localhost..", "localhost:99999", "localhost,evil.example", "localhost evil.example", "loc%61lhost", "localhost#.evil.example",
    "[::ffff:127.0.0.1]", "[::]", "::1", "128.0.0.1", "169.254.169.254", "127.0.0.1.nip.io"];
  for (const host of names) {
    for (const [path, init] of REQUESTS) assertRefused(await ask(path, { ...init, host }), 421, `${host} ${path}`);
  }
  assert.deepEqual([emulator.log(), emulator.users], [[], []]);
  for (const host of ["localhost", `LOCALHOST:${port}`, "localhost.", "127.0.0.1:1", "127.1.2.3", `[::1]:${port}`, "emulator:8081", "box.example"]) {
    assert.equal((await ask("/user/log", { host })).status, 200, host);
  }
});

test("the address that it listens on is a name of it, also of all addresses", async () => {
  const { emulator } = await open();
  for (const host of ["0.0.0.0", "::"]) {
    const server = await serve(emulator, { port: 0, host }).catch(({ code }) => assert.equal(code, "EAFNOSUPPORT"));
    if (server === undefined) continue;
    ends.push(server.close);
    assert.equal((await fetch(`http://127.0.0.1:${server.port}/user/log`)).status, 200);
  }
});

test("a server on all addresses answers by the address that a request arrives at", async (context) => {
  const external = Object.values(networkInterfaces()).flat().find(({ family, internal }) => family === "IPv4" && !internal);
  if (external === undefined) return context.skip("this machine has only loopback addresses");
  const { server } = await open({ host: "0.0.0.0" });
  assert.equal((await fetch(`http://${external.address}:${server.port}/user/log`)).status, 200);
});

test("pages of other origins can neither act nor read", async () => {
  const { emulator, ask, server } = await open();
  const pages = [
    { origin: "https://evil.example" },
    { origin: `http://localhost:${server.port + 1}` },
    { origin: `https://127.0.0.1:${server.port}` },
    { origin: "null" },
    { origin: "" },
    { origin: "http://127.0.0.1" },
    { origin: `http://localhost:${server.port}` },
    { origin: `http://127.0.0.1:${server.port}.evil.example` },
    { origin: `http://127.0.0.1:${server.port}, https://evil.example` },
    { origin: "file://" },
    { origin: "https://evil.example", connection: "upgrade", upgrade: "websocket" },
    { "sec-fetch-site": "Cross-Site" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  ];
  for (const page of pages) {
    for (const [path, init] of REQUESTS) assertRefused(await ask(path, { ...init, ...page }), 403, `${JSON.stringify(page)} ${path}`);
  }
  assert.deepEqual([emulator.log(), emulator.users], [[], []]);
  const allowedPages = [{}, { origin: `http://127.0.0.1:${server.port}`, "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }];
  for (const page of allowedPages) {
    for (const [path, init] of REQUESTS) assert.ok(![403, 421].includes((await ask(path, { ...init, ...page })).status), path);
  }
});

test("pages of a named origin can do everything, and others still nothing", async () => {
  const origin = "http://localhost:5173";
  const { ask } = await open({ cors: ["https://dashboard.example", origin] });
  for (const [path, init] of REQUESTS) {
    const { status, headers } = await ask(path, { ...init, origin, "sec-fetch-site": "cross-site" });
    assert.ok(![403, 421].includes(status), path);
    assert.deepEqual([headers["access-control-allow-origin"], headers.vary], [origin, "origin"]);
  }
  const preflight = await ask(`/bot${TOKEN}/sendMessage`, { method: "OPTIONS", origin });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers["access-control-allow-headers"], /content-type/);
  for (const other of ["http://localhost:5174", "http://localhost", "null"]) {
    for (const [path, init] of REQUESTS) assertRefused(await ask(path, { ...init, origin: other }), 403, other);
  }
});

test("options that name nothing are refused", async () => {
  const emulator = started();
  for (const options of [
    { cors: ["*"] }, { cors: ["null"] }, { cors: ["localhost:5173"] }, { cors: ["http://localhost:5173/"] }, { cors: "http://localhost" }, { cors: [5] },
    { hosts: ["a b"] }, { hosts: ["http://x"] }, { hosts: "x" }, { hosts: [null] }, { port: "0" }, { port: 65536 }, { host: 5 }, null, 5,
  ]) {
    await assert.rejects(serve(emulator, options), { name: "TypeError", message: /^(cors|hosts|port|host|options)(\[0\])?: expected / }, JSON.stringify(options));
  }
});

test("webhooks stay on this machine unless others are allowed", async () => {
  const { call } = await open();
  for (const url of ["https://bot.example/", "https://169.254.169.254/latest/meta-data", "http://169.254.169.254/", "https://localhost:80@bot.example/"]) {
    assert.equal((await call("setWebhook", { url })).ok, false, url);
  }
  assert.match((await call("setWebhook", { url: "https://bot.example/" })).description, /this machine only .*--allow-remote-webhooks/);
  assert.equal((await call("setWebhook", { url: "http://localhost:9/" })).ok, true);
  const { call: free } = await open({ allowRemoteWebhooks: true });
  assert.equal((await free("setWebhook", { url: "https://bot.example/" })).ok, true);
  // Deliveries to a handler in this process do not leave it.
  const { call: inside } = await open({}, { webhook: () => new Response() });
  assert.equal((await inside("setWebhook", { url: "https://bot.example/" })).ok, true);
});

test("a webhook elsewhere of before is not called, and no redirect is followed", async () => {
  const emulator = started({ bots: [{ token: TOKEN }] });
  const url = (path) => `${emulator.baseUrl}/bot${TOKEN}/${path}`;
  await emulator.fetch(url("setWebhook?url=https://bot.invalid/"));
  await listening(emulator);
  const alice = emulator.user();
  alice.write("one");
  await emulator.settle();
  assert.equal(emulator.log().at(-1).error, "the webhook is not on this machine");

  const reached = [];
  const target = await listen(createServer((request, response) => (reached.push(request.url), response.end())));
  const hook = await listen(createServer((request, response) => {
    reached.push(request.url);
    response.writeHead(307, { location: `${target.url}/target` }).end();
  }));
  ends.push(target.close, hook.close);
  await emulator.fetch(url("deleteWebhook"));
  await emulator.fetch(url(`setWebhook?url=${hook.url}/hook`));
  await emulator.settle();
  assert.deepEqual([reached, emulator.log().at(-1).status], [["/hook"], 307]);
});

test("an error that nobody expected is answered, and the next request too", async () => {
  let clock = () => 1e12;
  const { emulator, ask, server } = await open({}, { now: () => clock() });
  clock = () => {
    throw new Error(`broken clock of ${TOKEN}`);
  };
  const broken = await ask(`/bot${TOKEN}/getMe`);
  assert.deepEqual([broken.status, broken.json.description], [500, "Internal Server Error: broken clock of <token>"]);
  clock = () => NaN;
  assert.match((await ask(`/bot${TOKEN}/getMe`)).json.description, /now\(\): expected milliseconds since 1970, got NaN/);
  clock = () => 1e12;
  assert.equal((await ask(`/bot${TOKEN}/getMe`)).status, 200);
  emulator.close();
  await assert.rejects(fetch(`${server.url}/bot${TOKEN}/getMe`), "its server closed with it");
});
