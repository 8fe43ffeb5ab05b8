// Builds the example of a worker in Rust as its users do: `node build.mjs` compiles its dependencies for all tests of this folder.
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { built, ran } from "../create/support.mjs";
import { workers } from "../support/compile-rust.mjs";
import { cache, lockedVersion, pinned } from "../support/rust.mjs";
import { root } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";
import { modulesFrom } from "../support/wrangler.mjs";

/** The example in the repository. */
export const EXAMPLE = join(root, "examples/worker-rust");

const tool = (file) => join(root, "js-tests/node_modules", file);
const LOCK = fileURLToPath(new URL("Cargo.lock", import.meta.url));

let creator;

/** Creates the project as `npm create botwire` does, with the name in the lock file. Returns its folder. */
export async function createProject(parent) {
  const name = "botwire-example-worker";
  creator ??= built();
  const { code, printed } = await ran("node", [join(await creator, "bin.cjs"), name, "--template", "rust-worker", "--no-install"], parent);
  if (code !== 0) throw new Error(printed);
  return join(parent, name);
}

/** Creates the unchanged project, in a folder that stays. */
export async function createUnchanged() {
  const parent = join(workers, "worker-project");
  await rm(parent, { recursive: true, force: true });
  await mkdir(parent, { recursive: true });
  return createProject(parent);
}

/** Adds a crate that the lock contains anyway to the dependencies of a project. */
export async function addDependency(project, name, line) {
  const manifest = join(project, "Cargo.toml");
  const text = await readFile(manifest, "utf8");
  await writeFile(manifest, text.replace("[dependencies]\n", `[dependencies]\n${name} = ${line}\n`));
}

/** Returns the lock of a project: that of the example, with the dependencies that were added to the project. */
async function lockOf(project) {
  const manifest = await readFile(join(project, "Cargo.toml"), "utf8");
  const [dependencies] = manifest.split("[dependencies]\n")[1].split("\n\n");
  const names = [...dependencies.matchAll(/^([\w-]+) =/gm)].map(([, name]) => ` "${name}",\n`).sort();
  const text = await readFile(LOCK, "utf8");
  const lock = join(temporary(), "Cargo.lock");
  await writeFile(lock, text.replace(/(name = "botwire-example-worker"[^[]*\[\n)[^\]]*/, (_, head) => head + names.join("")));
  return lock;
}

let building = Promise.resolve();

/** Builds a project after those before it: all share the folder of Cargo, where the next one takes the place of the last one. */
export function build(project) {
  const bundle = building.then(() => buildNow(project));
  building = bundle.catch(() => {});
  return bundle;
}

/**
 * Lets wrangler bundle the project, which runs the build command in its wrangler.toml. Returns the bundle's folder.
 *
 * Four things differ from the machine of a user: botwire is this one, the versions are those of the lock, worker-build has
 * been installed by `cargo xtask`, and it takes its tools from there instead of a download.
 */
async function buildNow(project) {
  // Cargo takes projects of one name for the same, and a source for unchanged that is older than the last build.
  const now = new Date();
  for (const file of await readdir(join(project, "src"))) await utimes(join(project, "src", file), now, now);
  const assertPinned = await pinned(project, await lockOf(project));
  const program = async (name, crate, lock) => join(cache(), `${name}-${await lockedVersion(crate, lock)}`, "bin");
  const bindgen = await program("wasm-bindgen", "wasm-bindgen", LOCK);
  const env = {
    ...process.env,
    PATH: [await program("worker-build", "worker", LOCK), bindgen, process.env.PATH].join(delimiter),
    WASM_BINDGEN_BIN: "wasm-bindgen",
    ESBUILD_BIN: tool(".bin/esbuild"),
    WASM_OPT_BIN: tool(".bin/wasm-opt"),
    CARGO_TARGET_DIR: join(workers, "example"),
    // Keeps wrangler from checking for updates, sending telemetry, and writing to the home folder.
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_SEND_METRICS: "false",
    XDG_CONFIG_HOME: join(workers, "wrangler"),
  };
  const out = join(project, "dist");
  const wrangler = [tool("wrangler/bin/wrangler.js"), "deploy", "--dry-run", "--outdir", out];
  await promisify(execFile)(execPath, wrangler, { cwd: project, env, maxBuffer: 1 << 26 }).catch(({ message, stdout }) => {
    throw new Error(`${message}\n${stdout}`);
  });
  await assertPinned();
  return out;
}

/** Returns the name of the wasm file in a bundle. */
export const nameOfWasm = async (folder) => (await readdir(folder)).find((name) => name.endsWith(".wasm"));

/** Starts the bundle in this folder with the wrangler.toml and the .env of the project, and with options of Miniflare. */
export async function start(bundle, project, port = 0, options = {}) {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(project, "wrangler.toml"));
  const worker = new Miniflare({
    ...workerOptions,
    modules: await modulesFrom(bundle, "index.js", await nameOfWasm(bundle)),
    modulesRoot: ".",
    host: "127.0.0.1",
    port,
    ...options,
  });
  return { url: (await worker.ready).origin, close: () => worker.dispose(), miniflare: worker };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build(await createUnchanged());
}
