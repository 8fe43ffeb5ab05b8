// CPU of a webhook request to a worker in Rust over HTTP, answered inline, warm, next to one with the crate `worker` alone, and requests
// a second.
import { cp, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, createProject } from "../rust-worker-example/build.mjs";
import { temporary } from "../support/temporary.mjs";
import { deliverOverHttp } from "./support/deliveries.mjs";
import { cpuMicroseconds } from "./support/process.mjs";
import { medians, table } from "./support/rounds.mjs";
import { startWorkerd } from "./support/workerd.mjs";

const NAMES = ["bare", "botwire"];
const DELIVERIES = 4000;
const ROUNDS = 5;

const bundles = {};
for (const name of NAMES) bundles[name] = await bundleOf(name);
for (const size of ["small", "big"]) {
  const found = await medians(NAMES, { rounds: ROUNDS, before: 0 }, (name) => inNewProcess(bundles[name], size));
  const column = (field) => Object.fromEntries(NAMES.map((name) => [name, found[name][field]]));
  table(`${size} update over HTTP, a worker in Rust`, column("cpu"), "µs", size === "small" ? "worker-rust" : undefined);
  table(`${size} update over HTTP, a worker in Rust, requests a second`, column("rate"), "/s");
}

/** Builds the worker of this name in a project that `npm create botwire` makes. Returns its modules. */
async function bundleOf(name) {
  const project = await createProject(temporary());
  await cp(fileURLToPath(new URL(`workers/${name}.rs`, import.meta.url)), join(project, "src/lib.rs"));
  const settings = join(project, "wrangler.toml");
  const [others] = (await readFile(settings, "utf8")).split("[[durable_objects.bindings]]");
  await writeFile(settings, others);
  const folder = await build(project);
  const files = (await readdir(folder)).filter((file) => /\.(js|wasm)$/.test(file)).sort((one, other) => Number(other === "index.js") - Number(one === "index.js"));
  const modules = await Promise.all(files.map(async (file) => ({
    name: file,
    type: file.endsWith(".wasm") ? "wasm" : "esModule",
    contents: await readFile(join(folder, file)),
  })));
  return { modules, flags: [] };
}

async function inNewProcess(bundle, size) {
  const workerd = await startWorkerd(bundle);
  try {
    await deliverOverHttp(workerd, size, DELIVERIES / 2);
    const before = cpuMicroseconds(workerd.pid);
    const started = performance.now();
    await deliverOverHttp(workerd, size, DELIVERIES);
    const rate = DELIVERIES / ((performance.now() - started) / 1000);
    return { cpu: (cpuMicroseconds(workerd.pid) - before) / DELIVERIES, rate };
  } finally {
    await workerd.stop();
  }
}
