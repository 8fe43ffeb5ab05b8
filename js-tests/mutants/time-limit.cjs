// Loaded before each test file of a mutant: a file that takes several times as long as without a mutant counts as a failed test.
// Stryker's own limit is that of all files together, and costs a start of its worker.
const { readFileSync, writeSync } = require("node:fs");
const { basename, dirname, join } = require("node:path");

/** Also for a machine that is busy with something else meanwhile. */
const FACTOR = 3;
const SPARE_MS = 2000;

const file = process.argv[1] ?? "";
const times = JSON.parse(readFileSync(join(__dirname, "times.json"), "utf8"));
const usualMs = times[`${basename(dirname(file))}/${basename(file)}`];
if (usualMs !== undefined) {
  const end = () => {
    writeSync(1, "\nnot ok 1 - takes too long\n");
    process.exit(1);
  };
  setTimeout(end, usualMs * FACTOR + SPARE_MS).unref();
}
