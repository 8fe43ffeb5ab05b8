// workerd with one worker and nothing else in the process, so that all its CPU is the worker's.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

// miniflare's own, so that its version is said once.
const { default: program } = createRequire(createRequire(import.meta.url).resolve("miniflare"))("workerd");

export const COMPATIBILITY_DATE = "2026-04-01";

/** Starts a bundle of `edgeBundle`. `fetch` gives a Response of it; `pid` is its process; `stop` ends it. */
export async function startWorkerd({ script, wasm, needsNode }, { bindings = "" } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "botwire-bench-"));
  const modules = [`(name = "worker.mjs", esModule = embed "worker.mjs")`];
  await writeFile(join(folder, "worker.mjs"), script);
  for (const { path, contents } of wasm) {
    await writeFile(join(folder, basename(path)), contents);
    modules.push(`(name = "${path}", wasm = embed "${basename(path)}")`);
  }
  await writeFile(join(folder, "config.capnp"), `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["local", "private", "public"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [${modules.join(", ")}],
  bindings = [${bindings}],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  compatibilityFlags = [${needsNode ? `"nodejs_compat"` : ""}]
);
`);
  const child = spawn(program, ["serve", "--experimental", "--control-fd=3", "config.capnp"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true });
  };
  const port = await Promise.race([listening(child.stdio[3]), ended.then(() => undefined)]);
  if (port === undefined) {
    await stop();
    throw new Error("workerd did not start");
  }
  return { pid: child.pid, fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), stop };
}

async function listening(control) {
  let said = "";
  for await (const chunk of control) {
    said += chunk;
    const line = said.split("\n").find((text) => text.includes(`"listen"`));
    if (line) return JSON.parse(line).port;
  }
  return undefined;
}
