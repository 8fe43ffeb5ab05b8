// Mutants of a folder of the package: `cargo xtask mutants ts-request`. The package is compiled unbundled beside the tests that
// know the folder, which find it by its own name; Stryker switches one mutant on at a time and runs the tests that reach it.
// node run.mjs <request | transport | updates> <folder of the report> [part of a file's name]
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Which tests know a folder. Browsers and other runtimes are left out: each mutant would start them. */
const TESTS = {
  request: ["calls"],
  transport: ["faults", "calls/timers.test.mjs", "calls/call-options.test.mjs", "download"],
  updates: ["updates", "handlers"],
};

const [, , folder, target, part = ""] = process.argv;
const tests = TESTS[folder];
if (tests === undefined) throw new Error(`there are: ${Object.keys(TESTS).join(", ")}`);
const here = dirname(fileURLToPath(import.meta.url));
const suites = dirname(here);
const root = dirname(suites);
const work = join(target, `work-${folder}`);
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });

cpSync(join(suites, "node_modules/botwire"), work, { recursive: true });
const { buildSync } = createRequire(join(suites, "package.json"))("esbuild");
const source = join(root, "pkg-template");
const own = readdirSync(source, { recursive: true }).filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"));
buildSync({ format: "esm", target: "es2022", entryPoints: own.map((file) => join(source, file)), outbase: source, outdir: work });
const names = new Set(["support", ...tests.map((test) => test.split("/")[0])]);
for (const name of names) cpSync(join(suites, name), join(work, "suite", name), { recursive: true, filter: (file) => !file.includes("node_modules") });
for (const data of ["fixtures", "vectors"]) cpSync(join(root, "tests", data), join(work, "tests", data), { recursive: true });
symlinkSync(join(suites, "node_modules"), join(work, "node_modules"), "junction");

const found = (test) => (test.endsWith(".mjs") ? [test] : readdirSync(join(suites, test)).filter((file) => file.endsWith(".test.mjs")).map((file) => `${test}/${file}`));
const speaksOfBrowsers = (file) => /chromium|workerd|firefox|Miniflare|startIsolates/.test(readFileSync(join(suites, file), "utf8"));
/** A test of more than the sources, such as of copies or of the packed files, fails here. */
const passes = (file) => spawnSync(process.execPath, ["--test", `suite/${file}`], { cwd: work, stdio: "ignore" }).status === 0;
const candidates = tests.flatMap(found).filter((file) => !speaksOfBrowsers(file));
const files = candidates.filter(passes);
const left = candidates.filter((file) => !files.includes(file));
console.log(`${files.length} files of tests${left.length > 0 ? `; left out: ${left.join(", ")}` : ""}`);
const config = {
  testRunner: "tap",
  plugins: [createRequire(import.meta.url).resolve("@stryker-mutator/tap-runner")],
  tap: { testFiles: files.map((file) => `suite/${file}`), nodeArgs: ["--test-reporter=tap", "-r", "{{hookFile}}", "{{testFile}}"], forceBail: true },
  mutate: [`${folder}/*${part}*.js`],
  coverageAnalysis: "perTest",
  symlinkNodeModules: true,
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ["clear-text", "html", "json"],
  clearTextReporter: { logTests: false, reportTests: false },
  htmlReporter: { fileName: join(target, `ts-${folder}/mutants.html`) },
  jsonReporter: { fileName: join(target, `ts-${folder}/mutants.json`) },
  thresholds: { high: 95, low: 90, break: 90 },
  allowEmpty: false,
  checkers: [],
  disableTypeChecks: false,
};
writeFileSync(join(work, "stryker.config.json"), JSON.stringify(config, null, 2));
const { status } = spawnSync(process.execPath, [join(here, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run"], { cwd: work, stdio: "inherit" });
process.exitCode = status ?? 1;
