// Publishes a tarball to a registry on loopback, installs it from there like users of each runtime, and makes a call
// against the emulator in it. Prints each step. All processes that it starts end with it.
// node local-registry.mjs <folder of verdaccio> <tarball> <tarball of create-botwire> <folder of work>
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { argv, env, execPath, exit, platform } from "node:process";
import { createInterface } from "node:readline";
import { output, runtime } from "../../js-tests/packaging/support/programs.mjs";
import { startWorker } from "../../js-tests/support/workerd.mjs";

/** The time limit of all steps, in milliseconds. They take about 20 s, and much longer on slow machines. */
const LIMIT = 600_000;
const TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
const NPM = platform === "win32" ? "npm.cmd" : "npm";

/** The program that each runtime runs. */
const CALL = `import { argv } from "node:process";
import { Bot } from "botwire";

const [baseUrl, token, text] = argv.slice(2);
const bot = new Bot({ baseUrl, token });
const [{ message }] = await bot.getUpdates();
await bot.sendMessage({ chat_id: message.chat.id, text });
`;

const [verdaccio, tarball, createTarball, work] = argv.slice(2).map((path) => resolve(path));
// A release does not wait for steps that hang. The children end with this program.
setTimeout(() => {
  console.error(`not over after ${LIMIT} ms`);
  exit(1);
}, LIMIT).unref();
const { version } = JSON.parse((await output("tar", ["-xzOf", tarball, "package/package.json"], ".")).stdout);

await rm(work, { recursive: true, force: true });
await mkdir(work, { recursive: true });
const ends = [];
try {
  const registry = await serveRegistry();
  await publish(registry, "botwire", tarball);
  await publish(registry, "create-botwire", createTarball);
  const places = { node: inNode, deno: inDeno, bun: inBun, workerd: inWorkerd };
  const installed = await installedByNpm(registry);
  const service = await startEmulator(installed);
  for (const [name, call] of Object.entries(places)) {
    const text = `hello from ${name}`;
    await call({ registry, installed, parameters: [service, TOKEN, text] });
    const { result } = await (await fetch(`${service}/user/messages`)).json();
    assert.ok(result.some((message) => message.text === text), `the service has no message ${text}`);
    console.log(`${name}: installed ${version} from the registry, and sent a message`);
  }
  await createBots(registry);
} finally {
  for (const end of ends.reverse()) await end();
  await rm(work, { recursive: true, force: true, maxRetries: 5 });
}

/** Returns variables that restrict programs to this registry, and keep their caches in the work folder. */
function only(registry) {
  const { host } = new URL(registry.url);
  return {
    npm_config_registry: registry.url,
    NPM_CONFIG_REGISTRY: registry.url,
    npm_config_cache: join(work, "npm"),
    npm_config_userconfig: join(work, "npmrc"),
    [`npm_config_//${host}/:_authToken`]: registry.token,
    DENO_DIR: join(work, "deno-cache"),
    DENO_NO_UPDATE_CHECK: "1",
    BUN_CONFIG_REGISTRY: registry.url,
    BUN_INSTALL_CACHE_DIR: join(work, "bun-cache"),
    NO_PROXY: "127.0.0.1",
    no_proxy: "127.0.0.1",
  };
}

/** Starts a registry without uplinks, which requires a login to publish. Returns its URL and a token. */
async function serveRegistry() {
  const { runServer } = createRequire(join(verdaccio, "package.json"))("verdaccio");
  const app = await runServer({
    self_path: work,
    storage: join(work, "storage"),
    auth: { htpasswd: { file: join(work, "htpasswd") } },
    uplinks: {},
    packages: { "**": { access: "$all", publish: "$authenticated" } },
    web: { enable: false },
    log: { type: "file", path: join(work, "registry.log"), format: "json", level: "warn" },
  });
  const server = createServer(app.listeners?.("request")[0] ?? app).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  const url = `http://127.0.0.1:${server.address().port}/`;
  const login = await fetch(`${url}-/user/org.couchdb.user:release`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "release", password: createHash("sha256").update(String(Math.random())).digest("hex") }),
  });
  assert.equal(login.status, 201, await login.clone().text());
  return { url, token: (await login.json()).token };
}

/** Creates a bot with each command in the README of create-botwire. */
async function createBots(registry) {
  const choices = ["--template", "node", "--language", "js"];
  const commands = {
    "npm create": [NPM, "create", "--yes", `botwire@${version}`, "by-npm", "--", ...choices],
    "bun create": [runtime("bun"), "create", `botwire@${version}`, "by-bun", ...choices, "--no-install"],
    "deno run": [runtime("deno"), "run", "-A", "--minimum-dependency-age=0", `npm:create-botwire@${version}`, "by-deno", ...choices, "--no-install"],
  };
  for (const [name, [program, ...parameters]] of Object.entries(commands)) {
    await output(program, parameters, work, only(registry));
    const { dependencies } = JSON.parse(await readFile(join(work, `by-${name.split(" ")[0]}`, "package.json"), "utf8"));
    assert.equal(dependencies.botwire, `^${version}`);
    console.log(`${name}: created a bot`);
  }
  const { stdout } = await output(NPM, ["test"], join(work, "by-npm"), only(registry));
  assert.match(stdout, /pass 1/);
}

/** Publishes the tarball. The registry must return the same bytes, and refuse other bytes for the version. */
async function publish(registry, name, tarball) {
  const send = (environment) => output(NPM, ["publish", "--access", "public", "--ignore-scripts", tarball], work, environment);
  const { token, ...withoutLogin } = registry;
  await assert.rejects(send(only({ ...withoutLogin, token: "" })), /ENEEDAUTH|E401|E403/);
  await send(only(registry));
  const { dist } = await (await fetch(`${registry.url}${name}/${version}`)).json();
  const integrity = `sha512-${createHash("sha512").update(await readFile(tarball)).digest("base64")}`;
  assert.equal(dist.integrity, integrity);
  await assert.rejects(send(only(registry)), /E409|E403|previously published|already present/);
  console.log(`published ${name} ${version}, ${integrity}; without a login and a second time it is refused`);
}

/** Creates a folder with these files. */
async function project(name, files) {
  const folder = join(work, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "call.mjs"), CALL);
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), JSON.stringify(content));
  return folder;
}

async function installedByNpm(registry) {
  const folder = await project("node", { "package.json": { private: true } });
  await output(NPM, ["install", "--no-audit", "--no-fund", `botwire@${version}`], folder, only(registry));
  const { packages } = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"));
  assert.equal(packages["node_modules/botwire"].version, version);
  return folder;
}

/** Starts the emulator's command as `npx` would, with a user who has written. Returns its URL. */
async function startEmulator(folder) {
  const command = join(folder, "node_modules/botwire/command/main.js");
  const running = spawn(execPath, [command, "emulator", "--port", "0", "--token", TOKEN, "--quiet"], { stdio: ["ignore", "pipe", "inherit"], env });
  const ended = once(running, "exit");
  ends.push(() => (running.kill("SIGKILL"), ended));
  const url = await new Promise((found, failed) => {
    createInterface(running.stdout).on("line", (line) => {
      const [told] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (told) found(told);
    });
    ended.then(([code]) => failed(new Error(`the emulator ended with ${code}`)));
  });
  const written = await fetch(`${url}/user/write`, { method: "POST", body: "hi" });
  assert.equal(written.status, 200, await written.text());
  return url;
}

async function inNode({ installed, parameters }) {
  await output(execPath, ["call.mjs", ...parameters], installed);
}

async function inDeno({ registry, parameters }) {
  // By default, Deno ignores versions of the last 24 hours, because faulty ones are often found in that time.
  const folder = await project("deno", { "deno.json": { imports: { botwire: `npm:botwire@^${version}` }, minimumDependencyAge: 0 } });
  const net = `--allow-net=${new URL(parameters[0]).host}`;
  await output(runtime("deno"), ["install"], folder, only(registry));
  await output(runtime("deno"), ["run", "--no-prompt", "--cached-only", net, "call.mjs", ...parameters], folder, only(registry));
}

async function inBun({ registry, parameters }) {
  const folder = await project("bun", { "package.json": { private: true } });
  await output(runtime("bun"), ["add", `botwire@${version}`], folder, only(registry));
  await output(runtime("bun"), ["call.mjs", ...parameters], folder, only(registry));
}

async function inWorkerd({ installed, parameters: [baseUrl, token, text] }) {
  const source = `import { Bot } from "botwire";
export default {
  async fetch() {
    const bot = new Bot(${JSON.stringify({ baseUrl, token })});
    const [{ message }] = await bot.getUpdates();
    return Response.json(await bot.sendMessage({ chat_id: message.chat.id, text: ${JSON.stringify(text)} }));
  },
};`;
  const worker = await startWorker(source, installed);
  ends.push(() => worker.dispose());
  const response = await worker.dispatchFetch("http://worker.invalid/");
  assert.equal(response.status, 200, await response.clone().text());
}
