// First visits of the built site by Lighthouse, on its phone and on its desktop: `cargo xtask bench lighthouse [rounds]`.
// Ends with 1 if the median score of a category is below its threshold. Wants a quiet machine.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { serveSite } from "../../xtask/demo/web.mjs";
import { ARGUMENTS } from "../support/chromium.mjs";
import { medianOf } from "./support/rounds.mjs";

const VIEWS = { start: "", dashboard: "#/dashboard", playground: "#/playground", guide: "docs/guide/quick-start.html", reference: "docs/reference/methods/sendMessage.html" };
const DEVICES = { phone: undefined, desktop: desktopConfig };
/** The least median score of each category, of 100. */
const THRESHOLDS = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
const METRICS = ["first-contentful-paint", "largest-contentful-paint", "interactive", "total-blocking-time", "cumulative-layout-shift"];

const rounds = Number(process.argv[2] ?? 3);
const { CHROME: chromePath, WWW_DEMO: folder } = process.env;
if (!Number.isInteger(rounds) || rounds < 1 || !folder) {
  console.error("Run this by `cargo xtask bench lighthouse [rounds]`, with a number of rounds from 1.");
  process.exit(1);
}
const site = await serveSite(folder, { base: "/some/where/" });
const studio = await openStudio();
const chrome = await launch({ chromePath, chromeFlags: ARGUMENTS, logLevel: "error" });
const below = [];
try {
  for (const [device, config] of Object.entries(DEVICES)) {
    for (const [view, path] of Object.entries(VIEWS)) await measure(`${view}, ${device}`, `${site.url}${path}`, config);
    // The studio is not for search engines.
    await measure(`studio, ${device}`, studio.url, config, Object.keys(THRESHOLDS).filter((category) => category !== "seo"));
  }
} finally {
  chrome.kill();
  studio.command.kill();
  await site.close();
}
if (below.length > 0) {
  console.error(`\nBelow the thresholds:\n${below.join("\n")}`);
  process.exitCode = 1;
}

/** Visits a view several times with empty storage, prints its row, and records scores below a threshold. */
async function measure(name, url, config, categories = Object.keys(THRESHOLDS)) {
  const results = [];
  for (let round = 0; round < rounds; round += 1) results.push(await visit(url, config, categories));
  const scores = categories.map((category) => {
    const score = medianOf(results.map(({ categories }) => Math.round(categories[category].score * 100)));
    if (score < THRESHOLDS[category]) below.push(`${name}: ${category} ${score}${failing(results[0], category)}`);
    return score;
  });
  const metrics = METRICS.map((id) => `${id} ${readable(medianOf(results.map(({ audits }) => audits[id].numericValue)), results[0].audits[id].numericUnit)}`);
  console.log(`${name}: ${scores.join(", ")}; ${metrics.join(", ")}`);
}

/** The studio of a started emulator. */
async function openStudio() {
  const command = spawn(process.execPath, [fileURLToPath(new URL("command/main.js", import.meta.resolve("botwire/package.json"))), "emulator", "--port", "0", "--quiet"], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  for await (const data of command.stdout.iterator({ destroyOnReturn: false })) {
    printed += data;
    const [, url] = /studio +(\S+)\n/.exec(printed) ?? [];
    if (url !== undefined) return { command, url };
  }
  throw new Error("botwire emulator did not start");
}

async function visit(url, config, categories) {
  const { lhr } = await lighthouse(url, { port: chrome.port, onlyCategories: categories, logLevel: "error" }, config);
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  return lhr;
}

/** The audits that take away from a score which is not a measured time. */
function failing({ categories, audits }, category) {
  if (category === "performance") return "";
  const failed = categories[category].auditRefs.filter(({ id, weight }) => weight > 0 && audits[id].score === 0);
  return ` (${failed.map(({ id }) => id).join(", ")})`;
}

function readable(value, unit) {
  return unit === "millisecond" ? `${Math.round(value)} ms` : value.toFixed(3);
}
