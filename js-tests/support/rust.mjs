// Builds a worker written in Rust: cargo, then wasm-bindgen's program.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compileRust, workers } from "./compile-rust.mjs";
import { root } from "./target.mjs";

/** The folder of the programs that `cargo xtask` installs. */
export function cache() {
  const { BOTWIRE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (BOTWIRE_CACHE) return BOTWIRE_CACHE;
  const systemCache = { win32: LOCALAPPDATA, darwin: join(homedir(), "Library/Caches") }[process.platform];
  return join(systemCache ?? XDG_CACHE_HOME ?? join(homedir(), ".cache"), "botwire");
}

/** The version of a crate in a lock, by default in that of the library. */
export async function lockedVersion(crate, lock = join(root, "Cargo.lock")) {
  const [, version] = (await readFile(lock, "utf8")).split(`name = "${crate}"\nversion = "`)[1].match(/^(.+)"/);
  return version;
}

/**
 * Has a project use this repository's botwire, and the versions of a lock file. Returns a function that fails if cargo had to change
 * them.
 */
export async function pinned(project, lock) {
  await mkdir(join(project, ".cargo"), { recursive: true });
  await appendFile(join(project, ".cargo/config.toml"), `[patch.crates-io]\nbotwire = { path = ${JSON.stringify(root)} }\n`);
  const copied = join(project, "Cargo.lock");
  await cp(lock, copied);
  return async () => {
    const [before, after] = await Promise.all([lock, copied].map((file) => readFile(file, "utf8")));
    if (before !== after) throw new Error(`${lock} does not fit the example: replace it by ${copied}`);
  };
}

const built = new Map();

/**
 * Compiles the crates of the folder's workspace, once in this process; returns the folder of the glue of one of them, by default of
 * that with the folder's name. `cargo xtask test` has compiled them before.
 */
export function buildRust(url, name = basename(fileURLToPath(new URL(".", url)))) {
  const folder = fileURLToPath(new URL(".", url));
  const key = join(folder, name);
  if (!built.has(key)) built.set(key, build(folder, name));
  return built.get(key);
}

async function build(folder, name) {
  const compiled = await compileRust(folder);
  // The library's, which each of them asks for.
  const version = await lockedVersion("wasm-bindgen");
  const path = [join(cache(), `wasm-bindgen-${version}`, "bin"), process.env.PATH].join(delimiter);
  const wasm = join(compiled, `${name.replaceAll("-", "_")}.wasm`);
  const hash = createHash("sha256").update(version).update(await readFile(wasm)).digest("hex");
  const ofCrate = join(workers, "glue", name);
  const glue = join(ofCrate, hash);
  if (existsSync(glue)) return glue;
  await mkdir(ofCrate, { recursive: true });
  const stale = (await readdir(ofCrate)).filter((other) => other !== hash);
  for (const other of stale) await rm(join(ofCrate, other), { recursive: true, force: true });
  // Written to a temporary folder, which is then renamed: test files of a suite build at the same time.
  const out = await mkdtemp(join(workers, "glue-"));
  try {
    const bindgen = ["--target", "web", "--no-typescript", "--omit-default-module-path", "--out-dir", out, wasm];
    await promisify(execFile)("wasm-bindgen", bindgen, { env: { ...process.env, PATH: path } });
    // Node takes a file for an ES module where this says so.
    await writeFile(join(out, "package.json"), '{"type":"module"}');
    await rename(out, glue);
  } catch (error) {
    // Unless another test file was faster.
    if (!existsSync(glue)) throw error;
  } finally {
    await rm(out, { recursive: true, force: true });
  }
  return glue;
}
