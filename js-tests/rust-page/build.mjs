// Tests the example of a page in Rust as its users do, against this crate.
import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ARGUMENTS } from "../support/chromium.mjs";
import { cache, lockedVersion, pinned } from "../support/rust.mjs";
import { root, target } from "../support/target.mjs";

export const EXAMPLE = join(root, "examples/browser-rust");
const folder = join(target, "rust-page");
const project = join(folder, "project");
const [, version] = /package: "wasm-pack",\s+version: "([^"]+)"/.exec(await readFile(join(root, "xtask/src/setup/versions.rs"), "utf8"));

/** Runs wasm-pack in the copy of the example. Returns what it prints. */
async function pack(...words) {
  const programs = [`wasm-pack-${version}`, `wasm-bindgen-${await lockedVersion("wasm-bindgen")}`].map((name) => join(cache(), name, "bin"));
  const capabilities = join(folder, "webdriver.json");
  const { CHROME, CHROMEDRIVER } = process.env;
  await writeFile(capabilities, JSON.stringify({ "goog:chromeOptions": { ...(CHROME && { binary: CHROME }), args: ARGUMENTS } }));
  const env = {
    ...process.env,
    PATH: [...programs, process.env.PATH].join(delimiter),
    CARGO_TARGET_DIR: join(folder, "target"),
    // Reuses compiled dependencies.
    CARGO_BUILD_BUILD_DIR: target,
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: capabilities,
    WASM_BINDGEN_TEST_TIMEOUT: "900",
    NO_COLOR: "1",
  };
  const driver = words[0] === "test" && CHROMEDRIVER ? ["--chromedriver", CHROMEDRIVER] : [];
  const { stdout, stderr } = await promisify(execFile)("wasm-pack", [words[0], ...driver, "--mode", "no-install", ...words.slice(1)], { cwd: project, env, maxBuffer: 1 << 24 });
  return stdout + stderr;
}

async function withProject(work) {
  await rm(project, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(EXAMPLE, project, { recursive: true });
  const checkLock = await pinned(project, fileURLToPath(new URL("Cargo.lock", import.meta.url)));
  const result = await work();
  await checkLock();
  return result;
}

/** Runs the tests of the example in a headless Chromium. Returns what they print. */
export const runTests = () => withProject(() => pack("test", "--headless", "--chrome"));
