// The servers of the runtimes: each runs the webhook with these options and returns its port.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { execPath } from "node:process";
import { runServer } from "edge-runtime";
import { startIsolates } from "../../webhook/isolates.mjs";
import { runtime } from "../support/programs.mjs";
import { bundled, start } from "../support/vercel.mjs";

async function program(path, parameters, folder, options) {
  const env = { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
  const running = spawn(path, [...parameters, "server.mjs", JSON.stringify(options)], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(running, "exit");
  const [line] = await Promise.race([once(running.stdout, "data"), ended.then(([code]) => Promise.reject(new Error(`${path} ended with ${code}`)))]);
  return { port: parseInt(line), close: () => (running.kill("SIGKILL"), ended) };
}

async function edge(folder, options) {
  const contents = `import { make } from "./handler.mjs";
    const handler = make(${JSON.stringify(options)});
    addEventListener("fetch", (event) => event.respondWith(handler(event.request, undefined, event)));`;
  const { code, wasm } = await bundled({ contents, resolveDir: folder });
  const server = await runServer({ runtime: await start(code, wasm), host: "127.0.0.1", port: 0 });
  return { port: Number(new URL(server.url).port), close: () => server.close() };
}

async function workerd(folder, options) {
  const source = `import { make } from "./handler.mjs"; export default { fetch: make(${JSON.stringify(options)}) };`;
  const isolates = await startIsolates(source, 1, { resolveDir: folder });
  return { port: Number(isolates.url.port), close: () => isolates.dispose() };
}

/** Starts the server of each runtime, with the program in the folder. */
export const SERVERS = {
  Node: (folder, options) => program(execPath, [], folder, options),
  workerd,
  Deno: (folder, options) => program(runtime("deno"), ["run", "--no-prompt", "--allow-net=127.0.0.1"], folder, options),
  Bun: (folder, options) => program(runtime("bun"), [], folder, options),
  "edge-runtime": edge,
};
