// workerd with one worker and nothing else in the process, so that all its CPU is the worker's.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMPATIBILITY_DATE } from "../../support/wrangler.mjs";
import { cpuMicroseconds } from "./process.mjs";

// miniflare's own, so that its version is declared once.
const { default: program } = createRequire(createRequire(import.meta.url).resolve("miniflare"))("workerd");

/**
 * Starts a bundle as `edgeBundle` makes it. `fetch` returns its Response, `pid` is its process, `stop` ends it. Modules
 * and bindings use the types of workerd.capnp, with or without contents.
 */
export async function startWorkerd({ modules, flags }, bindings = []) {
  const folder = await mkdtemp(join(tmpdir(), "botwire-bench-"));
  const files = [];
  const embedded = ({ name, type, contents }) => {
    if (contents === undefined) return `(name = "${name}", ${type} = ())`;
    files.push(writeFile(join(folder, String(files.length)), contents));
    return `(name = "${name}", ${type} = embed "${files.length - 1}")`;
  };
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["local", "private", "public"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [${modules.map(embedded).join(", ")}],
  bindings = [${bindings.map(embedded).join(", ")}],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  compatibilityFlags = ${JSON.stringify(flags)}
);
`;
  await Promise.all([...files, writeFile(join(folder, "config.capnp"), config)]);
  const child = spawn(program, ["serve", "--experimental", "--control-fd=3", "config.capnp"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const ended = once(child, "exit");
  const clear = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    clear();
    process.off("exit", clear);
  };
  process.on("exit", clear);
  const port = await Promise.race([listening(child.stdio[3]), ended.then(() => undefined)]);
  if (port === undefined) {
    await stop();
    throw new Error("workerd did not start");
  }
  // workerd closes a connection that is idle for 5 s, which a busy process here sees only when it uses it again.
  const ask = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
  const again = (path, init) => ask(path, init).catch((error) => (error.cause?.code === "UND_ERR_SOCKET" ? ask(path, init) : Promise.reject(error)));
  return { pid: child.pid, fetch: again, stop };
}

// An interrupted benchmark leaves no process behind.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

/** CPU microseconds of the process while its worker makes that many calls. Clocks do not advance inside workerd. */
export async function cpuOfCalls({ pid, fetch }, calls, search = "") {
  const before = cpuMicroseconds(pid);
  const answer = await (await fetch(`/?calls=${calls}${search}`)).text();
  if (answer !== "done") throw new Error(answer);
  return cpuMicroseconds(pid) - before;
}

async function listening(control) {
  let output = "";
  for await (const chunk of control) {
    output += chunk;
    const line = output.split("\n").find((text) => text.includes(`"listen"`));
    if (line) return JSON.parse(line).port;
  }
  return undefined;
}
