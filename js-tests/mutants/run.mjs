// Mutants of a folder of the package: `cargo xtask mutants ts-request`. The package is compiled unbundled next to the tests that
// know the folder, which find it by its own name; Stryker switches one mutant on at a time and runs the tests that reach it.
// node run.mjs <request | transport | updates> <folder of the report> [parts of files' names, with commas]
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { scoreOf } from "./score.mjs";

/** The tests of each folder. Browsers and other runtimes are excluded: each mutant would start them. */
const TESTS = {
  request: ["calls", "faults/waits"],
  transport: ["faults", "calls/call-options", "calls/odd-files", "calls/streams", "calls/timers", "calls/xhr-fetch", "download", "webhook/adapters", "webhook/deadline", "webhook/timers"],
  updates: ["handlers", "updates", "webhook", "models/poll", "models/webhook.test"],
};
/** Slow tests that go through all methods or thousands of cases; other tests catch the same mutants. */
const LONG = ["calls/encodings", "calls/kinds", "calls/limits", "faults/leaks", "faults/trap", "updates/poll-many"];
/** The percentage of mutants that must be caught. `survivors.mjs` lists those that no test can catch. */
const CAUGHT_PERCENT = 90;

const [, , folder, target, part = ""] = process.argv;
const parts = part.split(",");
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
const sources = readdirSync(source, { recursive: true }).filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"));
buildSync({ format: "esm", target: "es2022", entryPoints: sources.map((file) => join(source, file)), outbase: source, outdir: work });
const names = new Set(["support", ...tests.map((test) => test.split("/")[0])]);
for (const name of names) cpSync(join(suites, name), join(work, "suite", name), { recursive: true, filter: (file) => !file.includes("node_modules") });
// Some tests copy the installed package.
cpSync(join(suites, "node_modules/botwire"), join(work, "suite/node_modules/botwire"), { recursive: true });
for (const data of ["fixtures", "vectors"]) cpSync(join(root, "tests", data), join(work, "tests", data), { recursive: true });
symlinkSync(join(suites, "node_modules"), join(work, "node_modules"), "junction");

const found = (folder) => readdirSync(join(suites, folder)).filter((file) => file.endsWith(".test.mjs")).map((file) => `${folder}/${file}`);
const startsMore = (file) => /chromium|firefox|Miniflare|startIsolates|workerd\.mjs/.test(readFileSync(join(suites, file), "utf8"));
/** Milliseconds that a test takes. A test of more than the sources, such as of copies or of the packed files, fails here: undefined. */
function timed(file) {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [`suite/${file}`], { cwd: work, stdio: "ignore" });
  return status === 0 ? Math.round(performance.now() - started) : undefined;
}
const isChosen = (file) => tests.some((test) => file.startsWith(test)) && !LONG.some((test) => file.startsWith(test)) && !startsMore(file);
const candidates = [...names].filter((name) => name !== "support").flatMap(found).filter(isChosen);
const times = Object.fromEntries(candidates.map((file) => [file, timed(file)]));
const failing = candidates.filter((file) => times[file] === undefined);
// The first failure ends a mutant, so the fast tests are first.
const files = candidates.filter((file) => times[file] !== undefined).sort((a, b) => times[a] - times[b]);
console.log(`${files.length} files of tests${failing.length > 0 ? `; left out: ${failing.join(", ")}` : ""}`);
for (const file of files) console.log(`${times[file]} ms ${file}`);
writeFileSync(join(work, "times.json"), JSON.stringify(times));
copyFileSync(join(here, "time-limit.cjs"), join(work, "time-limit.cjs"));

const report = join(target, `ts-${folder}${part && `-${part}`}`);
const config = {
  testRunner: "tap",
  plugins: [createRequire(import.meta.url).resolve("@stryker-mutator/tap-runner")],
  tap: {
    testFiles: files.map((file) => `suite/${file}`),
    nodeArgs: ["--test-reporter=tap", "-r", "{{hookFile}}", "-r", "./time-limit.cjs", "{{testFile}}"],
    forceBail: true,
  },
  mutate: parts.map((part) => `${folder}/*${part}*.js`),
  coverageAnalysis: "perTest",
  symlinkNodeModules: true,
  // One more than cores: some tests wait.
  concurrency: availableParallelism() + 1,
  timeoutMS: 5000,
  reporters: ["progress-append-only", "clear-text", "html", "json"],
  clearTextReporter: { logTests: false, reportTests: false },
  htmlReporter: { fileName: join(report, "mutants.html") },
  jsonReporter: { fileName: join(report, "mutants.json") },
  allowEmpty: false,
  checkers: [],
  disableTypeChecks: false,
};
writeFileSync(join(work, "stryker.config.json"), JSON.stringify(config, null, 2));
const { status } = spawnSync(process.execPath, [join(here, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run"], { cwd: work, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
const { mutants, caught, timeouts, listed, survivors, stale, gone } = scoreOf(JSON.parse(readFileSync(join(report, "mutants.json"), "utf8")));
for (const { file, number, line, becomes } of survivors) console.log(`survived: ${file}:${number}\n  ${line}\n  ${becomes}`);
for (const { file, line } of stale) console.log(`listed, but none survived: ${file}\n  ${line}`);
if (gone.length > 0) {
  console.error(`${gone.length} entries of survivors.mjs are of lines that no longer exist: remove them`);
  process.exitCode = 1;
}
const judged = caught + survivors.length;
console.log(`${folder}: ${mutants} mutants, ${caught} caught (${timeouts} by time), ${listed} listed with a reason, ${survivors.length} survived`);
if (judged === 0 || caught * 100 < judged * CAUGHT_PERCENT) {
  console.error(`fewer than ${CAUGHT_PERCENT} % of the mutants were caught`);
  process.exitCode = 1;
}
