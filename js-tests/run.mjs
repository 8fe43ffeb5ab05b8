// The short loop: `npm test -- [part of a path …] [--name <pattern>] [--watch]`, such as `npm test -- calls/files --watch`.
// Fails if no test ran. With `--installed`, tests the package that is installed, such as that of `cargo xtask test`.
// Compiles pkg-template without type checks into node_modules/botwire, next to the wasm of the last `cargo xtask
// build`, and runs the test files whose path contains one of the parts. `cargo xtask test` packs and checks everything
// anew.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";
import { writeCommonJs } from "../xtask/package/common-js.mjs";
import { root, target } from "./support/target.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(root, "pkg-template");
const installed = join(here, "node_modules/botwire");
/** Milliseconds in which an editor writes all that it writes when a file is saved. */
const SETTLE_MS = 50;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { watch: { type: "boolean" }, name: { type: "string" }, installed: { type: "boolean" } },
});

if (!existsSync(join(installed, "botwire.wasm.base64.js"))) {
  console.error("There is no built package yet: run `cargo xtask build` once.");
  process.exit(1);
}
const files = testsOf(positionals);
if (files.length === 0) {
  console.error(`No test file has a path like that: ${positionals.join(" ")}`);
  process.exit(1);
}
process.exitCode = await round();
if (values.watch) await watching();

/** The test files whose path below this folder contains one of the parts; all files without parts. */
function testsOf(parts) {
  const all = readdirSync(here, { recursive: true })
    .map((file) => file.split(sep).join("/"))
    .filter((file) => file.endsWith(".test.mjs") && !file.includes("node_modules/"));
  return all.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part))).sort();
}

async function round() {
  try {
    if (!values.installed) compile();
  } catch {
    return 1; // esbuild has said why.
  }
  const counted = join(mkdtempSync(join(tmpdir(), "botwire-tests-")), "count");
  const reporters = [["spec", "stdout"], [join(here, "support/count-reporter.mjs"), counted]];
  const report = reporters.flatMap(([reporter, destination]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${destination}`]);
  const pattern = values.name === undefined ? [] : ["--test-name-pattern", values.name];
  const child = spawn(process.execPath, ["--test", ...report, ...pattern, ...files], { cwd: here, stdio: "inherit" });
  const [code] = await once(child, "exit");
  const ran = existsSync(counted) ? Number(readFileSync(counted, "utf8")) : 0;
  rmSync(dirname(counted), { recursive: true });
  if (ran > 0) return code ?? 1;
  const named = values.name === undefined ? "" : ` with a name like ${JSON.stringify(values.name)}`;
  console.error(`No test${named} ran in ${files.join(", ")}.`);
  return 1;
}

/** Compiles every source to the package's JavaScript. Type checks are left to the editor and the build. */
function compile() {
  // Otherwise the next `cargo xtask` would take these files for those of the tarball.
  rmSync(join(target, "xtask/stamps/install"), { force: true });
  for (const outbase of [source, join(target, "xtask/rendered")]) {
    const sources = readdirSync(outbase, { recursive: true }).filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"));
    const entryPoints = sources.map((file) => join(outbase, file));
    buildSync({ entryPoints, outbase, outdir: installed, format: "esm", target: "es2022", logLevel: "error" });
  }
  copyFileSync(join(source, "package.json"), join(installed, "package.json"));
  writeCommonJs(installed, JSON.parse(readFileSync(join(source, "package.json"), "utf8")).exports);
}

/** Runs again after each change, until it is interrupted. */
async function watching() {
  let timer;
  let running = Promise.resolve();
  const changed = (folder) => (_, file) => {
    if (file === null || file.includes("node_modules")) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      console.log(`\n${relative(root, join(folder, file))} changed`);
      running = running.then(round);
    }, SETTLE_MS);
  };
  watch(source, { recursive: true }, changed(source));
  // Not recursive, because node_modules of some suites have tens of thousands of folders.
  const folders = new Set(["support", ...files.map(dirname)]);
  for (const folder of folders) watch(join(here, folder), changed(join(here, folder)));
  console.log("\nWatching pkg-template and js-tests; end with Ctrl+C.");
}
