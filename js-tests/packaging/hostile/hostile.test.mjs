// The table of hostile requests against the servers of Deno, Bun and Vercel's edge runtime.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { runServer } from "edge-runtime";
import { OPTIONS } from "../../webhook/hostile.mjs";
import { withstands } from "../../webhook/withstands.mjs";
import { runtime } from "../support/programs.mjs";
import { project } from "../support/project.mjs";
import { bundled, start } from "../support/vercel.mjs";

const folder = await project(import.meta.url);

async function program(name, parameters) {
  const env = { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
  const running = spawn(runtime(name), [...parameters, "server.mjs", JSON.stringify(OPTIONS)], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(running, "exit");
  const [line] = await Promise.race([once(running.stdout, "data"), ended.then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)))]);
  return { port: parseInt(line), close: () => (running.kill("SIGKILL"), ended) };
}

async function edge() {
  const contents = `import { make } from "./handler.mjs";
    const handler = make(${JSON.stringify(OPTIONS)});
    addEventListener("fetch", (event) => event.respondWith(handler(event.request, undefined, event)));`;
  const { code, wasm } = await bundled({ contents, resolveDir: folder });
  const server = await runServer({ runtime: await start(code, wasm), host: "127.0.0.1", port: 0 });
  return { port: Number(new URL(server.url).port), close: () => server.close() };
}

withstands("Deno", () => program("deno", ["run", "--no-prompt", "--allow-net=127.0.0.1"]));
withstands("Bun", () => program("bun", []));
// Its server cannot make a Request of this one, so that no program gets it.
withstands("edge-runtime", edge, ["the verb TRACE"]);
